# SPDX-License-Identifier: MIT
"""Columns that stand beside the variables: they name the group, the cluster or the person of a row."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data.encoding.encode import encode_like
from ordag.data.table import OrdinalTable
from ordag.errors import InputTypeError, unknown_option
from ordag.messages import InPython, OptionName


def taken_out(frame: Any, column: str, option: str) -> tuple[Any, list[Any]]:
    """A data frame without a column, and the entries of that column, which an option names.

    Examples
    --------
    >>> import pandas as pd
    >>> frame, sites = taken_out(pd.DataFrame({"sleep": [0, 1], "site": ["a", "b"]}), "site", "clusters")
    >>> list(frame), sites
    (['sleep'], ['a', 'b'])
    """
    import narwhals as nw

    opened = nw.from_native(frame, eager_only=True, pass_through=True)
    if not isinstance(opened, nw.DataFrame):
        raise InputTypeError(
            OptionName(option),
            f"is {column!r}, the name of a column",
            "the data have no named columns",
            remedies=[InPython("pass one label per row, or read a file with ordag.data.read_frame first")],
        )
    if column not in opened.columns:
        raise unknown_option(("column for ", OptionName(option)), column, opened.columns)
    return opened.drop(column).to_native(), opened[column].to_list()


def labels_of_rows(labels: Any, frame: Any, table: OrdinalTable) -> npt.NDArray[Any]:
    """The labels of the rows that a table has of the data, which leaves out those without any answer."""
    # A list of texts with gaps would become an array of texts, and its gaps labels.
    given = labels if isinstance(labels, np.ndarray) else pd.Series(labels).to_numpy()
    if given.shape == (table.n_rows,):
        return given
    whole = encode_like(frame, names=table.names, levels=table.levels, kinds=table.kinds)
    return given[~whole.missing.all(axis=1)] if given.shape == (whole.n_rows,) else given
