# SPDX-License-Identifier: MIT
"""What kind of answers a column holds: by the words of its labels, the steps of its codes and the shape of its numbers.

Columns whose labels have codes, columns of words and columns of numbers are judged apart; what the other columns tell
is added later (`relations`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

import numpy as np

from ordag.data.checks import MAX_INFERRED_LEVELS
from ordag.data.columns.observed import Array, Observed
from ordag.data.columns.plan import Certainty, ColumnPlan, PlannedKind
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.encoding.column import EncodedColumn, encode_column
from ordag.data.reading.numerals import parsed_numbers
from ordag.data.table import Levels
from ordag.data.unusable import UnusableColumnError
from ordag.data.wordings.degrees import in_order
from ordag.data.wordings.groups import names_count, names_groups, names_measure, names_rank, sort_of_groups
from ordag.data.wordings.likert import known_order
from ordag.data.wordings.names import name_is
from ordag.data.wordings.positions import Placement, placements
from ordag.data.wordings.words import without_code

# Neighbours on a scale by words that have to follow the codes, less those that do not.
_FOLLOWS = 0.75
_FEWEST_SHARING = 3
_FEWEST_PLACED = 3
# An item has hardly more answers; 0 to 10 are eleven.
_MOST_ANSWERS = 11
# Numbers that are not whole are levels where so few differ and each is frequent: bands of age, say.
_FEW_VALUES, _FEW_EACH, _FEWEST_ROWS = 10, 5, 50
# Codes without labels go up to here; larger whole numbers with gaps are amounts.
_LARGEST_CODE, _LARGEST_GROUP = 20, 999
_SKEWED = 1.0
# Counts of so many values are numbers, among which others may turn up later; fewer are levels.
_FEWEST_COUNTED = 5
_FEWEST_BETWEEN = 3  # numbers between two labelled ends
_MOST_GROUPS_UNSURE = 7
_CODE = re.compile(r"\s*\(?(-?\d+)")
_SURE_SORTS = ("gender",)


@dataclass(frozen=True)
class Answers:
    """The answers of a column, what is known of those of the other columns, and what is no answer here."""

    observed: Observed
    n_sharing: int = 1
    is_unsure: bool = False
    problem: UnusableColumnError | None = None
    encoded: EncodedColumn | None = field(default=None)

    def item(
        self, kind: PlannedKind, levels: Levels, ground: Ground, *details: str, certainty: Certainty = "sure"
    ) -> ColumnPlan:
        """Plan of a variable."""
        kept: PlannedKind = "binary" if kind == "ordinal" and len(levels) == 2 else kind
        return ColumnPlan(
            self.observed.name,
            "item",
            kept,
            levels,
            reason=Reason(ground, details),
            certainty="unsure" if self.is_unsure else certainty,
            wording=self.observed.wording,
        )

    def nominal(self, levels: Levels, ground: Ground, *details: str, certainty: Certainty = "sure") -> ColumnPlan:
        """Plan of a column of groups, which has no order and so takes no part."""
        return replace(self.item("nominal", levels, ground, *details, certainty=certainty), role="aside")


def plan_answers(observed: Observed, n_sharing: int, *, is_unsure: bool) -> ColumnPlan:
    """Plan of a column of answers.

    Parameters
    ----------
    observed
        The column without what is no answer.
    n_sharing
        How many columns have the same answers.
    is_unsure
        Whether it is doubtful what was taken as no answer.
    """
    answers = Answers(observed, n_sharing, is_unsure)
    if observed.is_declared:
        return answers.item("ordinal", observed.entries, Ground.DECLARED)
    codes = _codes(observed)
    if codes is not None:
        return _coded(answers, codes)
    try:
        assert observed.values is not None
        answers = replace(answers, encoded=encode_column(observed.name, observed.values))
    except UnusableColumnError as problem:
        answers = replace(answers, problem=problem)
    return _numeric(answers) if observed.numbers is not None else _worded(answers)


def _codes(observed: Observed) -> dict[str, float] | None:
    """Labels with the codes behind them, or with those that they begin with."""
    labels = [str(entry) for entry in observed.entries]
    if observed.file_values:
        return None if observed.numbers is None else dict(zip(labels, observed.numbers.tolist(), strict=True))
    if not observed.is_text or observed.numbers is not None:
        return None
    found = [_CODE.match(label) for label in labels]
    is_coded = all(match is not None for match in found) and sum(without_code(label) != label for label in labels) >= 2
    numbers = [float(match[1]) for match in found if match is not None] if is_coded else []
    return dict(zip(labels, numbers, strict=True)) if is_coded and len(set(numbers)) == len(numbers) else None


# Labels with codes


def _coded(answers: Answers, codes: dict[str, float]) -> ColumnPlan:
    """Plan of a column whose labels have codes: their words tell an order, and the codes follow it or do not."""
    labels = tuple(sorted(codes, key=codes.__getitem__))
    seen = tuple(label for label in labels if label in answers.observed.seen)
    found = placements(labels)
    if len(labels) == 2:
        return _two(answers, labels, found)
    sort = sort_of_groups(labels)
    is_group = names_groups(answers.observed.name, answers.observed.wording) and not _has_numbers_between(labels)
    found = [one for one in found if not (is_group and one.by == "amount")]  # these numbers may count groups
    best = max(found, key=_how_well, default=None)
    if best is not None and sort is None and abs(best.order) >= _FOLLOWS:
        return _along_codes(answers, labels, best)
    whole = next((one for one in found if one.is_whole), None)
    if whole is not None and sort is None:
        return answers.item("ordinal", _by_place(labels, whole), Ground.SCALE_WORDS_ONLY, whole.by, certainty="likely")
    if sort is not None or is_group:
        if len(seen) == 2:
            return answers.item("binary", seen, Ground.TWO_ANSWERS, certainty="likely")
        if sort is not None:
            return answers.nominal(labels, Ground.GROUPS, sort, certainty="sure" if best is None else "unsure")
        return answers.nominal(labels, Ground.GROUP_NAME, certainty="likely" if best is None else "unsure")
    unknown = _unknown_labels(answers, labels, sorted(codes.values()))
    against = next((one for one in found if _is_against(one)), None)
    if against is None or unknown.kind != "ordinal" or unknown.certainty == "unsure":
        return unknown
    return replace(unknown, reason=Reason(Ground.AGAINST_LABELS, (against.by,)), certainty="unsure")


def _is_against(placement: Placement) -> bool:
    """Whether several labels are of a scale that the codes do not follow."""
    return sum(place is not None for place in placement.places) >= _FEWEST_PLACED and abs(placement.order) < _FOLLOWS


def _has_numbers_between(labels: Levels) -> bool:
    """Whether most labels are numbers, as those between the labelled ends of a scale."""
    return 2 * sum(_is_number(str(label)) for label in labels) > len(labels)


def _how_well(placement: Placement) -> tuple[bool, bool, int, float]:
    """What placement tells most: all labels before some, and one that the codes follow before others."""
    n_placed = sum(place is not None for place in placement.places)
    return placement.is_whole, abs(placement.order) >= _FOLLOWS, n_placed, abs(placement.order)


def _along_codes(answers: Answers, labels: Levels, placement: Placement) -> ColumnPlan:
    """Plan of a column whose codes follow the words of its labels, up or down: higher is more of what the words say."""
    levels = labels if placement.order > 0 else labels[::-1]
    stray = [
        str(label)
        for label, place in zip(labels, placement.places, strict=True)
        if place is None and without_code(str(label)).strip() and not _is_number(without_code(str(label)))
    ]
    n_placed = sum(place is not None for place in placement.places)
    if stray:
        certainty: Certainty = "likely" if n_placed >= 3 * len(stray) and abs(placement.order) > _FOLLOWS else "unsure"
        return answers.item("ordinal", levels, Ground.STRAY_LABELS, placement.by, *stray, certainty=certainty)
    if n_placed < len(labels):
        has_ends = placement.places[0] is not None and placement.places[-1] is not None
        return answers.item("ordinal", levels, Ground.ENDS, certainty="sure" if has_ends else "unsure")
    return answers.item("ordinal", levels, Ground.SCALE, placement.by)


def _unknown_labels(answers: Answers, labels: Levels, codes: Sequence[float]) -> ColumnPlan:
    """Plan of a column of labels whose words tell no order."""
    in_steps = all(b - a == 1 for a, b in pairwise(codes))
    n_numbers = sum(_is_number(str(label)) for label in labels)
    if n_numbers == len(labels) and in_order([float(str(label)) for label in labels]) == 1:
        ground, certainty = (Ground.STEPS, "sure") if in_steps else (Ground.FEW_VALUES, "likely")
        return answers.item("ordinal", labels, ground, certainty=cast("Certainty", certainty))
    if in_steps and 2 * n_numbers >= len(labels):
        return answers.item("ordinal", labels, Ground.ENDS, certainty="likely")
    if in_steps and answers.n_sharing >= _FEWEST_SHARING and len(labels) <= _MOST_ANSWERS:
        return answers.item("ordinal", labels, Ground.RECURRING, str(answers.n_sharing), certainty="likely")
    if answers.observed.measure == "ordinal":
        return answers.item("ordinal", labels, Ground.MEASURE_LEVEL, certainty="unsure")
    seen = tuple(label for label in labels if label in answers.observed.seen)
    if len(seen) == 2:
        return answers.item("binary", seen, Ground.TWO_ANSWERS, certainty="unsure")
    if in_steps and len(labels) <= _MOST_ANSWERS and names_rank(answers.observed.name, answers.observed.wording):
        return answers.item("ordinal", labels, Ground.RANK_NAME, certainty="unsure")
    return answers.nominal(labels, Ground.NO_ORDER, certainty="unsure")


def _two(answers: Answers, labels: Levels, found: Sequence[Placement]) -> ColumnPlan:
    """Plan of a column of two answers, of which any order will do."""
    whole = next((one for one in found if one.is_whole), None)
    if whole is not None:
        return answers.item("binary", _by_place(labels, whole), Ground.SCALE, whole.by)
    sort = sort_of_groups([str(label) for label in labels])
    return answers.item("binary", labels, Ground.TWO_ANSWERS, certainty="sure" if sort in _SURE_SORTS else "likely")


def _by_place(labels: Levels, placement: Placement) -> Levels:
    return tuple(label for _, label in sorted(zip(placement.places, labels, strict=True)))


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


# Words


def _worded(answers: Answers) -> ColumnPlan:
    """Plan of a column of words without codes."""
    observed, encoded = answers.observed, answers.encoded
    labels = sorted(str(entry) for entry in observed.seen)
    if encoded is not None and (len(encoded.levels) == 2 or not observed.is_text):
        is_known = encoded.guess is None or known_order(labels) is not None or sort_of_groups(labels) in _SURE_SORTS
        return _inferred(answers, encoded, "sure" if is_known else "likely")
    sort = sort_of_groups(labels) if observed.is_text else None
    if sort is not None:
        return answers.nominal(tuple(labels), Ground.GROUPS, sort, certainty="unsure" if placements(labels) else "sure")
    if encoded is not None:
        is_group = names_groups(observed.name, observed.wording)
        return _inferred(answers, encoded, "unsure" if is_group else "sure")
    found = placements(labels) if observed.is_text else []
    whole = next((one for one in found if one.is_whole), None)
    if whole is not None:
        return answers.item("ordinal", _by_place(tuple(labels), whole), Ground.SCALE, whole.by, certainty="likely")
    ends = _between_ends(labels) if observed.is_text else None
    if ends is not None:
        return answers.item("ordinal", ends, Ground.ENDS, certainty="likely")
    if not observed.is_text or observed.numbers is not None:
        return replace(answers.nominal((), Ground.UNUSABLE, "mixes texts and numbers", certainty="unsure"), kind=None)
    if names_groups(observed.name, observed.wording):
        return answers.nominal(tuple(labels), Ground.GROUP_NAME, certainty="unsure" if found else "likely")
    certainty: Certainty = "unsure" if found or len(labels) <= _MOST_GROUPS_UNSURE else "likely"
    return answers.nominal(tuple(labels), Ground.NO_ORDER, certainty=certainty)


def _between_ends(labels: Sequence[str]) -> Levels | None:
    """Numbers in steps of one between two labels that are the ends of a scale; None if they are not."""
    read = {label: float(number[0]) for label in labels if (number := parsed_numbers([label])) is not None}
    numbers = sorted(read, key=read.__getitem__)
    ends = [label for label in labels if label not in read]
    if len(ends) != 2 or len(numbers) < _FEWEST_BETWEEN or any(read[b] - read[a] != 1 for a, b in pairwise(numbers)):
        return None
    whole = next((one for one in placements(ends) if one.is_whole), None)
    if whole is None:
        return None
    low, high = _by_place(tuple(ends), whole)
    return (low, *numbers, high)


def _inferred(answers: Answers, encoded: EncodedColumn, certainty: Certainty) -> ColumnPlan:
    """Plan that follows what the values say by themselves."""
    if encoded.guess is None:
        return answers.item(encoded.kind, encoded.levels, Ground.TWO_ANSWERS, certainty=certainty)
    return answers.item(encoded.kind, encoded.levels, Ground.INFERRED, encoded.guess, certainty=certainty)


# Numbers


def _numeric(answers: Answers) -> ColumnPlan:
    """Plan of a column of numbers without labels."""
    observed, encoded = answers.observed, answers.encoded
    if encoded is None:
        return replace(
            answers.nominal((), Ground.UNUSABLE, "holds numbers that cannot be read", certainty="unsure"), kind=None
        )
    seen = np.sort(np.asarray(observed.numbers)[observed.counts > 0])
    if len(seen) == 2 and encoded.levels:
        in_turn = seen[1] - seen[0] == 1 or seen[0] == 0
        return answers.item("binary", encoded.levels, Ground.TWO_ANSWERS, certainty="sure" if in_turn else "likely")
    if encoded.guess is not None and encoded.levels:
        return _inferred(answers, encoded, "likely")
    is_whole = bool((seen == np.floor(seen)).all())
    if not is_whole:
        return _fractions(answers, encoded)
    if len(seen) > MAX_INFERRED_LEVELS:
        return _many_whole(answers, encoded)
    return _few_whole(answers, encoded, seen)


def _fractions(answers: Answers, encoded: EncodedColumn) -> ColumnPlan:
    """Plan of numbers that are not whole: a measurement, unless a few are frequent."""
    observed = answers.observed
    counts = observed.counts[observed.counts > 0]
    if len(counts) <= _FEW_VALUES and observed.n_seen >= _FEWEST_ROWS and counts.min() >= _FEW_EACH:
        assert observed.values is not None
        levels = encode_column(observed.name, observed.values, kind="ordinal").levels
        return answers.item("ordinal", levels, Ground.FEW_VALUES, certainty="likely")
    if not observed.is_text and (names_measure(observed.name, None) or observed.measure == "scale"):
        return answers.item("continuous", (), Ground.MEASUREMENT)
    return _inferred(answers, encoded, "sure")


def _many_whole(answers: Answers, encoded: EncodedColumn) -> ColumnPlan:
    """Plan of many different whole numbers: a measurement, a count, or codes of groups."""
    observed = answers.observed
    if names_groups(observed.name, None) and not names_measure(observed.name, observed.wording):
        return answers.nominal((), Ground.GROUP_NAME, certainty="unsure")
    if not observed.is_text and (names_measure(observed.name, None) or observed.measure == "scale"):
        return answers.item("continuous", (), Ground.MEASUREMENT)
    if names_count(observed.name, observed.wording) or _is_count(observed):
        return answers.item("count", (), Ground.COUNT, certainty="likely")
    return _inferred(answers, encoded, "sure")


def _is_count(observed: Observed) -> bool:
    """Whether whole numbers start at zero, which is frequent, and have a long tail."""
    values = np.repeat(np.asarray(observed.numbers), observed.counts)
    if values.min() != 0 or values.std() == 0:
        return False
    skewness = float((((values - values.mean()) / values.std()) ** 3).mean())
    return skewness > _SKEWED and bool(np.median(values) < values.mean())


def _skips_often(observed: Observed, seen: Array) -> bool:
    """Whether nobody gave an answer between two that many gave, or the numbers are too large for steps of a scale."""
    counts = dict(zip(np.asarray(observed.numbers).tolist(), observed.counts.tolist(), strict=True))
    gaps = [(a, b) for a, b in pairwise(seen.tolist()) if b - a > 1]
    return bool(seen[-1] > _LARGEST_CODE or seen[0] < 0) or any(min(counts[a], counts[b]) >= _FEW_EACH for a, b in gaps)


def _few_whole(answers: Answers, encoded: EncodedColumn, seen: Array) -> ColumnPlan:
    """Plan of few whole numbers: steps of a scale, a count, codes of groups, or amounts."""
    observed, levels = answers.observed, encoded.levels
    is_rating = answers.n_sharing >= _FEWEST_SHARING and seen[0] > 0
    if names_count(observed.name, observed.wording) and seen[0] >= 0 and not is_rating:
        return answers.item("count", levels if len(seen) < _FEWEST_COUNTED else (), Ground.COUNT, certainty="likely")
    in_steps = bool((np.diff(seen) == 1).all())
    counts_on = in_steps and seen[0] <= 1  # as codes of bands do
    if names_measure(observed.name, observed.wording) and len(seen) > _MOST_ANSWERS and not counts_on:
        return answers.item("continuous", (), Ground.MEASUREMENT)
    shares = answers.n_sharing >= _FEWEST_SHARING
    is_group = names_groups(observed.name, observed.wording) or any(
        name_is(section, observed.name) for section in ("grouped_id", "cluster", "gender")
    )
    if is_group and not shares and seen[-1] <= _LARGEST_GROUP:
        return answers.nominal(levels, Ground.STEPS_NAMED_GROUP, certainty="unsure")
    if in_steps or shares or not _skips_often(answers.observed, seen):
        ground = (Ground.RECURRING, str(answers.n_sharing)) if shares else (Ground.STEPS,)
        return answers.item("ordinal", levels, *ground, certainty="sure" if shares else "likely")
    if seen[-1] > _LARGEST_CODE or len(seen) > _MOST_ANSWERS or seen[0] < 0:
        return answers.item("ordinal", levels, Ground.FEW_VALUES, certainty="likely")
    return answers.item("ordinal", levels, Ground.CODES_WITH_GAPS, certainty="unsure")
