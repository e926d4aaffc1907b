# SPDX-License-Identifier: MIT
"""SPSS and Stata files: value labels become ordered levels, measure levels become kinds, and back again."""

import json
import math
import pickle
import signal
import subprocess
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from ordag.data import checks
from ordag.data.reading.codebook import Codebook
from ordag.data.reading.declared_missing import as_letters, as_values, is_letter
from ordag.data.reading.remarks import EncodingAssumed
from ordag.errors import FileError, InputValueError, MissingDependencyError, warn
from ordag.messages import Advise, Cause, Column
from ordag.processes import environment, python

_PARSER = Path(__file__).with_name("labelled_parser.py")
# Seconds that any file may take, and bytes per second of the slowest sensible machine.
_LEAST_SECONDS, _SLOWEST = 30, 200_000
# Seconds that may pass for each of the processor, since a machine may be busy; systems without such limits go by the
# clock.
_OUT_OF_TIME = getattr(signal, "SIGXCPU", None)
_BUSY = 20 if _OUT_OF_TIME else 1
_NAMES = {
    ".sav": "names there begin with a letter, go on with letters, digits, _ or . and take at most 64 bytes",
    ".dta": "names there begin with a letter or _, go on with letters, digits or _ and have at most 32 characters",
}
# Bytes and characters; releases of the library before 1.3.7 cut longer names in Stata files without a word.
_LONGEST_NAME = {".sav": 64, ".dta": 32}
# Characters of a variable's label that a Stata file can hold; SPSS files cut longer ones themselves.
_STATA_WORDING = 80


def read_labelled(
    path: Path, variables: Collection[str] | None = None, encoding: str | None = None
) -> tuple[pd.DataFrame, Codebook]:
    """Frame of an SPSS or Stata file, and what it says of its columns.

    A variable with value labels becomes a categorical whose levels follow the values. It is ordered unless the file
    calls it nominal and it has more than two levels. A value without a label keeps its number. Where so many have none
    that it is a measurement, with a label or two such as 999 = "no answer", the variable stays numbers. Values that an
    SPSS file declares missing are missing, and are no levels, except in columns that are not among the `variables`.
    """
    _pyreadstat()
    frame, codebook = _parsed(path, variables, encoding)
    texts = {}
    for name in frame.columns:
        is_variable, measure = variables is None or name in variables, codebook.measures[name]
        labels = codebook.answers(name) if is_variable else codebook.labels.get(name, {})
        if labels and (measure == "ordinal" or not _is_measurement(frame[name], labels)):
            texts[name] = _texts(frame[name], labels)
            ordered = measure != "nominal" or len(texts[name]) == 2
            levels = pd.CategoricalDtype(list(texts[name].values()), ordered=ordered)
            frame[name] = frame[name].map(texts[name]).astype(levels)
    return frame, replace(codebook, texts=texts)


def labelled_wordings(path: Path) -> dict[str, str]:
    """Labels of the variables of an SPSS or Stata file, read without the entries."""
    _pyreadstat()
    return dict(_parsed(path, entries=False)[1].wordings)


def _parsed(
    path: Path, variables: Collection[str] | None = None, encoding: str | None = None, *, entries: bool = True
) -> tuple[pd.DataFrame, Codebook]:
    """Values of a file, numbers and texts, and what it says of them.

    Parsed in a process of its own: the C library behind pyreadstat ends the interpreter on some damaged files (one
    flipped bit in the type of a variable is enough) and on others never returns.
    """
    patience = math.ceil(_LEAST_SECONDS + path.stat().st_size / _SLOWEST)
    asked = json.dumps([None if variables is None else list(variables), encoding]).encode()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "parsed.pickle"
        # By its path, since `-m` would import all of the package first; -P keeps the modules beside it out of reach.
        command = python(str(_PARSER), str(path), str(target), "all" if entries else "metadata", str(patience))
        endless = FileError(path, f"has no end after {patience} seconds", "the file is damaged")
        try:
            done = subprocess.run(
                command, input=asked, capture_output=True, env=environment(), timeout=_BUSY * patience, check=False
            )
        except subprocess.TimeoutExpired:
            raise endless from None
        if _OUT_OF_TIME and done.returncode == -_OUT_OF_TIME:
            raise endless
        if done.returncode < 0:
            raise FileError(path, "crashed the parser", "the file is damaged")
        if done.returncode:
            raise FileError(path, f"is refused: {done.stderr.decode(errors='replace').strip()}")
        frame, measures, wordings, labels, ranges, assumed = pickle.loads(target.read_bytes())
    if assumed is not None:
        warn(EncodingAssumed(assumed, "the encoding that it names"))
    objects = [name for name in frame.columns if pd.api.types.is_object_dtype(frame[name].dtype)]
    for name in objects:  # numbers beside missing ones that have letters
        frame[name] = frame[name].infer_objects() if _has_text(frame[name]) else _as_numbers(frame[name])
    labels = {name: _without_letters(labels[name], frame[name]) for name in frame.columns if name in labels}
    measures = {name: measures.get(name, "unknown") for name in frame.columns}
    return frame, Codebook(measures, {name: text for name, text in wordings.items() if text}, labels, ranges)


