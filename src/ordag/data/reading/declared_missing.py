# SPDX-License-Identifier: MIT
"""What an SPSS or Stata file declares missing, kept apart when it is written again, also in the other format.

SPSS declares values: 8 "don't know" and 9 "refused" stay numbers with labels. Stata has letters, .a to .z, beside the
numbers; they stand in a frame as texts. Each becomes the other: letters in the order of the values, and values below
zero in the order of the letters, as surveys number what is no answer.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

import numpy as np
import pandas as pd

from ordag.data.reading.codebook import Codebook, is_declared
from ordag.data.reading.remarks import LettersLost, MissingAsEntries, MissingMerged
from ordag.errors import warn

Labels = dict[Any, str]
Ranges = Sequence[Mapping[str, Any]]

_LETTER = re.compile(r"\.[a-z]")
# The whole number under which a Stata file keeps the label of .a; those of the other letters follow.
_LABEL_OF_A = 2147483622


def is_letter(value: object) -> bool:
    """Whether an entry is one of Stata's lettered missing values."""
    return isinstance(value, str) and _LETTER.fullmatch(value) is not None


def as_letters(
    values: "pd.Series[Any]", labels: Mapping[Any, str], ranges: Ranges
) -> tuple["pd.Series[Any]", Labels, list[str]]:
    """A column for a Stata file: its values, labels, and the letters in it, without their points.

    Text columns have no letters in Stata, so that theirs stay texts. Beyond 26 values the last letter stands for all.
    """
    known = [x for x in {*values.dropna().unique(), *labels} if not isinstance(x, str)]
    texts = [x for x in values.dropna().unique() if isinstance(x, str)]
    if not all(map(is_letter, texts)):
        return values, dict(labels), []
    declared = sorted(value for value in known if is_declared(value, ranges))
    if len(declared) > len(ascii_lowercase):
        warn(MissingMerged(str(values.name), len(declared) - len(ascii_lowercase) + 1))
    letter_of: dict[Any, str] = {
        value: ascii_lowercase[min(k, len(ascii_lowercase) - 1)] for k, value in enumerate(declared)
    }
    letter_of |= {text: text[1:] for text in (*texts, *labels) if is_letter(text)}
    if not letter_of:
        return values, dict(labels), []
    kept = {value: label for value, label in labels.items() if value not in letter_of}
    for value, label in labels.items():
        if value in letter_of:
            kept.setdefault(_LABEL_OF_A + ascii_lowercase.index(letter_of[value]), label)
    lettered = values.astype(object).map(lambda x: letter_of[x] if x in letter_of else float(x))  # of None NaN
    return lettered, kept, sorted({*letter_of.values()} & {*lettered.dropna()})


def as_values(
    values: "pd.Series[Any]", labels: Mapping[Any, str], ranges: Ranges
) -> tuple["pd.Series[Any]", Labels, Ranges]:
    """A column for an SPSS file: its values, labels, and what is declared missing."""
    entries = values.dropna().unique().tolist()
    letters = sorted({x for x in (*entries, *labels) if is_letter(x)})
    numbers = [x for x in (*entries, *labels) if not isinstance(x, str)]
    if not letters or len(numbers) + len(letters) < len({*entries, *labels}):
        return values, dict(labels), ranges
    # Below zero, or above all values where these are below zero themselves.
    first = -len(letters) if min(numbers, default=0) >= 0 else int(np.floor(max(numbers))) + 1
    value_of = {letter: first + k for k, letter in enumerate(reversed(letters) if first < 0 else letters)}
    kept = {value_of.get(value, value): label for value, label in labels.items()}
    kept |= {value: letter for letter, value in value_of.items() if value not in kept}
    whole = pd.to_numeric(values.map(lambda value: value_of.get(value, value)))
    return whole, kept, [{"lo": first, "hi": first + len(letters) - 1}]


def say_entries(frame: pd.DataFrame, codebook: Codebook, ending: str) -> None:
    """Warn that a format declares nothing missing, so that what was declared so stands among the entries."""
    names = [str(name) for name in frame if _holds_declared(frame[name], str(name), codebook)]
    if names:
        warn(MissingAsEntries(names, ending))


def _holds_declared(values: "pd.Series[Any]", name: str, codebook: Codebook) -> bool:
    ranges = codebook.ranges.get(name, ())
    if not ranges:
        return False
    texts = {text for value, text in codebook.texts.get(name, {}).items() if is_declared(value, ranges)}
    return any(entry in texts or is_declared(entry, ranges) for entry in values.dropna().unique())


def without_letters(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame in which letters are missing entries, for a format whose columns hold one type."""
    columns = {
        str(name): pd.to_numeric(column.mask(column.map(is_letter)))
        for name, column in frame.items()
        if column.dtype == object and column.map(is_letter).any()
    }
    if columns:
        warn(LettersLost(list(columns)))
    return frame.assign(**columns)
