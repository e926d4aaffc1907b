"""Continuous columns far from a bell count by normal scores, and every result is in their own values."""

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import TablePlan, encode, plan_columns
from ordag.data.curves import Curve, curve_of
from ordag.errors import InferenceWarning
from ordag.groups.margins import whitened_columns
from ordag.inference import causal_effect, impute, predict, predict_proba, probability, query, sample
from ordag.model import FittedNetwork
from ordag.model.provenance import fingerprint
from ordag.remarks import ColumnsInferred, NormalScores
from ordag.report.content import describe
from ordag.report.drawing import drawing
from ordag.report.trust import CheckTopic


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Minutes are log-normal and 60 % of incomes zero; both follow a normal cause of some levels."""
    rng = np.random.default_rng(3)
    cause = rng.normal(size=1500)
    minutes, income = (0.8 * cause + 0.6 * rng.normal(size=1500) for _ in range(2))
    return pd.DataFrame(
        {
            "mood": np.digitize(cause, [-1, 0, 1]),
            "minutes": np.exp(1.5 * minutes + 3),
            "income": np.round(np.maximum(np.exp(income) - np.exp(0.25), 0) * 100, 1),
            "height": rng.normal(170, 8, 1500),
        }
    )


@pytest.fixture(scope="module")
def network(frame: pd.DataFrame) -> FittedNetwork:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InferenceWarning)
        return ordag.OSEM().fit(frame).network_


def test_columns_far_from_a_bell_have_curves_and_others_none(network: FittedNetwork):
    has_curve = {name for name, curve in zip(network.names, network.margins.curves, strict=True) if curve is not None}
    assert has_curve == {"minutes", "income"}


def test_links_of_a_log_normal_column_are_those_of_its_logarithm(frame: pd.DataFrame, network: FittedNetwork):
    logged = ordag.OSEM().fit(frame[["mood", "minutes"]].assign(minutes=np.log(frame["minutes"]))).network_
    tolerance = 0.02
    assert network.correlation[0, 1] == pytest.approx(logged.correlation[0, 1], abs=tolerance)


def test_samples_have_the_distribution_of_the_data(frame: pd.DataFrame, network: FittedNetwork):
    drawn = sample(network, 20_000, random_state=1)
    assert (drawn["income"] == 0).mean() == pytest.approx((frame["income"] == 0).mean(), abs=0.02)
    assert drawn["income"].min() == 0
    for share in (0.1, 0.5, 0.9):
        assert np.log(drawn["minutes"].quantile(share)) == pytest.approx(
            np.log(frame["minutes"].quantile(share)), abs=0.15
        )


def test_predictions_are_means_in_the_values_of_the_column(frame: pd.DataFrame, network: FittedNetwork):
    predicted = predict(network, frame, "minutes")
    means = frame["minutes"].groupby(frame["mood"]).mean()
    found = predicted.groupby(frame["mood"]).mean()
    assert found.is_monotonic_increasing
    assert (np.abs(np.log(found / means)) < 0.25).all()


def test_imputed_entries_are_in_the_values_of_the_column(frame: pd.DataFrame, network: FittedNetwork):
    holes = frame.assign(minutes=frame["minutes"].where(frame.index % 2 == 0))
    filled = impute(network, holes)
    assert filled["minutes"].iloc[0] == frame["minutes"].iloc[0]
    assert filled["minutes"].min() > 0
    assert filled["minutes"].median() > 10  # minutes, not scores


def test_effects_are_in_the_values_of_the_column(frame: pd.DataFrame, network: FittedNetwork):
    effect = causal_effect(network, "mood", "minutes", over_class=False).change()
    low, high = (frame["minutes"][frame["mood"] == level].mean() for level in (0, 3))
    assert effect.expected == pytest.approx(high - low, rel=0.5)
    (below, middle, above) = causal_effect(network, "minutes", "mood").cause_levels
    assert np.log(middle) == pytest.approx(3, abs=0.2)
    assert above - middle > middle - below


def test_a_heap_has_its_share_as_probability(frame: pd.DataFrame, network: FittedNetwork):
    share = (frame["income"] == 0).mean()
    assert probability(network, {"income": "<= 0"}).value == pytest.approx(share, abs=0.01)
    assert probability(network, {"income": 0}).value == pytest.approx(share, abs=0.01)


def test_a_saved_network_keeps_its_curves(network: FittedNetwork, tmp_path):
    network.save(tmp_path / "model.json")
    assert FittedNetwork.load(tmp_path / "model.json") == network


def test_the_drawing_of_the_report_has_the_curves(network: FittedNetwork):
    nodes = {node.name: node for node in drawing(describe(network)).nodes}
    assert nodes["height"].curve == ()
    assert nodes["income"].curve[1][0] == 0


def test_no_point_of_a_curve_is_an_entry_that_few_rows_hold():
    values = np.exp(np.random.default_rng(2).normal(size=400))
    assert not np.isin(curve_of(values).values, values).any()


def test_scores_of_a_normal_column_are_nearly_its_values():
    values = np.random.default_rng(5).normal(10, 2, 2000)
    scores = curve_of(values).scores_of(values)
    assert np.corrcoef(scores, values)[0, 1] > 0.998
    assert scores.std() == pytest.approx(1, abs=0.01)


def test_scores_of_a_heaped_column_have_variance_one():
    values = np.maximum(np.random.default_rng(5).normal(-0.5, 1, 2000), 0)
    scores = curve_of(values).scores_of(values)
    assert scores.std() == pytest.approx(1, abs=0.01)
    assert scores.mean() == pytest.approx(0, abs=0.01)


def test_expected_values_agree_with_draws():
    curve = curve_of(np.exp(np.random.default_rng(7).normal(size=500)))
    draws = curve.values_of(0.5 + 0.7 * np.random.default_rng(8).normal(size=200_000))
    assert float(curve.expected(0.5, 0.7)) == pytest.approx(draws.mean(), rel=0.01)


def test_without_deviation_the_expected_value_is_the_value():
    curve = Curve(np.array([-2.0, 0.0, 2.0]), np.array([0.0, 1.0, 5.0]))
    assert curve.expected([-3.0, 1.0, 4.0], 0.0).tolist() == pytest.approx([0.0, 3.0, 5.0])


def test_the_plan_says_what_values_count_as_and_can_be_told_otherwise(frame: pd.DataFrame, tmp_path):
    plan = plan_columns(frame)
    assert {column.name: column.values for column in plan} == {
        "mood": None, "minutes": "normal scores", "income": None, "height": "as they are",
    }  # fmt: skip
    plan.to_toml(tmp_path / "columns.toml")
    assert TablePlan.from_toml(tmp_path / "columns.toml") == plan
    text = (tmp_path / "columns.toml").read_text(encoding="utf-8")
    text = text.replace('"normal scores"\n', '"as they are"\n')
    text = text.replace('kind = "censored"\n', 'kind = "continuous"\nvalues = "as they are"\n')
    (tmp_path / "columns.toml").write_text(text, encoding="utf-8")
    assert encode(frame, columns=tmp_path / "columns.toml").curves == ()


def test_resamples_and_subsets_keep_the_curves(frame: pd.DataFrame):
    with pytest.warns(NormalScores), pytest.warns(ColumnsInferred):
        table = encode(frame)
    assert table.rows([0, 1]).curves == table.curves
    assert table.only(["mood", "income"]).curves == table.curves[1:2]


def test_of_columns_declared_continuous_the_report_says_it_and_no_warning_is_issued(frame: pd.DataFrame):
    kinds = dict.fromkeys(["minutes", "income", "height"], "continuous")
    with warnings.catch_warnings():
        warnings.simplefilter("error", NormalScores)
        network = ordag.OSEM(kinds=kinds, penalty=1.0).fit(frame).network_
    assert network.by_normal_scores("continuous") == ("minutes", "income")
    content = describe(network)
    said = [check.text for check in content.checks if check.topic == CheckTopic.SHAPE]
    assert len(said) == 1
    assert said[0].startswith("minutes and income count by normal scores")


def test_beyond_a_shared_value_the_rows_that_share_it_are_not(frame: pd.DataFrame, network: FittedNetwork):
    above = probability(network, {"income": "> 0"}).value
    assert above == pytest.approx((frame["income"] > 0).mean(), abs=0.01)
    assert above + probability(network, {"income": "<= 0"}).value == pytest.approx(1)


@pytest.mark.parametrize("income", [0.0, 10.0, 100.0])
def test_a_known_value_is_the_same_to_a_query_and_a_prediction(network: FittedNetwork, income: float):
    asked = query(network, "mood", {"income": income}).probabilities
    row = pd.DataFrame({"income": [income], "minutes": np.nan, "height": np.nan})
    predicted = predict_proba(network, row, "mood")
    np.testing.assert_allclose(np.ravel(asked), np.ravel(predicted), atol=1e-3)


@pytest.mark.parametrize("n_rows", range(2, 10))
def test_few_rows_have_a_line_as_their_curve(n_rows: int):
    values = np.arange(n_rows, dtype=float)
    curve = curve_of(values)
    assert (np.diff(curve.scores_of(values)) > 0).any()
    assert curve.values_of(0.0) == pytest.approx(values.mean())


def test_tables_with_other_curves_have_other_fingerprints(frame: pd.DataFrame):
    with pytest.warns(NormalScores), pytest.warns(ColumnsInferred):
        table = encode(frame)
    plain = replace(table, curves=())
    other = replace(table, curves=(table.curves[1], table.curves[0], None))
    assert len({fingerprint(each) for each in (table, plain, other)}) == 3


def test_margins_of_groups_are_compared_by_scores(frame: pd.DataFrame):
    with pytest.warns(NormalScores), pytest.warns(ColumnsInferred):
        table = encode(frame)
    seen = whitened_columns(table)[1].values
    assert np.abs(seen).max() < 12  # the greatest of the raw values is more than twenty deviations away


def test_no_value_is_drawn_beyond_a_limit_that_no_row_reaches() -> None:
    curve = curve_of(np.linspace(10.4, 60, 200), boxed=True, limits=(10.0, None))
    assert curve.values_of(-9.0) == 10.0
    assert curve.values_of(9.0) > 60
