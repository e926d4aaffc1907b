from dataclasses import replace

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.inference import Between, most_likely, probability, query
from ordag.inference.conditions import Condition, satisfying_codes
from ordag.inference.sample import observe, sample_latent
from ordag.kernels import normal
from ordag.model import FittedNetwork
from reference.latent_networks import CHAIN, COLLIDER, random_network, simulate_codes, three_variables
from reference.latent_networks import joint_table as quadrature_table

QUADRATURE = 1e-6  # what a query on three variables must reach
N_SIMULATED = 200_000
SIGMAS = 4.5


@pytest.fixture(scope="module", params=["collider", "chain"])
def small(request):
    network = three_variables(COLLIDER if request.param == "collider" else CHAIN)
    return network, quadrature_table(network)


def test_joint_distribution_agrees_with_quadrature(small):
    network, table = small
    np.testing.assert_allclose(query(network, network.names).probabilities, table, atol=QUADRATURE)


def test_level_given_two_levels_agrees_with_quadrature(small):
    network, table = small
    answer = query(network, "mood", {"sleep": "fair", "pain": "yes"})
    np.testing.assert_allclose(answer.probabilities, table[1, 1] / table[1, 1].sum(), atol=QUADRATURE)


def test_ranges_and_sets_add_up_cells(small):
    network, table = small
    answer = query(network, "pain", {"sleep": {"bad", "good"}, "mood": ">= 3"}).probabilities
    expected = table[[0, 2]][:, :, 2:].sum(axis=(0, 2))
    np.testing.assert_allclose(answer, expected / expected.sum(), atol=QUADRATURE)


def test_probability_of_an_event_adds_up_cells(small):
    network, table = small
    value = probability(network, {"mood": Between(2, 3), "pain": "yes"}, {"sleep": "> bad"}).value
    assert value == pytest.approx(table[1:, 1, 1:3].sum() / table[1:].sum(), abs=QUADRATURE)


def test_nothing_known_gives_the_margins():
    network = three_variables()
    edges = normal.cdf(np.concatenate([[-np.inf], network.thresholds[2], [np.inf]]))
    np.testing.assert_allclose(query(network, "mood").probabilities, np.diff(edges), atol=1e-12)


def test_everything_known_leaves_no_doubt_of_a_copy():
    # y2 is y1 up to a noise of standard deviation 1e-4, and both have the same cut.
    network = FittedNetwork.from_parameters([[0, 1e4], [0, 0]], [[0.0], [0.0]])
    np.testing.assert_allclose(query(network, "x1", {"x0": 1}).probabilities, [0, 1], atol=1e-3)


def test_answers_of_six_variables_agree_with_simulation():
    rng = np.random.default_rng(3)
    network = random_network(6, rng)
    codes = simulate_codes(network, N_SIMULATED, rng)
    kept = codes[(codes[:, 1] == 1) & (codes[:, 4] == 0) & (codes[:, 5] <= 1)]
    answer = query(network, ["x0", "x2"], {"x1": 1, "x4": 0, "x5": "<= 1"})
    shares = np.zeros(answer.probabilities.shape)
    np.add.at(shares, (kept[:, 0], kept[:, 2]), 1 / len(kept))
    error = np.sqrt(answer.probabilities * (1 - answer.probabilities) / len(kept))
    assert len(kept) > 1000
    assert (np.abs(answer.probabilities - shares) <= SIGMAS * error + 1e-4).all()


def test_ranges_under_an_intervention_with_a_continuous_column_agree_with_simulation():
    rng = np.random.default_rng(31)
    network = random_network(5, rng, continuous=(3,), density=0.8)
    table = observe(network, sample_latent(network, N_SIMULATED, {"x1": 0}, rng))
    kept = table.codes[(table.codes[:, 4] >= 1) & (table.continuous[:, 0] > 0.2)]
    answer = query(network, "x0", {"x4": ">= 1", "x3": "> 0.2"}, do={"x1": 0}).probabilities
    shares = np.bincount(kept[:, 0], minlength=len(answer)) / len(kept)
    assert len(kept) > 1000
    assert np.abs(answer - shares).max() < SIGMAS * np.sqrt(0.25 / len(kept))


def test_probabilities_sum_to_one_and_margins_come_from_the_joint():
    network = random_network(7, np.random.default_rng(5))
    answer = query(network, ["x0", "x3"], {"x5": 0})
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    alone = query(network, "x3", {"x5": 0}).probabilities
    np.testing.assert_allclose(answer.margin("x3"), alone, atol=5e-6)


