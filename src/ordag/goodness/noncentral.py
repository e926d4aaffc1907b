# SPDX-License-Identifier: MIT
"""The non-central chi-squared distribution, whose non-centrality measures the size of a misfit.

With J Poisson distributed around half the non-centrality λ, it is that of a chi-squared variable with df + 2J degrees
of freedom. Its distribution function F falls with λ, by F(x; df + 2, λ) / 2 − F(x; df, λ) / 2.
"""

import numpy as np
import numpy.typing as npt

from ordag.kernels.tails import chi_squared_tail, log_gamma

# Poisson terms further from their mean than so many standard deviations, and so many terms more, are left out.
_REACH, _AT_LEAST = 9, 30
_MAX_STEPS, _TOLERANCE = 100, 1e-10


def noncentrality(statistic: float, df: float, share: float) -> float:
    """The non-centrality under which a statistic at most this large has the given probability; 0 if none is so low.

    Newton steps within a bracket that shrinks with each; a step that leaves it is replaced by its middle.

    Examples
    --------
    >>> round(noncentrality(5.0, 3, 0.05), 4)
    12.3815
    """
    below, above = 0.0, statistic + 10 * np.sqrt(2 * df) + 10 * np.sqrt(statistic)
    found = 0.0
    for _ in range(_MAX_STEPS):
        at = _lower(statistic, df, found)
        excess = at - share
        if found == 0.0 and excess <= 0:
            return 0.0
        below, above = (found, above) if excess > 0 else (below, found)
        slope = (_lower(statistic, df + 2, found) - at) / 2
        step = found - excess / slope if slope else np.inf
        new = step if below < step < above else (below + above) / 2
        if abs(new - found) <= _TOLERANCE * (1 + found):
            return float(new)
        found = new
    return float(found)


def _lower(x: float, df: float, noncentral: float) -> float:
    """Probability of a value up to x."""
    mean = noncentral / 2
    spread = _REACH * np.sqrt(mean) + _AT_LEAST
    terms = np.arange(max(int(mean - spread), 0), int(mean + spread) + 1)
    return float(_poisson(terms, mean) @ (1 - chi_squared_tail(x, df + 2 * terms)))


def _poisson(terms: npt.NDArray[np.int_], mean: float) -> npt.NDArray[np.float64]:
    """Probabilities of counts with a mean."""
    if mean == 0.0:
        return np.asarray(terms == 0, dtype=np.float64)
    return np.asarray(np.exp(terms * np.log(mean) - mean - log_gamma(terms + 1)))
