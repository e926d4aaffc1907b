# SPDX-License-Identifier: MIT
"""How likely a latent correlation is, whatever it was made of, with the derivative by each of its entries.

The observed-data likelihood comes from expectation propagation: with the expected moments M of the rows under the
correlation Σ its derivative is N/2 Σ⁻¹ (M − Σ) Σ⁻¹. Around a fit a surrogate stands for it
(`ordag.maximization.surrogate`), which needs no pass over the rows; its information about parameters a and b of Σ is

    I_ab = N/2 tr (Σ + D)⁻¹ ∂_aΣ (Σ + D)⁻¹ ∂_bΣ,

D being the variances of errors that hide as much as the levels and the missing entries do.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ordag.expectation import BoxArrays, Factors, Settling, propagate
from ordag.maximization.surrogate import SurrogateMoments

Matrix = npt.NDArray[np.float64]
# A correlation -> its log-likelihood, and the symmetric derivative of that.
Likelihood = Callable[[Matrix], tuple[float, Matrix]]

_SETTLING = Settling(tolerance=1e-3)
# Weight of the Wishart prior that keeps correlations clear of singular ones, in rows of independent data.
_RIDGE = 1.0


class ObservedLikelihood:
    """The observed-data likelihood of rows; the factors of one call are the start of the next."""

    def __init__(self, boxes: BoxArrays, factors: Factors, *, n_threads: int = 1) -> None:
        self.boxes, self.factors, self.n_threads = boxes, factors, n_threads

    def __call__(self, correlation: Matrix) -> tuple[float, Matrix]:
        """Log-likelihood with the weak prior, and its derivative."""
        value, second = self.moments(correlation)
        n_rows, inverse = self.boxes.total_weight, np.linalg.inv(correlation)
        inverse = (inverse + inverse.T) / 2
        prior = -_RIDGE / 2 * (np.linalg.slogdet(correlation)[1] + np.trace(inverse))
        pulled = n_rows * (second - correlation) + _RIDGE * (np.eye(len(correlation)) - correlation)
        return value + float(prior), inverse @ pulled @ inverse / 2

    def moments(self, correlation: Matrix) -> tuple[float, Matrix]:
        """Log-likelihood, and the expected second moments."""
        self.factors, found = propagate(
            self.factors, self.boxes, correlation, settling=_SETTLING, n_threads=self.n_threads
        )
        assert found.log_likelihood is not None
        return found.log_likelihood, found.second


def likelihood_of_surrogate(moments: SurrogateMoments) -> Likelihood:
    """The likelihood of a Gaussian sample whose columns were observed with errors.

    Examples
    --------
    >>> moments = SurrogateMoments(np.eye(2), np.zeros(2), 10.0)
    >>> value, slope = likelihood_of_surrogate(moments)(np.eye(2))
    >>> value, bool((slope == 0).all())  # −N/2 tr I, at its top
    (-10.0, True)
    """

    def likelihood(correlation: Matrix) -> tuple[float, Matrix]:
        covariance = correlation + np.diag(moments.noise)
        inverse = np.linalg.inv(covariance)
        value = np.linalg.slogdet(covariance)[1] + np.sum(inverse * moments.second)
        slope = inverse @ (moments.second - covariance) @ inverse
        return -moments.n_rows / 2 * float(value), moments.n_rows / 4 * (slope + slope.T)

    return likelihood


def information_of(
    derivatives: npt.NDArray[np.float64], correlation: Matrix, noise: npt.NDArray[np.float64], n_rows: float
) -> Matrix:
    """Information of a surrogate about parameters with these derivatives of the correlation."""
    inverse = np.linalg.inv(correlation + np.diag(noise))
    left = np.matmul(inverse, derivatives).reshape(len(derivatives), inverse.size)
    right = np.matmul(derivatives, inverse).reshape(len(derivatives), inverse.size)
    return np.asarray(n_rows / 2 * (left @ right.T))
