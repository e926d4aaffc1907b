# SPDX-License-Identifier: MIT
"""How far a learned graph is from the true one, and ROC points over replicates, as in Luo, Moffa and Kuipers (2021)."""

from ordag.metrics.comparison import Comparison, compare_patterns, compare_skeletons, structural_hamming_distance
from ordag.metrics.expected import most_accurate
from ordag.metrics.pags import PagComparison, compare_pags
from ordag.metrics.roc import RocPoint, best_balance, lowest_shd, roc_points

__all__ = [
    "Comparison",
    "PagComparison",
    "RocPoint",
    "best_balance",
    "compare_pags",
    "compare_patterns",
    "compare_skeletons",
    "lowest_shd",
    "most_accurate",
    "roc_points",
    "structural_hamming_distance",
]
