"""Continuous columns far from a normal distribution are named, others are not."""

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import skew

from ordag.data import encode, plan_columns
from ordag.data.columns.shape import Limits, clear_limits, shape_of, shared_limits
from ordag.errors import InputValueError
from ordag.remarks import NormalScores

RNG = np.random.default_rng(4)
NORMAL, SKEWED = RNG.normal(size=500), np.exp(1.5 * RNG.normal(size=500))
HEAPED = np.where(RNG.random(500) < 0.7, 5.0, RNG.normal(5, 1, 500))


def remarks_on(**columns: np.ndarray) -> list[NormalScores]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        encode(pd.DataFrame(columns))
    return [each.message for each in found if isinstance(each.message, NormalScores)]


def test_a_normal_column_is_not_named():
    assert remarks_on(a=NORMAL, b=NORMAL + 3) == []


def test_skewed_and_heaped_columns_are_named_together():
    (remark,) = remarks_on(normal=NORMAL, skewed=SKEWED, heaped=HEAPED)
    assert {*remark.skewness} == {"skewed", "heaped"}
    assert {*remark.heaps} == {"heaped"}
    assert "'skewed' (skewness " in str(remark)
    assert "% at one value)" in str(remark)


@pytest.mark.parametrize("values", [NORMAL, SKEWED, HEAPED], ids=["normal", "skewed", "heaped"])
def test_skewness_is_that_of_scipy(values):
    shape = shape_of(np.append(values, np.nan))
    assert shape is not None
    assert shape.skewness == pytest.approx(skew(values))


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_huge_and_tiny_numbers_have_the_same_skewness(scale):
    shape = shape_of(SKEWED * scale)
    assert shape is not None
    assert shape.skewness == pytest.approx(skew(SKEWED))


def test_few_entries_tell_no_shape():
    assert shape_of(SKEWED[:20]) is None


def test_many_rows_at_the_lowest_of_many_values_are_at_a_floor():
    assert clear_limits(np.maximum(NORMAL, -0.5)) == Limits(-0.5, None, pytest.approx(np.mean(NORMAL <= -0.5)))


def test_many_rows_at_both_ends_are_at_a_floor_and_a_ceiling():
    found = clear_limits(np.clip(NORMAL, -1.0, 1.0))
    assert (found.floor, found.ceiling) == (-1.0, 1.0)
    assert found.worded == "-1 and 1"


@pytest.mark.parametrize(
    "values",
    [
        NORMAL,
        SKEWED,
        HEAPED,
        np.round(3 * NORMAL),
        RNG.poisson(2, 500).astype(float),
        RNG.poisson(30, 500).astype(float),
    ],
    ids=["normal", "skewed", "heap in the middle", "rounded", "few counts", "many counts"],
)
def test_no_limit_is_seen_where_none_is_clear(values):
    assert not clear_limits(values).any


def test_a_declared_limit_needs_fewer_rows():
    values = np.append(NORMAL, np.full(12, -9.0))
    assert not clear_limits(values).any
    assert shared_limits(values).floor == -9.0


@pytest.mark.parametrize(("floor", "ceiling"), [(1000.0, None), (None, -1.0)])
def test_limits_beyond_all_values_are_refused(rng, floor, ceiling):
    frame = pd.DataFrame({"a": rng.integers(1, 5, 200), "income": rng.normal(size=200).clip(0).round(2) * 100})
    plan = plan_columns(frame, kinds={"income": "censored"})
    columns = tuple(replace(c, floor=floor, ceiling=ceiling) if c.name == "income" else c for c in plan)
    with pytest.raises(InputValueError, match="'income' holds no values that differ within its floor and ceiling"):
        encode(frame, columns=replace(plan, columns=columns))
