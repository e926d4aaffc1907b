# SPDX-License-Identifier: MIT
"""Values that pass through unchanged: a number that floating point cannot hold stays as it is written.

pandas keeps whole numbers with gaps as floating-point numbers, which are exact up to 2⁵³ only: 9007199254740993 would
become 9007199254740992. SPSS, Stata and Excel files hold no other numbers.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

import pandas as pd

_WHOLE = re.compile(r"\s*[+-]?(0|[1-9]\d*)\s*")
_LARGEST_EXACT = 2**53
_LARGEST = 2**63 - 1


def unchanged(frame: pd.DataFrame, texts: pd.DataFrame, *, of_64_bits: bool) -> pd.DataFrame:
    """The frame of a text file with its numbers as they were written.

    Parameters
    ----------
    frame
        As it was read.
    texts
        The same as texts.
    of_64_bits
        Whether it goes to a format with whole numbers of 64 bits; others hold floating-point numbers.

    Examples
    --------
    >>> texts = pd.DataFrame({"id": ["9007199254740993", None], "zip": ["007", "123"], "age": ["31", None]})
    >>> frame = pd.DataFrame({"id": [9007199254740992.0, None], "zip": [7, 123], "age": [31.0, None]})
    >>> unchanged(frame, texts, of_64_bits=False)
                     id  zip   age
    0  9007199254740993  007    31
    1               NaN  123  <NA>
    """
    texts = texts.iloc[: len(frame)].set_axis(frame.index)
    columns = {name: _column(frame[name], texts[name], of_64_bits) for name in frame if name in texts}
    return frame.assign(**{str(name): column for name, column in columns.items()})


def as_written(frame: pd.DataFrame, texts: pd.DataFrame) -> pd.DataFrame:
    """The texts of a text file, without those that stand for no answer."""
    texts = texts.iloc[: len(frame)].set_axis(frame.index)
    return frame.assign(**{str(name): texts[name].astype(object).where(frame[name].notna()) for name in texts})


def with_whole_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with whole numbers, which gaps had made floating-point ones, as such.

    Examples
    --------
    >>> with_whole_numbers(pd.DataFrame({"age": [31.0, None]})).to_csv(index=False).split()
    ['age', '31', '""']
    """
    whole = {str(name): column.astype("Int64") for name, column in frame.items() if _is_whole(column)}
    # Numbers beside Stata's lettered missing values.
    mixed = {str(name): column.map(_plainly) for name, column in frame.items() if column.dtype == object}
    return frame.assign(**whole, **mixed)


def _plainly(entry: object) -> object:
    return int(entry) if isinstance(entry, float) and entry.is_integer() and abs(entry) < _LARGEST_EXACT else entry


def _column(values: "pd.Series[Any]", texts: "pd.Series[Any]", of_64_bits: bool) -> "pd.Series[Any]":
    """The column with another type if its own would change a number."""
    if not pd.api.types.is_numeric_dtype(values.dtype) or pd.api.types.is_bool_dtype(values.dtype):
        return values
    present = values.notna()
    written = texts[present].astype(str)
    if not written.map(lambda text: bool(_WHOLE.fullmatch(text))).all():
        is_same = written.map(_is_exact).all() and not written.str.fullmatch(r"[+-]?0\d+").any()
        return values if is_same else texts.astype(object).where(present)
    largest = max((abs(int(text)) for text in written), default=0)
    if largest > (_LARGEST if of_64_bits else _LARGEST_EXACT):
        return texts.astype(object).where(present)
    if pd.api.types.is_integer_dtype(values.dtype):
        return values
    whole_numbers = pd.array(
        [int(text) if known else None for text, known in zip(texts, present, strict=True)], "Int64"
    )
    return pd.Series(whole_numbers, index=values.index)


def _is_exact(text: str) -> bool:
    """Whether the nearest floating-point number, written as short as can be, is the number."""
    try:
        return Decimal(text.strip()) == Decimal(repr(float(text)))
    except (InvalidOperation, ValueError):
        return True  # with another decimal mark, and so no number here


def _is_whole(column: "pd.Series[Any]") -> bool:
    if not pd.api.types.is_float_dtype(column.dtype):
        return False
    present = column.dropna()
    return bool(len(present) and (present % 1 == 0).all() and (present.abs() < _LARGEST_EXACT).all())
