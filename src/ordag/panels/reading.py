# SPDX-License-Identifier: MIT
"""Panel data of either shape as one table: a row per person, and the items wave by wave.

A wide file has a column per item and wave, whose name holds both (``sleep_t1``); a long file has a row per person and
wave. Either is brought into the long shape first, so that an item has the same levels at all waves.
"""

import os
import re
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import MergedLevels, OrdinalTable, encode, read_frame
from ordag.data.encoding.beside import labels_of_rows
from ordag.errors import InputTypeError, InputValueError, OptionsClashError, RequirementError, unknown_option, warn
from ordag.messages import Advise, Column, OptionName, Value
from ordag.messages.lists import listed
from ordag.remarks import ColumnsWithoutWave

Numbers = npt.NDArray[np.intp]

PATTERN = "{item}_t{wave}"
_ITEM, _WAVE = "{item}", "{wave}"
_FEWEST_PERSONS = 20
# With more columns the information about all links takes gigabytes.
_MOST_COLUMNS = 150


@dataclass(frozen=True, eq=False)
class Panel:
    """Answers of persons at several waves.

    Attributes
    ----------
    long : OrdinalTable
        One row per person and wave, one column per item.
    person, wave : (n_rows of long,)
        Whose answers a row holds, and of which wave.
    waves : tuple of str
        In the order of time.
    pattern : str
        How the column of an item at a wave is named.
    """

    long: OrdinalTable
    person: Numbers
    wave: Numbers
    waves: tuple[str, ...]
    pattern: str = PATTERN

    @property
    def items(self) -> tuple[str, ...]:
        """Names of the items."""
        return self.long.names

    @property
    def names(self) -> tuple[str, ...]:
        """Of the columns of the wide table: the items of the first wave, those of the second, and so on."""
        return tuple(column_name(self.pattern, item, wave) for wave in self.waves for item in self.items)

    def wide(self, long: OrdinalTable | None = None) -> OrdinalTable:
        """One row per person; of another long table with the same rows if one is given."""
        rows = self.long if long is None else long
        n_persons, n_waves = int(self.person.max()) + 1, len(self.waves)
        codes = np.full((n_persons, n_waves, rows.n_columns), -1, dtype=np.int16)
        numbers = np.full((n_persons, n_waves, rows.continuous.shape[1]), np.nan)
        codes[self.person, self.wave], numbers[self.person, self.wave] = rows.codes, rows.continuous
        return OrdinalTable(
            self.names,
            rows.kinds * n_waves,
            rows.levels * n_waves,
            codes.reshape(n_persons, -1),
            numbers.reshape(n_persons, -1),
            curves=rows.curves * n_waves,
        )

    def merged_alike(self) -> MergedLevels:
        """The wide table with levels that nobody chose at any wave merged, the same way at all waves."""
        merged = self.long.merged()
        return MergedLevels(self.wide(merged.table), merged.new_codes * len(self.waves))


def column_name(pattern: str, item: str, wave: str) -> str:
    """Name of the column of an item at a wave.

    Examples
    --------
    >>> column_name("{item}_t{wave}", "sleep", "2")
    'sleep_t2'
    """
    return pattern.replace(_ITEM, item).replace(_WAVE, wave)


def read_panel(
    frame: Any, pattern: str | None = None, person: str | None = None, wave: str | None = None, **declared: Any
) -> Panel:
    """Answers of persons at several waves.

    Parameters
    ----------
    frame
        A data frame or the path of a file.
    pattern
        How the columns of a wide frame are named, with places for item and wave.
    person, wave
        The columns of a long frame that name the person and the wave of each row.
    **declared
        ``levels``, ``kinds`` by item, for `ordag.data.encode`.
    """
    if (person is None) != (wave is None):
        raise RequirementError((OptionName("person"), " and ", OptionName("wave")), "be given together", "found one")
    if person is not None and pattern is not None:
        raise OptionsClashError(OptionName("pattern"), "is for a file with a row per person", ("pattern",))
    given = _as_frame(frame)
    if person is not None and wave is not None:
        long, persons, labels = _of_long(given, person, wave)
    else:
        long, persons, labels = _stacked(given, PATTERN if pattern is None else pattern)
    has_answer = long.notna().any(axis=1).to_numpy()
    long, persons, labels = long[has_answer].reset_index(drop=True), persons[has_answer], labels[has_answer]
    table = encode(long, **declared)
    row = labels_of_rows(np.arange(len(long)), long, table).astype(np.intp)
    waves = _in_order(labels)
    number = pd.Index(waves).get_indexer(pd.Index(labels[row]))
    person_number = np.unique(persons[row], return_inverse=True)[1]
    panel = Panel(table, person_number, number, tuple(map(_name, waves)), pattern or PATTERN)
    return _checked(panel)


def _as_frame(frame: Any) -> pd.DataFrame:
    """A pandas frame."""
    if isinstance(frame, str | os.PathLike):
        frame = read_frame(frame)
    if isinstance(frame, pd.DataFrame):
        return frame.rename(columns=str)
    opened = nw.from_native(frame, eager_only=True, pass_through=True)
    if not isinstance(opened, nw.DataFrame):
        raise InputTypeError("panel data", "have no named columns", "a data frame or a file is needed")
    return pd.DataFrame({name: _pandas_column(opened[name]) for name in opened.columns})


