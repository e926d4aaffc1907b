"""The commands on a file with columns of every kind and gaps, as a user would call them."""

import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import Result

import ordag
from cli.running import N_RESAMPLES, run
from ordag.inference import causal_effect, impute, predict, probability, query, sample
from ordag.model import FittedNetwork, log_likelihood

KINDS = {
    "mood": "ordinal",
    "region": "nominal",
    "visits": "count",
    "spent": "censored",
    "minutes": "continuous",
    "children": "count",
}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Mood moves all but region, which moves mood; a tenth of the entries is missing."""
    rng = np.random.default_rng(12)
    n = 500
    region = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    mood = np.array([0.0, 1.0, -1.0])[region] + rng.normal(size=n)
    frame = pd.DataFrame(
        {
            "mood": np.digitize(mood, [-1, 0, 1]),
            "region": np.array(["south", "north", "west"])[region],
            "visits": rng.poisson(18 * np.exp(0.4 * mood)),
            "spent": np.round(100 * np.maximum(mood + rng.normal(size=n), 0.2) - 20, 1),
            "minutes": np.round(np.exp(3 - 0.8 * mood + rng.normal(size=n)), 2),
            "children": rng.poisson(np.exp(0.3 * mood)),
        }
    )
    return frame.mask(rng.random(frame.shape) < 0.1)


@pytest.fixture(scope="module")
def survey(frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mixed") / "survey.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def network(results: tuple[Path, Result]) -> FittedNetwork:
    return FittedNetwork.load(results[0] / "model.json")


def test_the_default_command_takes_every_kind_in(results: tuple[Path, Result], network: FittedNetwork) -> None:
    assert results[1].exit_code == 0, results[1].output
    assert dict(zip(network.names, network.kinds, strict=True)) == KINDS
    assert network.support is not None
    assert network.support.n_resamples == N_RESAMPLES
    assert network.fit_check is not None
    links = {frozenset(link) for link in zip(*np.nonzero(network.dag), strict=True)}
    mood = network.index("mood")
    assert all(frozenset((mood, network.index(name))) in links for name in ("region", "visits", "spent", "minutes"))


def test_the_report_names_the_kinds(results: tuple[Path, Result]) -> None:
    page = " ".join((results[0] / "report.html").read_text("utf-8").split())
    assert "1 nominal, 1 continuous, 2 counts, 1 censored" in page
    assert "those at a limit as lying beyond it" in page


def test_all_front_doors_agree(frame: pd.DataFrame, survey: Path, network: FittedNetwork) -> None:
    plan = ordag.data.plan_columns(survey)
    assert (plan["spent"].kind, plan["spent"].floor, plan["spent"].certainty) == ("censored", 0.0, "likely")
    assert "censored" in run("columns", survey).output
    shown = json.loads(run("columns", survey, "--json").output)
    assert {column["name"]: column["floor"] for column in shown}["spent"] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = ordag.OSEM().fit(frame)
    assert model.network_.kinds == network.kinds
    np.testing.assert_array_equal(model.cpdag_, network.cpdag)


def test_the_plan_that_was_used_gives_the_same_network(
    survey: Path, results: tuple[Path, Result], network: FittedNetwork, tmp_path: Path
) -> None:
    again = run("fit", survey, "--columns", results[0] / "columns.toml", "-o", tmp_path / "out", "--quick")
    assert again.exit_code == 0, again.output
    found = FittedNetwork.load(tmp_path / "out" / "model.json")
    assert found.kinds == network.kinds
    np.testing.assert_array_equal(found.cpdag, network.cpdag)


def test_samples_and_filled_gaps_are_answers_of_the_file(frame: pd.DataFrame, network: FittedNetwork) -> None:
    drawn = sample(network, 4000, random_state=1)
    assert (drawn["visits"] % 1 == 0).all()
    assert drawn["spent"].min() == 0
    assert (drawn["spent"] == 0).mean() == pytest.approx((frame["spent"].dropna() == 0).mean(), abs=0.05)
    filled = impute(network, frame)
    assert not filled.isna().any().any()
    assert (filled["visits"] % 1 == 0).all()
    assert filled["spent"].min() >= 0


def test_a_limit_is_the_same_to_a_query_a_prediction_and_the_likelihood(network: FittedNetwork) -> None:
    nothing = dict.fromkeys(("region", "visits", "minutes", "children"))
    asked = query(network, "mood", {"spent": 0}).probabilities
    row = pd.DataFrame([{"mood": None, "spent": 0.0, **nothing}])
    predicted = ordag.inference.predict_proba(network, row, "mood")
    np.testing.assert_allclose(np.ravel(asked), np.ravel(predicted), atol=2e-3)
    assert float(np.exp(log_likelihood(network, row)[0])) == pytest.approx(
        probability(network, {"spent": 0}).value, abs=1e-6
    )


def test_predictions_and_effects_are_in_the_units_of_the_file(frame: pd.DataFrame, network: FittedNetwork) -> None:
    predicted = predict(network, frame, "visits")
    seen = frame["visits"].notna()
    assert predicted[seen].mean() == pytest.approx(frame["visits"][seen].mean(), rel=0.05)
    effect = causal_effect(network, "spent", "mood", values=[0.0, 50.0]).to_frame()
    assert effect.to_numpy().sum(axis=1) == pytest.approx(1.0)
