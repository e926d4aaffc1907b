from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate
from scipy.special import ndtr

from ordag.errors import InputValueError
from ordag.graphs import descendants, enumerate_dags
from ordag.inference import causal_effect, query, sample
from ordag.latent import Margins
from ordag.maximization import maximize
from ordag.model import FittedNetwork
from reference.latent_networks import CHAIN, density, random_network, simulate_codes, three_variables

N_SIMULATED = 40_000
SIGMAS = 4.5


def test_effects_agree_with_simulated_interventions():
    rng = np.random.default_rng(3)
    network = random_network(6, rng, density=0.7)
    for cause, outcome in [(int(i), int(j)) for i, j in np.argwhere(network.dag)[:4]]:
        effect = causal_effect(network, f"x{cause}", f"x{outcome}", over_class=False)
        for level in range(len(effect.cause_levels)):
            codes = simulate_codes(network, N_SIMULATED, rng, do={cause: level})[:, outcome]
            shares = np.bincount(codes, minlength=len(effect.outcome_levels)) / N_SIMULATED
            assert np.abs(effect.by_dag[0, level] - shares).max() < SIGMAS * np.sqrt(0.25 / N_SIMULATED)


def test_effects_among_three_variables_agree_with_quadrature():
    # pain ← sleep → mood and pain → mood: setting pain cuts the edge into it.
    weights = np.array([[0, 0.7, 0.5], [0, 0, -0.6], [0, 0, 0]])
    network = three_variables(weights)
    effect = causal_effect(network, "pain", "mood", over_class=False)
    cut, ends = float(network.thresholds[1][0]), np.concatenate([[-np.inf], network.thresholds[2], [np.inf]])
    direct, confounding = network.weights[1, 2], network.weights[0, 2]
    deviation = np.sqrt(confounding**2 + network.noise[2])  # of mood when pain is held; sleep has variance 1
    for level, bounds in enumerate([(-9.0, cut), (cut, 9.0)]):
        mass, _ = integrate.quad_vec(
            lambda pain: density(pain) * np.diff(ndtr((ends - direct * pain) / deviation)),
            *bounds,
            epsabs=1e-12,
        )
        np.testing.assert_allclose(effect.by_dag[0, level], mass / mass.sum(), atol=1e-6)


def test_setting_a_variable_without_causes_equals_observing_it():
    network = three_variables()
    effect = causal_effect(network, "sleep", "mood", over_class=False)
    for k, level in enumerate(effect.cause_levels):
        np.testing.assert_allclose(
            effect.by_dag[0, k], query(network, "mood", {"sleep": level}).probabilities, atol=1e-9
        )


def test_confounding_makes_setting_differ_from_observing():
    weights = np.array([[0, 0.9, 0.9], [0, 0, 0], [0, 0, 0]])  # pain and mood share the cause sleep
    effect = causal_effect(three_variables(weights), "pain", "mood", over_class=False)
    np.testing.assert_allclose(effect.change("no", "yes").mean, 0, atol=1e-12)


def test_there_is_no_effect_on_what_is_not_downstream():
    network = random_network(6, np.random.default_rng(12), density=0.5)
    for cause in range(6):
        below = set(descendants(network.dag, cause))
        for outcome in set(range(6)) - below - {cause}:
            effect = causal_effect(network, f"x{cause}", f"x{outcome}", over_class=False)
            np.testing.assert_allclose(effect.by_dag[0, -1], query(network, f"x{outcome}").probabilities, atol=1e-12)


def test_every_dag_of_the_class_is_looked_at():
    network = three_variables(CHAIN)
    effect = causal_effect(network, "sleep", "mood")
    assert (effect.n_dags, effect.complete) == (3, True)
    for dag, table in zip(enumerate_dags(network.cpdag), effect.by_dag, strict=True):
        fit = maximize(network.correlation, dag)
        member = replace(network, dag=dag, weights=fit.weights, noise=fit.noise, correlation=fit.correlation)
        np.testing.assert_allclose(
            causal_effect(member, "sleep", "mood", over_class=False).by_dag[0], table, atol=1e-12
        )


def test_range_of_a_change_covers_its_mean_and_rows_are_distributions():
    effect = causal_effect(three_variables(CHAIN), "sleep", "pain")
    change = effect.change("bad", "good")
    assert (change.lowest <= change.mean).all()
    assert (change.mean <= change.highest).all()
    assert change.highest.max() > 0.3
    np.testing.assert_allclose(effect.mean.sum(axis=1), 1)
    np.testing.assert_allclose(change.mean.sum(), 0, atol=1e-12)


