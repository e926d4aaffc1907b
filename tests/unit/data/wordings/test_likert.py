import pytest

from ordag.data.wordings.likert import known_order, strangers


@pytest.mark.parametrize(
    "order",
    [
        ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
        ("strongly_disagree", "somewhat-disagree", "NEUTRAL", "somewhat  agree", "strongly agree"),
        ("never", "rarely", "sometimes", "often", "always"),
        ("Not at all", "Several days", "More than half the days", "Nearly every day"),
        ("no", "yes"),
        ("n", "y"),
        ("False", "True"),
        ("poor", "fair", "good", "very good", "excellent"),
        ("low", "medium", "high"),
        ("none", "mild", "moderate", "severe"),
        ("very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"),
        ("F", "D", "C", "B", "A"),
        ("C", "B-", "B", "A+"),
        ("I", "II", "III", "IV"),
        ("never", "monthly", "weekly", "daily"),
    ],
)
def test_known_wordings_are_ordered_whatever_their_order_in_the_data(order: tuple[str, ...]) -> None:
    assert known_order(sorted(order)) == order
    assert known_order(order[::-1]) == order


@pytest.mark.parametrize(
    "labels",
    [
        ("A", "B"),  # groups as likely as grades
        ("m", "f"),
        ("male", "female"),
        ("often", "frequently"),  # two wordings for one position
        ("agree", "never"),  # two scales
        ("yes",),
        (),
    ],
)
def test_other_labels_are_not_guessed(labels: tuple[str, ...]) -> None:
    assert known_order(labels) is None


def test_strangers_to_a_wording_are_few() -> None:
    assert strangers(["agree", "refused", "disagree", "neutral", "don't know"]) == ("refused", "don't know")
    assert strangers(["Bern", "Oslo", "Rome"]) == ()
    assert strangers(["yes", "no", "Bern", "Oslo"]) == ()
    assert strangers(["never", "often", *map(str, range(1000))]) == ()
