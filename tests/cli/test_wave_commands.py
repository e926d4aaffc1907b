"""``ordag waves``: files, summary, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from cli.running import run

PANEL = ordag.simulate.panel_data(
    np.array([[0.5, 0.5], [0.0, 0.5]]), np.zeros((2, 2)), 250, 3, levels=4, rng=2, trait_shares=0.4
)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("panel") / "panel.csv"
    PANEL.frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def folder(wide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("waves") / "out"
    answer = run("waves", wide, "-o", folder, "--intercepts")
    assert answer.exit_code == 0, answer.output
    assert "250 persons" in " ".join(answer.output.split())
    return folder


def test_links_levels_model_drawing_and_page_are_written(folder: Path) -> None:
    links = pd.read_csv(folder / "links.csv")
    assert {"kind", "from", "to", "weight", "low", "high", "direction"} == set(links)
    assert pd.read_csv(folder / "levels.csv")["item"].tolist() == ["V1", "V2"]
    assert ordag.FittedNetwork.load(folder / "model.json").names[-1] == "V2_t3"
    assert "<svg" in (folder / "waves.svg").read_text("utf-8")
    assert "Stable levels of persons" in (folder / "report.html").read_text("utf-8")


def test_a_long_file_gives_the_same_links_as_json(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    PANEL.long().to_csv(path, index=False)
    options = ("--person", "person", "--wave", "wave", "--intercepts", "--json")
    answer = run("waves", path, "-o", tmp_path / "out", *options)
    assert answer.exit_code == 0, answer.output
    summary = json.loads(answer.stdout)
    assert summary["has_person_levels"] is True
    links = pd.read_csv(folder / "links.csv")
    assert np.allclose([link["weight"] for link in summary["links"]], links["weight"], atol=1e-6)


def test_forbidden_links_are_read_by_item_and_nothing_is_replaced_without_force(wide: Path, folder: Path) -> None:
    again = ("waves", wide, "-o", folder, "--no-intercepts", "--forbidden", "V1>V2")
    assert run(*again).exit_code == 1
    answer = run(*again, "--force", "--json")
    assert answer.exit_code == 0, answer.output
    ends = [(link["from"], link["to"]) for link in json.loads(answer.stdout)["links"]]
    assert ("V1", "V2") not in ends
