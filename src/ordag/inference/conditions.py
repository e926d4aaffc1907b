# SPDX-License-Identifier: MIT
"""Conditions on a variable: a level, a range, a set of levels; a value or an interval if it is continuous.

A condition becomes intervals of the latent variable; of a nominal variable it becomes boxes of its latent coordinates,
one for each category that satisfies it. Declared levels that were never observed have no interval: in a set or range
they add nothing. Alone, as evidence, they stand for the level that they were merged with; as an event they have no
probability, so that an event and its opposite always sum to one.
"""

import math
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import numpy as np

from ordag.data import Label
from ordag.errors import InputTypeError, InputValueError
from ordag.model import FittedNetwork
from ordag.model.coordinates import level_bounds_of

_COMPARISON = re.compile(r"\s*(>=|<=|!=|==|>|<|≥|≤|≠|=)\s*(.*?)\s*", re.DOTALL)
_ALIASES = {"≥": ">=", "≤": "<=", "≠": "!=", "=": "=="}


@dataclass(frozen=True)
class Between:
    """From one level or value to another, both included; None leaves an end open."""

    low: Label | None = None
    high: Label | None = None


Condition: TypeAlias = Label | Between | Set[Label] | list[Label] | tuple[Label, ...]
Conditions: TypeAlias = Mapping[str, Condition]
Interval: TypeAlias = tuple[float, float]  # of a latent coordinate; equal ends: a known value
Box: TypeAlias = tuple[Interval, ...]  # one interval for each coordinate of a variable


def latent_intervals(network: FittedNetwork, name: str, condition: Condition) -> list[Interval]:
    """Disjoint intervals of the latent variable that satisfy a condition on what is known.

    Examples
    --------
    >>> levels = [["low", "mid", "high"]]
    >>> network = FittedNetwork.from_parameters([[0]], [[-1, 1]], names=["pain"], levels=levels)
    >>> latent_intervals(network, "pain", ">= mid")
    [(-1.0, inf)]
    >>> latent_intervals(network, "pain", {"low", "high"})
    [(-inf, -1.0), (1.0, inf)]
    """
    column = network.index(name)
    if network.levels[column]:
        codes = satisfying_codes(network, column, condition)
        return _runs(network, column, _observed(network, column, codes) or codes)
    low, high = _ends(network, column, condition)
    if low == high:  # known as entries of the rows are: one that many share may be a box, or the mean of their scores
        return [single_interval(network, name, low)]
    return [network.margins.between(column, low, high)]


def event_intervals(network: FittedNetwork, name: str, condition: Condition) -> list[Interval]:
    """Disjoint intervals of the latent variable in which an event happens; none if only unobserved levels satisfy it.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0]], [[-1, 1]], names=["pain"], levels=[["low", "mid", "high"]])
    >>> event_intervals(network, "pain", "!= mid")
    [(-inf, -1.0), (1.0, inf)]
    """
    column = network.index(name)
    if not network.levels[column]:
        return [network.margins.between(column, *_ends(network, column, condition))]
    return _runs(network, column, _observed(network, column, satisfying_codes(network, column, condition)))


def single_interval(network: FittedNetwork, name: str, value: Label) -> Interval:
    """Interval of one level; of a continuous variable the value twice, or the box that it stands for.

    Comparisons and sets are refused.
    """
    column = network.index(name)
    if not network.levels[column]:
        return network.margins.known(column, _number(network, column, value))
    return _runs(network, column, [network.code(column, value)])[0]


def known_boxes(network: FittedNetwork, name: str, condition: Condition) -> list[Box]:
    """Disjoint boxes of the coordinates of a variable that satisfy a condition on what is known.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0]], [[-1, 1]], names=["pain"])
    >>> known_boxes(network, "pain", 1)
    [((-1.0, 1.0),)]
    """
    column = network.index(name)
    if not network.is_nominal(column):
        return [(interval,) for interval in latent_intervals(network, name, condition)]
    codes = satisfying_codes(network, column, condition)
    boxes = _boxes_of(network, column, _observed(network, column, codes))
    if not boxes:  # a category that was never observed says nothing
        return [((-np.inf, np.inf),) * network.coordinates.blocks.sizes[column]]
    return boxes


def event_boxes(network: FittedNetwork, name: str, condition: Condition) -> tuple[list[Box], list[Box]]:
    """Disjoint boxes of the coordinates of a variable in which an event happens, and those in which it does not."""
    column = network.index(name)
    if not network.is_nominal(column):
        inside = event_intervals(network, name, condition)
        return [(interval,) for interval in inside], [(interval,) for interval in _complement(inside)]
    codes = set(satisfying_codes(network, column, condition))
    observed = set(network.declared_codes[column].tolist())
    return _boxes_of(network, column, observed & codes), _boxes_of(network, column, observed - codes)


def single_box(network: FittedNetwork, name: str, value: Label) -> Box:
    """Box of one level, or the value of a continuous variable twice; comparisons and sets are refused."""
    column = network.index(name)
    if not network.is_nominal(column):
        return (single_interval(network, name, value),)
    boxes = _boxes_of(network, column, _observed(network, column, [network.code(column, value)]))
    if not boxes:
        raise InputValueError(f"the category {value!r} of {name!r}", "was never observed", "name another")
    return boxes[0]


