# SPDX-License-Identifier: MIT
"""The edges of several networks side by side."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Protocol

import numpy as np
import pandas as pd

from ordag.errors import InputValueError, RequirementTypeError
from ordag.graphs import Adjacency
from ordag.learners.contract import LearnedNetwork
from ordag.messages import Advise, OptionName

# Whether i → j and j → i stand in the class, as a mark between i and j.
_MARKS = {(1, 1): "—", (1, 0): "→", (0, 1): "←", (0, 0): ""}


class NamedClass(Protocol):
    """An equivalence class over named variables: `LearnedNetwork` and `ordag.FittedNetwork` are such."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""

    @property
    def cpdag(self) -> Adjacency:
        """The class."""


def compare(networks: Iterable[LearnedNetwork] | Mapping[str, NamedClass]) -> pd.DataFrame:
    """Edges by network: one row per pair that some network joins, one column per network.

    An entry is ``→`` or ``←`` where the network has that arrow between the first and the second variable, ``—`` where
    it leaves the direction open, and empty where it has no edge. Pairs that most networks join come first. Networks are
    matched by the names of their variables, in the order of the first.

    Parameters
    ----------
    networks
        What `ordag.learn` gave for several methods; or by label, for instance of one method with several options, or
        with ``model.network_`` among them.

    Raises
    ------
    InputTypeError
        If something else than a network is among them.
    InputValueError
        If there is no network, if they are of different variables, or if two have the same label.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 0], [0, 1, 0]], 500, levels=3, rng=1)
    >>> learned = [ordag.learn(data.frame, method) for method in ("bge", "gpc")]
    >>> ordag.compare(learned)  # doctest: +NORMALIZE_WHITESPACE
                 bge gpc
    first second
    V1    V2       →   →
    V2    V3       ←   ←
    """
    labelled = _labelled(networks)
    if not labelled:
        raise InputValueError(OptionName("networks"), "is empty", "give at least one network to compare")
    names = next(iter(labelled.values())).names
    pairs = list(combinations(range(len(names)), 2))
    marks = {}
    for label, network in labelled.items():
        cpdag = _in_order(network, names, label)
        marks[label] = [_mark(cpdag, i, j) for i, j in pairs]
    rows = pd.MultiIndex.from_tuples([(names[i], names[j]) for i, j in pairs], names=["first", "second"])
    table = pd.DataFrame(marks, index=rows)
    counts = (table != "").sum(axis=1).sort_values(ascending=False, kind="stable")
    return table.loc[counts.index[counts > 0]]


def _labelled(networks: Iterable[LearnedNetwork] | Mapping[str, NamedClass]) -> Mapping[str, NamedClass]:
    if isinstance(networks, Mapping):
        for label, network in networks.items():
            if not hasattr(network, "cpdag"):
                raise RequirementTypeError(
                    repr(label),
                    "be a network, such as ordag.learn gives or network_ of a fitted OSEM",
                    f"found {type(network).__name__}",
                )
        return networks
    learned = list(networks)
    for network in learned:
        if not isinstance(network, LearnedNetwork):
            raise RequirementTypeError(
                OptionName("networks"),
                "be what ordag.learn gives, or a mapping with labels",
                f"found {type(network).__name__}",
            )
    labels = [network.method for network in learned]
    for label in labels:
        if labels.count(label) > 1:
            raise InputValueError(f"method {label!r}", "occurs twice", "give the networks by label, as a mapping")
    return dict(zip(labels, learned, strict=True))


def _in_order(network: NamedClass, names: tuple[str, ...], label: str) -> Adjacency:
    """The class of a network with its variables in the order of `names`."""
    if sorted(network.names) != sorted(names):
        raise InputValueError(
            f"network {label!r}",
            f"has the variables {', '.join(network.names)}",
            f"the first has {', '.join(names)}",
            remedies=[Advise("learn all of them from the same columns")],
        )
    places = [network.names.index(name) for name in names]
    return network.cpdag[np.ix_(places, places)]


def _mark(cpdag: Adjacency, i: int, j: int) -> str:
    return _MARKS[int(cpdag[i, j]), int(cpdag[j, i])]