def test_known_continuous_values_are_conditioned_on_in_closed_form():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[], [0.3]], names=["age", "ill"])
    rho = network.correlation[0, 1]
    expected = 1 - normal.cdf((0.3 - rho * 1.5) / np.sqrt(1 - rho**2))
    assert query(network, "ill", {"age": 1.5}).probabilities[1] == pytest.approx(float(expected), abs=1e-12)


def test_a_narrow_interval_of_a_continuous_variable_acts_like_its_value():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[], [0.3]], names=["age", "ill"])
    value = query(network, "ill", {"age": 1.5}).probabilities
    np.testing.assert_allclose(query(network, "ill", {"age": Between(1.4999, 1.5001)}).probabilities, value, atol=1e-6)


def test_order_of_columns_changes_nothing():
    network = three_variables()
    order = [2, 0, 1]
    turned = FittedNetwork.from_parameters(
        COLLIDER[np.ix_(order, order)],
        [network.thresholds[k] for k in order],
        names=[network.names[k] for k in order],
        levels=[network.levels[k] for k in order],
    )
    evidence = {"sleep": ">= fair", "pain": "no"}
    np.testing.assert_allclose(
        query(turned, "mood", evidence).probabilities, query(network, "mood", evidence).probabilities, atol=1e-9
    )


def test_most_likely_level_is_the_largest_probability():
    network = three_variables()
    answer = query(network, "mood", {"sleep": "good", "pain": "no"})
    assert most_likely(network, "mood", {"sleep": "good", "pain": "no"}) == (4,)
    assert answer.probabilities.argmax() == 3


def test_text_that_is_a_level_is_no_comparison():
    network = FittedNetwork.from_parameters([[0]], [[0.5]], names=["dose"], levels=[["< 5", ">= 5"]])
    assert probability(network, {"dose": "< 5"}).value == pytest.approx(float(normal.cdf(0.5)))


@pytest.mark.parametrize(
    ("targets", "evidence", "message"),
    [
        ("moood", {}, "unknown variable 'moood'; did you mean 'mood'"),
        ("mood", {"mood": 1}, "target and in the evidence"),
        ("mood", {"sleep": "terrible"}, "unknown level of 'sleep' 'terrible'"),
        ("mood", {"sleep": "> good"}, "no level of 'sleep' satisfies"),
        ([], {}, "one or more different variables"),
    ],
)
def test_wrong_questions_are_refused(targets, evidence, message):
    with pytest.raises(InputValueError, match=message):
        query(three_variables(), targets, evidence)


def test_questions_about_continuous_variables_say_how_to_ask():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[], [0.3]], names=["age", "ill"])
    with pytest.raises(InputValueError, match="to ask for an interval"):
        query(network, "age")
    with pytest.raises(InputValueError, match="a single value"):
        probability(network, {"age": 1.0})
    with pytest.raises(InputTypeError, match="'old' is no number"):
        query(network, "ill", {"age": "old"})
    assert probability(network, {"age": "> 0"}).value == pytest.approx(0.5)


@pytest.fixture
def with_unobserved_level() -> FittedNetwork:
    """Level 1 of four was never observed; it was merged with 2."""
    plain = FittedNetwork.from_parameters(
        [[0, 1], [0, 0]], [[-0.5, 0.5], [0]], names=["a", "b"], levels=[(0, 2, 3), (0, 1)]
    )
    codes = (np.array([0, 1, 1, 2], dtype=np.int16), plain.estimated_codes[1])
    declared = (np.array([0, 2, 3], dtype=np.int16), plain.declared_codes[1])
    return replace(plain, levels=((0, 1, 2, 3), (0, 1)), estimated_codes=codes, declared_codes=declared)


@pytest.mark.parametrize("event", [1, {1, 2}, {0, 1}, "<= 1", "!= 2", Between(1, 1)])
def test_an_event_sums_its_levels_of_which_an_unobserved_one_has_no_probability(
    with_unobserved_level: FittedNetwork, event: Condition
) -> None:
    margin = query(with_unobserved_level, "a").probabilities
    codes = satisfying_codes(with_unobserved_level, 0, event)
    assert margin[1] == 0
    assert probability(with_unobserved_level, {"a": event}).value == pytest.approx(margin[codes].sum(), abs=1e-9)


def test_as_evidence_an_unobserved_level_stands_for_the_one_it_was_merged_with(
    with_unobserved_level: FittedNetwork,
) -> None:
    alone, neighbour = (query(with_unobserved_level, "b", {"a": level}).probabilities for level in (1, 2))
    np.testing.assert_array_equal(alone, neighbour)
