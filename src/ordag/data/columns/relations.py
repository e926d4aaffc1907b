# SPDX-License-Identifier: MIT
"""What the columns tell of one another: options of one question, repetitions, columns that follow from others.

Each function takes what was seen of all columns and the plans so far, and returns the plans that it changes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data.columns.asides import FEWEST_ROWS, set_aside
from ordag.data.columns.observed import Observed
from ordag.data.columns.plan import Certainty, ColumnPlan
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.wordings.groups import names_measure
from ordag.data.wordings.names import stem_of
from ordag.data.wordings.words import plain

Plans = Mapping[str, ColumnPlan]
Seen = Mapping[str, Observed]
Array = npt.NDArray[np.float64]

NOT_TICKED = "not ticked"
_FEWEST_OPTIONS = 2
# Codes of groups, such as 1 to 3, are often as many by chance; columns of more than 11 hardly share a scale.
_FEWEST_STEPS, _MOST_STEPS = 4, 11
# Rows that two columns share before one is said to repeat the other or to follow from it.
_FEWEST_SHARED = 30
# Rows beyond the first of each entry that agree, so that it is no accident.
_FEWEST_AGREEING = 30
# Of the rows, so many may differ in a repetition: a few typing errors.
_SAME = 0.995
_SAME_MEASURE = 0.9999
# Beyond, columns are compared as measurements.
_MANY_ENTRIES = 100
# Rows in each part of a measurement that was cut, so that it is no accident.
_FEWEST_IN_PART = 5
# Groups make an item if they are so many; beyond, numbers are of clusters.
_FEWEST_GROUPS, _MOST_GROUPS, _MOST_NUMBERED = 3, 8, 25
# Numbers without labels that nothing says to be a scale.
_NO_SCALE = (
    Ground.UNCONFIRMED, Ground.NOT_MONOTONE, Ground.CODES_WITH_GAPS, Ground.FEW_VALUES, Ground.INFERRED,
    Ground.STEPS_NAMED_GROUP,
)  # fmt: skip
# A sample of rows rules out most pairs.
_N_SCREENED, _SCREEN = 300, 0.98


def ticked_options(seen: Seen, names: Sequence[str]) -> dict[str, ColumnPlan]:
    """Plans of columns that hold one answer or nothing, where several are options of one question."""
    single = [name for name in names if len(seen[name].seen) == 1 and seen[name].n_seen < seen[name].n_rows]
    questions = {name: _question_of(seen[name]) for name in single}
    n_options = Counter(questions.values())
    return {
        name: ColumnPlan(
            name,
            "item",
            "binary",
            (NOT_TICKED, *seen[name].seen),
            reason=Reason(Ground.TICKED),
            certainty="likely",
            wording=seen[name].wording,
            blank=NOT_TICKED,
        )
        for name in single
        if n_options[questions[name]] >= _FEWEST_OPTIONS
    }


def _question_of(option: Observed) -> str | None:
    """What an option belongs to: the stem of its name, or the options that stand in columns called like them."""
    return None if plain(str(option.seen[0])) == plain(option.name) else stem_of(option.name)


def sharing(seen: Seen, names: Sequence[str]) -> dict[str, int]:
    """How many columns have the same answers: labels, whole numbers of one question, or all numbers of a scale."""
    keys = {name: (_answers_of(seen[name]), _scale_of(seen[name])) for name in names}
    counts = Counter(key for pair in keys.values() for key in pair if key is not None)
    return {name: max(1 if key is None else counts[key] for key in pair) for name, pair in keys.items()}


def _answers_of(observed: Observed) -> tuple[object, ...] | None:
    """What columns with the same answers have in common."""
    numbers = observed.numbers
    if observed.file_values or numbers is None:
        return (frozenset(map(str, observed.entries)),)
    seen = numbers[observed.counts > 0]
    if not len(seen) or not (seen == np.floor(seen)).all() or np.ptp(seen) > 20 or len(seen) < 3:
        return None
    return (stem_of(observed.name), float(seen.max())) if stem_of(observed.name) != observed.name else None


def _scale_of(observed: Observed) -> tuple[object, ...] | None:
    """The ends of whole numbers in steps of one, if these are too many for a coincidence between columns of codes."""
    numbers = observed.numbers
    if observed.file_values or numbers is None or not _FEWEST_STEPS <= len(observed.seen) <= _MOST_STEPS:
        return None
    seen = np.sort(numbers[observed.counts > 0])
    return ("steps", float(seen[0]), float(seen[-1])) if (np.diff(seen) == 1).all() else None


def repetitions(seen: Seen, plans: Plans) -> dict[str, ColumnPlan]:
    """Plans of items that repeat an earlier one or a total, or follow from one with more answers."""
    totals = [name for name, plan in plans.items() if plan.reason.ground == Ground.TOTAL]
    items = [*totals, *(name for name, plan in plans.items() if _may_repeat(plan))]
    changed: dict[str, ColumnPlan] = {}
    if not items or seen[items[0]].n_rows < FEWEST_ROWS:
        return changed
    for j, k in np.argwhere(np.tril(_may_follow([seen[name] for name in items]), -1)).tolist():
        first, second = items[k], items[j]
        found = None if first in changed or second in changed else _relation(seen[first], seen[second])
        if found is None or found[0] in totals or _is_told_by_groups(plans[found[0]], plans[found[1]]):
            continue
        dependent, other, ground = found
        if ground == Ground.NUMBERED_GROUPS:
            if plans[dependent].reason.ground in _NO_SCALE:
                changed[dependent] = _numbered_groups(seen[dependent])
                continue
            dependent, other, ground = other, dependent, Ground.DERIVED
        certainty: Certainty = "sure" if ground == Ground.REPEATS else "likely"
        changed[dependent] = set_aside(seen[dependent], ground, other, kind=plans[dependent].kind, certainty=certainty)
    numbered = {name for name, plan in changed.items() if plan.reason.ground == Ground.NUMBERED_GROUPS}
    return {name: plan for name, plan in changed.items() if numbered.isdisjoint(plan.reason.details)}


def _may_repeat(plan: ColumnPlan) -> bool:
    """Whether a column is an item whose empty entries say nothing, or one of the few groups that make an item."""
    is_group = plan.kind == "nominal" and _FEWEST_GROUPS <= len(plan.levels) <= _MOST_GROUPS
    return (plan.is_item or is_group) and plan.blank is None and plan.reason.ground != Ground.TOTAL


def _is_told_by_groups(dependent: ColumnPlan, other: ColumnPlan) -> bool:
    """Whether an item follows from groups: it is what matters of these, as the recipe of a product."""
    return dependent.is_item and not other.is_item and other.kind == "nominal"


def _numbered_groups(observed: Observed) -> ColumnPlan:
    """Plan of numbers from which other columns follow, but not in their order: those of groups or of clusters."""
    if len(observed.seen) > _MOST_NUMBERED:
        return set_aside(observed, Ground.NUMBERED_GROUPS, role="cluster", certainty="unsure")
    plan = set_aside(observed, Ground.NUMBERED_GROUPS, kind="nominal", certainty="unsure")
    levels = (observed.entries[k] for k in _in_order(observed) if observed.counts[k])
    return replace(plan, levels=tuple(levels))


def _may_follow(columns: Sequence[Observed]) -> npt.NDArray[np.bool_]:
    """(n, n) pairs of columns of which one may follow from the other, by a sample of rows; measurements all may."""
    rows = slice(None, None, max(1, columns[0].n_rows // _N_SCREENED))
    is_measure = np.array([len(column.entries) > _MANY_ENTRIES for column in columns])
    codes = [np.unique(column.codes[rows], return_inverse=True) for column in columns]
    # Of each column one indicator for every entry, so that one product gives its tables with all the others.
    indicators = [(place == np.flatnonzero(found >= 0)[:, None]).astype(np.float32) for found, place in codes]
    sizes = np.array([len(own) for own in indicators])
    filled = np.flatnonzero(sizes)
    starts = np.concatenate([[0], np.cumsum(sizes[filled])[:-1]])
    stacked = np.concatenate(indicators).T
    may = np.zeros((len(columns), len(columns)), dtype=bool)
    for column in filled:
        counts = indicators[column] @ stacked
        forth = np.maximum.reduceat(counts, starts, axis=1).sum(axis=0)
        back = np.add.reduceat(counts.max(axis=0), starts)
        both = np.add.reduceat(counts.sum(axis=0), starts)
        may[column, filled] = np.maximum(forth, back) >= _SCREEN * both
    coarse = np.array([column.codes[rows] for column in columns]).T
    for place, measure in enumerate(columns):
        if is_measure[place]:
            may[place] = is_measure | _may_cut(measure.scores, rows, coarse)
            may[:, place] |= may[place]
    return may


def _may_cut(scores: Array | None, rows: slice, codes: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Which columns of codes (n_rows, n) may come of cutting a measurement: each code stands in one stretch of it."""
    if scores is None:
        return np.zeros(codes.shape[1], dtype=bool)
    sampled = scores[rows]
    kept = np.isfinite(sampled)
    ranked = codes[kept][np.argsort(sampled[kept], kind="stable")]
    if not len(ranked):
        return np.zeros(codes.shape[1], dtype=bool)
    n_stretches = 1 + (np.diff(ranked, axis=0) != 0).sum(axis=0)
    n_blank = (ranked < 0).sum(axis=0)
    return np.asarray(n_stretches <= ranked.max(axis=0) + 1 + 2 * n_blank)


