# SPDX-License-Identifier: MIT
"""The network of latent coordinates behind one of variables of which some own several, and what of it variables show.

Between single coordinates variables have the coordinates' own parameters. Where a block takes part there is no single
number, and it has the size of what there is, the largest over all directions within the block, which has no sign:

    correlation   the largest canonical correlation of the two blocks
    weight        the largest singular value of S_ii^½ W S_jj^−½, W the weights between the blocks, S their covariances
    noise         (det of the residual covariance / det S_jj)^(1/k), k the number of coordinates

all of which are those of the coordinate itself for a single one.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ordag.expectation import level_bounds
from ordag.latent import Coordinates
from ordag.maximization import Parameters

if TYPE_CHECKING:
    from ordag.model.network import FittedNetwork

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LatentCoordinates:
    """The network of coordinates, and which variable owns which of them.

    Attributes
    ----------
    coordinates : Coordinates
    network : FittedNetwork
        Its variables are the coordinates: binary ones for the questions that a nominal variable answers.
    """

    coordinates: Coordinates
    network: "FittedNetwork"


def among_variables(parameters: Parameters, coordinates: Coordinates) -> Parameters:
    """Weights, noise and correlations of variables, from those of their coordinates."""
    blocks = [list(coordinates.blocks.of(column)) for column in range(coordinates.blocks.n_variables)]
    first = coordinates.blocks.starts
    pick = np.ix_(first, first)
    weights, correlation = parameters.weights[pick].copy(), parameters.correlation[pick].copy()
    noise = parameters.noise[first].copy()
    for j, own in enumerate(blocks):
        inside = parameters.correlation[np.ix_(own, own)]
        if len(own) > 1:
            noise[j] = np.exp((np.log(parameters.noise[own]).sum() - np.linalg.slogdet(inside)[1]) / len(own))
        for i, other in enumerate(blocks):
            if i == j or len(own) == len(other) == 1:
                continue
            outside = parameters.correlation[np.ix_(other, other)]
            between = parameters.correlation[np.ix_(other, own)]
            whitened = _root(outside, -0.5) @ between @ _root(inside, -0.5)
            correlation[i, j] = correlation[j, i] = min(_largest(whitened), 1.0)
            slopes = parameters.weights[np.ix_(other, own)]
            weights[i, j] = _largest(_root(outside, 0.5) @ slopes @ _root(inside, -0.5))
    return Parameters(weights, noise, correlation)


def level_bounds_of(network: "FittedNetwork", column: int) -> Matrix:
    """(n_levels, n_coordinates, 2) ends of each estimated level of a variable in its coordinates."""
    lower, upper = level_bounds(network.of_coordinates.margins)  # the first position is the whole line
    places = list(network.coordinates.blocks.of(column))
    answers = network.coordinates.answers(column, network.declared_codes[column].size) + 1
    return np.stack([lower[places, answers], upper[places, answers]], axis=-1)


def _root(covariance: Matrix, power: float) -> Matrix:
    values, axes = np.linalg.eigh(covariance)
    found: Matrix = (axes * values**power) @ axes.T
    return found


def _largest(matrix: Matrix) -> float:
    return float(np.linalg.norm(matrix, 2))
