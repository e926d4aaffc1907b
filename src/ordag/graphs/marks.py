# SPDX-License-Identifier: MIT
"""Marks at the ends of edges, for graphs that allow for hidden common causes.

Such a graph is an (n, n) array: ``marks[i, j]`` is the mark *at j* of the edge between i and j, as in the R package
pcalg (its type "amat.pag"). An arrowhead at j says that j is no cause of i; a tail at j, that j is a cause of i (or of
the selection of rows); a circle leaves both open. So i → j has a tail at i and an arrowhead at j, and i ↔ j two
arrowheads: neither causes the other, a hidden cause joins them.
"""

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.messages import OptionName

Marks = npt.NDArray[np.int8]  # (n, n), entries below; [i, j] is the mark at j

NONE, CIRCLE, ARROW, TAIL = 0, 1, 2, 3


def as_marks(marks: npt.ArrayLike, name: str = "marks") -> Marks:
    """The marks as an (n, n) array of int8, checked: an edge has a mark at both ends.

    Parameters
    ----------
    marks
        Square array, nested list or frame of 0 (no edge), 1 (circle), 2 (arrowhead) and 3 (tail).
    name
        What to call the input in an error message.

    Examples
    --------
    >>> as_marks([[0, 2], [3, 0]])
    array([[0, 2],
           [3, 0]], dtype=int8)
    """
    matrix = np.asarray(marks)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise RequirementError(OptionName(name), "be a square matrix", f"found shape {matrix.shape}")
    if not np.isin(matrix, (NONE, CIRCLE, ARROW, TAIL)).all():
        raise RequirementError(OptionName(name), "hold 0, 1, 2 and 3 only")
    if ((matrix == NONE) != (matrix.T == NONE)).any() or matrix.diagonal().any():
        raise RequirementError(OptionName(name), "have a mark at both ends of every edge, and none on the diagonal")
    return matrix.astype(np.int8)


def is_directed(marks: Marks) -> npt.NDArray[np.bool_]:
    """(n, n), True at [i, j] for i → j.

    Examples
    --------
    >>> is_directed(np.array([[0, 2], [3, 0]], dtype=np.int8)).tolist()
    [[False, True], [False, False]]
    """
    return np.asarray((marks == ARROW) & (marks.T == TAIL))


def transitive_closure(directed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """(n, n), True at [i, j] if a path of arrows leads from i to j; every node reaches itself.

    Examples
    --------
    >>> transitive_closure(np.array([[False, True], [False, False]])).tolist()
    [[True, True], [False, True]]
    """
    reached = directed | np.eye(len(directed), dtype=bool)
    while True:
        further = reached @ reached
        if np.array_equal(further, reached):
            return reached
        reached = further
