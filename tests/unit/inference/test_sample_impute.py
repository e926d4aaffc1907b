import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable, to_frame
from ordag.errors import InputValueError
from ordag.inference import impute, impute_draws, predict, query, sample
from ordag.inference.sample import observe, sample_latent
from ordag.model import FittedNetwork
from reference.latent_networks import random_network, simulate_codes, three_variables

SIGMAS = 4.5


def close(shares, expected, n):
    return (np.abs(shares - expected) <= SIGMAS * np.sqrt(expected * (1 - expected) / n) + 1e-4).all()


def test_sample_has_the_joint_distribution_of_the_model():
    network, n = three_variables(), 50_000
    frame = sample(network, n, random_state=1)
    shares = np.zeros((3, 2, 4))
    np.add.at(shares, tuple(frame[name].cat.codes for name in network.names), 1 / n)
    assert close(shares, query(network, network.names).probabilities, n)


def test_latent_sample_has_the_correlation_of_the_model():
    network = random_network(6, np.random.default_rng(4))
    latent = sample_latent(network, 100_000, {}, np.random.default_rng(1))
    np.testing.assert_allclose(np.cov(latent.T), network.correlation, atol=0.02)


@pytest.mark.parametrize("n_rows", [0, -1, 1.5, "ten"])
def test_a_number_of_rows_that_is_none_is_refused(n_rows):
    with pytest.raises(InputValueError, match=r"n_rows is .*; it must be a whole number from 1 on"):
        sample(three_variables(), n_rows)


def test_same_seed_gives_the_same_rows():
    network = three_variables()
    pd.testing.assert_frame_equal(sample(network, 20, random_state=7), sample(network, 20, random_state=7))


def test_setting_a_variable_without_causes_equals_observing_its_level():
    network, n = three_variables(), 50_000
    frame = sample(network, n, do={"sleep": "good"}, random_state=2)
    assert set(frame["sleep"]) == {"good"}
    expected = query(network, "mood", {"sleep": "good"}).probabilities
    assert close(frame["mood"].value_counts(normalize=True, sort=False).to_numpy(), expected, n)


def test_setting_an_effect_leaves_its_causes_alone_where_observing_does_not():
    network, n = three_variables(), 50_000
    frame = sample(network, n, do={"mood": 4}, random_state=3)
    shares = frame["sleep"].value_counts(normalize=True, sort=False).to_numpy()
    assert close(shares, query(network, "sleep").probabilities, n)
    assert not close(shares, query(network, "sleep", {"mood": 4}).probabilities, n)


def test_setting_agrees_with_simulation_from_the_definition():
    rng = np.random.default_rng(6)
    network, n = random_network(5, rng, density=0.8), 40_000
    node = int(np.argmax(network.dag.sum(axis=0) * network.dag.sum(axis=1)))
    child = int(np.flatnonzero(network.dag[node])[0])
    expected = np.bincount(simulate_codes(network, n, rng, do={node: 0})[:, child], minlength=2) / n
    frame = sample(network, n, do={network.names[node]: 0}, random_state=1)
    shares = frame[network.names[child]].value_counts(normalize=True, sort=False).to_numpy()
    assert (np.abs(shares - expected) < SIGMAS * np.sqrt(0.5 / n)).all()


def test_setting_a_continuous_variable_fixes_its_value():
    network = random_network(4, np.random.default_rng(3), continuous=(1,))
    assert set(sample(network, 10, do={"x1": 0.7}, random_state=1)["x1"]) == {0.7}


def test_a_comparison_is_no_level_to_set():
    with pytest.raises(InputValueError, match="unknown level of 'mood'"):
        sample(three_variables(), 5, do={"mood": ">= 3"})


@pytest.fixture(scope="module")
def holes():
    rng = np.random.default_rng(9)
    network = random_network(6, rng, continuous=(2,))
    frame = to_frame(observe(network, sample_latent(network, 60, {}, rng)))
    return network, frame.mask(rng.random(frame.shape) < 0.25)


def test_imputation_keeps_what_is_known_and_fills_the_rest(holes):
    network, frame = holes
    for filled in (impute(network, frame), *impute_draws(network, frame, 2, random_state=1)):
        assert not filled.isna().any().any()
        known = frame.notna()
        assert (filled.where(known).astype(float).fillna(-9) == frame.astype(float).fillna(-9)).all().all()


def test_imputed_entries_are_the_predictions(holes):
    network, frame = holes
    filled = impute(network, frame)
    for name in network.names:
        gap = frame[name].isna()
        expected = predict(network, frame[gap], name)
        np.testing.assert_allclose(filled.loc[gap, name].astype(float), expected.astype(float))


def test_draws_follow_the_joint_distribution_given_the_row():
    network, n = three_variables(), 20_000
    frame = pd.DataFrame({"sleep": ["good"] * n, "pain": [None] * n, "mood": [None] * n})
    (drawn,) = impute_draws(network, frame, 1, random_state=4)
    shares = np.zeros((2, 4))
    np.add.at(shares, (drawn["pain"].cat.codes, drawn["mood"].cat.codes), 1 / n)
    assert close(shares, query(network, ["pain", "mood"], {"sleep": "good"}).probabilities, n)


@pytest.mark.parametrize("rho", [0.9, 0.999])
def test_missing_entries_that_nearly_repeat_each_other_are_drawn_from_their_distribution(rho):
    weights = [[0, 0.8, 0], [0, 0, rho], [0, 0, 0]]
    network = FittedNetwork.from_parameters(weights, [[-0.5, 0.5]] * 3, noise=[1, 0.36, 1 - rho**2])
    rows = pd.DataFrame([[2, None, None]] * 4000, columns=list(network.names))
    first, second = impute_draws(network, rows, n_draws=2, random_state=2)
    expected = query(network, "x2", {"x0": 2}).probabilities
    for drawn in (first, second):
        assert close(drawn["x2"].value_counts(normalize=True, sort=False).to_numpy(), expected, len(rows))
    assert abs(np.corrcoef(first["x2"].cat.codes, second["x2"].cat.codes)[0, 1]) < 0.08


def test_draws_differ_and_a_seed_repeats_them(holes):
    network, frame = holes
    first, second = impute_draws(network, frame, 2, random_state=1)
    assert not first.equals(second)
    pd.testing.assert_frame_equal(impute_draws(network, frame, 1, random_state=1)[0], first)


def test_complete_rows_are_returned_as_they_are():
    network = three_variables()
    table = OrdinalTable(network.names, network.kinds, network.levels, np.array([[0, 1, 2]]), np.empty((1, 0)))
    pd.testing.assert_frame_equal(impute_draws(network, table, 1)[0], to_frame(table))
    pd.testing.assert_frame_equal(impute(network, table), to_frame(table))
