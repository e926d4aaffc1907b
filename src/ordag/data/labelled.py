# SPDX-License-Identifier: MIT
"""SPSS and Stata files: value labels become ordered levels, measure levels become kinds, and back again."""

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from ordag.errors import InputValueError, MissingDependencyError

# Seconds that any file may take, and bytes per second of the slowest sensible machine.
_LEAST_SECONDS, _SLOWEST = 30, 200_000
_NAMES = {
    ".sav": "Names there begin with a letter, go on with letters, digits, _ or . and take at most 64 bytes.",
    ".dta": "Names there begin with a letter or _, go on with letters, digits or _ and have at most 32 characters.",
}
# What measure levels say of numbers without labels. SPSS calls a variable nominal also when nobody has told it more.
_KINDS = {"scale": "continuous", "nominal": "nominal"}


def read_labelled(path: Path) -> tuple[pd.DataFrame, dict[str, str], dict[str, dict[Any, str]]]:
    """Frame of an SPSS or Stata file, the kinds that its measure levels declare, and by column the labels of values.

    A variable with value labels becomes a categorical whose levels follow the values. It is ordered unless the file
    calls it nominal and it has more than two levels. A value without a label keeps its number. Of variables without
    labels those measured on a scale are continuous, and those that the file calls nominal are told. Values that the
    file declares missing are missing, and are no levels.
    """
    _pyreadstat()
    frame, all_labels, measures, ranges = _parsed(path)
    kinds, texts = {}, {}
    for name in frame.columns:
        labels = _without_missing(all_labels.get(name, {}), frame[name], ranges.get(name, []))
        measure = measures.get(name, "unknown")
        if labels:
            texts[name] = _texts(frame[name], labels)
            ordered = measure != "nominal" or len(texts[name]) == 2
            levels = pd.CategoricalDtype(list(texts[name].values()), ordered=ordered)
            frame[name] = frame[name].map(texts[name]).astype(levels)
        elif measure in _KINDS and pd.api.types.is_numeric_dtype(frame[name]):
            kinds[name] = _KINDS[measure]
    return frame, kinds, texts


# The values that a file calls missing ("refused", "don't know") are told only when asked for.
_PARSE = """
import pickle, sys
import pyreadstat
source, target = sys.argv[1:]
read = pyreadstat.read_sav if source.lower().endswith(".sav") else pyreadstat.read_dta
try:
    frame, meta = read(source)
    ranges = read(source, metadataonly=True, user_missing=True)[1].missing_ranges
except Exception as error:
    sys.exit(str(error) or type(error).__name__)
with open(target, "wb") as file:
    pickle.dump((frame, dict(meta.variable_value_labels), dict(meta.variable_measure), dict(ranges)), file, protocol=5)
"""


def _parsed(path: Path) -> tuple[pd.DataFrame, dict[str, Any], dict[str, str], dict[str, Any]]:
    """Frame, value labels, measure levels and missing ranges of a file.

    Parsed in a process of its own: the C library behind pyreadstat ends the interpreter on some damaged files (one
    flipped bit in the type of a variable is enough) and on others never returns.
    """
    patience = _LEAST_SECONDS + path.stat().st_size / _SLOWEST
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "parsed.pickle"
        command = [sys.executable, "-P", "-c", _PARSE, str(path), str(target)]
        try:
            done = subprocess.run(command, capture_output=True, env=paths, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            raise InputValueError(f"no end after {patience:.0f} seconds; the file is damaged") from None
        if done.returncode < 0:
            raise InputValueError("the parser crashed; the file is damaged")
        if done.returncode:
            raise InputValueError(done.stderr.decode(errors="replace").strip())
        parsed: tuple[pd.DataFrame, dict[str, Any], dict[str, str], dict[str, Any]] = pickle.loads(target.read_bytes())
    return parsed


def write_labelled(frame: pd.DataFrame, path: Path, kinds: Mapping[str, str]) -> None:
    """Write an SPSS or Stata file; categoricals become numbers with value labels, continuous kinds SPSS scales."""
    pyreadstat = _pyreadstat()
    plain = frame.copy(deep=False)
    labels: dict[str, dict[int, str]] = {}
    for name in frame.columns:
        if isinstance(frame[name].dtype, pd.CategoricalDtype):
            plain[name], labels[name] = _numbered(frame[name])
    ending = path.suffix.lower()
    write = pyreadstat.write_sav if ending == ".sav" else pyreadstat.write_dta
    options: dict[str, Any] = {"variable_value_labels": labels}
    if ending == ".sav":
        options["variable_measure"] = {name: _measure(frame[name], kinds.get(name)) for name in frame.columns}
    try:
        write(plain, str(path), **options)
    except Exception as error:
        raise _refused(plain, partial(write, dst_path=str(path)), ending) or error from None


def _refused(frame: pd.DataFrame, write: Callable[[pd.DataFrame], None], ending: str) -> InputValueError | None:
    """Error for the first column that cannot be written, be it for its name; the library does not say which it is."""
    for name in frame.columns:
        try:
            write(frame[[name]])
        except Exception as error:
            return InputValueError(
                f"column {name!r} cannot be written to a {ending} file: {error}. {_NAMES[ending]} Rename or convert "
                "the column, or write another format."
            )
    return None


def _without_missing(
    labels: Mapping[Any, str], values: pd.Series, ranges: Sequence[Mapping[str, Any]]
) -> dict[Any, str]:
    """Labels of values that are not declared missing: Stata letters its missing values, SPSS lists ranges of them."""
    holds_text = not pd.api.types.is_numeric_dtype(values) and any(isinstance(value, str) for value in values)

    def is_missing(value: Any) -> bool:
        is_text = isinstance(value, str)
        alike = [part for part in ranges if isinstance(part["lo"], str) == is_text]
        return (is_text and not holds_text) or any(part["lo"] <= value <= part["hi"] for part in alike)

    return {value: label for value, label in labels.items() if not is_missing(value)}


def _texts(values: pd.Series, labels: Mapping[Any, str]) -> dict[Any, str]:
    """Text of every value, from the lowest: its label, or the value itself where it has none."""
    observed = [value for value in values.dropna().unique() if value not in labels]
    ranked = sorted([*labels, *observed])
    own = {value: f"{value:g}" if isinstance(value, int | float) else str(value) for value in ranked}
    texts = {value: str(labels.get(value, own[value])) for value in ranked}
    if len(set(texts.values())) < len(texts):  # two values with one wording stay apart by what stands for them
        texts = {value: f"{own[value]} {text}" for value, text in texts.items()}
    return texts


def _numbered(values: pd.Series) -> tuple[pd.Series, dict[int, str]]:
    """Whole categories that increase keep their number; others count from 1, since numbers tell the order."""
    categories = values.cat.categories
    whole = pd.api.types.is_integer_dtype(categories.dtype) and categories.is_monotonic_increasing
    numbers = [int(label) for label in categories] if whole else list(range(1, len(categories) + 1))
    codes = values.cat.codes.to_numpy()
    coded = np.where(codes < 0, np.nan, np.array([*numbers, 0])[codes])
    return pd.Series(coded, index=values.index), {k: str(x) for k, x in zip(numbers, categories, strict=True)}


def _measure(values: pd.Series, kind: str | None) -> str:
    """Measure level of a column; whole numbers with gaps are floats, yet no more on a scale than those without."""
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
        raise MissingDependencyError(
            "SPSS and Stata files need the package pyreadstat. Install ordag[files]."
        ) from None
    return pyreadstat
