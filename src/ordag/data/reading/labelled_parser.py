# SPDX-License-Identifier: MIT
"""The parser of SPSS and Stata files, run by `ordag.data.reading.labelled` as a script in a process of its own.

It imports nothing of ``ordag``, so that it starts fast. Arguments: the file, where to pickle what it holds, and
``all`` or ``metadata``. Standard input holds, as JSON, the names of the columns that are variables, or null for all.
What is pickled: the frame, and by column its measure level, wording, value labels and ranges of missing values.
"""

import json
import pickle
import sys
from collections.abc import Collection
from typing import Any

import pandas as pd
import pyreadstat


def parse(source: str, variables: Collection[str] | None, *, entries: bool) -> tuple[pd.DataFrame, *tuple[Any, ...]]:
    """Frame of a file, measure levels, wordings, value labels and ranges of missing values.

    The values that a file calls missing ("refused", "don't know") are there only in columns that are no variables.
    """
    read = pyreadstat.read_sav if source.lower().endswith(".sav") else pyreadstat.read_dta
    frame, meta = read(source, metadataonly=not entries)
    ranges = read(source, metadataonly=True, user_missing=True)[1].missing_ranges
    others = [name for name in ranges if variables is not None and name not in variables]
    if others:
        frame[others] = read(source, usecols=others, user_missing=True)[0][others]
    described = meta.variable_measure, meta.column_names_to_labels, meta.variable_value_labels, ranges
    return frame, *(dict(each) for each in described)


def main() -> None:
    """Parse the file that the arguments name; an error is one line of text and exit code 1."""
    source, target, what = sys.argv[1:]
    try:
        parsed = parse(source, json.load(sys.stdin), entries=what == "all")
    except Exception as error:  # whatever the library raises on a damaged file
        sys.exit(str(error) or type(error).__name__)
    with open(target, "wb") as file:
        pickle.dump(parsed, file, protocol=pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    main()
