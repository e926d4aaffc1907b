# SPDX-License-Identifier: MIT
"""Columns that are no variables by what they hold or how they are called: identifiers, dates, texts, weights."""

import re
from collections.abc import Callable

import numpy as np

from ordag.data.columns.observed import Observed
from ordag.data.columns.plan import Certainty, ColumnPlan, PlannedKind, Role
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.wordings.groups import names_measure
from ordag.data.wordings.likert import known_order
from ordag.data.wordings.names import asks_attention, name_is, tells_clusters

# Below, rows are too few to tell an identifier from an answer.
FEWEST_ROWS = 10
# Measurements of fewer rows may all differ by chance.
_FEWEST_DISTINCT = 50
# Of the rows that have an entry so many differ in an identifier; a few may be entered twice.
_DISTINCT = 0.98
# Rows of which a column is seen less often cannot tell how it goes with the others.
_HARDLY = 0.1
_FEW_SEEN = 10
# Text with more different entries is no list of answers.
_MOST_LABELS = 25
_OPEN_SHARE = 0.3
_MANY_WORDS = 4
# Entries that are looked at to tell what a text column holds, and how many of them have to agree.
_LOOKED_AT, _AGREE = 300, 0.8
# Weights that were made to sum to the rows have mean one, give or take rows without an answer.
_NEAR_ONE, _NAMED_NEAR_ONE = 0.005, 0.3
# Weights that count a population are in the hundreds; nobody's body weight is.
_POPULATION = 250
_MOST_CLUSTER_SHARE = 0.5
# Of those who are asked to give one answer at least so many do.
_MOST_PASS = 0.6
# Numbers of households and the like have several digits.
_FEWEST_OF_NUMBERED = 999
# Hardly an amount has eight digits.
_LONG = 1e7
# Two answers may well come in turn.
_FEWEST_COUNTED = 3

_CONTACT = re.compile(
    r"[^@\s]+@[^@\s]+\.\w+|https?://\S+|www\.\S+|\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){4,}[0-9a-f]{0,4}"
)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[ T].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?: .*)?|"
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?"
    r"(?: ?[ap]\.?m\.?)?|\d{1,2}[- ][a-z]{3,9}[- ]\d{2,4}(?: .*)?|[a-z]{3,9} \d{1,2},? \d{4}(?: .*)?",
    re.IGNORECASE,
)
_CODED = re.compile(r"(?=.*\d)[\w-]{6,}")  # R_2aBcDeF, 5f3c...: no words


def set_aside(
    observed: Observed,
    ground: Ground,
    *details: str,
    role: Role = "aside",
    kind: PlannedKind | None = None,
    certainty: Certainty = "sure",
) -> ColumnPlan:
    """Plan of a column that takes no part."""
    return ColumnPlan(
        observed.name, role, kind, reason=Reason(ground, details), certainty=certainty, wording=observed.wording
    )


def by_itself(observed: Observed, tool: str | None) -> ColumnPlan | None:
    """Plan of a column that is no variable by itself; None if it may be one."""
    if observed.problem is not None or observed.is_temporal:
        ground = Ground.DATE if observed.is_temporal else Ground.UNUSABLE
        details = () if observed.is_temporal else (str(getattr(observed.problem, "found", observed.problem)),)
        return set_aside(observed, ground, *details)
    if tool is not None:
        return set_aside(observed, Ground.METADATA, tool)
    if len(observed.seen) < 2:
        return _constant(observed)
    if observed.n_rows < FEWEST_ROWS or observed.is_declared:
        return None
    checks: tuple[Callable[[Observed], ColumnPlan | None], ...] = (
        _attention,
        _text,
        _named,
        _identifier,
        _place,
        _hardly_seen,
    )
    return next((plan for check in checks if (plan := check(observed)) is not None), None)


