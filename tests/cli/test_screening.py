"""``ordag fit --screen``: flagged rows are listed and told of, and dropped only if that was asked for."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from cli.running import run

N_ROWS, N_BAD = 300, 15


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Straight lines among the first rows, all but the very first, which is blank."""
    dag = ordag.simulate.random_dag(8, 2, rng=5)
    frame = ordag.simulate.ordinal_data(dag, N_ROWS, levels=[5] * 8, rng=5).frame.astype("Int64")
    lines = np.random.default_rng(5).integers(0, 5, (N_BAD, 1))
    frame.iloc[1 : N_BAD + 1] = np.repeat(lines, 8, axis=1)
    frame.iloc[0] = pd.NA
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


def test_a_plain_fit_says_in_one_line_that_rows_look_like_no_answers(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--json")
    assert answer.exit_code == 0, answer.output
    checks = {check["topic"]: check for check in json.loads(answer.stdout)["checks"]}
    said = checks["Rows that are no answers"]
    assert said["verdict"] == "caution"
    assert "`ordag fit --screen`" in said["text"]
    assert not (tmp_path / "out" / "rows.csv").exists()


def test_screening_lists_rows_by_their_number_in_the_data(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--screen")
    assert answer.exit_code == 0, answer.output
    rows = pd.read_csv(tmp_path / "out" / "rows.csv")
    assert set(range(2, N_BAD + 2)) <= set(rows["row"])
    assert rows["same_answers"].sum() >= N_BAD
    said = " ".join(answer.output.split())
    assert "were kept; without them the network has" in said
    assert "--drop-flagged" in said
    assert "rows.csv" in said
    network = ordag.FittedNetwork.load(tmp_path / "out" / "model.json")
    assert network.provenance is not None
    assert network.provenance.n_rows == N_ROWS - 1
    assert "Rows that are no answers" in (tmp_path / "out" / "report.html").read_text("utf-8")


def test_flagged_rows_are_dropped_on_request(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--drop-flagged")
    assert answer.exit_code == 0, answer.output
    n_dropped = len(pd.read_csv(tmp_path / "out" / "rows.csv"))
    assert n_dropped >= N_BAD
    network = ordag.FittedNetwork.load(tmp_path / "out" / "model.json")
    assert network.provenance is not None
    assert network.provenance.choices.dropped_rows == n_dropped
    assert network.provenance.n_rows == N_ROWS - 1 - n_dropped


def test_clean_rows_are_said_to_be(tmp_path: Path) -> None:
    data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(6, 2, rng=6), 300, levels=4, rng=6)
    data.frame.to_csv(tmp_path / "survey.csv", index=False)
    plain = json.loads(run("fit", tmp_path / "survey.csv", "-o", tmp_path / "plain", "--json").stdout)
    assert "Rows that are no answers" not in [check["topic"] for check in plain["checks"]]
    screened = json.loads(run("fit", tmp_path / "survey.csv", "-o", tmp_path / "out", "--screen", "--json").stdout)
    said = next(check for check in screened["checks"] if check["topic"] == "Rows that are no answers")
    assert said["verdict"] == "good"
