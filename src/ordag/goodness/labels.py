# SPDX-License-Identifier: MIT
"""What bands are called: levels, ranges of levels, ranges of numbers."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ordag.model import FittedNetwork


def band_labels(network: FittedNetwork, column: int, cuts: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """A text for each band of a column.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters(np.zeros((1, 1)), [[-1.0, 0.0]], levels=[["no", "perhaps", "yes"]])
    >>> band_labels(network, 0, np.array([0.0, np.inf]))
    ('no–perhaps', 'yes')
    """
    inner = cuts[np.isfinite(cuts)]
    if not network.levels[column]:
        ends = [f"{value:.3g}" for value in network.margins.values_of(column, inner)]
        between = [f"{low} to {high}" for low, high in pairwise(ends)]
        return (f"up to {ends[0]}", *between, f"above {ends[-1]}") if ends else ("any",)
    names = [str(network.levels[column][code]) for code in network.declared_codes[column]]
    starts = [0, *(np.searchsorted(network.margins.cuts[column], inner) + 1).tolist(), len(names)]
    return tuple(_range(names[low:high]) for low, high in pairwise(starts))


def _range(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}"
