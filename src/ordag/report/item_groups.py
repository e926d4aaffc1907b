# SPDX-License-Identifier: MIT
"""Groups of items by which a report is ordered: the subscales of a questionnaire, or what the links hold together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordag.graphs import modular_groups
from ordag.model import EdgeSupport, FittedNetwork, supported_graph

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BADGE = 2  # letters that fit the badge of an item


@dataclass(frozen=True)
class ItemGroup:
    """Items that belong together.

    Attributes
    ----------
    badge
        Short name: that of the subscale if those of all subscales are short, else a letter.
    members
        Positions of its items.
    subscale
        Name of the subscale; empty where links make the group.
    """

    badge: str
    members: tuple[int, ...]
    subscale: str = ""

    @property
    def title(self) -> str:
        """Its name in full."""
        return f"subscale {self.subscale}" if self.subscale else f"group {self.badge}"


def find_groups(network: FittedNetwork, support: EdgeSupport | None = None) -> tuple[ItemGroup, ...]:
    """Subscales of the items where the plan of the columns has some, else groups that their links make.

    Examples
    --------
    >>> chain = FittedNetwork.from_parameters([[0, 1, 0], [0, 0, 0], [0, 0, 0]], [[0], [0], [0]])
    >>> find_groups(chain)
    (ItemGroup(badge='A', members=(0, 1), subscale=''),)
    """
    return _subscales(network) or tuple(
        ItemGroup(group_letter(place), members) for place, members in enumerate(_linked_items(network, support))
    )


def group_of_items(groups: Sequence[ItemGroup]) -> dict[int, ItemGroup]:
    """The group of each item that is in one."""
    return {item: group for group in groups for item in group.members}


def group_letter(position: int) -> str:
    """Name of a group: A to Z, then AA, AB and so on.

    Examples
    --------
    >>> group_letter(0), group_letter(27)
    ('A', 'AB')
    """
    high, low = divmod(position, len(LETTERS))
    return (group_letter(high - 1) if high else "") + LETTERS[low]


def _subscales(network: FittedNetwork) -> tuple[ItemGroup, ...]:
    """One group for each subscale, in the order of the items."""
    subscale_of = {} if network.provenance is None else dict(network.provenance.subscales)
    members: dict[str, list[int]] = {}
    for item, name in enumerate(network.names):
        if name in subscale_of:
            members.setdefault(subscale_of[name], []).append(item)
    are_short = all(len(subscale) <= _BADGE for subscale in members)
    return tuple(
        ItemGroup(subscale if are_short else group_letter(place), tuple(items), subscale)
        for place, (subscale, items) in enumerate(members.items())
    )


def _linked_items(network: FittedNetwork, support: EdgeSupport | None) -> list[tuple[int, ...]]:
    """Groups of items with many strong edges inside and few between, largest first; lone items are in none.

    Links that do not stand are left out where resamples tell which do. Greedy modularity of the skeleton (Clauset,
    Newman and Moore 2004), weighted by the size of the edge weights. Where there are hidden causes, the variables that
    have such form a group with others that depend most on the same one.
    """
    n = network.n_columns
    loadings = np.zeros((0, n)) if network.hidden is None else np.abs(network.hidden.loadings)
    measured = np.flatnonzero(loadings.any(axis=0))
    strongest = loadings[:, measured].argmax(axis=0) if len(measured) else measured
    found = [tuple(measured[strongest == cause].tolist()) for cause in range(len(loadings))]
    # A weight of zero is no link to the algorithm, which would then put its ends apart.
    stands = supported_graph(network, support)[1]
    sizes = np.where(network.dag & stands, np.maximum(np.abs(network.weights), 1e-6), 0.0)
    sizes[measured], sizes[:, measured] = 0.0, 0.0
    groups = [group for group in (*found, *modular_groups(sizes)) if len(group) > 1]
    return sorted(groups, key=lambda group: (-len(group), group))
