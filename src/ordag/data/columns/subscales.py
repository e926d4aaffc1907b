# SPDX-License-Identifier: MIT
"""Subscales of a questionnaire, as names of items tell them: A1 to A5 and C1 to C5 belong to subscales A and C."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ordag.data.columns.plan import ColumnPlan
from ordag.data.wordings.names import stem_of

_FEWEST_ITEMS = 3  # of a subscale
_FEWEST_SUBSCALES = 2  # one alone parts nothing
_LEAST_SHARE = 0.5  # of the items that the subscales hold together: below it, other names count more


def with_subscales(columns: Sequence[ColumnPlan]) -> tuple[ColumnPlan, ...]:
    """The plans of columns, each item with the subscale that its name tells, unless one of them has a subscale already.

    Examples
    --------
    >>> names = ["A1", "A2", "A3", "C1", "C2", "C3", "age"]
    >>> [column.subscale for column in with_subscales([ColumnPlan(name, "item") for name in names])]
    ['A', 'A', 'A', 'C', 'C', 'C', None]
    """
    if any(column.subscale for column in columns):
        return tuple(columns)
    found = subscales_by_name(column.name for column in columns if column.is_item)
    return tuple(replace(column, subscale=found.get(column.name)) for column in columns)


def subscales_by_name(names: Iterable[str]) -> dict[str, str]:
    """Subscales of the names that share all but a number with at least two others, if such names are the greater part.

    Examples
    --------
    >>> subscales_by_name(["PHQ_1", "PHQ_2", "PHQ_3", "GAD_1", "GAD_2", "GAD_3"])["GAD_2"]
    'GAD'
    >>> subscales_by_name(["q1", "q2", "q3", "sex"])
    {}
    """
    listed = tuple(names)
    items_of: dict[str, list[str]] = defaultdict(list)
    for name in listed:
        if (stem := stem_of(name)) != name:
            items_of[stem].append(name)
    subscales = {stem: items for stem, items in items_of.items() if len(items) >= _FEWEST_ITEMS}
    held = sum(len(items) for items in subscales.values())
    if len(subscales) < _FEWEST_SUBSCALES or held < _LEAST_SHARE * len(listed):
        return {}
    return {name: stem for stem, items in subscales.items() for name in items}
