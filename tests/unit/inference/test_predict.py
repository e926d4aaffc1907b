import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable, to_frame
from ordag.errors import InferenceWarning, InputValueError
from ordag.inference import predict, predict_proba, query
from ordag.inference.sample import observe, sample_latent
from reference.latent_networks import random_network, simulate_codes, three_variables

PROPAGATION_ERROR = 0.01  # largest seen was 0.0025
INTEGRATION_ERROR = 2e-3  # 4096 points


def rows_of(network, codes):
    return to_frame(OrdinalTable(network.names, network.kinds, network.levels, codes, np.empty((len(codes), 0))))


@pytest.fixture(scope="module")
def six():
    rng = np.random.default_rng(11)
    network = random_network(6, rng)
    codes = simulate_codes(network, 40, rng).astype(np.int16)
    codes[rng.random(codes.shape) < 0.2] = -1
    return network, codes


def answers(network, codes, target):
    """The same probabilities row by row, through queries."""
    out = []
    for row in codes:
        known = {name: int(code) for name, code in zip(network.names, row, strict=True) if code >= 0 and name != target}
        out.append(query(network, target, known).probabilities)
    return np.array(out)


@pytest.mark.parametrize(("n_points", "tolerance"), [(None, PROPAGATION_ERROR), (4096, INTEGRATION_ERROR)])
def test_rows_are_predicted_as_queries_answer(six, n_points, tolerance):
    network, codes = six
    found = predict_proba(network, rows_of(network, codes), "x2", n_points=n_points)
    np.testing.assert_allclose(found, answers(network, codes, "x2"), atol=tolerance)


def test_three_variables_are_predicted_exactly():
    network = three_variables()
    codes = np.array([[0, 1, 2], [2, -1, 0], [-1, -1, 3]], dtype=np.int16)
    found = predict_proba(network, rows_of(network, codes), "mood").to_numpy()
    np.testing.assert_allclose(
        found[0], query(network, "mood", {"sleep": "bad", "pain": "yes"}).probabilities, atol=1e-9
    )
    np.testing.assert_allclose(found[1], query(network, "mood", {"sleep": "good"}).probabilities, atol=1e-9)
    np.testing.assert_allclose(found[2], query(network, "mood").probabilities, atol=1e-9)


def test_probabilities_sum_to_one_and_ignore_the_targets_own_entry(six):
    network, codes = six
    other = codes.copy()
    other[:, 2] = -1
    found = predict_proba(network, rows_of(network, codes), "x2")
    np.testing.assert_allclose(found.sum(axis=1), 1)
    pd.testing.assert_frame_equal(found, predict_proba(network, rows_of(network, other), "x2"))


def test_result_has_the_levels_as_columns_and_the_index_of_the_frame():
    frame = pd.DataFrame({"sleep": ["bad", "good"], "pain": ["no", "yes"]}, index=["ann", "bob"])
    found = predict_proba(three_variables(), frame, "mood")
    assert found.columns.tolist() == [1, 2, 3, 4]
    assert found.index.tolist() == ["ann", "bob"]


def test_prediction_is_the_most_likely_level(six):
    network, codes = six
    frame = rows_of(network, codes)
    best = predict_proba(network, frame, "x1").idxmax(axis=1)
    assert predict(network, frame, "x1").tolist() == best.tolist()


def test_continuous_columns_are_used_as_evidence():
    rng = np.random.default_rng(2)
    network = random_network(5, rng, continuous=(0, 3))
    frame = to_frame(observe(network, sample_latent(network, 6, {}, rng)))
    target = next(name for name in ("x1", "x2", "x4"))
    found = predict_proba(network, frame, target)
    for k in range(len(frame)):
        known = {name: frame[name].iloc[k] for name in network.names if name != target}
        np.testing.assert_allclose(found.iloc[k], query(network, target, known).probabilities, atol=PROPAGATION_ERROR)


def test_mean_of_a_continuous_target_agrees_with_simulation():
    network = random_network(4, np.random.default_rng(8), continuous=(1,), density=0.9)
    rng = np.random.default_rng(1)
    table = observe(network, sample_latent(network, 200_000, {}, rng))
    kept = (table.codes[:, [0, 2, 3]] == 0).all(axis=1)
    values = table.continuous[kept, 0]
    frame = to_frame(table.rows(np.flatnonzero(kept)[:1]))
    error = 4.5 * values.std() / np.sqrt(len(values)) + 0.005
    assert predict(network, frame, "x1").iloc[0] == pytest.approx(values.mean(), abs=error)


def test_a_misspelt_column_is_told_and_an_absent_target_is_not():
    network = three_variables()
    with pytest.warns(InferenceWarning, match="'pain' is not in the data .* Is 'pian' meant to be 'pain'"):
        misspelt = predict_proba(network, [{"sleep": "bad", "pian": "yes"}], "mood")
    known = predict_proba(network, [{"sleep": "bad", "pain": None}], "mood")
    np.testing.assert_allclose(misspelt, known)


def test_levels_of_a_continuous_target_are_refused():
    network = random_network(3, np.random.default_rng(2), continuous=(1,))
    with pytest.raises(InputValueError, match="'x1' is continuous"):
        predict_proba(network, [{"x0": 0, "x2": 0}], "x1")
