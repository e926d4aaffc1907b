# SPDX-License-Identifier: MIT
"""How results are displayed: a heading and the first lines of a table, as text and in notebooks."""

import html
from abc import ABC, abstractmethod

import pandas as pd

MAX_ROWS = 12
MAX_COLUMNS = 8


class Shown(ABC):
    """A result displayed by the heading and the table that its `_shown` returns.

    Examples
    --------
    >>> class Shares(Shown):
    ...     def _shown(self):
    ...         return "Shares(2 parties)", pd.DataFrame({"share": [0.58, 0.42]}, index=["Clinton", "Dole"])
    >>> Shares()
    Shares(2 parties)
             share
    Clinton  0.580
    Dole     0.420
    """

    @abstractmethod
    def _shown(self) -> tuple[str, pd.DataFrame]:
        """Heading and table."""

    def __repr__(self) -> str:
        heading, table = self._shown()
        if table.empty:
            return heading
        shown = table.head(MAX_ROWS).to_string(float_format=_number, max_cols=MAX_COLUMNS, index=_has_labels(table))
        return "\n".join([heading, *(line.rstrip() for line in shown.split("\n")), *_rest(table)])

    def _repr_html_(self) -> str:
        heading, table = self._shown()
        parts = [f"<p>{html.escape(heading)}</p>"]
        if not table.empty:
            shown = table.head(MAX_ROWS)
            parts.append(shown.to_html(float_format=_number, max_cols=MAX_COLUMNS, index=_has_labels(table), border=0))
        parts += [f"<p>{text}</p>" for text in _rest(table)]
        return f"<div>{''.join(parts)}</div>"


def counted(number: int, what: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> counted(1, "edge"), counted(2, "edge")
    ('1 edge', '2 edges')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.3f}"  # no zero has a sign


def _has_labels(table: pd.DataFrame) -> bool:
    """Whether the rows have names; numbers that only count them get no column."""
    return not isinstance(table.index, pd.RangeIndex)


def _rest(table: pd.DataFrame) -> list[str]:
    return [f"… and {len(table) - MAX_ROWS} more"] if len(table) > MAX_ROWS else []
