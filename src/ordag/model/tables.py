# SPDX-License-Identifier: MIT
"""Conditional probability tables over the observed levels, and the BIF format that holds them.

P(x_i | levels of the parents) is integrated from the latent Gaussian and is right for the model, up to the integration
error. A discrete network made of these tables is an approximation though: given its *latent* parents a variable
is independent of its other ancestors, given their levels it is not quite, so that the product of the tables keeps the
distribution of each family only as far as levels determine the latent values. The more levels, the closer.
"""

from itertools import product

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError
from ordag.expectation.cells import cell_probabilities
from ordag.messages import UseFunction
from ordag.model.coordinates import level_bounds_of
from ordag.model.hidden_nodes import without_hidden
from ordag.model.network import FittedNetwork

# A table with more entries than this is no use to a reader, and takes minutes to integrate.
MAX_ENTRIES = 20_000


def conditional_table(network: FittedNetwork, name: str) -> npt.NDArray[np.float64]:
    """P(variable | levels of its parents) in declared levels; one axis per parent, then its own.

    A level that was never observed has probability zero; given such a level of a parent, the distribution is that of
    the level it was merged with. Where the levels of parents have no joint probability in floating point, the
    distribution is that without them.

    Parameters
    ----------
    network
        The network.
    name
        The variable; neither it nor its parents may be continuous.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> conditional_table(network, "mood").round(3)
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    without_hidden(network, f"a table of {name!r}")
    node = network.index(name)
    family = [*np.flatnonzero(network.dag[:, node]).tolist(), node]
    for column in family:
        if not network.levels[column]:
            raise InputValueError(repr(network.names[column]), "is continuous", f"a table of {name!r} needs levels")
    shape = tuple(network.declared_codes[column].size for column in family)
    n_entries = int(np.prod([len(network.levels[column]) for column in family]))
    if n_entries > MAX_ENTRIES:
        raise InputValueError(
            f"the table of {name!r} with {len(family) - 1} parents",
            f"has {n_entries} entries",
            f"at most {MAX_ENTRIES} are made",
            remedies=[UseFunction("ordag.inference.query", "for single probabilities")],
        )
    joint = _joint(network, family, shape)
    alone = joint.reshape(-1, shape[-1]).sum(axis=0)
    for axis, column in enumerate(family[:-1]):
        codes = network.estimated_codes[column]
        if (codes < 0).any():  # a category that was never seen says nothing; the code −1 is the last
            joint = np.concatenate([joint, joint.sum(axis=axis, keepdims=True)], axis=axis)
        joint = joint.take(codes, axis=axis)
    table = np.where(joint.sum(axis=-1, keepdims=True) > 0, joint, alone)
    table /= table.sum(axis=-1, keepdims=True)
    declared = np.zeros((*table.shape[:-1], len(network.levels[node])))
    declared[..., network.declared_codes[node]] = table
    return declared


def to_bif(network: FittedNetwork) -> str:
    """The network as BIF text with the tables of `conditional_table`, readable by pgmpy, bnlearn and others.

    Names and labels are reduced to letters, digits and underscores, which is what readers of BIF have in common.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> print(to_bif(network), end="")
    network unknown {
    }
    variable sleep {
      type discrete [ 2 ] { l0, l1 };
    }
    variable mood {
      type discrete [ 2 ] { l0, l1 };
    }
    probability ( sleep ) {
      table 0.5, 0.5;
    }
    probability ( mood | sleep ) {
      (l0) 0.75, 0.25;
      (l1) 0.25, 0.75;
    }
    """
    names = _words(network.names, "v")
    states = [_words([str(label) for label in column], "l") for column in network.levels]
    lines = ["network unknown {", "}"]
    for name, labels in zip(names, states, strict=True):
        lines += [f"variable {name} {{", f"  type discrete [ {len(labels)} ] {{ {', '.join(labels)} }};", "}"]
    for node, name in enumerate(names):
        parents = np.flatnonzero(network.dag[:, node])
        table = conditional_table(network, network.names[node])
        given = f" | {', '.join(names[i] for i in parents)}" if len(parents) else ""
        lines.append(f"probability ( {name}{given} ) {{")
        for levels in product(*(range(len(states[i])) for i in parents)):
            head = f"({', '.join(states[i][k] for i, k in zip(parents, levels, strict=True))})" if levels else "table"
            lines.append(f"  {head} {', '.join(f'{p:.12g}' for p in table[levels])};")
        lines.append("}")
    return "\n".join(lines) + "\n"  # pgmpy overlooks a last block without the end of its line


def _joint(network: FittedNetwork, family: list[int], shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Probability of every combination of estimated levels of a few columns."""
    codes = np.indices(shape).reshape(len(shape), -1)
    bounds = [level_bounds_of(network, column)[codes[k]] for k, column in enumerate(family)]
    lower, upper = np.moveaxis(np.concatenate(bounds, axis=1), -1, 0)
    places = [place for column in family for place in network.coordinates.blocks.of(column)]
    correlation = network.of_coordinates.correlation[np.ix_(places, places)]
    return np.exp(cell_probabilities(lower, upper, correlation).log_probability).reshape(shape)


def _words(texts: tuple[str, ...] | list[str], prefix: str) -> list[str]:
    """Different words of letters, digits and underscores that start with a letter; alike ones get a number."""
    words: list[str] = []
    for text in texts:
        word = "".join(c if c.isascii() and c.isalnum() else "_" for c in text)
        word = word if word[:1].isalpha() else prefix + word
        tries = (word, *(f"{word}_{k}" for k in range(2, len(texts) + 2)))
        words.append(next(candidate for candidate in tries if candidate not in words))
    return words
