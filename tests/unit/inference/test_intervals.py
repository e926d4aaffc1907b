"""Effects over several networks: resamples or draws of a posterior."""

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.inference import causal_effect, effect_interval
from ordag.inference.intervals import weighted_quantile
from ordag.latent import Margins
from ordag.model import FittedNetwork
from reference.latent_networks import CHAIN, three_variables


def directed(strength):
    """sleep → mood ← pain with the first edge of a given strength; the collider directs both."""
    return three_variables(np.array([[0, 0, strength], [0, 0, 0.5], [0, 0, 0]]))


def test_one_network_has_an_interval_without_width():
    network = three_variables(CHAIN)
    found = effect_interval([network], "sleep", "mood", between=("bad", "good"))
    change = causal_effect(network, "sleep", "mood").change("bad", "good")
    for end in (found.mean, found.low, found.high):
        np.testing.assert_allclose(end, change.mean)
    np.testing.assert_allclose(found.lowest, change.lowest)
    np.testing.assert_allclose(found.highest, change.highest)
    assert found.expected == pytest.approx(change.expected)
    assert found.expected_range == pytest.approx(change.expected_range)


def test_the_interval_holds_its_share_of_the_networks():
    networks = [directed(strength) for strength in np.linspace(-1, 1, 41)]
    found = effect_interval(networks, "sleep", "mood", level=0.8)
    changes = np.array([causal_effect(network, "sleep", "mood").change("bad", "good").mean for network in networks])
    inside = ((found.low - 1e-12 <= changes) & (changes <= found.high + 1e-12)).mean(axis=0)
    assert ((inside >= 0.8) & (inside < 0.9)).all()
    assert found.n_networks == 41


def test_weights_count_networks():
    first, second = directed(0.3), directed(0.9)
    weighted = effect_interval([first, second], "sleep", "mood", weights=[1, 3])
    repeated = effect_interval([first, second, second, second], "sleep", "mood")
    for name in ("mean", "low", "high", "lowest", "highest"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(repeated, name), atol=1e-12)
    alone = effect_interval([first, second], "sleep", "mood", weights=[0, 5])
    np.testing.assert_allclose(alone.low, alone.high)


def test_directions_left_open_widen_the_interval():
    found = effect_interval([three_variables(CHAIN)] * 3, "sleep", "mood")
    assert (found.highest - found.lowest > found.high - found.low + 0.1).any()
    settled = effect_interval([directed(0.5)] * 3, "sleep", "mood")
    np.testing.assert_allclose(settled.lowest, settled.low)


def test_a_continuous_cause_is_set_to_the_same_values_in_every_network():
    def aged(mean):
        margins = Margins((np.empty(0), np.array([0.4])), np.array([mean, 0.0]), np.array([10.0, 1.0]))
        return FittedNetwork.from_parameters([[0, 0.8], [0, 0]], margins, names=["age", "ill"])

    networks = [aged(50), aged(52)]
    assert (effect_interval(networks, "age", "ill").start, effect_interval(networks, "age", "ill").end) == (40, 60)
    found = effect_interval(networks, "age", "ill", between=(45, 65))
    for network, end in zip(networks, (found.high, found.low), strict=True):
        change = causal_effect(network, "age", "ill", values=[45, 65]).change(45, 65)
        assert end[1] == pytest.approx(change.mean[1])


def test_a_continuous_outcome_has_an_interval_in_its_units():
    margins = Margins((np.array([0.4]), np.empty(0)), np.array([0, 70.0]), np.array([1, 12.0]))
    networks = [
        FittedNetwork.from_parameters([[0, weight], [0, 0]], margins, names=["ill", "weight"]) for weight in (0.2, 0.6)
    ]
    found = effect_interval(networks, "ill", "weight")
    each = [causal_effect(network, "ill", "weight").change(0, 1).expected for network in networks]
    assert found.expected_interval == pytest.approx(each)
    assert found.levels == ()


def test_quantiles_are_values_that_occur():
    values = np.array([[4.0, 1], [2, 3], [3, 2], [1, 4]])
    shares = np.full(4, 0.25)
    assert weighted_quantile(values, shares, 0.25).tolist() == [1, 1]
    assert weighted_quantile(values, shares, 0.26).tolist() == [2, 2]
    assert weighted_quantile(np.arange(10.0), np.full(10, 0.1), 1.0) == 9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1.0}, "level is 1.0"),
        ({"weights": [1]}, r"one number per network \(2\)"),
        ({"weights": [1, -1]}, "none negative"),
        ({"weights": [0, 0]}, "not all zero"),
        ({"between": ("bad", "worse")}, "no level 'worse'"),
    ],
)
def test_what_gives_no_interval_is_refused(options, message):
    with pytest.raises(InputValueError, match=message):
        effect_interval([directed(0.5)] * 2, "sleep", "mood", **options)


def test_no_networks_give_no_interval():
    with pytest.raises(InputValueError, match="at least one"):
        effect_interval([], "sleep", "mood")
