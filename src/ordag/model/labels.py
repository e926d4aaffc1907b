# SPDX-License-Identifier: MIT
"""Labels of levels that a file cannot hold, such as the intervals of `pandas.cut`, as text.

A label is plain if it is text, a number or a truth value. Any other, such as an interval, a date, a period, bytes or a
tuple, is written as ``str`` spells it, and with it all labels of its column. A network read from a file so has text
where the fitted one had objects; data that still hold the objects are matched by the same spelling.
"""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from ordag.data import Levels
from ordag.errors import InputValueError
from ordag.messages import Advise

# What pandas calls a column of entries that are none of the plain kinds.
_NOT_PLAIN = ("bytes", "date", "datetime", "datetime64", "interval", "mixed", "period", "timedelta", "timedelta64")


def plain_levels(name: str, levels: Levels) -> Levels:
    """The levels of a column as a file holds them: as they are, or all as text if one is not plain.

    Examples
    --------
    >>> plain_levels("income", tuple(pd.interval_range(0, 2)))
    ('(0, 1]', '(1, 2]')
    """
    if all(map(_is_plain, levels)):
        return levels
    texts = tuple(map(str, levels))
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice is not None:
        raise InputValueError(
            f"two levels of {name!r} both read {twice!r} as text, which",
            "is how a file holds levels that are neither text nor numbers",
            remedies=[Advise("rename the levels before the fit")],
        )
    return texts


def with_plain_labels(frame: Any, names: Sequence[str], levels: Sequence[Levels]) -> Any:
    """The data, with text for entries of a pandas frame that are not plain where the levels of their column are text.

    Examples
    --------
    >>> frame = pd.DataFrame({"income": pd.cut([0.5, 1.5, 7.0], [0, 1, 2])})
    >>> with_plain_labels(frame, ["income"], [("(0, 1]", "(1, 2]")])["income"].tolist()
    ['(0, 1]', '(1, 2]', nan]
    """
    if not isinstance(frame, pd.DataFrame):
        return frame
    texts = {name for name, labels in zip(names, levels, strict=True) if labels and isinstance(labels[0], str)}
    odd = [name for name in texts.intersection(frame.columns) if _holds_objects(frame[name])]
    if odd:
        frame = frame.copy(deep=False)
        for name in odd:
            frame[name] = frame[name].map(_spelt, na_action="ignore")
    return frame


def _is_plain(label: object) -> bool:
    return isinstance(label, str | int) or (isinstance(label, float) and math.isfinite(label))


def _holds_objects(column: "pd.Series[Any] | pd.DataFrame") -> bool:
    if isinstance(column, pd.DataFrame):  # a repeated name, which is refused later
        return False
    entries = column.cat.categories if isinstance(column.dtype, pd.CategoricalDtype) else column
    return pd.api.types.infer_dtype(entries, skipna=True) in _NOT_PLAIN


def _spelt(label: Any) -> Any:
    return label if _is_plain(label) else str(label)