def weight_like(observed: Observed) -> ColumnPlan | None:
    """Plan of a column that looks like weights of rows: by its name and values, or by values alone."""
    numbers = observed.numbers
    if numbers is None or observed.n_rows < FEWEST_ROWS or observed.file_values or len(observed.seen) < 2:
        return None
    values = np.repeat(numbers, observed.counts)
    if not np.isfinite(values).all() or values.min() < 0 or values.max() == 0:
        return None
    is_whole, mean = bool((values == np.floor(values)).all()), float(values.mean())
    many = len(observed.seen) > 2
    if name_is("weight", observed.name) and many:
        if abs(mean - 1) < _NAMED_NEAR_ONE and not is_whole:
            return set_aside(observed, Ground.WEIGHT_NAME, role="weight")
        if mean > _POPULATION or (mean < 20 and not is_whole):
            return set_aside(observed, Ground.WEIGHT_NAME, role="weight", certainty="likely")
    is_near_one = abs(mean - 1) < _NEAR_ONE and values.min() > 0 and not is_whole
    if is_near_one and many and observed.n_rows >= _FEWEST_DISTINCT:
        return set_aside(observed, Ground.WEIGHT_SHAPE, role="weight", certainty="unsure")
    return None


def _constant(observed: Observed) -> ColumnPlan:
    """Plan of a column with at most one answer."""
    if not observed.seen:
        return set_aside(observed, Ground.EMPTY)
    if observed.n_seen == observed.n_rows:
        return set_aside(observed, Ground.CONSTANT)
    return set_aside(observed, Ground.ONE_ANSWER, certainty="likely")  # an option to tick may stand alone


def _attention(observed: Observed) -> ColumnPlan | None:
    """Plan of a check of attention, which most people pass."""
    if not asks_attention(observed.name, observed.wording):
        return None
    passed = observed.counts.max() >= _MOST_PASS * observed.n_seen
    return set_aside(observed, Ground.ATTENTION, certainty="sure" if passed else "unsure")


def _text(observed: Observed) -> ColumnPlan | None:
    """Plan of text that is no list of answers: addresses, dates, names, open text."""
    if observed.numbers is not None or not observed.is_text or observed.file_values:
        return None
    seen = [str(entry) for entry in observed.seen]
    looked_at = seen[:_LOOKED_AT]
    for pattern, ground in ((_CONTACT, Ground.CONTACT), (_DATE, Ground.DATE)):
        if sum(pattern.fullmatch(text) is not None for text in looked_at) >= _AGREE * len(looked_at):
            return set_aside(observed, ground)
    if name_is("open", observed.name) and known_order(seen) is None:
        return set_aside(observed, Ground.OPEN_TEXT)
    many = len(seen) > _MOST_LABELS or len(seen) > _OPEN_SHARE * observed.n_seen > _FEWEST_ROWS_OF_TEXT
    if not many:
        return None
    if name_is("person", observed.name):
        return set_aside(observed, Ground.PERSON)
    if len(seen) >= _DISTINCT * observed.n_seen and sum(
        _CODED.fullmatch(x) is not None for x in looked_at
    ) >= _AGREE * len(looked_at):
        return set_aside(observed, Ground.IDENTIFIER, role="identifier")
    if name_is("identifier", observed.name):
        return _tells_rows(observed, len(seen))
    n_words = float(np.mean([len(text.split()) for text in looked_at]))
    if len(seen) > _OPEN_SHARE * observed.n_seen or n_words >= _MANY_WORDS:
        return set_aside(observed, Ground.OPEN_TEXT)
    return set_aside(observed, Ground.MANY_LABELS, str(len(seen)), kind="nominal", certainty="likely")


# Below so many rows a third of different labels may well be answers.
_FEWEST_ROWS_OF_TEXT = 10


def _named(observed: Observed) -> ColumnPlan | None:
    """Plan of a column whose name says that it is a date, a contact or tells clusters."""
    numbers = observed.numbers
    if numbers is None or observed.file_values:
        return None
    if name_is("date", observed.name) and _are_dates(observed):
        return set_aside(observed, Ground.DATE)
    if name_is("duration", observed.name) and len(observed.seen) > _MOST_LABELS:
        return set_aside(observed, Ground.DURATION, certainty="likely")
    if _are_dates(observed) and len(observed.seen) > 2:
        return set_aside(observed, Ground.DATE, certainty="likely")
    if (name_is("cluster", observed.name) or tells_clusters(observed.wording)) and len(observed.seen) > _MOST_LABELS:
        return set_aside(observed, Ground.CLUSTER, role="cluster")
    if name_is("person", observed.name) and len(observed.seen) > _OPEN_SHARE * observed.n_seen:
        return set_aside(observed, Ground.CONTACT, certainty="likely")
    return None


