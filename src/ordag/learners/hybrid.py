# SPDX-License-Identifier: MIT
"""What the score-based methods share: iterative order MCMC around a skeleton, or from an empty space."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ordag.independence import CITest
from ordag.learners.contract import MethodResult, Parameter
from ordag.scores import PCART, Score
from ordag.search import SearchResult, SearchSpace, iterative_mcmc, pc
from ordag.search.contract import completed

SKELETON_ALPHA = Parameter("alpha", 0.05, "significance level of the PC skeleton that the search starts around")


def search_around_skeleton(
    score: Score, test: CITest, alpha: float, space: SearchSpace, rng: np.random.Generator
) -> MethodResult:
    """The best DAG by iterative MCMC whose first candidates are the skeleton that PC finds with a test."""
    # a limit on parents says nothing about neighbours, so PC goes without it
    skeleton = completed(pc, test, alpha, replace(space, max_parents=None)).skeleton
    return _result(iterative_mcmc(score, space, core=skeleton, random_state=rng), space)


def search_trees(
    score: PCART, names: Sequence[str], space: SearchSpace, max_parents: int, rng: np.random.Generator
) -> MethodResult:
    """The best DAG with few parents by iterative MCMC whose first candidates are none."""
    limited = space.limited_to(max_parents)
    score.require_room(limited.limit, names)
    nothing = np.zeros((score.n_nodes, score.n_nodes), dtype=np.int8)
    return _result(iterative_mcmc(score, limited, core=nothing, random_state=rng), limited)


def _result(result: SearchResult, space: SearchSpace) -> MethodResult:
    """The best DAG, and its class as far as data and knowledge go."""
    dag = result.adjacency
    return MethodResult(cpdag=space.class_of(dag), adjacency=dag, score=result.score, detail=result)
