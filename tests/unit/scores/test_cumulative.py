"""Cumulative regressions: the maximum of the likelihood, as others find it, and the score made of it."""

from collections.abc import Sequence

import numpy as np
import pytest
from scipy.stats import logistic, norm
from statsmodels.miscmodels.ordinal_model import OrderedModel

import ordag
from ordag.errors import InputValueError
from ordag.scores import CumulativeScore, Score
from ordag.scores.cumulative import CumulativeFit
from ordag.search import boss
from reference.families import regression_rows

# Both optimisers stop before their maxima; parameters of a flat likelihood differ more than its value.
SAME_LIKELIHOOD = 1e-6
SAME_PARAMETER = 1e-6


@pytest.fixture
def codes(rng: np.random.Generator) -> np.ndarray:
    """Three parents of five levels, and a node of four that depends on two of them."""
    parents = rng.integers(0, 5, size=(400, 3))
    node = np.digitize(parents @ [0.5, -0.3, 0.0] + rng.normal(size=400), [-0.5, 0.5, 1.5])
    return np.column_stack([parents, node])


def direct_log_likelihood(fit: CumulativeFit, score: CumulativeScore, codes: np.ndarray) -> float:
    """Row by row from the definition."""
    cdf = norm.cdf if score.link == "probit" else logistic.cdf
    cuts = np.concatenate([[-np.inf], fit.thresholds, [np.inf]])
    total = 0.0
    for row in codes:
        shift = 0.0
        for parent, slopes in zip(fit.parents, fit.slopes, strict=True):
            effects = slopes * row[parent] if score.coding == "codes" else np.concatenate([[0.0], slopes])[row[parent]]
            shift += float(np.squeeze(effects))
        level = row[fit.node]
        total += np.log(cdf(cuts[level + 1] - shift) - cdf(cuts[level] - shift))
    return total


@pytest.mark.parametrize("link", ["probit", "logit"])
def test_a_regression_is_that_of_statsmodels(codes: np.ndarray, link: str) -> None:
    fit = CumulativeScore(codes, link=link).fits(3, [0, 1, 2])[0]
    model = OrderedModel(codes[:, 3], codes[:, :3], distr=link)
    other = model.fit(method="bfgs", disp=False, gtol=1e-9, maxiter=1000)
    assert fit.log_likelihood == pytest.approx(other.llf, abs=SAME_LIKELIHOOD)
    np.testing.assert_allclose(np.concatenate(fit.slopes), other.params[:3], atol=SAME_PARAMETER)
    thresholds = model.transform_threshold_params(other.params)[1:-1]
    np.testing.assert_allclose(fit.thresholds, thresholds, atol=SAME_PARAMETER)


@pytest.mark.parametrize("coding", ["codes", "levels"])
@pytest.mark.parametrize("link", ["probit", "logit"])
def test_a_local_score_is_the_likelihood_less_the_cost_of_its_parameters(
    codes: np.ndarray, link: str, coding: str
) -> None:
    score = CumulativeScore(codes, link=link, coding=coding, penalty=1.5)
    fit = score.fits(3, [0, 1])[0]
    assert fit.n_parameters == (5 if coding == "codes" else 11)
    direct = direct_log_likelihood(fit, score, codes)
    assert score.local(3, [1, 0]) == pytest.approx(direct - 1.5 * fit.n_parameters * np.log(400) / 2)


@pytest.mark.parametrize("coding", ["codes", "levels"])
def test_no_other_parameters_are_likelier(codes: np.ndarray, coding: str, rng: np.random.Generator) -> None:
    score = CumulativeScore(codes, coding=coding)
    fit = score.fits(3, [0, 2])[0]
    for _ in range(20):
        moved = CumulativeFit(
            3,
            fit.parents,
            fit.thresholds + rng.normal(scale=1e-3, size=3),
            tuple(slopes + rng.normal(scale=1e-3, size=len(slopes)) for slopes in fit.slopes),
            0.0,
        )
        assert direct_log_likelihood(moved, score, codes) < fit.log_likelihood


