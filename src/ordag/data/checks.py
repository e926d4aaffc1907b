# SPDX-License-Identifier: MIT
"""Every check of user data, in one place: each returns the cleaned value or raises one clear error.

A message says which input, what was needed, what was found and what to do; it names the first offender and counts the
rest. Code past this boundary trusts its input.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ordag.data.unusable import (
    ConstantColumnError,
    OneAnswerError,
    UnusableValuesError,
)
from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InputTypeError, InputValueError, RequirementError, RequirementTypeError, unknown_option
from ordag.messages import (
    Advise,
    Column,
    DataRow,
    DeclareKind,
    DeclareLevels,
    If,
    InPython,
    LeaveOutColumns,
    MarkMissing,
    OptionName,
    Remedy,
    Text,
    UseFunction,
)
from ordag.messages.lists import quoted

_Code = TypeVar("_Code", bound=np.signedinteger)

# More levels than this is a measurement, not a rating; each level would need a threshold of its own.
MAX_LEVELS = 256
# Whole numbers with more distinct values than this are taken as a measurement (an age, a count) unless declared.
MAX_INFERRED_LEVELS = 20
# Fewer rows cannot vary.
MIN_ROWS = 2
_TWO_LEVELS = "an ordinal variable needs at least 2"
_WITH_NONE = InPython("mark missing entries with None")


def others(n_others: int, noun: str) -> str:
    """How many more there are, for a message that names the first."""
    return f" (and {n_others} more {noun}{'s' if n_others > 1 else ''})" if n_others else ""


# Shape and names


class ColumnNamesError(InputValueError):
    """Names of columns that are empty or occur twice; perhaps they are no names."""


def distinct_names(names: Iterable[object]) -> tuple[str, ...]:
    """Column names as text, at least one and all different."""
    texts = ["" if name is None or name != name else str(name) for name in names]  # NaN differs from itself
    if not texts:
        raise InputValueError(
            "the data", "have no columns", "at least 1 is needed", remedies=[Advise("check what was passed")]
        )
    blank = [k for k, text in enumerate(texts) if not text.strip()]
    if blank:
        raise ColumnNamesError(
            f"column {blank[0] + 1} of {len(texts)}",
            f"has an empty name{others(len(blank) - 1, 'column')}",
            remedies=[Advise("name it")],
        )
    repeated = [text for text, count in Counter(texts).items() if count > 1]
    if repeated:
        raise ColumnNamesError(
            f"column name {repeated[0]!r}",
            f"occurs {texts.count(repeated[0])} times{others(len(repeated) - 1, 'repeated name')}",
            "names must be distinct",
            remedies=[Advise("rename the columns")],
        )
    return tuple(texts)


def two_dimensional(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Array with rows and columns."""
    if array.ndim != 2:
        raise InputValueError(
            "the array",
            f"has {array.ndim} dimension{'s' * (array.ndim != 1)} (shape {array.shape})",
            "rows and columns are needed",
            remedies=[InPython("reshape it to (n_rows, n_columns)")],
        )
    return array