def _relation(first: Observed, second: Observed) -> tuple[str, str, Ground] | None:
    """Which of two columns repeats the other or follows from it, and that other."""
    if abs(first.n_seen - second.n_seen) > (1 - _SAME) * first.n_rows + _FEWEST_SHARED:
        return None
    if min(len(first.entries), len(second.entries)) > _MANY_ENTRIES:
        return _same_measure(first, second)
    counts = _table(first, second)
    n_both = counts.sum()
    if n_both < _FEWEST_SHARED or min(counts.shape) < 2:
        return None
    forth, back = counts.max(axis=1).sum() / n_both, counts.max(axis=0).sum() / n_both
    if counts.shape[0] == counts.shape[1] and forth >= _SAME and back >= _SAME and _one_to_one(counts):
        often = n_both > counts.shape[0] * 5
        return (second.name, first.name, Ground.REPEATS) if often else _same_measure(first, second)
    # What follows from a column says nothing of its own, if many rows confirm it.
    if forth == 1 and counts.shape[0] > counts.shape[1]:
        return _follows(second, first, counts)
    if back == 1 and counts.shape[1] > counts.shape[0]:
        return _follows(first, second, counts.T)
    return _same_measure(first, second)


def _follows(coarse: Observed, fine: Observed, counts: Array) -> tuple[str, str, Ground] | None:
    """Whether the coarser of two columns follows from the finer by more than chance, perhaps by cutting its numbers."""
    if _cuts(counts) and fine.numbers is not None:
        enough = counts.shape[0] >= 2 * counts.shape[1] and counts.sum(axis=0).min() >= _FEWEST_IN_PART
        return (coarse.name, fine.name, Ground.DERIVED) if enough or _confirms(counts) else None
    if len(fine.entries) > _MANY_ENTRIES or not _confirms(counts):
        return None
    if fine.numbers is None or fine.file_values or names_measure(fine.name, fine.wording):
        return coarse.name, fine.name, Ground.DERIVED
    return fine.name, coarse.name, Ground.NUMBERED_GROUPS


