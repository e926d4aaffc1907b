"""Standard errors of latent correlations against the spread of estimates over simulated tables."""

import numpy as np
import pytest

from ordag.data import OrdinalTable
from ordag.latent import estimate_correlations

N_TABLES, N_ROWS = 600, 400
# The standard deviation of 600 estimates is itself known to 1 / sqrt(1200), 3 %: four of those and a little bias.
TOLERANCE = 0.13

CORRELATION = np.array([[1.0, 0.7, -0.4], [0.7, 1.0, 0.2], [-0.4, 0.2, 1.0]])


@pytest.fixture(scope="module")
def estimates():
    """Raw correlations and their standard errors for columns of 2 and 4 levels and a continuous one."""
    rng = np.random.default_rng(7)
    found = []
    for _ in range(N_TABLES):
        latent = rng.multivariate_normal(np.zeros(3), CORRELATION, N_ROWS)
        codes = np.column_stack(
            [np.digitize(latent[:, 0], [0.6]), np.digitize(latent[:, 1], [-1, 0.2, 1]), np.zeros(N_ROWS)]
        )
        kinds = ("binary", "ordinal", "continuous")
        table = OrdinalTable(("a", "b", "z"), kinds, ((0, 1), (0, 1, 2, 3), ()), codes, latent[:, [2]])
        found.append(estimate_correlations(table, repair="none"))
    return np.array([f.raw for f in found]), np.array([f.standard_errors for f in found])


@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (1, 2)], ids=["polychoric", "polyserial binary", "polyserial"])
def test_standard_errors_match_the_spread_of_estimates(estimates, pair):
    raw, errors = estimates
    spread = raw[:, *pair].std(ddof=1)
    assert np.sqrt((errors[:, *pair] ** 2).mean()) == pytest.approx(spread, rel=TOLERANCE)


def test_intervals_cover_the_truth(estimates):
    raw, errors = estimates
    first, second = np.triu_indices(3, 1)
    inside = np.abs(raw - CORRELATION)[:, first, second] < 1.96 * errors[:, first, second]
    # Three pairs of 600 tables: a standard error of about 0.6 % around 95 %.
    assert inside.mean() == pytest.approx(0.95, abs=0.02)


def test_estimates_centre_on_the_truth(estimates):
    raw, errors = estimates
    deviation = (raw.mean(axis=0) - CORRELATION) / (errors.mean(axis=0) / np.sqrt(N_TABLES))
    assert np.abs(deviation[np.triu_indices(3, 1)]).max() < 4
