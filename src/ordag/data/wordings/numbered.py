# SPDX-License-Identifier: MIT
"""Orders of labels by the numbers in them: "1 - never", "18-24", "Grade 1", "never (1)", "Stage IIIA".

The number that counts is the first one, after the same words in all labels, or the last one after a bracket, a colon,
an equals sign or a dash. Labels are in its order only if what else they say does not speak against it: "30 minutes"
and "1 hour" are of different units, "F32", "F41" and "Site 1" are names, and who does not know is not above all others.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

from ordag.data.wordings.no_answer import says_no_answer

_Place: TypeAlias = tuple[float, str | int]  # the number, and what decides between equal ones

# Whole numbers with more distinct values are taken as a measurement, and labels with more are likelier names.
_MOST_NUMBERED = 20
_FEWEST_NUMERALS = 3  # fewer may be letters: IA and VA are states
_FEWEST_BARE = 2  # numbers alone beside others with words: the words do not tell units

_DIGITS = r"\d+(?:(?:[ '.,]\d{3})+(?!\d)|[.,]\d+)?"
_FIRST = re.compile(rf"(?P<words>\D*?)(?P<number>(?:^[+-])?{_DIGITS})(?P<rest>.*)")
_LAST = re.compile(rf"(?:(?P<words>\D+?)(?P<mark>\s*[(\[=:]\s*|\s+-\s+))?(?P<number>[+-]?{_DIGITS})(?P<rest>[)\]]?)")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:[ '.,]\d{3})+")
_MORE_DIGITS = re.compile(r"[ '.,]\d")
_DATE = re.compile(r"\d/\d|\d([-.])\d+\1\d")
_BELOW = re.compile(r"(?:under|below|less than|fewer than|younger than|up to|at most|<=?|≤)\s*")
_ABOVE = re.compile(r"(?:over|above|more than|older than|at least|>=?|≥)\s*")
_LINKING = re.compile(
    r"\b(?:to|and|or|more|over|above|older|up|plus|less|fewer|under|below|younger|than)\b|(?<=\d)(?:st|nd|rd|th)\b"
)
_MARKED = re.compile(r"\s*([-=:.)\]|]+)\s*[^\W\d]")
# What is numbered to be told apart, not ranked.
_NAMED = re.compile(
    r"\b(?:arm|batch|brand|cent(?:er|re)|city|clinic|cluster|cohort|company|condition|country|department|district|group|"
    r"hospital|household|id|interviewer|participant|product|region|respondent|room|school|sector|shop|site|store|"
    r"subject|team|type|unit|ward|zone)\b"
)
_NUMERAL = re.compile(r"(?P<words>(?:[a-z][a-z-]* )?)(?P<number>ix|iv|v?i{1,3}|v|x)(?P<part>[a-d]?[1-3]?)")
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def order_by_number(labels: Sequence[str]) -> tuple[str, ...] | None:
    """Labels from the lowest number in them to the highest, or None if they tell no order or are mere numbers.

    Examples
    --------
    >>> order_by_number(["5 - always", "2", "3", "4", "1 - never"])
    ('1 - never', '2', '3', '4', '5 - always')
    >>> order_by_number(["65+", "18-24", "25-64", "under 18"])
    ('under 18', '18-24', '25-64', '65+')
    >>> order_by_number(["30 minutes", "1 hour", "2 hours"]) is None
    True
    """
    if not 1 < len(labels) <= _MOST_NUMBERED:
        return None
    plain = [" ".join(re.sub("[–—−]", "-", label).casefold().split()) for label in labels]
    has_digits = all(any(map(str.isdecimal, label)) for label in plain)
    for places_of in (_by_first, _by_last) if has_digits else (_by_numeral,):
        places = places_of(plain)
        if places is not None and len(set(places)) == len(labels) and not any(map(says_no_answer, labels)):
            return tuple(label for _, label in sorted(zip(places, labels, strict=True)))
    return None


def numerals(labels: Sequence[str]) -> list[float | None]:
    """Roman numerals at the end of labels, their parts aside, or all None if these are no run of such.

    Examples
    --------
    >>> numerals(["ASA I", "ASA II", "ASA III"]), numerals(["red", "blue"])
    ([1.0, 2.0, 3.0], [None, None])
    >>> numerals(["ISCED I", "ISCED II", "ISCED IIIb", "ISCED IIIa"])
    [1.0, 2.0, 3.0, 3.0]
    """
    plain = [" ".join(label.casefold().split()) for label in labels]
    split = [_NUMERAL.fullmatch(label) for label in plain]
    if _by_numeral(plain) is None:
        return [None] * len(labels)
    return [_NUMERALS.index(match["number"]) + 1.0 for match in split if match is not None]


def names_things(label: str) -> bool:
    """Whether the number in a label tells things apart and ranks none: "Site 3".

    Examples
    --------
    >>> names_things("Site 3"), names_things("3 hours")
    (True, False)
    """
    return re.search(r"\d", label) is not None and _NAMED.search(label.casefold()) is not None


def _by_first(labels: Sequence[str]) -> list[_Place] | None:
    """Places by first numbers that stand after the same words; "under 18" is just below "18-24"."""
    sides = [-1 if _BELOW.match(label) else int(_ABOVE.match(label) is not None) for label in labels]
    found = [_FIRST.fullmatch(_ABOVE.sub("", _BELOW.sub("", label, 1), 1)) for label in labels]
    split = [match for match in found if match is not None]
    if len(split) < len(labels) or any(map(_DATE.search, labels)) or len({match["words"] for match in split}) > 1:
        return None
    numbers, rests = _numbers([match["number"] for match in split]), [match["rest"] for match in split]
    words = split[0]["words"]
    is_code = words[-1:].isalpha() and (min(numbers) > 1 or any(rest[:1].isalpha() for rest in rests))
    is_name = is_code or _NAMED.search(words) is not None
    is_number = not any([words, *rests, *sides]) or any(map(_MORE_DIGITS.match, rests))
    return None if is_name or is_number or not _agree(rests) else list(zip(numbers, sides, strict=True))


def _agree(rests: Sequence[str]) -> bool:
    """Whether what follows numbers is the same unit, comes after the same mark, or is not there in several labels."""
    units = {unit for rest in rests if (unit := _unit(rest))}
    if len(units) <= 1 or sum(not rest for rest in rests) >= _FEWEST_BARE:
        return True
    marks = [_MARKED.match(rest) for rest in rests if _unit(rest)]
    return all(mark is not None for mark in marks) and len({mark[1] for mark in marks if mark is not None}) == 1


def _unit(rest: str) -> str:
    """Words after a number that are neither numbers themselves nor link such; one day and two days are one unit."""
    words = re.findall(r"[^\W\d]+", _LINKING.sub(" ", f"0{rest}"))
    return " ".join(dict.fromkeys(word.removesuffix("s") for word in words))


def _by_last(labels: Sequence[str]) -> list[_Place] | None:
    """Places by last numbers after words and the same mark."""
    split = [match for label in labels if (match := _LAST.fullmatch(label))]
    marks = {match["mark"].strip() for match in split if match["mark"]}
    if len(split) < len(labels) or len(marks) != 1:
        return None
    return [(number, 0) for number in _numbers([match["number"] for match in split])]


def _by_numeral(labels: Sequence[str]) -> list[_Place] | None:
    """Places by Roman numerals without gaps after the same words, and by the letters of their parts."""
    split = [match for label in labels if (match := _NUMERAL.fullmatch(label))]
    numbers = [_NUMERALS.index(match["number"]) for match in split]
    has_run = len(set(numbers)) >= _FEWEST_NUMERALS and max(numbers) - min(numbers) == len(set(numbers)) - 1
    if len(split) < len(labels) or not has_run or len({match["words"] for match in split}) > 1:
        return None
    return [(number, match["part"]) for number, match in zip(numbers, split, strict=True)]


def _numbers(texts: Sequence[str]) -> list[float]:
    """Numbers as texts show them; three digits after a mark are thousands if that may be so in all."""
    grouped = all(_GROUPED.fullmatch(text) for text in texts if not text.lstrip("+-").isdecimal())
    plain = [re.sub("[ '.,]" if grouped or text.count(",") > 1 else "[ ']", "", text) for text in texts]
    return [float(text.replace(",", ".")) for text in plain]
