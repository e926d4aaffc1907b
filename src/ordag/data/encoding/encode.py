# SPDX-License-Identifier: MIT
"""Data of any shape become an `OrdinalTable`: the first step of every method."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from ordag.data import checks
from ordag.data.declarations import DeclaredKinds, DeclaredLevels, resolve_kinds, resolve_levels
from ordag.data.encoding.column import EncodedColumn, as_numbers, encode_column
from ordag.data.encoding.new_rows import columns_present, same_width
from ordag.data.missing.codes import remark_on_codes
from ordag.data.reading.loading import Layout, Loaded, load
from ordag.data.reading.sources import Source, open_source
from ordag.data.table import Codes, Kind, Levels, OrdinalTable
from ordag.data.unusable import UnusableColumnError, refuse
from ordag.errors import InputTypeError, InputValueError, warn
from ordag.messages import Advise
from ordag.remarks import ColumnsAbsent, ColumnsInferred, RowsWithoutAnswers


def encode(
    frame: Any,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: npt.ArrayLike | str | None = None,
    any_order: bool = False,
) -> OrdinalTable:
    """Table of codes for a data frame, array or list of records.

    Ordered categoricals keep their declared levels, booleans and whole numbers with at most 20 distinct values become
    levels in their natural order. What has to be guessed is said by an `InferenceWarning`: the order of text labels
    (numbers in them, a known wording such as "never … always", or the alphabet if there are two) and that a column of
    other numbers is continuous. More than two labels in any other wording need declared levels. Spaces around a label
    and its letter case do not matter. Missing entries (None, NaN, NA) stay missing; rows without any other are left
    out, with an `InferenceWarning`.

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
        ``"ordinal"``, ``"binary"`` or ``"continuous"`` by column, or the path of such a file.
    weights
        Weight of each row, or the name of the column that holds it (which is then no variable).
    any_order
        Take text labels without a known order in that of the alphabet, for a method to which all orders are the same.

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
    if isinstance(frame, OrdinalTable):
        if levels is not None or kinds is not None or weights is not None:
            raise InputTypeError(
                "an OrdinalTable",
                "is already encoded",
                "levels, kinds and weights cannot be declared again",
                remedies=[Advise("pass the original data to change them")],
            )
        return frame
    if isinstance(frame, str | PathLike):
        frame = load(frame, Layout(levels=levels))
    source = open_source(frame)
    checks.enough_rows(source.n_rows)
    weight_column = _weight_column(source, weights)
    names = tuple(name for name in source.names if name != weight_column)
    declared_levels, declared_kinds = resolve_levels(levels, names), resolve_kinds(kinds, names)
    _no_contradiction(declared_levels, declared_kinds)
    if isinstance(frame, Loaded):
        measured = [name for name, kind in declared_kinds.items() if kind == "continuous"]
        remark_on_codes(frame.frame, frame.codebook, [*declared_levels, *measured])
    own = {name: kind for name, kind in source.kinds.items() if name in names and name not in declared_levels}
    row_weights = weights if weight_column is None else _weights_in(source, weight_column)
    table, guesses = _collect(source, names, declared_levels, {**own, **declared_kinds}, _usable, any_order=any_order)
    _say_guesses(guesses)
    answered = _answered(table.codes)
    if row_weights is not None:
        table = replace(table, weights=checks.row_weights(row_weights, source.n_rows, answered))
    if answered.all():
        return table
    warn(RowsWithoutAnswers(int((~answered).sum())))
    return table.rows(answered)


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
    return _collect(source, tuple(names), declared_levels, dict(zip(names, kinds, strict=True)))[0]


def _collect(
    source: Source,
    names: tuple[str, ...],
    levels: Mapping[str, Levels],
    kinds: Mapping[str, str],
    check: Callable[[EncodedColumn], EncodedColumn] = lambda column: column,
    *,
    any_order: bool = False,
) -> tuple[OrdinalTable, dict[str, list[str]]]:
    """Table of the named columns, those that the source lacks all missing; and the columns behind each guess."""
    codes = np.full((source.n_rows, len(names)), -1, dtype=np.int16, order="F")
    kept_kinds: list[Kind] = []
    kept_levels: list[Levels] = []
    values_of: list[npt.NDArray[np.float64]] = []
    guesses: dict[str, list[str]] = {}
    unusable: list[UnusableColumnError] = []
    position = {name: k for k, name in enumerate(source.names)}
    for j, name in enumerate(names):
        if name in position:
            try:
                values = source.column(position[name])
                column = check(encode_column(name, values, levels.get(name), kinds.get(name), any_order=any_order))
            except UnusableColumnError as error:
                unusable.append(error)
                continue
        else:
            column = _absent(name, levels.get(name, ()), kinds[name], source.n_rows)
        codes[:, j] = column.codes
        kept_kinds.append(column.kind)
        kept_levels.append(column.levels)
        if column.values is not None:
            values_of.append(column.values)
        if column.guess is not None:
            guesses.setdefault(column.guess, []).append(name)
    refuse(unusable, source.n_rows)
    continuous = np.column_stack(values_of) if values_of else np.empty((source.n_rows, 0))
    return OrdinalTable(names, tuple(kept_kinds), tuple(kept_levels), codes, continuous), guesses


def _answered(codes: Codes) -> npt.NDArray[np.bool_]:
    """Which rows have at least one entry: a blank one carries no information, yet would count as evidence."""
    blank = np.ones(len(codes), dtype=bool)
    for column in codes.T:  # one after the other: a few tell most often, and a mask of all is large
        if not blank.any():
            break
        blank &= column < 0
    return ~blank


def _absent(name: str, levels: Levels, kind: str, n_rows: int) -> EncodedColumn:
    empty = np.full(n_rows, np.nan)
    return encode_column(name, empty, levels or None, kind)


def _weight_column(source: Source, weights: object) -> str | None:
    if not isinstance(weights, str):
        return None
    checks.known_columns("weights", [weights], source.names)
    return weights


def _weights_in(source: Source, column: str) -> npt.NDArray[np.float64]:
    """Numbers of the column that holds the weights, decimal commas among them."""
    return as_numbers(column, source.column(source.names.index(column)), "to hold weights")


def _no_contradiction(levels: Mapping[str, Levels], kinds: Mapping[str, str]) -> None:
    for name in levels:
        if kinds.get(name) == "continuous":
            raise checks.no_levels_for_continuous(name)


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


def _say_guesses(guesses: Mapping[str, Sequence[str]]) -> None:
    """One warning for all that was inferred, columns with the same guess together."""
    if guesses:
        warn(ColumnsInferred(guesses))
