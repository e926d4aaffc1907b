# SPDX-License-Identifier: MIT
"""Positions of labels on the scale that their words make: listed, degrees, rates, stages of education, numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ordag.data.wordings.degrees import degrees, in_order
from ordag.data.wordings.groups import stages
from ordag.data.wordings.likert import positions_on_scales
from ordag.data.wordings.numbered import names_things, numerals
from ordag.data.wordings.rates import amounts, rates
from ordag.data.wordings.words import plain, without_code, without_shared

# So many of the labels have to be placed, and two different ones at the least.
_SHARE = 0.6
_OR = re.compile(r"\s*(?:\b(?:or|oder|ou|o|of)\b|/)\s*")
_PLAIN_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Placement:
    """Positions of labels, None where one is not placed, and what placed them."""

    places: tuple[float | None, ...]
    by: str

    @property
    def is_whole(self) -> bool:
        """Whether all labels are placed apart, so that words alone tell the order."""
        return None not in self.places and len(set(self.places)) == len(self.places)

    @property
    def order(self) -> float:
        """From 1, all neighbours go up, to −1, all go down."""
        return in_order(self.places)


def placements(labels: Sequence[str]) -> list[Placement]:
    """The scales on which most of the labels have a place, those that place more before others.

    Bare numbers among the labels, which stand between the labelled ends of a scale, have none.

    Examples
    --------
    >>> placements(["Never", "2", "3", "(Almost) always"])[0]
    Placement(places=(0.0, None, None, 6.0), by='scale')
    >>> placements(["red", "blue"])
    []
    """
    texts = [without_code(label) for label in labels]
    is_worded = [_PLAIN_NUMBER.fullmatch(plain(text)) is None for text in texts]
    found = [
        Placement(tuple(place if worded else None for place, worded in zip(places, is_worded, strict=True)), by)
        for places, by in _found([text for text, worded in zip(texts, is_worded, strict=True) if worded], is_worded)
    ]
    needed = max(2, _SHARE * sum(is_worded))
    enough = [
        one
        for one in found
        if sum(place is not None for place in one.places) >= needed and len(set(one.places) - {None}) > 1
    ]
    return sorted(enough, key=lambda one: -sum(place is not None for place in one.places))


def _alternatives(label: str) -> tuple[str, str]:
    """What a label says before and after an "or"; twice the label where there is none."""
    parts = _OR.split(plain(label))
    return parts[0], parts[-1]


def _found(texts: Sequence[str], is_worded: Sequence[bool]) -> Iterator[tuple[list[float | None], str]]:
    """Positions on each sort of scale, spread over all labels again."""
    ways = [(places, "scale") for places in positions_on_scales(texts)]
    bare = without_shared(texts)
    if bare != list(texts):  # "no pain", "mild pain": the scale is in the other words
        ways += [(places, "scale") for places in positions_on_scales(bare)]
    ways += [
        (degrees(texts), "degree"),
        (rates(texts), "rate"),
        (stages(texts), "education"),
        (numerals(texts), "numeral"),
    ]
    first, last = zip(*map(_alternatives, texts), strict=True) if texts else ((), ())
    if first != last:  # "very slightly or not at all", "nie oder fast nie"
        ways += [(places, "scale") for half in (first, last) for places in positions_on_scales(half)]
        ways += [(degrees(half), "degree") for half in (first, last)]
    if not any(map(names_things, texts)):
        ways.append((amounts(texts), "amount"))
    for places, by in ways:
        left = iter(places)
        yield [next(left) if worded else None for worded in is_worded], by
