"""A hidden variable as a column without entries: nothing changes for those that were seen."""

import numpy as np
import pytest

from ordag.data import OrdinalTable
from ordag.expectation import latent_boxes, propagate, start_factors
from ordag.hidden.columns import (
    HiddenSpace,
    log_likelihood_of_unseen,
    with_hidden_columns,
    with_hidden_factors,
    with_hidden_moments,
)
from ordag.kernels import surrogate as kernels
from ordag.latent import estimate_thresholds
from ordag.maximization.observed import Climb, fit_graph
from ordag.maximization.surrogate import SurrogateMoments
from ordag.search import SearchSpace

RNG = np.random.default_rng(0)
CLIMB = Climb(tolerance=1e-6, max_passes=200).native()


def seen_moments(n: int = 5) -> SurrogateMoments:
    loadings = np.linspace(0.5, 0.9, n)
    second = np.outer(loadings, loadings)
    np.fill_diagonal(second, 1.0)
    noise = np.full(n, 0.3)
    return SurrogateMoments(second + np.diag(noise), noise, 400.0)


def surrogate_log_likelihood(moments: SurrogateMoments, dag: np.ndarray, slopes: np.ndarray) -> float:
    climbed = slopes.copy()
    return kernels.surrogate_climb(moments.native, dag, climbed, CLIMB, -np.inf)


def test_a_hidden_column_without_arrows_adds_its_constant_to_the_surrogate() -> None:
    seen = seen_moments()
    dag = np.triu(np.ones((5, 5), dtype=np.int8), 1)
    larger = np.zeros((6, 6), dtype=np.int8)
    larger[:5, :5] = dag
    plain = surrogate_log_likelihood(seen, dag, np.zeros((5, 5)))
    hidden = surrogate_log_likelihood(with_hidden_moments(seen, 1), larger, np.zeros((6, 6)))
    assert hidden - log_likelihood_of_unseen(400.0, 1) == pytest.approx(plain, abs=1e-3)


def test_one_factor_has_the_likelihood_of_the_full_graph_where_it_is_the_truth() -> None:
    seen = seen_moments()
    full = surrogate_log_likelihood(seen, np.triu(np.ones((5, 5), dtype=np.int8), 1), np.zeros((5, 5)))
    factor = np.zeros((6, 6), dtype=np.int8)
    factor[5, :5] = 1
    slopes = np.where(factor, 0.5, 0.0)
    found = surrogate_log_likelihood(with_hidden_moments(seen, 1), factor, slopes)
    # The weak prior of the climb, which counts as one row, differs between the two.
    assert found - log_likelihood_of_unseen(400.0, 1) == pytest.approx(full, abs=1.0)


def test_rows_have_the_likelihood_of_the_columns_that_were_seen() -> None:
    table = OrdinalTable.from_codes(RNG.integers(0, 3, (200, 3)))
    boxes = latent_boxes(table, estimate_thresholds(table))
    correlation = np.full((3, 3), 0.4) + 0.6 * np.eye(3)
    larger = np.eye(4)
    larger[:3, :3], larger[3, :3], larger[:3, 3] = correlation, 0.5, 0.5
    _, seen = propagate(start_factors(boxes), boxes, correlation)
    factors = with_hidden_factors(start_factors(boxes), 1)
    _, hidden = propagate(factors, with_hidden_columns(boxes, 1), larger)
    assert hidden.log_likelihood == pytest.approx(seen.log_likelihood, abs=1e-6)
    assert hidden.second[:3, :3] == pytest.approx(seen.second, abs=1e-6)


def test_a_climb_from_bad_slopes_ends_at_a_probability() -> None:
    table = OrdinalTable.from_codes(RNG.integers(0, 3, (300, 4)))
    boxes = with_hidden_columns(latent_boxes(table, estimate_thresholds(table)), 1)
    dag = np.zeros((5, 5), dtype=np.int8)
    dag[4, :4] = 1
    fit = fit_graph(boxes, dag, np.where(dag, 1e6, 0.0), start_factors(boxes), Climb())
    assert fit.log_likelihood < 0


def test_no_arrow_leads_to_a_hidden_cause_or_to_a_column_that_nothing_may_act_on() -> None:
    space = HiddenSpace(SearchSpace(["age", "mood", "sleep"], tiers=[["age"], ["mood", "sleep"]]))
    allowed = space.allowed(1)
    assert allowed[:3, 3].tolist() == [False, False, False]
    assert allowed[3, :3].tolist() == [False, True, True]
