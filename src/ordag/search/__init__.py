# SPDX-License-Identifier: MIT
"""Searches for the graph: from a score or a conditional-independence test to a DAG or its equivalence class."""

from ordag.search.boss import boss
from ordag.search.contract import MoveCount, SampleResult, ScoredDag, SearchResult, SkeletonResult
from ordag.search.diagnostics import effective_sample_size, split_r_hat
from ordag.search.exact import exact
from ordag.search.fci import PagResult, boss_fci, fci, is_valid_pag, mag_to_pag
from ordag.search.ges import ges
from ordag.search.hill_climb import hill_climb
from ordag.search.iterative_mcmc import iterative_mcmc
from ordag.search.order_mcmc import order_mcmc
from ordag.search.partition_mcmc import partition_mcmc
from ordag.search.pc import pc
from ordag.search.space import SearchSpace

__all__ = [
    "MoveCount",
    "PagResult",
    "SampleResult",
    "ScoredDag",
    "SearchResult",
    "SearchSpace",
    "SkeletonResult",
    "boss",
    "boss_fci",
    "effective_sample_size",
    "exact",
    "fci",
    "ges",
    "hill_climb",
    "is_valid_pag",
    "iterative_mcmc",
    "mag_to_pag",
    "order_mcmc",
    "partition_mcmc",
    "pc",
    "split_r_hat",
]
