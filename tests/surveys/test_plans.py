"""How far the plans of the program agree with what a careful researcher decides about the columns of raw surveys."""

from pathlib import Path

import pytest

from ordag.data import plan_columns
from surveys.agreement import Agreement, compare, expand, overall, read_expected

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "data"
# Of the columns over all files; the others have to be marked as doubtful.
LEAST_RATE = 0.97

pytestmark = pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")


def agreement_on(path: Path) -> Agreement:
    plan = plan_columns(path)
    expected = expand(read_expected()[path.name], plan.names)
    return compare(path.name, expected, {column.name: column for column in plan})


@pytest.mark.parametrize("path", sorted(TUTORIAL.glob("*.sav")), ids=lambda path: path.name)
def test_the_plan_of_the_tutorial_survey_agrees_with_a_careful_researcher(path: Path) -> None:
    found = agreement_on(path)
    assert found.silent == ()
    assert found.rate >= LEAST_RATE


def test_plans_of_the_raw_surveys_agree_and_no_wrong_decision_is_silent(undistributed: Path) -> None:
    folder = undistributed / "data" / "surveys"
    if not folder.is_dir():
        pytest.skip(f"raw surveys not found at {folder}")
    found = overall([agreement_on(path) for path in sorted(folder.iterdir())])
    assert found.silent == (), str(found)
    assert found.rate >= LEAST_RATE, str(found)
