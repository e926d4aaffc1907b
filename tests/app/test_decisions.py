"""What is decided on the page as values: nothing is lost in storing, and what repeats an analysis is what was run."""

import json
import subprocess
import sys
from dataclasses import fields, replace
from typing import get_type_hints

import pytest

from ordag.app import window
from ordag.app.document import Document, HowToLearn, from_plain, to_plain
from ordag.app.edits import edited
from ordag.app.script import script_of
from ordag.data import ColumnPlan, TablePlan
from ordag.errors import OrdagError

DOCUMENT = Document(
    TablePlan(
        (
            ColumnPlan("income", "item", "continuous", values="normal scores"),
            ColumnPlan("region", "item", "nominal", ("north", "south", "west")),
            ColumnPlan("mood", "item", "ordinal", (0, 1, 2)),
        )
    )
)


def test_a_stored_document_is_the_document() -> None:
    assert from_plain(to_plain(DOCUMENT)) == DOCUMENT


def test_whatever_a_plan_says_of_a_column_is_stored() -> None:
    said = {float | None: 1.5, str | None: "mood"}
    hints = get_type_hints(ColumnPlan)
    further = {entry.name: said[hints[entry.name]] for entry in fields(ColumnPlan) if hints[entry.name] in said}
    document = Document(TablePlan((ColumnPlan("income", "item", "continuous", **further),)))
    assert {"floor", "subscale"} <= set(further)
    assert from_plain(json.loads(json.dumps(to_plain(document)))) == document


@pytest.mark.parametrize(("key", "value"), [("floor", "low"), ("floor", True), ("subscale", 3)])
def test_what_no_plan_says_of_a_column_is_refused(key: str, value: object) -> None:
    plain = to_plain(DOCUMENT)
    plain["columns"][0][key] = value
    with pytest.raises(OrdagError, match="as ordag stores them"):
        from_plain(plain)


def test_values_of_a_measurement_that_cannot_be_are_refused() -> None:
    plain = to_plain(DOCUMENT)
    plain["columns"][0]["values"] = "logarithms"
    with pytest.raises(OrdagError, match="logarithms"):
        from_plain(plain)


@pytest.mark.parametrize(
    ("choices", "takes_region"),
    [
        (HowToLearn(), True),
        (HowToLearn(model="auto"), True),
        (HowToLearn(support="posterior"), False),
        (HowToLearn(hidden=1), False),
        (HowToLearn(groups="mood"), False),
    ],
)
def test_nominal_columns_are_learned_from_where_the_way_takes_them(choices: HowToLearn, takes_region: bool) -> None:
    plan = replace(DOCUMENT, choices=choices).learned_plan
    assert ("region" in plan.items) == takes_region


def test_values_of_a_measurement_count_as_was_chosen() -> None:
    chosen = edited(DOCUMENT, {"do": "values", "names": ["income"], "values": "as they are"}, {})
    assert chosen.plan["income"].values == "as they are"
    assert edited(chosen, {"do": "values", "names": ["income"], "values": None}, {}).plan["income"].values is None
    with pytest.raises(OrdagError, match="logarithms"):
        edited(DOCUMENT, {"do": "values", "names": ["income"], "values": "logarithms"}, {})
    with pytest.raises(OrdagError, match="'mood'"):
        edited(DOCUMENT, {"do": "values", "names": ["mood"], "values": "as they are"}, {})


def test_weights_count_if_they_are_chosen_and_no_longer_if_another_is() -> None:
    weights = (ColumnPlan("w1", "weight"), ColumnPlan("w2", "weight"))
    document = Document(TablePlan((*weights, *DOCUMENT.plan)))
    first = edited(document, {"do": "counts", "role": "weight", "name": "w1"}, {})
    second = edited(first, {"do": "counts", "role": "weight", "name": "w2"}, {})
    none = edited(second, {"do": "counts", "role": "weight", "name": None}, {})
    assert [each.plan.weights for each in (document, first, second, none)] == [None, "w1", "w2", None]
    with pytest.raises(OrdagError, match="mood"):
        edited(document, {"do": "counts", "role": "weight", "name": "mood"}, {})


def test_what_is_cut_short_asks_for_what_there_is() -> None:
    asked = replace(DOCUMENT, choices=HowToLearn(n_resamples=50))
    assert asked.cut_short(15).choices.n_boot == 15
    assert asked.cut_short(0).choices == HowToLearn(support="none")
    posterior = replace(DOCUMENT, choices=HowToLearn(support="posterior"))
    assert posterior.cut_short(0) == posterior


def limits(floor: object, ceiling: object) -> Document:
    plan = TablePlan((ColumnPlan("hours", "item", "censored"), *DOCUMENT.plan))
    edit = {"do": "limits", "names": ["hours"], "floor": floor, "ceiling": ceiling}
    return edited(Document(plan), edit, {})


def test_limits_of_a_censored_column_are_kept() -> None:
    document = limits(0, None)
    assert (document.plan["hours"].floor, document.plan["hours"].ceiling) == (0.0, None)
    assert from_plain(to_plain(document)) == document


@pytest.mark.parametrize(("floor", "ceiling"), [(3, 3), (4, 1), (float("nan"), None), ("low", None), (None, 1e999)])
def test_limits_that_cannot_be_are_refused(floor: object, ceiling: object) -> None:
    with pytest.raises(OrdagError):
        limits(floor, ceiling)


def test_numbers_of_a_plan_that_are_none_are_refused() -> None:
    plain = to_plain(limits(0, None))
    plain["columns"][0]["floor"] = "low"
    with pytest.raises(OrdagError):
        from_plain(plain)


def test_a_script_names_the_data_whatever_they_are_called() -> None:
    name = "a\U0001f600 \"b\" 'c'.csv"
    lines = script_of(DOCUMENT, name, "title").splitlines()
    call = next(line for line in lines if "ordag.data.read(" in line)
    written = call.partition("read(")[2].removesuffix(", columns=plan)")
    assert eval(written) == name


def test_a_window_that_cannot_be_shown_ends_nothing_and_tells_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    told, raised = [], []
    monkeypatch.setattr(window.signal, "raise_signal", raised.append)
    for code in (1, 0):
        process = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({code})"], text=True)
        window._end_with(process, "http://127.0.0.1:1/", told.append)
    assert told == ["http://127.0.0.1:1/"]
    assert len(raised) == 1
