# SPDX-License-Identifier: MIT
"""Standard errors where variables own several latent coordinates: of sizes, by the delta method, and of categories.

Slopes inside a block are taken as known: no row says how questions go together of which it answers one, so that errors
of the others are given them. A link of a block has as many slopes as coordinates meet in it; that all of them are zero
is tested at once (Wald).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ordag.inference.block_effects import mean_within
from ordag.inference.conditions import level_boxes
from ordag.kernels.tails import chi_squared_tail
from ordag.latent import Coordinates
from ordag.maximization import Parameters
from ordag.maximization.observed import given_others
from ordag.maximization.standard_errors import StandardErrors
from ordag.model import FittedNetwork
from ordag.model.coordinates import among_variables

Array = npt.NDArray[np.float64]

# Of the differences that stand for derivatives: rounding and curvature leave about six digits.
_STEP = 1e-5


@dataclass(frozen=True, eq=False)
class SlopesBetween:
    """Slopes between the blocks of a network, with their covariance given the slopes inside.

    Attributes
    ----------
    coordinates : Coordinates
    slopes : (d, d)
        All of them, for a noise of one.
    edges : (n_slopes, 2)
        Coordinates that each slope between blocks joins.
    covariance : (n_slopes, n_slopes)
    """

    coordinates: Coordinates
    slopes: Array
    edges: npt.NDArray[np.intp]
    covariance: Array

    @classmethod
    def of(
        cls, coordinates: Coordinates, dag: npt.NDArray[np.int8], slopes: Array, covariance: Array
    ) -> "SlopesBetween":
        """Those of a graph among coordinates, with the covariance of all its slopes in the order of ``np.argwhere``."""
        edges, owners = np.argwhere(dag), coordinates.blocks.owners
        apart = owners[edges[:, 0]] != owners[edges[:, 1]]
        return cls(coordinates, slopes, edges[apart], given_others(covariance, apart))

    def errors(self) -> StandardErrors:
        """Standard errors of weights, correlations and explained variance of the variables."""
        after, before = (among_variables(moved, self.coordinates) for moved in self._moved)
        joined = np.zeros(after.weights.shape[1:], dtype=bool)
        joined[tuple(self.coordinates.blocks.owners[self.edges].T)] = True
        return StandardErrors(
            np.where(joined, self._error(after.weights, before.weights), np.nan),
            self._error(after.correlation, before.correlation),
            self._error(after.noise, before.noise),
        )

    def p_value(self, start: int, end: int) -> float:
        """Chance of slopes between two variables as large as these if all were zero."""
        own = (self.coordinates.blocks.owners[self.edges] == (start, end)).all(axis=1)
        found = self.slopes[tuple(self.edges[own].T)]
        statistic = found @ np.linalg.solve(self.covariance[np.ix_(own, own)], found)
        return float(chi_squared_tail(statistic, own.sum()))

    def category_means(self, network: FittedNetwork, group: int, other: int) -> tuple[Array, Array]:
        """Latent means of a variable in each category of another, and their standard errors."""
        own, single = list(self.coordinates.blocks.of(group)), self.coordinates.blocks.starts[other]
        inside = network.of_coordinates.correlation[np.ix_(own, own)]
        within = np.array([mean_within(np.array(box), inside) for box in level_boxes(network, group)])

        def means(correlation: Array) -> Array:
            block = correlation[..., np.array(own)[:, None], own]
            slopes = np.linalg.solve(block, correlation[..., own, single][..., None])
            return np.asarray((within @ slopes)[..., 0])

        after, before = (means(moved.correlation) for moved in self._moved)
        return means(network.of_coordinates.correlation), self._error(after, before)

    @cached_property
    def _moved(self) -> tuple[Parameters, Parameters]:
        """The network with each slope in turn a little higher, and a little lower."""
        n = len(self.slopes)
        moves = np.zeros((len(self.edges), n, n))
        moves[np.arange(len(self.edges)), self.edges[:, 0], self.edges[:, 1]] = _STEP
        return _of_slopes(self.slopes + moves), _of_slopes(self.slopes - moves)

    def _error(self, after: Array, before: Array) -> Array:
        """Standard error of something that each of these moves changes so much."""
        gradient = (after - before) / (2 * _STEP)
        variance = np.einsum("e...,ef,f...->...", gradient, self.covariance, gradient, optimize=True)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _of_slopes(slopes: Array) -> Parameters:
    """Parameters of networks whose slopes are those of a noise of one, with every latent variable of variance one."""
    effects = np.linalg.inv(np.eye(slopes.shape[-1]) - slopes)
    covariance = np.swapaxes(effects, -1, -2) @ effects
    scale = np.sqrt(np.diagonal(covariance, axis1=-2, axis2=-1))
    across = scale[..., :, None] / scale[..., None, :]
    return Parameters(slopes * across, 1 / scale**2, covariance / (scale[..., :, None] * scale[..., None, :]))
