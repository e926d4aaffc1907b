"""``ordag study``, ``learn`` and ``methods`` as a user meets them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from cli.running import ended
from ordag.study import find_study, studies
from ordag.study.measure import measure
from ordag.study.rows import appending


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.csv"
    rng = np.random.default_rng(0)
    cause = rng.integers(0, 3, 400)
    effect = np.clip(cause + rng.integers(-1, 2, 400), 0, 2)
    pd.DataFrame({"sleep": cause, "mood": effect, "coin": rng.integers(0, 2, 400)}).to_csv(path, index=False)
    return path


def test_learn_writes_class_dag_and_edges(survey: Path, tmp_path: Path) -> None:
    answer = ended("learn", survey, "--method", "bde", "--option", "chi=10", "-o", tmp_path / "out")
    assert answer.returncode == 0, answer.stderr
    assert "bde: 1 edge in" in answer.stdout
    edges = pd.read_csv(tmp_path / "out" / "edges.csv")
    assert edges.to_numpy().tolist() == [["sleep", "mood", "undirected"]]
    cpdag = pd.read_csv(tmp_path / "out" / "cpdag.csv")
    assert list(cpdag) == ["sleep", "mood", "coin"]
    assert cpdag.to_numpy().tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert pd.read_csv(tmp_path / "out" / "adjacency.csv").to_numpy().sum() == 1


def test_learn_from_a_method_without_a_dag_writes_none(survey: Path, tmp_path: Path) -> None:
    assert ended("learn", survey, "--method", "gpc", "-o", tmp_path / "out").returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("[!.]*")) == ["cpdag.csv", "edges.csv"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--method", "bdee"], 1, "unknown method 'bdee'; did you mean 'bde'"),
        (["--method", "bde", "--option", "chi"], 2, "'chi' is not NAME=VALUE"),
        (["--method", "bde", "--option", "ch=1"], 1, "'ch'; did you mean 'chi'"),
    ],
)
def test_learn_tells_what_is_wrong(survey: Path, tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    answer = ended("learn", survey, *arguments, "-o", tmp_path / "out")
    assert answer.returncode == code
    assert message in " ".join(answer.stderr.replace("│", " ").split())
    assert not (tmp_path / "out").exists()


def test_methods_lists_every_method_and_shows_cards() -> None:
    listed = ended("methods").stdout
    assert all(name in listed for name in ordag.methods())
    card = ended("methods", "bge").stdout
    assert "a_m = 0.05" in card
    assert "grid of the studies: 0.0001, 0.001" in card
    assert ended("methods", "bgee").returncode == 1


def test_study_summarises_and_draws_what_is_there(tmp_path: Path) -> None:
    study = find_study("sparsity")
    with appending(tmp_path / "sparsity.jsonl") as append:
        for trial in [trial for trial in study.trials("smoke") if trial.variant.method == "gpc"]:
            append(measure(trial))
    answer = ended("study", "sparsity", "-o", tmp_path, "--only", "summarize")
    assert answer.returncode == 0, answer.stderr
    assert sorted(path.name for path in tmp_path.glob("[!.]*")) == [
        "sparsity.best.csv",
        "sparsity.csv",
        "sparsity.jsonl",
    ]
    assert ended("study", "sparsity", "-o", tmp_path, "--only", "draw").returncode == 0
    assert (tmp_path / "sparsity.png").exists()


def test_an_unknown_study_is_told_with_the_nearest(tmp_path: Path) -> None:
    answer = ended("study", "sparse", "-o", tmp_path)
    assert answer.returncode == 1
    assert answer.stderr.startswith("error: unknown study 'sparse'; did you mean 'sparsity'?")


def test_help_names_the_studies_that_share_rows() -> None:
    sharing = {name: study.rows_from for name, study in studies().items() if study.rows_from}
    assert sharing == {"skeleton": "recovery", "runtime": "recovery"}
    assert "skeleton and runtime share those of recovery" in " ".join(ended("study", "--help").stdout.split())
