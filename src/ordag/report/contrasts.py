# SPDX-License-Identifier: MIT
"""Links with a nominal variable in words: where its categories differ most in the answers to the other one.

These are statements about rows that differ in the category, not about the effect of setting it.
"""

import numpy as np
import numpy.typing as npt

from ordag.data import Label
from ordag.inference import query
from ordag.inference.block_effects import mean_within
from ordag.inference.conditions import level_boxes
from ordag.model import FittedNetwork


def contrast(network: FittedNetwork, start: int, end: int) -> str:
    """What a link with a nominal variable means, in words; empty where neither end is nominal."""
    if not network.is_nominal(start) and not network.is_nominal(end):
        return ""
    group, other = (start, end) if network.is_nominal(start) else (end, start)
    if network.is_nominal(other):
        return _most_frequent(network, group, other)
    return _highest(network, group, other)


def furthest_categories(network: FittedNetwork, group: int, other: int) -> tuple[Label, Label]:
    """The categories of a nominal variable between which another one differs most: from low to high, if it has both."""
    kept, labels = network.declared_codes[group], network.levels[group]
    if network.is_nominal(other):
        joint = query(network, [network.names[group], network.names[other]], tolerance=1e-4).probabilities[kept]
        shares = joint / joint.sum(axis=1, keepdims=True)
        apart = np.abs(shares[:, None] - shares).sum(axis=-1)
        low, high = np.unravel_index(int(np.argmax(apart)), apart.shape)
    else:
        means = _means(network, group, other)
        low, high = np.argmin(means), np.argmax(means)
    return labels[kept[low]], labels[kept[high]]


def _most_frequent(network: FittedNetwork, group: int, other: int) -> str:
    """The categories of two nominal variables that occur together most beyond chance."""
    joint = query(network, [network.names[group], network.names[other]], tolerance=1e-4).probabilities
    shares, expected = joint.sum(axis=0), np.outer(joint.sum(axis=1), joint.sum(axis=0))
    row, column = np.unravel_index(int(np.argmax(joint - expected)), joint.shape)
    within = joint[row, column] / joint[row].sum()
    return (
        f"where {network.names[group]} is {network.levels[group][row]}, {network.names[other]} is "
        f"{network.levels[other][column]} in {within:.0%} of rows, against {shares[column]:.0%} of all"
    )


def _highest(network: FittedNetwork, group: int, other: int) -> str:
    """The categories in which the other variable is highest and lowest on average."""
    low, high = furthest_categories(network, group, other)
    name, of = network.names[other], network.names[group]
    levels = [network.levels[other][code] for code in network.declared_codes[other]]
    if len(levels) == 2 and isinstance(levels[-1], str):
        return f"{name} is most often {levels[-1]} where {of} is {high}, and least often where it is {low}"
    return f"{name} is highest where {of} is {high}, and lowest where it is {low}"


def _means(network: FittedNetwork, group: int, other: int) -> npt.NDArray[np.float64]:
    """Mean of the latent variable of one column in each category of another."""
    blocks, correlation = network.coordinates.blocks, network.of_coordinates.correlation
    own = list(blocks.of(group))
    inside = correlation[np.ix_(own, own)]
    slopes = np.linalg.solve(inside, correlation[own, blocks.starts[other]])
    means = np.array([mean_within(np.array(box), inside) for box in level_boxes(network, group)])
    return np.asarray(means @ slopes)