def _cuts(counts: Array) -> bool:
    """Whether the columns of a table part its rows, which are in order, into stretches."""
    parts = counts.argmax(axis=1)
    return bool(1 + (np.diff(parts) != 0).sum() == counts.shape[1])


def _table(first: Observed, second: Observed) -> Array:
    """Counts of the pairs of answers, numbers in their order, without answers that nobody gave."""
    x, y = first.codes, second.codes
    both = (x >= 0) & (y >= 0)
    shape = len(first.entries), len(second.entries)
    counts = np.bincount(x[both] * shape[1] + y[both], minlength=shape[0] * shape[1]).reshape(shape).astype(float)
    counts = counts[_in_order(first)][:, _in_order(second)]
    return counts[counts.any(axis=1)][:, counts.any(axis=0)]


def _in_order(observed: Observed) -> npt.NDArray[np.intp]:
    return np.arange(len(observed.entries)) if observed.numbers is None else np.argsort(observed.numbers)


def _one_to_one(counts: Array) -> bool:
    return len(np.unique(counts.argmax(axis=1))) == len(counts)


def _confirms(counts: Array) -> bool:
    """Whether each answer of the coarser column gathers several of the finer, and enough rows agree."""
    spare = counts.sum() - counts.shape[0]
    frequent = counts.sum(axis=1) >= 5
    return bool(spare >= _FEWEST_AGREEING and frequent.sum() >= max(3, 0.8 * len(frequent)))


def _same_measure(first: Observed, second: Observed) -> tuple[str, str, Ground] | None:
    x, y = first.scores, second.scores
    if x is None or y is None or min(len(first.entries), len(second.entries)) <= _MANY_ENTRIES / 5:
        return None
    both = np.isfinite(x) & np.isfinite(y)
    if both.sum() < _FEWEST_SHARED or x[both].std() == 0 or y[both].std() == 0:
        return None
    same = abs(np.corrcoef(x[both], y[both])[0, 1]) > _SAME_MEASURE or _rises_along(x[both], y[both])
    return (second.name, first.name, Ground.REPEATS) if same else None


def _rises_along(x: Array, y: Array) -> bool:
    """Whether one column is the other in other units or squared: equal where that is equal, and in the same order."""
    ranks = [np.unique(values, return_inverse=True)[1] for values in (x, y)]
    return bool((ranks[0] == ranks[1]).all() or (ranks[0] == ranks[1].max() - ranks[1]).all())
