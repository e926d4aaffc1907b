# SPDX-License-Identifier: MIT
"""Rows that were filled in too fast to have been read, where a column tells how long each took.

Logarithms of durations are nearly normal except for long breaks, so that centre and spread are estimated from the
faster half. A row is too fast if it took less than half the median time, the customary bound, and less than nearly all
others.
"""

import numpy as np
import numpy.typing as npt

from ordag.data.encoding.column import as_numbers
from ordag.data.encoding.encode import Encoded
from ordag.data.wordings.names import name_is
from ordag.errors import InputTypeError, InputValueError

Array = npt.NDArray[np.float64]

_SHARE_OF_MEDIAN = 0.5
# Normal quantiles: of the bound, one honest row in two hundred, and of the lower quartile.
_BOUND, _QUARTILE = 2.576, 0.6745
# Least number of rows with a known duration, and of different durations.
_FEWEST_ROWS, _FEWEST_DISTINCT = 20, 10


def too_fast(durations: Array) -> npt.NDArray[np.bool_]:
    """Rows that took less than half the median time, and less than all but one honest row in two hundred.

    Parameters
    ----------
    durations
        How long each row took, in any unit; NaN or zero where that is not known.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> too_fast(np.append(rng.lognormal(6, 0.3, 200), [30, np.nan]))[-2:].tolist()
    [True, False]
    """
    known = durations > 0
    if known.sum() < _FEWEST_ROWS:
        return np.zeros(len(durations), dtype=bool)
    logs = np.log(durations, where=known, out=np.full(len(durations), np.nan))
    quartile, centre = np.quantile(logs[known], [0.25, 0.5])
    bound = min(centre + np.log(_SHARE_OF_MEDIAN), centre - _BOUND / _QUARTILE * (centre - quartile))
    return np.asarray(known & (logs < bound))


def durations_in(encoded: Encoded, column: str | None = None) -> Array | None:
    """How long each row of a table took; None if no column tells.

    Parameters
    ----------
    encoded
        The table, and the data that it comes from.
    column
        The column that tells; when left out, one that is no variable of the network and has the name of a duration; of
        several the one with the longest times.
    """
    if column is not None:
        return _values(encoded, column)
    called = [plan.name for plan in encoded.plan if not plan.is_item and name_is("duration", plan.name)]
    found = [values for name in called if (values := _plausible(encoded, name)) is not None]
    return max(found, key=lambda values: float(np.nanmedian(values)), default=None)


def _values(encoded: Encoded, column: str) -> Array:
    source = encoded.source
    return as_numbers(column, source.column(source.names.index(column)), "to hold durations")[encoded.kept]


def _plausible(encoded: Encoded, column: str) -> Array | None:
    """The numbers of a column, if they can be durations."""
    try:
        values = _values(encoded, column)
    except (InputTypeError, InputValueError):
        return None
    known = values[np.isfinite(values)]
    is_plausible = len(known) >= _FEWEST_ROWS and known.min() >= 0 and len(np.unique(known)) >= _FEWEST_DISTINCT
    return values if is_plausible else None
