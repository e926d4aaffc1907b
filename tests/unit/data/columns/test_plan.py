"""The plan of the columns: what a raw survey file holds, decided and told; and its way through columns.toml."""

import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest
from threadpoolctl import threadpool_limits

import ordag
from ordag.data import ColumnPlan, TablePlan, encode, plan_columns, read, read_frame
from ordag.data.missing.codes import is_customary
from ordag.data.wordings.names import asks_attention
from ordag.errors import InferenceWarning, InputValueError, RequirementError

N_ROWS = 400
LIKERT = {1: "strongly disagree", 2: "disagree", 3: "neutral", 4: "agree", 5: "strongly agree"}
MARITAL = {1: "married", 2: "widowed", 3: "divorced", 4: "never married"}


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def answers(rng: np.random.Generator, n_levels: int = 5, n_rows: int = N_ROWS) -> np.ndarray:
    return rng.integers(1, n_levels + 1, n_rows)


def wrote(path: Path, columns: dict[str, object], labels: dict[str, dict[int, str]], **told: object) -> Path:
    pyreadstat.write_sav(pd.DataFrame(columns), str(path), variable_value_labels=labels, **told)
    return path


def plan_of(columns: dict[str, object], name: str) -> ColumnPlan:
    return plan_columns(pd.DataFrame(columns))[name]


@pytest.mark.parametrize(
    ("labels", "levels"),
    [
        (["very satisfied", "fairly satisfied", "not very satisfied", "not at all satisfied"], [3, 2, 1, 0]),
        (["trifft gar nicht zu", "trifft eher nicht zu", "trifft eher zu", "trifft voll zu"], [0, 1, 2, 3]),
        (["pas du tout d'accord", "plutôt pas d'accord", "plutôt d'accord", "tout à fait d'accord"], [0, 1, 2, 3]),
        (["totalmente en desacuerdo", "en desacuerdo", "de acuerdo", "totalmente de acuerdo"], [0, 1, 2, 3]),
        (["per niente", "poco", "abbastanza", "molto"], [0, 1, 2, 3]),
        (["helemaal mee oneens", "mee oneens", "mee eens", "helemaal mee eens"], [0, 1, 2, 3]),
        (["discordo totalmente", "discordo", "concordo", "concordo totalmente"], [0, 1, 2, 3]),
        (["None", "Some", "Marked"], [0, 1, 2]),
        (["once a year", "2-3x a month", "never", "daily"], [2, 0, 1, 3]),
        (["lt high school", "high school", "bachelor", "graduate"], [0, 1, 2, 3]),
        ([">1/week", "1-4/month", "<1/month"], [2, 1, 0]),
        (["working class", "lower middle class", "upper middle class", "upper class"], [0, 1, 2, 3]),
    ],
)
def test_words_of_scales_tell_the_order_in_text_and_in_labelled_files(
    tmp_path: Path, rng: np.random.Generator, labels: list[str], levels: list[int]
) -> None:
    codes = answers(rng, len(labels))
    expected = tuple(labels[k] for k in levels)
    text = plan_of({"q": [labels[k - 1] for k in codes], "z": answers(rng)}, "q")
    path = wrote(tmp_path / "a.sav", {"q": codes, "z": answers(rng)}, {"q": dict(enumerate(labels, 1))})
    labelled = plan_columns(path)["q"]
    assert (text.role, text.kind, text.levels) == ("item", "ordinal", expected)
    assert (labelled.role, labelled.kind, labelled.levels) == ("item", "ordinal", expected)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("marital", list(MARITAL.values())),
        ("faith", ["Catholic", "Protestant", "Muslim", "None"]),
        ("q9", ["Bern", "Oslo", "Rome"]),
        ("region", ["N1", "K2", "M3"]),
        ("country", ["Norway", "Sweden", "USA"]),
    ],
)
def test_names_of_groups_are_nominal_and_never_ordered_by_codes_or_alphabet(
    tmp_path: Path, rng: np.random.Generator, name: str, labels: list[str]
) -> None:
    codes = answers(rng, len(labels))
    path = wrote(tmp_path / "a.sav", {name: codes, "z": answers(rng)}, {name: dict(enumerate(labels, 1))})
    for plan in (plan_columns(path)[name], plan_of({name: [labels[k - 1] for k in codes]}, name)):
        assert (plan.role, plan.kind) == ("item", "nominal")
        assert set(plan.levels) == set(labels)
    with pytest.warns(InferenceWarning, match=f"set aside: '{name}' is nominal, "):
        assert read(path).names == ("z",)


