# SPDX-License-Identifier: MIT
"""The prior over graphs of a posterior: log odds of every arrow, and whether DAGs or classes are equally likely."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.errors import InputValueError, OptionError, unknown_option
from ordag.messages import OptionName

Matrix = NDArray[np.float64]
EdgePrior = str | float | Mapping[tuple[str, str], float]

# The sparse prior: so many neighbours of a variable are expected, and at most this share of all pairs.
_NEIGHBOURS, _DENSEST = 4.0, 0.5


@dataclass(frozen=True)
class StructurePrior:
    """Prior over graphs.

    Attributes
    ----------
    arrow_log_odds : (n, n)
        Log odds of i → j against no edge between i and j, acyclicity aside.
    over_classes : bool
        Whether every equivalence class, rather than every DAG, has the same prior probability beside these odds. Of a
        class only the members count that the given knowledge allows.
    """

    arrow_log_odds: Matrix
    over_classes: bool = False


def arrow_log_odds(edge_prior: EdgePrior, names: Sequence[str]) -> Matrix:
    """Log odds of each arrow for what a user states about edges.

    Examples
    --------
    >>> arrow_log_odds(0.5, ["a", "b"])[0, 1].round(3)  # half of the pairs are joined, half of these this way
    np.float64(-0.693)
    >>> arrow_log_odds({("a", "b"): 0.9}, ["a", "b"]).round(3)
    array([[ 0.   ,  2.197],
           [-0.693,  0.   ]])
    """
    n = len(names)
    everywhere = "sparse" if isinstance(edge_prior, Mapping) else edge_prior
    if everywhere == "sparse":
        probability = min(_DENSEST, _NEIGHBOURS / max(n - 1, 1))
    elif everywhere == "uniform":
        probability = 2 / 3
    elif isinstance(everywhere, str):
        raise unknown_option("edge_prior", everywhere, ("sparse", "uniform"))
    else:
        probability = _probability(everywhere, "edge_prior")
    odds = np.full((n, n), np.log(probability / 2 / (1 - probability)))
    if isinstance(edge_prior, Mapping):
        for pair, stated in edge_prior.items():
            source, target = _arrow(pair, names)
            share = _probability(stated, f"edge_prior of {source} → {target}")
            odds[names.index(source), names.index(target)] = np.log(share / (1 - share))
    np.fill_diagonal(odds, 0.0)
    return odds


def _arrow(pair: object, names: Sequence[str]) -> tuple[str, str]:
    if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] == pair[1]:
        found = f"has the key {pair!r}"
        raise InputValueError(OptionName("edge_prior"), found, "each must be a pair (from, to) of two columns")
    for name in pair:
        if name not in names:
            raise unknown_option(("column of ", OptionName("edge_prior")), name, names)
    return pair


def _probability(value: float, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if not 0 < number < 1:
        raise OptionError(what, value, "a probability between 0 and 1")
    return number
