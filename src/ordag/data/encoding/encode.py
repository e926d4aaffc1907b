# SPDX-License-Identifier: MIT
"""Data of any shape become an `OrdinalTable`: the first step of every method."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks
from ordag.data.columns.checks import check_plan
from ordag.data.columns.edits import DeclaredColumns, Options
from ordag.data.columns.observed import observe, without_entries
from ordag.data.columns.plan import ColumnPlan, TablePlan
from ordag.data.columns.planning import plan_source
from ordag.data.columns.reasons import DECISIONS, Ground
from ordag.data.columns.remarks import remark_on_plan
from ordag.data.declarations import DeclaredKinds, DeclaredLevels
from ordag.data.encoding.column import EncodedColumn, as_numbers, encode_column
from ordag.data.encoding.new_rows import columns_present, same_width
from ordag.data.encoding.scores import with_curves
from ordag.data.missing.codes import is_customary
from ordag.data.reading.sources import Source, Values, open_source
from ordag.data.table import Codes, Kind, Label, Levels, OrdinalTable, kind_of
from ordag.data.unusable import UnusableColumnError, refuse
from ordag.data.weights import remark_on_weights, survey_weights
from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InputTypeError, InputValueError, warn
from ordag.messages import Advise, InPython, OptionName
from ordag.remarks import ColumnsAbsent, ColumnsInferred, InfiniteEntries, RowsWithoutAnswers


def encode(
    frame: Any,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: npt.ArrayLike | str | None = None,
    weights_are: str = "survey",
    any_order: bool = False,
    columns: DeclaredColumns | None = None,
    strict: bool = False,
    clusters: npt.ArrayLike | str | None = None,
) -> OrdinalTable:
    """Table of codes for a data frame, array or list of records.

    What each column is, which levels it has and what is no answer is decided by its plan (`ordag.data.plan_columns`):
    ordered categoricals keep their declared levels, whole numbers in steps and labels of a known wording ("never …
    always") become levels in their order, other numbers are continuous. Columns that are no variables, or whose labels
    have no order, are set aside. What was inferred, set aside or taken as no answer is said by an `InferenceWarning`.
    The columns of an array are those that somebody chose: none is set aside, and one that cannot be used is refused.
    Spaces around a label and its letter case do not matter. Missing entries (None, NaN, NA) stay missing; rows without
    any other are left out, with an `InferenceWarning`.

    Parameters
    ----------
    frame
        A data frame of pandas, polars or any library that narwhals reads; a two-dimensional array (columns are named
        ``x0, x1, ...``); a list of dictionaries, a list of rows, a dictionary of columns; the path of a file, as for
        `read`, which has more to say about files. An `OrdinalTable` comes back as it is.
    levels
        Labels from lowest to highest by column, or the path of a TOML or JSON file that holds them. Under ``"q*"`` they
        are those of all columns that begin with q. Levels that no row holds are kept as declared.
    kinds
        ``"ordinal"``, ``"binary"``, ``"continuous"``, ``"count"``, ``"censored"`` or ``"nominal"`` by
        column, or the path of such a file.
    weights
        Weight of each row, or the name of the column that holds survey weights (which is then no variable).
    weights_are
        What the weights of a column are: ``"survey"``, scaled to sum to (Σw)² / Σw², ``"counts"`` of equal rows, which
        are whole numbers, or ``"frequencies"``, taken as they are.
    any_order
        Take columns of groups as well, in whichever order, for a method to which all orders are the same.
    columns
        A plan of the columns, or the path of a ``columns.toml``; levels and kinds are edits of it.
    strict
        Refuse columns that would be set aside.
    clusters
        One label per row, or the name of the column that holds it (which is then no variable): which rows belong
        together. Every row needs a label.

    Returns
    -------
    OrdinalTable
        The encoded rows.

    Raises
    ------
    InputValueError, InputTypeError
        If the data cannot be used; the message names the column or row and says what to do.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"sleep": ["bad", "good", "bad"], "sad": [0, 2, None]})
    >>> table = encode(frame, levels={"sleep": ["bad", "fair", "good"]})
    >>> table.levels
    (('bad', 'fair', 'good'), (0, 2))
    >>> table.codes
    array([[ 0,  0],
           [ 2,  1],
           [ 0, -1]], dtype=int16)
    """
    options = Options(
        levels,
        kinds,
        weights=_named(weights),
        columns=columns,
        any_order=any_order,
        strict=strict,
        weights_are=weights_are,
        clusters=_named(clusters),
        nominal=None,
    )
    return encode_by_plan(frame, options, weights, clusters)[0]


def encode_by_plan(
    frame: Any,
    options: Options,
    weights: npt.ArrayLike | str | None = None,
    clusters: npt.ArrayLike | str | None = None,
) -> tuple[OrdinalTable, TablePlan | None]:
    """What `encode` gives, and the plan that was followed; a table that is encoded already has none."""
    if isinstance(frame, OrdinalTable):
        if any(given is not None for given in (options.levels, options.kinds, weights, options.columns)):
            raise InputTypeError(
                "an OrdinalTable",
                "is already encoded",
                "levels, kinds and weights cannot be declared again",
                remedies=[Advise("pass the original data to change them")],
            )
        return frame if clusters is None else _with_labels(frame, clusters), None
    source = open_source(frame, options.levels)
    encoded = encode_source(source, options, None if isinstance(weights, str) else weights)
    if clusters is None or isinstance(clusters, str):
        return encoded.table, encoded.plan
    return _with_labels(encoded.table, clusters, encoded.kept), encoded.plan


def _named(given: object) -> str | None:
    return given if isinstance(given, str) else None


def _with_labels(table: OrdinalTable, labels: Any, kept: npt.NDArray[np.bool_] | None = None) -> OrdinalTable:
    """A table whose rows belong to the clusters that a label for each row of the data names."""
    if isinstance(labels, str):
        raise InputTypeError(
            OptionName("clusters"),
            f"is {labels!r}, the name of a column",
            "an OrdinalTable holds no column of labels",
            remedies=[InPython("pass one label per row")],
        )
    # A list of texts with gaps would become an array of texts, and its gaps labels.
    given = labels if isinstance(labels, np.ndarray) else pd.Series(labels).to_numpy()
    if kept is not None and given.shape == kept.shape:
        given = given[kept]
    return table.with_clusters(given)


@dataclass(frozen=True, eq=False)
class Encoded:
    """A table with the plan that it follows, which rows of the data are in it, and the data with all columns."""

    table: OrdinalTable
    plan: TablePlan
    kept: npt.NDArray[np.bool_]
    source: Source


def encode_source(source: Source, options: Options, weights: npt.ArrayLike | None = None) -> Encoded:
    """Table of the items of a source, by the plan of its columns.

    Parameters
    ----------
    source
        The data.
    options
        What was declared of their columns.
    weights
        One for each row, if they are no column.
    """
    checks.enough_rows(source.n_rows)
    plan, edits = plan_source(source, options)
    check_plan(plan, strict=options.strict)
    remark_on_plan(edits.undecided(plan), edits.silent, takes_nominal=edits.nominal is not False)
    table, guesses = _collect(
        source, [column for column in plan if column.is_item], _usable, any_order=options.any_order
    )
    _say_guesses(guesses)
    _say_infinite(source, table.names)
    kept = _answered(table.codes)
    n_blank = int((~kept).sum())
    if plan.weights is not None:
        own = _weights_in(source, plan.weights)
        n_without = int((np.isnan(own) & kept).sum())
        kept &= ~np.isnan(own)
        scaled = survey_weights(checks.row_weights(own, source.n_rows, kept), kept, options.weights_are)
        table = replace(table, weights=scaled)
        remark_on_weights(plan.weights, own[kept], n_without, options.weights_are)
    elif weights is not None:
        table = replace(table, weights=checks.row_weights(weights, source.n_rows, kept))
    if n_blank:
        warn(RowsWithoutAnswers(n_blank))
    planned = {column.name: column for column in plan}
    table = with_curves(table if kept.all() else table.rows(kept), planned, edits.kinds)
    if plan.clusters is not None:
        table = table.with_clusters(_labels_in(source, plan.clusters)[kept])
    return Encoded(table, plan, kept, source)


def encode_like(
    frame: Any,
    *,
    names: Sequence[str],
    levels: Sequence[Levels],
    kinds: Sequence[Kind],
    allow_absent: bool = False,
    unneeded: Sequence[str] = (),
) -> OrdinalTable:
    """Table of new rows with the columns, levels and kinds of an existing table.

    Columns are matched by name (an array's by position); others are left aside. Blank rows and constant columns are
    fine here.

    Parameters
    ----------
    frame
        The new rows, in any form that `encode` reads.
    names, levels, kinds
        Of the table to match.
    allow_absent
        Fill a column that `frame` lacks with missing entries, with an `InferenceWarning`, instead of raising an error.
    unneeded
        Columns that may be absent without a warning, such as the target of a prediction.

    Returns
    -------
    OrdinalTable
        The encoded rows, columns in the order of `names`.

    Examples
    --------
    >>> seen = encode([{"sleep": 0, "sad": 2}, {"sleep": 1, "sad": 0}])
    >>> like = {"names": seen.names, "levels": seen.levels, "kinds": seen.kinds}
    >>> encode_like([{"sad": 2}], **like, allow_absent=True, unneeded=["sleep"]).codes
    array([[-1,  1]], dtype=int16)
    """
    if isinstance(frame, OrdinalTable):
        if (frame.names, frame.levels, frame.kinds) != (tuple(names), tuple(levels), tuple(kinds)):
            raise InputValueError(
                "the OrdinalTable",
                "has other columns or levels than the model",
                remedies=[Advise("pass the original data instead")],
            )
        return frame
    declared_levels = {name: labels for name, labels in zip(names, levels, strict=True) if labels}
    source = open_source(frame, declared_levels)
    if not source.named:
        same_width(len(source.names), len(names))
        source = Source(tuple(names), source.n_rows, source.native, named=False)
    absent = columns_present(names, source.names, all_needed=not allow_absent)
    _say_absent([name for name in absent if name not in unneeded], [x for x in source.names if x not in names])
    told = zip(names, kinds, levels, strict=True)
    items = [_like(source, ColumnPlan(name, "item", kind, tuple(labels))) for name, kind, labels in told]
    _say_infinite(source, [name for name in names if name in source.names])
    return _collect(source, items)[0]


def _like(source: Source, item: ColumnPlan) -> ColumnPlan:
    """The plan of a column of new rows, in which what is no answer is no level of the model either."""
    if item.name not in source.names:
        return item
    observed = observe(source, item.name)
    odd = [entry for entry in observed.seen if entry not in item.levels] if item.levels else []
    return replace(item, missing=tuple(entry for entry in odd if _is_no_answer(entry, item.levels)))


def _is_no_answer(entry: Label, levels: Levels) -> bool:
    """Whether an entry beside the levels says that it is no answer, or is a code beyond them."""
    if isinstance(entry, str):
        return says_no_answer(entry)
    numbers = [level for level in levels if isinstance(level, int | float)]
    is_beyond = len(numbers) == len(levels) and not min(numbers) <= entry <= max(numbers)
    return is_beyond and is_customary(float(entry), signed=min(numbers) < 0)


def _collect(
    source: Source,
    items: Sequence[ColumnPlan],
    check: Callable[[EncodedColumn], EncodedColumn] = lambda column: column,
    *,
    any_order: bool = False,
) -> tuple[OrdinalTable, dict[str, list[str]]]:
    """Table of planned items, those that the source lacks all missing; and the columns behind each guess."""
    codes = np.full((source.n_rows, len(items)), -1, dtype=np.int16, order="F")
    kept: list[EncodedColumn] = []
    guesses: dict[str, list[str]] = {}
    unusable: list[UnusableColumnError] = []
    position = {name: k for k, name in enumerate(source.names)}
    for j, item in enumerate(items):
        try:
            is_there = item.name in position
            values = source.column(position[item.name]) if is_there else np.full(source.n_rows, np.nan)
            column = check(encode_planned(values, item, any_order=any_order))
        except UnusableColumnError as error:
            unusable.append(error)
            continue
        codes[:, j] = column.codes
        kept.append(column)
        if column.guess is not None and item.reason.ground in (Ground.AS_IS, *DECISIONS):
            guesses.setdefault(column.guess, []).append(item.name)
    refuse(unusable, source.n_rows)
    values_of = [column.values for column in kept if column.values is not None]
    continuous = np.column_stack(values_of) if values_of else np.empty((source.n_rows, 0))
    names, kinds, levels = (tuple(getattr(column, part) for column in kept) for part in ("name", "kind", "levels"))
    return OrdinalTable(names, kinds, levels, codes, continuous), guesses


def encode_planned(values: Values, item: ColumnPlan, *, any_order: bool = False) -> EncodedColumn:
    """One column by its plan: entries that are no answer are missing, blanks may be an answer."""
    values = without_entries(values, item.missing) if item.missing else values
    if item.blank is not None:
        values = _with_blanks_as(values, item.blank)
    if item.is_number:
        numbers = encode_column(item.name, values, None, "continuous", any_order=any_order)
        return replace(numbers, kind=kind_of((), cast("Kind", item.kind)))
    if item.kind == "nominal":
        column = encode_column(item.name, values, item.levels or None, "ordinal", any_order=True)
        return replace(column, kind=kind_of(column.levels, "nominal"), guess=None)
    kind = item.kind if item.kind in ("ordinal", "binary") else None
    return encode_column(item.name, values, item.levels or None, kind, any_order=any_order)


def _with_blanks_as(values: Values, label: Label) -> Values:
    """Values with a label in place of missing entries."""
    plain = pd.Series(values).astype(object)
    return plain.where(plain.notna(), label).to_numpy()


def _answered(codes: Codes) -> npt.NDArray[np.bool_]:
    """Which rows have at least one entry: a blank one carries no information, yet would count as evidence."""
    blank = np.ones(len(codes), dtype=bool)
    for column in codes.T:  # one after the other: a few tell most often, and a mask of all is large
        if not blank.any():
            break
        blank &= column < 0
    return ~blank


def _weights_in(source: Source, column: str) -> npt.NDArray[np.float64]:
    """Numbers of the column that holds the weights, decimal commas among them."""
    return as_numbers(column, source.column(source.names.index(column)), "to hold weights")


def _labels_in(source: Source, column: str) -> npt.NDArray[Any]:
    """The entries of the column that tells which rows belong together."""
    return pd.Series(source.column(source.names.index(column))).to_numpy()


def _usable(column: EncodedColumn) -> EncodedColumn:
    """A column that varies."""
    checks.observed_somewhere(column.name, column.codes < 0)
    if column.values is None:
        counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.levels))
        observed = [column.levels[k] for k in np.flatnonzero(counts)]
        checks.varying(column.name, observed, has_blanks=bool((column.codes < 0).any()))
    else:
        checks.varying_values(column.name, column.values)
    return column


def _say_absent(absent: Sequence[str], strange: Sequence[str]) -> None:
    """One warning for all columns that the data lack; a misspelt name is the likeliest reason."""
    if not absent:
        return
    near = ((name, other) for name in absent for other in difflib.get_close_matches(name, strange, n=1))
    warn(ColumnsAbsent(absent, next(near, None)))


def _say_infinite(source: Source, names: Sequence[str]) -> None:
    """One warning for infinite entries, which are read as missing."""
    position = {name: k for k, name in enumerate(source.names)}
    counts = {name: n for name in names if (n := source.n_infinite(position[name]))}
    if counts:
        warn(InfiniteEntries(counts))


def _say_guesses(guesses: Mapping[str, Sequence[str]]) -> None:
    """One warning for all that was inferred, columns with the same guess together."""
    if guesses:
        warn(ColumnsInferred(guesses))
