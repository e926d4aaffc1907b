# SPDX-License-Identifier: MIT
"""The four data sets of the UCI Machine Learning Repository that the paper predicts, in the authors' preparation.

Levels are ordered as in the authors' files. Where those differ from the text of Luo, Moffa and Kuipers (appendix on
predictive performance), the files are followed:

- ``contraceptive``: bins are closed above, so that wives of 20, 30 and 40 years fall into the lower bin (the text says
  [0, 20), [20, 30), ...), and families of 2, 4 and 6 children too (the text says 0-1, 2-3, 4-5, 6 and more). All ten
  columns are kept (the text counts nine). The methods are ordered none, short-term, long-term.
- ``tumor``: the class is removed, as the text says. Level 0 is "yes" and 1 is "no".
- ``votes`` and ``tumor``: the authors filled missing entries at random; here they stay missing.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd

from ordag.datasets.catalogue import ColumnDescription, Dataset
from ordag.datasets.fetch import raw_file

_LICENCE = "CC BY 4.0 (UCI Machine Learning Repository)"
_SOURCE = "UCI Machine Learning Repository, {}; file of the repository xgluo/OSEM"

_FOUR = ("low", "2", "3", "high")  # the source words only the ends
_NO_YES = ("no", "yes")
_YES_NO = ("yes", "no")

_VOTES = (
    "handicapped infants",
    "water project cost sharing",
    "adoption of the budget resolution",
    "physician fee freeze",
    "El Salvador aid",
    "religious groups in schools",
    "anti-satellite test ban",
    "aid to Nicaraguan contras",
    "MX missile",
    "immigration",
    "synfuels corporation cutback",
    "education spending",
    "superfund right to sue",
    "crime",
    "duty-free exports",
    "export administration act South Africa",
)
_TUMOR_SITES = {
    "bone": "Bone",
    "bone_marrow": "Bone marrow",
    "lung": "Lung",
    "pleura": "Pleura",
    "peritoneum": "Peritoneum",
    "liver": "Liver",
    "brain": "Brain",
    "skin": "Skin",
    "neck": "Neck",
    "supraclavicular": "Supraclavicular",
    "axillar": "Axillar",
    "mediastinum": "Mediastinum",
    "abdominal": "Abdominal",
}
_N_SPECT_FEATURES = 22

VOTES = Dataset(
    name="votes",
    title="Congressional Voting Records",
    about="Party and 16 key votes of the 435 members of the U.S. House of Representatives in 1984; no vote is missing.",
    source=_SOURCE.format("Congressional Voting Records (1987)"),
    licence=_LICENCE,
    n_rows=435,
    items=(
        ColumnDescription("party", "Party", ("republican", "democrat")),
        *(
            ColumnDescription(vote.lower().replace(" ", "_").replace("-", "_"), f"Vote: {vote}", ("n", "y"))
            for vote in _VOTES
        ),
    ),
)

CONTRACEPTIVE = Dataset(
    name="contraceptive",
    title="Contraceptive Method Choice",
    about="Background and contraceptive method of 1473 married women, Indonesia 1987.",
    source=_SOURCE.format("Contraceptive Method Choice (1997)"),
    licence=_LICENCE,
    n_rows=1473,
    items=(
        ColumnDescription("wife_age", "Wife's age", ("up to 20", "21-30", "31-40", "over 40")),
        ColumnDescription("wife_education", "Wife's education", _FOUR),
        ColumnDescription("husband_education", "Husband's education", _FOUR),
        ColumnDescription("nr_children", "Number of children ever born", ("0-2", "3-4", "5-6", "7 and more")),
        ColumnDescription("wife_religion", "Wife's religion", ("not Islam", "Islam")),
        ColumnDescription("wife_is_working", "Wife is working", _NO_YES),
        ColumnDescription("husband_occupation", "Husband's occupation (group)", (1, 2, 3, 4)),
        ColumnDescription("standard_of_living", "Standard-of-living index", _FOUR),
        ColumnDescription("media_exposure", "Media exposure", ("not good", "good")),
        ColumnDescription("contraceptive_method", "Contraceptive method used", ("none", "short-term", "long-term")),
    ),
)

TUMOR = Dataset(
    name="tumor",
    title="Primary Tumor",
    about="Histology and spread of 339 tumours; the class, the site of the primary tumour, is left out.",
    source=_SOURCE.format("Primary Tumor (1988)"),
    licence=_LICENCE,
    n_rows=339,
    items=(
        ColumnDescription("age", "Age", ("under 30", "30-59", "60 and over")),
        ColumnDescription("sex", "Sex", ("male", "female")),
        ColumnDescription("histologic_type", "Histologic type", ("epidermoid", "adeno", "anaplastic")),
        ColumnDescription("degree_of_diffe", "Degree of differentiation", ("well", "fairly", "poorly")),
        *(ColumnDescription(name, f"Spread to: {site}", _YES_NO) for name, site in _TUMOR_SITES.items()),
    ),
)

SPECT = Dataset(
    name="spect",
    title="SPECT Heart",
    about="Diagnosis and 22 binary features of 267 cardiac SPECT images.",
    source=_SOURCE.format("SPECT Heart (2001)"),
    licence=_LICENCE,
    n_rows=267,
    items=(
        ColumnDescription("V1", "Overall diagnosis (1: abnormal)", (0, 1)),
        *(
            ColumnDescription(f"V{k + 1}", f"Partial diagnosis {k} (1: abnormal)", (0, 1))
            for k in range(1, _N_SPECT_FEATURES + 1)
        ),
    ),
)

DATASETS = (VOTES, CONTRACEPTIVE, TUMOR, SPECT)


def votes_codes() -> pd.DataFrame:
    """Codes of the votes, missing where no vote was cast."""
    raw = _read("house-votes-84.data.csv", VOTES)
    positions = {label: k for item in VOTES.items for k, label in enumerate(item.levels)}
    return pd.DataFrame({name: raw[name].map(positions) for name in raw})


def contraceptive_codes() -> pd.DataFrame:
    """Codes of the contraceptive data, age and number of children binned."""
    raw = _read("cmc.data.csv", CONTRACEPTIVE)
    four = ["wife_education", "husband_education", "husband_occupation", "standard_of_living"]
    reversed_binary = ["wife_is_working", "media_exposure"]
    raw["wife_age"] = np.searchsorted([20, 30, 40], raw["wife_age"])
    raw["nr_children"] = np.searchsorted([2, 4, 6], raw["nr_children"])
    raw[four] -= 1
    raw[reversed_binary] = 1 - raw[reversed_binary]
    raw["contraceptive_method"] = raw["contraceptive_method"].map({1: 0, 3: 1, 2: 2})
    return raw


def tumor_codes() -> pd.DataFrame:
    """Codes of the tumour data; the first column of the file, the class, is removed."""
    return _read("primary-tumor.data.csv", TUMOR, skip=1) - 1


def spect_codes() -> pd.DataFrame:
    """Codes of the SPECT data, which the file holds as they are."""
    return _read("SPECT.csv", SPECT)


CODES: dict[str, Callable[[], pd.DataFrame]] = {
    "votes": votes_codes,
    "contraceptive": contraceptive_codes,
    "tumor": tumor_codes,
    "spect": spect_codes,
}


def _read(file: str, dataset: Dataset, skip: int = 0) -> pd.DataFrame:
    """Raw file without its first `skip` columns, under the names of the items; the files have no header."""
    raw = pd.read_csv(raw_file(file), header=None, na_values="?")
    return raw.iloc[:, skip:].set_axis([item.name for item in dataset.items], axis=1)
