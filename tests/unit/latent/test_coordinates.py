from dataclasses import replace

import numpy as np
import pytest

from ordag.data import OrdinalTable
from ordag.expectation import latent_boxes, log_probabilities
from ordag.graphs import Blocks
from ordag.latent import Coordinates, estimate_thresholds

ROUNDING = 1e-12
INTEGRATION = 1e-4


def a_table() -> OrdinalTable:
    rng = np.random.default_rng(1)
    codes = np.column_stack([rng.integers(0, 3, 500), rng.choice(4, 500, p=[0.1, 0.4, 0.2, 0.3])])
    codes[:40, 1] = -1
    table = OrdinalTable.from_codes(codes, names=["mood", "region"], levels=[range(3), ["n", "s", "e", "w"]])
    return replace(table, kinds=("ordinal", "nominal"))


def test_categories_are_asked_for_in_the_order_of_their_frequency() -> None:
    assert Coordinates.of(a_table()).orders == ((), (1, 3, 2, 0))


def test_joining_undoes_splitting() -> None:
    table = a_table()
    coordinates = Coordinates.of(table)
    known = table.codes[:, 1] >= 0
    joined = coordinates.joined(coordinates.split(table).codes)
    np.testing.assert_array_equal(joined[known], table.codes[known])


def test_a_missing_entry_answers_no_question() -> None:
    table = a_table()
    assert (Coordinates.of(table).split(table).codes[:40, 1:] == -1).all()


def test_questions_are_binary_columns_named_after_their_category() -> None:
    split = Coordinates.of(a_table()).split(a_table())
    assert split.names == ("mood", "region: s", "region: w", "region: e")
    assert split.kinds == ("ordinal", "binary", "binary", "binary")


def test_a_name_that_is_taken_is_not_given_to_a_coordinate() -> None:
    table = replace(a_table(), names=("region: s", "region"))
    names = Coordinates.of(table).split(table).names
    assert len(set(names)) == len(names)


def test_thresholds_give_the_shares_of_the_categories() -> None:
    table = a_table().rows(np.arange(40, 500))
    coordinates = Coordinates.of(table)
    margins = estimate_thresholds(coordinates.split(table))
    answers = coordinates.answers(1, 4)
    rows = replace(coordinates.split(table.rows(range(4))), codes=np.column_stack([np.full(4, -1), answers]))
    found = log_probabilities(latent_boxes(rows, margins), np.eye(4)).log_probability
    shares = np.bincount(table.codes[:, 1]) / table.n_rows
    np.testing.assert_allclose(np.exp(found), shares, atol=INTEGRATION)


def test_margins_of_columns_have_the_shares_in_the_order_of_the_codes() -> None:
    table = a_table().rows(np.arange(40, 500))
    coordinates = Coordinates.of(table)
    cuts = coordinates.margins(estimate_thresholds(coordinates.split(table))).cuts[1]
    expected = estimate_thresholds(replace(table, kinds=("ordinal", "ordinal"))).cuts[1]
    np.testing.assert_allclose(cuts, expected, atol=ROUNDING)


def test_columns_with_one_coordinate_each_are_left_as_they_are() -> None:
    table = OrdinalTable.from_codes([[0, 1], [1, 0]])
    coordinates = Coordinates.of(table)
    assert coordinates.split(table) is table
    assert coordinates.blocks == Blocks((1, 1))


def test_thresholds_of_a_nominal_column_itself_are_refused() -> None:
    with pytest.raises(ValueError, match="takes no nominal columns, and 'region' is one"):
        estimate_thresholds(a_table())


def test_indicators_are_uncorrelated_and_missing_where_the_category_is() -> None:
    table = a_table()
    shown = Coordinates.of(table).indicators(table)
    np.testing.assert_allclose(np.cov(shown.continuous[40:].T, bias=True), np.eye(3), atol=ROUNDING)
    assert np.isnan(shown.continuous[:40]).all()
    assert (shown.codes[:40, 1:] == -1).all()


def test_another_order_of_questions_rotates_the_indicators() -> None:
    table = a_table().rows(np.arange(40, 500))
    first, second = (Coordinates(((), order)).indicators(table).continuous for order in ((1, 3, 2, 0), (0, 1, 2, 3)))
    rotation = np.linalg.lstsq(first, second, rcond=None)[0]
    np.testing.assert_allclose(first @ rotation, second, atol=1e-9)
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-9)
