# SPDX-License-Identifier: MIT
"""Networks whose weights are tied: one number may stand for the weights of several edges.

Every variable has variance one, so that with W the weights and E = (I − Wᵀ)⁻¹ the noise variances v follow from
(E ∘ E) v = 1, and

    Σ = E diag(v) Eᵀ.

With G = ∂l/∂Σ the weight of j → i has the derivative 2 (Σ G* E)[j, i], where G* = G + diag(μ) and μ keeps variances at
one: (E ∘ E)ᵀ μ = −diag(Eᵀ G E).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

# Noise variances below this are those of no network.
LEAST_VARIANCE = 1e-3


@dataclass(frozen=True, eq=False)
class TiedCorrelation:
    """Correlation of a network with tied weights, and what it was made of.

    Attributes
    ----------
    correlation, effects : (n, n)
        Σ and E.
    noise : (n,)
        v.
    """

    correlation: Matrix
    effects: Matrix
    noise: Vector


@dataclass(frozen=True, eq=False)
class TiedWeights:
    """Which number stands for the weight of each edge.

    Attributes
    ----------
    starts, ends, numbers : (n_edges,)
        Of each edge; `numbers` are positions among the parameters.
    n_columns, n_parameters : int

    Examples
    --------
    >>> chain = TiedWeights(np.array([0, 1]), np.array([1, 2]), np.array([0, 0]), n_columns=3, n_parameters=1)
    >>> chain.correlation(np.array([0.5])).correlation
    array([[1.  , 0.5 , 0.25],
           [0.5 , 1.  , 0.5 ],
           [0.25, 0.5 , 1.  ]])
    """

    starts: Numbers
    ends: Numbers
    numbers: Numbers
    n_columns: int
    n_parameters: int

    def weights(self, parameters: Vector) -> Matrix:
        """W."""
        matrix = np.zeros((self.n_columns, self.n_columns))
        matrix[self.starts, self.ends] = parameters[self.numbers]
        return matrix

    def correlation(self, parameters: Vector) -> TiedCorrelation | None:
        """The correlation, or None where no network has these weights."""
        effects: Matrix = np.asarray(np.linalg.inv(np.eye(self.n_columns) - self.weights(parameters)).T)
        noise: Vector = np.asarray(np.linalg.solve(effects**2, np.ones(self.n_columns)))
        if noise.min(initial=1.0) < LEAST_VARIANCE:
            return None
        return TiedCorrelation((effects * noise) @ effects.T, effects, noise)

    def gradient(self, at: TiedCorrelation, by_correlation: Matrix) -> Vector:
        """Derivatives by the parameters of what has the symmetric derivative `by_correlation` by the correlation."""
        effects = at.effects
        multipliers = np.linalg.solve((effects**2).T, -np.sum(effects * (by_correlation @ effects), axis=0))
        by_weight = 2 * at.correlation @ (by_correlation + np.diag(multipliers)) @ effects
        gradient = np.zeros(self.n_parameters)
        np.add.at(gradient, self.numbers, by_weight[self.starts, self.ends])
        return gradient

    def derivatives(self, at: TiedCorrelation) -> npt.NDArray[np.float64]:
        """(n_parameters, n_columns, n_columns): derivatives of the correlation."""
        effects = at.effects
        moved = np.zeros((self.n_parameters, self.n_columns, self.n_columns))
        np.add.at(moved, self.numbers, effects[:, self.ends].T[:, :, None] * at.correlation[self.starts][:, None, :])
        moved = moved + moved.transpose(0, 2, 1)
        noise = np.linalg.solve(effects**2, -np.diagonal(moved, axis1=1, axis2=2).T).T
        return np.asarray(moved + np.einsum("ik,pk,jk->pij", effects, noise, effects, optimize=True))
