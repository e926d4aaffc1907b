# SPDX-License-Identifier: MIT
"""The American National Election Study of 1996, in the excerpt that statsmodels ships, embedded here.

Labels follow the codebook of that excerpt. Of its two measures of town size only the logarithm is offered:
``logpopul = log(popul + 0.1)`` is a function of ``popul``, so the two together would be degenerate. Income keeps its 24
brackets; age (in years) and ``logpopul`` are continuous.
"""

from importlib.resources import files
from itertools import pairwise

import numpy as np
import pandas as pd

from ordag.datasets.catalogue import ColumnDescription, Dataset

_LEANING = (
    "extremely liberal",
    "liberal",
    "slightly liberal",
    "moderate",
    "slightly conservative",
    "conservative",
    "extremely conservative",
)
_PARTY = (
    "strong Democrat",
    "weak Democrat",
    "independent Democrat",
    "independent",
    "independent Republican",
    "weak Republican",
    "strong Republican",
)
_EDUCATION = (
    "1-8 grades",
    "some high school",
    "high school graduate",
    "some college",
    "college degree",
    "master's degree",
    "PhD",
)
# Lower ends of the household income brackets, in dollars; the first holds none as well.
_INCOME_FROM = (
    *(0, 3_000, 5_000, 7_000, 9_000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000, 17_000),
    *(20_000, 22_000, 25_000, 30_000, 35_000, 40_000, 45_000, 50_000, 60_000, 75_000, 90_000, 105_000),
)
_INCOME = (
    *(f"${low:,}-${high - 1:,}" for low, high in pairwise(_INCOME_FROM)),
    f"${_INCOME_FROM[-1]:,} and over",
)
# Code of the lowest level in the file.
_LOWEST = {"TVnews": 0, "PID": 0, "vote": 0, "selfLR": 1, "ClinLR": 1, "DoleLR": 1, "educ": 1, "income": 1}

ANES96 = Dataset(
    name="anes96",
    title="American National Election Study 1996",
    about="Politics, media use and background of 944 voters before the presidential election of 1996.",
    source="American National Election Studies, https://electionstudies.org; excerpt of the statsmodels project",
    licence="public domain",
    n_rows=944,
    items=(
        ColumnDescription("logpopul", "Log population of the town"),
        ColumnDescription("TVnews", "Days of TV news in a week", tuple(range(8))),
        ColumnDescription("selfLR", "Own political leaning", _LEANING),
        ColumnDescription("ClinLR", "Leaning ascribed to Clinton", _LEANING),
        ColumnDescription("DoleLR", "Leaning ascribed to Dole", _LEANING),
        ColumnDescription("PID", "Party identification", _PARTY),
        ColumnDescription("age", "Age in years"),
        ColumnDescription("educ", "Education", _EDUCATION),
        ColumnDescription("income", "Household income", _INCOME),
        ColumnDescription("vote", "Expected vote", ("Clinton", "Dole")),
    ),
)


def codes() -> pd.DataFrame:
    """Codes of the ordinal columns and values of the continuous ones."""
    with files("ordag.datasets").joinpath("anes96.csv").open(encoding="utf-8") as file:
        raw = pd.read_csv(file)
    columns = {
        item.name: raw[item.name] - _LOWEST[item.name] if item.levels else raw.get(item.name) for item in ANES96.items
    }
    columns["logpopul"] = np.log(raw["popul"] + 0.1)
    return pd.DataFrame(columns).astype({"age": np.float64})
