"""What the report says of the fit of the model, from values."""

from dataclasses import replace

import pytest

from ordag.model import FitCheck, FittedNetwork, PairMisfit
from ordag.report import describe, render
from ordag.report.fit import fit_of
from ordag.report.trust import Check, CheckTopic

PAIR = PairMisfit(
    "sleep", "mood", 9.0, 1e-6, 0.3, ("bad", "good"), ("<low>", "high"), ((0.4, 0.1), (0.1, 0.4)), ((0.25,) * 2,) * 2
)
GOOD = FitCheck(4.0, 4.0, 0.4, 1.0, 0.0, (0.0, 0.008), 500.0, (replace(PAIR, size=0.0),))
ROUGH = replace(GOOD, interval=(0.0, 0.05))
SMALL = FitCheck(40.0, 4.0, 1e-5, 10.0, 0.004, (0.002, 0.006), 90000.0, (replace(PAIR, size=0.01),))
LARGE = FitCheck(40.0, 4.0, 1e-5, 10.0, 0.13, (0.1, 0.16), 500.0, (PAIR,))


def network_with(check: FitCheck | None) -> FittedNetwork:
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    return replace(network, fit_check=check)


def said_of(check: FitCheck | None) -> list[Check]:
    return [found for found in describe(network_with(check)).checks if found.topic is CheckTopic.FIT]


@pytest.mark.parametrize(("check", "verdict"), [(GOOD, "good"), (ROUGH, "note"), (SMALL, "note"), (LARGE, "caution")])
def test_the_verdict_joins_chance_and_size(check, verdict):
    assert [found.verdict for found in said_of(check)] == [verdict]


def test_a_network_that_was_not_checked_has_nothing_to_say():
    assert said_of(None) == []
    assert describe(network_with(None)).misfits == ()


def test_a_misfit_names_the_worst_pairs_and_what_to_do():
    text = said_of(LARGE)[0].text
    assert "Worst: sleep with mood." in text
    assert "Use `ordag fit --model auto`, in Python ordag.compare_models, to see which model the rows prefer." in text


def test_small_misfits_are_said_to_be_small():
    text = said_of(SMALL)[0].text
    assert "too little to matter" in text
    assert "compare_models" not in text


def test_the_worst_pairs_are_drawn_and_escaped():
    content = describe(network_with(LARGE))
    page = render(content)
    assert [(picture.first, picture.second) for picture in content.misfits] == [("sleep", "mood")]
    assert "observed 40.0 %, expected 25.0 %" in page
    assert "&lt;low&gt;" in page
    assert "<low>" not in page


def test_bars_are_drawn_against_the_longest():
    cells = describe(network_with(LARGE)).misfits[0].rows[0][1]
    assert [length for cell in cells for length in (cell.bar, cell.mark)] == pytest.approx([100, 62.5, 25, 62.5])


def test_a_misfit_that_few_rows_would_miss_is_not_ruled_out():
    assert f"could still be off by up to {ROUGH.interval[1]:.3f} on average" in said_of(ROUGH)[0].text


def test_families_are_compared_only_where_they_can_be():
    network = replace(network_with(LARGE), kinds=("ordinal", "nominal"))
    found = fit_of(network)
    assert [(check.verdict, check.remedies) for check in found] == [("caution", ())]
