import pickle

import pytest

from ordag.data import encode
from ordag.data.wordings.likert import known_order, strangers
from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InferenceWarning, InputValueError


@pytest.mark.parametrize(
    "order",
    [
        ("1 - strongly disagree", "2", "3", "4", "5 - strongly agree"),
        ("1 strongly disagree", "2", "3", "4", "5 strongly agree"),
        ("strongly disagree (1)", "2", "3", "4", "strongly agree (5)"),
        ("-2 = worse", "-1", "0", "1", "2 = better"),
        ("1=never", "2=often", "10=always"),
        ("1. never", "2. often", "3. always"),
        ("(1) never", "(2) often", "(3) always"),
        ("1–never", "2–often", "3–always"),
        ("zéro: 0", "un: 1", "deux: 2"),
        ("0", "1", "2", "3+"),
        ("under 18", "18-24", "25–64", "65 and over"),
        ("5-9", "10-14", "100+"),
        ("less than 1 year", "1 year", "2-5 years", "more than 5 years"),
        ("<30 min", "30-60 min", ">60 min"),
        ("$500-$999", "$1,000-$9,999", "$10,000+"),
        ("500 - 5 000", "5 000 - 10 000", "10 000+"),
        ("500,000-999,999", "1,000,000+"),
        ("0.25 mg", "0.5 mg", "1 mg"),
        ("1.125 mg", "2.5 mg"),
        ("1st", "2nd", "3rd"),
        ("Grade 1", "Grade 2", "Grade 10"),
        ("week 2", "week 8", "week 12"),
        ("T1", "T2", "T3", "T4"),
        ("Stage 1 - mild", "Stage 2 - severe"),
        ("I", "II", "IIIA", "IIIB", "IV"),
        ("Stage IA", "Stage IB", "Stage II", "Stage III"),
    ],
)
def test_numbers_in_labels_tell_their_order(order: tuple[str, ...]) -> None:
    assert known_order(sorted(order)) == order
    assert known_order(order[::-1]) == order


@pytest.mark.parametrize(
    "labels",
    [
        ("30 minutes", "1 hour", "2 hours"),
        ("0", "30 min", "1 hour"),
        ("3 days", "1 week", "2 months"),
        ("F32", "F33", "F41"),  # diagnoses
        ("H1N1", "H3N2"),
        ("Site 1", "Site 2", "Site 3"),
        ("treatment group 1", "treatment group 2"),
        ("Room 1", "Lab 2", "Hall 3"),
        ("Bern", "Oslo", "Rome 3"),
        ("01.02.2024", "02.01.2024", "03.01.2023"),
        ("12/24", "01/25"),
        ("999,99", "1.234,50"),  # numbers, read elsewhere
        ("1,250", "2,500"),
        ("1", "1+", "2"),
        ("IA", "VA", "ID"),  # states
        ("1 - never", "2 - often", "9 - don't know"),
        tuple(f"P{k}" for k in range(1, 22)),  # people
    ],
)
def test_numbers_that_tell_no_order_are_not_taken(labels: tuple[str, ...]) -> None:
    assert known_order(labels) is None


def test_no_answer_is_a_stranger_to_labels_with_numbers() -> None:
    assert strangers(["1 - never", "2 - often", "3 - always", "9 - don't know"]) == ("9 - don't know",)


def test_the_order_by_numbers_is_remarked_on() -> None:
    with pytest.warns(InferenceWarning, match="'age': 18-24 < 25-64 < 65\\+"):
        table = encode({"age": ["65+", "18-24", "25-64"]})
    assert table.codes[:, 0].tolist() == [2, 0, 1]


@pytest.mark.parametrize("label", ["Don’t know", "N/A", "99: refused", "Prefer not to say", "keine Angabe", "NS/NC"])
def test_wordings_of_no_answer_are_known(label: str) -> None:
    assert says_no_answer(label)


@pytest.mark.parametrize("label", ["5 - strongly agree", "none", "not sure", "trifft nicht zu", "canal", "3+"])
def test_answers_do_not_look_like_none(label: str) -> None:
    assert not says_no_answer(label)


def test_an_error_on_labels_survives_the_way_to_another_process() -> None:
    with pytest.raises(InputValueError) as caught:
        encode({"city": ["Oslo", "Bern", "Rome"]})
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
