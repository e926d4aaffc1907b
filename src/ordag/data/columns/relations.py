# SPDX-License-Identifier: MIT
"""What the columns tell of one another: options of one question, repetitions, columns that follow from others, order.

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
from ordag.data.columns.trend import Others, trend
from ordag.data.wordings.names import stem_of

Plans = Mapping[str, ColumnPlan]
Seen = Mapping[str, Observed]
Array = npt.NDArray[np.float64]

NOT_TICKED = "not ticked"
_FEWEST_OPTIONS = 2
# Rows that two columns share before one is said to repeat the other or to follow from it.
_FEWEST_SHARED = 30
# Rows beyond the first of each entry that agree, so that it is no accident.
_FEWEST_AGREEING = 30
# Of the rows, so many may differ in a repetition: a few typing errors.
_SAME = 0.995
_SAME_MEASURE = 0.9999
# Beyond, columns are compared as measurements.
_MANY_ENTRIES = 100
# A sample of rows rules out most pairs.
_N_SCREENED, _SCREEN = 300, 0.98
# Columns to compare with for the order of codes; more tell hardly more.
_MOST_REFERENCES = 40
_FEWEST_GROUPS = 3
# Grounds that leave it open whether the answers have an order, so that the other columns are asked.
_OPEN = (
    Ground.NO_ORDER, Ground.MEASURE_LEVEL, Ground.STRAY_LABELS, Ground.CODES_WITH_GAPS, Ground.STEPS, Ground.RECURRING,
    Ground.ENDS,
)  # fmt: skip


def ticked_options(seen: Seen, names: Sequence[str]) -> dict[str, ColumnPlan]:
    """Plans of columns that hold one answer or nothing, where several are options of one question."""
    single = [name for name in names if len(seen[name].seen) == 1 and seen[name].n_seen < seen[name].n_rows]
    stems = Counter(map(stem_of, single))
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
        if stems[stem_of(name)] >= _FEWEST_OPTIONS
    }


def sharing(seen: Seen, names: Sequence[str]) -> dict[str, int]:
    """How many columns have the same answers: the same labels, or whole numbers up to the same of one question."""
    keys = {name: _answers_of(seen[name]) for name in names}
    counts = Counter(key for key in keys.values() if key is not None)
    return {name: 1 if key is None else counts[key] for name, key in keys.items()}


def _answers_of(observed: Observed) -> tuple[object, ...] | None:
    """What columns with the same answers have in common."""
    numbers = observed.numbers
    if observed.file_values or numbers is None:
        return (frozenset(map(str, observed.entries)),)
    seen = numbers[observed.counts > 0]
    if not len(seen) or not (seen == np.floor(seen)).all() or np.ptp(seen) > 20 or len(seen) < 3:
        return None
    return (stem_of(observed.name), float(seen.max())) if stem_of(observed.name) != observed.name else None


def ordered_by_data(seen: Seen, plans: Plans) -> dict[str, ColumnPlan]:
    """Plans of columns with codes whose order the other columns support, or put in doubt."""
    references = _references(seen, plans)
    place = {name: k for k, name in enumerate(references)}
    others = Others.of(list(references.values()))
    changed = {}
    for name, plan in plans.items():
        ground = plan.reason.ground
        if ground not in _OPEN or len(plan.levels) < _FEWEST_GROUPS or seen[name].numbers is None:
            continue
        ranks = _ranks(seen[name])
        found = trend(ranks, others, place.get(name))
        if plan.is_item and plan.certainty != "sure" and found.doubts_order:
            changed[name] = replace(plan, reason=Reason(Ground.NOT_MONOTONE), certainty="unsure")
        elif not plan.is_item and plan.kind == "nominal" and ground == Ground.NO_ORDER and found.supports_order:
            changed[name] = replace(
                plan, role="item", kind="ordinal", reason=Reason(Ground.MONOTONE), certainty="unsure"
            )
    return changed


def _references(seen: Seen, plans: Plans) -> dict[str, Array]:
    """Numbers of the columns that are ordered without doubt, those seen most first."""
    firm = [name for name, plan in plans.items() if plan.is_item and plan.certainty != "unsure"]
    scores = {name: values for name in firm if (values := seen[name].scores) is not None}
    most = sorted(scores, key=lambda name: -seen[name].n_seen)[:_MOST_REFERENCES]
    return {name: scores[name] for name in most}


def _ranks(observed: Observed) -> npt.NDArray[np.intp]:
    """Position of each row among the numbers of a column, −1 where missing."""
    numbers = np.asarray(observed.numbers)
    ranks = np.argsort(np.argsort(numbers))
    return np.append(ranks, -1)[observed.codes]


def repetitions(seen: Seen, plans: Plans) -> dict[str, ColumnPlan]:
    """Plans of items that repeat an earlier one or a total, or follow from one with more answers."""
    totals = [name for name, plan in plans.items() if plan.reason.ground == Ground.TOTAL]
    items = [*totals, *(name for name, plan in plans.items() if plan.is_item and plan.blank is None)]
    changed: dict[str, ColumnPlan] = {}
    if not items or seen[items[0]].n_rows < FEWEST_ROWS:
        return changed
    for j, k in np.argwhere(np.tril(_may_follow([seen[name] for name in items]), -1)).tolist():
        first, second = items[k], items[j]
        found = None if first in changed or second in changed else _relation(seen[first], seen[second])
        if found is None or found[0] in totals:
            continue
        dependent, other, ground = found
        certainty: Certainty = "sure" if ground == Ground.REPEATS else "likely"
        changed[dependent] = set_aside(seen[dependent], ground, other, kind=plans[dependent].kind, certainty=certainty)
    return changed


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
    return np.asarray(may | is_measure | is_measure[:, None])


def _relation(first: Observed, second: Observed) -> tuple[str, str, Ground] | None:
    """Which of two columns repeats the other or follows from it, and that other."""
    if abs(first.n_seen - second.n_seen) > (1 - _SAME) * first.n_rows + _FEWEST_SHARED:
        return None
    if max(len(first.entries), len(second.entries)) > _MANY_ENTRIES:
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
    if forth == 1 and counts.shape[0] > counts.shape[1] and _confirms(counts):
        return second.name, first.name, Ground.DERIVED
    if back == 1 and counts.shape[1] > counts.shape[0] and _confirms(counts.T):
        return first.name, second.name, Ground.DERIVED
    return None


def _table(first: Observed, second: Observed) -> Array:
    """Counts of the pairs of answers, without answers that nobody gave."""
    x, y = first.codes, second.codes
    both = (x >= 0) & (y >= 0)
    shape = len(first.entries), len(second.entries)
    counts = np.bincount(x[both] * shape[1] + y[both], minlength=shape[0] * shape[1]).reshape(shape).astype(float)
    return counts[counts.any(axis=1)][:, counts.any(axis=0)]


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