def _has_text(values: pd.Series) -> bool:
    return any(isinstance(value, str) for value in values)


def _as_numbers(values: pd.Series) -> pd.Series:
    """A column of numbers as such, and one of dates as it is."""
    is_number = all(isinstance(value, int | float) for value in values.dropna())
    return pd.to_numeric(values) if is_number else values


def write_labelled(frame: pd.DataFrame, path: Path, kinds: Mapping[str, str], codebook: Codebook) -> None:
    """Write an SPSS or Stata file; categoricals become numbers with value labels, continuous kinds SPSS scales.

    Columns of the codebook keep its values, labels and wordings; in SPSS files also what it declares missing, and the
    measure level if no kind is given.
    """
    pyreadstat = _pyreadstat()
    ending, plain = path.suffix.lower(), frame.copy(deep=False)
    _check_lengths(frame, ending)
    labels: dict[str, dict[Any, str]] = {}
    for name in frame.columns:
        plain[name], labels[name] = _values_and_labels(frame[name], name, codebook, ending)
    ranges, letters = dict(codebook.ranges), {}
    for name in frame.columns:
        given = plain[name], labels[name], ranges.get(name, ())
        if ending == ".sav":
            plain[name], labels[name], ranges[name] = as_values(*given)
        else:
            plain[name], labels[name], letters[name] = as_letters(*given)
    options: dict[str, Mapping[str, Any]]
    if ending == ".sav":
        measures = {x: _measure(frame[x], kinds.get(x), codebook.measures.get(x)) for x in frame.columns}
        declared = {name: own for name, own in ranges.items() if own}
        options = {"column_labels": codebook.wordings, "missing_ranges": declared, "variable_measure": measures}
    else:
        wordings = {x: wording[:_STATA_WORDING] for x, wording in codebook.wordings.items()}
        options = {"column_labels": wordings, "missing_user_values": {x: own for x, own in letters.items() if own}}
    options["variable_value_labels"] = {name: texts for name, texts in labels.items() if texts}

    def write(some: pd.DataFrame) -> None:
        told = {what: {x: said[x] for x in some.columns if x in said} for what, said in options.items()}
        (pyreadstat.write_sav if ending == ".sav" else pyreadstat.write_dta)(some, str(path), **told)

    try:
        write(plain)
    except Exception as error:
        raise _refused(plain, write, ending) or error from None


def _check_lengths(frame: pd.DataFrame, ending: str) -> None:
    """Refuse a name that such a file would hold in part only."""
    for name in map(str, frame.columns):
        length = len(name.encode() if ending == ".sav" else name)
        if length > _LONGEST_NAME[ending]:
            raise _unwritable(name, ending, f"its name takes {length}")


def _refused(frame: pd.DataFrame, write: Callable[[pd.DataFrame], None], ending: str) -> InputValueError | None:
    """Error for the first column that cannot be written, be it for its name; the library does not say which it is."""
    for name in frame.columns:
        try:
            write(frame[[name]])
        except Exception as error:
            return _unwritable(name, ending, Cause(error))
    return None


def _unwritable(name: str, ending: str, why: str | Cause) -> InputValueError:
    return InputValueError(
        Column(name),
        (f"cannot be written to a {ending} file: ", why),
        _NAMES[ending],
        remedies=[Advise("rename or convert the column"), Advise("write another format")],
    )


