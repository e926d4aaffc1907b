"""Names are shown, never obeyed: by a terminal, an XML reader or a spreadsheet. (All but the last fail on 10b451c.)"""

import csv
import os
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pandas as pd
import pytest

from ordag import FittedNetwork
from ordag.characters import for_spreadsheet, from_spreadsheet, guarded

ACTING = ["\x1b[2Jcleared", "\u202eesrever", "bell\x07", "line\nwritten: elsewhere", "c1\x9b2J", "zero\x00"]
FORMULAS = ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "'=guarded already", "''@twice"]


def network(names: list[str]) -> FittedNetwork:
    chain = [[int(j == i + 1) for j in range(len(names))] for i in range(len(names))]
    return FittedNetwork.from_parameters(chain, [[0.0]] * len(names), names=names)


@pytest.fixture
def hostile_survey(tmp_path: Path, survey: Path) -> Path:
    frame = pd.read_csv(survey).set_axis(["\x1b[2Jcleared", "\u202eesrever", "=1+1", "[red]bell\x07"], axis=1)
    frame.to_csv(tmp_path / "hostile.csv", index=False)
    return tmp_path / "hostile.csv"


@pytest.mark.parametrize(
    "arguments",
    [
        ["fit", "hostile.csv", "-o", "out", "--penalty", "3"],
        ["bootstrap", "hostile.csv", "-o", "out", "--penalty", "3", "--n-boot", "2", "--jobs", "1"],
        ["learn", "hostile.csv", "-o", "out", "--method", "bge"],
        ["fit", "hostile.csv", "-o", "out", "--ignore", "\x1b[2J"],
    ],
)
def test_nothing_acts_on_the_terminal(arguments: list[str], attack_here, hostile_survey: Path) -> None:
    answer = attack_here(*arguments)
    said = answer.stdout + answer.stderr
    assert not {"\x1b", "\u202e", "\x07"} & set(said)
    assert "cleared" in said or answer.returncode == 1


def test_groups_and_waves_of_any_names_act_on_nothing(attack_here, hostile_survey: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(hostile_survey)
    names = ["\x1b[2J<script>", "=1+1"]
    panel = frame.set_axis([f"{name}_t{wave}" for wave in (1, 2) for name in names], axis=1)
    panel.to_csv(tmp_path / "panel.csv", index=False)
    halves = ["=1+1" if k % 2 else "\x07<script>" for k in range(len(frame))]
    frame.assign(half=halves).to_csv(tmp_path / "halves.csv", index=False)
    once = ["--n-permutations", "1", "--folds", "0", "--penalty", "3"]
    for arguments in (["groups", "halves.csv", "--by", "half", *once], ["waves", "panel.csv", "--no-intercepts"]):
        folder = tmp_path / arguments[0]
        answer = attack_here(*arguments, "-o", folder, "--jobs", "1")
        assert answer.returncode == 0, answer.stderr
        assert not {"\x1b", "\u202e", "\x07"} & set(answer.stdout + answer.stderr)
        for drawing in folder.glob("*.svg"):
            assert ElementTree.parse(drawing).getroot().tag.endswith("svg")
        assert "<script>" not in (folder / "report.html").read_text(encoding="utf-8").partition("</head>")[2]
        for table in folder.glob("*.csv"):
            with table.open(newline="") as file:
                assert not [cell for row in csv.reader(file) for cell in row if cell[:1] in set("=+@\t")]


def test_drawings_of_any_names_are_xml(attack_here, hostile_survey: Path, tmp_path: Path) -> None:
    assert attack_here("fit", hostile_survey, "-o", "out", "--penalty", "3").returncode == 0
    assert ElementTree.parse(tmp_path / "out" / "network.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize("name", [*ACTING, "half\ud800"])
def test_exports_of_any_name_are_readable(name: str, tmp_path: Path) -> None:
    made = network([name, "other"])
    for ending in ("graphml", "gml"):
        made.export(tmp_path / f"network.{ending}")
    assert networkx.read_graphml(tmp_path / "network.graphml").number_of_edges() == 1
    assert networkx.read_gml(tmp_path / "network.gml", label="id").number_of_edges() == 1


def test_tables_of_results_hold_no_formulas_unless_asked_for(tmp_path: Path) -> None:
    made = network(FORMULAS)
    made.export(tmp_path / "edges.csv")
    made.export(tmp_path / "raw.csv", raw=True)
    with (tmp_path / "edges.csv").open(newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+@\t" and cell]
    with (tmp_path / "raw.csv").open(newline="") as file:
        assert {row[0] for row in csv.reader(file)} - {"from"} <= set(FORMULAS)


@pytest.mark.parametrize("text", [*FORMULAS, "plain", "'quoted", "-2", "+1,5", "", "'"])
def test_a_guarded_text_is_read_back_exactly(text: str) -> None:
    assert from_spreadsheet(for_spreadsheet(text)) == text


def test_numbers_are_left_alone() -> None:
    frame = pd.DataFrame({"x": [-1.5, 2], "y": ["-3", "+0,5"]})
    pd.testing.assert_frame_equal(guarded(frame), frame)


@pytest.mark.skipif(os.name == "nt", reason="names of files are bytes on POSIX")
def test_a_file_name_that_is_no_utf_8_ends_in_no_traceback(attack, survey: Path, tmp_path: Path) -> None:
    os.rename(survey, os.fsencode(tmp_path) + b"/caf\xe9.csv")
    answer = attack("fit", os.fsdecode(b"caf\xe9.csv"), "-o", "out", "--penalty", "3")
    assert answer.returncode == 0, answer.stderr
    assert "caf\\udce9" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