def test_without_parents_the_likelihood_is_that_of_the_margin(codes: np.ndarray) -> None:
    counts = np.bincount(codes[:, 3])
    fit = CumulativeScore(codes).fits(3, [])[0]
    assert fit.log_likelihood == pytest.approx(counts @ np.log(counts / 400))
    assert fit.slopes == ()


def test_weights_count_rows(codes: np.ndarray) -> None:
    counts = np.arange(400) % 3
    weighted = CumulativeScore(codes, weights=counts)
    repeated = CumulativeScore(np.repeat(codes, counts, axis=0))
    assert weighted.local(3, [0, 1]) == pytest.approx(repeated.local(3, [0, 1]))


def test_a_level_that_no_row_has_costs_nothing(codes: np.ndarray) -> None:
    apart = codes.copy()
    apart[:, 3] = np.array([0, 2, 3, 5])[codes[:, 3]]
    assert CumulativeScore(apart).local(3, [0]) == pytest.approx(CumulativeScore(codes).local(3, [0]))


def test_the_slope_is_for_a_step_of_one_code(codes: np.ndarray) -> None:
    doubled = codes * [2, 1, 1, 1]
    assert CumulativeScore(doubled).fits(3, [0])[0].slopes[0] * 2 == pytest.approx(
        CumulativeScore(codes).fits(3, [0])[0].slopes[0]
    )


def test_levels_that_the_parents_part_entirely_have_a_finite_score() -> None:
    cause = np.repeat([0, 1, 2], 50)
    score = CumulativeScore(np.column_stack([cause, cause]))
    fit = score.fits(1, [0])[0]
    assert fit.log_likelihood == pytest.approx(0.0, abs=1e-6)
    assert np.isfinite(fit.slopes[0]).all()
    assert np.isfinite(fit.thresholds).all()


def test_of_two_equal_parents_one_is_as_good_as_both(codes: np.ndarray) -> None:
    score = CumulativeScore(np.column_stack([codes, codes[:, 0]]), penalty=0.0)
    assert score.local(3, [0, 4]) == pytest.approx(score.local(3, [0]))


@pytest.fixture
def effect_and_cause(rng: np.random.Generator) -> np.ndarray:
    cause = rng.integers(0, 4, 1000)
    # the steps of the effect's codes are of very different lengths, so that the cause is no regression on them
    return np.column_stack([np.digitize(1.2 * cause + rng.normal(size=1000), [0.0, 0.3, 3.3]), cause])


def test_equivalent_graphs_score_differently(effect_and_cause: np.ndarray) -> None:
    score = CumulativeScore(effect_and_cause)
    assert score.total([[0, 0], [1, 0]]) > score.total([[0, 1], [0, 0]]) + 5


def test_a_search_finds_the_direction(effect_and_cause: np.ndarray) -> None:
    assert boss(CumulativeScore(effect_and_cause)).adjacency.tolist() == [[0, 0], [1, 0]]


def test_an_unknown_link_is_refused() -> None:
    with pytest.raises(InputValueError, match="unknown link 'probti'; did you mean 'probit'"):
        CumulativeScore([[0, 0], [1, 1]], link="probti")


def test_a_column_of_one_level_is_refused() -> None:
    with pytest.raises(InputValueError, match="column 1 holds a single level"):
        CumulativeScore([[0, 0], [1, 0]])


@pytest.mark.parametrize("coding", ["codes", "levels"])
def test_a_search_that_spares_fits_ends_where_one_that_fits_all_does(rng: np.random.Generator, coding: str) -> None:
    class Plain(Score):
        """The same score, asked for every local score by itself."""

        n_nodes = 7

        def local(self, node: int, parents: Sequence[int]) -> float:
            return score.local(node, parents)

    dag = ordag.simulate.random_dag(7, 3, rng=rng)
    score = CumulativeScore(regression_rows(dag, 400, rng, coding), coding=coding)
    quick, plain = boss(score), boss(Plain())
    np.testing.assert_array_equal(quick.adjacency, plain.adjacency)
    assert quick.score == pytest.approx(plain.score)


