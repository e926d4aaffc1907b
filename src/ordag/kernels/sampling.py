# SPDX-License-Identifier: MIT
"""Score tables and the Markov chains that run on them: orders, partitions, and the skeleton they may start from."""

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import LocalScore, OrderRun, PartitionRun, ScoreTables
from ordag.kernels.arrays import as_bytes

__all__ = [
    "ORDER_MOVES",
    "PARTITION_MOVES",
    "OrderRun",
    "PartitionRun",
    "ScoreTables",
    "score_skeleton",
    "score_tables",
]

# In the order of the counts of a run.
ORDER_MOVES = ("adjacent swap", "global swap", "relocation")
PARTITION_MOVES = ("split or join", "adjacent swap", "global swap", "relocation")

Matrix = npt.NDArray[np.bool_]  # (n, n); [i, j] speaks of the edge i → j


def score_tables(
    score: LocalScore, allowed: Matrix, required: Matrix, max_parents: int, *, maximise: bool, extra_parent: bool
) -> ScoreTables:
    """Tables with an empty core for every node; give them cores with ``set_core``."""
    return _core.ScoreTables(
        score=score,
        allowed=as_bytes(allowed),
        required=as_bytes(required),
        max_parents=max_parents,
        maximise=maximise,
        extra_parent=extra_parent,
    )


def score_skeleton(score: LocalScore, allowed: Matrix, max_conditioning: int) -> Matrix:
    """Symmetric matrix of the edges that no small set of neighbours explains away. Ctrl-C ends it as in Python."""
    edges, interrupted = _core.score_skeleton(score=score, allowed=as_bytes(allowed), max_conditioning=max_conditioning)
    if interrupted:
        raise KeyboardInterrupt
    return edges.astype(bool)
