# SPDX-License-Identifier: MIT
import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable, encode
from ordag.expectation import latent_boxes, log_probabilities
from ordag.latent import estimate_thresholds


@pytest.fixture
def mixed() -> OrdinalTable:
    frame = pd.DataFrame({"mood": [0, 1, 2, 1, 0], "age": [1.5, np.nan, 2.5, 7.5, 1.5], "sad": [1, 0, np.nan, 1, 1]})
    return encode(frame, kinds={"age": "continuous"}, weights=[1.0, 2.0, 0.5, 1.0, 3.0])


def entry_bounds(boxes, column, row):
    code = boxes.codes[column, row]
    return boxes.lower[column, code + 1], boxes.upper[column, code + 1]


def test_an_ordinal_entry_lies_between_the_cuts_of_its_level(mixed):
    margins = estimate_thresholds(mixed)
    boxes = latent_boxes(mixed, margins)
    (low, high), (only,) = margins.cuts[0], margins.cuts[2]
    below, between, above = (-np.inf, low), (low, high), (high, np.inf)
    assert [entry_bounds(boxes, 0, row) for row in range(5)] == [below, between, above, between, below]
    assert [entry_bounds(boxes, 2, row) for row in (0, 1, 3)] == [(only, np.inf), (-np.inf, only), (only, np.inf)]


def test_missing_entries_are_unbounded(mixed):
    boxes = latent_boxes(mixed, estimate_thresholds(mixed))
    assert entry_bounds(boxes, 2, 2) == (-np.inf, np.inf)
    assert entry_bounds(boxes, 1, 1) == (-np.inf, np.inf)


def test_continuous_entries_are_standardised(mixed):
    margins = estimate_thresholds(mixed)
    boxes = latent_boxes(mixed, margins)
    assert boxes.continuous.tolist() == [0, 1, 0]
    expected = (np.array([1.5, margins.means[1], 2.5, 7.5, 1.5]) - margins.means[1]) / margins.scales[1]
    np.testing.assert_allclose(boxes.observed[1], expected)
    assert not boxes.observed[[0, 2]].any()


def test_weights_are_those_of_the_rows_or_one(mixed):
    margins = estimate_thresholds(mixed)
    assert latent_boxes(mixed, margins).weights.tolist() == [1.0, 2.0, 0.5, 1.0, 3.0]
    plain = OrdinalTable.from_codes([[0], [1], [1]])
    assert latent_boxes(plain, estimate_thresholds(plain)).weights.tolist() == [1.0, 1.0, 1.0]


def test_equal_rows_share_a_box_with_their_summed_weight(mixed):
    boxes = latent_boxes(mixed, estimate_thresholds(mixed), distinct=True)
    assert boxes.n_rows == 4
    assert boxes.weights.tolist() == [4.0, 2.0, 0.5, 1.0]


def test_grouping_rows_leaves_the_log_likelihood(mixed):
    margins = estimate_thresholds(mixed)
    correlation = np.array([[1, 0.5, 0.3], [0.5, 1, 0.2], [0.3, 0.2, 1]])
    whole, grouped = (log_probabilities(latent_boxes(mixed, margins, distinct=d), correlation) for d in (False, True))
    assert whole.total == pytest.approx(grouped.total, abs=5 * (whole.total_error + grouped.total_error))


def test_codes_of_a_table_are_not_copied():
    table = OrdinalTable.from_codes([[0, 1], [1, 0], [1, 2]])
    assert np.shares_memory(latent_boxes(table, estimate_thresholds(table)).codes, table.codes)