def _without_letters(labels: Mapping[Any, str], values: pd.Series) -> dict[Any, str]:
    """Labels of what a column can hold: Stata letters the missing values of numbers."""
    holds_text = not pd.api.types.is_numeric_dtype(values) and any(isinstance(value, str) for value in values)
    return {value: label for value, label in labels.items() if holds_text or not isinstance(value, str)}


def _is_measurement(values: pd.Series, labels: Mapping[Any, str]) -> bool:
    """Whether there are more numbers without a label than an item has levels."""
    numbers = {value for value in values.dropna().unique() if not is_letter(value)}
    is_number = not any(isinstance(value, str) for value in numbers)
    return is_number and len(numbers - set(labels)) > checks.MAX_INFERRED_LEVELS


def _texts(values: pd.Series, labels: Mapping[Any, str]) -> dict[Any, str]:
    """Text of every value, from the lowest: its label, or the value itself where it has none."""
    observed = [value for value in values.dropna().unique() if value not in labels]
    ranked = sorted([*labels, *observed], key=lambda value: (is_letter(value), value))
    own = {value: f"{value:g}" if isinstance(value, int | float) else str(value) for value in ranked}
    texts = {value: str(labels.get(value, own[value])) for value in ranked}
    if len(set(texts.values())) < len(texts):  # two values with one wording stay apart by what stands for them
        texts = {value: f"{own[value]} {text}" for value, text in texts.items()}
    return texts


def _values_and_labels(
    values: pd.Series, name: str, codebook: Codebook, ending: str
) -> tuple[pd.Series, dict[Any, str]]:
    """The values of a column with their labels, as in the file that it came from; a Stata file labels whole numbers."""
    labels = codebook.labels.get(name, {})
    if name in codebook.measures and (ending == ".sav" or all(_is_whole(x) or is_letter(x) for x in labels)):
        return _known(values, codebook.texts.get(name, {}), labels)
    return _numbered(values) if isinstance(values.dtype, pd.CategoricalDtype) else (values, {})


def _known(values: pd.Series, texts: Mapping[Any, str], labels: Mapping[Any, str]) -> tuple[pd.Series, dict[Any, str]]:
    """Levels as the values that they stood for; one that is new has its own number, or one above all others."""
    if not isinstance(values.dtype, pd.CategoricalDtype):
        return values, {} if texts else dict(labels)  # labels were read as numbers: these are no values
    known, kept = {text: value for value, text in texts.items()}, dict(labels)
    value_of: dict[Any, Any] = {}
    for level in values.cat.remove_unused_categories().cat.categories:
        text, taken = str(level), [*texts, *kept]
        if text in known:
            value_of[level] = known[text]
        elif not taken or any(isinstance(value, str) for value in taken):
            value_of[level] = level
        elif text.isdecimal() and int(text) not in taken:
            value_of[level] = int(text)
        else:
            value_of[level] = math.floor(max(taken)) + 1
            kept[value_of[level]] = text
    return values.astype(object).map(value_of), kept


def _is_whole(value: object) -> bool:
    return isinstance(value, int | float) and value % 1 == 0


def _numbered(values: pd.Series) -> tuple[pd.Series, dict[int, str]]:
    """Whole categories that increase keep their number; others count from 1, since numbers tell the order."""
    categories = values.cat.categories
    whole = pd.api.types.is_integer_dtype(categories.dtype) and categories.is_monotonic_increasing
    numbers = [int(label) for label in categories] if whole else list(range(1, len(categories) + 1))
    codes = values.cat.codes.to_numpy()
    coded = np.where(codes < 0, np.nan, np.array([*numbers, 0])[codes])
    return pd.Series(coded, index=values.index), {k: str(x) for k, x in zip(numbers, categories, strict=True)}


def _measure(values: pd.Series, kind: str | None, known: str | None) -> str:
    """Measure level of a column; whole numbers with gaps are floats, yet no more on a scale than those without."""
    if kind is None and known is not None:
        return known
    if isinstance(values.dtype, pd.CategoricalDtype):
        return "ordinal" if values.cat.ordered else "nominal"
    is_float = pd.api.types.is_float_dtype(values.dtype)
    if kind == "continuous" or (is_float and not (values.dropna() % 1 == 0).all()):
        return "scale"
    return "unknown"


def _pyreadstat() -> ModuleType:
    try:
        import pyreadstat
    except ImportError:
        raise MissingDependencyError("reading SPSS and Stata files", "pyreadstat", "files") from None
    return pyreadstat
