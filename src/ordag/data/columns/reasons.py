# SPDX-License-Identifier: MIT
"""Why a column was taken as what it is: a value with its details, worded in this module alone."""

from dataclasses import dataclass
from enum import StrEnum

from ordag.messages.lists import listed


class Ground(StrEnum):
    """Grounds of a decision; the value is what `columns.toml` holds."""

    DECLARED = "declared"
    DECLARED_KIND = "declared kind"
    AS_IS = "as it is"
    # Kinds of answers
    SCALE = "known scale"
    SCALE_WORDS_ONLY = "known scale, codes in another order"
    STRAY_LABELS = "scale with labels beside it"
    ENDS = "scale with labelled ends"
    RECURRING = "recurring answers"
    STEPS = "steps of one"
    UNCONFIRMED = "steps, order unconfirmed"
    STEPS_NAMED_GROUP = "steps of one, named like groups"
    CODES_WITH_GAPS = "codes with gaps"
    FEW_VALUES = "few values"
    TAKEN_BACK = "too few other columns"
    MONOTONE = "monotone in the data"
    NOT_MONOTONE = "not monotone in the data"
    AGAINST_LABELS = "codes against labels"
    RANK_NAME = "named like a scale"
    MEASURE_LEVEL = "measure level only"
    TWO_ANSWERS = "two answers"
    TICKED = "ticked or empty"
    MEASUREMENT = "measurement"
    COUNT = "count"
    CENSORED = "censored"
    APART = "censored, with a gap"
    INFERRED = "inferred"
    NUMBERED_GROUPS = "numbered groups"
    GROUPS = "names of groups"
    GROUP_NAME = "named like groups"
    NO_ORDER = "no order known"
    MANY_LABELS = "many labels"
    # Set aside
    EMPTY = "empty"
    CONSTANT = "constant"
    ONE_ANSWER = "one answer or nothing"
    HARDLY_SEEN = "hardly seen"
    IDENTIFIER = "identifier"
    CLUSTER = "cluster"
    DATE = "date or time"
    DURATION = "duration"
    CONTACT = "contact"
    PERSON = "name of a person"
    PLACE = "place"
    OPEN_TEXT = "open text"
    ATTENTION = "check of attention"
    METADATA = "metadata"
    UNUSABLE = "unusable"
    WEIGHT_NAME = "weight by name"
    WEIGHT_SHAPE = "weight by shape"
    REPEATS = "repeats"
    DERIVED = "derived"
    TOTAL = "total"


# What somebody decided, and no evidence changes.
DECISIONS = (Ground.DECLARED, Ground.DECLARED_KIND)

_WORDED = {
    Ground.DECLARED: "as you declared",
    Ground.DECLARED_KIND: "of the kind that you declared",
    Ground.AS_IS: "taken as it is",
    Ground.SCALE: "its labels are a known scale ({})",
    Ground.SCALE_WORDS_ONLY: "its labels are a known scale ({}); the codes are in another order and were not followed",
    Ground.STRAY_LABELS: "its labels are a scale ({}) but for {}",
    Ground.ENDS: "its codes go in steps of one between labelled ends",
    Ground.RECURRING: "{} columns share its answers, in steps of one",
    Ground.STEPS: "whole numbers in steps of one",
    Ground.UNCONFIRMED: "whole numbers without labels, which nothing confirms to be in order",
    Ground.STEPS_NAMED_GROUP: "whole numbers in steps of one, but its name is that of groups",
    Ground.CODES_WITH_GAPS: "whole numbers with gaps, which may be codes without an order",
    Ground.TAKEN_BACK: "too few other columns can be used; it may well have no order, or be seen too seldom",
    Ground.FEW_VALUES: "few different values, each often",
    Ground.MONOTONE: "unknown labels, but other columns rise or fall along its codes",
    Ground.NOT_MONOTONE: "other columns neither rise nor fall along its codes",
    Ground.AGAINST_LABELS: "its labels are of a scale ({}) that its codes do not follow; perhaps they are wrong",
    Ground.RANK_NAME: "unknown labels; its codes go in steps of one, and its name or wording is that of a scale",
    Ground.MEASURE_LEVEL: "unknown labels; the file calls it ordinal",
    Ground.TWO_ANSWERS: "two answers",
    Ground.TICKED: "options to tick: an empty entry means not ticked",
    Ground.MEASUREMENT: "many different numbers",
    Ground.COUNT: "a count",
    Ground.CENSORED: "many different numbers that end at {}, where {} of the rows are",
    Ground.APART: "many different numbers that end at {}, where {} of the rows are, and none near: perhaps two "
    "questions, whether and how much",
    Ground.INFERRED: "{}",
    Ground.NUMBERED_GROUPS: "other columns go up and down along its numbers, as along those of groups",
    Ground.GROUPS: "its labels name groups without an order ({})",
    Ground.GROUP_NAME: "its name or wording is that of groups without an order",
    Ground.NO_ORDER: "no order of its labels is known",
    Ground.MANY_LABELS: "{} different labels without a known order",
    Ground.EMPTY: "no entries",
    Ground.CONSTANT: "always the same",
    Ground.ONE_ANSWER: "one answer or nothing",
    Ground.HARDLY_SEEN: "only {} of the rows have an entry",
    Ground.IDENTIFIER: "identifies rows",
    Ground.CLUSTER: "tells which rows belong together",
    Ground.DATE: "dates or times",
    Ground.DURATION: "how long the answers took",
    Ground.CONTACT: "addresses",
    Ground.PERSON: "names of persons",
    Ground.PLACE: "places",
    Ground.OPEN_TEXT: "open text",
    Ground.ATTENTION: "a check that people read what they answer",
    Ground.METADATA: "written by the survey tool ({})",
    Ground.UNUSABLE: "{}",
    Ground.WEIGHT_NAME: "weights of the rows, by its name and shape",
    Ground.WEIGHT_SHAPE: "weights of the rows, by its shape: positive with mean one",
    Ground.REPEATS: "repeats {}",
    Ground.DERIVED: "follows from {}",
    Ground.TOTAL: "a {} of {}",
}

# What places labels on a scale.
_SORTS = {
    "scale": "a listed wording",
    "degree": "degrees of one thing",
    "rate": "how often",
    "education": "stages of education",
    "amount": "numbers",
}


@dataclass(frozen=True)
class Reason:
    """Ground of a decision with its details: names of columns, labels of levels, sorts, but no other contents."""

    ground: Ground
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return worded(self)


def worded(reason: Reason) -> str:
    """A reason in words.

    Examples
    --------
    >>> worded(Reason(Ground.TOTAL, ("sum", "q1", "q2")))
    'a sum of q1, q2'
    >>> worded(Reason(Ground.GROUPS, ("religion",)))
    'its labels name groups without an order (religion)'
    """
    details = list(reason.details)
    if details and details[0] in _SORTS:
        details[0] = _SORTS[details[0]]
    if reason.ground == Ground.TOTAL:
        details = [details[0], listed(details[1:])]
    elif reason.ground == Ground.STRAY_LABELS:
        details = [details[0], listed(f'"{label}"' for label in details[1:])]
    text = _WORDED[reason.ground]
    return text.format(*details) if details else text.replace(" ({})", "").replace("{}", "others")
