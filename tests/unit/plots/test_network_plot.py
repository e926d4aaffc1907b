"""What a reader can tell from the drawing: direction, sign, support, groups, names."""

from dataclasses import replace

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import ArrowStyle, FancyArrowPatch

import ordag
from ordag import FittedNetwork, graphs, simulate
from ordag.errors import InputTypeError, InputValueError, NotFittedError
from ordag.model import EdgeSupport
from ordag.plots import plot_network, shared_positions, style
from ordag.plots.links import WEAK_OPACITY, Look, drawn_link
from ordag.plots.shapes import edge_curve


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def edges_of(ax):
    return [p for p in ax.patches if isinstance(p, FancyArrowPatch) and p.get_zorder() == 2]


def underlays_of(ax):
    return [p for p in ax.patches if isinstance(p, FancyArrowPatch) and p.get_zorder() == 1]


CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])


def test_directed_edges_have_a_head_and_undirected_ones_none():
    for graph, head in [(CHAIN, ArrowStyle.CurveFilledB), (graphs.dag_to_cpdag(CHAIN), ArrowStyle.Curve)]:
        assert [type(edge.get_arrowstyle()) for edge in edges_of(plot_network(graph))] == [head, head]


def test_an_edge_that_points_up_has_its_head_above():
    cycle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    heads = [type(edge.get_arrowstyle()) for edge in edges_of(plot_network(cycle))]
    assert heads.count(ArrowStyle.CurveFilledA) == 1
    assert heads.count(ArrowStyle.CurveFilledB) == 2


def test_sign_shows_in_colour_and_line_style():
    ax = plot_network(CHAIN, weights=[[0, 0.5, 0], [0, 0, -0.5], [0, 0, 0]])
    positive, negative = edges_of(ax)
    assert positive.get_linestyle() == "-" != negative.get_linestyle()
    assert matplotlib.colors.same_color(positive.get_edgecolor(), style.POSITIVE)
    assert matplotlib.colors.same_color(negative.get_edgecolor(), style.NEGATIVE)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["positive", "negative"]


def test_width_grows_with_support_and_adds_up_over_an_undirected_edge():
    support = np.array([[0, 0.5, 0], [0, 0, 1.0], [0, 0, 0]])
    weak, strong = (edge.get_linewidth() for edge in edges_of(plot_network(CHAIN, support=support)))
    assert weak < strong
    undirected = graphs.dag_to_cpdag(CHAIN)
    halves = support / 2 + support.T / 2
    widths = [edge.get_linewidth() for edge in edges_of(plot_network(undirected, support=halves))]
    assert widths == pytest.approx([weak, strong])


def test_edges_between_groups_are_underlaid_and_groups_differ_in_shape_and_colour():
    ax = plot_network(CHAIN, names="abc", groups=["mood", "mood", "sleep"])
    assert len(underlays_of(ax)) == 1
    boxes = {text.get_text(): text.get_bbox_patch() for text in ax.texts}
    ax.figure.draw_without_rendering()
    assert boxes["a"].get_facecolor() == boxes["b"].get_facecolor() != boxes["c"].get_facecolor()
    assert len(boxes["a"].get_path()) == len(boxes["b"].get_path()) != len(boxes["c"].get_path())
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["mood", "sleep", "between groups"]


def test_a_plain_network_needs_no_legend():
    assert plot_network(CHAIN).get_legend() is None


def test_long_names_are_broken_into_lines():
    ax = plot_network([[0]], names=["trouble_falling_asleep at night"])
    assert ax.texts[0].get_text() == "trouble_\nfalling_asleep\nat night"


def test_an_empty_name_makes_an_empty_box():
    ax = plot_network([[0, 1], [0, 0]], names=[" ", "a"])
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts] == [" ", "a"]


def test_it_draws_on_the_given_axes():
    _, ax = plt.subplots()
    assert plot_network(CHAIN, ax=ax) is ax
    assert len(plt.get_fignums()) == 1


def test_the_empty_graph_can_be_drawn():
    ax = plot_network(np.zeros((0, 0)))
    ax.figure.draw_without_rendering()
    assert not ax.texts


