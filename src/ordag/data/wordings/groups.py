# SPDX-License-Identifier: MIT
"""Names of groups, which have no order (religions, countries), and stages of education, which have one."""

import re
from collections.abc import Sequence
from functools import cache

from ordag.data.wordings.words import plain, tokens, without_code, words, words_of_name

# Of the labels of a column so many name groups of one sort where it is one of groups.
_FEWEST, _SHARE = 2, 0.4
# Sorts with short names need all of them.
_SHORT = 2
_FEWEST_STAGES = 3


def sort_of_groups(labels: Sequence[str]) -> str | None:
    """What sort of groups the labels name, such as "religion"; None if they do not.

    Examples
    --------
    >>> sort_of_groups(["Catholic", "1_Protestant", "Other"]), sort_of_groups(["never", "often"])
    ('religion', None)
    """
    texts = [" ".join(tokens(label)) for label in labels]
    best, most = None, 0
    for sort, names in words()["groups"].items():
        n_named = sum(text in _names(sort) for text in texts)
        is_short = max(map(len, names)) <= _SHORT
        enough = n_named == len(texts) if is_short else n_named >= max(_FEWEST, _SHARE * len(texts))
        if enough and n_named > most:
            best, most = sort, n_named
    return best


def names_groups(name: str, wording: str | None) -> bool:
    """Whether the name of a column, or what was asked, is of something that has no order, such as a region.

    Examples
    --------
    >>> names_groups("q7_region", None), names_groups("q8", "How often do you attend services?")
    (True, False)
    """
    return _holds("topics", name, wording)


def names_count(name: str, wording: str | None) -> bool:
    """Whether the name or wording of a column is of a count."""
    return _holds("counts", name, wording)


def names_measure(name: str, wording: str | None) -> bool:
    """Whether the name or wording of a column is of a measurement."""
    return _holds("measures", name, wording)


def names_rank(name: str, wording: str | None) -> bool:
    """Whether the name or wording of a column is of something that has an order.

    Examples
    --------
    >>> names_rank("educ_father", None), names_rank("q1", "How satisfied are you?"), names_rank("plan", None)
    (True, True, False)
    """
    return _holds("ranks", name, wording)


def stages(labels: Sequence[str]) -> list[float | None]:
    """Stage of education that each label names; None where it names none, and all None if too few do.

    Examples
    --------
    >>> stages(["lt high school", "high school", "bachelor", "graduate"])
    [3.0, 4.0, 6.0, 7.0]
    """
    found = [_stage(f" {' '.join(tokens(without_code(label)))} ") for label in labels]
    enough = len(set(found) - {None}) >= _FEWEST_STAGES and sum(x is not None for x in found) * 2 > len(found)
    return found if enough else [None] * len(labels)


def _stage(text: str) -> float | None:
    """Stage of the longest phrase in a text."""
    held = [(len(phrase), float(stage)) for phrase, stage in _stage_phrases() if f" {phrase} " in text]
    return max(held)[1] if held else None


def _holds(section: str, name: str, wording: str | None) -> bool:
    """Whether a listed word stands in a name or a wording."""
    in_name = _pattern(section, starred=True).search(words_of_name(name)) is not None
    return in_name or (wording is not None and _pattern(section, starred=False).search(plain(wording)) is not None)


@cache
def _pattern(section: str, *, starred: bool) -> "re.Pattern[str]":
    listed = [word for word in words()[section]["words"] if starred or "*" not in word]
    longest_first = [r"\w*".join(map(re.escape, word.split("*"))) for word in sorted(listed, key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")


@cache
def _names(sort: str) -> frozenset[str]:
    return frozenset(words()["groups"][sort])


@cache
def _stage_phrases() -> tuple[tuple[str, str], ...]:
    return tuple((phrase, stage) for stage, phrases in words()["education"].items() for phrase in phrases)
