"""Quantities of variables: what they are made of, their intervals over resamples, and the pairs that differ."""

import numpy as np
import pytest

import ordag
from ordag.errors import InputValueError, RequirementError, UnknownNameError
from ordag.inference import centralities
from ordag.inference.centralities import total_effects
from ordag.model import FittedNetwork

WEIGHTS = np.array([[0, 0.8, 0.0, 0.5], [0, 0, -0.6, 0], [0, 0, 0, 0], [0, 0, 0, 0]])


def network(factor: float = 1.0) -> FittedNetwork:
    return FittedNetwork.from_parameters(factor * WEIGHTS, [[0.0]] * 4, names=["a", "b", "c", "d"])


def test_effects_follow_all_paths():
    effects, weights = total_effects(network()), network().weights
    assert effects[0, 2] == pytest.approx(weights[0, 1] * weights[1, 2])
    assert effects[2, 0] == effects[3, 1] == 0


def test_each_quantity_is_what_it_says():
    frame = centralities(network(), groups=["x", "x", "y", "y"]).frame.set_index("variable")
    weights, effects = np.abs(network().weights), np.abs(total_effects(network()))
    assert frame.loc["b", "strength"] == pytest.approx(weights[0, 1] + weights[1, 2])
    assert frame.loc["b", "bridge_strength"] == pytest.approx(weights[1, 2])
    assert frame.loc["d", "bridge_strength"] == pytest.approx(weights[0, 3])
    assert frame.loc["a", "effects_out"] == pytest.approx(effects[0].sum())
    assert frame.loc["c", "effects_in"] == pytest.approx(effects[:, 2].sum())
    assert frame.loc["a", "r_squared"] == 0
    assert frame.loc["c", "r_squared"] == pytest.approx(1 - network().noise[2])
    assert "strength_low" not in frame


def test_intervals_and_differences_are_those_of_the_resamples():
    drawn = [network(factor) for factor in np.linspace(0.8, 1.2, 41)]
    found = centralities(network(), drawn, level=0.9)
    strengths = np.array([np.abs(each.weights).sum(axis=0) + np.abs(each.weights).sum(axis=1) for each in drawn])
    assert found.frame["strength_low"].to_numpy() == pytest.approx(np.quantile(strengths, 0.05, axis=0))
    pairs = found.differences("strength")
    pair = pairs[(pairs["first"] == "a") & (pairs["second"] == "c")].iloc[0]
    gaps = strengths[:, 0] - strengths[:, 2]
    assert pair[["low", "high"]].tolist() == pytest.approx(np.quantile(gaps, [0.05, 0.95]))
    assert pair["differ"]
    assert not centralities(network(), [network()] * 3).differences("bridge_strength")["differ"].any()


def test_what_cannot_be_told_is_refused():
    with pytest.raises(InputValueError, match="need networks of resamples"):
        centralities(network()).differences("strength")
    with pytest.raises(UnknownNameError, match="did you mean 'strength'"):
        centralities(network(), [network()]).differences("strenght")
    with pytest.raises(RequirementError, match="one entry per variable"):
        centralities(network(), groups=["x"])
    with pytest.raises(InputValueError, match="other variables"):
        centralities(network(), [FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])])


def test_hidden_causes_explain_variance():
    data = ordag.simulate.factor_data(1, 5, 400, random_state=1)
    network = ordag.OSEM(hidden=1).fit(data.frame).network_
    found = centralities(network).frame
    pointed_at = network.whole_dag[:, : network.n_columns].any(axis=0)
    assert pointed_at.all()
    assert found["r_squared"].to_numpy() == pytest.approx(1 - network.noise)
