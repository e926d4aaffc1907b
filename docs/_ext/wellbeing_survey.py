# SPDX-License-Identifier: MIT
"""A raw survey on well-being as it leaves SPSS, made up, with the troubles that such files have.

Behind the answers stands a known network (`LINKS`). Around it lie what an export adds: an identifier, dates, a consent
that everybody gave, a weight, open answers; columns that repeat others (a year of birth, a sum score); a question put
to smokers only; options that are ticked or empty; refusals among the answers, most of them not declared as missing;
items worded the other way round; and "nominal" as the level of every variable, because nobody set it.

``python docs/_ext/wellbeing_survey.py`` writes docs/tutorials/data/wellbeing.sav anew.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyreadstat
from scipy.special import ndtri

import ordag

PATH = Path(__file__).resolve().parents[1] / "tutorials" / "data" / "wellbeing.sav"
N_ROWS = 400
SEED = 20240304

AGREEMENT = ("strongly disagree", "disagree", "neither", "agree", "strongly agree")
FREQUENCY = ("never", "almost never", "sometimes", "fairly often", "very often")
NIGHTS = ("no nights", "one or two nights", "three to five nights", "six or seven nights")
DAYS = ("not at all", "several days", "more than half the days", "nearly every day")
REFUSED = "prefer not to say"


@dataclass(frozen=True)
class Item:
    """A question of the network: its answers in order, how often each is given, and the codes that are no answer.

    `shares` are in per cent; `first` is the code of the first answer.
    """

    wording: str
    answers: tuple[str, ...]
    shares: tuple[int, ...]
    first: int = 1
    refusals: tuple[tuple[int, str], ...] = ()


ITEMS = {
    "educ": Item(
        "Highest level of education",
        ("none", "primary school", "secondary school", "vocational training", "university degree"),
        (3, 12, 35, 28, 22),
        refusals=((99, "no answer"),),
    ),
    "income": Item(
        "Household income after tax, per month",
        ("under 1000", "1000 to under 2000", "2000 to under 3000", "3000 to under 4000", "4000 or more"),
        (14, 27, 28, 18, 13),
        refusals=((98, REFUSED),),
    ),
    "supp1": Item("There are people I can count on.", AGREEMENT, (4, 10, 18, 40, 28)),
    "supp2": Item("I can talk about my problems with my friends.", AGREEMENT, (6, 15, 20, 36, 23)),
    "supp3": Item("I often feel alone.", AGREEMENT, (25, 31, 19, 17, 8)),
    "stress1": Item("How often have you felt nervous and stressed?", FREQUENCY, (10, 20, 36, 24, 10)),
    "stress2": Item("How often have you felt that difficulties were piling up?", FREQUENCY, (14, 26, 33, 18, 9)),
    "stress3": Item("How often have you felt that you were on top of things?", FREQUENCY, (5, 14, 34, 32, 15)),
    "stress4": Item("How often have you been angered by things outside your control?", FREQUENCY, (12, 25, 35, 20, 8)),
    "sleep1": Item(
        "In how many nights last week did it take you long to fall asleep?", NIGHTS, (34, 32, 22, 12), first=0
    ),
    "sleep2": Item("In how many nights last week did you wake up?", NIGHTS, (24, 33, 27, 16), first=0),
    "sleep3": Item("In how many nights last week did you sleep too little?", NIGHTS, (30, 32, 24, 14), first=0),
    "phq1": Item(
        "Little interest or pleasure in doing things", DAYS, (45, 33, 14, 8), first=0, refusals=((9, REFUSED),)
    ),
    "phq2": Item("Feeling down, depressed, or hopeless", DAYS, (52, 29, 12, 7), first=0, refusals=((9, REFUSED),)),
    "phq3": Item("Feeling tired or having little energy", DAYS, (27, 41, 19, 13), first=0, refusals=((9, REFUSED),)),
    "phq4": Item("Trouble concentrating on things", DAYS, (46, 31, 15, 8), first=0, refusals=((9, REFUSED),)),
    "phq5": Item("Feeling bad about yourself", DAYS, (57, 24, 11, 8), first=0, refusals=((9, REFUSED),)),
    "health": Item(
        "How is your health in general?", ("very good", "good", "fair", "bad", "very bad"), (14, 39, 30, 13, 4)
    ),
    "lifesat": Item(
        "All in all, how satisfied are you with your life?",
        ("completely dissatisfied", *(str(code) for code in range(1, 10)), "completely satisfied"),
        (2, 2, 3, 5, 6, 12, 12, 19, 22, 11, 6),
        first=0,
        refusals=((77, "refused"), (88, "don't know")),
    ),
    "exercise": Item(
        "How often do you exercise?", ("never", "rarely", "every week", "almost every day"), (22, 29, 35, 14)
    ),
    "smoker": Item("Do you smoke?", ("no", "yes"), (71, 29), first=0),
    "cigs": Item(
        "How many cigarettes do you smoke a day?",
        ("fewer than 5", "5 to 10", "11 to 20", "more than 20"),
        (24, 31, 33, 12),
        first=1,
    ),
}
NUMBERS = ("age", "drinks")  # continuous in the network: years, and drinks a week before they are counted
NODES = (*NUMBERS, *ITEMS)

LINKS = {  # what drives what, and how strongly; a negative slope where an item is worded the other way round
    ("age", "educ"): -0.4,
    ("age", "health"): 0.6,
    ("educ", "income"): 0.9,
    ("income", "stress2"): -0.5,
    ("supp1", "supp2"): 1.0,
    ("supp1", "supp3"): -0.9,
    ("supp1", "stress1"): -0.6,
    ("stress1", "stress2"): 1.0,
    ("stress1", "stress3"): -0.9,
    ("stress2", "stress4"): 0.9,
    ("stress1", "sleep1"): 0.8,
    ("sleep1", "sleep2"): 0.9,
    ("sleep2", "sleep3"): 0.8,
    ("stress1", "phq2"): 0.6,
    ("supp3", "phq2"): 0.6,
    ("phq2", "phq1"): 1.0,
    ("phq2", "phq5"): 0.9,
    ("sleep3", "phq3"): 0.8,
    ("phq3", "phq4"): 0.8,
    ("exercise", "health"): -0.6,
    ("phq3", "health"): 0.5,
    ("phq1", "lifesat"): -0.7,
    ("health", "lifesat"): -0.6,
    ("stress4", "smoker"): 0.5,
    ("smoker", "cigs"): 0.6,
    ("stress2", "drinks"): 0.5,
}

_MARITAL = {1: "married", 2: "living with a partner", 3: "single", 4: "divorced or separated", 5: "widowed"}
_MARITAL_SHARES = (0.41, 0.14, 0.27, 0.12, 0.06)
_REGION = {1: "north", 2: "south", 3: "east", 4: "west"}
_HELP = {"help1": "a doctor", "help2": "friends or family", "help3": "a helpline"}
_COMMENTS = ("no", "-", "thank you", "too many questions", "please send me the results", "I was ill that week")
_REFUSING = 0.03  # of the answers, where an item offers to refuse
_SKIPPING = 0.01  # of the answers, left empty
_LAST_YEAR = 2024


def weights() -> npt.NDArray[np.float64]:
    """The network behind the answers: `[i, j]` belongs to `NODES[i]` → `NODES[j]`."""
    slopes = np.zeros((len(NODES), len(NODES)))
    for (cause, effect), slope in LINKS.items():
        slopes[NODES.index(cause), NODES.index(effect)] = slope
    return slopes


def survey() -> pd.DataFrame:
    """The raw answers, one column a variable, in the order of the questionnaire."""
    rng = np.random.default_rng(SEED)
    slopes = weights()
    covariance = ordag.simulate.implied_covariance(slopes, np.ones(len(NODES)))
    drawn = ordag.simulate.gaussian_data(slopes, np.ones(len(NODES)), N_ROWS, rng)
    latent = pd.DataFrame(drawn / np.sqrt(np.diag(covariance)), columns=NODES)
    answers = {name: _answered(latent[name], item, rng) for name, item in ITEMS.items()}
    answers["cigs"] = answers["cigs"].where(answers["smoker"] == 1)
    phq = pd.DataFrame({name: answers[name] for name in ITEMS if name.startswith("phq")})
    age = np.clip(np.round(44 + 15 * latent["age"]), 18, 89)
    frame = pd.concat([_form(age, rng), pd.DataFrame(answers)], axis="columns")
    # As in SPSS, the score is empty where an item is; it was computed after the refusals were set aside.
    frame.insert(frame.columns.get_loc("phq5") + 1, "phq_sum", phq.where(phq != 9).sum(axis="columns", skipna=False))
    frame["drinks"] = rng.poisson(np.exp(0.8 + 0.7 * latent["drinks"]))
    for name, chance in zip(_HELP, (0.3, 0.6, 0.1), strict=True):
        frame[name] = np.where(rng.random(N_ROWS) < chance, 1.0, np.nan)
    frame["comments"] = np.where(rng.random(N_ROWS) < 0.2, rng.choice(_COMMENTS, N_ROWS), "")
    frame["weight"] = np.round(np.clip(rng.lognormal(-0.08, 0.4, N_ROWS), 0.2, 4.0), 4)
    return frame


def write(path: Path = PATH) -> None:
    """Write the survey as SPSS would: wordings, labels, two declared missing codes, and no level of measurement set."""
    frame = survey()
    labels = {name: _labels(item) for name, item in ITEMS.items()}
    labels |= {"marital": _MARITAL, "region": _REGION, "sex": {1: "female", 2: "male"}, "consent": {1: "yes"}}
    labels |= {name: {1: "ticked"} for name in _HELP}
    path.parent.mkdir(exist_ok=True)
    pyreadstat.write_sav(
        frame,
        path,
        column_labels=wordings(),
        variable_value_labels=labels,
        variable_measure=dict.fromkeys(frame, "nominal"),
        missing_ranges={"educ": [99], "income": [98]},
        row_compress=True,
    )


def wordings() -> dict[str, str]:
    """What was asked, for each variable."""
    asked = {
        "id": "Number of the questionnaire",
        "started": "Date and time of the first page",
        "seconds": "Duration in seconds",
        "consent": "I agree to take part.",
        "sex": "Sex",
        "age": "Age in years",
        "born": "Year of birth",
        "marital": "Marital status",
        "region": "Region",
        "phq_sum": "Sum of phq1 to phq5",
        "drinks": "How many alcoholic drinks did you have last week?",
        "comments": "Is there anything you want to add?",
        "weight": "Weight",
    }
    helped = {name: f"Whom would you ask for help? {who}" for name, who in _HELP.items()}
    return asked | helped | {name: item.wording for name, item in ITEMS.items()}


def _form(age: "pd.Series[float]", rng: np.random.Generator) -> pd.DataFrame:
    """The columns that stand before the questions."""
    opened = datetime(_LAST_YEAR, 3, 4, 8)
    minutes = np.cumsum(rng.exponential(50, N_ROWS))
    return pd.DataFrame(
        {
            "id": np.sort(rng.choice(np.arange(1000, 3000), N_ROWS, replace=False)).astype(float),
            "started": [(opened + timedelta(minutes=float(late))).strftime("%Y-%m-%d %H:%M") for late in minutes],
            "seconds": np.round(rng.lognormal(6.3, 0.4, N_ROWS)),
            "consent": 1.0,
            "sex": rng.choice([1.0, 2.0], N_ROWS, p=[0.56, 0.44]),
            "age": age,
            "born": _LAST_YEAR - age,
            "marital": rng.choice([*_MARITAL], N_ROWS, p=_MARITAL_SHARES).astype(float),
            "region": rng.choice([*_REGION], N_ROWS).astype(float),
        }
    )


def _answered(latent: "pd.Series[float]", item: Item, rng: np.random.Generator) -> "pd.Series[float]":
    """Codes as in the file, some answers refused and some left out."""
    cuts = ndtri(np.cumsum(item.shares)[:-1] / sum(item.shares))
    answers = pd.Series(np.searchsorted(cuts, latent) + float(item.first))
    for code, _ in item.refusals:
        answers = answers.mask(rng.random(N_ROWS) < _REFUSING / len(item.refusals), code)
    return answers.mask(rng.random(N_ROWS) < _SKIPPING)


def _labels(item: Item) -> dict[int, str]:
    """Labels of the codes; a number is its own label."""
    answers = {code: label for code, label in enumerate(item.answers, item.first) if not label.isdigit()}
    return answers | dict(item.refusals)


if __name__ == "__main__":
    write()
