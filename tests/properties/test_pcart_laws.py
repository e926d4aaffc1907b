"""Laws of the decision-tree score."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordag.scores import PCART

TOLERANCE = 1e-9


@st.composite
def families(draw):
    """Codes of one response (last column) and one to three parents."""
    n_levels = draw(st.lists(st.integers(2, 4), min_size=2, max_size=4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    codes = np.column_stack([rng.integers(n, size=60) for n in n_levels])
    codes[:, -1] = np.where(rng.random(60) < 0.5, codes[:, -1], codes[:, 0] % n_levels[-1])
    return codes, n_levels


def score_of(codes, n_levels, **options):
    node = len(n_levels) - 1
    return PCART(codes, n_levels, **options).local(node, range(node))


@settings(max_examples=40, deadline=None)
@given(families(), st.integers(0, 1000))
def test_renaming_levels_leaves_the_categorical_score_unchanged(family, seed):
    codes, n_levels = family
    rng = np.random.default_rng(seed)
    renamed = np.column_stack([rng.permutation(n)[codes[:, v]] for v, n in enumerate(n_levels)])
    assert score_of(renamed, n_levels) == pytest.approx(score_of(codes, n_levels), abs=TOLERANCE)


@settings(max_examples=40, deadline=None)
@given(families(), st.booleans())
def test_reversing_orders_leaves_the_ordinal_score_unchanged(family, reference):
    codes, n_levels = family
    options = {"response": "ordinal", "predictors": "ordinal", "reference": reference}
    reversed_codes = np.array(n_levels) - 1 - codes
    assert score_of(reversed_codes, n_levels, **options) == pytest.approx(
        score_of(codes, n_levels, **options), abs=TOLERANCE
    )


@settings(max_examples=40, deadline=None)
@given(families())
def test_order_does_not_matter_for_binary_parents(family):
    codes, n_levels = family
    codes[:, :-1] //= 2
    n_levels[:-1] = [2] * (len(n_levels) - 1)
    by_set, by_order = (score_of(codes, n_levels, predictors=kind) for kind in ("categorical", "ordinal"))
    assert by_order == pytest.approx(by_set, abs=TOLERANCE)


@settings(max_examples=40, deadline=None)
@given(families(), st.sampled_from(["categorical", "ordinal"]), st.booleans())
def test_predictive_probabilities_sum_to_one_over_the_levels(family, response, reference):
    codes, n_levels = family
    node = len(n_levels) - 1
    score = PCART(codes, n_levels, alpha=0.3, response=response, reference=reference)
    tree = score.tree(node, range(node))
    cells = np.stack(np.meshgrid(*(np.arange(n) for n in n_levels), indexing="ij"), axis=-1)
    flat = cells.reshape(-1, len(n_levels))
    probability = np.exp(score.log_predictive(tree, flat)).reshape(n_levels)
    np.testing.assert_allclose(probability.sum(axis=-1), 1.0, rtol=1e-12)
