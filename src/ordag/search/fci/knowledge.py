# SPDX-License-Identifier: MIT
"""What is known beforehand, as marks.

A forbidden edge i → j, or a tier of j before that of i, is read as "i is no cause of j": the edge between them, if
there is one, has an arrowhead at i. A required edge i → j is i → j. Pairs that are forbidden both ways are not joined.
"""

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL, Marks
from ordag.search.space import SearchSpace


def marks_from(skeleton: Adjacency, space: SearchSpace) -> Marks:
    """The skeleton with circles at all ends but those that knowledge decides."""
    marks = np.where(skeleton == 1, CIRCLE, NONE).astype(np.int8)
    joined = skeleton == 1
    marks[joined & ~space.allowed.T] = ARROW  # at j where j → i is forbidden
    marks[joined & space.must] = ARROW
    marks[joined & space.must.T] = TAIL
    return marks


def point_at_colliders(marks: Marks, triples: npt.NDArray[np.intp]) -> None:
    """Put arrowheads at the middle of triples (first, middle, last), where no knowledge stands against it."""
    for first, middle, last in triples.tolist():
        if TAIL in (marks[first, middle], marks[last, middle]):
            continue
        marks[first, middle] = marks[last, middle] = ARROW
