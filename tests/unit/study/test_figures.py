"""Every study draws its figures, from made-up rows, without running anything."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

from ordag.metrics import Comparison
from ordag.study import Row, Trial, draw, find_study, studies
from ordag.study.figures import figures_of
from ordag.study.measure import bare_row
from ordag.study.rows import appending


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def made_up(trial: Trial, rng: np.random.Generator) -> Row:
    """A row with random but possible content."""
    n_true, tp = 40, int(rng.integers(10, 40))
    comparison = Comparison(tp, int(rng.integers(0, 30)), n_true - tp, 100, n_true, 190)
    row = replace(bare_row(trial, "ok", "", float(rng.uniform(0.1, 10))), pattern=comparison, skeleton=comparison)
    edges = tuple({(int(i), int(i + j)) for i, j in rng.integers(0, 12, size=(8, 2)) if j})
    return replace(row, edges=edges, log_probability=float(rng.normal(-9, 1)))


@pytest.fixture
def rows_in(tmp_path: Path, rng: np.random.Generator):
    def write(name: str) -> Path:
        study = find_study(name)
        with appending(tmp_path / f"{study.store_name}.jsonl") as append:
            for trial in study.trials("smoke"):
                append(made_up(trial, rng))
        return tmp_path

    return write


FIGURES = {
    "thresholds": {"thresholds", "thresholds.dirichlet"},
    "prediction": {"prediction", "prediction.tuning", "prediction.shd"},
    "psych": {
        "psych.heatmaps",
        *(f"psych.{label}" for label in ("osem", "osem-auto", "osem-paper", "bde", "bge", "hc")),
    },
}


@pytest.mark.parametrize("name", list(studies()))
def test_each_study_draws_its_figures_in_both_formats(name: str, rows_in) -> None:
    paths = draw(find_study(name), rows_in(name))
    stems = FIGURES.get(name, {name})
    assert {path.name for path in paths} == {f"{stem}.{ending}" for stem in stems for ending in ("svg", "png")}
    assert all(path.stat().st_size > 5000 for path in paths)


def test_a_row_for_each_method_is_in_the_legend_and_a_panel_for_each_problem(rng: np.random.Generator) -> None:
    study = find_study("recovery")
    rows = [made_up(trial, rng) for trial in study.trials("medium") if trial.replicate == 0]
    figure = figures_of(study, rows)[""]
    assert len([ax for ax in figure.axes if ax.axison]) == 9
    assert [text.get_text() for text in figure.legends[0].get_texts()] == list(study.labels)


def test_figures_can_be_drawn_while_a_run_is_under_way(rng: np.random.Generator) -> None:
    study = find_study("runtime")
    trials = study.trials("smoke")
    rows = [
        made_up(trials[0], rng),
        bare_row(trials[1], "timeout", "stopped", 9.0),
        bare_row(trials[2], "error", "broke"),
    ]
    assert figures_of(study, rows)[""].axes


@pytest.mark.parametrize("name", ["recovery", "psych"])
def test_the_same_rows_give_the_same_files(name: str, rows_in) -> None:
    folder = rows_in(name)
    first = {path: path.read_bytes() for path in draw(find_study(name), folder)}
    assert {path: path.read_bytes() for path in draw(find_study(name), folder)} == first
