import warnings

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordag.data import OrdinalTable
from ordag.errors import RepairWarning
from ordag.expectation import latent_boxes
from ordag.kernels import bivariate
from ordag.latent import estimate_correlations, estimate_thresholds

SAME = 1e-8


@st.composite
def tables(draw):
    """Small random tables of up to four columns, with missing entries, each pair seen together."""
    n_columns = draw(st.integers(2, 4))
    codes = draw(hnp.arrays(np.int16, (draw(st.integers(5, 40)), n_columns), elements=st.integers(-1, 3)))
    # Two rows in which every column is observed, at its ends.
    codes = np.vstack([codes, np.zeros((2, n_columns), np.int16), np.full((2, n_columns), 3, np.int16)])
    return OrdinalTable.from_codes(codes, levels=[range(4)] * n_columns)


def raw(table, smoothing="independence"):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RepairWarning)
        return estimate_correlations(table, smoothing=smoothing, repair="none").raw


@given(tables(), st.sampled_from(["none", "add_one", "independence"]))
@settings(deadline=None)
def test_estimates_are_correlations(table, smoothing):
    found = raw(table, smoothing)
    assert (np.abs(found) <= 1).all()
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_array_equal(np.diag(found), 1.0)


@given(tables(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_permuting_columns_permutes_the_matrix(table, random):
    order = list(range(table.n_columns))
    random.shuffle(order)
    permuted = OrdinalTable.from_codes(table.codes[:, order], levels=[range(4)] * table.n_columns)
    np.testing.assert_allclose(raw(permuted), raw(table)[np.ix_(order, order)], atol=SAME)


@given(tables())
@settings(deadline=None)
def test_reversing_levels_flips_the_correlation(table):
    codes = table.codes.copy()
    codes[:, 0] = np.where(codes[:, 0] < 0, -1, 3 - codes[:, 0])
    signs = np.ones(table.n_columns)
    signs[0] = -1
    flipped = OrdinalTable.from_codes(codes, levels=[range(4)] * table.n_columns)
    np.testing.assert_allclose(raw(flipped), raw(table) * np.outer(signs, signs), atol=SAME)


@given(tables())
@settings(deadline=None)
def test_order_of_rows_does_not_matter(table):
    np.testing.assert_allclose(raw(table.rows(np.arange(table.n_rows)[::-1])), raw(table), atol=SAME)


@given(tables())
@settings(deadline=None, max_examples=30)
def test_no_other_correlation_has_a_higher_likelihood(table):
    both = (table.codes[:, :2] >= 0).all(axis=1)
    boxes = latent_boxes(table, estimate_thresholds(table))
    places = boxes.codes[:2, both].T + 1
    lower, upper = boxes.lower[[0, 1], places], boxes.upper[[0, 1], places]

    def log_likelihood(rho):
        return np.log(bivariate.rectangle(lower, upper, rho)).sum()

    found = log_likelihood(raw(table, "none")[0, 1])
    assert found >= max(log_likelihood(rho) for rho in np.linspace(-0.99, 0.99, 23)) - 1e-9
