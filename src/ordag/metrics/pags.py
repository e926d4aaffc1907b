# SPDX-License-Identifier: MIT
"""A learned PAG against the true one: edges, then the marks at the ends of those that both have."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs.marks import CIRCLE, NONE, as_marks
from ordag.messages import OptionName


@dataclass(frozen=True)
class PagComparison:
    """Counts of edges and marks; rates without a denominator are NaN.

    Attributes
    ----------
    n_true, n_estimated, n_shared
        Edges of the truth, of the estimate, and of both.
    n_marks_right
        Ends of shared edges with the same mark.
    n_claims, n_claims_right
        Tails and arrowheads of the estimate, and those of them that the truth has.
    """

    n_true: int
    n_estimated: int
    n_shared: int
    n_marks_right: int
    n_claims: int
    n_claims_right: int

    @property
    def recall(self) -> float:
        """Share of the true edges that were found."""
        return _share(self.n_shared, self.n_true)

    @property
    def precision(self) -> float:
        """Share of the edges found that are true."""
        return _share(self.n_shared, self.n_estimated)

    @property
    def mark_accuracy(self) -> float:
        """Share of the ends of shared edges with the right mark."""
        return _share(self.n_marks_right, 2 * self.n_shared)

    @property
    def claim_precision(self) -> float:
        """Share of the tails and arrowheads found that are true."""
        return _share(self.n_claims_right, self.n_claims)


def compare_pags(estimated: npt.ArrayLike, truth: npt.ArrayLike) -> PagComparison:
    """The estimated marks against the true ones.

    Parameters
    ----------
    estimated, truth
        (n, n) marks, as in `ordag.graphs.Pag`.

    Examples
    --------
    >>> collider = [[0, 2, 0], [1, 0, 1], [0, 2, 0]]
    >>> comparison = compare_pags([[0, 1, 0], [1, 0, 1], [0, 2, 0]], collider)
    >>> comparison.recall, comparison.mark_accuracy, comparison.claim_precision
    (1.0, 0.75, 1.0)
    """
    found, true = as_marks(estimated, "estimated"), as_marks(truth, "truth")
    if found.shape != true.shape:
        raise RequirementError(OptionName("estimated"), f"have shape {true.shape}, as the truth", f"is {found.shape}")
    joined, truly = found != NONE, true != NONE
    claimed = joined & (found != CIRCLE)
    right = joined & (found == true)
    return PagComparison(
        n_true=int(truly.sum()) // 2,
        n_estimated=int(joined.sum()) // 2,
        n_shared=int((joined & truly).sum()) // 2,
        n_marks_right=int(right.sum()),
        n_claims=int(claimed.sum()),
        n_claims_right=int((right & claimed).sum()),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float(np.nan)