def test_codes_by_the_alphabet_are_not_followed(tmp_path: Path, rng: np.random.Generator) -> None:
    labels = {1: "always", 2: "never", 3: "often", 4: "sometimes"}
    plan = plan_columns(wrote(tmp_path / "a.sav", {"q": answers(rng, 4)}, {"q": labels}))["q"]
    assert plan.levels == ("never", "sometimes", "often", "always")
    assert "codes are in another order" in plan.why


@pytest.mark.parametrize(("code", "label"), [(7, "I Don't Know"), (9, "keine Angabe"), (8, "ne sait pas"), (-1, "IAP")])
def test_labels_of_no_answer_are_missing(tmp_path: Path, rng: np.random.Generator, code: int, label: str) -> None:
    codes = np.append(answers(rng), [code] * 10)
    plan = plan_columns(wrote(tmp_path / "a.sav", {"q": codes}, {"q": {**LIKERT, code: label}}))["q"]
    assert plan.levels == tuple(LIKERT.values())
    assert plan.missing == (label,)


def test_codes_beside_a_text_of_no_answer_are_missing_too(rng: np.random.Generator) -> None:
    texts = answers(rng).astype(str).astype(object)
    texts[:12], texts[12:20] = "99", "don't know"
    plan = plan_of({"mood": texts}, "mood")
    assert (plan.levels, plan.certainty) == (("1", "2", "3", "4", "5"), "unsure")
    assert plan.missing == ("don't know", "99")


@pytest.mark.parametrize("code", [9, 99, -1, 88])
def test_codes_out_of_the_scale_are_missing_and_can_be_kept(rng: np.random.Generator, code: int) -> None:
    frame = pd.DataFrame({"q": np.append(answers(rng), [code] * 12), "z": answers(rng, 3, N_ROWS + 12)})
    plan = plan_columns(frame)["q"]
    assert (plan.levels, plan.missing, plan.certainty) == ((1, 2, 3, 4, 5), (code,), "unsure")
    with pytest.warns(InferenceWarning, match=f"taken as no answer: {code} in 'q'"):
        assert encode(frame).levels[0] == (1, 2, 3, 4, 5)
    kept = sorted([1, 2, 3, 4, 5, code])
    assert plan_columns(frame, levels={"q": kept})["q"].levels == tuple(kept)


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("id", lambda rng: np.arange(N_ROWS), "identifier"),
        ("number", lambda rng: rng.permutation(N_ROWS) + 1000, "identifier"),
        ("mail", lambda rng: [f"person{k}@example.org" for k in range(N_ROWS)], "aside"),
        ("ip", lambda rng: [f"10.0.{k % 250}.{k % 99}" for k in range(N_ROWS)], "aside"),
        ("when", lambda rng: [f"2024-03-{1 + k % 28:02d} 10:00" for k in range(N_ROWS)], "aside"),
        ("day", lambda rng: pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(N_ROWS), "D"), "aside"),
        ("surname", lambda rng: [f"N{chr(97 + k % 26)}{chr(97 + k // 26)}" for k in range(N_ROWS)], "aside"),
        ("comment", lambda rng: [f"I think that it is {k} or so" for k in range(N_ROWS)], "aside"),
        ("wave", lambda rng: np.ones(N_ROWS), "aside"),
        ("nothing", lambda rng: [None] * N_ROWS, "aside"),
        ("rare", lambda rng: np.where(np.arange(N_ROWS) % 50 == 0, np.arange(N_ROWS) % 3, np.nan), "aside"),
        ("pspwght", lambda rng: (w := rng.gamma(4, 0.25, N_ROWS)) / w.mean(), "weight"),
        ("psu", lambda rng: np.arange(N_ROWS) // 8, "cluster"),
        ("lists", lambda rng: [[k] for k in range(N_ROWS)], "aside"),
    ],
)
def test_one_column_that_is_no_variable_does_not_stop_the_others(rng: np.random.Generator, name, values, role) -> None:
    frame = pd.DataFrame({"a": answers(rng), name: values(rng), "b": answers(rng)})
    plan = plan_columns(frame)
    assert (plan[name].role, plan.items) == (role, ("a", "b"))
    with pytest.warns(InferenceWarning) as said:
        assert encode(frame).names == ("a", "b")
    assert any(str(one.message).startswith(f"set aside: '{name}' ") for one in said)
    with pytest.raises(InputValueError, match=f"1 column would be set aside: '{name}'"):
        encode(frame, strict=True)


