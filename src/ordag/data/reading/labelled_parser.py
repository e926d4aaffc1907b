# SPDX-License-Identifier: MIT
"""The parser of SPSS and Stata files, run by `ordag.data.reading.labelled` as a script in a process of its own.

It imports nothing of ``ordag``, so that it starts fast. Arguments: the file, where to pickle what it holds, ``all`` or
``metadata``, and the seconds of the processor that it may take. Standard input holds, as JSON, the names of the columns
that are variables, or null for all, and the encoding of the texts, or null if the file tells. What is pickled: the
frame, by column its measure level, wording, value labels and ranges of missing values, and the encoding if another than
the file tells had to be taken.
"""

import json
import pickle
import sys
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Any

import pandas as pd
import pyreadstat

# What is tried where texts are in another encoding than the file says; the last one reads any text.
_OTHERS = ("UTF-8", "WINDOWS-1252", "ISO-8859-1")


def parse_as_it_may(
    source: str, variables: Collection[str] | None, encoding: str | None, *, entries: bool
) -> tuple[Any, ...]:
    """What `parse` gives, and the encoding that was taken where the one that the file tells fails."""
    try:
        return *parse(source, variables, encoding, entries=entries), None
    except Exception as error:  # the library has no kind of error for encodings: those of damage come again below
        if encoding is not None:
            raise
        first = error
    for other in _OTHERS:
        try:
            return *parse(source, variables, other, entries=entries), other
        except Exception:  # whatever the library raises
            continue
    raise first


def parse(
    source: str, variables: Collection[str] | None, encoding: str | None, *, entries: bool
) -> tuple[pd.DataFrame, *tuple[Any, ...]]:
    """Frame of a file, measure levels, wordings, value labels and ranges of missing values.

    The values that a file calls missing ("refused", "don't know") are there only in columns that are no variables.
    """
    is_stata = not source.lower().endswith(".sav")
    reader = pyreadstat.read_dta if is_stata else pyreadstat.read_sav
    read = partial(reader, encoding=encoding)
    frame, meta = read(source, metadataonly=not entries)
    is_wanted = variables is not None and any(name not in variables for name in frame.columns)
    kept, told = read(source, metadataonly=not (is_stata and is_wanted and entries), user_missing=True)
    ranges: dict[str, Any] = dict(told.missing_ranges)
    labels: dict[str, Any] = dict(meta.variable_value_labels)
    if is_stata:  # a letter stands with a point before it, as Stata writes it
        ranges = {name: [{"lo": f".{x}", "hi": f".{x}"} for x in own] for name, own in told.missing_user_values.items()}
        labels = {name: {_pointed(x, name, ranges): text for x, text in own.items()} for name, own in labels.items()}
    others = [name for name in ranges if variables is not None and name not in variables]
    if others and not is_stata:
        kept = read(source, usecols=others, user_missing=True)[0]
    for name in others:
        frame[name] = kept[name].map(lambda x: f".{x}" if isinstance(x, str) else x) if is_stata else kept[name]
    described = meta.variable_measure, meta.column_names_to_labels, labels, ranges
    return frame, *(dict(each) for each in described)


def _pointed(value: Any, name: str, ranges: dict[str, Any]) -> Any:
    return f".{value}" if name in ranges and isinstance(value, str) else value


def main() -> None:
    """Parse the file that the arguments name; an error is one line of text and exit code 1."""
    source, target, what, _ = sys.argv[1:]
    try:
        parsed = parse_as_it_may(source, *json.load(sys.stdin), entries=what == "all")
    except Exception as error:  # whatever the library raises on a damaged file
        sys.exit(str(error) or type(error).__name__)
    with open(target, "wb") as file:
        pickle.dump(parsed, file, protocol=pickle.HIGHEST_PROTOCOL)


def limit(seconds: int) -> None:
    """End this process after so many seconds of the processor, which other work does not use up, where possible."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    limit(int(sys.argv[4]))
    main()
