# SPDX-License-Identifier: MIT
"""Hidden causes of a network: what the text, the table and the drawing of a report have in common."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ordag.inference import HiddenCauses
from ordag.model.standing import LINK_SUPPORT


@dataclass(frozen=True)
class Loading:
    """How a hidden cause is related to an item, or to another hidden cause.

    Attributes
    ----------
    start, end : int
        The hidden cause, and the item or the other hidden cause, as nodes: hidden causes are numbered after the items.
    weight : float
        The loading, or the correlation of two hidden causes.
    error : float or None
        Its standard error; None for a correlation.
    support : float or None
        Share of resamples in which the hidden cause acts on the item, or in which both hidden causes are found.
    """

    start: int
    end: int
    weight: float
    error: float | None
    support: float | None

    @property
    def stands(self) -> bool:
        """Whether enough resamples have it, as far as any were drawn."""
        return self.support is None or self.support >= LINK_SUPPORT


@dataclass(frozen=True)
class ShownCause:
    """A hidden cause as the report shows it.

    Attributes
    ----------
    name, suggested : str
        Its name, and one that its items suggest.
    found : float or None
        Share of resamples that have it.
    loadings : tuple of Loading
        The strongest first.
    """

    name: str
    suggested: str
    found: float | None
    loadings: tuple[Loading, ...]


def find_causes(causes: HiddenCauses, wordings: Mapping[str, str] | None = None) -> tuple[ShownCause, ...]:
    """The hidden causes, the strongest first, with names that the wordings suggest.

    Examples
    --------
    >>> from ordag.inference import hidden_causes
    >>> from ordag.model import FittedNetwork
    >>> find_causes(hidden_causes(FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])))
    ()
    """
    hidden = causes.network.hidden
    if hidden is None:
        return ()
    n, errors, support = hidden.n_columns, causes.standard_errors, hidden.support
    suggested = causes.suggested_names(wordings)
    return tuple(
        ShownCause(
            name,
            suggested[name],
            None if support is None else float(support.found[k]),
            tuple(
                Loading(
                    n + k,
                    item,
                    float(hidden.loadings[k, item]),
                    float(errors[k, item]),
                    None if support is None else float(support.loads[k, item]),
                )
                for item in hidden.items(k).tolist()
            ),
        )
        for k, name in enumerate(hidden.names)
    )


def correlated_causes(causes: HiddenCauses) -> tuple[Loading, ...]:
    """Pairs of hidden causes that are joined, with their correlations."""
    hidden = causes.network.hidden
    if hidden is None:
        return ()
    n, found = hidden.n_columns, None if hidden.support is None else hidden.support.found
    arrows = hidden.dag[n:, n:]
    return tuple(
        Loading(
            n + first,
            n + second,
            float(causes.correlation[first, second]),
            None,
            None if found is None else float(min(found[first], found[second])),
        )
        for first, second in np.argwhere(np.triu(arrows | arrows.T)).tolist()
    )