def _are_dates(observed: Observed) -> bool:
    """Whether numbers are days written as yyyymmdd."""
    numbers = observed.numbers
    if numbers is None or not ((numbers >= 19_000_101) & (numbers <= 21_001_231)).all():
        return False
    month, day = numbers // 100 % 100, numbers % 100
    return bool(((month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)).all())


def _identifier(observed: Observed) -> ColumnPlan | None:
    """Plan of numbers that tell rows apart, by their name or because all differ and are whole."""
    numbers = observed.numbers
    is_labelled = bool(observed.file_values or observed.file_labels)
    if numbers is None or is_labelled or not (numbers == np.floor(numbers)).all():
        return None
    n_distinct, n_seen = len(observed.seen), observed.n_seen
    if name_is("identifier", observed.name):
        return _tells_rows(observed, n_distinct)
    if _counts_on_in_groups(observed):
        return set_aside(observed, Ground.CLUSTER, role="cluster", certainty="likely")
    if _counts_again_and_again(observed):
        return set_aside(observed, Ground.IDENTIFIER, role="identifier", certainty="unsure")
    is_long = numbers.min() >= _LONG and n_distinct >= _DISTINCT * n_seen  # a few numbers may be entered twice
    if n_seen < _FEWEST_DISTINCT or (n_distinct < n_seen and not is_long):
        return None
    scores = observed.scores
    counts_on = scores is not None and bool((np.diff(scores[np.isfinite(scores)]) > 0).all())
    return set_aside(observed, Ground.IDENTIFIER, role="identifier", certainty="sure" if counts_on else "unsure")


def _counts_on_in_groups(observed: Observed) -> bool:
    """Whether whole numbers never fall from row to row and rows share them, as members of households do.

    They are large, or count on from one without a gap.
    """
    scores = observed.scores
    if scores is None or observed.n_seen < observed.n_rows or names_measure(observed.name, observed.wording):
        return False
    n_distinct = len(observed.seen)
    many = _FEWEST_DISTINCT <= n_distinct <= _MOST_CLUSTER_SHARE * observed.n_rows
    steps = np.diff(scores)
    count_on = scores[0] in (0, 1) and steps.max(initial=0) <= 1
    return bool(many and (steps >= 0).all() and (count_on or scores.min() > _FEWEST_OF_NUMBERED))


def _counts_again_and_again(observed: Observed) -> bool:
    """Whether the rows are numbered 1, 2, 3, 1, 2, 3 and so on, as those of persons with several rows are."""
    scores, n = observed.scores, len(observed.seen)
    if scores is None or n < _FEWEST_COUNTED or observed.n_rows < _FEWEST_DISTINCT:
        return False
    return bool((scores == np.arange(observed.n_rows) % n + 1).all())


def _tells_rows(observed: Observed, n_distinct: int) -> ColumnPlan | None:
    """Plan of a column that is called an identifier: of rows, or of what several rows belong to."""
    if n_distinct >= _DISTINCT * observed.n_seen:
        return set_aside(observed, Ground.IDENTIFIER, role="identifier")
    if n_distinct > _MOST_LABELS and n_distinct <= _MOST_CLUSTER_SHARE * observed.n_seen:
        return set_aside(observed, Ground.CLUSTER, role="cluster", certainty="likely")
    if n_distinct > _MOST_LABELS:
        return set_aside(observed, Ground.IDENTIFIER, role="identifier", certainty="likely")
    return None


def _place(observed: Observed) -> ColumnPlan | None:
    """Plan of coordinates and postal codes."""
    if name_is("place", observed.name) and len(observed.seen) > _MOST_LABELS:
        return set_aside(observed, Ground.PLACE)
    return None


def _hardly_seen(observed: Observed) -> ColumnPlan | None:
    """Plan of a column that most rows leave empty, such as one behind a rare filter."""
    share = observed.n_seen / observed.n_rows
    if share >= _HARDLY and observed.n_seen >= _FEW_SEEN:
        return None
    return set_aside(observed, Ground.HARDLY_SEEN, f"{share:.0%}", certainty="likely")