def test_messages_tell_nothing_of_persons(rng: np.random.Generator) -> None:
    frame = pd.DataFrame({"mail": [f"p{k}@example.org" for k in range(N_ROWS)], "a": answers(rng), "b": answers(rng)})
    frame["name"] = [f"Ann{chr(97 + k % 26)}{chr(97 + k // 26)}" for k in range(N_ROWS)]
    with pytest.warns(InferenceWarning) as said:
        encode(frame)
    with pytest.raises(InputValueError) as refused:
        encode(frame[["mail", "name"]])
    texts = [str(refused.value), *(str(warning.message) for warning in said)]
    assert not [text for text in texts if "example" in text or "Ann" in text]


def test_totals_and_means_are_found_whatever_is_reversed(rng: np.random.Generator) -> None:
    items = {f"q{k}": answers(rng) for k in range(1, 9)}
    total = sum(items[f"q{k}"] for k in range(1, 5)) - items["q5"]
    mean = np.round(np.mean([items[f"q{k}"] for k in (6, 7, 8)], axis=0), 2)
    plan = plan_columns(pd.DataFrame({**items, "scale": total, "average": mean}))
    assert plan["scale"].why == "a sum of q1, q2, q3, q4, q5"
    assert plan["average"].why == "a mean of q6, q7, q8"
    assert plan.items == tuple(items)


def test_repetitions_and_columns_that_follow_from_others_are_set_aside(rng: np.random.Generator) -> None:
    views = answers(rng, 7)
    plan = plan_columns(pd.DataFrame({"v": views, "again": 8 - views, "coarse": (views > 3) + 0, "b": answers(rng)}))
    assert (plan["again"].why, plan["coarse"].why) == ("repeats v", "follows from v")
    assert plan.items == ("v", "b")


def test_a_numbered_column_that_goes_up_and_down_with_the_others_is_marked_unsure(rng: np.random.Generator) -> None:
    group = answers(rng, 6, 3000)
    effect = np.array([0, 4, -3, 3, -4, 2, 0])[group]
    others = {f"y{k}": effect * sign + rng.normal(0, 2, 3000) for k, sign in enumerate((1, -1, 1))}
    assert plan_of({"g": group, **others}, "g").certainty == "unsure"
    rising = {f"y{k}": group * sign + rng.normal(0, 2, 3000) for k, sign in enumerate((1, -1, 1))}
    assert plan_of({"g": group, **rising}, "g").certainty == "likely"


def test_data_of_survey_tools_are_set_aside_only_in_their_company(rng: np.random.Generator) -> None:
    frame = pd.DataFrame({"status": answers(rng), "q1": answers(rng)})
    assert plan_columns(frame)["status"].is_item
    tool = plan_columns(frame.assign(RecordedDate="x"))
    assert (tool["status"].why, tool["RecordedDate"].role) == ("written by the survey tool (qualtrics)", "aside")


def test_a_frame_and_its_file_give_the_same_plan(tmp_path: Path, rng: np.random.Generator) -> None:
    columns = {"q": np.append(answers(rng, 5, 390), [9] * 10), "m": answers(rng, 4), "id": np.arange(N_ROWS)}
    labels = {"q": {**LIKERT, 9: "no answer"}, "m": MARITAL}
    path = wrote(tmp_path / "a.sav", columns, labels, column_labels={"q": "How calm?", "m": "", "id": ""})
    plan = plan_columns(path)
    assert plan_columns(read_frame(path)) == plan
    assert plan["q"].wording == "How calm?"


