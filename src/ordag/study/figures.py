# SPDX-License-Identifier: MIT
"""From rows to figures like the paper's, as SVG and PNG. Nothing is run here."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, StrMethodFormatter

from ordag.files import atomic_path
from ordag.metrics import lowest_shd
from ordag.plots import plot_boxes, plot_curves, plot_dirichlet, plot_network, plot_roc, plot_support
from ordag.plots.roc import PANEL_INCHES
from ordag.plots.style import SVG_SALT
from ordag.study.design import Report, Study
from ordag.study.networks import CLUSTERS, Network, clusters_of, networks_of
from ordag.study.predictions import BASELINE, best_prediction, predictions
from ordag.study.problems import Simulated, Split, StudyProblem, describe_problem
from ordag.study.rows import Row
from ordag.study.summarize import Group, compared_in, groups_of, rows_of, seconds_of

PNG_DPI = 150
NETWORK_INCHES = 7.0  # at least, for the legend below
SMALL = 8.0
LETTERS_PER_INCH = 10  # of a title
MAX_LEGEND_COLUMNS = 8
LEGEND_INCHES = 1.3  # that a label takes
_SIGNS = {"n_nodes": "n", "n_rows": "N", "levels": "E[L]", "concentration": "ν", "neighbours": "d"}
_WORDS = {
    "missing": "share of missing entries",
    "continuous": "share of continuous columns",
    "n_nodes": "number of columns",
    "n_rows": "number of rows",
    "n_links": "number of direct links",
    "n_hidden": "number of hidden variables",
}
_LOGARITHMIC = ("n_nodes", "n_rows")

ByProblem = Mapping[StudyProblem, Mapping[str, Group]]


def draw(study: Study, folder: Path) -> tuple[Path, ...]:
    """Write the figures of a study beside its rows, and return their paths."""
    paths = []
    for suffix, figure in figures_of(study, rows_of(study, folder)).items():
        for ending in ("svg", "png"):
            target = folder / f"{study.name}{suffix}.{ending}"
            # Derived from the rows, so that nothing is lost.
            with atomic_path(target, force=True) as path, mpl.rc_context({"svg.hashsalt": SVG_SALT}):
                figure.savefig(path, dpi=PNG_DPI, metadata={"Date": None} if ending == "svg" else None)
            paths.append(target)
        plt.close(figure)
    return tuple(paths)


def figures_of(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    """The figures of a study by the ending of their file's name."""
    return _FIGURES[study.report](study, rows)


def _roc_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    compared = compared_in(study)
    by_problem = _by_problem(study, rows)
    figure, axes = _panels(study, list(by_problem))
    for problem, groups in by_problem.items():
        points = {label: groups[label].points(compared) if label in groups else () for label in study.labels}
        plot_roc(points, ax=axes[problem])
    _finish(figure, study)
    return {"": figure} | ({".dirichlet": plot_dirichlet()} if study.name == "thresholds" else {})


def _seconds_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    by_problem = _by_problem(study, rows)
    figure, axes = _panels(study, list(by_problem))
    for problem, groups in by_problem.items():
        times = {label: _best_times(groups[label]) if label in groups else [] for label in study.labels}
        plot_boxes(times, log=True, ax=axes[problem]).set_ylabel("seconds")
    _set_title(figure, study)
    return {"": figure}


def _curve_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    figure, axes = _grid(2, len(study.arms))
    for column, arm in enumerate(study.arms):
        shd: dict[str, tuple[list[float], list[float]]] = {label: ([], []) for label in study.labels}
        seconds: dict[str, tuple[list[float], list[float]]] = {label: ([], []) for label in study.labels}
        for group in groups_of((arm,), rows):
            x = _number(describe_problem(group.problem)[arm.varied])
            points = group.points("pattern")
            if points:
                n_true = np.mean([row.pattern.n_true for row in group.rows if row.pattern is not None])
                shd[group.label][0].append(x)
                shd[group.label][1].append(float(points[0].shd / n_true))
                seconds[group.label][0].append(x)
                seconds[group.label][1].append(float(np.median(seconds_of(group.rows))))
        for ax, curves, name in ((axes[0, column], shd, "SHD / P"), (axes[1, column], seconds, "seconds")):
            plot_curves(curves, ax=ax)
            ax.set(xlabel=_WORDS[arm.varied], ylabel=name)
            if arm.varied in _LOGARITHMIC:
                _scale_x_by_logarithm(ax)
        axes[0, column].set_title(arm.caption, fontsize=SMALL + 1)
        axes[1, column].set_yscale("log")
    _finish(figure, study)
    return {"": figure}