@pytest.mark.parametrize("coding", ["codes", "levels"])
def test_gains_are_exact_where_a_parent_is_worth_its_cost(codes: np.ndarray, coding: str) -> None:
    score = CumulativeScore(codes, coding=coding)
    gains = score.native().gains(3, [1], [0, 2])
    exact = [score.local(3, [1, other]) - score.local(3, [1]) for other in (0, 2)]
    assert gains[0] == pytest.approx(exact[0], abs=SAME_LIKELIHOOD)
    assert gains[0] > 0 > gains[1]
    assert exact[1] < 0


@pytest.fixture
def choices(rng: np.random.Generator) -> np.ndarray:
    """A region of four, which an ordered column pulls and which acts on a third; codes of regions mean nothing."""
    first = rng.integers(0, 4, 600)
    pull = np.outer(first - 1.5, [0.7, -0.7, 0.0, 0.2]) + np.array([0.5, 0.0, -0.3, -0.6]) + rng.gumbel(size=(600, 4))
    region = pull.argmax(axis=1)
    return np.column_stack(
        [first, region, np.digitize(np.array([0, 1, -1, 0.3])[region] + rng.normal(size=600), [0, 1])]
    )


@pytest.mark.parametrize("coding", ["codes", "levels"])
def test_a_binary_node_is_the_same_with_and_without_an_order(rng: np.random.Generator, coding: str) -> None:
    codes = regression_rows(np.triu(np.ones((3, 3), dtype=int), 1), 300, rng, "codes")
    codes[:, 1] = codes[:, 1] > 1
    ordered, nominal = CumulativeScore(codes, coding=coding), CumulativeScore(codes, coding=coding, nominal=[1])
    for node, parents in ((1, [0, 2]), (0, [1, 2]), (2, [1])):
        assert nominal.local(node, parents) == pytest.approx(ordered.local(node, parents), abs=SAME_LIKELIHOOD)


@pytest.mark.parametrize("coding", ["codes", "levels"])
def test_names_of_categories_change_nothing(choices: np.ndarray, coding: str) -> None:
    renamed = choices.copy()
    renamed[:, 1] = np.array([2, 0, 3, 1])[choices[:, 1]]
    scores = [CumulativeScore(codes, coding=coding, nominal=[1]) for codes in (choices, renamed)]
    for node, parents in ((1, [0, 2]), (2, [0, 1]), (0, [1])):
        first, second = (score.local(node, parents) for score in scores)
        assert first == pytest.approx(second, abs=SAME_LIKELIHOOD)


def test_a_nominal_node_answers_a_question_for_each_category_but_the_last(choices: np.ndarray) -> None:
    score = CumulativeScore(choices, nominal=[1], gamma=1.0)
    fits = score.fits(1, [0, 2])
    rows, expected = choices, []
    for category in np.argsort(-np.bincount(choices[:, 1]))[:-1]:
        asked = np.column_stack([rows[:, 0], rows[:, 1] == category, rows[:, 2]])
        expected.append(CumulativeScore(asked).fits(1, [0, 2])[0].log_likelihood)
        rows = rows[rows[:, 1] != category]
    np.testing.assert_allclose([fit.log_likelihood for fit in fits], expected, atol=SAME_LIKELIHOOD)
    cost = 3 * 3 * np.log(600) / 2 + 2 * np.log(2)  # a threshold and two slopes a question, and two parents
    assert score.local(1, [0, 2]) == pytest.approx(sum(expected) - cost)


def test_a_nominal_parent_acts_by_its_category(choices: np.ndarray) -> None:
    by_code, by_category = CumulativeScore(choices), CumulativeScore(choices, nominal=[1])
    assert [len(slopes) for slopes in by_category.fits(2, [0, 1])[0].slopes] == [1, 3]
    assert by_category.local(2, [1]) > by_code.local(2, [1]) + 20


def test_gains_and_losses_of_a_nominal_node_are_those_of_its_local_scores(choices: np.ndarray) -> None:
    score = CumulativeScore(choices, nominal=[1])
    gain = score.native().gains(1, [2], [0])[0]
    assert gain == pytest.approx(score.local(1, [0, 2]) - score.local(1, [2]), abs=SAME_LIKELIHOOD)
    found = boss(score)
    assert found.score == pytest.approx(score.total(found.adjacency))
