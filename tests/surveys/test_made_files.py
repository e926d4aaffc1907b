"""How far the plans agree on made-up files in the formats of survey programs and of well-known surveys."""

from pathlib import Path

import pytest

from ordag.data import plan_columns
from surveys.agreement import Agreement, compare, expand, overall
from surveys.fresh_files import FRESH
from surveys.made_files import MADE

# Of the columns over all files; the others have to be marked as doubtful.
LEAST_RATE = 0.97

pytestmark = pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")


@pytest.fixture(scope="module")
def agreements(tmp_path_factory: pytest.TempPathFactory) -> list[Agreement]:
    folder = tmp_path_factory.mktemp("made")
    return [_agreement(make, folder) for make in (*MADE, *FRESH)]


def _agreement(make, folder: Path) -> Agreement:
    name, entries = make(folder)
    columns = [entry["columns"][0] for entry in entries]
    return compare(name, expand(entries, columns), {column.name: column for column in plan_columns(folder / name)})


def test_there_are_files_of_every_program_and_survey():
    assert len({*MADE, *FRESH}) >= 35
    for source in ("qualtrics", "limesurvey", "redcap", "ess", "wvs", "surveymonkey", "otree"):
        assert sum(make.__name__.startswith(source) for make in MADE) >= 2


def test_the_same_files_are_made_again(tmp_path):
    made = [(make(tmp_path)[0], (tmp_path / make(tmp_path)[0]).read_bytes()) for make in MADE[3:5]]
    for make, (name, content) in zip(MADE[3:5], made, strict=True):
        make(tmp_path)
        assert (tmp_path / name).read_bytes() == content


def test_plans_of_the_made_files_agree(agreements):
    found = overall(agreements)
    assert found.rate >= LEAST_RATE, "\n".join(map(str, agreements))


def test_no_wrong_decision_on_a_made_file_is_silent(agreements):
    assert overall(agreements).silent == ()
