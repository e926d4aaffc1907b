# SPDX-License-Identifier: MIT
"""Items that nothing in a survey can have caused, by their names and wordings: suggested as the first layer."""

import re

from ordag.data import TablePlan

_WORDS = ("age", "sex", "gender", "birth", "born", "race", "ethnicity", "alter", "geschlecht", "geburtsjahr", "geboren")
_FIRST = re.compile(rf"(?<![a-zäöü])({'|'.join(_WORDS)})(?![a-zäöü])")


def first_items(plan: TablePlan) -> list[str]:
    """Items that are likely causes only, such as age and sex.

    Examples
    --------
    >>> from ordag.data import ColumnPlan
    >>> plan = TablePlan((ColumnPlan("age", "item"), ColumnPlan("q1", "item", wording="What is your gender?")))
    >>> first_items(plan)
    ['age', 'q1']
    """
    return [column.name for column in plan if column.is_item and _is_first(column.name, column.wording or "")]


def _is_first(name: str, wording: str) -> bool:
    words = re.sub(r"[_\W\d]+", " ", name.lower())
    is_short = len(wording.split()) <= 8  # a longer question is about something else
    return bool(_FIRST.search(words) or (is_short and _FIRST.search(wording.lower())))
