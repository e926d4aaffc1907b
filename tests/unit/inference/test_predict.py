import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy import integrate
from scipy.special import ndtr

from ordag.data import OrdinalTable, to_frame
from ordag.errors import InferenceWarning, InputValueError
from ordag.expectation import integrate_rows
from ordag.inference import impute, predict, predict_proba, query
from ordag.inference.sample import observe, sample_latent
from ordag.model import FittedNetwork
from reference.latent_networks import density, joint_table, random_network, simulate_codes, three_variables

QUADRATURE = 1e-6  # what a prediction from three variables must reach
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


def test_three_variables_are_predicted_as_quadrature_says():
    network = three_variables()
    codes = np.array([[0, 1, 2], [2, -1, 0], [-1, -1, 3]], dtype=np.int16)
    table = joint_table(network)
    expected = np.array([table[0, 1], table[2].sum(axis=0), table.sum(axis=(0, 1))])
    found = predict_proba(network, rows_of(network, codes), "mood")
    np.testing.assert_allclose(found, expected / expected.sum(axis=1, keepdims=True), atol=QUADRATURE)


@pytest.mark.parametrize("value", [9.0, 15.0, 40.0])
def test_an_outlier_that_contradicts_the_rest_of_its_row_is_believed(value):
    network = FittedNetwork.from_parameters(
        [[0, 3, 3], [0, 0, 0], [0, 0, 0]], [[], [0.0], [-0.5, 0.5]], names=["dose", "ill", "stage"]
    )
    row = pd.DataFrame({"dose": [value], "ill": [0]})  # given the dose, stage does not depend on illness
    alone = predict_proba(network, row.assign(ill=None), "stage")
    found = predict_proba(network, row, "stage")
    np.testing.assert_allclose(found, alone, rtol=1e-3, atol=1e-300)
    assert found.to_numpy()[0, -1] == pytest.approx(1)
    assert query(network, "stage", {"dose": value, "ill": 0}).probabilities[-1] == pytest.approx(1)


@pytest.mark.parametrize("seed", range(3))
def test_three_variables_one_of_them_continuous_are_predicted_as_quadrature_says(seed):
    network = random_network(3, np.random.default_rng(seed), continuous=(1,), density=1.0)
    value, high = 0.8, float(network.thresholds[0][0])
    frame = pd.DataFrame({"x0": [0, 0, None], "x1": [value, None, value]})
    found = predict_proba(network, frame, "x2").to_numpy()
    factor = np.linalg.cholesky(network.correlation[np.ix_([1, 0, 2], [1, 0, 2])])
    ends = np.concatenate([[-np.inf], network.thresholds[2], [np.inf]])

    def mass(first, start, stop):
        """Density of x1 times that of x0 times P(level of x2), integrated over an interval of x0."""

        def levels(second):
            edges = ndtr((ends - factor[2, 0] * first - factor[2, 1] * second) / factor[2, 2])
            return density(second) * np.diff(edges)

        bounds = [np.clip((end - factor[1, 0] * first) / factor[1, 1], -9, 9) for end in (start, stop)]
        return density(first) * integrate.quad_vec(levels, *bounds, epsabs=1e-11)[0]

    expected = np.array(
        [
            mass(value, -np.inf, high),
            integrate.quad_vec(lambda first: mass(first, -np.inf, high), -9, 9, epsabs=1e-9)[0],
            mass(value, -np.inf, np.inf),
        ]
    )
    np.testing.assert_allclose(found, expected / expected.sum(axis=1, keepdims=True), atol=QUADRATURE)


def test_predictions_from_partial_rows_agree_with_simulation():
    rng = np.random.default_rng(23)
    network = random_network(6, rng, density=0.6)
    codes = simulate_codes(network, 400_000, rng)
    row = {"x0": 1, "x3": 0, "x5": 1}  # the others are missing
    kept = codes[(codes[:, 0] == 1) & (codes[:, 3] == 0) & (codes[:, 5] == 1)]
    found = predict_proba(network, [{name: row.get(name) for name in network.names}], "x2").to_numpy()[0]
    shares = np.bincount(kept[:, 2], minlength=len(found)) / len(kept)
    assert len(kept) > 1000
    assert np.abs(found - shares).max() < 4.5 * np.sqrt(0.25 / len(kept)) + PROPAGATION_ERROR


def test_predictions_from_continuous_columns_agree_with_simulation():
    rng = np.random.default_rng(2)
    network = random_network(5, rng, continuous=(0, 3), density=0.7)
    table = observe(network, sample_latent(network, 1_000_000, {}, rng))
    near = (np.abs(table.continuous - [0.5, -0.5]) < 0.05).all(axis=1) & (table.codes[:, 4] == 0)
    found = predict_proba(network, [{"x0": 0.5, "x1": None, "x2": None, "x3": -0.5, "x4": 0}], "x1").to_numpy()[0]
    shares = np.bincount(table.codes[near, 1], minlength=len(found)) / near.sum()
    assert near.sum() > 500
    assert np.abs(found - shares).max() < 4.5 * np.sqrt(0.25 / near.sum())


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


@pytest.mark.parametrize("filled", [lambda *given, **options: predict(*given, "x1", **options), impute])
def test_means_of_a_continuous_target_use_the_threads_given(filled, monkeypatch):
    network = random_network(4, np.random.default_rng(8), continuous=(1,))
    rows = pd.DataFrame({name: [0, 1] for name in network.names}).assign(x1=np.nan)
    n_threads = []

    def integrated(*given, **options):
        n_threads.append(options["n_threads"])
        return integrate_rows(*given, **options)

    monkeypatch.setattr(sys.modules["ordag.inference.predict"], "integrate_rows", integrated)
    one, two = (filled(network, rows, n_threads=n) for n in (1, 2))
    assert n_threads == [1, 2]
    assert one.equals(two)


def test_levels_of_a_continuous_target_are_refused():
    network = random_network(3, np.random.default_rng(2), continuous=(1,))
    with pytest.raises(InputValueError, match="'x1' is continuous"):
        predict_proba(network, [{"x0": 0, "x2": 0}], "x1")


def test_prediction_loads_without_what_takes_longest_to_load():
    program = "import sys, ordag.inference; ordag.inference.predict; sys.exit('scipy.stats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
