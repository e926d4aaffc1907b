# SPDX-License-Identifier: MIT
"""The table of words, `words.toml`, and how labels and names are written for the comparison with it."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).with_name("words.toml")
# A code that a label repeats: "1_Protestant", "5 - always", "(3) often".
_PREFIX = re.compile(r"\s*-?\d+_(?=\S)|\s*\(?-?\d+\)?\s*[_.:)=–-]+\s*(?=[^\s\d])|\s*\(-?\d+\)\s*(?=[^\s\d])")


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


def without_shared(labels: Sequence[str]) -> list[str]:
    """Labels without the words at their end that all but one have, such as "of the time" or "pain".

    Examples
    --------
    >>> without_shared(["No pain", "Mild pain", "Severe pain"]), without_shared(["Lower step", "second step", "Top"])
    (['no', 'mild', 'severe'], ['lower', 'second', 'top'])
    """
    parts = [plain(label).split() for label in labels]
    while parts:
        ends = Counter(words[-1] for words in parts if len(words) > 1)
        shared = [word for word, count in ends.items() if count >= max(2, len(labels) - 1)]
        if not shared:
            break
        parts = [words[:-1] if len(words) > 1 and words[-1] == shared[0] else words for words in parts]
    return [" ".join(words) for words in parts]


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
