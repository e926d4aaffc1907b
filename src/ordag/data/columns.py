# SPDX-License-Identifier: MIT
"""One column of plain values becomes codes and levels, by declaration or by inference.

Inference takes what the data say by themselves (an ordered categorical, whole numbers with few distinct values,
booleans) and remarks on what it had to guess (the order of text labels, that a column is continuous).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks
from ordag.data.likert import known_order
from ordag.data.sources import Values
from ordag.data.table import Kind, Label, Levels, kind_of

# Whole numbers with more distinct values than this are taken as a measurement (an age, a count) unless declared.
MAX_INFERRED_LEVELS = 20


@dataclass(frozen=True)
class EncodedColumn:
    """Codes (−1 missing) and levels of one column; `values` when continuous; `guess` says what was inferred."""

    name: str
    kind: Kind
    levels: Levels
    codes: npt.NDArray[np.int16]
    values: npt.NDArray[np.float64] | None = None
    guess: str | None = None


def encode_column(
    name: str, values: Values, levels: Levels | None = None, kind: str | None = None, *, any_order: bool = False
) -> EncodedColumn:
    """Encoded column, by its declared levels and kind where given, else by inference."""
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        checks.finite(name, values)
    if levels is not None:
        column = _with_levels(name, *_distinct(values), checks.declared_levels(name, levels))
    elif kind == "continuous":
        column = _continuous(name, _as_numbers(name, values))
    else:
        column = _inferred(name, values, kind, any_order=any_order)
    if kind == "binary":
        checks.binary_levels(name, column.levels)
    return column


def _inferred(name: str, values: Values, kind: str | None, *, any_order: bool) -> EncodedColumn:
    """Column encoded by what its values say."""
    if isinstance(values, pd.Categorical):
        if values.ordered:
            return _with_levels(name, *_distinct(values), checks.declared_levels(name, values.categories))
        return _labelled(name, *_observed_categories(values), kind, any_order=any_order)
    if values.dtype.kind == "b":
        return _with_levels(name, *_distinct(values), (False, True))
    if values.dtype.kind == "O":
        return _labelled(name, *_distinct(values), kind, any_order=any_order)
    return _numeric(name, values, kind)


def _numeric(name: str, values: npt.NDArray[Any], kind: str | None) -> EncodedColumn:
    """Column of numbers: few whole ones are levels, others a measurement unless declared ordinal."""
    if kind is None and values.dtype.kind == "f" and not _whole(values):
        guess = "continuous because of values that are not whole"
        return _continuous(name, values.astype(np.float64, copy=False), guess)
    codes, distinct = _distinct(values)
    if kind is None and len(distinct) > MAX_INFERRED_LEVELS:
        guess = f"continuous because of more than {MAX_INFERRED_LEVELS} distinct values"
        if len(distinct) == len(values):
            guess += " (another in every row: ignore the column if it only numbers them)"
        return _continuous(name, values.astype(np.float64), guess)
    checks.few_levels(name, distinct)
    return _with_levels(name, codes, distinct, tuple(sorted(distinct)))


def _labelled(
    name: str, codes: npt.NDArray[np.intp], labels: list[Any], kind: str | None, *, any_order: bool
) -> EncodedColumn:
    """Column of labels without a declared order: numbers, a known wording or, if declared binary, any two."""
    if all(isinstance(label, bool) for label in labels):
        return _with_levels(name, codes, labels, (False, True))
    if not all(isinstance(label, str) for label in labels):
        return _labelled_numbers(name, codes, labels)
    numbers = _parsed(labels)
    if numbers is not None and kind is None and len(labels) > MAX_INFERRED_LEVELS:
        values = np.append(numbers, np.nan)[codes]
        return _continuous(name, values, f"continuous because of more than {MAX_INFERRED_LEVELS} distinct values")
    if numbers is not None and len(set(numbers)) == len(labels):
        order: Sequence[str] | None = [label for _, label in sorted(zip(numbers, labels, strict=True))]
    else:
        order = known_order(labels)
    if order is None and kind == "binary" and len(labels) == 2:
        order = sorted(labels)
    if order is None and any_order:
        return _with_levels(name, codes, labels, tuple(checks.few_levels(name, sorted(labels))))
    if order is None:
        raise checks.UnorderedLabelsError(name, labels)
    checks.few_levels(name, order)
    return _with_levels(name, codes, labels, tuple(order), " < ".join(order))


def _labelled_numbers(name: str, codes: npt.NDArray[np.intp], labels: list[Any]) -> EncodedColumn:
    """Categories that are numbers keep their natural order; anything else is a mixture."""
    if not all(isinstance(label, int | float) and not isinstance(label, bool) for label in labels):
        raise checks.mixed(name, labels)
    return _with_levels(name, codes, labels, checks.few_levels(name, sorted(labels)))


def _with_levels(
    name: str, codes: npt.NDArray[Any], distinct: list[Any], levels: Levels, guess: str | None = None
) -> EncodedColumn:
    """Column recoded from positions among the distinct values to positions among the levels."""
    position: dict[Any, int] = {label: k for k, label in enumerate(levels)}
    texts = all(isinstance(label, str) for label in levels)
    numeric = not any(isinstance(label, str) for label in levels)
    lookup = np.full(len(distinct) + 1, -1, dtype=np.int16)  # the last entry serves code −1
    strangers = []
    for k, value in enumerate(distinct):
        found = position.get(value, position.get(_respelled(value, texts, numeric)))
        if found is None:
            strangers.append(k)
        else:
            lookup[k] = found
    if strangers:
        held = [k for k in strangers if (codes == k).any()]  # a category that nobody holds does no harm
        if held:
            row = int(np.argmax(codes == held[0]))
            raise checks.outside_levels(name, [distinct[k] for k in held], row, levels)
    return EncodedColumn(name, kind_of(levels), levels, lookup[codes], guess=guess)


def _respelled(value: Any, texts: bool, numeric: bool) -> Label | None:
    """A number as text where levels are text, a text as number where levels are numbers: files blur the two."""
    if texts and isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    if numeric and isinstance(value, str):
        parsed = _parsed([value])
        return None if parsed is None else float(parsed[0])
    return None


def _continuous(name: str, values: npt.NDArray[np.float64], guess: str | None = None) -> EncodedColumn:
    codes = np.where(np.isnan(values), -1, 0).astype(np.int16)
    return EncodedColumn(name, "continuous", (), codes, checks.finite(name, values), guess)


def _as_numbers(name: str, values: Values) -> npt.NDArray[np.float64]:
    """Values of a column declared continuous."""
    if isinstance(values, np.ndarray) and values.dtype.kind != "O":
        return values.astype(np.float64)
    codes, labels = _distinct(values)
    numbers = np.full(len(labels) + 1, np.nan)
    for k, label in enumerate(labels):
        parsed = _parsed([label])
        if parsed is None:
            raise checks.not_a_number(name, label)
        numbers[k] = parsed[0]
    return numbers[codes]


def _distinct(values: Values) -> tuple[npt.NDArray[np.intp], list[Any]]:
    """Position of each entry among the distinct values (−1 missing), and those values as plain Python objects."""
    if isinstance(values, pd.Categorical):
        return values.codes.astype(np.intp), values.categories.tolist()
    codes, distinct = pd.factorize(values)
    labels = distinct.tolist()
    if values.dtype.kind == "f" and _whole(distinct):
        labels = [int(label) for label in labels]
    return codes, labels


def _observed_categories(values: pd.Categorical) -> tuple[npt.NDArray[np.intp], list[Any]]:
    return _distinct(values.remove_unused_categories())


def _whole(values: npt.NDArray[Any]) -> bool:
    """Whether all numbers are whole, NaN aside."""
    return bool((np.isnan(values) | (np.floor(values) == values)).all())


def _parsed(labels: Sequence[Any]) -> npt.NDArray[np.float64] | None:
    """Labels as finite numbers, or None if one is not."""
    try:
        numbers = np.array([float(label) for label in labels])
    except (TypeError, ValueError):
        return None
    return numbers if np.isfinite(numbers).all() else None
