import csv
import doctest
import importlib
import io
from dataclasses import replace

import networkx
import numpy as np
import pytest

from ordag import OSEM, simulate
from ordag.errors import InputValueError
from ordag.model import FORMATS, EdgeSupport, FittedNetwork, conditional_table, edge_rows, export, to_bif
from ordag.model.export import to_dagitty, to_dot, to_edges_csv, to_igraph, to_lavaan, to_networkx
from reference.latent_networks import COLLIDER, joint_table, random_network, three_variables


@pytest.fixture
def supported() -> FittedNetwork:
    share = np.full((3, 3), 0.75)
    return replace(three_variables(), support=EdgeSupport(share, share / 2, 200))


def test_edges_are_listed_by_strength_with_their_support(supported):
    rows = edge_rows(supported)
    assert [(row.source, row.target, row.kind) for row in rows] == [
        ("sleep", "mood", "directed"),
        ("pain", "mood", "directed"),
    ]
    assert rows[0].weight > 0 > rows[1].weight
    assert (rows[0].support, rows[0].direction) == (0.75, 0.375)


def test_edges_csv_reads_back(supported):
    rows = list(csv.DictReader(io.StringIO(to_edges_csv(supported))))
    assert rows[0]["from"] == "sleep"
    assert float(rows[0]["weight"]) == supported.weights[0, 2]
    assert float(rows[0]["correlation"]) == supported.correlation[0, 2]
    assert next(csv.DictReader(io.StringIO(to_edges_csv(three_variables()))))["support"] == ""


@pytest.mark.parametrize("name", ["graphml", "gml"])
def test_graph_files_read_back_in_networkx(name, supported, tmp_path):
    path = tmp_path / f"network.{name}"
    odd = replace(supported, names=('say "ah"', "größe & co", "mood"))
    export(odd, path)
    found = networkx.read_gml(path) if name == "gml" else networkx.read_graphml(path)
    if name == "graphml":
        found = networkx.relabel_nodes(found, dict(found.nodes(data="name")))
    assert list(found) == list(odd.names)
    assert set(found.edges) == {('say "ah"', "mood"), ("größe & co", "mood")}
    edge = found.edges['say "ah"', "mood"]
    assert (edge["weight"], edge["kind"], edge["support"]) == (odd.weights[0, 2], "directed", 0.75)


def test_graph_objects_carry_weights_and_kinds(supported):
    assert to_networkx(supported).edges["pain", "mood"]["kind"] == "directed"
    graph = to_igraph(supported)
    assert graph.vs["name"] == list(supported.names)
    np.testing.assert_allclose(graph.es["weight"], supported.weights[[0, 1], 2])


def test_every_format_writes_a_file_and_keeps_an_old_one(supported, tmp_path):
    for name in FORMATS:
        path = tmp_path / name
        supported.export(path, format=name)
        assert path.stat().st_size > 0
        with pytest.raises(InputValueError, match="already exists"):
            export(supported, path, format=name)


def test_an_unknown_format_lists_the_known_ones(supported, tmp_path):
    with pytest.raises(InputValueError, match="unknown format 'dott'; did you mean 'dot'"):
        export(supported, tmp_path / "network.dott")
    assert list(tmp_path.iterdir()) == []


def test_quotes_in_names_are_escaped():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=['a "b"', "c\\d"])
    assert '"a \\"b\\"" -> "c\\\\d"' in to_dot(network)
    assert '"a \\"b\\""' in to_dagitty(network)


def test_lavaan_lists_the_parents_of_each_variable():
    assert to_lavaan(three_variables()) == "mood ~ sleep + pain\n"


def test_lavaan_keeps_the_letters_of_other_languages():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["wie häufig?", "2_настроение"])
    assert to_lavaan(network) == "x2_настроение ~ wie.häufig.\n"


def test_names_that_become_alike_are_refused_in_lavaan():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["a b", "a-b"])
    with pytest.raises(InputValueError, match=r"both be called 'a\.b'"):
        to_lavaan(network)


def test_conditional_tables_agree_with_quadrature():
    network = three_variables(COLLIDER)
    joint = joint_table(network)
    np.testing.assert_allclose(conditional_table(network, "mood"), joint / joint.sum(axis=2, keepdims=True), atol=1e-6)


def test_parents_that_never_meet_say_nothing():
    """The second parent follows the first so closely that their opposite ends meet with probability exp(-16000)."""
    network = FittedNetwork.from_parameters([[0, 30, 0.5], [0, 0, 0.5], [0, 0, 0]], [[-3, 3], [-3, 3], [0]])
    table = conditional_table(network, "x2")
    np.testing.assert_allclose(table.sum(axis=-1), 1.0)
    np.testing.assert_allclose(table[0, 2], [0.5, 0.5])


def test_tables_of_continuous_or_huge_families_are_refused():
    with pytest.raises(InputValueError, match="is continuous"):
        conditional_table(random_network(2, np.random.default_rng(0), continuous=(0, 1)), "x0")
    n = 10
    weights = np.zeros((n, n))
    weights[:-1, -1] = 1
    network = FittedNetwork.from_parameters(weights, [[-1, 0, 1]] * n)
    with pytest.raises(InputValueError, match="1048576 entries"):
        conditional_table(network, "x9")


def test_bif_rows_are_distributions_over_words():
    levels = [["very bad", "very-bad", "good"], ["no", "yes"], [1, 2, 3, 4]]
    network = FittedNetwork.from_parameters(
        COLLIDER, three_variables().thresholds, names=["my sleep", "pain", "3"], levels=levels
    )
    text = to_bif(network)
    assert "variable my_sleep {\n  type discrete [ 3 ] { very_bad, very_bad_2, good };" in text
    rows = [line for line in text.splitlines() if line.startswith("  (very_bad_2, yes)")]
    assert sum(map(float, rows[0].rstrip(";").split(")")[1].split(","))) == pytest.approx(1)


def test_pgmpy_reads_the_bif():
    readwrite = pytest.importorskip("pgmpy.readwrite", reason="pgmpy is not installed")
    network = three_variables()
    model = readwrite.BIFReader(string=to_bif(network)).get_model()
    assert set(model.edges()) == {("sleep", "mood"), ("pain", "mood")}
    values = model.get_cpds("mood").values  # axes: mood, then its parents
    order = [model.get_cpds("mood").variables.index(name) for name in ("sleep", "pain", "mood")]
    np.testing.assert_allclose(values.transpose(order), conditional_table(network, "mood"), atol=1e-9)


@pytest.mark.parametrize("module", ["export", "tables"])
def test_the_examples_run_as_they_stand(module):
    """Under plain doctest, in which every line end counts."""
    assert doctest.testmod(importlib.import_module(f"ordag.model.{module}")).failed == 0


def test_the_call_for_lavaan_leaves_thresholds_and_intercepts_free():
    data = simulate.factor_data(1, 5, 400, random_state=1)
    call = to_lavaan(OSEM(hidden=1).fit(data.frame).network_).splitlines()[0]
    assert "auto.th = TRUE" in call
    assert "int.ov.free = TRUE" in call
