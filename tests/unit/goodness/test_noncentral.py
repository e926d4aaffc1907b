"""The non-centrality inverts the distribution function of scipy."""

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from ordag.goodness.noncentral import noncentrality


@pytest.mark.parametrize("share", [0.05, 0.95])
def test_the_statistic_has_the_share_below_it(share):
    rng = np.random.default_rng(0)
    for df in np.exp(rng.uniform(-2, 7, 200)):
        statistic = float(df * np.exp(rng.normal(0, 0.7)))
        found = noncentrality(statistic, float(df), share)
        if chi2.cdf(statistic, df) <= share:
            assert found == 0
        else:
            assert ncx2.cdf(statistic, df, found) == pytest.approx(share, abs=1e-8)


def test_no_statistic_has_no_noncentrality():
    assert noncentrality(0.0, 5.0, 0.05) == 0
