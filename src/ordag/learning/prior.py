# SPDX-License-Identifier: MIT
"""The prior over graphs of a posterior: log odds of every arrow, and whether DAGs or classes are equally likely."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.errors import unknown_option
from ordag.messages import OptionName
from ordag.osem_options.graph_prior import EdgePrior

Matrix = NDArray[np.float64]

# The sparse prior: expected neighbours of a variable, and the largest expected share of all pairs.
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


def arrow_log_odds(edges: EdgePrior, names: Sequence[str]) -> Matrix:
    """Log odds of each arrow for what a user states about edges, in the form that `ordag.GraphPrior` admits.

    Examples
    --------
    >>> arrow_log_odds(0.5, ["a", "b"])[0, 1].round(3)  # half of the pairs are joined, half of these this way
    np.float64(-0.693)
    >>> arrow_log_odds({("a", "b"): 0.9}, ["a", "b"]).round(3)
    array([[ 0.   ,  2.197],
           [-0.693,  0.   ]])
    """
    n = len(names)
    everywhere = "sparse" if isinstance(edges, Mapping) else edges
    if everywhere == "sparse":
        probability = min(_DENSEST, _NEIGHBOURS / max(n - 1, 1))
    elif everywhere == "uniform":
        probability = 2 / 3
    else:
        probability = float(everywhere)
    odds = np.full((n, n), np.log(probability / 2 / (1 - probability)))
    if isinstance(edges, Mapping):
        for (source, target), stated in edges.items():
            share = float(stated)
            odds[_position(source, names), _position(target, names)] = np.log(share / (1 - share))
    np.fill_diagonal(odds, 0.0)
    return odds


def _position(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise unknown_option(("column of ", OptionName("edges")), name, names)
    return names.index(name)
