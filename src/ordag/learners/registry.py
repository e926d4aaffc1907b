# SPDX-License-Identifier: MIT
"""The methods by name. A new method is a module with `CARD` and ``run`` (see `contract`) and one line here."""

import importlib
from collections.abc import Iterator, Mapping
from typing import cast

import pandas as pd

from ordag.errors import unknown_option
from ordag.learners.contract import MethodCard, Run
from ordag.model.display import Shown, counted

# name -> module, in the order in which they are listed; a module is loaded when its method is first asked for
_MODULES = {
    "osem": "ordag.learners.osem",
    "npc": "ordag.learners.npc",
    "opc": "ordag.learners.opc",
    "gpc": "ordag.learners.gpc",
    "rpc": "ordag.learners.rpc",
    "cpc": "ordag.learners.cpc",
    "mmpc": "ordag.learners.mmpc",
    "bde": "ordag.learners.bde",
    "bge": "ordag.learners.bge",
    "pcart": "ordag.learners.pcart",
    "opcart": "ordag.learners.opcart",
    "hc": "ordag.learners.hc",
    "ocd": "ordag.learners.ocd",
    "fci": "ordag.learners.fci",
    "bossfci": "ordag.learners.bossfci",
}


class MethodCards(Shown, Mapping[str, MethodCard]):
    """The methods' cards by name; printed, a short list of them."""

    def __init__(self, cards: Mapping[str, MethodCard]) -> None:
        self._cards = dict(cards)

    def __getitem__(self, name: str) -> MethodCard:
        return self._cards[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def to_frame(self) -> pd.DataFrame:
        """One row per method: title, what it returns, whether it accepts missing entries and continuous columns.

        Examples
        --------
        >>> methods().to_frame().loc["gpc", "gives"]
        'cpdag'
        """
        columns = ["title", "gives", "missing", "continuous"]
        rows = [[card.title, card.result, card.missing, card.continuous] for card in self.values()]
        return pd.DataFrame(rows, list(self), columns).rename_axis("method")

    def _shown(self) -> tuple[str, pd.DataFrame]:
        table = self.to_frame().replace({True: "yes", False: "no"})
        return f"{counted(len(self), 'method')} for ordag.learn", table


def methods() -> MethodCards:
    """Every method's card by name.

    Also available as ``ordag.methods()``.

    Examples
    --------
    >>> import ordag
    >>> ordag.methods()["gpc"].title
    'PC with Fisher z on Pearson correlations'
    """
    return MethodCards({name: find(name)[0] for name in _MODULES})


def find(name: str) -> tuple[MethodCard, Run]:
    """Card and learning function of the method called ``name``."""
    if name not in _MODULES:
        raise unknown_option("method", name, _MODULES)
    module = importlib.import_module(_MODULES[name])
    return cast(MethodCard, module.CARD), cast(Run, module.run)
