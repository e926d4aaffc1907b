"""``ordag groups``: files, summary, going on, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from cli.running import run
from ordag.errors import InputValueError
from ordag.messages.terminal import TERMINAL

QUICK = ("--n-permutations", 5, "--folds", 0, "--jobs", 1)


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(5, 2, rng=2), 200, levels=[4] * 5, rng=2)
    frame = data.frame.astype(int).assign(gender=np.where(np.arange(200) < 80, "men", "women"))
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def folder(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("groups") / "out"
    answer = run("groups", survey, "--by", "gender", "-o", folder, "--effect", "V1>V2", "--together", *QUICK)
    assert answer.exit_code == 0, answer.output
    assert "men (80 rows), women (120 rows)" in " ".join(answer.output.split())
    return folder


def test_tables_networks_drawings_and_page_are_written(folder: Path) -> None:
    edges = pd.read_csv(folder / "edges.csv")
    assert len(edges) == 10
    assert {"weight_men", "weight_women", "p_value", "p_corrected", "p_presence", "odds"} <= set(edges)
    assert len(pd.read_csv(folder / "effects.csv")) == 1
    groups = pd.read_csv(folder / "groups.csv")
    assert groups["group"].tolist() == ["men", "women"]
    network = ordag.FittedNetwork.load(folder / groups["file"][1])
    assert network.names == ("V1", "V2", "V3", "V4", "V5")
    assert {"from", "to", "shared", "weight_men", "weight_women"} == set(pd.read_csv(folder / "links.csv"))
    for drawing in ("networks.svg", "differences.svg", "together.svg"):
        assert "<svg" in (folder / drawing).read_text("utf-8")
    assert "Networks of the groups" in (folder / "report.html").read_text("utf-8")


def test_nothing_is_replaced_without_force_and_the_same_command_goes_on(survey: Path, folder: Path) -> None:
    again = ("groups", survey, "--by", "gender", "-o", folder, "--effect", "V1>V2", *QUICK)
    assert run(*again).exit_code == 1
    lines = (folder / "permutations.jsonl").read_text().splitlines()
    answer = run(*again, "--force", "--json")
    assert answer.exit_code == 0, answer.output
    assert (folder / "permutations.jsonl").read_text().splitlines() == lines
    summary = json.loads(answer.stdout)
    assert summary["n_permutations"] == 5
    assert 0 < summary["p_value"] <= 1
    assert [each["test"] for each in summary["tests"]] == ["weights", "presence", "thresholds"]


def test_a_column_that_is_not_there_is_named(survey: Path, tmp_path: Path) -> None:
    answer = run("groups", survey, "--by", "gendr", "-o", tmp_path / "out", *QUICK)
    assert isinstance(answer.exception, ordag.errors.UnknownNameError)
    assert answer.exception.nearest == ("gender",)


def test_the_groups_may_be_named_by_the_plan_of_the_columns(survey: Path, tmp_path: Path) -> None:
    plan = ordag.data.plan_columns(survey)
    assert plan["gender"].is_item
    plan.to_toml(tmp_path / "columns.toml")
    text = (tmp_path / "columns.toml").read_text("utf-8")
    before, section, after = text.partition("[gender]")
    (tmp_path / "columns.toml").write_text(before + section + after.replace('"item"', '"group"', 1), "utf-8")
    answer = run("groups", survey, "--columns", tmp_path / "columns.toml", "-o", tmp_path / "out", *QUICK)
    assert answer.exit_code == 0, answer.output
    assert "men (80 rows), women (120 rows)" in " ".join(answer.output.split())


def test_without_groups_the_command_says_how_to_name_them(survey: Path, tmp_path: Path) -> None:
    answer = run("groups", survey, "-o", tmp_path / "out", *QUICK)
    assert isinstance(answer.exception, InputValueError)
    assert answer.exception.worded(TERMINAL).startswith("--by names no column; the groups to compare are needed.")