def test_the_same_survey_as_codes_with_labels_and_as_text_gives_the_same_levels(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    codes = {"q": answers(rng), "m": answers(rng, 4), "yes": answers(rng, 2)}
    labels = {"q": {6 - k: label for k, label in LIKERT.items()}, "m": MARITAL, "yes": {1: "Yes", 2: "No"}}
    path = wrote(tmp_path / "a.sav", codes, labels)
    pd.DataFrame({name: [labels[name][k] for k in codes[name]] for name in codes}).to_excel(
        tmp_path / "a.xlsx", index=False
    )
    first, second = plan_columns(path), plan_columns(tmp_path / "a.xlsx")
    for name in codes:
        assert (first[name].role, first[name].kind) == (second[name].role, second[name].kind)
    assert first["q"].levels == second["q"].levels == tuple(LIKERT.values())
    assert first["yes"].levels == second["yes"].levels == ("No", "Yes")


NAMES = ["q1", "weights", "economic.cond", 'a "quoted" name', "größe", "a=b", "[x]", "use", "tab\tname", " "]


def test_a_plan_is_the_same_after_its_way_through_a_file(tmp_path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame({name: answers(rng, 3 + k) for k, name in enumerate(NAMES[:-1])})
    frame["text"] = np.where(rng.random(N_ROWS) < 0.5, 'never "ever"', "a\\b")
    frame["age"] = rng.normal(40, 9, N_ROWS)
    frame["pspwght"] = rng.gamma(4, 0.25, N_ROWS)
    plan = plan_columns(frame, weights="pspwght", missing=["q1=2"])
    plan.to_toml(tmp_path / "columns.toml")
    assert TablePlan.from_toml(tmp_path / "columns.toml") == plan
    assert plan.weights == "pspwght"
    assert encode(frame, columns=tmp_path / "columns.toml").names == encode(frame, columns=plan).names == plan.items


def test_a_plan_that_is_handed_back_is_not_decided_anew(tmp_path: Path, rng: np.random.Generator) -> None:
    product = rng.integers(0, 6, N_ROWS)
    recipe = np.where(product < 2, "Reference", "Test")  # follows from the product
    frame = pd.DataFrame({"product": [f"soup {'pqrstu'[k]}" for k in product], "recipe": recipe, "sure": answers(rng)})
    plan = plan_columns(frame)
    plan.to_toml(tmp_path / "columns.toml")
    assert plan.items == ("product", "recipe", "sure")
    assert plan_columns(frame, columns=tmp_path / "columns.toml") == plan


def test_one_edited_line_is_what_is_learned_from(tmp_path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame({name: answers(rng) for name in "abc"})
    plan_columns(frame).to_toml(tmp_path / "columns.toml")
    before, section, after = (tmp_path / "columns.toml").read_text().partition("[b]")
    (tmp_path / "columns.toml").write_text(before + section + after.replace('"item"', '"aside"', 1))
    model = ordag.OSEM(penalty=4, columns=tmp_path / "columns.toml").fit(frame)
    assert model.network_.names == ("a", "c")
    assert model.network_.provenance.settings.columns == "given"


def test_options_are_edits_of_a_plan_in_any_order(rng: np.random.Generator) -> None:
    frame = pd.DataFrame({name: answers(rng) for name in "abc"} | {"w": rng.gamma(4, 0.25, N_ROWS)})
    edited = plan_columns(
        frame, columns=plan_columns(frame), ignore=["b"], missing=["b=5", "a=5"], kinds={"b": "continuous"}, weights="w"
    )
    assert (edited["b"].role, edited["a"].levels) == ("aside", (1, 2, 3, 4))
    assert (edited.weights, edited["w"].role) == ("w", "weight")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert encode(frame, columns=edited).names == ("a", "c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\n", "one section for each column is needed"),
        ('[a]\nrole = "itm"\n', "unknown role of column 'a': 'itm'; did you mean 'item'"),
        ('[a]\nkind = "nominl"\n', "unknown kind of column 'a': 'nominl'; did you mean 'nominal'"),
        ("[a]\nlevls = [1]\n", "unknown entry of column 'a': 'levls'; did you mean 'levels'"),
        ('[a]\nlevels = "1, 2"\n', "levels of column 'a' must be a list"),
        ("[a]\nblank = [1]\n", "blank of column 'a' must be texts or numbers"),
        ('[zzz]\nrole = "aside"\n', "unknown column in columns 'zzz'"),
        ("[a\n", "not valid TOML"),
    ],
)
def test_a_plan_that_cannot_be_understood_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "columns.toml").write_text(text)
    with pytest.raises(InputValueError, match=message.replace("[", "\\[")):
        encode({"a": [0, 1, 0], "b": [1, 0, 1]}, columns=tmp_path / "columns.toml")


