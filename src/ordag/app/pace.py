# SPDX-License-Identifier: MIT
"""How long an analysis will take, roughly: what is said before it begins. What is left later follows from its pace."""

from ordag.app.document import HowToLearn
from ordag.options import as_threads

# Processor seconds that 28 items and 2 800 rows took: a fit, a resample, a report; and in fits, a posterior, groups
# learned together, and all families of models.
_ITEMS, _ROWS = 28.0, 2800.0
_FIT, _RESAMPLE, _REPORT = 3.0, 1.1, 6.0
_FITS_OF_POSTERIOR, _FITS_OF_GROUPS, _FITS_OF_FAMILIES = 12.0, 12.0, 6.0


def expected_seconds(n_items: int, n_rows: int, choices: HowToLearn) -> float:
    """Seconds on this machine, if it has nothing else to do; within a factor of about three.

    Examples
    --------
    >>> few, many = (expected_seconds(28, 2800, HowToLearn(n_resamples=n)) for n in (20, 200))
    >>> few < many
    True
    """
    size: float = (n_items / _ITEMS) ** 2 * (n_rows / _ROWS) ** 0.5
    fits = 1.0
    if choices.groups is not None:
        fits = _FITS_OF_GROUPS
    elif choices.is_bayesian:
        fits = _FITS_OF_POSTERIOR
    elif not choices.is_plain:
        fits = _FITS_OF_FAMILIES
    resamples = choices.n_boot * _RESAMPLE / as_threads(-1)
    return size * (fits * _FIT + resamples) * (2.0 if choices.n_hidden else 1.0) + _REPORT
