# SPDX-License-Identifier: MIT
"""Do groups differ in their network? Networks by group, what they share, and tests of what they do not.

`split` gives every row its group. `models` fits what groups may share (links, weights, thresholds), and `left_out`
judges it by rows left out. `links` and `margins` measure how much groups differ, `permutations` how much they would
differ by chance, and `odds` how likely a difference is. `shared` holds graphs of groups whose links are shared or
differ, `joint` learns them from the rows of all groups, and `together` is the function that users call for it.
"""

from ordag.groups.comparison import compare_groups
from ordag.groups.result import GroupComparison
from ordag.groups.together import JointNetworks, learn_groups

__all__ = ["GroupComparison", "JointNetworks", "compare_groups", "learn_groups"]
