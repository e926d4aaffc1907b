# SPDX-License-Identifier: MIT
"""One column of plain values becomes codes and levels, by declaration or by inference.

Inference takes what the data say by themselves (an ordered categorical, whole numbers with few distinct values,
booleans) and remarks on what it had to guess (the order of text labels, that a column is continuous).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks, unusable
from ordag.data.reading.numerals import DECIMAL_COMMA, parsed_numbers
from ordag.data.reading.sources import Values
from ordag.data.table import Kind, Label, Levels, kind_of
from ordag.data.wordings.likert import are_letter_grades, known_order, strangers
from ordag.messages.lists import listed


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
    """Encoded column, by its declared levels and kind where given, else by inference.

    A file may call a column "nominal": its numbers are then taken in their order, which is said.
    """
    if levels is not None:
        column = _with_levels(name, *_distinct(values), checks.declared_levels(name, levels))
    elif kind == "continuous":
        column = _continuous(name, as_numbers(name, values))
    elif kind == "nominal":
        column = _in_doubt(_inferred(name, values, None, any_order=any_order), any_order=any_order)
    else:
        column = _inferred(name, values, kind, any_order=any_order)
    if kind == "binary":
        checks.binary_levels(name, column.levels)
    return column


def _in_doubt(column: EncodedColumn, *, any_order: bool) -> EncodedColumn:
    """A column that its file calls nominal, with a word on the order of its numbers unless that does not matter."""
    if any_order or column.kind == "binary":
        return column
    return _said(
        column, "in the order of the numbers, though the file calls it nominal: ignore it if they only stand for names"
    )


def _said(column: EncodedColumn, guess: str) -> EncodedColumn:
    """A column of which one thing more was guessed."""
    return replace(column, guess=guess if column.guess is None else f"{column.guess}, {guess}")


def _inferred(name: str, values: Values, kind: str | None, *, any_order: bool) -> EncodedColumn:
    """Column encoded by what its values say."""
    if isinstance(values, pd.Categorical):
        if values.ordered and len(values.categories) > 1:
            return _with_levels(name, *_distinct(values), checks.declared_levels(name, values.categories))
        return _labelled(name, *_observed_categories(values), kind, any_order=any_order)
    if not isinstance(values, np.ndarray) or values.dtype.kind == "O":
        return _labelled(name, *_distinct(values), kind, any_order=any_order)
    if values.dtype.kind == "b":
        return _with_levels(name, *_distinct(values), (False, True))
    return _numeric(name, values, kind)


def _numeric(name: str, values: npt.NDArray[Any], kind: str | None) -> EncodedColumn:
    """Column of numbers: few whole ones are levels, others a measurement unless declared ordinal."""
    if kind is None and values.dtype.kind == "f" and not _whole(values):
        guess = "continuous because of values that are not whole"
        return _continuous(name, values.astype(np.float64, copy=False), guess)
    codes, distinct = _distinct(values)
    if kind is None and len(distinct) > checks.MAX_INFERRED_LEVELS:
        guess = f"continuous because of more than {checks.MAX_INFERRED_LEVELS} distinct values"
        if len(distinct) == len(values):
            guess += " (another in every row: ignore the column if it only numbers them)"
        return _continuous(name, values.astype(np.float64), guess)
    checks.few_levels(name, distinct)
    return _with_levels(name, codes, distinct, tuple(sorted(distinct)))


def _labelled(
    name: str, codes: npt.NDArray[np.intp], labels: list[Any], kind: str | None, *, any_order: bool
) -> EncodedColumn:
    """Column of labels without a declared order."""
    if all(isinstance(label, bool) for label in labels):
        return _with_levels(name, codes, labels, (False, True))
    if not all(isinstance(label, str) for label in labels):
        return _with_numbers(name, codes, labels, kind, any_order=any_order)
    codes, labels = _stripped(codes, labels)
    numbers = parsed_numbers(labels)
    if numbers is None:
        return _worded(name, codes, labels, any_order=any_order)
    values = np.append(numbers, np.nan)[codes]
    both = next((k for k, label in enumerate(labels) if "," in label and "." in label), None)
    if both is not None:
        marks = "points for decimals" if labels[both].rfind(",") < labels[both].rfind(".") else "commas for decimals"
        return _said(_numeric(name, values, kind), f"numbers read with {marks} and the other mark for thousands")
    if any("," in label for label in labels):
        return _said(_numeric(name, values, kind), "decimal commas read as points")
    if len(set(numbers)) < len(labels):
        return _said(_numeric(name, values, kind), "text read as numbers")
    if kind is None and len(labels) > checks.MAX_INFERRED_LEVELS:
        return _continuous(
            name, values, f"continuous because of more than {checks.MAX_INFERRED_LEVELS} distinct values"
        )
    order = tuple(label for _, label in sorted(zip(numbers, labels, strict=True)))
    return _with_levels(name, codes, labels, checks.few_levels(name, order), " < ".join(order))


def _worded(name: str, codes: npt.NDArray[np.intp], labels: list[str], *, any_order: bool) -> EncodedColumn:
    """Column of words: in a known wording, any two, or any if their order does not matter."""
    spelt = _one_spelling(codes, labels)
    order = known_order(spelt)
    if order is None and any_order:
        return _with_levels(name, codes, labels, checks.few_levels(name, sorted(labels)))
    if order is not None:
        read_as = " as grades" if are_letter_grades(order) else ""
        return _with_levels(name, codes, labels, order, " < ".join(order) + read_as)
    _refuse_near_numbers(name, spelt)
    if len(spelt) > 2:
        raise unusable.unordered(name, spelt, strangers(spelt))
    guess = None
    if len(spelt) == 2:
        low, high = spelt = sorted(spelt, key=_folded)
        guess = f"{low} < {high}, by the alphabet, so that higher means {high}"
    return _with_levels(name, codes, labels, tuple(spelt), guess)


def _refuse_near_numbers(name: str, labels: Sequence[str]) -> None:
    """Refuse words among numbers, those that no number orders first, and numbers with doubtful commas."""
    texts = [label for label in labels if parsed_numbers([label]) is None]
    if all(DECIMAL_COMMA.fullmatch(label) for label in texts):
        raise unusable.comma_numbers(name)
    if len(labels) - len(texts) >= 2:
        raise unusable.text_among_numbers(name, strangers(labels) or texts)


def _stripped(codes: npt.NDArray[np.intp], labels: list[str]) -> tuple[npt.NDArray[np.intp], list[str]]:
    """Labels without spaces around them; one of spaces alone is a missing entry."""
    bare = [label.strip() for label in labels]
    if bare == labels and all(bare):
        return codes, labels
    kept = list(dict.fromkeys(filter(None, bare)))
    position = {label: k for k, label in enumerate(kept)}
    lookup = np.array([*(position.get(label, -1) for label in bare), -1], dtype=np.intp)
    return lookup[codes], kept


def _one_spelling(codes: npt.NDArray[np.intp], labels: Sequence[str]) -> list[str]:
    """The most frequent spelling of each label, where some differ in letter case only; all, if there is no other."""
    counts = np.bincount(codes[codes >= 0], minlength=len(labels))
    best: dict[str, int] = {}
    for k, label in enumerate(labels):
        rival = best.setdefault(_folded(label), k)
        if counts[k] > counts[rival]:
            best[_folded(label)] = k
    return [labels[k] for k in best.values()] if len(best) > 1 else list(labels)


def _with_numbers(
    name: str, codes: npt.NDArray[np.intp], labels: list[Any], kind: str | None, *, any_order: bool
) -> EncodedColumn:
    """Categories that are numbers, or texts beside numbers: spreadsheets hold either for the same answer."""
    numbers = [label for label in labels if isinstance(label, int | float | np.number) and not isinstance(label, bool)]
    if len(numbers) == len(labels):
        return _with_levels(name, codes, labels, checks.few_levels(name, sorted(labels)))
    if len(numbers) + sum(isinstance(label, str) for label in labels) < len(labels):
        raise unusable.mixed(name, labels)
    codes, texts = _stripped(codes, [label if isinstance(label, str) else f"{label:.15g}" for label in labels])
    values = parsed_numbers(texts)
    if values is not None:
        return _said(_numeric(name, np.append(values, np.nan)[codes], kind), "text read as numbers")
    if len(numbers) < 2 and not any_order and known_order(texts) is None:
        raise unusable.mixed(name, labels)
    return _worded(name, codes, texts, any_order=any_order)


def _with_levels(
    name: str, codes: npt.NDArray[Any], distinct: list[Any], levels: Levels, guess: str | None = None
) -> EncodedColumn:
    """Column recoded from positions among the distinct values to positions among the levels."""
    position = _Positions(levels)
    found = [position.of(value) for value in distinct]
    # A category that nobody holds does no harm; text of spaces is a missing entry.
    odd = [k for k, place in enumerate(found) if place is None and str(distinct[k]).strip() and (codes == k).any()]
    if odd:
        row = int(np.argmax(codes == odd[0]))
        raise checks.outside_levels(name, [distinct[k] for k in odd], row, levels)
    # The last entry serves code −1.
    lookup = np.array([*(-1 if place is None else place for place in found), -1], dtype=np.int16)
    respelt = [f"{value!r} read as {levels[k]!r}" for value, k in position.respelt.items()]
    column = EncodedColumn(name, kind_of(levels), levels, lookup[codes], guess=guess)
    return _said(column, listed(respelt)) if respelt else column


class _Positions:
    """Places of values among levels; numbers may be written as text, and text in other letter case (`respelt`)."""

    def __init__(self, levels: Levels) -> None:
        self.exact: dict[Any, int] = {label: k for k, label in enumerate(levels)}
        folded = {_folded(label): k for k, label in enumerate(levels) if isinstance(label, str)}
        self.texts = all(isinstance(label, str) for label in levels)
        self.numeric = not folded
        # Levels that differ in letter case only are told apart by it.
        self.folded = folded if len(folded) == len(levels) else {}
        self.respelt: dict[str, int] = {}

    def of(self, value: Any) -> int | None:
        """Place of a value, None if it is no level."""
        place = self.exact.get(value, self.exact.get(_respelled(value, self.texts, self.numeric)))
        if place is None and isinstance(value, str):
            place = self.exact.get(value.strip())
        if place is None and isinstance(value, str) and _folded(value) in self.folded:
            place = self.respelt[value.strip()] = self.folded[_folded(value)]
        return place


def _folded(label: str) -> str:
    """A label without regard to letter case and the number of spaces."""
    return " ".join(label.split()).casefold()


def _respelled(value: Any, texts: bool, numeric: bool) -> Label | None:
    """A number as text where levels are text, a text as number where levels are numbers: files blur the two."""
    if texts and isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    if numeric and isinstance(value, str):
        parsed = parsed_numbers([value])
        return None if parsed is None else float(parsed[0])
    return None


def _continuous(name: str, values: npt.NDArray[np.float64], guess: str | None = None) -> EncodedColumn:
    codes = np.where(np.isnan(values), -1, 0).astype(np.int16)
    return EncodedColumn(name, "continuous", (), codes, values, guess)


def as_numbers(name: str, values: Values, declared: str = "continuous") -> npt.NDArray[np.float64]:
    """Values of a column that is declared to hold numbers, read from text where need be."""
    if isinstance(values, np.ndarray) and values.dtype.kind != "O":
        return values.astype(np.float64)
    codes, labels = _distinct(values)
    if all(isinstance(label, str) for label in labels):
        codes, labels = _stripped(codes, labels)
    numbers = parsed_numbers(labels)
    if numbers is None:
        odd = [k for k, label in enumerate(labels) if parsed_numbers([label]) is None]
        raise checks.not_a_number(name, len(odd), int(np.isin(codes, odd).argmax()), declared)
    return np.append(numbers, np.nan)[codes]


def _distinct(values: Values) -> tuple[npt.NDArray[np.intp], list[Any]]:
    """Position of each entry among the distinct values (−1 missing), and those values as plain Python objects."""
    if isinstance(values, pd.Categorical):
        return values.codes.astype(np.intp), values.categories.tolist()
    if not isinstance(values, np.ndarray):
        codes, texts = values.factorize()
        return codes, list(texts)
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
