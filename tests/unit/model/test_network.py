import warnings
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable, encode, to_frame
from ordag.errors import InputValueError
from ordag.inference import predict_proba, query, sample
from ordag.inference.sample import observe, sample_latent
from ordag.latent import Margins, estimate_thresholds
from ordag.maximization import maximize
from ordag.model import Criteria, FittedNetwork, log_likelihood, provenance_of
from ordag.model.provenance import FitSettings, fingerprint
from ordag.osem import OSEM
from reference.latent_networks import CHAIN, joint_table, random_network, three_variables

DAG = np.array([[0, 1], [0, 0]], dtype=np.int8)
LEVELS = [["never", "seldom", "often"], ["low", "mid", "high", "top"]]


@pytest.fixture
def merged() -> FittedNetwork:
    """A network whose first column never shows "seldom", its second neither "low" nor "top"."""
    table = OrdinalTable.from_codes([[0, 1], [2, 2], [2, 1], [0, 1], [2, 2]], names=["ache", "mood"], levels=LEVELS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        joined = table.merged()
    parameters = maximize(np.array([[1, 0.6], [0.6, 1]]), DAG)
    margins = estimate_thresholds(joined.table)
    network = FittedNetwork.of(joined, table, margins, DAG, parameters)
    return replace(network, penalty=2.0, criteria=Criteria(-5.0, -6.0))


def test_merged_levels_keep_their_declared_labels(merged):
    assert merged.levels == tuple(map(tuple, LEVELS))
    assert merged.kinds == ("ordinal", "ordinal")
    assert [codes.tolist() for codes in merged.estimated_codes] == [[0, 0, 1], [0, 0, 1, 1]]
    assert [codes.tolist() for codes in merged.declared_codes] == [[0, 2], [1, 2]]


def test_a_level_never_observed_is_never_predicted_and_counts_as_its_neighbour(merged):
    found = predict_proba(merged, pd.DataFrame({"ache": ["never", "seldom"]}), "mood")
    assert found.columns.tolist() == LEVELS[1]
    assert (found[["low", "top"]] == 0).all().all()
    np.testing.assert_allclose(found.iloc[0], found.iloc[1])
    assert set(sample(merged, 200, random_state=1)["mood"]) == {"mid", "high"}
    np.testing.assert_allclose(query(merged, "mood", {"ache": "seldom"}).probabilities, found.iloc[0])


def test_a_range_counts_only_levels_with_an_interval(merged):
    np.testing.assert_allclose(
        query(merged, "mood", {"ache": ">= seldom"}).probabilities,
        query(merged, "mood", {"ache": "often"}).probabilities,
    )


def test_log_likelihood_agrees_with_quadrature():
    network = three_variables(CHAIN)
    table = joint_table(network)
    cells = np.array(list(np.ndindex(table.shape)))
    rows = OrdinalTable(network.names, network.kinds, network.levels, cells, np.empty((len(cells), 0)))
    np.testing.assert_allclose(np.exp(log_likelihood(network, rows, n_points=4096)), table.ravel(), rtol=2e-3)


def test_log_likelihood_of_a_row_with_holes_is_that_of_the_rest():
    network = three_variables(CHAIN)
    value = log_likelihood(network, pd.DataFrame({"sleep": ["bad"], "pain": [None], "mood": [2]}), n_points=4096)
    joint = query(network, ["sleep", "mood"]).probabilities
    assert np.exp(value[0]) == pytest.approx(joint[0, 1], rel=2e-3)


def test_log_likelihood_of_continuous_columns_is_in_their_units():
    margins = Margins((np.empty(0), np.empty(0)), np.array([10.0, 0.0]), np.array([5.0, 1.0]))
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], margins, names=["age", "height"])
    frame = pd.DataFrame({"age": [13.0, 7.5], "height": [0.4, -1.2]})
    scaled = np.outer([5, 1], [5, 1]) * network.correlation
    offset = frame.to_numpy() - [10, 0]
    quadratic = np.einsum("ri,ij,rj->r", offset, np.linalg.inv(scaled), offset)
    expected = -0.5 * (quadratic + np.log(np.linalg.det(2 * np.pi * scaled)))
    np.testing.assert_allclose(log_likelihood(network, frame), expected, rtol=1e-9)