@pytest.mark.parametrize("with_groups", [False, True])
def test_boxes_of_50_nodes_do_not_overlap(with_groups, rng):
    n = 50
    groups = [f"scale {k % 6}" for k in range(n)] if with_groups else None
    ax = plot_network(
        simulate.random_dag(n, 3, rng), [f"long item {k}" for k in range(n)], groups=groups, layout="layered"
    )
    ax.figure.draw_without_rendering()
    boxes = [text.get_bbox_patch().get_window_extent() for text in ax.texts]
    overlaps = [(i, j) for i in range(n) for j in range(i) if boxes[i].overlaps(boxes[j])]
    assert overlaps == []


def test_edges_end_at_the_boxes():
    ax = plot_network(CHAIN)
    ax.figure.draw_without_rendering()
    boxes = [text.get_bbox_patch().get_window_extent() for text in ax.texts]
    slack = 6.0  # pixels: the gap of one point, one step of the curve, and what text measures differ by
    for edge, (i, j) in zip(edges_of(ax), [(0, 1), (1, 2)], strict=True):
        line = edge.get_connectionstyle()().vertices
        assert boxes[i].y0 - slack < line[0, 1] <= boxes[i].y0
        assert boxes[j].y1 <= line[-1, 1] < boxes[j].y1 + slack


def boxes_met(ax):
    """Which boxes lie under which edges."""
    ax.figure.draw_without_rendering()
    inner = [text.get_bbox_patch().get_window_extent().padded(-1) for text in ax.texts]
    lines = [edge.get_connectionstyle()().vertices for edge in edges_of(ax)]
    return [(k, j) for k, line in enumerate(lines) for j, box in enumerate(inner) if box.count_contains(line)]


@pytest.mark.parametrize("seed", range(4))
def test_no_edge_runs_across_a_box(seed):
    dag = simulate.random_dag(20, 3, rng=seed)
    names = [f"item {k}" if k % 3 else f"rather long item {k}" for k in range(20)]
    assert boxes_met(plot_network(graphs.dag_to_cpdag(dag), names, layout="layered")) == []


def test_curves_go_through_their_points_and_do_not_overshoot():
    points = np.array([[0.0, 0.0], [2.0, -1.0], [2.0, -2.0], [5.0, -3.0]])
    curve = edge_curve(points, n_samples=301)
    np.testing.assert_allclose(curve[::100], points, atol=1e-9)
    assert (np.diff(curve[:, 0]) >= -1e-9).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"names": ["a"]}, "names must have one entry per node; found 1 for 3 nodes"),
        ({"groups": ["a", "b"]}, "groups must have one entry per node; found 2 for 3 nodes"),
        ({"support": np.zeros((2, 2))}, r"support must have shape \(3, 3\), as the graph; found \(2, 2\)"),
        ({"weights": np.zeros(3)}, r"weights must have shape \(3, 3\), as the graph; found \(3,\)"),
    ],
)
def test_inputs_of_another_size_are_refused(options, message):
    with pytest.raises(InputValueError, match=message):
        plot_network(CHAIN, **options)


def test_the_legend_of_support_fits_under_a_small_drawing() -> None:
    support = np.array([[0, 0.8], [0.1, 0]])
    ax = plot_network([[0, 1], [0, 0]], support=support, weights=support)
    figure = ax.get_figure()
    figure.canvas.draw()
    box = ax.get_legend().get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.x1


def test_a_long_legend_leaves_the_network_its_room():
    chain = np.eye(10, k=1, dtype=np.int8)
    names = [f"item {k}" for k in range(10)]
    groups = ["anxiety"] * 3 + ["sleep"] * 3 + ["mood"] * 4
    ax = plot_network(chain, names, weights=chain, support=chain / 2, groups=groups)
    ax.figure.canvas.draw()
    legend, figure = ax.get_legend().get_window_extent(), ax.figure.bbox
    assert legend.x0 >= figure.x0
    assert legend.x1 <= figure.x1
    assert ax.get_window_extent().width > 0.8 * figure.width


def test_dollar_signs_in_names_start_no_formula():
    ax = plot_network([[0, 1], [0, 0]], names=["$0 to $2,999", "vote"])
    assert not any(text.get_parse_math() and "$" in text.get_text().replace(r"\$", "") for text in ax.texts)


