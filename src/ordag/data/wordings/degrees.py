# SPDX-License-Identifier: MIT
"""Degrees of one thing: "not at all satisfied", "fairly satisfied", "very satisfied", in several languages.

A label is read as words that say how much (intensities, negations) before words that say of what (the core). Labels of
one scale share their core or hold its opposite: a listed one (agree, disagree) or one by a prefix (eens, oneens).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ordag.data.wordings.words import tokens, words

_LONGEST = 5  # words of an intensity
# Words that open a label of the middle, whatever follows, and those that link its halves: "neither agree nor disagree".
_OPENINGS = frozenset({"neither", "neutral", "ni", "weder", "undecided", "neutre", "neutro", "teils", "neutralne"})
_LINKS = frozenset({"nor", "noch", "nem"})
_BARE = 5.0  # how much a core says without an intensity
_STEM = 5  # letters that tell forms of one word: interest, interested
_NOT_AT_ALL = -5.0
_CONCORD = "ne"  # Slavic languages negate twice: "vôbec nesúhlasím" is to disagree altogether
_OPPOSITE = "±"  # stands for either of two listed opposites


@dataclass(frozen=True)
class _Phrase:
    """A label as how much, of what."""

    amount: float
    core: tuple[str, ...]
    is_middle: bool = False


def degrees(labels: Sequence[str]) -> list[float | None]:
    """How much each label says of what the labels share; None where it is of something else.

    Examples
    --------
    >>> degrees(["Not at all satisfied", "Fairly satisfied", "Very satisfied", "Other"])
    [-5.0, 4.0, 6.0, None]
    >>> degrees(["stimme gar nicht zu", "stimme eher zu", "stimme voll und ganz zu"])
    [-5.0, 3.0, 7.0]
    >>> degrees(["red", "blue"])
    [None, None]
    """
    phrases = [_phrase(label) for label in labels]
    known = {word for phrase in phrases if phrase is not None for word in phrase.core}
    stems = [
        frozenset() if phrase is None else frozenset(_stem(word, known) for word in phrase.core) for phrase in phrases
    ]
    counts = Counter(stem for some in stems for stem in some)
    shared = {stem for stem, count in counts.items() if count > 1 and 2 * count >= len(labels) - 1}
    found = [
        None
        if phrase is None or not some <= shared or (not some and not _says_degree(phrase))
        else _signed(phrase, known)
        for phrase, some in zip(phrases, stems, strict=True)
    ]
    return found if len(set(found) - {None}) > 1 else [None] * len(labels)


def _says_degree(phrase: _Phrase) -> bool:
    """Whether a phrase without a core tells more than nothing."""
    return phrase.is_middle or phrase.amount != _BARE


def _phrase(label: str) -> _Phrase | None:
    """A label read as a phrase, None if it holds no word."""
    left = tokens(label)
    if not left:
        return None
    poles = words()["poles"]
    if " ".join(left) in _phrases("middle") or left[0] in _OPENINGS or _LINKS & set(left):
        return _Phrase(0.0, (), is_middle=True)
    amounts: list[float] = []
    core: list[str] = []
    k = 0
    while k < len(left):
        size = next(
            (n for n in range(_LONGEST, 0, -1) if " ".join(left[k : k + n]) in _intensities() and k + n <= len(left)), 0
        )
        if size:
            amounts.append(_intensities()[" ".join(left[k : k + size])])
        elif left[k] not in poles["filler"]:
            core.append(left[k])
        k += max(size, 1)
    return _Phrase(_amount(amounts), tuple(core))


def _amount(amounts: Sequence[float]) -> float:
    """What several words on how much say together: "eher nicht" is weaker than "nicht", "not very" than "not"."""
    negative, positive = [x for x in amounts if x < 0], [x for x in amounts if x > 0]
    if not negative:
        return max(positive) + (len(positive) - 1) / 2 if positive else _BARE
    strongest = min(negative)
    if strongest > _NOT_AT_ALL and positive:
        return -2.0 if max(positive) <= 4 else -1.0
    return strongest


def _signed(phrase: _Phrase, known: set[str]) -> float:
    """The amount, negative for the lower of two opposites."""
    is_low = any(word in _phrases("low") or _positive(word, known) is not None for word in phrase.core)
    if phrase.amount == _NOT_AT_ALL and any(word.startswith(_CONCORD) for word in phrase.core):
        return phrase.amount
    return -phrase.amount if is_low else phrase.amount


def _stem(word: str, known: set[str]) -> str:
    """What forms of a word, and its opposite, have in common."""
    positive = _positive(word, known)
    if word in _phrases("low") or word in _phrases("high") or (positive or "") in _phrases("high"):
        return _OPPOSITE
    return (positive or word)[:_STEM]


def _positive(word: str, known: set[str]) -> str | None:
    """The word whose opposite this is by its first letters, if that is among the known or listed ones."""
    for prefix in words()["poles"]["prefixes"]:
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3 and (rest in known or rest in _phrases("high")):
            return rest
    return None


@cache
def _intensities() -> dict[str, float]:
    return {phrase: float(amount) for amount, phrases in words()["intensity"].items() for phrase in phrases}


@cache
def _phrases(pole: str) -> frozenset[str]:
    return frozenset(words()["poles"][pole])


def in_order(positions: Sequence[float | None]) -> float:
    """Share of unequal neighbours among the placed that go up, less the share that go down.

    Examples
    --------
    >>> in_order([1, 2, None, 3]), in_order([3, 1, 2])
    (1.0, 0.0)
    """
    placed = [x for x in positions if x is not None]
    steps = [1 if b > a else -1 for a, b in pairwise(placed) if a != b]
    return sum(steps) / len(steps) if steps else 0.0