def test_equal_rows_have_equal_log_likelihood_whatever_the_threads():
    rng = np.random.default_rng(1)
    network = random_network(6, rng, continuous=(3,))
    frame = to_frame(observe(network, sample_latent(network, 30, {}, rng)))
    twice = pd.concat([frame, frame], ignore_index=True)
    values = log_likelihood(network, twice)
    np.testing.assert_array_equal(values[:30], values[30:])
    np.testing.assert_array_equal(values, log_likelihood(network, twice, n_threads=2))


def test_a_network_cannot_be_changed(merged):
    with pytest.raises(FrozenInstanceError):
        merged.penalty = 1.0
    with pytest.raises(ValueError, match="read-only"):
        merged.weights[0, 1] = 0.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dag": [[0, 1], [1, 0]]}, "acyclic"),
        ({"cpdag": [[0, 0], [0, 0]]}, "member of the class"),
        ({"weights": [[0, 0], [0.6, 0]]}, "zero wherever the dag has no edge"),
        ({"weights": [[0, np.nan], [0, 0]]}, "weights must be a finite 2 × 2 matrix"),
        ({"noise": [1.0, -0.5]}, "positive variances"),
        ({"noise": [2.0, 0.64]}, "variance one"),
        ({"correlation": np.eye(2)}, "imply the correlation"),
        ({"correlation": np.eye(3)}, "finite 2 × 2"),
        ({"names": ("ache", "ache")}, "'ache' occurs more than once"),
        ({"names": ("ache",)}, "one entry per variable"),
        ({"kinds": ("ordinal", "continuous")}, "kind of 'mood'"),
        ({"levels": (("a", "a", "b"), LEVELS[1])}, "different labels"),
        ({"margins": Margins((np.array([1.0, 0.0]), np.array([0.0])), np.zeros(2), np.ones(2))}, "ascending"),
        ({"margins": Margins((np.array([0.0]), np.array([0.0])), np.zeros(2), np.zeros(2))}, "scales"),
        ({"declared_codes": (np.array([0, 1]), np.array([1, 2]))}, "map one onto the other"),
    ],
)
def test_parts_that_do_not_fit_are_refused(merged, change, message):
    with pytest.raises(InputValueError, match=message):
        replace(merged, **change)


def test_unknown_names_and_levels_suggest_the_nearest(merged):
    with pytest.raises(InputValueError, match="did you mean 'mood'"):
        merged.index("modd")
    with pytest.raises(InputValueError, match="did you mean 'often'"):
        merged.code(0, "oftn")


def test_fingerprint_tells_tables_apart():
    table = OrdinalTable.from_codes([[0, 1], [1, 0]])
    same = OrdinalTable.from_codes(np.array([[0, 1], [1, 0]]))
    others = [
        OrdinalTable.from_codes([[0, 1], [1, 1]], levels=[[0, 1], [0, 1]]),
        OrdinalTable.from_codes([[0, 1], [1, 0]], names=["a", "b"]),
        replace(table, weights=np.array([1.0, 2.0])),
    ]
    assert fingerprint(table) == fingerprint(same)
    assert len({fingerprint(other) for other in (table, *others)}) == 4


def test_settings_are_kept_as_plain_values():
    table = encode(pd.DataFrame({"a": [0, 1, None], "b": [1, 0, 1]}))
    provenance = provenance_of(table, {"penalty": np.float64(2), "tiers": [["a"], ["b"]], "max_rows": np.inf}, seed=3)
    assert provenance.settings.known() == {"penalty": 2.0, "tiers": "[['a'], ['b']]", "max_rows": "inf"}
    assert (provenance.n_rows, provenance.n_missing, provenance.seed) == (3, 1, 3)
    assert [name for name, _ in provenance.versions] == ["ordag", "numpy", "scipy"]


def test_weights_in_a_circle_are_refused() -> None:
    with pytest.raises(InputValueError, match="weights must be directed and acyclic"):
        FittedNetwork.from_parameters([[0, 1], [1, 0]], [[0], [0]])


def test_settings_name_every_option_on_which_results_depend():
    without_effect = {"n_jobs", "verbose"}
    named = {field.name for field in fields(FitSettings)} - {"model"}
    assert named == {*OSEM().get_params(deep=False)} - without_effect
