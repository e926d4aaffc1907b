import numpy as np
import pytest

from ordag.data import encode
from ordag.latent import estimate_thresholds
from ordag.simulate import Missing, ordinal_data, random_dag
from ordag.strategies import estimate_margins

# Standard error of a threshold in the middle of the scale at 4 000 rows is 0.02.
CLOSE = 0.06


def table_with_missing(continuous=()):
    dag = random_dag(6, 3, rng=5)
    missing = Missing(0.15, "mar")
    data = ordinal_data(dag, 4000, 3, 2.0, rng=7, missing=missing, continuous=continuous)
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


@pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")
def test_continuous_columns_with_missing_entries_keep_a_positive_scale():
    _, table = table_with_missing(continuous=(0, 5))
    margins = estimate_margins(table)
    assert margins.scales.min() > 0
    assert np.isfinite(margins.means).all()
