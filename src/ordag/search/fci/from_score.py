# SPDX-License-Identifier: MIT
"""BOSS-FCI: a search by score gives a first skeleton and its colliders, tests and FCI's rules do the rest.

After Ogarrio, Spirtes and Ramsey (2016), A hybrid causal search algorithm for latent variable models (GFCI), with best
order score search in the place of greedy equivalence search. A DAG of the observed variables explains hidden causes by
additional edges; tests take those away, and triples whose ends lose their edge become colliders.
"""

import time

import numpy as np

from ordag.graphs import Adjacency, ancestors
from ordag.independence import CITest, native_of
from ordag.kernels import pc as kernels
from ordag.random_state import RandomStateLike, as_generator
from ordag.scores import Score
from ordag.search.boss import boss
from ordag.search.contract import completed
from ordag.search.fci.algorithm import FciOptions, PagResult, Work, conclude
from ordag.search.pc import checked_space
from ordag.search.space import SearchSpace


def boss_fci(
    score: Score,
    test: CITest,
    alpha: float = 0.05,
    space: SearchSpace | None = None,
    *,
    orientation: str = "any",
    max_conditioning: int | None = None,
    max_possible: int | None = None,
    selection: bool = False,
    random_state: RandomStateLike = 0,
) -> PagResult:
    """The PAG found by best order score search, then by tests.

    Pairs that the best DAG does not join are not tested at all, which spares most tests and most of their errors.

    Parameters
    ----------
    score
        A decomposable score of `ordag.scores` on the same nodes as the test.
    test, alpha, space, orientation, max_conditioning, max_possible, selection
        As for `fci`.
    random_state
        Seed or generator of the search by score.

    Returns
    -------
    PagResult

    Examples
    --------
    >>> from ordag.independence import FisherZ
    >>> from ordag.scores import GaussianBIC
    >>> from ordag.search import boss_fci
    >>> collider = [[1.0, 0.0, 0.6], [0.0, 1.0, 0.6], [0.6, 0.6, 1.0]]
    >>> print(boss_fci(GaussianBIC(collider, 500), FisherZ(collider, 500)).pag)
    0 o→ 2
    1 o→ 2
    """
    started = time.perf_counter()
    native = native_of(test)
    space = checked_space(space, native.n_nodes, "boss_fci")
    options = FciOptions.of(alpha, orientation, (max_conditioning, max_possible), native.n_nodes, selection=selection)
    dag = completed(boss, score, space, random_state=as_generator(random_state)).adjacency
    joined = (dag | dag.T) == 1
    work = Work(native, space, options, kernels.Skeleton())
    work.find_skeleton(space.allowed & joined)
    for first, second, given in separations(dag):
        work.skeleton.separate(first=first, second=second, given=given)
    return conclude(work, started)


def separations(dag: Adjacency) -> list[tuple[int, int, list[int]]]:
    """Pairs that a DAG does not join, each with a set that separates them in it: the parents of the later one.

    Examples
    --------
    >>> separations(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=np.int8))
    [(0, 2, [1])]
    """
    apart = np.argwhere(np.triu((dag | dag.T) == 0, 1)).tolist()
    later = [i if j in ancestors(dag, i) else j for i, j in apart]
    return [(i, j, np.flatnonzero(dag[:, last]).tolist()) for (i, j), last in zip(apart, later, strict=True)]
