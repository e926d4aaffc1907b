# SPDX-License-Identifier: MIT
r"""Names and labels of others, in places where some characters would be obeyed instead of shown.

A column may be called ``\x1b[2J``, which clears a terminal, or ``=HYPERLINK(...)``, which a spreadsheet runs.
"""

import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import pandas as pd

Entry = TypeVar("Entry")

# Controls, half characters, ends of lines and paragraphs, and what turns the direction of writing.
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")
# What spreadsheets take as the beginning of a formula, with the marks of guarded texts in front; numbers are none.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_GUARDED = re.compile(r"'+[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?")


def for_terminal(text: str, *, keep: str = "") -> str:
    r"""A text for a terminal: characters that would act there are spelt out, but for those to keep.

    Examples
    --------
    >>> print(for_terminal("sl\x1b[2Jeep"))
    sl\u001b[2Jeep
    """
    return _ACTING.sub(lambda found: found[0] if found[0] in keep else _spelt(found), text)


def for_xml(text: str) -> str:
    r"""A text for an XML file: characters that no such file may hold are spelt out.

    Examples
    --------
    >>> print(for_xml("sl\x00eep"))
    sl\u0000eep
    """
    return _NOT_IN_XML.sub(_spelt, text)


def for_files(text: str) -> str:
    r"""A text for a UTF-8 file: bytes of a file name that are no UTF-8, which Python keeps as halves, are spelt out.

    Examples
    --------
    >>> print(for_files("caf\udce9"))
    caf\udce9
    """
    return _HALF.sub(_spelt, text)


def for_spreadsheet(entry: Entry) -> Entry | str:
    """A cell that no spreadsheet takes as a formula: a text that begins like one gets an apostrophe in front.

    Examples
    --------
    >>> for_spreadsheet("=1+1"), for_spreadsheet("-2"), for_spreadsheet(-2), from_spreadsheet("'=1+1")
    ("'=1+1", '-2', -2, '=1+1')
    """
    if isinstance(entry, str) and _FORMULA.match(entry) and not _NUMBER.fullmatch(entry):
        return f"'{entry}"
    return entry


def from_spreadsheet(text: str) -> str:
    """The text that `for_spreadsheet` guarded."""
    return text[1:] if _GUARDED.match(text) else text


def guarded(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A table whose names and texts no spreadsheet takes as formulas.

    Examples
    --------
    >>> import pandas as pd
    >>> guarded(pd.DataFrame({"=from": ["@x", "y"]})).to_csv(index=False).split()
    ["'=from", "'@x", 'y']
    """
    return frame.map(for_spreadsheet).rename(columns=for_spreadsheet)


def _spelt(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
