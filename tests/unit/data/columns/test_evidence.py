"""What the data tell of columns without labels: order, groups, cuts, totals of reversed copies, codes, blocks."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from ordag.data import ColumnPlan, encode, plan_columns
from ordag.data.columns.blocks import rows_in_blocks
from ordag.data.columns.observed import observe
from ordag.data.columns.remarks import remarks_on, unconfirmed
from ordag.data.columns.shape import clear_limits
from ordag.data.reading.sources import open_source
from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InputValueError
from ordag.remarks import ClustersNotUsed, RowsInBlocks, WeightsNotUsed

N_ROWS = 1200
SHUFFLED = np.array([4, 11, 0, 8, 13, 2, 9, 6, 1, 12, 5, 10, 3, 7])


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def rising(rng: np.random.Generator, along: np.ndarray, n_columns: int = 4) -> dict[str, np.ndarray]:
    """Measurements that rise with a column, in steps of their own."""
    return {f"score_{k}": np.round(along + rng.normal(0, along.std(), len(along)), 3) for k in range(n_columns)}


def plans(columns: dict[str, object]) -> dict[str, ColumnPlan]:
    return {column.name: column for column in plan_columns(pd.DataFrame(columns))}


def test_many_codes_along_which_other_columns_go_up_and_down_are_groups(rng: np.random.Generator) -> None:
    code = rng.integers(0, 14, N_ROWS)
    plan = plans({"scheme": code + 1, **rising(rng, SHUFFLED[code].astype(float))})["scheme"]
    assert (plan.role, plan.kind, plan.certainty) == ("aside", "nominal", "unsure")


def test_codes_along_which_other_columns_rise_are_a_scale(rng: np.random.Generator) -> None:
    code = rng.integers(0, 7, N_ROWS)
    plan = plans({"scheme": code + 1, **rising(rng, code.astype(float))})["scheme"]
    assert (plan.kind, plan.certainty) == ("ordinal", "likely")


@pytest.mark.parametrize(
    ("name", "n_codes", "is_sure"), [("scheme", 5, False), ("scheme", 3, False), ("satisfaction", 5, True)]
)
def test_codes_that_nothing_confirms_are_unsure_unless_their_name_is_of_a_scale(
    rng: np.random.Generator, name: str, n_codes: int, is_sure: bool
) -> None:
    columns = {name: rng.integers(1, n_codes + 1, N_ROWS), "a": rng.normal(size=N_ROWS), "b": rng.normal(size=N_ROWS)}
    plan = plan_columns(pd.DataFrame(columns))
    assert (plan[name].certainty != "unsure") is is_sure
    assert [remark.columns for remark in unconfirmed(plan)] == ([] if is_sure else [(name,)])


def test_few_codes_are_not_confirmed_by_a_trend_that_chance_gives(rng: np.random.Generator) -> None:
    code = rng.integers(0, 3, N_ROWS)
    assert plans({"scheme": code, **rising(rng, code.astype(float))})["scheme"].certainty == "unsure"


def test_columns_that_share_a_scale_confirm_one_another(rng: np.random.Generator) -> None:
    found = plans({name: rng.integers(0, 4, N_ROWS) for name in ("calm", "tired", "lonely")})
    assert {plan.certainty for plan in found.values()} == {"sure"}


def test_numbers_from_which_others_follow_out_of_order_are_those_of_clusters(rng: np.random.Generator) -> None:
    group = rng.integers(0, 40, N_ROWS)
    private = rng.permutation(np.arange(40) % 2)[group]
    found = plans({"unit": group + 1.5, "private": private, "a": rng.normal(size=N_ROWS)})
    assert (found["unit"].role, found["unit"].certainty, found["private"].role) == ("cluster", "unsure", "item")


@pytest.mark.parametrize("make", [lambda x: np.digitize(x, [30, 45, 60]), lambda x: (x >= 40).astype(int)])
def test_a_column_that_cuts_another_is_set_aside_though_many_values_are_rare(
    rng: np.random.Generator, make: Callable[[np.ndarray], np.ndarray]
) -> None:
    age = rng.normal(45, 14, 200).round().astype(int)
    found = plans({"age": age, "band": make(age), "a": rng.normal(size=200)})
    assert (found["age"].role, found["band"].role, found["band"].reason.details) == ("item", "aside", ("age",))


def test_a_measurement_may_be_cut_as_well(rng: np.random.Generator) -> None:
    income = rng.lognormal(8, 1, N_ROWS)
    found = plans({"income": income, "poor": (income < 1500).astype(int), "a": rng.normal(size=N_ROWS)})
    assert (found["income"].role, found["poor"].role) == ("item", "aside")


def test_two_parts_of_a_few_rows_are_no_cut(rng: np.random.Generator) -> None:
    values = rng.normal(size=40)
    found = plans({"pain_level": values, "rare": (values > np.sort(values)[-3]).astype(int), "a": rng.normal(size=40)})
    assert found["rare"].role == "item"


def test_groups_made_of_groups_are_set_aside(rng: np.random.Generator) -> None:
    faith = rng.choice(["Catholic", "Protestant", "Muslim", "Jewish", "Hindu"], N_ROWS)
    coarse = np.where(np.isin(faith, ["Catholic", "Protestant"]), "Christian", faith)
    found = plans({"faith": faith, "faith_broad": coarse, "a": rng.normal(size=N_ROWS), "b": rng.normal(size=N_ROWS)})
    assert (found["faith"].role, found["faith_broad"].role) == ("item", "aside")


def test_a_total_is_found_beside_reversed_copies_of_its_parts(rng: np.random.Generator) -> None:
    items = {f"q{k}": rng.integers(1, 6, N_ROWS) for k in range(1, 5)}
    reversed_ones = {f"r{k}": 6 - items[f"q{k}"] for k in (2, 4)}
    total = items["q1"] + reversed_ones["r2"] + items["q3"] + reversed_ones["r4"]
    found = plans({**items, **reversed_ones, "optimism": total})
    assert (found["optimism"].role, found["optimism"].reason.details[0]) == ("aside", "sum")


def test_further_negative_codes_are_no_answers_where_the_file_has_one(rng: np.random.Generator) -> None:
    asked = {f"q{k}": np.where(rng.random(N_ROWS) < 0.1, -3, rng.integers(1, 3, N_ROWS)) for k in range(4)}
    minutes = np.where(rng.random(N_ROWS) < 0.1, -3, rng.integers(0, 60, N_ROWS))
    minutes[:40] = -1
    as_text = rng.permutation(minutes).astype(str)
    balance = rng.integers(-2, 3, N_ROWS)
    found = plans({**asked, "phone": minutes, "radio": as_text, "balance": balance})
    assert (set(found["phone"].missing), set(found["radio"].missing)) == ({-1, -3}, {"-1", "-3"})
    assert found["balance"].missing == ()


def test_a_customary_code_beside_a_scale_of_other_columns_is_no_answer_however_rare(rng: np.random.Generator) -> None:
    columns = {name: rng.integers(1, 6, N_ROWS) for name in ("jobs", "parks", "mines", "future")}
    columns["future"][0] = 9
    assert plans(columns)["future"].missing == (9,)
    alone = {"future": columns["future"], "a": rng.normal(size=N_ROWS), "b": rng.normal(size=N_ROWS)}
    assert plans(alone)["future"].missing == ()


def test_a_long_answer_that_mentions_who_does_not_know_is_an_answer() -> None:
    assert says_no_answer("I do not know")
    assert not says_no_answer("One who watches every step, since employees who do not know that tend to get sloppy")


def test_ratings_that_speak_of_a_number_of_things_are_no_counts(rng: np.random.Generator) -> None:
    columns = {name: rng.integers(1, 6, N_ROWS) for name in ("I have a number of friends", "help", "trust")}
    assert plans(columns)["I have a number of friends"].kind == "ordinal"


def test_numbered_answers_to_a_question_about_a_rating_are_in_order_but_unsure(rng: np.random.Generator) -> None:
    wordings = ["1 - by luck", "2 - by the family", "3 - by either", "4 - by effort", "5 - by nothing else"]
    asked = {"Rate yourself by how you think of success": rng.choice(wordings, N_ROWS), "a": rng.normal(size=N_ROWS)}
    plan = plans(asked)["Rate yourself by how you think of success"]
    assert (plan.kind, plan.levels, plan.certainty) == ("ordinal", tuple(wordings), "unsure")


def test_labels_of_a_scale_that_the_codes_do_not_follow_make_them_unsure(
    rng: np.random.Generator, tmp_path: Path
) -> None:
    labels = {2: "neither agree nor disagree", 3: "disagree a little", 4: "strongly agree", 6: "disagree strongly"}
    frame = pd.DataFrame({f"q{k}": rng.integers(1, 6, N_ROWS).astype(float) for k in range(4)})
    pyreadstat.write_sav(frame, tmp_path / "stale.sav", variable_value_labels=dict.fromkeys(frame, labels))
    assert {plan.certainty for plan in plan_columns(tmp_path / "stale.sav")} == {"unsure"}


@pytest.mark.parametrize(
    "name", ["Leave this answer blank.", "To see if you're still paying attention, please choose one"]
)
def test_checks_of_attention_are_set_aside(rng: np.random.Generator, name: str) -> None:
    columns = {name: rng.integers(1, 6, N_ROWS), **{other: rng.integers(1, 6, N_ROWS) for other in "ab"}}
    assert plans(columns)[name].role == "aside"


def test_long_numbers_that_nearly_all_differ_identify_rows(rng: np.random.Generator) -> None:
    number = rng.integers(10**12, 10**13, N_ROWS)
    number[1] = number[0]
    found = plans({"reference": number, "a": rng.normal(size=N_ROWS), "b": rng.normal(size=N_ROWS)})
    assert found["reference"].role == "identifier"


def test_options_in_columns_that_are_called_like_them_are_one_question(rng: np.random.Generator) -> None:
    options = {name: np.where(rng.random(N_ROWS) < 0.4, name, None) for name in ("No time", "Too dear", "Not needed")}
    found = plans({**options, "a": rng.normal(size=N_ROWS)})
    assert [found[name].kind for name in options] == ["binary"] * 3
    alone = plans({"No time": options["No time"], "a": rng.normal(size=N_ROWS), "b": rng.normal(size=N_ROWS)})
    assert alone["No time"].role == "aside"


def test_ages_with_gaps_are_numbers_and_bands_of_age_are_levels(rng: np.random.Generator) -> None:
    ages = np.array([18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 31, 33, 40])
    found = plans({"age": rng.choice(ages, 90), "age_band": rng.integers(1, 14, 90), "a": rng.normal(size=90)})
    assert (found["age"].kind, found["age_band"].kind) == ("continuous", "ordinal")


def test_counts_are_numbers_among_which_others_may_turn_up(rng: np.random.Generator) -> None:
    found = plans({"children": rng.poisson(2, N_ROWS).clip(0, 7), "a": rng.normal(size=N_ROWS)})
    assert (found["children"].kind, found["children"].levels) == ("count", ())


def test_weights_are_offered_in_a_word_of_their_own(rng: np.random.Generator) -> None:
    columns = {name: rng.integers(0, 5, N_ROWS) for name in "abc"}
    plan = plan_columns(pd.DataFrame({**columns, "pspwght": rng.gamma(4, 0.25, N_ROWS)}))
    offered = [remark for remark in remarks_on(plan) if isinstance(remark, WeightsNotUsed)]
    assert [remark.column for remark in offered] == ["pspwght"]
    chosen = plan_columns(pd.DataFrame({**columns, "pspwght": rng.gamma(4, 0.25, N_ROWS)}), weights="pspwght")
    assert not any(isinstance(remark, WeightsNotUsed) for remark in remarks_on(chosen))


def test_rows_of_one_person_in_turn_are_told(rng: np.random.Generator) -> None:
    columns = {name: rng.integers(0, 5, N_ROWS) for name in "abc"}
    income = np.repeat(rng.integers(10, 90, N_ROWS // 4), 4)
    plan = plan_columns(pd.DataFrame({**columns, "wealth": income}))
    found = [remark for remark in remarks_on(plan) if isinstance(remark, RowsInBlocks)]
    assert [(remark.n_rows, remark.columns) for remark in found] == [(4, ("wealth",))]
    named = plan_columns(pd.DataFrame({**columns, "wealth": income, "person": np.repeat(np.arange(1, 301), 4)}))
    assert [remark.column for remark in remarks_on(named) if isinstance(remark, ClustersNotUsed)] == ["person"]


@pytest.mark.parametrize("make", [np.sort, lambda x: x])
def test_sorted_rows_and_rows_in_no_order_are_in_no_blocks(
    rng: np.random.Generator, make: Callable[[np.ndarray], np.ndarray]
) -> None:
    source = open_source(pd.DataFrame({"a": make(rng.integers(0, 5, N_ROWS)), "b": rng.normal(size=N_ROWS)}))
    assert rows_in_blocks({name: observe(source, name) for name in source.names}) is None


def test_a_gap_above_the_heap_makes_a_limit_doubtful(rng: np.random.Generator) -> None:
    amount = np.where(rng.random(N_ROWS) < 0.5, 0.0, rng.uniform(3, 7, N_ROWS))
    assert clear_limits(amount).is_apart
    assert not clear_limits(np.maximum(rng.normal(size=N_ROWS), 0)).is_apart
    assert plans({"spent": amount, "a": rng.normal(size=N_ROWS)})["spent"].certainty == "unsure"


def test_a_number_beyond_the_levels_is_told_to_be_perhaps_a_count() -> None:
    with pytest.raises(InputValueError) as caught:
        encode(pd.DataFrame({"a": [0, 1, 2, 5]}), levels={"a": [0, 1, 2]})
    assert "kinds={'a': 'count'}" in str(caught.value)