def test_rows_without_a_weight_are_dropped_and_counted(rng: np.random.Generator) -> None:
    frame = pd.DataFrame({"a": answers(rng), "b": answers(rng), "w": rng.gamma(4, 0.25, N_ROWS)})
    frame.loc[:2, "w"] = np.nan
    with pytest.warns(InferenceWarning, match="3 rows have no weight and were left out"):
        table = encode(frame, weights="w")
    weights = frame["w"].to_numpy()[3:]
    assert table.n_rows == N_ROWS - 3
    assert table.weights.sum() == pytest.approx(weights.sum() ** 2 / (weights**2).sum())


def test_whole_weights_are_those_of_a_survey_unless_said_to_be_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    pd.DataFrame({"a": [0, 1] * 6, "b": [0, 0, 1] * 4, "n": [1, 2, 3] * 4}).to_csv(path, index=False)
    with pytest.warns(InferenceWarning, match=r"12 rows worth 10 \(design effect 1.17\)"):
        assert read(path, weights="n").weights.sum() == pytest.approx(24**2 / 56)
    assert read(path, weights="n", weights_are="counts").weights.sum() == 24


def test_the_only_column_with_the_role_of_groups_is_the_group():
    men = ColumnPlan("gender", "group", "binary", ("men", "women"))
    items = (ColumnPlan("sleep", "item", "binary", (0, 1)), ColumnPlan("mood", "item", "binary", (0, 1)))
    assert TablePlan((*items, men)).group == "gender"
    assert TablePlan(items).group is None
    assert TablePlan((*items, men, replace(men, name="site"))).group is None


def test_a_plan_without_some_columns_has_the_others():
    plan = TablePlan((ColumnPlan("sleep", "item", "binary", (0, 1)), ColumnPlan("site", "group")))
    assert plan.without(["site"]).names == ("sleep",)


def test_four_hundred_columns_are_planned_in_seconds():
    rng = np.random.default_rng(1)
    trait = rng.normal(size=3000)
    answers = {f"q{k}": np.digitize(0.6 * trait + rng.normal(size=3000), [-1.5, -0.5, 0.5, 1.5]) for k in range(400)}
    frame = pd.DataFrame(answers)
    started = time.process_time()
    with threadpool_limits(1):  # threads that wait take processor time, too
        plan = plan_columns(frame)
    assert len(plan.items) == 400
    assert time.process_time() - started < 5  # it took 15 when every pair of columns was compared by itself


def test_scores_in_other_units_squares_and_counters_of_rows_are_set_aside():
    rng = np.random.default_rng(5)
    items = {f"q{k}": rng.integers(1, 6, 200) for k in range(4)}
    total = sum(items.values())
    frame = pd.DataFrame(
        {
            **items,
            "total": total,
            "ztotal": (total - total.mean()) / total.std(),
            "income": np.round(np.exp(rng.normal(3, 0.5, 200)), 2),
            "person": np.arange(200) // 4 + 1,
            "choice": np.arange(200) % 4 + 1,
        }
    )
    plan = plan_columns(frame.assign(income_squared=frame["income"] ** 2))
    assert plan.items == ("q0", "q1", "q2", "q3", "income")
    assert plan["person"].role == "cluster"


@pytest.mark.parametrize(
    "labels",
    [
        ["Sin estudios", "Primaria", "Secundaria", "Bachillerato", "Universidad"],
        ["Licenza elementare", "Licenza media", "Diploma", "Laurea triennale", "Laurea magistrale"],
        ["hardly any", "only some", "a great deal"],
    ],
)
def test_scales_of_schools_and_of_confidence_are_in_order(labels):
    answers = np.random.default_rng(2).choice(np.array(labels, dtype=object), 200)
    plan = plan_columns(pd.DataFrame({"q": answers, "other": np.arange(200) % 2}))
    assert list(plan["q"].levels) == labels


def test_an_entry_that_is_a_level_and_missing_is_refused(tmp_path):
    path = tmp_path / "columns.toml"
    path.write_text('[mood]\nkind = "ordinal"\nlevels = ["bad", "good", "dk"]\nmissing = ["dk"]\n')
    with pytest.raises(RequirementError, match="levels and missing of column 'mood' must have no entry in common"):
        TablePlan.from_toml(path)


