"""Thresholds, level distributions, traces and effects."""

from dataclasses import replace

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.inference import causal_effect, effect_interval
from ordag.model import FittedNetwork
from ordag.plots import plot_distributions, plot_effect, plot_thresholds, plot_trace
from ordag.structural_em import Iteration


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


@pytest.fixture
def network():
    return FittedNetwork.from_parameters(
        [[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0.0], [-1.0, 1.0], []], names=["a", "b", "c"]
    )


def test_every_cut_is_a_line_at_its_place():
    ax = plot_thresholds([[-0.5, 0.5], [1.0], []], names=["a", "b", "age"])
    drawn = [
        [segment[0, 0] for segment in lines.get_segments()]
        for lines in ax.collections
        if hasattr(lines, "get_segments")
    ]
    assert [cuts for cuts in drawn if cuts] == [[-0.5, 0.5], [1.0]]


def test_cuts_beyond_the_picture_leave_the_levels_in_sight():
    ax = plot_thresholds([[-9.0, 0.0]])
    assert ax.get_xlim() == (-3.2, 3.2)


def test_the_pieces_of_a_bar_follow_each_other():
    ax = plot_distributions([0.2, 0.5, 0.3], ["low", "middle", "high"])
    pieces = [(patch.get_x(), patch.get_width()) for patch in ax.patches]
    np.testing.assert_allclose(pieces, [(0.0, 0.2), (0.2, 0.5), (0.7, 0.3)])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["low", "middle", "high"]


def test_pieces_without_room_have_no_figure():
    assert [text.get_text() for text in plot_distributions([0.02, 0.98], ["no", "yes"]).texts] == ["98 %"]


@pytest.mark.parametrize("labels", [[str(k) for k in range(11)], [f"${k},000 to ${k},999" for k in range(24)]])
def test_the_legend_has_room_however_many_levels_there_are(labels):
    figure = plot_distributions(np.full(len(labels), 1 / len(labels)), labels).figure
    figure.canvas.draw()
    legend = figure.axes[0].get_legend().get_window_extent()
    assert 0 <= legend.x0 < legend.x1 <= figure.bbox.width
    assert 0 <= legend.y0 < legend.y1 <= figure.bbox.height


def test_higher_levels_are_darker():
    ax = plot_distributions([0.2, 0.5, 0.3], ["low", "middle", "high"])
    brightness = [sum(patch.get_facecolor()[:3]) for patch in ax.patches]
    assert brightness == sorted(brightness, reverse=True)


def test_the_trace_marks_where_the_graph_changed():
    trace = [Iteration(-9.0, None, 2, 4, 0.0), Iteration(-8.0, None, 3, 2, 0.0), Iteration(-7.0, None, 3, 0, 0.0)]
    ax = plot_trace(trace)
    assert ax.lines[0].get_ydata().tolist() == [-9.0, -8.0, -7.0]
    assert {text.xy: text.get_text() for text in ax.texts} == {(1, -9.0): "4", (2, -8.0): "2"}


def test_effects_show_mean_and_range_over_the_class(network):
    effect = causal_effect(network, "a", "b")
    ax = plot_effect(effect)
    change = effect.change(0, 1)
    ranges = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) == 2][1:]  # the first is the zero line
    np.testing.assert_allclose(ranges, np.column_stack([change.lowest, change.highest]))
    dots = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(dots, change.mean)
    assert ax.get_title() == "b when a is set from 0 to 1"


def test_falls_have_empty_dots(network):
    dots = [line for line in plot_effect(causal_effect(network, "a", "b")).lines if line.get_marker() == "o"]
    assert [dot.get_markerfacecolor() == "white" for dot in dots] == [dot.get_xdata()[0] < -1e-9 for dot in dots]


def test_all_draw_on_the_given_axes(network):
    _, ax = plt.subplots()
    assert plot_thresholds([[0.0]], ax=ax) is ax
    assert plot_distributions([0.5, 0.5], [0, 1], ax=ax) is ax
    assert plot_trace([Iteration(0.0, None, 0, 0, 0.0)], ax=ax) is ax
    assert plot_effect(causal_effect(network, "a", "b"), ax=ax) is ax


def test_what_cannot_be_drawn_is_refused(network):
    with pytest.raises(InputValueError, match=r"one column per level \(3\); found \(1, 2\)"):
        plot_distributions([0.5, 0.5], [0, 1, 2])
    with pytest.raises(InputValueError, match="one name per item; found 1 for 2"):
        plot_thresholds([[0.0], [0.0]], names=["a"])
    with pytest.raises(InputValueError, match="no iterations"):
        plot_trace([])
    with pytest.raises(InputValueError, match="outcome 'c' is continuous"):
        plot_effect(causal_effect(network, "a", "c"))


def test_effects_with_intervals_show_both_kinds_of_ignorance(network):
    interval = effect_interval([network, replace(network, weights=network.weights)], "a", "b")
    ax = plot_effect(interval)
    lines = [line for line in ax.lines[1:] if len(line.get_xdata()) == 2]
    thin, thick = lines[::2], lines[1::2]
    np.testing.assert_allclose(
        [line.get_xdata() for line in thin], np.column_stack([interval.lowest, interval.highest])
    )
    np.testing.assert_allclose([line.get_xdata() for line in thick], np.column_stack([interval.low, interval.high]))
    assert all(line.get_linewidth() < other.get_linewidth() for line, other in zip(thin, thick, strict=True))
    assert "90% interval over 2 networks" in ax.get_xlabel()
    with pytest.raises(InputValueError, match="leave start and end out"):
        plot_effect(interval, 0, 1)


def test_an_effect_that_is_rounding_is_drawn_as_none():
    network = FittedNetwork.from_parameters(np.zeros((2, 2)), [[0], [-0.5, 0.5]], names=["a", "b"])
    effect = causal_effect(network, "a", "b")
    noisy = replace(effect, by_dag=effect.by_dag + 1e-16 * np.arange(effect.by_dag.size).reshape(effect.by_dag.shape))
    ax = plot_effect(noisy)
    low, high = ax.get_xlim()
    assert low <= -0.01
    assert high >= 0.01
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert all(dot.get_markerfacecolor() == dot.get_color() for dot in dots)
