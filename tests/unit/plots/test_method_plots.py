"""Figures that compare methods: readable without colour, and honest about what they show."""

from collections.abc import Iterator

import matplotlib.pyplot as plt
import pytest

from ordag.metrics import RocPoint
from ordag.plots import plot_boxes, plot_curves, plot_dirichlet, plot_roc
from ordag.plots.roc import look_of

N_METHODS = 11  # of the paper


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def points(*shds: float) -> list[RocPoint]:
    return [RocPoint(float(k), 0.5 + 0.1 * k, 0.1 * k, shd, 0.5, 3) for k, shd in enumerate(shds)]


def test_every_method_has_its_own_marker() -> None:
    looks = [look_of(index) for index in range(N_METHODS)]
    assert len({look["marker"] for look in looks}) == N_METHODS
    assert len({(look["color"], str(look["linestyle"])) for look in looks}) == N_METHODS


def test_the_point_with_the_lowest_shd_is_marked() -> None:
    ax = plot_roc({"BGe": points(9, 4, 6)})
    (marked,) = [line for line in ax.get_lines() if line.get_markersize() > 5 and line.get_marker() == "o"]
    assert (marked.get_xdata()[0], marked.get_ydata()[0]) == (pytest.approx(0.1), pytest.approx(0.6))


def test_a_method_keeps_its_look_when_another_has_nothing_to_show() -> None:
    ax = plot_roc({"OSEM": [], "BGe": points(9, 4)})
    (line,) = [line for line in ax.get_lines() if line.get_label() == "BGe"]
    assert line.get_marker() == look_of(1)["marker"]
    assert ax.get_legend_handles_labels()[1] == ["BGe"]


def test_boxes_are_hatched_and_the_baseline_is_drawn() -> None:
    ax = plot_boxes({"BGe": [0.1, 0.2], "BDe": [], "OSEM": [0.5, 0.3]}, baseline=0.0)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["BGe", "OSEM"]
    assert len({patch.get_hatch() for patch in ax.patches}) == 2
    assert any(set(line.get_ydata()) == {0.0} for line in ax.get_lines())


def test_the_best_point_of_a_curve_is_marked() -> None:
    ax = plot_curves({"BGe": ([1, 2, 3], [5.0, 9.0, 7.0])}, best={"BGe": 1})
    assert ax.get_lines()[-1].get_xydata().tolist() == [[2.0, 9.0]]


def test_thresholds_cut_the_normal_into_the_shares_shown() -> None:
    from scipy.special import ndtr

    figure = plot_dirichlet((2.0,), random_state=3)
    _, shares_axes, cut_axes = figure.axes
    shares = [bar.get_height() for bar in shares_axes.patches]
    cuts = [line.get_xdata()[0] for line in cut_axes.get_lines() if len(set(line.get_xdata())) == 1]
    assert ndtr(cuts).tolist() == pytest.approx([shares[0], shares[0] + shares[1]])
