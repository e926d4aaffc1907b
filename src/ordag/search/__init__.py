# SPDX-License-Identifier: MIT
"""Searches for the graph: from a score or a conditional-independence test to a DAG or its equivalence class."""

from ordag.search.boss import boss
from ordag.search.contract import SampleResult, ScoredDag, SearchResult, SkeletonResult
from ordag.search.exact import exact
from ordag.search.hill_climb import hill_climb
from ordag.search.pc import pc
from ordag.search.space import SearchSpace

__all__ = [
    "SampleResult",
    "ScoredDag",
    "SearchResult",
    "SearchSpace",
    "SkeletonResult",
    "boss",
    "exact",
    "hill_climb",
    "pc",
]
