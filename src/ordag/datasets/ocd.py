# SPDX-License-Identifier: MIT
"""Symptoms of obsessive-compulsive disorder and depression (McNally, Mair, Mugno and Riemann, 2017).

Preprocessed as in the section of Luo, Moffa and Kuipers on the psychological survey: the two questions on appetite, and
those on weight, ask for opposite directions of one thing and become one variable each, increase minus decrease.
The paper writes its seven levels as −3 … 3; the authors' file counts them 0 … 6 with 3 for no change, and so do we.
"""

import pandas as pd

from ordag.datasets.catalogue import ColumnDescription, Dataset
from ordag.datasets.fetch import raw_file

_FILE = "OCDRogers.csv"
_NO_CHANGE = 3
_OPPOSITES = {"appetite": ("decappetite", "incappetite"), "weight": ("weightloss", "weightgain")}

_QIDS = {
    "onset": "Sleep-onset insomnia",
    "middle": "Middle insomnia",
    "late": "Early morning awakening",
    "hypersom": "Hypersomnia",
    "sad": "Sadness",
    "concen": "Concentration impairment",
    "guilt": "Guilt and self-blame",
    "suicide": "Suicidal thoughts or attempts",
    "anhedonia": "Anhedonia",
    "fatigue": "Fatigability",
    "retard": "Psychomotor slowing",
    "agitation": "Psychomotor agitation",
}
_OPPOSED = {
    "appetite": "Decreased or increased appetite (3: no change)",
    "weight": "Weight loss or gain (3: no change)",
}
_YBOCS = {
    "obtime": "Time consumed by obsessions",
    "obinterfer": "Interference due to obsessions",
    "obdistress": "Distress caused by obsessions",
    "obresist": "Difficulty resisting obsessions",
    "obcontrol": "Difficulty controlling obsessions",
    "comptime": "Time consumed by compulsions",
    "compinterf": "Interference due to compulsions",
    "compdis": "Distress caused by compulsions",
    "compresis": "Difficulty resisting compulsions",
    "compcont": "Difficulty controlling compulsions",
}

OCD = Dataset(
    name="ocd",
    title="Symptoms of obsessive-compulsive disorder and depression",
    about=(
        "Self-reports of 408 patients: 14 depression symptoms (QIDS-SR), 10 symptoms of obsessive-compulsive disorder "
        "(Y-BOCS-SR), each from 0 (none) upwards."
    ),
    source="McNally, Mair, Mugno and Riemann (2017), Psychological Medicine 47; file of the repository xgluo/OSEM",
    licence="not stated; fetched from the repository, not redistributed",
    n_rows=408,
    items=(
        *(ColumnDescription(name, wording, (0, 1, 2, 3)) for name, wording in _QIDS.items()),
        *(ColumnDescription(name, wording, tuple(range(7))) for name, wording in _OPPOSED.items()),
        *(ColumnDescription(name, wording, (0, 1, 2, 3, 4)) for name, wording in _YBOCS.items()),
    ),
)


def codes() -> pd.DataFrame:
    """Codes of all columns."""
    raw = pd.read_csv(raw_file(_FILE))
    for name, (down, up) in _OPPOSITES.items():
        raw[name] = _NO_CHANGE + raw[up] - raw[down]
    return raw[[item.name for item in OCD.items]]
