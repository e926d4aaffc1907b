# SPDX-License-Identifier: MIT
"""How likely it is that a link differs between groups: odds, in place of a test.

If weights differ, those of the groups are draws around their mean, with standard deviation τ; if not, τ = 0. With the
estimates w_g, their variances s_g² and a flat prior for the mean,

    p(w | τ) ∝ Π_g (s_g² + τ²)^(−1/2) · (Σ_g 1 / (s_g² + τ²))^(−1/2) · exp(−Q_τ / 2),

Q_τ being their heterogeneity with variances s_g² + τ². The Bayes factor is the ratio of this at τ and at 0; unlike a
p-value it can speak for equality. That a link is present in one group and not in another has a probability of its own,
from graphs drawn from the posterior of each group.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.errors import collected_warnings
from ordag.estimator import clone
from ordag.groups.links import GroupEstimates
from ordag.groups.split import GroupedRows
from ordag.osem import OSEM
from ordag.search import SearchSpace

Array = npt.NDArray[np.float64]

# Weights that differ are expected to lie this far from their mean: two groups then typically differ by 0.28, as much as
# a link of moderate strength.
TYPICAL_DEVIATION = 0.2


def bayes_factors(groups: Sequence[GroupEstimates], deviation: float = TYPICAL_DEVIATION) -> Array:
    """Odds that each weight differs, if both were equally likely a priori.

    Examples
    --------
    >>> same, other = (GroupEstimates(np.array([0.4, w]), np.array([0.005, 0.005]), None) for w in (0.4, 0.9))
    >>> bayes_factors([same, other]).round(1).tolist()
    [0.3, 22303.5]
    """
    weights = np.stack([group.weights for group in groups])
    variances = np.stack([group.variances for group in groups])
    differing = _log_density(weights, variances + deviation**2)
    return np.asarray(np.exp(differing - _log_density(weights, variances)))


def probability_of_difference(rows: GroupedRows, model: OSEM, space: SearchSpace) -> Array:
    """(n, n) posterior probability that a link is in some groups but not in all, from draws for each group."""
    joined = []
    for table in rows.tables():
        with collected_warnings():
            fitted = clone(model).set_params(prior="wishart", penalty="auto", criterion="evidence")
            joined.append(fitted.fit_within(table, space).posterior_.edge_support.support)
    shares = np.stack(joined)
    return np.asarray(1 - shares.prod(axis=0) - (1 - shares).prod(axis=0))


def _log_density(weights: Array, variances: Array) -> Array:
    precision = 1 / variances
    total = precision.sum(axis=0)
    mean = (weights * precision).sum(axis=0) / total
    squares = (precision * (weights - mean) ** 2).sum(axis=0)
    return np.asarray((np.log(precision).sum(axis=0) - np.log(total) - squares) / 2)
