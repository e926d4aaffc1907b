# SPDX-License-Identifier: MIT
"""Wordings by which people say that they give no answer, in the languages of many questionnaires."""

import re
from functools import cache

from ordag.data.wordings.words import without_code, words

# A longer label is an answer that mentions somebody who does not know.
_MOST_WORDS = 12
# No answer only where it is all that a label says.
_ALONE = re.compile(r"na|nc|k\.?a\.?|n/?d|-+|\.+|\?+", re.IGNORECASE)


def says_no_answer(label: str) -> bool:
    """Whether a label looks like no answer, whatever else stands beside it.

    Examples
    --------
    >>> says_no_answer("9 - Don't know"), says_no_answer("5 - strongly agree"), says_no_answer("i_IAP")
    (True, False, True)
    """
    text = " ".join(label.replace("’", "'").replace("_", " ").split())
    if len(text.split()) > _MOST_WORDS:
        return False
    return _pattern("wordings").search(text) is not None or _ALONE.fullmatch(without_code(text).strip()) is not None


def may_say_no_answer(label: str) -> bool:
    """Whether a label is no answer if it stands beyond the end of a scale, such as "not sure" or "other".

    Examples
    --------
    >>> may_say_no_answer("Not sure"), may_say_no_answer("Mother")
    (True, False)
    """
    return _pattern("doubtful").match(without_code(label).strip()) is not None


@cache
def _pattern(section: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w)(?:{'|'.join(words()['no_answer'][section])})(?!\w)", re.IGNORECASE)