def level_boxes(network: FittedNetwork, column: int) -> list[Box]:
    """Box of each estimated level of a variable, in their order."""
    return [tuple((low, high) for low, high in box) for box in level_bounds_of(network, column).tolist()]


def _boxes_of(network: FittedNetwork, column: int, codes: Iterable[int]) -> list[Box]:
    """Boxes of declared categories of a nominal variable, those that were observed."""
    boxes = level_boxes(network, column)
    return [boxes[int(network.estimated_codes[column][code])] for code in sorted(codes)]


def _complement(intervals: list[Interval]) -> list[Interval]:
    """What disjoint ascending intervals leave of the line."""
    ends = [-np.inf, *(end for interval in intervals for end in interval), np.inf]
    return [(low, high) for low, high in zip(ends[::2], ends[1::2], strict=True) if low < high]


def satisfying_codes(network: FittedNetwork, column: int, condition: Condition) -> list[int]:
    """Declared codes that satisfy a condition, ascending."""
    n_levels = len(network.levels[column])
    if network.is_nominal(column) and _needs_order(network, column, condition):
        raise InputValueError(
            f"the condition {condition!r} on {network.names[column]!r}",
            "asks for an order, and its categories have none",
            "give a category or a set of them",
        )
    if isinstance(condition, Between):
        low = 0 if condition.low is None else network.code(column, condition.low)
        high = n_levels - 1 if condition.high is None else network.code(column, condition.high)
        codes = set(range(low, high + 1))
    elif isinstance(condition, Set | list | tuple):
        codes = {network.code(column, label) for label in condition}
    elif (compared := _comparison(network, column, condition)) is not None:
        sign, pivot = compared[0], network.code(column, compared[1])
        codes = {code for code in range(n_levels) if _COMPARE[sign](code, pivot)}
    else:
        codes = {network.code(column, condition)}
    if not codes:
        raise InputValueError(f"no level of {network.names[column]!r}", f"satisfies {condition!r}")
    return sorted(codes)


def _needs_order(network: FittedNetwork, column: int, condition: Condition) -> bool:
    compared = _comparison(network, column, condition)
    return isinstance(condition, Between) or (compared is not None and compared[0] not in {"==", "!="})


_COMPARE = {
    ">=": lambda code, pivot: code >= pivot,
    "<=": lambda code, pivot: code <= pivot,
    ">": lambda code, pivot: code > pivot,
    "<": lambda code, pivot: code < pivot,
    "==": lambda code, pivot: code == pivot,
    "!=": lambda code, pivot: code != pivot,
}


def _comparison(network: FittedNetwork, column: int, condition: object) -> tuple[str, str] | None:
    """Sign and label of a text such as ">= agree"; None for any other condition, also for a level of that name."""
    if not isinstance(condition, str) or condition in network.levels[column]:
        return None
    found = _COMPARISON.fullmatch(condition)
    return None if found is None else (_ALIASES.get(found[1], found[1]), found[2])


def _observed(network: FittedNetwork, column: int, codes: list[int]) -> list[int]:
    """Those of the declared levels that have an interval of their own."""
    standing = set(network.declared_codes[column].tolist())
    return [code for code in codes if code in standing]


def _runs(network: FittedNetwork, column: int, codes: list[int]) -> list[Interval]:
    """Intervals of declared levels, or of those that they were merged with; neighbours joined."""
    estimated = sorted({int(network.estimated_codes[column][code]) for code in codes})
    ends = np.concatenate([[-np.inf], network.margins.cuts[column], [np.inf]])
    runs = [[code for _, code in run] for _, run in groupby(enumerate(estimated), lambda pair: pair[1] - pair[0])]
    return [(float(ends[run[0]]), float(ends[run[-1] + 1])) for run in runs]


def _ends(network: FittedNetwork, column: int, condition: Condition) -> tuple[float, float]:
    """The least and the greatest value of a continuous column that satisfy a condition."""
    name, sign = network.names[column], None
    if isinstance(condition, Between):
        low, high = condition.low, condition.high
    elif (compared := _comparison(network, column, condition)) is not None:
        sign, value = compared
        if sign == "!=":
            raise InputValueError(repr(name), f"is continuous: that it differs from {value} says nothing")
        low = value if sign in {">=", ">", "=="} else None
        high = value if sign in {"<=", "<", "=="} else None
    elif isinstance(condition, Set | list | tuple):
        raise InputTypeError(repr(name), "is continuous: give a value, '>= value' or Between(low, high), not a set")
    else:
        low = high = condition
    lower = -np.inf if low is None else _number(network, column, low)
    upper = np.inf if high is None else _number(network, column, high)
    if lower > upper:
        raise InputValueError(f"the interval of {name!r}", f"is empty: {condition!r}")
    if sign in {">", "<"}:  # without the value itself, which many rows may share
        return (math.nextafter(lower, math.inf), upper) if sign == ">" else (lower, math.nextafter(upper, -math.inf))
    return lower, upper


def _number(network: FittedNetwork, column: int, value: Label) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InputTypeError(repr(network.names[column]), f"is continuous: {value!r} is no number") from error
    if np.isnan(number):
        raise InputValueError(
            f"the value of {network.names[column]!r}", "is not a number", "leave the variable out instead"
        )
    return number
