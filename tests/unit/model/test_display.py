"""Results print as a heading and a short table, in notebooks too."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.inference import causal_effect, effect_interval, query
from ordag.model import EdgeSupport, FittedNetwork
from ordag.model.display import MAX_ROWS, Shown
from ordag.posterior import Diagnostics, Posterior
from ordag.stability import Bootstrap

MOST_LINES = MAX_ROWS + 4  # heading, names of columns and of rows, and how many more
NAMES = ["sleep", "mood", "<b>work</b>"]
NETWORK = FittedNetwork.from_parameters(
    [[0, 1, 0], [0, 0, 0.5], [0, 0, 0]],
    [np.linspace(-1, 1, 5), [0.0], []],
    names=NAMES,
    levels=[list("abcdef"), ["low", "high"], []],
)
SUPPORT = np.array([[0, 0.9, 0.2], [0.9, 0, 0.4], [0.2, 0.4, 0]])
FOUND = Bootstrap(tuple(NAMES), SUPPORT, SUPPORT / 2, 10, np.zeros((10, 3, 3), np.int8))
RESULTS = {
    "Bootstrap(10 replicates, 3 variables)": FOUND,
    "Posterior(1 draw, 3 variables)": Posterior((NETWORK,), np.ones(1), Diagnostics(1.0, 1.0, 1.0, 1)),
    "Distribution(mood)": query(NETWORK, "mood"),
    "Distribution(sleep, mood)": query(NETWORK, ["sleep", "mood"]),
    "CausalEffect(sleep → mood: mean over 3 DAGs)": causal_effect(NETWORK, "sleep", "mood"),
    "CausalEffect(sleep → <b>work</b>: mean over 3 DAGs)": causal_effect(NETWORK, "sleep", NAMES[2]),
    "CausalEffect(<b>work</b> → sleep: mean over 1 DAG, not all of the class)": causal_effect(
        NETWORK, NAMES[2], "sleep", over_class=False
    ),
    "LevelChange(2 levels)": causal_effect(NETWORK, "sleep", "mood").change(),
    "LevelChange(continuous outcome)": causal_effect(NETWORK, "sleep", NAMES[2]).change(),
    "EffectInterval(sleep from a to f → mood: 90% of 1 network)": effect_interval([NETWORK], "sleep", "mood"),
    "EffectInterval(<b>work</b> from -1 to 1 → mood: 90% of 1 network)": effect_interval([NETWORK], NAMES[2], "mood"),
    "CausalEffect(<b>work</b> → mood: mean over 3 DAGs)": causal_effect(NETWORK, NAMES[2], "mood", values=[0.5]),
    "15 methods for ordag.learn": ordag.methods(),
}


@pytest.mark.parametrize("heading", RESULTS)
def test_results_print_as_a_heading_and_a_few_lines(heading):
    first, *lines = repr(RESULTS[heading]).splitlines()
    assert first == heading
    assert 1 < len(lines) < MOST_LINES
    assert "array(" not in "".join(lines)


@pytest.mark.parametrize("heading", RESULTS)
def test_notebooks_show_a_table_in_which_names_stay_text(heading):
    shown = RESULTS[heading]._repr_html_()
    assert shown.count("<table") == 1
    assert "<b>" not in shown


def test_a_learned_network_prints_its_edges():
    cpdag = np.array([[0, 1, 0], [1, 0, 1], [0, 0, 0]])
    learned = ordag.learners.LearnedNetwork("gpc", tuple("abc"), cpdag, None, None, 0.125, {})
    assert repr(learned).splitlines() == [
        "LearnedNetwork(gpc: 3 variables, 2 edges, 0.12 s)",
        "from to       kind",
        "   a  b undirected",
        "   b  c   directed",
    ]


def test_long_tables_are_cut_and_say_so():
    class Long(Shown):
        def _shown(self):
            return "Long", pd.DataFrame({"k": range(MAX_ROWS + 5)})

    assert repr(Long()).splitlines()[-1] == "… and 5 more"
    assert "<p>… and 5 more</p>" in Long()._repr_html_()


def test_no_zero_has_a_sign():
    assert "-0.000" not in repr(causal_effect(NETWORK, NAMES[2], "mood"))
    assert "-" not in repr(Bootstrap(("a", "b"), SUPPORT[:2, :2], np.full((2, 2), -1e-9), 10, np.zeros((10, 2, 2))))


def test_a_result_without_rows_is_its_heading():
    nothing = np.zeros((3, 3))
    assert repr(Bootstrap(tuple(NAMES), nothing, nothing, 5, np.zeros((5, 3, 3), np.int8))) == (
        "Bootstrap(5 replicates, 3 variables)"
    )


def test_pairs_stand_in_their_more_frequent_direction():
    direction = np.array([[0, 0.3, 0.1], [0.6, 0, 0.2], [0.1, 0.2, 0]])
    table = EdgeSupport(SUPPORT, direction, 10).to_frame(NAMES)
    assert table[["from", "to"]].to_numpy().tolist() == [["mood", "sleep"], NAMES[1:], NAMES[::2]]
    assert table["reverse"].tolist() == [0.3, 0.2, 0.1]
    pd.testing.assert_frame_equal(FOUND.edges_frame(), FOUND.edge_support.to_frame(FOUND.names))


def test_tables_of_a_network_are_labelled():
    correlation = NETWORK.correlation_frame()
    assert correlation.loc["mood", "sleep"] == NETWORK.correlation[0, 1]
    edges = NETWORK.edges_frame()
    shares = ["support", "direction", "direction_if_linked"]
    assert list(edges.columns) == ["from", "to", "kind", "weight", *shares, "correlation", "standing", "known"]
    assert edges["from"].tolist() == ["sleep", "mood"]
    assert edges["weight"].tolist() == [NETWORK.weights[0, 1], NETWORK.weights[1, 2]]
    assert edges["support"].isna().all()
    assert FOUND.attached(NETWORK).edges_frame()["support"].tolist() == [0.9, 0.4]


def test_a_network_without_edges_has_a_table_without_rows():
    empty = FittedNetwork.from_parameters(np.zeros((2, 2)), [[0.0]] * 2).edges_frame()
    assert empty.shape == (0, 10)


def test_a_joint_distribution_is_labelled_by_all_its_variables():
    table = query(NETWORK, ["sleep", "mood"]).to_frame()
    assert table.index.names == ["sleep", "mood"]
    assert table.loc[("f", "high"), "probability"] == query(NETWORK, ["sleep", "mood"]).probabilities[-1, -1]


def test_a_change_goes_from_the_lowest_to_the_highest_level_unless_told_otherwise():
    effect = causal_effect(NETWORK, "sleep", "mood")
    np.testing.assert_array_equal(effect.change().mean, effect.change("a", "f").mean)
    np.testing.assert_array_equal(effect.change(end="b").mean, effect.change("a", "b").mean)
