"""Laws of fitted networks and of their files."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordag.errors import OrdagError
from ordag.inference import predict_proba, query
from ordag.model import FittedNetwork
from ordag.model.storage import from_json, to_json
from reference.latent_networks import random_network, three_variables

TEXT = to_json(three_variables())
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
seeds = st.integers(0, 2**32 - 1)


def paths(value, path=()):
    """Every place in a JSON value."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from paths(child, (*path, key))


PLACES = [path for path in paths(json.loads(TEXT)) if path]


def read(text):
    """The network of a text, or None if it was refused with an error of ours; any other error passes through."""
    try:
        return from_json(text)
    except OrdagError:
        return None


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_saving_and_loading_is_the_identity(seed):
    rng = np.random.default_rng(seed)
    network = random_network(int(rng.integers(1, 8)), rng, continuous=(0,))
    assert to_json(from_json(to_json(network))) == to_json(network)


@given(st.sampled_from(PLACES), ANYTHING)
@settings(max_examples=300, deadline=None)
def test_a_file_with_any_value_replaced_is_read_or_refused(place, value):
    record = json.loads(TEXT)
    *folders, last = place
    target = record
    for step in folders:
        target = target[step]
    target[last] = value
    network = read(json.dumps(record))
    assert network is None or isinstance(network, FittedNetwork)


@given(st.sampled_from(PLACES))
@settings(max_examples=60, deadline=None)
def test_a_file_with_any_part_removed_is_read_or_refused(place):
    record = json.loads(TEXT)
    *folders, last = place
    target = record
    for step in folders:
        target = target[step]
    del target[last]
    network = read(json.dumps(record))
    assert network is None or isinstance(network, FittedNetwork)


@given(st.integers(0, len(TEXT) - 1), st.integers(0, 10), st.text(max_size=4))
@settings(max_examples=300, deadline=None)
def test_a_file_with_any_characters_changed_is_read_or_refused(start, length, inserted):
    network = read(TEXT[:start] + inserted + TEXT[start + length :])
    assert network is None or isinstance(network, FittedNetwork)


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_reversing_all_levels_and_cuts_reverses_the_answers(seed):
    # -y has the same correlations, and its cuts are the negative ones in reverse order.
    rng = np.random.default_rng(seed)
    network = random_network(4, rng)
    mirrored = FittedNetwork.from_parameters(
        network.weights, [-cuts[::-1] for cuts in network.thresholds], noise=network.noise
    )
    there = query(network, "x1", {"x3": 0}).probabilities
    back = query(mirrored, "x1", {"x3": len(network.levels[3]) - 1}).probabilities
    np.testing.assert_allclose(back[::-1], there, atol=1e-9)


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_every_prediction_is_a_distribution(seed):
    rng = np.random.default_rng(seed)
    network = random_network(5, rng)
    frame = [
        {
            f"x{j}": int(rng.integers(len(labels))) if rng.random() < 0.7 else None
            for j, labels in enumerate(network.levels)
        }
        for _ in range(5)
    ]
    found = predict_proba(network, frame, "x2").to_numpy()
    assert (found >= 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)


@pytest.mark.slow
def test_a_hundred_thousand_damaged_files_are_read_or_refused():
    rng = np.random.default_rng(1)
    raw = np.frombuffer(TEXT.encode(), dtype=np.uint8)
    signs = np.frombuffer(b'0123456789.eE+-"[]{},: \\untrfalsNI', dtype=np.uint8)
    n_read = 0
    for _ in range(100_000):
        damaged = raw.copy()
        where = rng.integers(len(raw), size=rng.integers(1, 4))
        damaged[where] = rng.choice(signs, len(where))
        n_read += read(damaged.tobytes().decode()) is not None
    assert 0 < n_read < 100_000
