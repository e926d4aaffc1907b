# SPDX-License-Identifier: MIT
"""Orders of the wordings that questionnaires use, so that common text answers need no declaration.

A scale lists its positions from lowest to highest; a position holds wordings that mean the same there. Letter case,
hyphens, underscores and repeated spaces do not matter. A set of labels is recognised when one scale holds all of them
at different positions and no other scale orders them differently, or when numbers in the labels tell the order.
"""

from collections.abc import Sequence
from itertools import combinations

from ordag.data.wordings.numbered import order_by_number
from ordag.data.wordings.words import plain, words

# Two letters are as likely to name groups as grades, so grades are believed only when this many are seen.
_FEWEST_GRADES = 4
# More labels than an item offers are open answers, among which no wording is sought.
_MOST_LABELS = 15

# A word that is cut short keeps as many letters.
_FEWEST_LETTERS = 4

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
    wordings = [plain(label) for label in labels]
    scales = (*_POSITIONS, _GRADE_POSITIONS) if len(labels) >= _FEWEST_GRADES else _POSITIONS
    found = [positions for scale in scales if (positions := _positions_on(scale, wordings)) is not None]
    orders = {tuple(label for _, label in sorted(zip(positions, labels, strict=True))) for positions in found}
    return orders.pop() if len(orders) == 1 else None if orders else order_by_number(labels)


def positions_on_scales(labels: Sequence[str]) -> list[list[float | None]]:
    """Positions of labels on each listed scale that holds two of them, None where a label has none there.

    A label may be cut short, as names of levels often are: "Freq" for "frequently".

    Examples
    --------
    >>> positions_on_scales(["bad", "fair", "bleu"])[-1]
    [2.0, 3.0, None]
    """
    wordings = [plain(label) for label in labels]
    found = [[_position(scale, wording) for wording in wordings] for scale in _POSITIONS]
    return [places for places in found if len(set(places) - {None}) > 1]


def are_letter_grades(order: Sequence[str]) -> bool:
    """Whether labels that `known_order` has put in order are grades by letters, of which the first is the highest.

    Examples
    --------
    >>> are_letter_grades(["D", "C", "B", "A"]), are_letter_grades(["never", "always"])
    (True, False)
    """
    return all(plain(label) in _GRADE_POSITIONS for label in order)


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


def _position(scale: dict[str, int], wording: str) -> float | None:
    """Position of a wording, or of the only one that begins with it."""
    if wording in scale:
        return float(scale[wording])
    begun = {place for word, place in scale.items() if len(wording) >= _FEWEST_LETTERS and word.startswith(wording)}
    return float(begun.pop()) if len(begun) == 1 else None


_POSITIONS = tuple(
    {plain(word): k for k, same in enumerate(scale) for word in same.split("|")} for scale in words()["scales"].values()
)
_GRADE_POSITIONS = {grade: k for k, grade in enumerate(_GRADES)}
