"""Studies list their trials; keys and seeds depend on nothing else."""

from collections import Counter

import pytest

from ordag.errors import InputValueError
from ordag.study import Arm, Simulated, Study, Variant, find_study, studies
from ordag.study.design import SCALES
from reference.tiny_study import TINY

PAPER_ALPHAS = (0.001, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3)
PAPER_PENALTIES = (1, 1.5, 2, 2.5, 3, 4, 6, 10, 20, 30)


def test_the_studies_of_the_paper_and_beyond_are_there() -> None:
    wanted = (
        "recovery skeleton thresholds sparsity runtime mixed prediction psych missing continuous scale hidden penalty"
    )
    assert set(studies()) == set(wanted.split())


@pytest.mark.parametrize("name", list(studies()))
def test_a_larger_scale_repeats_nothing_that_a_smaller_one_did(name: str) -> None:
    smaller, middle, larger = ({trial.key for trial in find_study(name).trials(scale)} for scale in SCALES)
    assert smaller
    assert smaller <= middle <= larger


def test_recovery_at_the_papers_scale_is_the_papers_grid() -> None:
    trials = find_study("recovery").trials("paper")
    assert len({trial.problem for trial in trials}) == 9
    assert {trial.replicate for trial in trials} == set(range(100))
    counts = Counter(trial.variant.label for trial in trials)
    assert counts["GPC"] == counts["BDe"] == counts["OSEM"] == 9 * 10 * 100
    assert counts["OSEM auto"] == 9 * 100
    assert tuple(sorted({trial.value for trial in trials if trial.variant.label == "NPC"})) == PAPER_ALPHAS
    assert tuple(sorted({trial.value for trial in trials if trial.variant.label == "OSEM"})) == PAPER_PENALTIES


def test_trials_of_a_study_have_different_keys_and_seeds() -> None:
    trials = find_study("thresholds").trials("medium")
    assert len({trial.key for trial in trials}) == len({trial.seed for trial in trials}) == len(trials)


def test_a_seed_is_the_same_in_every_process() -> None:
    # written down from one run: the built-in hash of texts, for one, differs between processes
    assert min(trial.seed for trial in TINY.trials("smoke")) == 278526677225891838


def test_whole_replicates_come_first() -> None:
    numbers = [trial.replicate for trial in find_study("sparsity").trials("medium")]
    assert numbers == sorted(numbers)


def test_methods_that_are_not_registered_are_left_out() -> None:
    arm = Arm((Simulated(8, 100),), (Variant("Ours", "not_yet"), Variant("GPC", "gpc")))
    assert {t.variant.label for t in Study("s", "S", (arm,), "roc").trials("smoke")} == {"GPC"}
    arm = Arm((Simulated(8, 100),), (Variant("Ours", "not_yet"),))
    with pytest.raises(InputValueError, match="study 's' has nothing to run: it needs one of not_yet; registered are"):
        Study("s", "S", (arm,), "roc").trials("smoke")


def test_labels_choose_among_the_variants() -> None:
    assert TINY.trials("smoke", ["CPC"]) == tuple(t for t in TINY.trials("smoke") if t.variant.label == "CPC")
    with pytest.raises(InputValueError, match="unknown label 'CP'; did you mean 'CPC'"):
        TINY.trials("smoke", ["CP"])


def test_an_unknown_study_or_scale_is_told_with_the_nearest() -> None:
    with pytest.raises(InputValueError, match="unknown study 'recover'; did you mean 'recovery'"):
        find_study("recover")
    with pytest.raises(InputValueError, match="unknown scale 'papers'; did you mean 'paper'"):
        TINY.trials("papers")  # type: ignore[arg-type]