def test_a_column_that_is_hardly_seen_is_said_to_be_so():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"a": rng.integers(1, 4, 300), "b": rng.integers(1, 4, 300)})
    frame["rare"] = np.where(np.arange(300) < 9, frame["a"], np.nan)
    with pytest.warns(InferenceWarning, match="'rare' is hardly seen: only 3% of the rows have an entry"):
        encode(frame)


def test_decimal_commas_between_words_and_infinite_labels_do_not_stop_a_plan():
    rng = np.random.default_rng(2)
    words = rng.choice(["never", "often", "37,4", "38,5"], 60)
    assert len(list(plan_columns(pd.DataFrame({"mood": words, "item": rng.integers(1, 5, 60)})))) == 2
    assert not is_customary(float("inf"), signed=False)


@pytest.mark.parametrize(
    ("name", "wording"),
    [
        ("Q9", "This is an attention check."),
        ("Q9", "Please select 'Rarely' here"),
        ("AR04", "Bitte kreuzen Sie hier „oft“ an."),
        ("attn_1", None),
    ],
)
def test_checks_of_attention_are_no_items(name, wording):
    assert asks_attention(name, wording)
    passed = pd.DataFrame({"a": [1, 2, 3, 2] * 20, "b": [3, 1, 2, 2] * 20, "attention_check": [4] * 76 + [1] * 4})
    plan = plan_columns(passed)["attention_check"]
    assert (plan.role, plan.certainty, plan.why) == ("aside", "sure", "a check that people read what they answer")


@pytest.mark.parametrize("wording", ["Please select your age group", "How much attention do you pay to politics?"])
def test_questions_are_no_checks_of_attention(wording):
    assert not asks_attention("Q9", wording)


def test_negative_codes_that_recur_are_no_answers_beside_a_scale_from_zero(rng):
    items = {f"q{k}": np.where(rng.random(300) < 0.05, -1, rng.integers(1, 6, 300)) for k in range(4)}
    education = np.where(rng.random(300) < 0.05, -1, rng.integers(0, 9, 300))
    plan = plan_columns(pd.DataFrame({**items, "education": education}))
    assert plan["education"].missing == (-1,)
    assert plan["education"].certainty == "unsure"
    alone = plan_columns(pd.DataFrame({"education": education, "change": rng.integers(-2, 3, 300)}))
    assert alone["change"].missing == ()


def test_two_answers_with_a_gap_between_their_codes_are_less_sure(rng):
    codes = {"a": [2, 4], "b": [1, 2], "c": [0, 100]}
    plan = plan_columns(pd.DataFrame({name: rng.choice(both, 200) for name, both in codes.items()}))
    assert [column.certainty for column in plan] == ["likely", "sure", "sure"]


def test_codes_named_like_schools_or_genders_have_no_order(rng):
    frame = pd.DataFrame({f"q{k}": rng.integers(1, 6, 200) for k in range(3)})
    plan = plan_columns(frame.assign(school=rng.integers(1, 15, 200), gender=rng.integers(1, 5, 200)))
    assert [plan[name].kind for name in ("school", "gender")] == ["nominal", "nominal"]


def test_items_whose_names_differ_by_a_number_form_subscales(rng: np.random.Generator) -> None:
    names = [f"{scale}{k}" for scale in ("mood", "sleep") for k in (1, 2, 3)]
    frame = pd.DataFrame({name: answers(rng) for name in [*names, "age"]})
    plan = plan_columns(frame)
    assert plan.subscales == {name: name[:-1] for name in names}
    assert plan_columns(frame.rename(columns=lambda name: f"q{list(frame).index(name)}")).subscales == {}


def test_subscales_of_a_plan_are_edited_in_its_file(rng: np.random.Generator, tmp_path: Path) -> None:
    frame = pd.DataFrame({name: answers(rng) for name in ("A1", "A2", "A3", "C1", "C2", "C3")})
    path = tmp_path / "columns.toml"
    plan_columns(frame).to_toml(path)
    text = path.read_text().replace('subscale = "A"', 'subscale = "agreeable"', 1)
    path.write_text(text.replace('subscale = "C"\n', ""))
    assert plan_columns(frame, columns=path).subscales == {"A1": "agreeable", "A2": "A", "A3": "A"}
