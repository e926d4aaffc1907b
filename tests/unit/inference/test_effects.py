from dataclasses import replace

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.graphs import descendants, enumerate_dags
from ordag.inference import causal_effect, query
from ordag.maximization import maximize
from reference.latent_networks import CHAIN, random_network, simulate_codes, three_variables

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


def test_wrong_variables_are_refused():
    network = random_network(3, np.random.default_rng(1), continuous=(0,))
    with pytest.raises(InputValueError, match="'x0' is continuous"):
        causal_effect(network, "x0", "x1")
    with pytest.raises(InputValueError, match="name two variables"):
        causal_effect(network, "x1", "x1")
    with pytest.raises(InputValueError, match="no level 9"):
        causal_effect(network, "x1", "x2").change(0, 9)
