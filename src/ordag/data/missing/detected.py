# SPDX-License-Identifier: MIT
"""Entries of a column that stand for no answer though nobody said so: by their labels, or by codes out of the scale."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data.columns.observed import Observed
from ordag.data.missing.codes import MOST_CODES, is_customary, values_apart
from ordag.data.table import Label
from ordag.data.wordings.groups import names_count
from ordag.data.wordings.no_answer import may_say_no_answer, says_no_answer
from ordag.data.wordings.positions import placements

# As many answers have to be left, or the column would not vary.
_FEWEST_LEFT = 2
_FEWEST_NUMBERS = 3
# Whole numbers with more distinct values are a measurement.
_MOST_LEVELS = 20
# Far is more than so many times the spread of the other answers, or the widest step between neighbours of a measure.
_FAR = 2
# Between answers that so many rows gave, one that nobody gave is no accident; rare answers leave such gaps by chance.
_OFTEN = 5
# Measures that so many rows share are no outliers.
_REPEATED = 3
# An unlabelled value beside a scale whose values are all labelled is a mistake if no more than this share holds it.
_RARE = 0.05
_NINES = re.compile(r"9{2,}")
# A code in so many columns is the file's own.
_RECURS = 3
# Steps of a scale in order; the rest may be labels beside it.
_ORDERED = 0.9


@dataclass(frozen=True)
class NoAnswers:
    """Entries that stand for no answer: those that say so, and those that are so in all likelihood only."""

    said: tuple[Label, ...] = ()
    likely: tuple[Label, ...] = ()

    @property
    def all(self) -> tuple[Label, ...]:
        """Either."""
        return (*self.said, *self.likely)


def no_answers(observed: Observed) -> NoAnswers:
    """What of the entries of a column is no answer."""
    if observed.is_declared or observed.values is None:
        return NoAnswers()
    if observed.is_text:
        said = _unless_all(observed, [entry for entry in observed.entries if says_no_answer(str(entry))])
        rest = observed.without(said)
        beside = _beside_the_scale(rest)
        rest = rest.without(beside)
        # Beside an entry such as "don't know" a column of numbers is read as text.
        odd = _odd_codes(rest) if rest.file_values else _unless_all(rest, _codes(rest))
        return NoAnswers(said, (*beside, *odd))
    labelled = [
        x for x in observed.entries if x in observed.file_labels and says_no_answer(observed.file_labels[float(x)])
    ]
    said = _unless_all(observed, labelled)
    return NoAnswers(said, _unless_all(observed.without(said), _codes(observed.without(said))))


def with_recurring(found: Mapping[str, NoAnswers], seen: Mapping[str, Observed]) -> dict[str, NoAnswers]:
    """What is no answer in each column, with the negative codes that are so in several others.

    Beside a scale from 0 a code of -1 stands out in no way, but for its use through the file.
    """
    uses = Counter(
        code
        for name, own in found.items()
        if not seen[name].is_text
        for code in own.all
        if isinstance(code, int | float)
    )
    scales = Counter(ends for observed in seen.values() if (ends := _ends_of_steps(observed)) is not None)
    beside = {name: _beside_shared(seen[name].without(own.all), scales) for name, own in found.items()}
    found = {name: NoAnswers(own.said, (*own.likely, *beside[name])) for name, own in found.items()}
    recurring = frozenset(float(code) for code, count in uses.items() if code < 0 and count >= _RECURS)
    return {name: _with_codes(own, seen[name], recurring) for name, own in found.items()}


def _ends_of_steps(observed: Observed) -> tuple[float, float] | None:
    """The ends of whole numbers in steps of one, without labels."""
    numbers = observed.numbers
    if observed.file_values or numbers is None or not _FEWEST_NUMBERS < len(observed.seen) <= _MOST_LEVELS:
        return None
    steps = np.sort(numbers[observed.counts > 0])
    return (float(steps[0]), float(steps[-1])) if (np.diff(steps) == 1).all() else None


def _beside_shared(observed: Observed, scales: Mapping[tuple[float, float], int]) -> tuple[Label, ...]:
    """Customary codes beside a scale that several columns have without them, however rare they are."""
    numbers = observed.numbers
    if numbers is None or observed.file_values or observed.file_labels or observed.is_declared:
        return ()
    apart = [x for x in values_apart(numbers[observed.counts > 0].tolist()) if is_customary(x, signed=False)]
    odd = tuple(entry for entry, number in zip(observed.entries, numbers, strict=True) if number in apart)
    rest = _ends_of_steps(observed.without(odd)) if odd else None
    return odd if rest is not None and scales.get(rest, 0) >= _RECURS else ()


def _with_codes(found: NoAnswers, observed: Observed, codes: frozenset[float]) -> NoAnswers:
    """The same with the negative numbers, if few, where one is a code of the file; a scale may go below zero."""
    numbers = observed.numbers
    if not codes or numbers is None or observed.is_declared or observed.file_labels or observed.file_values:
        return found
    below = {entry: number for entry, number in zip(observed.entries, numbers.tolist(), strict=True) if number < 0}
    further = [entry for entry in below if entry not in found.all]
    is_scale = numbers.max() == -numbers.min() or any(number != np.floor(number) for number in below.values())
    if not further or len(below) > MOST_CODES or is_scale or codes.isdisjoint(below.values()):
        return found
    return NoAnswers(found.said, (*found.likely, *_unless_all(observed.without(found.all), further)))


def _unless_all(observed: Observed, entries: Sequence[Label]) -> tuple[Label, ...]:
    """The entries, or none of them if too few answers would be left."""
    left = [entry for entry in observed.seen if entry not in entries]
    return tuple(entries) if len(left) >= _FEWEST_LEFT else ()


def _beside_the_scale(observed: Observed) -> tuple[Label, ...]:
    """Labels such as "other" or "not sure" beyond the end of a scale of the other labels."""
    labels = [str(entry) for entry in observed.entries]
    doubtful = [label for label in labels if may_say_no_answer(label)]
    rest = [label for label in labels if label not in doubtful]
    if not doubtful or len(rest) <= _FEWEST_LEFT or any(one.is_whole for one in placements(labels)):
        return ()
    numbers = observed.numbers
    if numbers is not None:
        own = dict(zip(labels, numbers, strict=True))
        inner = [label for label in doubtful if min(own[x] for x in rest) < own[label] < max(own[x] for x in rest)]
        doubtful = [label for label in doubtful if label not in inner]
        rest = sorted(rest, key=own.__getitem__)
    fits = any(one.is_whole or (numbers is not None and abs(one.order) >= _ORDERED) for one in placements(rest))
    return _unless_all(observed, doubtful) if fits else ()


def _odd_codes(observed: Observed) -> tuple[Label, ...]:
    """Unlabelled values beside the labelled ones of a scale, where the label would be a number."""
    numbers = observed.numbers
    if numbers is None:
        return ()
    apart = _labelled_apart(observed, numbers)
    if apart:
        return _unless_all(observed, apart)
    own = np.array([str(entry) == f"{number:g}" for entry, number in zip(observed.entries, numbers, strict=True)])
    labelled = numbers[~own]
    if len(labelled) < _FEWEST_NUMBERS or np.diff(np.sort(labelled)).max() > 1:
        return ()
    rare = observed.counts <= _RARE * observed.n_seen
    outside = own & ((numbers < labelled.min()) | (numbers > labelled.max()))
    odd = [
        entry
        for entry, number, beyond, few in zip(observed.entries, numbers, outside, rare, strict=True)
        if beyond and (few or is_customary(number, signed=False))
    ]
    # Several values beyond the labels, some of them frequent, are answers that nobody labelled.
    return _unless_all(observed, odd) if len(odd) == outside.sum() else ()


def _labelled_apart(observed: Observed, numbers: npt.NDArray[np.float64]) -> list[Label]:
    """Labelled codes such as 9 or 999 apart from the others, whose labels are a scale without them."""
    apart = [x for x in values_apart(numbers.tolist()) if is_customary(x, signed=False)]
    ranked = sorted(zip(numbers.tolist(), observed.entries, strict=True))
    rest = [str(entry) for number, entry in ranked if number not in apart]
    is_scale = any(one.is_whole and abs(one.order) >= _ORDERED for one in placements(rest)) if apart else False
    return [entry for number, entry in ranked if number in apart] if is_scale else []


def _codes(observed: Observed) -> list[Label]:
    """Numbers in use as codes, out of the scale of the others."""
    numbers, labels = observed.numbers, observed.file_labels
    if numbers is None or not np.isfinite(numbers).all():
        return []
    seen = observed.counts > 0
    counts: Mapping[float, int] = dict(zip(numbers[seen].tolist(), observed.counts[seen].tolist(), strict=True))
    whole = bool((numbers == np.floor(numbers)).all())
    is_item = whole and len(counts) <= _MOST_LEVELS and not names_count(observed.name, observed.wording)
    found = [x for x in codes_among_levels(sorted(counts), counts) if is_customary(x, signed=False)] if is_item else []
    if len(counts) > _FEWEST_NUMBERS:
        found = [*found, *codes_among_measures(np.repeat(numbers, observed.counts))]
    return [
        entry
        for entry, number in zip(observed.entries, numbers, strict=True)
        if number in found and number not in labels
    ]


def codes_among_levels(numbers: Sequence[float], counts: Mapping[float, int] | None) -> list[float]:
    """Numbers among the levels of an item that are hardly of the scale of the others: far away, or customary codes.

    Examples
    --------
    >>> codes_among_levels([1, 2, 3, 88, 99], None)
    [88, 99]
    """
    far = _far_ends(numbers)
    others = [number for number in numbers if number not in far]
    return far if counts is None else far + _customary_ends(others, counts)


def codes_among_measures(values: npt.NDArray[np.float64]) -> list[float]:
    """Numbers in use as codes that several rows share, with an empty stretch between them and the other values."""
    distinct, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    signed = bool((distinct < 0).sum() > MOST_CODES)
    nines = np.array([_NINES.fullmatch(f"{abs(value):g}") is not None for value in distinct])
    often = (counts >= _REPEATED) | (nines & bool((distinct == np.floor(distinct)).all()))
    doubtful = np.array([is_customary(value, signed=signed) for value in distinct]) & often
    others = distinct[~doubtful]
    if len(others) <= _FEWEST_NUMBERS:
        return []
    above, below = distinct[doubtful & (distinct > others[-1])], distinct[doubtful & (distinct < others[0])]
    found: list[float] = []
    for way_out in ([others[-1], *above], [others[0], *below[::-1]]):
        steps = np.abs(np.diff(way_out))
        if len(steps) and steps.max() > _FAR * np.diff(others).max():
            found += map(float, way_out[steps.argmax() + 1 :])
    return found


def _far_ends(numbers: Sequence[float]) -> list[float]:
    """Up to three numbers at either end, so far from the rest that they are hardly of the same scale."""
    for n_codes in range(1, min(MOST_CODES, len(numbers) - _FEWEST_NUMBERS) + 1):
        low, above = numbers[:n_codes], numbers[n_codes:]
        if above[0] - low[-1] > _FAR * (above[-1] - above[0]):
            return [*low, *_far_ends(above)]
        below, high = numbers[:-n_codes], numbers[-n_codes:]
        if high[0] - below[-1] > _FAR * (below[-1] - below[0]):
            return [*high, *_far_ends(below)]
    return []


def _customary_ends(numbers: Sequence[float], counts: Mapping[float, int]) -> list[float]:
    """Numbers in use as codes, such as 8 and 9 after 1 to 5 or -1 before 1, that no chance gap parts from the rest."""
    apart = values_apart(numbers)
    scale = [number for number in numbers if number not in apart]
    low, high = [n for n in apart if n < scale[0]], [n for n in apart if n > scale[-1]]
    found = []
    for codes, ends in ((low, (*low[-1:], scale[0])), (high, (scale[-1], *high[:1]))):
        often = all(counts[number] >= _OFTEN for number in ends)
        if often and all(is_customary(code, signed=scale[0] < 0) for code in codes):
            found += codes
    return found
