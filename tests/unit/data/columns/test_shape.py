"""Continuous columns far from a normal distribution are named, others are not."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.stats import skew

from ordag.data import encode
from ordag.data.columns.shape import shape_of
from ordag.remarks import NormalScores

RNG = np.random.default_rng(4)
NORMAL, SKEWED = RNG.normal(size=500), np.exp(1.5 * RNG.normal(size=500))
HEAPED = np.where(RNG.random(500) < 0.7, 0.0, RNG.normal(5, 1, 500))


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
