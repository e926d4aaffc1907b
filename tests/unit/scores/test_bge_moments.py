"""The Bayesian Gaussian score of second moments: formula, equivalence, and odds of single arrows."""

import numpy as np
import pytest
from scipy.special import multigammaln

from ordag.errors import InputValueError
from ordag.graphs import dag_to_cpdag
from ordag.scores import BGe
from ordag.search import SearchSpace, exact, partition_mcmc
from reference.dag_posteriors import list_dags
from reference.dags import all_dags
from reference.latent_boxes import random_correlation

N_ROWS = 83.5


def log_marginal(second, n_rows, chosen, n):
    """Log density of rows of mean zero in some of n columns, precision ~ Wishart with n + 2 degrees and T = I."""
    size = len(chosen)
    if size == 0:
        return 0.0
    degrees = n + 2 - n + size
    posterior = np.eye(size) + n_rows * second[np.ix_(chosen, chosen)]
    return (
        -size * n_rows / 2 * np.log(np.pi)
        + multigammaln((degrees + n_rows) / 2, size)
        - multigammaln(degrees / 2, size)
        - (degrees + n_rows) / 2 * np.linalg.slogdet(posterior)[1]
    )


@pytest.fixture
def second(rng):
    return random_correlation(rng, 5)


@pytest.mark.parametrize("parents", [[], [0], [3, 1], [0, 1, 3], [0, 1, 3, 4]])
def test_a_family_is_worth_its_marginal_likelihood(second, parents):
    expected = log_marginal(second, N_ROWS, [*parents, 2], 5) - log_marginal(second, N_ROWS, parents, 5)
    assert BGe.from_moments(second, N_ROWS).local(2, parents) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("parents", [[], [0], [0, 1, 3]])
def test_a_prior_scale_is_a_unit_of_the_variables(second, parents):
    """Variables measured in units of √t have the prior T = I if T = t I before, and another density per row."""
    scale = 2.5
    expected = BGe.from_moments(second / scale, N_ROWS).local(2, parents) - N_ROWS / 2 * np.log(scale)
    assert BGe.from_moments(second, N_ROWS, prior=scale).local(2, parents) == pytest.approx(expected, abs=1e-8)


def test_equivalent_dags_score_alike(rng):
    score = BGe.from_moments(random_correlation(rng, 4), N_ROWS)
    by_class = {}
    for dag in all_dags(4):
        by_class.setdefault(dag_to_cpdag(dag).tobytes(), []).append(score.total(dag))
    assert len(by_class) == 185
    assert max(np.ptp(totals) for totals in by_class.values()) < 1e-8


def test_penalties_are_taken_from_local_scores_and_totals(rng, second):
    penalties = rng.normal(size=(5, 5))
    free, priced = BGe.from_moments(second, N_ROWS), BGe.from_moments(second, N_ROWS, penalties=penalties)
    assert priced.local(2, [0, 4]) == pytest.approx(free.local(2, [0, 4]) - penalties[0, 2] - penalties[4, 2])
    dag = np.triu(np.ones((5, 5), dtype=int), 1)
    assert priced.total(dag) == pytest.approx(free.total(dag) - np.triu(penalties, 1).sum())
    gains = priced.native().gains(2, [0], [1, 3, 4])
    assert gains == pytest.approx([priced.local(2, [0, k]) - priced.local(2, [0]) for k in (1, 3, 4)])


def test_searches_find_the_best_graph_under_unequal_penalties(rng):
    penalties = rng.normal(scale=3.0, size=(4, 4))
    score = BGe.from_moments(random_correlation(rng, 4), 20, penalties=penalties)
    assert exact(score).score == pytest.approx(max(score.total(dag) for dag in all_dags(4)))


def test_samplers_obey_unequal_penalties(rng):
    """Samplers relabel nodes, which must move the penalties along."""
    penalties = rng.normal(scale=2.0, size=(4, 4))
    score = BGe.from_moments(random_correlation(rng, 4), 20, penalties=penalties)
    expected = list_dags(score.local, SearchSpace.unrestricted(4)).edge_probabilities()
    drawn = partition_mcmc(score, n_draws=10_000, thin=10, random_state=1)
    assert drawn.edge_probabilities == pytest.approx(expected, abs=0.03)


def test_the_number_of_rows_must_be_positive(second):
    with pytest.raises(InputValueError, match="n_rows is 0; it must be above zero"):
        BGe.from_moments(second, 0)


@pytest.mark.parametrize(
    ("moments", "message"),
    [
        ([[1, 2], [2, 1]], "second must be positive definite; its smallest eigenvalue is -1"),
        ([[1, np.nan], [np.nan, 1]], r"second must be finite; entry \[0, 1\] is nan"),
        ([[1, 0, 0], [0, 1, 0]], "second must be a square matrix"),
        ([[1, 0.5], [0.2, 1]], "second must be symmetric"),
    ],
)
def test_moments_that_are_none_are_refused(moments, message):
    with pytest.raises(InputValueError, match=message):
        BGe.from_moments(moments, 1000)


def test_the_prior_makes_up_for_moments_of_few_rows():
    assert np.isfinite(BGe.from_moments(np.ones((3, 3)), 1000).local(0, [1, 2]))


@pytest.mark.parametrize(
    ("penalties", "message"),
    [
        (np.zeros((2, 2)), r"penalties must have shape \(3, 3\); found \(2, 2\)"),
        (np.full((3, 3), np.nan), r"penalties must be above minus infinity; entry \[0, 0\] is nan"),
        (np.full((3, 3), -np.inf), "penalties must be above minus infinity"),
    ],
)
def test_penalties_that_are_none_are_refused(penalties, message):
    with pytest.raises(InputValueError, match=message):
        BGe.from_moments(np.eye(3), 1000, penalties=penalties)
