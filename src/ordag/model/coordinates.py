# SPDX-License-Identifier: MIT
"""The network of latent coordinates behind one of variables of which some own several, and what of it variables show.

Between single coordinates variables have the coordinates' own parameters. Where a block takes part there is no single
number, and it has the size of what there is, the largest over all directions within the block, which has no sign:

    correlation   the largest canonical correlation of the two blocks
    weight        the largest singular value of S_ii^½ W (I − B_jj)⁻¹ S_jj^−½, W the weights between the blocks, B those
                  inside, S their covariances
    noise         (det of the residual covariance / det S_jj)^(1/k), k the number of coordinates

all of which are those of the coordinate itself for a single one.
"""

from collections.abc import Sequence
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
    """Weights, noise and correlations of variables, from those of their coordinates; of many networks side by side too.

    Leading axes of the parameters count networks.
    """
    blocks = [list(coordinates.blocks.of(column)) for column in range(coordinates.blocks.n_variables)]
    first = coordinates.blocks.starts
    weights, correlation = (_part(whole, first, first).copy() for whole in (parameters.weights, parameters.correlation))
    noise = parameters.noise[..., first].copy()
    for j, own in enumerate(blocks):
        inside = _part(parameters.correlation, own, own)
        if len(own) > 1:
            left = np.log(parameters.noise[..., own]).sum(axis=-1) - np.linalg.slogdet(inside)[1]
            noise[..., j] = np.exp(left / len(own))
        for i, other in enumerate(blocks):
            if i == j or len(own) == len(other) == 1:
                continue
            outside = _part(parameters.correlation, other, other)
            between = _part(parameters.correlation, other, own)
            canonical = np.minimum(_largest(_root(outside, -0.5) @ between @ _root(inside, -0.5)), 1.0)
            correlation[..., i, j] = correlation[..., j, i] = canonical
            effects = _part(parameters.weights, other, own) @ np.linalg.inv(
                np.eye(len(own)) - _part(parameters.weights, own, own)
            )
            weights[..., i, j] = effect_size(effects, outside, inside)
    return Parameters(weights, noise, correlation)


def effect_size(effects: Matrix, outside: Matrix, inside: Matrix) -> Matrix:
    """Size of the effects of one block on another: the largest over directions within the blocks.

    Parameters
    ----------
    effects
        Of each coordinate of the one on each of the other.
    outside, inside
        Correlations within the block that acts, and within the other.

    Examples
    --------
    >>> effect_size(np.array([[0.3], [0.4]]), np.eye(2), np.eye(1)).round(3)
    np.float64(0.5)
    """
    return _largest(_root(outside, 0.5) @ effects @ _root(inside, -0.5))


def level_bounds_of(network: "FittedNetwork", column: int) -> Matrix:
    """(n_levels, n_coordinates, 2) ends of each estimated level of a variable in its coordinates."""
    lower, upper = level_bounds(network.of_coordinates.margins)  # the first position is the whole line
    places = list(network.coordinates.blocks.of(column))
    answers = network.coordinates.answers(column, network.declared_codes[column].size) + 1
    return np.stack([lower[places, answers], upper[places, answers]], axis=-1)


def _part(
    matrix: Matrix, rows: Sequence[int] | npt.NDArray[np.intp], columns: Sequence[int] | npt.NDArray[np.intp]
) -> Matrix:
    """The entries of some rows and columns of one matrix or several."""
    return np.asarray(matrix[..., np.asarray(rows)[:, None], np.asarray(columns)])


def _root(covariance: Matrix, power: float) -> Matrix:
    values, axes = np.linalg.eigh(covariance)
    return np.asarray((axes * values[..., None, :] ** power) @ np.swapaxes(axes, -1, -2))


def _largest(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.norm(matrix, 2, axis=(-2, -1)))[()]
