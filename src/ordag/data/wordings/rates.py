# SPDX-License-Identifier: MIT
"""How often and how much: "twice a year", "2-3x a month", "lt $1000", "18-24y" as numbers that can be compared."""

import math
import re
from collections.abc import Sequence
from functools import cache

from ordag.data.wordings.words import plain, tokens, without_code, words

_TIMES_A_YEAR = {"year": 1, "month": 12, "week": 52, "day": 365}
_ADVERBS = {"yearly": "year", "monthly": "month", "weekly": "week", "daily": "day"}
_NEVER = -9.0
_SEVERAL = 3.5
# What "less than", "more than" and "almost" make of a number; close enough to stay within its neighbours.
_LESS, _MORE, _ALMOST = 0.6, 1.4, 0.8
_NUMBER = re.compile(r"(?<![a-z\d])(?:\d+(?:[., ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)")


def rates(labels: Sequence[str]) -> list[float | None]:
    """Logarithm of how often a year each label says; None where it names no unit of time.

    Examples
    --------
    >>> [round(x) for x in rates(["never", "lt once a year", "2-3x a month", "daily"])]
    [-9, -1, 3, 6]
    """
    return [_rate(label) for label in labels]


def amounts(labels: Sequence[str]) -> list[float | None]:
    """The first number in each label, a little less or more where it says "under" or "over"; None without a number.

    Examples
    --------
    >>> amounts(["lt $1000", "$1000 to 2999", "25K or more", "none"])
    [999.0, 1000.0, 25001.0, None]
    """
    return [_first_amount(label) for label in labels]


def _rate(label: str) -> float | None:
    found = tokens(label)
    if found and found[0] in _listed("never"):
        return _NEVER
    unit = next((name for name in (*_TIMES_A_YEAR, *_ADVERBS) if _listed(name) & set(found)), None)
    if unit is None:
        return None
    text = plain(without_code(label))
    if _names_occasions(text, found):
        return None
    numbers = [float(x.replace(",", ".")) for x in re.findall(r"\d+(?:[.,]\d+)?", text)]
    rate = _TIMES_A_YEAR[_ADVERBS.get(unit, unit)] * (sum(numbers) / len(numbers) if numbers else _count(found))
    if _listed("below") & set(found) or "<" in text:
        rate *= _LESS
    if _listed("above") & set(found) or ">" in text or "+" in text:
        rate *= _MORE
    return math.log(rate * _ALMOST if _listed("almost") & set(found) else rate) if rate else _NEVER


def _names_occasions(text: str, found: Sequence[str]) -> bool:
    """Whether a label speaks of certain days and not of how often: "only on special holy days"."""
    counted = any(_listed(name) & set(found) for name in ("once", "twice", "several", *_ADVERBS))
    return not counted and "only" in found and re.search(r"\d", text) is None


def _count(found: Sequence[str]) -> float:
    """How many times, in words."""
    both = [
        value for name, value in (("once", 1.0), ("twice", 2.0), ("several", _SEVERAL)) if _listed(name) & set(found)
    ]
    return sum(both) / len(both) if both else 1.0


def _first_amount(label: str) -> float | None:
    text = plain(re.sub("[-–—]", " to ", without_code(label))).replace("$", "")
    match = _NUMBER.search(text)
    if match is None:
        return None
    number = float(re.sub(r"[., ](?=\d{3}(?!\d))", "", match[0]).replace(",", "."))
    after, found = text[match.end() :], set(re.findall(r"[a-z]+", text))
    if re.match(r"\s?(?:to \d+\s?)?k(?![a-z])", after):
        number *= 1000
    below = bool(_listed("below") & found) or "<" in text
    above = bool(_listed("above") & found) or ">" in text or after.strip().startswith("+")
    return number - below + above


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(
        word for phrase in words()["rates"][name] for word in (phrase, phrase.split()[0]) if " " not in word
    )
