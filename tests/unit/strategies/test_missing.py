import numpy as np
import pandas as pd
import pytest
from scipy.special import expit, ndtr, ndtri

from ordag.data import encode
from ordag.errors import ConvergenceWarning
from ordag.latent import estimate_thresholds
from ordag.simulate import Missing, ordinal_data, random_dag
from ordag.strategies import estimate_margins, missing
from ordag.strategies.missing import _moved_cuts

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


def test_some_rows_serve_where_all_would_take_too_long(monkeypatch):
    _, table = table_with_missing()
    of_all = estimate_margins(table)
    monkeypatch.setattr(missing, "_WORK", 1000.0 * table.n_columns**3)
    of_some = estimate_margins(table)
    moved = [np.abs(one - other).max() for one, other in zip(of_some.cuts, of_all.cuts, strict=True)]
    assert 0 < max(moved) < CLOSE


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


def continuous_and_level(rng, n=4000):
    cause = rng.normal(size=n)
    values = 10 + 3 * (0.8 * cause + 0.6 * rng.normal(size=n))
    return pd.DataFrame({"value": values, "level": np.digitize(cause, [-1, 0, 1]).astype(float)})


def test_mean_and_scale_of_a_column_without_missing_entries_stay_as_they_are(rng):
    frame = continuous_and_level(rng)
    frame.loc[:50, "level"] = np.nan
    table = encode(frame, kinds={"value": "continuous"})
    margins = estimate_margins(table, table.rows(np.arange(100)))
    seen = estimate_thresholds(table)
    assert (margins.means[0], margins.scales[0]) == (seen.means[0], seen.scales[0])


def test_mean_and_scale_of_what_is_seen_come_from_all_rows(rng):
    frame = continuous_and_level(rng)
    frame.loc[rng.random(4000) < 0.02, "value"] = np.nan
    table = encode(frame, kinds={"value": "continuous"})
    high = table.rows(np.flatnonzero(~(frame.value.to_numpy() < 10))[:300])  # a sample unlike the rest
    margins, seen = estimate_margins(table, high), estimate_thresholds(table)
    # Of the 2 % that are missing the sample may think what it likes.
    assert margins.means[0] == pytest.approx(seen.means[0], abs=0.15)
    assert margins.scales[0] == pytest.approx(seen.scales[0], abs=0.15)


def test_a_step_is_lengthened_by_the_share_that_was_seen():
    """Nothing is known of the missing entries, so the cut belongs where the seen ones put it."""
    cut, seen = np.array([0.05]), 0.2
    moved = _moved_cuts(cut, np.array([0.5 * seen, seen]), ndtr(cut))
    assert ndtri(0.5 * seen + (1 - seen) * ndtr(cut)) == pytest.approx(0.04, abs=1e-4)  # one step of EM, a fifth of it
    assert moved == pytest.approx(0, abs=1e-3)


def test_cuts_that_a_long_step_carries_past_each_other_are_put_in_order():
    cuts, seen = np.array([-0.5, 0.5]), 0.1
    moved = _moved_cuts(cuts, np.array([0.4999, 0.5001, 1.0]) * seen, ndtr(cuts))
    assert -0.1 < moved[0] < 0 < moved[1] < 0.1


def test_margins_that_do_not_settle_say_so(monkeypatch):
    _, table = table_with_missing()
    monkeypatch.setattr("ordag.strategies.missing._MAX_ROUNDS", 2)
    with pytest.warns(ConvergenceWarning, match=r"margins had not settled after 2 rounds.*of the entries of 'V\d' are"):
        estimate_margins(table)


def test_the_remark_names_the_column_and_not_its_coordinate(monkeypatch):
    _, table = table_with_missing()
    monkeypatch.setattr("ordag.strategies.missing._MAX_ROUNDS", 2)
    called = [f"item of {name}" for name in table.names]
    with pytest.warns(ConvergenceWarning, match=r"of the entries of 'item of V\d' are"):
        estimate_margins(table, called=called)
