"""``ordag fit --model``: the graph of the family that the rows speak for, and ``ordag learn --method ocd``."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from cli.running import run
from reference.families import regression_rows

CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows of regressions on codes along a chain, a few of them incomplete."""
    codes = regression_rows(CHAIN, 2000, np.random.default_rng(1), "codes")
    frame = pd.DataFrame(codes, columns=["a", "b", "c"]).astype("Int64")
    frame.loc[:9, "a"] = pd.NA
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


def test_auto_takes_the_model_that_the_rows_speak_for(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--model", "auto")
    assert answer.exit_code == 0, answer.output
    said = " ".join(answer.output.split())
    assert said.index("Of 4 models 'codes' describes the rows best") < said.index("Two links join 3 items")
    assert "and on left-out rows too" in said
    network = ordag.FittedNetwork.load(tmp_path / "out" / "model.json")
    np.testing.assert_array_equal(network.dag, CHAIN)
    np.testing.assert_array_equal(network.cpdag, CHAIN)
    assert network.provenance is not None
    assert network.provenance.settings.model == "codes"
    assert network.provenance.n_rows == 2000


def test_auto_stays_with_latent_variables_where_they_describe_best(tmp_path: Path) -> None:
    data = ordag.simulate.ordinal_data(CHAIN, 2000, levels=4, rng=1)
    data.frame.to_csv(tmp_path / "survey.csv", index=False)
    answer = run("fit", tmp_path / "survey.csv", "-o", tmp_path / "auto", "--model", "auto", "--json")
    plain = run("fit", tmp_path / "survey.csv", "-o", tmp_path / "plain", "--json")
    chosen = next(each for each in json.loads(answer.stdout)["findings"] if each["topic"] == "Model")
    assert "'latent' describes the rows best" in chosen["text"]
    assert json.loads(answer.stdout)["edges"] == json.loads(plain.stdout)["edges"]
    assert "Model" not in [finding["topic"] for finding in json.loads(plain.stdout)["findings"]]


def test_a_model_that_is_asked_for_is_taken(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--model", "tables", "--json")
    findings = json.loads(answer.stdout)["findings"]
    assert findings[0]["topic"] == "Model"
    assert findings[0]["text"].startswith("The graph is the best of the model 'tables'")


def test_the_default_says_first_that_another_model_is_better(survey: Path, tmp_path: Path) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--json")
    first = json.loads(answer.stdout)["findings"][0]
    assert first["topic"] == "Model"
    assert first["text"].startswith("The model 'codes' describes the rows better than the network")
    assert "--model codes" in first["text"]


@pytest.mark.parametrize("option", [["--boot", "2"], ["--bayes"], ["--penalty", "2"]])
def test_options_of_the_latent_model_are_refused_beside_another(
    survey: Path, tmp_path: Path, option: list[str]
) -> None:
    answer = run("fit", survey, "-o", tmp_path / "out", "--model", "codes", *option)
    assert answer.exit_code != 0
    assert not (tmp_path / "out").exists()


def test_learn_tells_what_assumed_arrows_rest_on(survey: Path, tmp_path: Path) -> None:
    complete = tmp_path / "complete.csv"
    pd.read_csv(survey).dropna().astype(int).to_csv(complete, index=False)
    answer = run("learn", complete, "--method", "ocd", "-o", tmp_path / "out")
    assert answer.exit_code == 0, answer.output
    assert "a ⇢ b" in answer.stdout or "b ⇢ a" in answer.stdout
    assert "arrows marked ⇢ hold if each variable follows" in answer.stdout