def test_a_cap_on_the_class_is_told():
    effect = causal_effect(three_variables(CHAIN), "sleep", "mood", max_dags=2)
    assert (effect.n_dags, effect.complete) == (2, False)


def test_effects_equal_queries_in_the_network_without_the_edges_into_the_cause():
    network = random_network(6, np.random.default_rng(21), density=0.7)
    for cause, outcome in [(1, 4), (4, 1), (0, 5), (2, 3)]:
        effect = causal_effect(network, f"x{cause}", f"x{outcome}", over_class=False)
        for level, table in enumerate(effect.by_dag[0]):
            answer = query(network, f"x{outcome}", do={f"x{cause}": level})
            np.testing.assert_allclose(table, answer.probabilities, atol=1e-9)


def test_evidence_under_an_intervention_agrees_with_simulation():
    rng = np.random.default_rng(5)
    network = random_network(5, rng, density=0.8)
    codes = simulate_codes(network, 4 * N_SIMULATED, rng, do={2: 0})
    seen = codes[codes[:, 4] == 1]
    answer = query(network, "x1", {"x4": 1}, do={"x2": 0}).probabilities
    shares = np.bincount(seen[:, 1], minlength=len(answer)) / len(seen)
    assert len(seen) > 1000
    assert np.abs(answer - shares).max() < SIGMAS * np.sqrt(0.25 / len(seen))


def test_what_is_set_cannot_be_observed_as_well():
    with pytest.raises(InputValueError, match="'pain' is set by do and in the evidence"):
        query(three_variables(), "mood", {"pain": "no"}, do={"pain": "yes"})


def mixed():
    """age → ill → weight with age and weight continuous."""
    margins = Margins((np.empty(0), np.array([0.4]), np.empty(0)), np.array([50, 0, 70.0]), np.array([10, 1, 12.0]))
    weights = np.array([[0, 0.8, 0], [0, 0, -0.5], [0, 0, 0]])
    return FittedNetwork.from_parameters(weights, margins, names=["age", "ill", "weight"])


def test_a_continuous_cause_is_set_to_values():
    network = mixed()
    effect = causal_effect(network, "age", "ill", values=[40, 65], over_class=False)
    for value, table in zip((40, 65), effect.by_dag[0], strict=True):
        np.testing.assert_allclose(table, query(network, "ill", {"age": value}).probabilities, atol=1e-12)
    assert causal_effect(network, "age", "ill").cause_levels == (40, 50, 60)


def test_a_continuous_outcome_has_an_expectation_in_its_units():
    network = mixed()
    effect = causal_effect(network, "ill", "weight", over_class=False)
    assert effect.outcome_levels == ()
    for level in (0, 1):
        drawn = sample(network, 100_000, do={"ill": level}, random_state=level)["weight"]
        error = SIGMAS * drawn.std() / np.sqrt(len(drawn))
        assert effect.expected[0, level] == pytest.approx(drawn.mean(), abs=error)
    assert effect.change(0, 1).expected == pytest.approx(effect.expected[0, 1] - effect.expected[0, 0])


def test_wrong_variables_are_refused():
    network = random_network(3, np.random.default_rng(1), continuous=(0,))
    with pytest.raises(InputValueError, match="values of 'x0' are empty"):
        causal_effect(network, "x0", "x1", values=[])
    with pytest.raises(InputValueError, match="'x1' has levels"):
        causal_effect(network, "x1", "x2", values=[1.0])
    with pytest.raises(InputValueError, match="name two variables"):
        causal_effect(network, "x1", "x1")
    with pytest.raises(InputValueError, match="no level 9"):
        causal_effect(network, "x1", "x2").change(0, 9)


def test_values_that_a_continuous_cause_was_not_set_to_are_asked_for():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[], [0.0]], names=["age", "mood"])
    with pytest.raises(InputValueError) as told:
        causal_effect(network, "age", "mood").change(30, 60)
    assert str(told.value) == (
        "'age' was set to -1, 0, 1, not to 30; if it is continuous, pass the values to causal_effect: values=[30, ...]."
    )


def test_an_effect_that_is_rounding_is_none():
    weights = np.zeros((4, 4))
    weights[0, 2] = weights[1, 2] = weights[3, 2] = 0.7
    network = FittedNetwork.from_parameters(weights, [[-0.3, 0.4], [0.2], [0.1, 0.9], []])
    for outcome in ("x1", "x3"):
        change = causal_effect(network, "x0", outcome).change()
        assert not change.to_frame().to_numpy().any()
    symmetric = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[-0.3, 0.3], [-0.7, 0.7]])
    assert causal_effect(symmetric, "x0", "x1").change().mean[1] == 0
