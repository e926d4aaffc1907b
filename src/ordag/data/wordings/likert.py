# SPDX-License-Identifier: MIT
"""Orders of the wordings that questionnaires use, so that common text answers need no declaration.

A scale lists its positions from lowest to highest; a position holds wordings that mean the same there. Letter case,
hyphens, underscores and repeated spaces do not matter. A set of labels is recognised when one scale holds all of them
at different positions and no other scale orders them differently, or when numbers in the labels tell the order.
"""

from collections.abc import Sequence
from itertools import combinations

from ordag.data.wordings.numbered import order_by_number

# Two letters are as likely to name groups as grades, so grades are believed only when this many are seen.
_FEWEST_GRADES = 4
# More labels than an item offers are open answers, among which no wording is sought.
_MOST_LABELS = 15

_SCALES: tuple[tuple[str, ...], ...] = (
    (
        "very strongly disagree", "strongly disagree|completely disagree|totally disagree|fully disagree",
        "disagree|moderately disagree|mostly disagree", "somewhat disagree|rather disagree|tend to disagree",
        "slightly disagree|disagree slightly|a little disagree",
        "neutral|undecided|neither agree nor disagree|neither|neither disagree nor agree|not sure|unsure|no opinion",
        "slightly agree|agree slightly|a little agree", "somewhat agree|rather agree|tend to agree",
        "agree|moderately agree|mostly agree", "strongly agree|completely agree|totally agree|fully agree",
        "very strongly agree",
    ),
    (
        "never", "almost never|hardly ever|very rarely", "rarely|seldom", "occasionally|once in a while",
        "sometimes|about half the time", "frequently|often|most of the time|usually",
        "very often|very frequently|almost always|nearly always", "always|all the time|constantly",
    ),
    ("not at all", "several days", "more than half the days", "nearly every day"),
    ("never", "yearly", "quarterly", "monthly", "weekly", "daily", "hourly"),
    ("never", "once", "twice"),
    ("no|n", "maybe|perhaps|unsure|not sure", "yes|y"),
    ("false|f", "true|t"),
    ("none", "a little|a little bit|little", "some", "quite a bit|a lot|much", "very much|a great deal|extremely"),
    (
        "not at all", "very slightly", "slightly|a little|a little bit", "somewhat", "moderately",
        "quite a bit|considerably|quite", "very|very much", "extremely|completely",
    ),
    ("extremely poor", "very poor", "poor", "fair", "average|okay|ok", "good", "very good", "excellent|outstanding"),
    ("terrible|awful", "very bad", "bad", "neutral|average|okay|ok|neither good nor bad", "good", "very good",
     "excellent|outstanding"),
    ("none", "very low|lowest", "low", "medium|moderate|middle|average|intermediate", "high", "very high|highest"),
    ("none|absent", "minimal", "mild", "moderate", "severe", "very severe|extreme"),
    ("very small", "small", "medium", "large", "very large"),
    (
        "very dissatisfied|extremely dissatisfied|completely dissatisfied", "dissatisfied|mostly dissatisfied",
        "somewhat dissatisfied|slightly dissatisfied",
        "neutral|neither satisfied nor dissatisfied|neither dissatisfied nor satisfied|neither",
        "somewhat satisfied|slightly satisfied", "satisfied|mostly satisfied",
        "very satisfied|extremely satisfied|completely satisfied",
    ),
    (
        "very unlikely|extremely unlikely", "unlikely", "somewhat unlikely|slightly unlikely",
        "neutral|neither likely nor unlikely|neither unlikely nor likely|neither", "somewhat likely|slightly likely",
        "likely", "very likely|extremely likely",
    ),
    (
        "not at all important|not important|unimportant", "slightly important|of little importance",
        "somewhat important", "moderately important", "important|fairly important", "very important",
        "extremely important",
    ),
    ("strongly oppose", "oppose", "somewhat oppose", "neutral|neither", "somewhat support|somewhat favor",
     "support|favor", "strongly support|strongly favor"),
    ("much worse", "worse", "somewhat worse|slightly worse", "about the same|the same|same|no change|unchanged",
     "somewhat better|slightly better", "better", "much better"),
    ("i", "ii", "iii", "iv", "v"),
    ("stage i", "stage ii", "stage iii", "stage iv"),
)  # fmt: skip

_GRADES = ("f", "e", "d-", "d", "d+", "c-", "c", "c+", "b-", "b", "b+", "a-", "a", "a+")


def known_order(labels: Sequence[str]) -> tuple[str, ...] | None:
    """Labels from lowest to highest if they are a known wording or tell their order by numbers, else None.

    Examples
    --------
    >>> known_order(["Always", "never", "Often"])
    ('never', 'Often', 'Always')
    >>> known_order(["3 - always", "2", "1 - never"])
    ('1 - never', '2', '3 - always')
    >>> known_order(["Bern", "Oslo"]) is None
    True
    """
    wordings = [_plain(label) for label in labels]
    scales = (*_POSITIONS, _GRADE_POSITIONS) if len(labels) >= _FEWEST_GRADES else _POSITIONS
    found = [positions for scale in scales if (positions := _positions_on(scale, wordings)) is not None]
    orders = {tuple(label for _, label in sorted(zip(positions, labels, strict=True))) for positions in found}
    return orders.pop() if len(orders) == 1 else None if orders else order_by_number(labels)


def are_letter_grades(order: Sequence[str]) -> bool:
    """Whether labels that `known_order` has put in order are grades by letters, of which the first is the highest.

    Examples
    --------
    >>> are_letter_grades(["D", "C", "B", "A"]), are_letter_grades(["never", "always"])
    (True, False)
    """
    return all(_plain(label) in _GRADE_POSITIONS for label in order)


def strangers(labels: Sequence[str]) -> tuple[str, ...]:
    """The one or two labels without which the others are a known wording; none if there are no such.

    Examples
    --------
    >>> strangers(["never", "often", "don't know", "always"])
    ("don't know",)
    """
    for n_strange in (1, 2) if len(labels) <= _MOST_LABELS else ():
        for strange in combinations(labels, n_strange):
            rest = [label for label in labels if label not in strange]
            if len(rest) > n_strange and known_order(rest) is not None:
                return strange
    return ()


def _positions_on(scale: dict[str, int], wordings: Sequence[str]) -> list[int] | None:
    """Positions of wordings on a scale that holds all of them apart, else None."""
    positions = [scale[wording] for wording in wordings if wording in scale]
    is_scale = len(positions) == len(wordings) and len(set(positions)) >= max(len(wordings), 2)
    return positions if is_scale else None


def _plain(label: str) -> str:
    """Lower case with single spaces; a trailing hyphen is a grade and stays."""
    text = label.strip().lower().replace("_", " ")
    return " ".join((text[:-1].replace("-", " ") + text[-1:]).split())


_POSITIONS = tuple({word: k for k, words in enumerate(scale) for word in words.split("|")} for scale in _SCALES)
_GRADE_POSITIONS = {grade: k for k, grade in enumerate(_GRADES)}
