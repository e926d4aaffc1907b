import numpy as np
import pandas as pd
import pytest
from scipy.special import expit

from ordag.data import encode
from ordag.errors import ConvergenceWarning
from ordag.latent import estimate_thresholds
from ordag.simulate import Missing, ordinal_data, random_dag
from ordag.strategies import estimate_margins

# Standard error of a threshold in the middle of the scale at 4 000 rows is 0.02.
CLOSE = 0.06


def table_with_missing():
    data = ordinal_data(random_dag(6, 3, rng=5), 4000, 3, 2.0, rng=7, missing=Missing(0.15, "mar"))
    return data, encode(data.frame)


def middle(thresholds):
    """Thresholds that many rows lie on both sides of."""
    return [cut for cuts in thresholds for cut in cuts if abs(cut) < 1]


def test_thresholds_under_missing_at_random_come_back_to_the_truth():
    data, table = table_with_missing()
    truth = np.array(middle(data.thresholds))
    pick = [[abs(cut) < 1 for cut in cuts] for cuts in data.thresholds]

    def error(margins):
        found = [cut for cuts, kept in zip(margins.cuts, pick, strict=True) for cut in np.asarray(cuts)[kept]]
        return np.abs(np.array(found) - truth).max()

    assert error(estimate_margins(table)) < CLOSE
    assert error(estimate_thresholds(table)) > CLOSE  # the control: seen entries alone are a biased sample


def test_without_missing_entries_the_margins_are_the_plain_ones():
    table = encode(ordinal_data(random_dag(4, 2, rng=1), 300, 3, 2.0, rng=1).frame)
    for one, other in zip(estimate_margins(table).cuts, estimate_thresholds(table).cuts, strict=True):
        np.testing.assert_array_equal(one, other)


def test_mean_and_scale_under_missing_at_random_come_back_to_the_truth(rng):
    cause = rng.normal(size=4000)
    values = 10 + 3 * (0.8 * cause + 0.6 * rng.normal(size=4000))
    level = np.digitize(cause, [-1, -0.3, 0.3, 1])
    values[rng.random(4000) < expit(level - 2)] = np.nan
    table = encode(pd.DataFrame({"value": values, "level": level}), kinds={"value": "continuous"})
    margins, seen = estimate_margins(table), estimate_thresholds(table)
    # Standard errors are 0.06 and 0.05 or so.
    assert margins.means[0] == pytest.approx(10, abs=0.25)
    assert margins.scales[0] == pytest.approx(3, abs=0.2)
    assert abs(seen.means[0] - 10) > 0.5  # the control: seen entries alone are a biased sample
    assert abs(seen.scales[0] - 3) > 0.2


def test_margins_that_do_not_settle_say_so(monkeypatch):
    _, table = table_with_missing()
    monkeypatch.setattr("ordag.strategies.missing._MAX_ROUNDS", 2)
    with pytest.warns(ConvergenceWarning, match=r"margins had not settled after 2 rounds.*of the entries of 'V\d' are"):
        estimate_margins(table)
