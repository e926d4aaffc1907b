# SPDX-License-Identifier: MIT
"""Do groups differ in their network? Networks by group, what they share, and tests of what they do not.

`split` gives every row its group. `models` fits what groups may share (links, weights, thresholds), and `left_out`
judges it by rows left out. `links` and `margins` measure how much groups differ, `permutations` says how much chance
would make them differ, `odds` how likely a difference is.
"""

from ordag.groups.comparison import compare_groups
from ordag.groups.result import GroupComparison

__all__ = ["GroupComparison", "compare_groups"]