def _penalty_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    """Mean SHD over the penalty, and of the automatic choice as a horizontal line."""
    by_problem = _by_problem(study, rows)
    figure, axes = _panels(study, list(by_problem))
    for problem, groups in by_problem.items():
        curves = {}
        for label in study.labels:
            points = groups[label].points("pattern") if label in groups else ()
            swept = [point for point in points if not np.isnan(point.parameter)]
            curves[label] = ([p.parameter for p in swept], [p.shd for p in swept])
            if len(points) > len(swept):
                axes[problem].axhline(points[-1].shd, color="black", linestyle=(0, (1.5, 1.2)), label=label)
        plot_curves(curves, ax=axes[problem])
        axes[problem].set(xlabel="penalty λ", ylabel="mean SHD")
        _scale_x_by_logarithm(axes[problem])
    _finish(figure, study)
    return {"": figure}


def _prediction_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    by_problem = _by_problem(study, rows)
    whole = [p for p in by_problem if isinstance(p, Split) and p.share == 1.0]
    parts = [p for p in by_problem if isinstance(p, Split) and p.share < 1.0]
    simulated = [p for p in by_problem if isinstance(p, Simulated)]
    found = {}
    if whole:
        found[""] = _relative_figure(study, by_problem, whole)
        found[".tuning"] = _tuning_figure(study, by_problem, whole)
    if parts:
        found[".subsampled"] = _relative_figure(study, by_problem, parts)
    if simulated:
        found[".shd"] = _loss_against_shd(study, by_problem, simulated)
    return found


