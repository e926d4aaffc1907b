# SPDX-License-Identifier: MIT
"""Decomposable scores: how well a node's parents explain it, less what they cost.

The score of a graph is the sum over nodes of ``local(node, parents)``; higher is better. Every search of
`ordag.search` takes any `Score`, including one written by the user.
"""

from ordag.scores.bde import BDe
from ordag.scores.bge import BGe
from ordag.scores.block_bic import BlockBIC, PricedBlocks
from ordag.scores.contract import Score
from ordag.scores.cumulative import CumulativeScore
from ordag.scores.gaussian_bic import GaussianBIC
from ordag.scores.pcart import PCART

__all__ = ["PCART", "BDe", "BGe", "BlockBIC", "CumulativeScore", "GaussianBIC", "PricedBlocks", "Score"]
