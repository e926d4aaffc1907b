"""The commands on a file with nominal columns, as a user would call them."""

import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import Result

import ordag
from cli.running import N_RESAMPLES, run
from ordag.model import FittedNetwork


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Region moves trust, and trust income; a rare party that resamples may lose goes with trust, too."""
    rng = np.random.default_rng(8)
    n = 400
    region = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    trust = np.array([0.0, 1.0, -1.0, 0.5])[region] + rng.normal(size=n)
    party = np.argmax(np.column_stack([trust, -trust, np.full(n, -3.5)]) + rng.gumbel(size=(n, 3)), axis=1)
    frame = pd.DataFrame(
        {
            "region": np.array(["south", "north", "west", "east"])[region],
            "trust": np.digitize(trust, [-1, 0, 1]),
            "party": np.array(["reds", "blues", "greens"])[party],
            "income": np.digitize(trust + rng.normal(size=n), [-1, 0.5]),
            "age": np.round(rng.normal(50, 12, n), 1),
        }
    )
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


def test_the_default_command_takes_nominal_columns_in(results: tuple[Path, Result]) -> None:
    folder, result = results
    assert result.exit_code == 0, result.output
    network = FittedNetwork.load(folder / "model.json")
    kinds = dict(zip(network.names, network.kinds, strict=True))
    assert (kinds["region"], kinds["party"]) == ("nominal", "nominal")
    assert network.support is not None
    assert network.support.n_resamples == N_RESAMPLES
    assert network.support.support[network.index("region"), network.index("trust")] == 1
    assert network.fit_check is not None


def test_the_summary_words_a_link_of_a_nominal_column_by_its_categories(results: tuple[Path, Result]) -> None:
    said = " ".join(results[1].output.split())
    assert "highest where region is north" in said.replace("│", " ")
    assert "higher region" not in said
    assert "Without the" in said
    assert "most influential rows" in said


def test_the_report_tables_categories_with_standard_errors(results: tuple[Path, Result]) -> None:
    page = (results[0] / "report.html").read_text("utf-8")
    assert "Categories of the nominal items" in page
    assert "region: north" in page


def test_all_front_doors_agree_on_what_is_nominal(survey: Path, results: tuple[Path, Result]) -> None:
    plan = ordag.data.plan_columns(survey)
    assert [column.name for column in plan if column.is_item and column.kind == "nominal"] == ["region", "party"]
    shown = run("columns", survey)
    assert "region" in shown.output
    assert "aside" not in shown.output
    again = FittedNetwork.load(results[0] / "model.json")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = ordag.OSEM().fit(pd.read_csv(survey))
    assert model.network_.kinds == again.kinds
    np.testing.assert_array_equal(model.cpdag_, again.cpdag)


def test_a_posterior_sets_nominal_columns_aside_and_says_so(survey: Path, tmp_path: Path) -> None:
    result = run("fit", survey, "-o", tmp_path / "out", "--bayes", "--quick")
    assert result.exit_code == 0, result.output
    assert "Set aside" in result.output
    assert "takes no nominal columns" in " ".join(result.output.replace("│", " ").split())
    assert "--types" not in result.output
    assert "region" in result.output
    assert "region" not in FittedNetwork.load(tmp_path / "out" / "model.json").names


def test_data_of_nominal_columns_only_are_learned_from(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    cause = rng.integers(0, 3, 200)
    labels = {
        "colour": ["red", "blue", "green"],
        "region": ["north", "south", "west"],
        "pet": ["cat", "dog", "fish"],
        "transport": ["bus", "car", "train"],
    }
    picks = {name: np.where(rng.random(200) < 0.6, cause, rng.integers(0, 3, 200)) for name in labels}
    frame = pd.DataFrame({name: np.array(labels[name])[pick] for name, pick in picks.items()})
    frame.to_csv(tmp_path / "four.csv", index=False)
    (tmp_path / "types.json").write_text(json.dumps(dict.fromkeys(labels, "nominal")))
    result = run("fit", tmp_path / "four.csv", "--types", tmp_path / "types.json", "-o", tmp_path / "out", "--quick")
    assert result.exit_code == 0, result.output
    assert set(FittedNetwork.load(tmp_path / "out" / "model.json").kinds) == {"nominal"}


@pytest.mark.parametrize("family", ["auto", "codes", "dummies", "tables"])
def test_every_family_takes_nominal_columns(survey: Path, tmp_path: Path, family: str) -> None:
    complete = pd.read_csv(survey).drop(columns="age")
    complete.to_csv(tmp_path / "answers.csv", index=False)
    result = run("fit", tmp_path / "answers.csv", "-o", tmp_path / "out", "--model", family, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "set aside" not in result.output.lower()
    network = FittedNetwork.load(tmp_path / "out" / "model.json")
    assert network.kinds == ("nominal", "ordinal", "nominal", "ordinal")
    linked = network.edges_frame()[["from", "to"]].to_numpy().tolist()
    assert {"region", "trust"} in [set(pair) for pair in linked]
