# SPDX-License-Identifier: MIT
"""The methods by name. A new method is a module with `CARD` and ``run`` (see `contract`) and one line here."""

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from ordag.errors import unknown_option
from ordag.methods.contract import MethodCard, Run

# name -> module, in the order in which they are listed; a module is loaded when its method is first asked for
_MODULES = {
    "osem": "ordag.methods.osem",
    "npc": "ordag.methods.npc",
    "opc": "ordag.methods.opc",
    "gpc": "ordag.methods.gpc",
    "rpc": "ordag.methods.rpc",
    "cpc": "ordag.methods.cpc",
    "mmpc": "ordag.methods.mmpc",
    "bde": "ordag.methods.bde",
    "bge": "ordag.methods.bge",
    "pcart": "ordag.methods.pcart",
    "opcart": "ordag.methods.opcart",
    "hc": "ordag.methods.hc",
}


def methods() -> Mapping[str, MethodCard]:
    """Every method's card by name.

    Also to be had as ``ordag.methods()``.

    Examples
    --------
    >>> import ordag
    >>> ordag.methods()["gpc"].title
    'PC with Fisher z on Pearson correlations'
    """
    return MappingProxyType({name: find(name)[0] for name in _MODULES})


def find(name: str) -> tuple[MethodCard, Run]:
    """Card and learning function of the method called ``name``."""
    if name not in _MODULES:
        raise unknown_option("method", name, _MODULES)
    module = importlib.import_module(_MODULES[name])
    return cast(MethodCard, module.CARD), cast(Run, module.run)
