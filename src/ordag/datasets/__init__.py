# SPDX-License-Identifier: MIT
"""Data sets to learn from: one embedded survey and the five of the paper.

The five are fetched from the authors' repository on first use, into a cache; a folder named by the environment variable
``ORDAG_DATA`` that holds the raw files under their original names is used first.
"""

from typing import Any

import numpy as np
import pandas as pd

from ordag.datasets.catalogue import ColumnDescription, Dataset, describe

__all__ = ["ColumnDescription", "Dataset", "describe", "load"]


def load(name: str) -> pd.DataFrame:
    """Frame of a data set: ordered categoricals with all their levels, floats for continuous columns.

    Missing entries are left missing. `describe` gives source, licence and wording of the items.

    Parameters
    ----------
    name
        ``"anes96"`` (embedded), ``"ocd"``, ``"votes"``, ``"contraceptive"``, ``"tumor"`` or ``"spect"``. The last five
        are prepared as in the files of Luo, Moffa and Kuipers, except that entries which they filled at random stay
        missing. Where these files and the text of the paper disagree the files are followed: ``contraceptive`` has ten
        columns, and its bins of age and of children are closed above; ``appetite`` and ``weight`` of ``ocd`` count from
        0 to 6 with 3 for no change. Of ``anes96``, age and place size are continuous
        (``load("anes96").select_dtypes("category")`` is the ordinal part).

    Raises
    ------
    FetchError
        If a file is not available and cannot be fetched; the message says which file to put where.

    Examples
    --------
    >>> frame = load("anes96")
    >>> frame.shape
    (944, 10)
    >>> list(frame["vote"].cat.categories)
    ['Clinton', 'Dole']
    """
    from ordag.datasets import anes, ocd, uci

    dataset = describe(name)
    codes = {"anes96": anes.codes, "ocd": ocd.codes, **uci.CODES}[name]()
    columns = {item.name: _column(codes[item.name], item) for item in dataset.items}
    return pd.DataFrame(columns)


def _column(codes: "pd.Series[Any]", item: ColumnDescription) -> "pd.Series[Any] | pd.Categorical[Any]":
    """Codes (NaN missing) as an ordered categorical; values of a continuous item as they are."""
    if not item.levels:
        return codes
    categories = pd.Index(item.levels)
    return pd.Categorical.from_codes(codes.fillna(-1).to_numpy(np.int64), categories, ordered=True)
