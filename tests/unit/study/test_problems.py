"""The data of a replicate are always the same; problems are what they say."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ordag.study import Confounded, FactorItems, Resampled, Simulated, Split, Whole


@pytest.fixture
def raw_data(undistributed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDAG_DATA", str(undistributed / "data" / "raw"))


def test_a_replicate_is_drawn_alike_each_time_and_unlike_the_next() -> None:
    problem = Simulated(n_nodes=10, n_rows=200)
    one, again, other = problem.draw(0), problem.draw(0), problem.draw(1)
    np.testing.assert_array_equal(one.train.codes, again.train.codes)
    np.testing.assert_array_equal(one.dag, again.dag)
    assert not np.array_equal(one.train.codes, other.train.codes)


def test_simulated_data_have_the_size_asked_for() -> None:
    sample = Simulated(n_nodes=10, n_rows=200, n_test=50, levels=4.0).draw(3)
    assert (sample.train.n_rows, sample.test.n_rows, sample.train.n_columns) == (200, 50, 10)
    assert set(sample.train.n_levels) <= {2, 3, 4, 5, 6}


def test_missing_entries_are_holes_in_the_same_data() -> None:
    problem = Simulated(n_nodes=10, n_rows=300)
    full, holed = problem.draw(0), replace(problem, missing=0.2, mechanism="mar").draw(0)
    seen = ~holed.train.missing
    assert 0.15 < 1 - seen.mean() < 0.25
    np.testing.assert_array_equal(full.train.codes[seen], holed.train.codes[seen])


def test_half_the_columns_can_be_continuous_on_the_same_dag() -> None:
    problem = Simulated(n_nodes=10, n_rows=100)
    mixed = replace(problem, continuous=0.5).draw(0)
    assert mixed.train.kinds.count("continuous") == 5
    np.testing.assert_array_equal(mixed.dag, problem.draw(0).dag)


@pytest.mark.usefixtures("raw_data")
def test_a_split_is_complete_disjoint_and_a_fifth_for_testing() -> None:
    sample = Split("votes").draw(0)
    assert (sample.train.n_rows, sample.test.n_rows) == (348, 87)
    assert not sample.train.missing.any()
    assert not sample.test.missing.any()
    half = Split("votes", share=0.5).draw(0)
    assert half.train.n_rows + half.test.n_rows == round(435 / 2)


@pytest.mark.usefixtures("raw_data")
def test_filling_leaves_observed_entries_alone() -> None:
    problem = Split("votes")
    samples = [problem.draw(k) for k in range(2)]
    totals = [np.vstack([s.train.codes, s.test.codes]).sum(axis=0) for s in samples]
    holes = Whole("votes").draw(0).train.missing.sum(axis=0)
    assert (np.abs(totals[0] - totals[1]) <= holes).all()


def test_replicate_0_of_a_resampled_data_set_is_the_data_set() -> None:
    itself, sample, data = Resampled("anes96").draw(0), Resampled("anes96").draw(1), Whole("anes96").draw(5)
    np.testing.assert_array_equal(itself.train.codes, data.train.codes)
    assert sample.train.n_rows == data.train.n_rows
    # a bootstrap sample holds about 1 − 1/e of the rows
    share = len(np.unique(sample.train.continuous, axis=0)) / len(np.unique(data.train.continuous, axis=0))
    assert share < 0.85


def test_factors_have_links_to_be_found_among_their_items() -> None:
    problem = FactorItems(n_rows=200, n_links=4)
    sample = problem.draw(1)
    assert (sample.train.n_columns, sample.train.n_rows) == problem.size == (15, 200)
    assert sample.dag.sum() == 4
    np.testing.assert_array_equal(sample.train.codes, problem.draw(1).train.codes)


def test_nodes_that_are_not_shown_leave_their_effects() -> None:
    shown, hidden = Confounded(n_hidden=0, n_rows=200), Confounded(n_hidden=3, n_rows=200)
    for problem in (shown, hidden):
        sample = problem.draw(2)
        assert sample.train.n_columns == len(sample.dag) == 15
        np.testing.assert_array_equal(sample.train.codes, problem.draw(2).train.codes)
