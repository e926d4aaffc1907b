# SPDX-License-Identifier: MIT
"""Headings that hold a code and the question behind it, ``q1. How are you?``: one is the name, the other the wording.

LimeSurvey writes them so, and others with a colon or a dash between. A single such heading is a name like any other:
the habit must recur through the file.
"""

import re
from collections.abc import Sequence

from ordag.data.wordings.names import tools_in

_SEPARATORS = (r"\. ", r": ", r" [-–] ", r"\) ")
# Letters first, perhaps parts in brackets: q1, G01Q02[SQ001], Q5_1.
_CODE = r"([^\W\d]\w*(?:\[\w+\])*)"
_FEWEST, _LEAST_SHARE = 3, 0.5


def split_codes(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Names and wordings of headings through which a habit recurs, ""  where a heading is no such; None without one.

    Examples
    --------
    >>> split_codes(["q1. How old are you?", "q2[a]. Do you like tea?", "q3. Do you smoke?", "weight"])
    (('q1', 'q2[a]', 'q3', 'weight'), ('How old are you?', 'Do you like tea?', 'Do you smoke?', ''))
    >>> split_codes(["Max. pain", "Min. pain", "Dr. visits"])
    """
    for separator in _SEPARATORS:
        heading = re.compile(f"{_CODE}{separator}\\s*(\\S.*)", re.DOTALL)
        found = [heading.fullmatch(name) for name in names]
        codes = [match[1] for match in found if match]
        called = tuple(match[1] if match else name for match, name in zip(found, names, strict=True))
        if _recurs(codes, n_names=sum(map(bool, names))) and len({*called}) == len(called):
            return called, tuple(match[2] if match else "" for match in found)
    return None


def _recurs(codes: Sequence[str], n_names: int) -> bool:
    """Whether enough headings begin with a code: codes are numbered, or some are those of a survey tool."""
    n_numbered = sum(re.search(r"[\d\]]", code) is not None for code in codes)
    tells = n_numbered >= _FEWEST or bool(tools_in(codes))
    return tells and len(codes) >= max(_FEWEST, _LEAST_SHARE * n_names)
