import json
from dataclasses import replace

import numpy as np
import pytest

from ordag.data import ColumnPlan, OrdinalTable, TablePlan
from ordag.errors import InputValueError, OrdagError, RequirementError
from ordag.model import Criteria, EdgeSupport, FittedNetwork, provenance_of
from ordag.model.provenance import DataChoices, FitSettings
from ordag.model.storage import VERSION, from_json, to_json
from reference.latent_networks import CHAIN, random_network, three_variables


@pytest.fixture
def network() -> FittedNetwork:
    """Everything that a network can hold, with names and labels that need care."""
    rng = np.random.default_rng(2)
    plain = random_network(4, rng, continuous=(1,))
    table = OrdinalTable.from_codes([[0], [1]])
    levels = list(plain.levels)
    levels[0] = ('sehr "gut"', "größer\n", "x", "y")[: len(levels[0])]
    levels[2] = (0.1, 2.5, 1e300, -3.0)[: len(levels[2])]
    return replace(
        plain,
        names=("Schlaf, tief", "age", "日", "a b"),
        levels=tuple(levels),
        penalty=1 / 3,
        criteria=Criteria(-1234.5678901234567, None),
        support=EdgeSupport(rng.random((4, 4)), rng.random((4, 4)), 500),
        provenance=provenance_of(
            table, {"mode": "paper", "max_parents": None, "warm_start": True}, seed=7, created="2024-05-01"
        ),
    )


def test_saving_and_loading_is_the_identity(network, tmp_path):
    for original in (network, three_variables(), three_variables(CHAIN)):
        original.save(tmp_path / "model.json", force=True)
        assert FittedNetwork.load(tmp_path / "model.json") == original


def test_an_edge_of_weight_zero_survives(tmp_path):
    pair = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    flat = replace(pair, weights=np.zeros((2, 2)), noise=np.ones(2), correlation=np.eye(2))
    assert from_json(to_json(flat)).n_edges == 1


def test_types_of_labels_survive(network):
    again = from_json(to_json(network))
    assert [[type(label) for label in column] for column in again.levels] == [
        [type(label) for label in column] for column in network.levels
    ]


def test_an_existing_file_is_kept_without_force(network, tmp_path):
    path = tmp_path / "model.json"
    path.write_text("mine")
    with pytest.raises(InputValueError, match=r"already exists; .* or pass force=True to replace it"):
        network.save(path)
    assert path.read_text() == "mine"


def test_a_failed_save_leaves_no_file(network, tmp_path):
    broken = replace(network, criteria=Criteria(float("nan")))
    with pytest.raises(ValueError, match="JSON"):
        broken.save(tmp_path / "model.json")
    assert list(tmp_path.iterdir()) == []


VERSION_0 = {
    "format": "ordag-network",
    "version": 0,
    "names": ["sleep", "mood"],
    "levels": [["bad", "good"], [1, 2, 3]],
    "thresholds": [[0.0], [-0.5, 0.5]],
    "adjacency": [[0, 1], [0, 0]],
    "cpdag": [[0, 1], [1, 0]],
    "weights": [[0.0, 0.6], [0.0, 0.0]],
    "noise": [1.0, 0.64],
    "penalty": 3.0,
}


def test_version_0_is_still_read():
    network = from_json(json.dumps(VERSION_0))
    assert network.names == ("sleep", "mood")
    assert network.kinds == ("binary", "ordinal")
    assert network.correlation[0, 1] == pytest.approx(0.6)
    assert network.cpdag.tolist() == [[0, 1], [1, 0]]
    assert network.penalty == 3.0
    assert json.loads(to_json(network))["version"] == VERSION


@pytest.mark.parametrize("field", [field for field in VERSION_0 if field not in {"penalty", "version"}])
def test_version_0_with_a_part_missing_is_refused(field):
    with pytest.raises(OrdagError):
        from_json(json.dumps({name: value for name, value in VERSION_0.items() if name != field}))


def test_version_1_kept_choices_of_data_among_its_settings(network):
    record = json.loads(to_json(network))
    del record["provenance"]["choices"], record["provenance"]["all_forbidden"]
    settings = {"penalty": 3.0, "weights": "w", "effective_rows": 12.4, "ignore": "id, note", "missing": "99"}
    record["version"], record["provenance"]["settings"] = 1, settings | {"links": "all forbidden"}
    made = from_json(json.dumps(record)).provenance
    assert made.choices == DataChoices("w", 12.4, ("id", "note"), ("99",))
    assert made.all_forbidden
    assert made.settings == FitSettings(penalty=3.0)


def test_choices_of_data_survive_the_file(network):
    chosen = DataChoices("w", 12.4, ("id", "note, open"), ("sleep=99", "refused"))
    provenance = replace(network.provenance, choices=chosen, all_forbidden=True)
    again = from_json(to_json(replace(network, provenance=provenance)))
    assert again.provenance == provenance