def _pandas_column(column: "nw.Series[Any]") -> Any:
    if column.dtype == nw.Enum:
        return pd.Categorical(column.to_list(), categories=column.cat.get_categories().to_list(), ordered=True)
    return column.to_list()


def _stacked(frame: pd.DataFrame, pattern: str) -> tuple[pd.DataFrame, Numbers, npt.NDArray[Any]]:
    """A wide frame as a long one, with the number of the person and the wave of each row."""
    places = _places(frame, pattern)
    waves = list(dict.fromkeys(wave for _, wave in places))
    n_waves = {item: sum((item, wave) in places for wave in waves) for item, _ in places}
    once = [column for (item, _), column in places.items() if n_waves[item] == 1]
    items = [item for item, count in n_waves.items() if count > 1]
    beside = [column for column in frame.columns if column not in places.values()] + once
    if beside:
        warn(ColumnsWithoutWave(beside))
    for item in items:
        if n_waves[item] < len(waves):
            seen = listed(wave for wave in waves if (item, wave) in places)
            raise RequirementError(
                Column(item),
                f"be measured at every wave ({listed(waves)})",
                f"found it at {seen}",
                remedies=[Advise("leave the item out, or the waves that lack it")],
            )
    parts = [frame[[places[item, wave] for item in items]].set_axis(items, axis=1) for wave in waves]
    labels = np.repeat(np.array(waves, dtype=object), len(frame))
    return pd.concat(parts, ignore_index=True), np.tile(np.arange(len(frame)), len(waves)), labels


def _places(frame: pd.DataFrame, pattern: str) -> dict[tuple[str, str], str]:
    """The column of each item at each wave."""
    if pattern.count(_ITEM) != 1 or pattern.count(_WAVE) != 1:
        raise RequirementError(
            OptionName("pattern"), "hold one place for the item and one for the wave", ("found ", Value(pattern))
        )
    written = re.escape(pattern).replace(re.escape(_ITEM), "(?P<item>.+)").replace(re.escape(_WAVE), "(?P<wave>.+?)")
    matches = {column: re.fullmatch(written, column) for column in frame.columns}
    found = {(match["item"], match["wave"]): column for column, match in matches.items() if match}
    if len({wave for _, wave in found}) < 2:
        raise InputValueError(
            OptionName("pattern"),
            ("is ", Value(pattern), ", which fits the columns of fewer than two waves"),
            f"columns are {listed(map(str, frame.columns))}",
        )
    return found


def _of_long(frame: pd.DataFrame, person: str, wave: str) -> tuple[pd.DataFrame, Numbers, npt.NDArray[Any]]:
    """The items of a long frame, with the number of the person and the wave of each row."""
    for option, column in (("person", person), ("wave", wave)):
        if column not in frame.columns:
            raise unknown_option(("column for ", OptionName(option)), column, list(frame.columns))
    named = frame[[person, wave]].notna().all(axis=1)
    if not named.all():
        raise InputValueError(
            f"{int((~named).sum())} of {len(frame)} rows",
            "lack their person or their wave",
            remedies=[Advise("fill these in, or leave the rows out")],
        )
    if (twice := frame.duplicated([person, wave])).any():
        row = frame[twice].iloc[0]
        raise InputValueError(
            "a person", f"has two rows of one wave: {row[person]!r} at {row[wave]!r}", "one row each is needed"
        )
    numbers = pd.factorize(frame[person])[0].astype(np.intp)
    labels = frame[wave]
    if isinstance(labels.dtype, pd.CategoricalDtype) and labels.cat.ordered:
        order = list(labels.cat.categories)
        sort = np.argsort([order.index(label) for label in labels], kind="stable")
        frame, numbers = frame.iloc[sort], numbers[sort]
    return frame.drop(columns=[person, wave]), numbers, frame[wave].to_numpy(dtype=object)


def _in_order(labels: npt.NDArray[Any]) -> list[Any]:
    """The waves: by number if they are numbers, else in the order in which they appear."""
    waves = list(dict.fromkeys(labels.tolist()))
    try:
        return sorted(waves, key=float)
    except (TypeError, ValueError):
        return waves


def _name(wave: Any) -> str:
    return str(int(wave)) if isinstance(wave, float) and wave.is_integer() else str(wave)


def _checked(panel: Panel) -> Panel:
    """The panel, if a network of its waves can be learned."""
    n_persons = int(panel.person.max()) + 1
    if len(panel.waves) < 2:
        raise InputValueError("the data", "have one wave", "at least two are needed")
    if n_persons < _FEWEST_PERSONS:
        raise InputValueError("the data", f"have {n_persons} persons", f"at least {_FEWEST_PERSONS} are needed")
    if (n_columns := len(panel.names)) > _MOST_COLUMNS:
        raise InputValueError(
            "the data",
            f"have {len(panel.items)} items at {len(panel.waves)} waves, {n_columns} columns",
            f"at most {_MOST_COLUMNS} can be learned from together",
            remedies=[Advise("leave out items or waves")],
        )
    return panel
