"""Groups compared: what the tests are invariant to, what they find, and what is refused."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy.stats import chi2_contingency

import ordag
from ordag import remarks
from ordag.data import OrdinalTable
from ordag.errors import InputValueError, UnknownNameError
from ordag.expectation import latent_boxes, log_probabilities
from ordag.groups import GroupComparison, compare_groups
from ordag.groups.links import WeightDesign, estimate_weights, heterogeneity
from ordag.groups.margins import margin_statistics, shifts, whitened_columns
from ordag.groups.permutations import GroupTests, joint_p_value, largest_p_values
from ordag.groups.split import GroupedRows, grouped_rows
from ordag.groups.stacked import stacked
from ordag.latent import estimate_thresholds
from ordag.maximization import maximize
from ordag.model import FittedNetwork
from ordag.plots import plot_groups
from ordag.search import SearchSpace
from ordag.stability.journal import OtherReplicatesError

WEIGHTS = np.array([[0, 0.9, 0, 0], [0, 0, 0.9, 0], [0, 0, 0, 0.9], [0, 0, 0, 0.0]])

ORDERED = ordag.OSEM(tiers=[["a"], ["b"], ["c"], ["d"]])


def rows_of(weights: np.ndarray, n_rows: int, seed: int, shift: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=(n_rows, len(weights))) @ np.linalg.inv(np.eye(len(weights)) - weights)
    return np.digitize(latent, np.array([-1.0, 0.0, 1.0]) + shift)


def two_groups(
    other: np.ndarray = WEIGHTS, sizes: tuple[int, int] = (250, 400), shift: float = 0.0, seed: int = 0
) -> pd.DataFrame:
    codes = np.vstack([rows_of(WEIGHTS, sizes[0], seed), rows_of(other, sizes[1], seed + 1, shift)])
    frame = pd.DataFrame(codes, columns=list("abcd"))
    return frame.assign(sex=np.repeat(["men", "women"], sizes))


def compared(frame: pd.DataFrame, **options: object) -> GroupComparison:
    settings: dict[str, object] = {"n_permutations": 39, "folds": 0, "n_jobs": 1}
    return compare_groups(frame, "sex", **(settings | options))


@pytest.fixture(scope="module")
def cut_link() -> GroupComparison:
    other = WEIGHTS.copy()
    other[2, 3] = 0.0
    return compared(two_groups(other), folds=2, effects=[("a", "d"), ("a", "b")], model=ORDERED)


def test_a_link_that_one_group_lacks_is_found(cut_link: GroupComparison) -> None:
    assert cut_link.p_value == 1 / 40
    first = cut_link.edges.iloc[0]
    assert {first["from"], first["to"]} == {"c", "d"}
    assert first["p_corrected"] == 1 / 40
    assert first["odds"] > 100
    assert bool(first["in_men"])
    assert not bool(first["in_women"])
    assert first["low"] < first["difference"] < first["high"] < 0
    assert len(cut_link.differing_links()) == 1


def test_an_effect_along_the_missing_link_differs_and_another_does_not(cut_link: GroupComparison) -> None:
    effects = cut_link.effects.set_index(["cause", "outcome"])
    assert effects.loc[("a", "d"), "p_corrected"] <= 0.05
    assert effects.loc[("a", "b"), "p_corrected"] > 0.05


def test_own_networks_win_where_a_link_is_missing(cut_link: GroupComparison) -> None:
    steps = cut_link.invariance.set_index("model")
    assert steps["bic"].idxmax() in ("own networks", "same links")
    assert steps["left_out_log_likelihood"].notna().all()
    assert cut_link.preferred == steps["bic"].idxmax()


def test_sentences_name_what_was_found(cut_link: GroupComparison) -> None:
    text = " ".join(cut_link.paragraphs())
    assert "men (250 rows), women (400 rows)" in text
    assert "c — d" in text or "d — c" in text
    assert "39 permutations" in text


def test_networks_share_the_common_graph_and_keep_their_thresholds(cut_link: GroupComparison) -> None:
    men, women = cut_link.common["men"], cut_link.common["women"]
    assert np.array_equal(men.dag, women.dag)
    assert np.array_equal(men.weights, women.weights)
    assert not np.allclose(men.thresholds[0], women.thresholds[0])
    assert cut_link["men"].names == cut_link.names
    with pytest.raises(UnknownNameError):
        cut_link["children"]


def test_shifted_thresholds_are_found_and_move_no_link() -> None:
    found = compared(two_groups(shift=0.9))
    assert found.p_value_of("thresholds") == 1 / 40
    assert (found.thresholds["p_corrected"] <= 0.05).all()
    assert (found.thresholds["shift_women"] < found.thresholds["shift_men"]).all()
    assert found.p_value > 0.05
    assert found.preferred == "same weights"


def test_groups_of_one_law_are_called_equal() -> None:
    found = compared(two_groups(sizes=(300, 300)))
    assert found.p_value > 0.05
    assert np.array_equal(found.dag, found.common["men"].dag)
    assert found.preferred == "same thresholds"
    assert "not evidence that there is none" in " ".join(found.paragraphs())


def test_the_result_depends_on_neither_workers_nor_interruptions(tmp_path: Path) -> None:
    frame, store = two_groups(sizes=(60, 90)), tmp_path / "permutations.jsonl"
    whole = compared(frame, n_permutations=6)
    compared(frame, n_permutations=3, store=store)
    with parallel_config("threading"):
        again = compared(frame, n_permutations=6, store=store, n_jobs=2)
    pd.testing.assert_frame_equal(whole.pairs, again.pairs)
    pd.testing.assert_frame_equal(whole.tests, again.tests)
    with pytest.raises(OtherReplicatesError) as error:
        compared(frame, n_permutations=6, store=store, random_state=1)
    assert error.value.differing == ("seed",)


def test_names_and_order_of_groups_do_not_matter() -> None:
    frame = two_groups(sizes=(60, 90))
    renamed = frame.assign(sex=frame["sex"].map({"men": "b", "women": "a"}))
    design = WeightDesign(np.triu(np.ones((4, 4), dtype=np.int8), 1))
    rows, others = (grouped_rows(each, "sex") for each in (frame, renamed))
    space = SearchSpace(rows.table.names)
    first, second = (GroupTests(each, design, space).statistics(each) for each in (rows, others))
    assert np.allclose(first.weights, second.weights)
    assert np.allclose(first.margins, second.margins)


def test_three_groups_weights_gaps_and_clusters_are_taken() -> None:
    frame = two_groups(sizes=(120, 180))
    frame.loc[200:, "sex"] = "others"
    frame = frame.astype(dict.fromkeys("abcd", "Int64"))
    frame.iloc[::7, 1] = pd.NA
    weights = np.random.default_rng(0).uniform(0.5, 2, len(frame))
    clusters = np.arange(len(frame)) // 2
    found = compared(frame, weights=weights, clusters=clusters, n_permutations=4)
    assert len(found.networks) == 3
    assert "difference" not in found.pairs
    assert 0 < found.p_value <= 1
    with pytest.raises(InputValueError):
        found.plot_differences()


def test_of_two_groups_the_last_panel_shows_what_differs_with_its_interval() -> None:
    networks = {"men": FittedNetwork.from_parameters(WEIGHTS, [[0]] * 4)} | {
        "women": FittedNetwork.from_parameters(0.5 * WEIGHTS, [[0]] * 4)
    }
    pairs = {"from": ["x0", "x1"], "to": ["x1", "x2"], "difference": [-0.4, 0.1], "low": [-0.6, -0.1]}
    differences = pd.DataFrame({**pairs, "high": [-0.2, 0.3], "p_corrected": [0.01, 0.6]})
    last = plot_groups(networks, differences=differences).axes[-1]
    assert last.get_title() == "women less men"
    assert [text.get_text() for text in last.texts if "(" in text.get_text()] == ["-0.40\n(-0.60, -0.20)"]
    solid, faint = last.patches
    assert solid.get_alpha() == 1
    assert faint.get_alpha() < 0.5


def test_clusters_in_one_group_exchange_it_whole_and_others_exchange_rows_within() -> None:
    table = OrdinalTable.from_codes(np.zeros((8, 2), dtype=np.int16), levels=[(0, 1)] * 2)
    clusters = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    rng = np.random.default_rng(0)
    whole = GroupedRows(table, ("a", "b"), np.array([0, 0, 0, 0, 1, 1, 1, 1]), clusters)
    within = GroupedRows(table, ("a", "b"), np.array([0, 1] * 4), clusters)
    for _ in range(10):
        members = whole.permuted(rng).members.reshape(4, 2)
        assert (members[:, 0] == members[:, 1]).all()
        assert (within.permuted(rng).members.reshape(4, 2).sum(axis=1) == 1).all()


def test_variances_of_weights_are_those_of_repeated_samples() -> None:
    design = WeightDesign((WEIGHTS != 0).astype(np.int8), ((0, 3),))
    tables = [OrdinalTable.from_codes(rows_of(WEIGHTS, 400, seed)) for seed in range(60)]
    estimates = [estimate_weights(table, design) for table in tables]
    spread = np.var([each.weights for each in estimates], axis=0)
    stated = np.mean([each.variances for each in estimates], axis=0)
    assert np.allclose(stated / spread, 1, atol=0.45)
    assert abs(np.log(np.mean(stated / spread))) < 0.2


def test_heterogeneity_of_equal_weights_is_none() -> None:
    table = OrdinalTable.from_codes(rows_of(WEIGHTS, 100, 0))
    estimate = estimate_weights(table, WeightDesign(np.triu(np.ones((4, 4), dtype=np.int8), 1)))
    assert np.allclose(heterogeneity([estimate, estimate]), 0)


def test_stacked_boxes_have_the_likelihood_of_their_parts() -> None:
    tables = [OrdinalTable.from_codes(rows_of(WEIGHTS, 50, k, shift)) for k, shift in enumerate((0.0, 0.7))]
    parts = [latent_boxes(table, estimate_thresholds(table)) for table in tables]
    correlation = maximize(np.full((4, 4), 0.5) + np.eye(4) / 2, (WEIGHTS != 0).astype(np.int8)).correlation
    whole = log_probabilities(stacked(parts), correlation).log_probability
    apart = np.concatenate([log_probabilities(part, correlation).log_probability for part in parts])
    assert np.allclose(whole, apart, atol=0.02)


def test_margins_are_compared_as_a_contingency_table() -> None:
    frame = two_groups(shift=0.3)
    rows = grouped_rows(frame, "sex")
    expected = [chi2_contingency(pd.crosstab(frame[name], frame["sex"]), correction=False)[0] for name in "abcd"]
    assert np.allclose(margin_statistics(whitened_columns(rows.table), rows), expected)
    assert shifts(rows)[0].mean() > shifts(rows)[1].mean()


def test_corrected_p_values_are_monotone_and_never_smaller() -> None:
    rng = np.random.default_rng(0)
    observed, permuted = rng.chisquare(1, 8), rng.chisquare(1, (99, 8))
    corrected = largest_p_values(observed, permuted)
    single = (1 + (permuted >= observed).sum(axis=0)) / 100
    assert (corrected >= single).all()
    assert (np.diff(corrected[np.argsort(-observed)]) >= 0).all()


def test_a_joint_p_value_has_its_size() -> None:
    rng = np.random.default_rng(1)
    values = [joint_p_value(rng.normal(size=2), rng.normal(size=(19, 2))) for _ in range(400)]
    assert abs(np.mean(np.array(values) <= 0.1) - 0.1) < 0.04


@pytest.mark.parametrize(
    ("by", "reason"),
    [(["x"] * 50, "names 1 group"), (list(range(50)), "names 50 groups"), (["x"] * 45 + ["y"] * 5, "has 5 rows")],
)
def test_groups_that_cannot_be_compared_are_refused(by: list[object], reason: str) -> None:
    frame = pd.DataFrame(rows_of(WEIGHTS, 50, 0))
    with pytest.raises(InputValueError) as error:
        compare_groups(frame, by)
    assert reason in str(error.value)


def test_rows_without_a_group_are_left_out_with_a_remark() -> None:
    frame = two_groups(sizes=(40, 60))
    frame.loc[3, "sex"] = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rows = grouped_rows(frame, "sex")
    assert rows.sizes == (39.0, 60.0)
    remark = next(each.message for each in caught if isinstance(each.message, remarks.RowsWithoutGroup))
    assert (remark.n_without, remark.n_rows) == (1, 100)


def test_an_estimator_of_another_mode_is_refused() -> None:
    with pytest.raises(InputValueError):
        compare_groups(two_groups(), "sex", model=ordag.OSEM(mode="paper", penalty=3))


def test_groups_are_those_of_the_only_column_with_this_role():
    frame = two_groups()
    plan = ordag.data.plan_columns(frame)
    roles = {"sex": "group"}
    plan = replace(plan, columns=tuple(replace(c, role=roles.get(c.name, c.role)) for c in plan))
    named, of_plan = grouped_rows(frame, "sex"), grouped_rows(frame, None, columns=plan)
    assert named.names == of_plan.names
    assert named.table.names == of_plan.table.names == tuple("abcd")
    np.testing.assert_array_equal(named.members, of_plan.members)


def test_without_groups_by_name_or_role_nothing_is_compared():
    with pytest.raises(InputValueError, match="by names no column; the groups to compare are needed"):
        compare_groups(two_groups())


def test_a_group_of_too_few_rows_is_named() -> None:
    frame = pd.DataFrame({"a": [0, 1] * 40, "b": [0, 1, 1, 0] * 20, "part": ["few"] * 11 + ["many"] * 69})
    with pytest.raises(InputValueError, match="group 'few' has 11 rows"):
        grouped_rows(frame, "part")