def test_edges_start_at_their_boxes_in_a_stretched_drawing():
    ax = plot_network([[0, 1, 1], [0, 0, 0], [0, 0, 0]], ["a", "b", "c"])
    ax.figure.set_size_inches(20, 3)
    ax.figure.canvas.draw()
    boxes = [text.get_bbox_patch().get_window_extent().padded(5) for text in ax.texts]
    for patch in ax.findobj(FancyArrowPatch):
        start = patch.get_transform().transform(patch.get_path().vertices)[0]
        assert any(box.contains(*start) for box in boxes)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_the_legend_explains_links_without_an_arrow_when_there_are_any():
    weights = np.triu(np.ones((3, 3)), 1)
    assert legend_of(plot_network(CHAIN, weights=weights)) == ["positive", "negative"]
    explained = legend_of(plot_network(graphs.dag_to_cpdag(CHAIN), weights=weights))
    assert explained == ["positive", "negative", "no arrow: either direction fits the data"]


NETWORK = FittedNetwork.from_parameters(
    [[0, 1, 0], [0, 0, 0], [0, -1, 0]], [[0.0]] * 3, names=["sleep", "mood", "work"]
)


def shown(ax):
    """What a drawing tells of its nodes and edges."""
    names = sorted(text.get_text() for text in ax.texts)
    return names, [(type(e.get_arrowstyle()), e.get_linestyle(), e.get_linewidth()) for e in edges_of(ax)]


def test_a_fitted_network_draws_itself_with_names_and_signs():
    by_hand = plot_network(NETWORK.cpdag, NETWORK.names, weights=NETWORK.weights)
    assert shown(plot_network(NETWORK)) == shown(NETWORK.plot()) == shown(by_hand)


def test_given_names_and_axes_come_before_those_of_the_network():
    _, ax = plt.subplots()
    assert NETWORK.plot(names=["a", "b", "c"], ax=ax) is ax
    assert sorted(text.get_text() for text in ax.texts) == ["a", "b", "c"]


def test_estimators_learned_networks_and_bootstraps_are_drawn():
    data = simulate.ordinal_data([[0, 1, 0], [0, 0, 0], [0, 1, 0]], 300, levels=3, rng=1)
    model = ordag.OSEM(penalty=3).fit(data.frame)
    assert shown(plot_network(model)) == shown(plot_network(model.network_))
    learned = ordag.learn(data.frame, "bge")
    assert shown(plot_network(learned)) == shown(plot_network(learned.cpdag, learned.names))
    found = ordag.bootstrap(ordag.OSEM(penalty=3), data.frame, n_boot=3, n_jobs=1)
    by_hand = plot_network(found.averaged(), found.names, support=found.direction)
    assert shown(plot_network(found)) == shown(by_hand)
    attached = found.attached(model.network_)
    assert "paler: in fewer resamples" in legend_of(attached.plot())


def test_names_of_columns_do_not_make_a_frame_a_model():
    frame = pd.DataFrame(CHAIN, columns=["fit", "averaged", "cpdag"])
    assert shown(plot_network(frame)) == shown(plot_network(CHAIN))


def test_what_holds_no_graph_is_refused():
    with pytest.raises(NotFittedError, match=r"this OSEM has no network to draw\. Call fit first"):
        plot_network(ordag.OSEM())
    with pytest.raises(InputTypeError, match=r"graph must be an adjacency matrix, a network.*; found int"):
        plot_network(3)


CLUSTERS = np.kron(np.eye(3), np.ones((6, 6))) * 0.4
CLUSTERS[5, 6] = CLUSTERS[11, 12] = 0.2
CLUSTERS = np.triu(CLUSTERS, 1)
LABELS = [f"scale {k // 6}" for k in range(18)]


def test_a_dense_network_is_drawn_by_stress_and_a_chain_in_layers():
    dense = plot_network(CLUSTERS > 0, weights=CLUSTERS, groups=LABELS)
    assert all(text.get_bbox_patch() is None for text in dense.texts)  # boxes of their own
    assert all(text.get_bbox_patch() is not None for text in plot_network(CHAIN).texts)


def places_of(ax):
    return np.array([text.get_position() for text in ax.texts])


def test_groups_lie_together():
    places = places_of(plot_network(CLUSTERS > 0, weights=CLUSTERS, groups=LABELS))
    centres = places.reshape(3, 6, 2).mean(axis=1)
    nearest = np.linalg.norm(places[:, None] - centres, axis=2).argmin(axis=1)
    assert nearest.tolist() == np.repeat(range(3), 6).tolist()