def rectangular_rows(rows: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
    """Rows that all hold the same number of entries."""
    for k, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputValueError(
                f"row {k}",
                f"has {len(row)} entries, row 0 has {len(rows[0])}",
                "all rows need the same number",
                remedies=[_WITH_NONE],
            )
    return rows


def rectangular_records(records: Sequence[Mapping[Any, Any]]) -> Sequence[Mapping[Any, Any]]:
    """Records that all hold the same keys."""
    first = records[0].keys()
    for k, record in enumerate(records):
        if record.keys() != first:
            lost, extra = [x for x in first if x not in record], [x for x in record if x not in first]
            found = f"lacks {quoted(lost)}" if lost else f"has {quoted(extra)}, which record 0 lacks"
            raise InputValueError(f"record {k}", found, "all records need the same keys", remedies=[_WITH_NONE])
    return records


def rectangular_columns(columns: Mapping[Any, Sequence[Any]]) -> Mapping[Any, Sequence[Any]]:
    """Columns that all have the same length."""
    sizes = {name: len(column) for name, column in columns.items()}
    for name, size in sizes.items():
        first = next(iter(sizes))
        if size != sizes[first]:
            raise InputValueError(
                Column(name),
                f"has {size} entries, column {first!r} has {sizes[first]}",
                "all columns need the same length",
                remedies=[_WITH_NONE],
            )
    return columns


def enough_rows(n_rows: int, needed: int = MIN_ROWS) -> int:
    """Number of rows, at least as many as needed."""
    if n_rows < needed:
        raise InputValueError(
            "the data",
            f"have {n_rows} row{'s' * (n_rows != 1)}",
            f"at least {needed} are needed",
            remedies=[Advise("pass more rows")],
        )
    return n_rows


def whole_codes(codes: npt.ArrayLike, dtype: type[_Code]) -> npt.NDArray[_Code]:
    """A copy of codes from −1 as a two-dimensional array of the type that a kernel reads."""
    try:
        array = np.asarray(codes)
    except ValueError:  # numpy's word for rows of different lengths
        raise RequirementError("codes", "be a table whose rows all have the same length") from None
    two_dimensional(array)
    if array.dtype.kind not in "iub":
        raise InputTypeError(
            "codes",
            f"have dtype {array.dtype}",
            "integers from -1 (missing) are needed",
            remedies=[UseFunction("ordag.data.encode", "for raw data")],
        )
    if array.size and array.min() < -1:
        raise InputValueError(
            "the smallest code", f"is {array.min()}", "codes start at 0, and -1 marks a missing entry"
        )
    if array.size and array.max() > np.iinfo(dtype).max:
        raise InputValueError(
            "the largest code",
            f"is {array.max()}",
            f"codes must be at most {np.iinfo(dtype).max}",
            remedies=[Advise("merge levels")],
        )
    return array.astype(dtype)


def complete_codes(codes: npt.ArrayLike) -> npt.NDArray[np.int16]:
    """Codes of at least one row and column, none of them missing."""
    array = whole_codes(codes, np.int16)
    if array.size == 0:
        raise RequirementError("codes", "have rows and columns", f"found shape {array.shape}")
    missing = np.argwhere(array < 0)
    if len(missing):
        row, column = missing[0]
        raise InputValueError(
            f"row {row}, column {column}",
            f"holds -1, a missing entry ({len(missing)} in all)",
            "complete rows are needed",
            remedies=[Advise("impute or drop the others")],
        )
    return array


def level_counts(codes: npt.NDArray[_Code], n_levels: npt.ArrayLike | None) -> tuple[int, ...]:
    """Number of levels of each column, by default up to its largest code; no code lies beyond."""
    needed = codes.max(axis=0, initial=-1).astype(int) + 1
    given = needed if n_levels is None else np.array(n_levels, dtype=int)
    if given.shape != needed.shape:
        raise RequirementError(
            "n_levels", f"have one entry for each of {len(needed)} columns", f"found shape {given.shape}"
        )
    if (given < needed).any():
        column = int((given < needed).argmax())
        raise InputValueError(
            "n_levels",
            f"says that column {column} has {given[column]} levels",
            f"it holds the code {needed[column] - 1}",
        )
    return tuple(given.tolist())


def codes_fit_levels(codes: npt.NDArray[Any], names: Sequence[str], levels: Sequence[Sequence[Any]]) -> None:
    """Codes stay below the number of levels of their column, and there is one name and one level list per column."""
    for what, found in (("names", len(names)), ("levels", len(levels))):
        if found != codes.shape[1]:
            raise InputValueError(what, f"has {found} entries for {codes.shape[1]} columns", "one per column is needed")
    for name, labels, top in zip(names, levels, codes.max(axis=0, initial=-1), strict=True):
        declared_levels(name, labels)
        if top >= len(labels):
            raise InputValueError(
                Column(name),
                f"holds code {top}, but its {len(labels)} levels have codes 0 to {len(labels) - 1}",
                remedies=[Advise("declare the level or correct the code")],
            )


# Declarations


def known_columns(what: str, declared: Iterable[str], names: Sequence[str]) -> None:
    """Declarations speak only of columns that exist."""
    for name in declared:
        if name not in names:
            raise unknown_option(("column in ", OptionName(what)), name, names)


def no_nominal(what: Text, names: Sequence[str], kinds: Sequence[str], remedies: Sequence[Remedy] = ()) -> None:
    """Refuse nominal columns for something that needs a single latent variable a column."""
    nominal = [name for name, kind in zip(names, kinds, strict=True) if kind == "nominal"]
    if nominal:
        raise InputValueError(
            what,
            f"takes no nominal columns, and {nominal[0]!r} is one",
            "it is made for a single latent variable a column",
            remedies=[LeaveOutColumns(tuple(nominal)), *remedies],
        )


def known_kind(name: str, kind: object, valid: Sequence[str]) -> None:
    """A declared kind is one of the valid ones."""
    if kind not in valid:
        raise unknown_option(f"kind of column {name!r}:", kind, valid)


def mapping(what: str, value: object) -> Mapping[str, Any]:
    """A declaration by column name."""
    if not isinstance(value, Mapping):
        raise InputTypeError(
            what,
            f"is a {type(value).__name__}",
            "a dictionary by column name, or the path of a TOML or JSON file, is needed",
        )
    return value


def declared_levels(name: str, levels: object) -> tuple[Any, ...]:
    """Declared levels: a sequence of at least two different labels, none missing."""
    if isinstance(levels, str | bytes) or not isinstance(levels, Iterable) or isinstance(levels, set | Mapping):
        raise InputTypeError(
            f"levels of column {name!r}",
            f"are a {type(levels).__name__}",
            "a list of labels from lowest to highest is needed",
        )
    labels = tuple(label.item() if isinstance(label, np.generic) else label for label in levels)
    if not all(isinstance(label, Hashable) for label in labels):
        raise InputTypeError(f"levels of column {name!r}", "hold a list", "each level is one label")
    if any(label is None or label != label for label in labels):
        raise InputValueError(
            f"levels of column {name!r}",
            "contain a missing value",
            "a missing entry is not a level",
            remedies=[Advise("leave it out")],
        )
    repeated = [label for k, label in enumerate(labels) if label in labels[:k]]
    if repeated:
        raise InputValueError(
            f"levels of column {name!r}", f"list {repeated[0]!r} twice", remedies=[Advise("list each label once")]
        )
    if len(labels) < 2:
        raise InputValueError(
            f"levels of column {name!r}",
            f"declare {len(labels)} label{'s' * (len(labels) != 1)}",
            "an ordinal variable needs at least 2",
            remedies=[Advise("declare all possible labels"), LeaveOutColumns((name,))],
        )
    return few_levels(name, labels)


def few_levels(name: str, levels: Sequence[Any]) -> tuple[Any, ...]:
    """Levels few enough for an ordinal variable."""
    if len(levels) > MAX_LEVELS:
        raise UnusableValuesError(
            name,
            f"has {len(levels)} levels",
            f"an ordinal variable can have at most {MAX_LEVELS}",
            remedies=[DeclareKind(name, "continuous"), Advise("bin its values first")],
        )
    return tuple(levels)


def binary_levels(name: str, levels: Sequence[Any]) -> Sequence[Any]:
    """Levels of a column declared binary."""
    if len(levels) != 2:
        raise InputValueError(
            Column(name),
            f"is declared binary but has {len(levels)} levels ({quoted(levels)})",
            remedies=[DeclareKind(name, "ordinal"), Advise("merge levels first")],
        )
    return levels


def no_levels_for_continuous(name: str) -> InputValueError:
    """Error for a column declared both continuous and with levels."""
    return InputValueError(
        Column(name),
        "is declared to hold numbers and has declared levels",
        "only one can hold",
        remedies=[Advise("drop one declaration")],
    )


# Columns


def varying(name: str, observed: Sequence[Any], *, has_blanks: bool = False) -> Sequence[Any]:
    """Observed levels of a column, at least two."""
    if len(observed) == 1 and has_blanks:
        raise OneAnswerError(name, f"has 1 observed level ({observed[0]!r}) and blanks", _TWO_LEVELS)
    if len(observed) < 2:
        found = f"1 observed level ({observed[0]!r})" if observed else "no observed level"
        raise ConstantColumnError(name, f"has {found}", _TWO_LEVELS)
    return observed


def varying_values(name: str, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Values of a continuous column that are not all the same."""
    if np.nanmin(values) == np.nanmax(values):
        found = f"is continuous but always {np.nanmax(values):g}"
        raise ConstantColumnError(name, found, "it needs at least 2 different values")
    return values


def observed_somewhere(name: str, missing: npt.NDArray[np.bool_]) -> None:
    """A column with at least one entry."""
    if missing.all():
        found = f"is missing in all {len(missing)} rows"
        raise ConstantColumnError(name, found, "at least 2 different values are needed")


def not_a_number(name: str, n_texts: int, row: int, declared: str) -> InputValueError:
    """Error for text in a column declared continuous, or to hold weights; the text itself may be private."""
    otherwise = [DeclareLevels(name)] if declared == "continuous" else []
    return InputValueError(
        Column(name),
        (f"is declared {declared} but holds text in ", DataRow(row), others(n_texts - 1, "text")),
        "numbers are needed",
        remedies=[Advise("convert it"), *otherwise],
    )


def outside_levels(name: str, strangers: Sequence[Any], row: int, levels: Sequence[Any]) -> InputValueError:
    """Error for an observed entry that is no declared level; only a number or what says no answer is quoted."""
    first = strangers[0]
    is_quotable = not isinstance(first, str) or says_no_answer(first)
    marked = MarkMissing((str(first),)) if is_quotable else Advise("leave the entry empty")
    return InputValueError(
        Column(name),
        (
            f"holds {repr(first) if is_quotable else 'a text'} in ",
            DataRow(row),
            f"{others(len(strangers) - 1, 'label')}, which is not among its levels ({quoted(levels)})",
        ),
        remedies=[Advise("add it to the levels"), marked, *_perhaps_a_count(name, [*strangers, *levels])],
    )


def _perhaps_a_count(name: str, numbers: Sequence[Any]) -> list[Remedy]:
    """What to do about whole numbers that may have no highest one."""
    is_whole = all(isinstance(x, int | float) and not isinstance(x, bool) and x >= 0 and x == int(x) for x in numbers)
    return [If("its numbers count something", DeclareKind(name, "count"))] if is_whole else []


# Weights


def row_weights(
    weights: npt.ArrayLike, n_rows: int, counted: npt.NDArray[np.bool_] | bool = True
) -> npt.NDArray[np.float64]:
    """Weights as numbers, one per row; those of the rows that are `counted` finite, from 0, and not all 0."""
    try:
        array = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise RequirementTypeError(OptionName("weights"), "be numbers, one per row, or the name of a column") from None
    if array.shape != (n_rows,):
        raise InputValueError(
            OptionName("weights"), f"have shape {array.shape}", f"one per row, ({n_rows},), is needed"
        )
    bad = np.flatnonzero(~(np.isfinite(array) & (array >= 0)) & counted)
    if len(bad):
        raise InputValueError(
            ("the weight of ", DataRow(int(bad[0]))),
            f"is {array[bad[0]]:g}{others(len(bad) - 1, 'row')}",
            "finite numbers from 0 are needed",
            remedies=[Advise("drop the row or correct its weight")],
        )
    if not np.where(counted, array, 0).any():
        raise InputValueError(f"all {n_rows} weights", "are 0", "at least one must be positive")
    return array


def cluster_numbers(labels: npt.ArrayLike, n_rows: int) -> npt.NDArray[np.int32]:
    """Number of each row's cluster, given one label per row; rows without one are refused: they may belong together."""
    import pandas as pd

    array = np.asarray(labels)
    if array.shape != (n_rows,):
        raise RequirementError(
            OptionName("clusters"), f"hold one label per row, {n_rows} in all", f"found shape {array.shape}"
        )
    unlabelled = np.flatnonzero(pd.isna(array))
    if len(unlabelled):
        raise RequirementError(
            OptionName("clusters"),
            "hold a label for every row",
            f"{len(unlabelled)} of {n_rows} rows have none, the first of them row {unlabelled[0] + 1} of the data",
            remedies=[Advise("drop such rows, or give each a label of its own if it stands alone")],
        )
    found, numbers = np.unique(array.astype(str) if array.dtype == object else array, return_inverse=True)
    if len(found) < 2:
        raise InputValueError("all rows", "are in the same cluster", "at least 2 clusters are needed")
    return numbers.astype(np.int32)