def _relative_figure(study: Study, by_problem: ByProblem, problems: Sequence[StudyProblem]) -> Figure:
    """Boxes of the log-probability of a test row less that of BDe, each at its best parameter."""
    figure, axes = _grid(-(-len(problems) // 5), min(len(problems), 5))
    for ax, problem in zip(axes.flat, problems, strict=False):
        groups = by_problem[problem]
        base = best_prediction(groups[BASELINE].by_parameter) if BASELINE in groups else None
        values = {}
        for label in study.labels:
            best = best_prediction(groups[label].by_parameter) if label in groups else None
            values[label] = best.less(base) if best and base and label != BASELINE else []
        plot_boxes(values, baseline=0.0, ax=ax)
        ax.set_title(_problem_name(problem), fontsize=SMALL + 1)
    for ax in axes.flat[len(problems) :]:
        ax.set_axis_off()
    for ax in axes[:, 0]:
        ax.set_ylabel("log-probability of a row, less BDe's\n(higher is better)", fontsize=SMALL)
    _set_title(figure, study)
    return figure


def _tuning_figure(study: Study, by_problem: ByProblem, problems: Sequence[StudyProblem]) -> Figure:
    """Log-probability over the rank of the parameter in its grid; parameters of different methods share no scale."""
    figure, axes = _grid(1, len(problems))
    for ax, problem in zip(axes.flat, problems, strict=True):
        curves, best = {}, {}
        for label in study.labels:
            found = predictions(by_problem[problem][label].by_parameter) if label in by_problem[problem] else ()
            means = [prediction.mean for prediction in found]
            curves[label] = (np.arange(1, len(means) + 1), means)
            if means:
                best[label] = int(np.argmax(means))
        plot_curves(curves, best=best, ax=ax)
        ax.set(xlabel="value of the parameter, by rank")
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_title(_problem_name(problem), fontsize=SMALL + 1)
    axes[0, 0].set_ylabel("log-probability of a row")
    _finish(figure, study)
    return figure


def _loss_against_shd(study: Study, by_problem: ByProblem, problems: Sequence[StudyProblem]) -> Figure:
    figure, axes = _grid(1, len(problems))
    for ax, problem in zip(axes.flat, problems, strict=True):
        curves, best = {}, {}
        for label in study.labels:
            x, y = _shd_and_loss(by_problem[problem][label]) if label in by_problem[problem] else ([], [])
            curves[label] = (x, y)
            if y:
                best[label] = int(np.argmax(y))
        plot_curves(curves, best=best, ax=ax).set_xlabel("SHD / P")
        ax.set_title(_problem_name(problem), fontsize=SMALL + 1)
    axes[0, 0].set_ylabel("log-probability of a row")
    _finish(figure, study)
    return figure


def _shd_and_loss(group: Group) -> tuple[list[float], list[float]]:
    x, y = [], []
    for rows in group.by_parameter.values():
        good = [row for row in rows if row.pattern is not None and row.log_probability is not None]
        if good:
            x.append(float(np.mean([row.pattern.shd / row.pattern.n_true for row in good if row.pattern])))
            y.append(float(np.mean([row.log_probability for row in good if row.log_probability is not None])))
    return x, y


def _network_figures(study: Study, rows: Sequence[Row]) -> dict[str, Figure]:
    networks = networks_of(study.labels, rows)
    found = {f".{network.label.lower().replace(' ', '-')}": _network_figure(network) for network in networks}
    if networks:
        found[".heatmaps"] = _heat_maps(networks)
    return found


def _network_figure(network: Network) -> Figure:
    ax = plot_network(network.cpdag, network.names, support=network.support, groups=[*clusters_of(network.names)])
    ax.set_title(f"{network.label}: class of networks, support in {network.n_samples} bootstrap samples")
    figure = ax.get_figure(root=True)
    assert isinstance(figure, Figure)
    width, height = figure.get_size_inches()
    figure.set_size_inches(max(width, NETWORK_INCHES), height)
    return figure


def _heat_maps(networks: Sequence[Network]) -> Figure:
    n_columns = min(len(networks), 2)
    side = 0.2 * len(networks[0].names) + 1.6
    figure, axes = plt.subplots(
        -(-len(networks) // n_columns),
        n_columns,
        figsize=(side * n_columns + 1, side * -(-len(networks) // n_columns)),
        squeeze=False,
        layout="constrained",
    )
    for ax, network in zip(axes.flat, networks, strict=False):
        # Symptoms of one questionnaire side by side, so that the two clusters show as blocks.
        clusters = np.array(clusters_of(network.names))
        order = np.concatenate([np.flatnonzero(clusters == cluster) for cluster in CLUSTERS])
        plot_support(network.support[np.ix_(order, order)], [network.names[k] for k in order], ax=ax)
        ax.set_title(network.label)
        border = int((clusters == CLUSTERS[0]).sum()) - 0.5
        ax.axhline(border, color="black", linewidth=0.8)
        ax.axvline(border, color="black", linewidth=0.8)
    for ax in axes.flat[len(networks) :]:
        ax.set_axis_off()
    return figure


def _best_times(group: Group) -> list[float]:
    points = group.points("pattern")
    return seconds_of(group.by_parameter[lowest_shd(points).parameter]) if points else []


def _by_problem(study: Study, rows: Sequence[Row]) -> dict[StudyProblem, dict[str, Group]]:
    found: dict[StudyProblem, dict[str, Group]] = {}
    for group in groups_of(study.arms, rows):
        found.setdefault(group.problem, {})[group.label] = group
    return found


def _panels(study: Study, problems: Sequence[StudyProblem]) -> tuple[Figure, dict[StudyProblem, Axes]]:
    """One panel per problem, in rows and columns by the two fields that the study names."""
    down, across = study.panels
    described = {problem: describe_problem(problem) for problem in problems}
    heads = [sorted({one.get(name) for one in described.values()}, key=_number) for name in (down, across)]
    figure, axes = _grid(len(heads[0]), len(heads[1]))
    for ax in axes.flat:
        ax.set_axis_off()
    placed = {}
    for problem, one in described.items():
        ax = axes[heads[0].index(one.get(down)), heads[1].index(one.get(across))]
        ax.set_axis_on()
        ax.set_title(
            ", ".join(f"{_SIGNS[name]} = {one[name]:g}" for name in (across, down) if name), fontsize=SMALL + 1
        )
        placed[problem] = ax
    return figure, placed


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _grid(n_rows: int, n_columns: int) -> tuple[Figure, npt.NDArray[Any]]:
    size = (PANEL_INCHES[0] * n_columns, PANEL_INCHES[1] * n_rows + 0.6)
    figure, axes = plt.subplots(n_rows, n_columns, figsize=size, squeeze=False, layout="constrained")
    return figure, axes


def _finish(figure: Figure, study: Study) -> None:
    """Title, and one legend for all panels."""
    handles = {}
    for ax in figure.axes:
        handles.update(dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True)))
    shown = {label: handles[label] for label in study.labels if label in handles}
    width = figure.get_size_inches()[0]
    columns = max(2, min(MAX_LEGEND_COLUMNS, len(shown), int(width / LEGEND_INCHES)))
    figure.legend(
        shown.values(),
        shown.keys(),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        fontsize=SMALL,
        handlelength=3.2,
    )
    _set_title(figure, study)


def _set_title(figure: Figure, study: Study) -> None:
    figure.suptitle(textwrap.fill(study.title, int(figure.get_size_inches()[0] * LETTERS_PER_INCH)))


def _scale_x_by_logarithm(ax: Axes) -> None:
    """Plain numbers below the axis; powers of ten leave too few of them on axes of one or two decades."""
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.xaxis.set_minor_locator(NullLocator())


def _problem_name(problem: StudyProblem) -> str:
    if isinstance(problem, Split):
        return problem.dataset + (f", {problem.share:.0%} of the rows" if problem.share < 1 else "")
    return f"E[L] = {describe_problem(problem)['levels']:g}"


_FIGURES: Mapping[Report, Callable[[Study, Sequence[Row]], dict[str, Figure]]] = {
    "roc": _roc_figures,
    "seconds": _seconds_figures,
    "curve": _curve_figures,
    "prediction": _prediction_figures,
    "networks": _network_figures,
    "penalty": _penalty_figures,
}
