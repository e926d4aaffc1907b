"""Tables too long for the E-step are fitted on a random sample of their rows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ordag import OSEM
from ordag.data import OrdinalTable, encode
from ordag.errors import InferenceWarning
from ordag.expectation import latent_boxes
from ordag.latent import estimate_thresholds
from ordag.metrics import compare_patterns
from ordag.strategies import estimate_margins, rows_to_fit
from ordag.strategies.contract import Settings
from ordag.strategies.many_rows import most_rows, rows_to_begin_with
from reference.fits import problem


@pytest.fixture
def table(rng):
    return OrdinalTable.from_codes(rng.integers(0, 5, (3000, 6)))


def test_longer_fits_are_given_fewer_rows():
    fixed, judged, folded = Settings(penalty=6.0), Settings(), Settings(criterion="cv")
    assert most_rows(20, folded) < most_rows(20, judged) < most_rows(20, fixed)
    assert most_rows(100, fixed) < most_rows(50, fixed)
    assert most_rows(2000, fixed) >= 1000


def test_chains_are_given_rows_by_the_square_of_the_columns():
    assert most_rows(500, Settings()) == 20_000
    assert most_rows(1000, Settings()) == 5_000


def test_the_rows_of_a_sample_are_rows_of_the_table_none_of_them_twice(rng):
    numbered = OrdinalTable.from_codes(np.column_stack(np.divmod(np.arange(3000), 100)))
    with pytest.warns(InferenceWarning, match="learned from 100 of the 3000 rows"):
        sampled = rows_to_fit(numbered, 100, Settings(), rng)
    assert len(np.unique(sampled.codes, axis=0)) == 100


def test_equal_rows_count_once(rng):
    table = OrdinalTable.from_codes(rng.integers(0, 2, (3000, 3)))
    assert rows_to_fit(table, 8, Settings(), rng) is table


def test_rows_are_drawn_until_as_many_as_allowed_differ(rng):
    table = OrdinalTable.from_codes(rng.integers(0, 2, (3000, 3)))
    with pytest.warns(InferenceWarning, match=r"learned from \d\d+ of the 3000 rows") as caught:
        sampled = rows_to_fit(table, 7, Settings(), rng)
    assert len(np.unique(sampled.codes, axis=0)) == 7
    assert sampled.n_rows > 7
    assert f"learned from {sampled.n_rows} of" in str(caught[0].message)


def test_rows_without_weight_are_neither_counted_nor_drawn(table, rng):
    weighted = replace(table, weights=np.repeat([1.0, 0.0], [500, 2500]))
    assert rows_to_fit(weighted, 600, Settings(), rng) is weighted
    with pytest.warns(InferenceWarning):
        sampled = rows_to_fit(weighted, 400, Settings(), rng)
    assert np.all(sampled.weights == 1)
    assert len(np.unique(sampled.codes, axis=0)) == 400


def test_equal_rows_count_each_where_rows_are_left_out(rng):
    table = OrdinalTable.from_codes(rng.integers(0, 2, (3000, 3)))
    with pytest.warns(InferenceWarning):
        assert rows_to_fit(table, 8, Settings(criterion="cv"), rng).n_rows == 8


def test_all_rows_are_taken_when_asked_for_or_few(table, rng):
    assert rows_to_fit(table, None, Settings(), rng) is table
    assert rows_to_fit(table, "auto", Settings(), rng) is table


def test_a_sample_gives_a_like_network_and_the_scale_of_all_rows():
    _, frame = problem(n=8, n_rows=6000)
    every = OSEM(6).fit(frame)
    with pytest.warns(InferenceWarning, match=r"learned from 2\d\d\d of the 6000 rows"):
        some = OSEM(6, max_rows=2000).fit(frame)
    assert compare_patterns(some.adjacency_, every.adjacency_).shd <= 1
    assert some.log_likelihood_ == pytest.approx(every.log_likelihood_, rel=0.02)
    # Thresholds are counted on all rows.
    for mine, theirs in zip(some.thresholds_, every.thresholds_, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_margins_count_what_is_seen_on_all_rows(rng):
    codes = rng.integers(0, 3, (4000, 3))
    codes[rng.random(codes.shape) < 0.2] = -1
    codes[(codes < 0).all(axis=1), 0] = 1
    table = encode(OrdinalTable.from_codes(codes))
    nobody_low = table.rows(np.flatnonzero((table.codes != 0).all(axis=1))[:300])
    margins = estimate_margins(table, nobody_low)
    # Missing completely at random among independent columns: near the plain thresholds, though the sample is not.
    for found, plain in zip(margins.cuts, estimate_thresholds(table).cuts, strict=True):
        np.testing.assert_allclose(found, plain, atol=0.1)


def test_counts_are_drawn_from_as_the_rows_that_they_stand_for(rng):
    rows = OrdinalTable.from_codes(rng.integers(0, 2, (20_000, 8)))
    distinct = rows.distinct()
    counts = replace(rows.rows(distinct.index), weights=distinct.counts)
    with pytest.warns(InferenceWarning):
        drawn = rows_to_fit(counts, 128, Settings(), rng)
    assert drawn.n_rows == 128
    # Half of 256 equally likely cells are met after 256 log 2 draws; whole cells would weigh ten thousand.
    assert drawn.total_weight == pytest.approx(177, abs=60)
    assert np.all(drawn.weights == np.round(drawn.weights))


def boxes_of(n_rows, rng, weights=None):
    table = OrdinalTable.from_codes(rng.integers(0, 5, (n_rows, 4)))
    table = table if weights is None else replace(table, weights=weights)
    return latent_boxes(table, estimate_margins(table))


def test_few_rows_are_searched_at_once(rng):
    assert rows_to_begin_with(boxes_of(3000, rng), rng) is None


def test_of_many_rows_a_sample_by_weight_is_searched_first(rng):
    boxes = boxes_of(20_000, rng, weights=np.repeat([0.0, 1.0, 3.0], [5000, 7500, 7500]))
    boxes = replace(boxes, observed=np.tile(np.arange(20_000.0), (4, 1)))  # the number of each row
    some = rows_to_begin_with(boxes, rng)
    assert some.weights.sum() == 5000
    number = some.observed[0]
    assert number.min() >= 5000
    heavy = some.weights[number >= 12_500].sum()
    assert abs(heavy - 3750) < 6 * np.sqrt(5000 * 3 / 16)


def test_an_effect_that_only_all_rows_show_is_found(rng):
    """Of a partial correlation of 0.04 five thousand rows show nothing that pays for an edge, all rows do."""
    latent = rng.standard_normal((40_000, 4))
    latent[:, 1] += latent[:, 0]
    latent[:, 3] += 0.045 * latent[:, 2]
    frame = pd.DataFrame(np.digitize(latent, [-1, -0.4, 0.0, 0.4, 1]), columns=list("abcd"))
    model = OSEM(max_rows=None).fit(frame)
    assert model.network_.cpdag[0, 1]
    assert model.network_.cpdag[2, 3]
    assert model.network_.cpdag.sum() == 4


def test_threads_do_not_change_what_is_learned_from_many_rows(rng):
    latent = rng.standard_normal((16_000, 6)) @ (np.eye(6) + 0.5 * np.eye(6, k=1))
    frame = pd.DataFrame(np.digitize(latent, [-1, -0.4, 0.0, 0.4, 1]), columns=list("abcdef"))
    one, two = (OSEM(max_rows=None, n_jobs=jobs).fit(frame) for jobs in (1, 2))
    assert np.array_equal(one.weights_, two.weights_)