def test_positions_are_used_as_they_are_and_shared_ones_fit_all_networks():
    first = FittedNetwork.from_parameters(CLUSTERS, [[0.0]] * 18)
    second = FittedNetwork.from_parameters(np.where(CLUSTERS > 0.3, CLUSTERS, 0), [[0.0]] * 18)
    places = shared_positions([first, second], groups=LABELS)
    for network in (first, second):
        assert np.allclose(places_of(plot_network(network, positions=places)), places)
    with pytest.raises(InputValueError, match="positions"):
        plot_network(first, positions=places[:3])


def test_thresholds_leave_small_and_unsure_links_out():
    weights, support = np.triu(np.full((3, 3), 0.3), 1), np.triu(np.full((3, 3), 0.9), 1)
    weights[0, 1], support[1, 2] = 0.1, 0.5
    full = np.triu(np.ones((3, 3)), 1)
    known = {"weights": weights, "support": support}
    assert len(edges_of(plot_network(full, **known))) == 3
    assert len(edges_of(plot_network(full, **known, least_weight=0.2))) == 2
    assert len(edges_of(plot_network(full, **known, least_support=0.6))) == 2


def test_weak_links_are_faint_and_have_no_head():
    support = np.full((3, 3), 0.3)
    network = replace(NETWORK, support=EdgeSupport(support, support / 2, 10))
    for layout in ("layered", "stress"):
        edges = [patch for patch in network.plot(layout=layout).patches if isinstance(patch, FancyArrowPatch)]
        assert {edge.get_alpha() for edge in edges} == {WEAK_OPACITY}
    assert "faint: unsure link" in legend_of(network.plot())


def test_opacity_grows_with_the_support_of_a_link():
    weights, support = np.triu(np.full((3, 3), 0.3), 1), np.triu(np.full((3, 3), 1.0), 1)
    support[0, 1] = 0.5
    look = Look(support, weights)
    shares = [drawn_link(np.triu(np.ones((3, 3)), 1), 0, j, look, None).opacity for j in (1, 2)]
    assert shares[0] < shares[1] == 1.0


def test_wordings_are_listed_by_group_beside_the_picture():
    wordings = {"0": "I often feel that the days of the week go by without much to look forward to", "17": "I sleep"}
    ax = plot_network(CLUSTERS > 0, weights=CLUSTERS, groups=LABELS, wordings=wordings)
    (beside,) = [other for other in ax.figure.axes if other is not ax]
    listed = [text.get_text() for text in beside.texts]
    assert listed[:2] == ["scale 0", "0"]
    assert all(len(text) <= 40 for text in listed)
    assert "I often feel that the days of the week" in listed
    assert listed.index("scale 1") < listed.index("scale 2")


@pytest.mark.parametrize("name", ["figure.svg", "figure.pdf", "figure.png"])
def test_drawings_by_stress_can_be_saved_for_print(tmp_path, name):
    plot_network(CLUSTERS > 0, weights=CLUSTERS, layout="stress").figure.savefig(tmp_path / name, dpi=300)
    assert (tmp_path / name).stat().st_size > 1000


def test_fills_of_groups_are_told_apart_in_grey():
    """Lightness (CIE L*) of any two differs by 4 at least, and of the first five, which most drawings need, by 5."""
    colours = np.array([to_rgb(fill) for fill in (*style.GROUP_FILLS, style.NO_FILL)])
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    lightness = 116 * np.cbrt(linear @ [0.2126, 0.7152, 0.0722]) - 16
    assert np.diff(np.sort(lightness)).min() > 4
    assert np.diff(np.sort(lightness[:5])).min() > 5
    assert lightness.min() > 50  # dark text can be read on it


def test_groups_beyond_the_fills_are_white_and_told_so():
    n = len(style.GROUP_FILLS) + 2
    names = [f"{letter}{k}" for letter in "abcdefghij"[:n] for k in range(3)] + ["j9"]
    groups = [name[0] for name in names]
    groups[0] = ""
    ax = plot_network(np.zeros((len(names),) * 2, dtype=int), names, groups=groups, layout="stress")
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert told == [*"bcdefghj", "smaller groups"]