def test_a_newer_version_is_refused_with_advice(tmp_path):
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"format": "ordag-network", "version": VERSION + 1}))
    with pytest.raises(InputValueError, match=r"model\.json.*version 3.*Install a newer ordag"):
        FittedNetwork.load(path)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused(network, share):
    text = to_json(network).rstrip()
    with pytest.raises(InputValueError, match="no complete JSON"):
        from_json(text[: int(share * len(text))])


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"{}", b"[]", b"null", b"3", b'{"format": "other"}', b"[" * 100_000, b"\x80\x04cos\nsystem\n"],
)
def test_other_files_are_refused(content, tmp_path):
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(InputValueError, match=r"model\.json"):
        FittedNetwork.load(path)


def change(record, path, value):
    *folders, last = path
    for step in folders:
        record = record[step]
    record[last] = value


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("version",), True, "version must be a whole number"),
        (("version",), -1, "zero or more"),
        (("variables",), {}, "variables must be a list"),
        (("variables",), [], "correlation must have 0 entries"),
        (("variables", 0, "name"), 3, "must be text"),
        (("variables", 0, "noise"), "1", "noise of .* must be a number"),
        (("variables", 0, "noise"), 1e999, "must be finite"),
        (("variables", 0, "noise"), 10**400, "must be finite"),
        (("variables", 0, "noise"), 0, "positive variances"),
        (("variables", 0, "kind"), "nominal", "kind of"),
        (("variables", 0, "cuts"), [float("nan")], "must be finite"),
        (("variables", 0, "levels"), [["deep"], "x"], "must be a number"),
        (("variables", 0, "estimated_codes"), [70_000], "between 0 and"),
        (("variables", 0, "estimated_codes"), [0], "map one onto the other"),
        (("edges",), None, "edges must be a list; found nothing"),
        (("edges", 0, "from"), "nobody", "'nobody', which is no variable"),
        (("edges", 0, "directed"), 1, "must be true or false"),
        (("edges", 0, "weight"), None, "must be a number; found nothing"),
        (("edges", 0, "weight"), 0.9, "imply the correlation"),
        (("correlation", 1), [0.5], "must have 2 entries"),
        (("correlation",), [[1.0]], "correlation must have 3 entries"),
        (("penalty",), [], "penalty must be a number"),
        (("criteria",), [], "criteria must be an object"),
        (("support",), {"support": [], "direction": [], "n_resamples": 3}, "must have 3 entries"),
        (("provenance",), {"n_rows": "many"}, "n_rows must be a whole number"),
    ],
)
def test_a_damaged_value_is_refused(path, value, message):
    record = json.loads(to_json(three_variables()))
    change(record, path, value)
    with pytest.raises(OrdagError, match=message):
        from_json(json.dumps(record))


def test_weights_whose_products_vanish_are_refused():
    record = json.loads(to_json(three_variables(CHAIN)))
    record["variables"].reverse()  # an order in which the inverse meets a pivot of zero
    for edge in record["edges"]:
        edge["weight"] = 1e200
    with pytest.raises(RequirementError, match="imply the correlation"):
        from_json(json.dumps(record))


@pytest.mark.parametrize(("name", "value"), [("weights", [[0.0, 0.0], [0.5, 1.0]]), ("noise", [0.75, 0.0])])
def test_hidden_causes_act_along_arrows_only(name, value):
    record = json.loads(to_json(FittedNetwork.from_parameters([[0]], [[0.0]])))
    whole = {"names": ["H1"], "dag": [[0, 0], [1, 0]], "weights": [[0.0, 0.0], [0.5, 0.0]], "noise": [0.75, 1.0]}
    record["hidden"] = {**whole, "errors": [[0.0, 0.0], [0.0, 0.0]]}
    assert from_json(json.dumps(record)).hidden is not None
    record["hidden"][name] = value
    with pytest.raises(RequirementError, match="zero wherever there is no arrow"):
        from_json(json.dumps(record))


def test_a_cycle_is_refused():
    record = json.loads(to_json(three_variables()))
    record["edges"] += [{"from": "mood", "to": "sleep", "directed": True, "weight": 0.1}]
    with pytest.raises(InputValueError, match="acyclic"):
        from_json(json.dumps(record))


def test_what_was_asked_is_kept_in_the_file(network):
    assert network.provenance is not None
    age = ColumnPlan("age", "item", wording="How old are you?", subscale="person")
    plan = TablePlan((age, ColumnPlan("none of these", "item", wording="?", subscale="person")))
    again = from_json(to_json(replace(network, provenance=network.provenance.with_plan(plan, network.names))))
    assert again.provenance is not None
    assert again.provenance.wordings == (("age", "How old are you?"),)
    assert again.provenance.subscales == (("age", "person"),)
