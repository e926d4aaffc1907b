# SPDX-License-Identifier: MIT
"""Candidate parents for the samplers: where the core comes from and how it grows.

A core is an (n, n) boolean matrix in which entry [i, j] makes i a candidate parent of j. The score tables hold every
subset of a node's candidates, so the limits below are limits on time and memory: one node with 14 candidates among 100
takes 0.2 s to maximise over and 1.5 s to sum over with a compiled Gaussian score. They are those of the R package of
Kuipers, Suter and Moffa (2022).
"""

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError, warn
from ordag.graphs import as_adjacency
from ordag.kernels import sampling as kernels
from ordag.kernels.sampling import ScoreTables
from ordag.kernels.scores import LocalScore
from ordag.messages import InPython, OptionName
from ordag.progress import track
from ordag.remarks import CoreCut
from ordag.search.contract import Problem

Core = npt.NDArray[np.bool_]  # (n, n); [i, j]: i is a candidate parent of j

HARD_LIMIT = 14  # more candidates than this a node never has
SOFT_LIMIT = 9  # from here on a core has no room for candidates that are not parents in the best DAG
LARGEST_SEPARATING_SET = 3  # of the skeleton that a core starts from; larger sets cost much and remove little


def given_core(problem: Problem, core: npt.ArrayLike) -> Core:
    """A core handed over by the user, in the order of the problem, without what the space rules out."""
    matrix = as_adjacency(core, "core")
    if matrix.shape != problem.space.allowed.shape:
        raise RequirementError(
            OptionName("core"), f"have {problem.space.n_nodes} nodes as the score has", f"found shape {matrix.shape}"
        )
    return problem.arrange(matrix).astype(bool) & problem.allowed & ~problem.required


def refuse_large(core: Core) -> Core:
    """The core, unless a node has more candidates than a sampler can hold."""
    sizes = core.sum(axis=0)
    if len(sizes) and sizes.max() > HARD_LIMIT:
        raise RequirementError(
            OptionName("core"),
            f"give a node at most {HARD_LIMIT} candidate parents",
            f"found {sizes.max()} ({(sizes > HARD_LIMIT).sum()} nodes above the limit)",
            remedies=[InPython("pass fewer, or core=None to have them searched")],
        )
    return core


def cut_to_limit(problem: Problem, core: Core) -> Core:
    """The core with the strongest candidates of each node that has too many, with a warning."""
    n_crowded = int((core.sum(axis=0) > HARD_LIMIT).sum())
    if n_crowded == 0:
        return core
    warn(CoreCut(HARD_LIMIT, n_crowded))
    return _strongest(problem.score, core, HARD_LIMIT)


def skeleton_core(problem: Problem) -> Core:
    """The skeleton of PC with the score as its test, both ends of an edge being candidates of each other."""
    skeleton = kernels.score_skeleton(problem.score, problem.allowed, LARGEST_SEPARATING_SET)
    return _strongest(problem.score, skeleton & problem.allowed & ~problem.required, SOFT_LIMIT)


def grow(problem: Problem, core: Core, dag: npt.NDArray[np.generic]) -> Core:
    """The core with the edges of a DAG in both directions.

    A node that would pass the soft limit gives up candidates that the DAG does not use, then children; its parents in
    the DAG stay up to the hard limit.
    """
    parents = dag.astype(bool) & problem.allowed & ~problem.required
    neighbours = parents | (dag.astype(bool).T & problem.allowed & ~problem.required)
    grown = core | neighbours
    for node in np.flatnonzero(grown.sum(axis=0) > SOFT_LIMIT):
        rank = 2 * parents[:, node] + neighbours[:, node]
        candidates = np.flatnonzero(grown[:, node])
        by_use = candidates[np.argsort(-rank[candidates], kind="stable")]
        room = min(max(SOFT_LIMIT, int(parents[:, node].sum())), HARD_LIMIT)
        grown[by_use[room:], node] = False
    return grown


def widen(problem: Problem, core: Core, dag: npt.NDArray[np.generic], n_near: int) -> Core:
    """The core with the candidates that come nearest to being one parent more in a DAG, up to the soft limit."""
    wider = core.copy()
    for node in range(len(core)):
        room = min(n_near, SOFT_LIMIT - int(core[:, node].sum()))
        parents = [int(parent) for parent in np.flatnonzero(dag[:, node])]
        outside = problem.allowed[:, node] & ~core[:, node]
        outside[parents] = False
        candidates = np.flatnonzero(outside)
        values = [problem.score.local(node, sorted([*parents, int(candidate)])) for candidate in candidates]
        nearest = np.argsort(values, kind="stable")[::-1][: max(room, 0)]
        wider[candidates[nearest], node] = True
    return wider


def tabulate(problem: Problem, core: Core, *, maximise: bool, extra_parent: bool) -> ScoreTables:
    """Score tables of all nodes with their candidates."""
    tables = kernels.score_tables(
        problem.score,
        problem.allowed,
        problem.required,
        problem.space.limit,
        maximise=maximise,
        extra_parent=extra_parent,
    )
    fill(tables, problem, core, np.flatnonzero(core.any(axis=0)))
    return tables


def fill(tables: ScoreTables, problem: Problem, core: Core, nodes: npt.NDArray[np.intp]) -> None:
    """Tabulates the given nodes anew with their candidates."""
    for node in track(nodes, "score tables"):
        tables.set_core(problem.score, int(node), [int(parent) for parent in np.flatnonzero(core[:, node])])


def _strongest(score: LocalScore, core: Core, limit: int) -> Core:
    """The `limit` candidates of each node that score best as its only parent."""
    kept = core.copy()
    for node in np.flatnonzero(core.sum(axis=0) > limit):
        candidates = np.flatnonzero(core[:, node])
        values = [score.local(int(node), [int(candidate)]) for candidate in candidates]
        kept[candidates[np.argsort(values, kind="stable")[:-limit]], node] = False
    return kept
