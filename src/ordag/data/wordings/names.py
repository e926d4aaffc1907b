# SPDX-License-Identifier: MIT
"""What the names of columns say: identifiers, weights, dates, and what survey tools write beside the answers."""

import re
from collections.abc import Collection, Sequence
from functools import cache

from ordag.data.wordings.words import plain, words

_CLUSTERS = re.compile(
    r"\b(?:variance|sampling|sample|primary) (?:\w+ )?(?:stratum|strata|cluster|unit)\b|\bhousehold (?:id|number)\b"
)
# A question and one of its options, of one word or more.
_OPTIONS = tuple(
    re.compile(option, re.DOTALL) for option in (r"(.*\S)(?:: |\s+- ).*", r"(.*\S)\s*(?:\[[^\[\]]*\]|\([^()]*\))")
)
# A code with the question behind it, as LimeSurvey writes both.
_WITH_QUESTION = re.compile(r"(\w+(?:\[\w+\])*)\. .*", re.DOTALL)


def name_is(section: str, name: str) -> bool:
    """Whether a column is called so, as it is written or with its words apart.

    Examples
    --------
    >>> name_is("weight", "pspwght"), name_is("identifier", "CaseID"), name_is("identifier", "partyid")
    (True, True, False)
    """
    if section in ("identifier", "grouped_id") and name_is("never_identifier", name):
        return False
    pattern = _pattern("names", section)
    return any(pattern.fullmatch(text) is not None for text in (_bare(name), plain(name)))


def tells_clusters(wording: str | None) -> bool:
    """Whether what was asked is a unit of sampling and no question.

    Examples
    --------
    >>> tells_clusters("Full sample variance stratum"), tells_clusters("Do you like clusters of stars?")
    (True, False)
    """
    return wording is not None and _CLUSTERS.search(wording.casefold()) is not None


def asks_attention(name: str, wording: str | None) -> bool:
    """Whether a question is no question but a check that somebody reads it.

    Examples
    --------
    >>> asks_attention("q7", "Please select 'Rarely' here."), asks_attention("q8", "Please select your age.")
    (True, False)
    """
    texts = [plain(text) for text in (name, wording) if text]
    return name_is("attention", name) or any(_attention().search(text) is not None for text in texts)


def tools_in(names: Sequence[str]) -> dict[str, str]:
    """Columns that a survey tool wrote beside the answers, with the name of the tool.

    Examples
    --------
    >>> tools_in(["RecordedDate", "Status", "Q1"])
    {'RecordedDate': 'qualtrics', 'Status': 'qualtrics'}
    >>> tools_in(["status", "q1"])
    {}
    >>> tools_in(["lastpage. Last page", "q1time. Time for the question", "q1. How are you?"])
    {'lastpage. Last page': 'limesurvey', 'q1time. Time for the question': 'limesurvey'}
    """
    found: dict[str, str] = {}
    called = {name: {_bare(name), _bare(_WITH_QUESTION.sub(r"\1", name))} for name in names}
    for tool in words()["tools"]:
        telling = [name for name in names if _is_one_of(called[name], "tools", tool, "telling")]
        if telling:
            others = [name for name in names if _is_one_of(called[name], "tools", tool, "others")]
            found |= dict.fromkeys([*telling, *others], tool)
    return {name: found[name] for name in names if name in found}


def stem_of(name: str) -> str:
    """A name without the number or the option that tells a column from others of its question.

    Examples
    --------
    >>> stem_of("Q5_3"), stem_of("media[radio]"), stem_of("trust12"), stem_of("Where? Select all: Social media")
    ('Q5', 'media', 'trust', 'Where? Select all')
    """
    parted = next((match for option in _OPTIONS if (match := option.fullmatch(name.strip()))), None)
    if parted is not None:
        return parted[1]
    return re.sub(r"(?:[_.\[( -]+[^_.\[( -]*[\])]?|\d+[a-z]?)$", "", name) or name


def _bare(name: str) -> str:
    return " ".join(name.strip().casefold().split())


def _is_one_of(texts: Collection[str], *sections: str) -> bool:
    return any(_pattern(*sections).fullmatch(text) is not None for text in texts)


@cache
def _attention() -> "re.Pattern[str]":
    return re.compile("|".join(words()["attention"]["wordings"]))


@cache
def _pattern(*sections: str) -> "re.Pattern[str]":
    listed = words()
    for section in sections:
        listed = listed[section]
    return re.compile("|".join(f"(?:{name})" for name in listed))
