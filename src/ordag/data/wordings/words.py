# SPDX-License-Identifier: MIT
"""The table of words, `words.toml`, and how labels and names are written for the comparison with it."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).with_name("words.toml")
# A code that a label repeats: "1_Protestant", "5 - always", "(3) often".
_PREFIX = re.compile(r"\s*-?\d+_(?=\S)|\s*\(?-?\d+\)?\s*[_.:)=–-]+\s*(?=\D)|\s*\(-?\d+\)\s*(?=\D)")


@cache
def words() -> Mapping[str, Any]:
    """All words by section."""
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))


def plain(label: str) -> str:
    """Lower case without accents, with single spaces for hyphens and underscores; a trailing hyphen is a grade.

    Examples
    --------
    >>> plain(" Plutôt_d’accord "), plain("A-")
    ("plutot d'accord", 'a-')
    """
    text = unicodedata.normalize("NFKD", label.strip().casefold().replace("’", "'"))
    text = "".join(letter for letter in text if not unicodedata.combining(letter)).replace("_", " ")
    return " ".join((text[:-1].replace("-", " ") + text[-1:]).split())


def without_code(label: str) -> str:
    """A label without the number that it begins with, if a mark parts them.

    Examples
    --------
    >>> without_code("1_Protestant"), without_code("18-24"), without_code("never")
    ('Protestant', '18-24', 'never')
    """
    found = _PREFIX.match(label)
    return label[found.end() :] if found else label


def tokens(label: str) -> list[str]:
    """Words and numbers of a label, without a leading code.

    Examples
    --------
    >>> tokens("5_2-3x a month")
    ['2', '3x', 'a', 'month']
    """
    return re.findall(r"[^\W_]+", plain(without_code(label)))


def words_of_name(name: str) -> str:
    """Words in the name of a column: parted by case, digits and marks.

    Examples
    --------
    >>> words_of_name("maritalStatus_2")
    'marital status'
    """
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.findall(r"[^\W\d_]+", plain(parted)))
