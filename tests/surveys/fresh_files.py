# SPDX-License-Identifier: MIT
"""A second set of made-up survey files, with decisions written before any rule of the package was tried on them.

They hold what the first set hardly does: codes and questions in one heading, several options in one cell, checks of
attention, consent, labels in two languages, recoded copies, and totals that are no sums.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from surveys.people import (
    AMOUNT,
    ASIDE,
    CLUSTER,
    IDENTIFIER,
    NOMINAL,
    WEIGHT,
    Entry,
    Made,
    People,
    expected,
    total,
    write_labelled,
    write_sheet,
    write_text,
)

Written = tuple[str, list[Entry]]

# An option that hardly anybody misses, or a check of attention: nothing is learned from it.
CHECK = {"role": ["aside", "identifier"]}
# Several options in one cell, which no single scale holds.
SEVERAL = {"role": ["aside", "identifier"]}


def _copy(name: str, of: Made, top: int) -> Made:
    """A question turned round by hand: the later of two columns that say the same."""
    return Made(name, [None if x is None else top - int(x) for x in of.cells], ASIDE)


def _marked(made: Made) -> Made:
    """A question whose answer "N/A" is a mark of a missing entry, which no plan needs to name."""
    return Made(
        made.name, made.cells, {key: value for key, value in made.entry.items() if key != "missing"}, made.wording
    )


def _several(people: People, name: str, options: Sequence[str], joint: str, wording: str = "") -> Made:
    def ticked(k: int) -> str | None:
        chosen = [option for option in options if people.rng.random() < 0.4]
        return joint.join(chosen) or None

    return people.filled(name, ticked, SEVERAL, wording=wording)


def qualtrics_panel(folder: Path) -> Written:
    """A panel's experiment as numbers: several choices in one cell, -99 for what was seen and not answered."""
    p = People(320, 501)
    seen = {-99: "seen but unanswered"}
    stress = [
        p.scale(
            f"PSS_{k}",
            5,
            0,
            -0.6 if k in (4, 5) else 0.65,
            first=0,
            labelled=False,
            refused=seen,
            wording=f"In the last month, how often have you felt this way? - Statement {k}",
        )
        for k in range(1, 7)
    ]
    columns = [
        p.filled("StartDate", p.stamp, ASIDE, wording="Start Date"),
        p.filled("EndDate", p.stamp, ASIDE, wording="End Date"),
        p.filled("Status", lambda k: 0, ASIDE, wording="Response Type"),
        p.filled("Progress", lambda k: 100, ASIDE, wording="Progress"),
        p.filled("Duration (in seconds)", lambda k: 300 + k * 41 % 1200, ASIDE, wording="Duration (in seconds)"),
        p.filled("Finished", lambda k: 1, ASIDE, wording="Finished"),
        p.filled("RecordedDate", p.stamp, ASIDE, wording="Recorded Date"),
        p.filled("ResponseId", lambda k: "R_" + p.hexes(15), IDENTIFIER, wording="Response ID"),
        p.filled("DistributionChannel", lambda k: "anonymous", ASIDE, wording="Distribution Channel"),
        p.filled("UserLanguage", lambda k: "EN" if k % 9 else "FR", ASIDE, wording="User Language"),
        p.filled("consent", lambda k: 1, ASIDE, wording="Do you agree to take part in this study?"),
        p.age("age", wording="How old are you (in years)?"),
        p.choice(
            "gender", ("1", "2", "3", "4"), wording="What is your gender? - Selected Choice", shares=(50, 45, 3, 2)
        ),
        p.texts("gender_4_TEXT", share=0.02, wording="What is your gender? - Prefer to self-describe - Text"),
        p.filled(
            "race",
            lambda k: ",".join(x for x in "12345" if p.rng.random() < 0.35) or "1",
            SEVERAL,
            wording="Choose one or more races that you consider yourself to be",
        ),
        *stress,
        p.filled(
            "attn",
            lambda k: 2 if k % 15 else 4,
            CHECK,
            wording="This is an attention check. Please select 'Rarely' here.",
        ),
        *(
            p.scale(f"SWLS_{k}", 7, 1, labelled=False, wording=f"Satisfaction with life - Statement {k}")
            for k in range(1, 6)
        ),
        p.filled("therm_1", lambda k: int(p.rng.integers(0, 101)), AMOUNT, wording="Feeling thermometer: police"),
        p.filled("therm_2", lambda k: int(p.rng.integers(0, 101)), AMOUNT, wording="Feeling thermometer: courts"),
        p.filled("t1_First Click", lambda k: round(0.5 + k % 19 / 4, 3), ASIDE, wording="Timing - First Click"),
        p.filled("t1_Last Click", lambda k: round(5 + k % 23 / 3, 3), ASIDE, wording="Timing - Last Click"),
        p.filled("t1_Page Submit", lambda k: round(9 + k % 29 / 3, 3), ASIDE, wording="Timing - Page Submit"),
        p.filled("t1_Click Count", lambda k: 1 + k % 5, ASIDE, wording="Timing - Click Count"),
        p.choice("condition", ("control", "loss frame", "gain frame"), text=True, gone=0, wording="condition"),
        p.filled("mTurkCode", lambda k: 1000000 + k * 7919 % 8999999, IDENTIFIER, wording="mTurkCode"),
        total("SC0", [*stress[:3], stress[5]]),
        p.filled("Q_TerminateFlag", lambda k: None, ASIDE, wording="Q_TerminateFlag"),
    ]
    keys = [json.dumps({"ImportId": f"QID{k}_{k}"}) for k in range(len(columns))]
    write_text(columns, folder / "qualtrics_panel.csv", lines=[[c.wording or c.name for c in columns], keys])
    return "qualtrics_panel.csv", expected(columns)


def limesurvey_headings(folder: Path) -> Written:
    """German, "code. question" above every column, answers as text."""
    p = People(230, 502)
    stimme = ("stimme gar nicht zu", "stimme eher nicht zu", "teils, teils", "stimme eher zu", "stimme voll zu")
    haeufig = ("nie", "selten", "manchmal", "oft", "sehr oft")
    columns = [
        p.filled("id. Antwort ID", lambda k: k + 3, IDENTIFIER),
        p.filled("submitdate. Datum Abgeschickt", p.stamp, ASIDE),
        p.filled("lastpage. Letzte Seite", lambda k: 9 if k % 8 else 4, ASIDE),
        p.filled("startlanguage. Start-Sprache", lambda k: "de" if k % 6 else "en", ASIDE),
        p.filled("seed. Zufallsstartwert", lambda k: 10000000 + k * 104729 % 89999999, IDENTIFIER),
        p.filled("token. Zugangscode", lambda k: p.hexes(15), IDENTIFIER),
        p.filled("ipaddr. IP-Adresse", lambda k: f"192.168.{k % 200}.{k * 3 % 250}", ASIDE),
        p.filled("Einw. Ich habe die Informationen gelesen und willige ein.", lambda k: "Ja", ASIDE),
        p.choice(
            "SD01. Bitte geben Sie Ihr Geschlecht an.", ("weiblich", "männlich", "divers"), text=True, shares=(6, 5, 1)
        ),
        p.age("SD02. Wie alt sind Sie?"),
        p.scale(
            "SD03. Was ist Ihr höchster Bildungsabschluss?",
            ("Hauptschulabschluss", "Mittlere Reife", "Abitur", "Bachelor", "Master", "Promotion"),
            5,
            0.5,
            text=True,
        ),
        p.choice("SD04. In welchem Bundesland leben Sie?", ("Bayern", "Hessen", "Sachsen", "Berlin"), text=True),
        *(
            p.scale(
                f"AR01[SQ00{k}]. Wie sehr stimmen Sie zu? [Aussage {k}]",
                stimme,
                0,
                -0.6 if k == 2 else 0.65,
                text=True,
                refused={9: "keine Angabe"},
            )
            for k in range(1, 6)
        ),
        *(p.scale(f"AR02[SQ00{k}]. Wie oft kommt das vor? [Lage {k}]", haeufig, 1, text=True) for k in range(1, 5)),
        *(
            p.ticked(f"AR03[SQ00{k}]. Was nutzen Sie? (mehrere möglich) [Angebot {k}]", 0.4, "Ja", blank="Nein")
            for k in range(1, 5)
        ),
        p.texts("AR03[other]. Was nutzen Sie? (mehrere möglich) [Sonstiges]", share=0.07),
        p.filled("AR04. Bitte kreuzen Sie hier „oft“ an.", lambda k: "oft" if k % 21 else "nie", CHECK),
        p.counts("GE01. An wie vielen Tagen waren Sie krank?", 4.0, gone=0),
        p.measured("GE02. Wie viele Stunden schlafen Sie?", 7, 1, decimals=1, comma=True),
        p.texts("AB01. Haben Sie Anmerkungen?", wordy=("gute", "Umfrage", "etwas", "lang", "danke", "für", "alles")),
        p.filled("AB02. Ihre E-Mail-Adresse für die Verlosung", lambda k: f"p{k}@beispiel.de", ASIDE, gone=0.6),
        p.filled("interviewtime. Gesamtzeit", lambda k: round(300 + k * 17.3 % 900, 2), ASIDE),
        p.filled("groupTime11. Gruppenzeit: Person", lambda k: round(40 + k * 3.1 % 80, 2), ASIDE),
        p.filled("AR01Time. Fragenzeit: AR01", lambda k: round(10 + k * 1.7 % 40, 2), ASIDE),
    ]
    write_text(columns, folder / "limesurvey_headings.csv", quoting=1, encoding="utf-8-sig")
    return "limesurvey_headings.csv", expected(columns)


def limesurvey_codes_and_questions(folder: Path) -> Written:
    """English workbook, codes of answers below "code. question", with comments beside answers."""
    p = People(180, 503)
    a6 = [f"AO0{k}" for k in range(1, 7)]
    columns = [
        p.filled("id. Response ID", lambda k: k + 1, IDENTIFIER),
        p.filled("submitdate. Date submitted", p.stamp, ASIDE, gone=0.1),
        p.filled("lastpage. Last page", lambda k: 6 if k % 10 else 2, ASIDE),
        p.filled("startlanguage. Start language", lambda k: "en", ASIDE),
        p.choice("Q00. Which is your department?", ("A1", "A2", "A3", "A4", "A5"), text=True),
        p.age("Q01. How old are you, in years?"),
        p.choice("Q02. Do you have children?", ("N", "Y"), text=True),
        *(
            p.scale(
                f"Q03[{k}]. To what extent do these apply? [Statement {k}]", 6, 2, text=True, codes=a6, labelled=False
            )
            for k in range(1, 7)
        ),
        p.scale("Q04. How would you rate the food?", 5, 3, labelled=False),
        p.texts("Q04[comment]. How would you rate the food? [Comment]", share=0.15),
        p.scale("Q05[SQ1]. Rank of price", 10, 4, 0.6, labelled=False, kind=["ordinal", "continuous"]),
        p.filled("Q06[filecount]. filecount - Upload your letter", lambda k: k % 2, ASIDE),
        p.texts("Q07. Anything else?"),
    ]
    write_sheet(columns, folder / "limesurvey_questions.xlsx")
    return "limesurvey_questions.xlsx", expected(columns)


def redcap_labels_long(folder: Path) -> Written:
    """Labels of a clinic over two visits a person: check boxes, a calculated index, forms that are complete or not."""
    p = People(240, 504)
    severity = ("None", "Mild", "Moderate", "Severe", "Very severe")
    height, weight = p.measured("Height (cm)", 170, 9), p.measured("Weight (kg)", 76, 13)
    index = [
        None if h is None or w is None else round(float(w) / (float(h) / 100) ** 2, 1)
        for h, w in zip(height.cells, weight.cells, strict=True)
    ]
    columns = [
        p.filled("Record ID", lambda k: k // 2 + 1, {"role": ["identifier", "cluster", "aside"]}),
        p.filled(
            "Event Name",
            lambda k: ("Baseline", "Month 6")[k % 2],
            {"role": ["item", "group", "aside"], "kind": ["binary", "nominal"], "levels": ["Baseline", "Month 6"]},
        ),
        p.filled("Repeat Instrument", lambda k: None, ASIDE),
        p.filled("Repeat Instance", lambda k: None, ASIDE),
        p.filled("Survey Identifier", lambda k: None, ASIDE),
        p.filled("Survey Timestamp", p.stamp, ASIDE),
        p.filled("Do you consent to take part?", lambda k: "Yes", ASIDE),
        p.choice("Sex assigned at birth", ("Female", "Male"), text=True),
        p.filled("Date of birth", lambda k: f"{1935 + k * 7 % 60}-{1 + k % 12:02d}-{1 + k % 28:02d}", ASIDE),
        height,
        weight,
        Made("Body mass index", index, {"role": ["item", "aside"], "kind": "continuous"}),
        *(
            p.ticked(f"Which illnesses do you have? (choice={x})", 0.25, "Checked", blank="Unchecked")
            for x in ("Asthma", "Diabetes", "Heart disease", "None of these")
        ),
        *(
            p.scale(f"How bad was your {x} in the last week?", severity, 0, text=True, skew=0.4)
            for x in ("pain", "tiredness", "nausea", "breathlessness")
        ),
        p.scale(
            "In general, would you say your health is:",
            ("Excellent", "Very good", "Good", "Fair", "Poor"),
            0,
            -0.6,
            text=True,
        ),
        p.scale("Do you smoke?", ("Never", "Former", "Current"), 1, 0.4, text=True),
        p.counts("How many units of alcohol do you drink in a week?", 5),
        p.texts("Other medication", share=0.2),
        p.filled("Complete?", lambda k: "Complete" if k % 12 else "Incomplete", ASIDE),
        p.filled("Complete?.1", lambda k: "Complete" if k % 17 else "Unverified", ASIDE),
    ]
    write_text(columns, folder / "redcap_labels_long.csv", quoting=1)
    return "redcap_labels_long.csv", expected(columns)


def redcap_wellbeing(folder: Path) -> Written:
    """Raw codes, with -9, -8 and 999 for no answer, a total, a screening score and a staff member's name."""
    p = People(300, 505)
    who = [p.scale(f"who5_{k}", 6, 0, first=0, labelled=False, gone=0) for k in range(1, 6)]
    columns = [
        p.filled("study_id", lambda k: f"W-{k + 1:04d}", IDENTIFIER),
        p.filled("redcap_data_access_group", lambda k: ("north", "south", "east")[k % 3], CLUSTER),
        p.filled("consent_timestamp", p.stamp, ASIDE),
        p.filled("consent_complete", lambda k: 2, ASIDE),
        p.age("age_years", refused=999),
        p.choice("gender", ("f", "m"), codes=(0, 1)),
        p.filled("interviewer", lambda k: ("Meyer", "Okafor", "Lindgren", "Rossi", "Dubois")[k * 7 % 5], CLUSTER),
        *who,
        total("who5_sum", who),
        Made("who5_pct", [None if x is None else 4 * x for x in total("", who).cells], ASIDE),
        *(
            p.scale(f"isi_{k}", 5, 1, first=0, labelled=False, refused={-9: "missing", -8: "refused"})
            for k in range(1, 8)
        ),
        p.measured("sbp", 128, 15, decimals=0),
        p.measured("hba1c", 5.8, 0.7),
        p.ticked("comorb___1", 0.3, 1, blank=0),
        p.ticked("comorb___2", 0.15, 1, blank=0),
        p.ticked("comorb___88", 0.1, 1, blank=0),
        p.scale("income_cat", 8, 5, 0.5, labelled=False, refused={-9: "missing"}),
        p.counts("er_visits", 0.8),
        p.texts("notes", share=0.1),
        p.filled("wellbeing_complete", lambda k: 2 if k % 9 else 1, ASIDE),
    ]
    write_text(columns, folder / "redcap_wellbeing.csv")
    return "redcap_wellbeing.csv", expected(columns)


def ess_round(folder: Path) -> Written:
    """European Social Survey for SPSS: 7, 8, 9 and 77, 88, 99 labelled and not declared, weights, not applicable."""
    p = People(700, 506)
    eleven = {77: "Refusal", 88: "Don't know", 99: "No answer"}
    short = {7: "Refusal", 8: "Don't know", 9: "No answer"}
    agree = ("Agree strongly", "Agree", "Neither agree nor disagree", "Disagree", "Disagree strongly")
    columns = [
        p.filled("name", lambda k: "ESS9e03_1", ASIDE, wording="Title of dataset"),
        p.filled("essround", lambda k: 9, ASIDE, wording="ESS round"),
        p.filled("idno", lambda k: k * 13 + 27, IDENTIFIER, wording="Respondent's identification number"),
        p.filled("cntry", lambda k: ("AT", "BE", "CZ", "FI", "IE")[k % 5], CLUSTER, wording="Country"),
        p.weights("dweight", "Design weight"),
        p.weights("pspwght", "Post-stratification weight including design weight"),
        p.filled("pweight", lambda k: (0.3, 0.41, 0.27, 0.19, 0.5)[k % 5], WEIGHT, wording="Population size weight"),
        p.scale(
            "nwspol_cat",
            ("No time", "Less than 0,5 hour", "0,5 hour to 1 hour", "1 to 2 hours", "More than 2 hours"),
            1,
            0.4,
            first=0,
            wording="Newspaper reading, politics on average weekday",
            refused=eleven,
        ),
        p.scale(
            "ppltrst",
            11,
            0,
            first=0,
            wording="Most people can be trusted or you can't be too careful",
            refused=eleven,
            kind=["ordinal", "continuous"],
        ),
        p.scale(
            "polintr",
            ("Very interested", "Quite interested", "Hardly interested", "Not at all interested"),
            1,
            refused=short,
            wording="How interested in politics",
        ),
        *(
            p.scale(x, 11, 2, first=0, refused=eleven, wording=f"Trust in {x[4:]}", kind=["ordinal", "continuous"])
            for x in ("trstprl", "trstlgl", "trstplc")
        ),
        p.choice(
            "vote",
            ("Yes", "No", "Not eligible to vote"),
            wording="Voted last national election",
            refused=short,
            entry={
                "role": ["item", "aside", "group"],
                "kind": "nominal",
                "labels": {"1": "Yes", "2": "No", "3": "Not eligible to vote", **{str(k): x for k, x in short.items()}},
                "accept": [{"kind": "binary", "levels": [1, 2], "missing": [3, 7, 8, 9]}],
            },
        ),
        *(
            p.scale(x, agree, 3, wording=w, refused=short)
            for x, w in (
                ("gincdif", "Government should reduce differences in income levels"),
                ("freehms", "Gays and lesbians free to live life as they wish"),
            )
        ),
        p.scale(
            "imwbcnt",
            11,
            3,
            first=0,
            refused=eleven,
            wording="Immigrants make country worse or better place to live",
            kind=["ordinal", "continuous"],
        ),
        p.scale("happy", 11, 4, first=0, refused=eleven, wording="How happy are you", kind=["ordinal", "continuous"]),
        p.scale(
            "sclmeet",
            (
                "Never",
                "Less than once a month",
                "Once a month",
                "Several times a month",
                "Once a week",
                "Several times a week",
                "Every day",
            ),
            4,
            refused=eleven,
            wording="How often socially meet with friends, relatives or colleagues",
        ),
        p.scale(
            "health",
            ("Very good", "Good", "Fair", "Bad", "Very bad"),
            4,
            -0.6,
            refused=short,
            wording="Subjective general health",
        ),
        p.choice(
            "rlgdnm",
            ("Roman Catholic", "Protestant", "Eastern Orthodox", "Islam", "Not applicable"),
            codes=(1, 2, 3, 6, 66),
            wording="Religion or denomination belonging to at present",
            entry={"role": ["item", "aside", "group"], "kind": "nominal", "missing": [66], "accept": [{"missing": []}]},
        ),
        p.scale(
            "rlgdgr",
            11,
            5,
            0.4,
            first=0,
            refused=eleven,
            wording="How religious are you",
            kind=["ordinal", "continuous"],
        ),
        p.choice("gndr", ("Male", "Female"), wording="Gender"),
        p.age("agea", refused=999, wording="Age of respondent, calculated"),
        p.scale(
            "eisced",
            (
                "ES-ISCED I",
                "ES-ISCED II",
                "ES-ISCED IIIb",
                "ES-ISCED IIIa",
                "ES-ISCED IV",
                "ES-ISCED V1",
                "ES-ISCED V2",
            ),
            5,
            0.5,
            wording="Highest level of education, ES - ISCED",
            refused={55: "Other", 88: "Don't know"},
        ),
        p.counts("eduyrs", 12, wording="Years of full-time education completed"),
        p.scale(
            "hinctnta",
            10,
            5,
            0.5,
            wording="Household's total net income, all sources",
            refused=eleven,
            kind=["ordinal", "continuous"],
        ),
        p.filled(
            "inwdds",
            lambda k: 1 + k % 30,
            {"role": ["aside", "item", "identifier"], "kind": ["continuous", "count", "ordinal"]},
            wording="Start of interview, day of month",
        ),
        p.filled(
            "netustm",
            lambda k: 6666 if k % 4 == 0 else int(30 * (1 + p.rng.integers(0, 12))),
            AMOUNT | {"missing": [6666], "labels": {"6666": "Not applicable"}},
            wording="Internet use, how much time on typical day, in minutes",
        ),
    ]
    columns[-1] = Made(
        columns[-1].name, columns[-1].cells, columns[-1].entry, columns[-1].wording, {6666: "Not applicable"}
    )
    write_labelled(columns, folder / "ess_round.sav")
    return "ess_round.sav", expected(columns)


def wvs_csv(folder: Path) -> Written:
    """World Values Survey as text: codes without labels, negative ones for no answer, names by number."""
    p = People(520, 507)
    none = {-1: "Don't know", -2: "No answer", -5: "Missing"}
    columns = [
        p.filled("version", lambda k: "6-0-0 (2024-04-30)", ASIDE),
        p.filled("A_WAVE", lambda k: 7, ASIDE),
        p.filled("B_COUNTRY", lambda k: (276, 528, 840)[k % 3], CLUSTER),
        p.filled("B_COUNTRY_ALPHA", lambda k: ("DEU", "NLD", "USA")[k % 3], CLUSTER),
        p.filled("D_INTERVIEW", lambda k: 276070001 + k, IDENTIFIER),
        p.filled("J_INTDATE", lambda k: 20180100 + 1 + k % 28, ASIDE),
        p.weights("W_WEIGHT"),
        p.filled("S018", lambda k: (0.65, 0.46, 0.38)[k % 3], WEIGHT | {"role": ["weight", "aside"]}),
        *(p.scale(f"Q{k}", 4, 0, -0.5 if k == 6 else 0.5, labelled=False, refused=none) for k in range(1, 7)),
        *(p.ticked(f"Q{k}", 0.4, 1, blank=2) for k in range(7, 12)),
        p.scale("Q46", 4, 1, labelled=False, refused=none),
        p.scale("Q47", 5, 1, labelled=False, refused=none),
        p.scale("Q49", 10, 1, -0.6, labelled=False, refused=none, kind=["ordinal", "continuous"]),
        p.choice(
            "Q57",
            ("1", "2"),
            entry={"role": "item", "kind": "binary", "levels": [1, 2], "missing": [-1]},
            refused={-1: "-1"},
        ),
        *(p.scale(f"Q{k}", 4, 2, labelled=False, refused=none) for k in range(64, 70)),
        *(
            p.scale(f"Q{k}", 10, 3, labelled=False, refused=none, kind=["ordinal", "continuous"])
            for k in (106, 107, 240)
        ),
        p.filled(
            "Q223", lambda k: (-2, 1, 2, 3, 4, 5, 8)[int(p.rng.integers(0, 7))] + 276000 * (k % 3 == 0) * 0, NOMINAL
        ),
        p.choice("Q260", ("1", "2"), entry={"role": ["item", "group"], "kind": "binary", "levels": [1, 2]}),
        p.born("Q261"),
        p.age("Q262", refused=-2),
        p.scale("Q275", 9, 5, 0.5, first=0, labelled=False, refused=none, kind=["ordinal", "continuous"]),
        p.scale("Q288", 10, 5, 0.5, labelled=False, refused=none, kind=["ordinal", "continuous"]),
    ]
    write_text(columns, folder / "wvs_wave.csv")
    return "wvs_wave.csv", expected(
        [Made(c.name, c.cells, {k: v for k, v in c.entry.items() if k != "labels"}) for c in columns]
    )


def surveymonkey_matrix(folder: Path) -> Written:
    """Two heading lines: a matrix, a recommendation, options to tick, contact details, and a weighted answer."""
    p = People(210, 508)
    likely = ("Very unlikely", "Unlikely", "Neutral", "Likely", "Very likely")
    quality = ("Poor", "Fair", "Good", "Very good", "Excellent")
    tops: list[str] = []
    below: list[str] = []
    columns: list[Made] = []

    def add(question: str, made: Sequence[Made], options: Sequence[str]) -> None:
        for k, (column, option) in enumerate(zip(made, options, strict=True)):
            tops.append(question if k == 0 else "")
            below.append(option)
            columns.append(column)

    for name, make, what in (
        ("Respondent ID", lambda k: 118000000000 + k * 9173, IDENTIFIER),
        ("Collector ID", lambda k: 430000001, ASIDE),
        ("Date Created", lambda k: p.stamp(k, "%m/%d/%Y %I:%M:%S %p"), ASIDE),
        ("Date Modified", lambda k: p.stamp(k, "%m/%d/%Y %I:%M:%S %p"), ASIDE),
        ("IP Address", lambda k: f"73.{k % 250}.{k * 7 % 250}.11", ASIDE),
        ("Email Address", lambda k: None, ASIDE),
        ("First Name", lambda k: None, ASIDE),
        ("Custom Data 1", lambda k: None, ASIDE),
    ):
        add(name, [p.filled(name, make, what)], [""])
    add(
        "How would you rate the following?",
        [_marked(p.scale(f"r{k}", quality, 0, text=True, refused={9: "N/A"})) for k in range(4)],
        ["Cleanliness of the rooms", "Staff", "Breakfast", "Value for money"],
    )
    add("How likely are you to come back?", [p.scale("back", likely, 0, text=True)], ["Response"])
    add(
        "How likely is it that you would recommend us to a friend or colleague?",
        [p.scale("nps", 11, 0, first=0, labelled=False, kind=["ordinal", "continuous"])],
        [""],
    )
    add(
        "What brought you here? (Select all that apply)",
        [p.ticked(f"w{x}", 0.35, x) for x in ("Business", "Holiday", "Family")] + [p.texts("other", share=0.06)],
        ["Business", "Holiday", "Family", "Other (please specify)"],
    )
    add(
        "How often do you travel?",
        [
            p.scale(
                "travel",
                ("Never", "Once a year", "A few times a year", "Once a month", "More than once a month"),
                2,
                0.5,
                text=True,
            )
        ],
        ["Response"],
    )
    add(
        "What is your household income?",
        [
            p.scale(
                "income",
                (
                    "Under $25,000",
                    "$25,000 - $49,999",
                    "$50,000 - $99,999",
                    "$100,000 - $149,999",
                    "$150,000 and above",
                ),
                5,
                0.5,
                text=True,
                refused={9: "Prefer not to answer"},
            )
        ],
        ["Response"],
    )
    add(
        "What is your age?",
        [p.scale("age", ("Under 18", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"), 5, 0.4, text=True)],
        ["Response"],
    )
    add(
        "Gender",
        [p.choice("gender", ("Woman", "Man", "Prefer to self-describe"), text=True, shares=(6, 5, 1))],
        ["Response"],
    )
    add(
        "Contact",
        [
            p.filled("n", lambda k: f"Person {k}", ASIDE, gone=0.5),
            p.filled("m", lambda k: f"a{k}@mail.org", ASIDE, gone=0.5),
        ],
        ["Name", "Email"],
    )
    add("Any comments?", [p.texts("comments")], ["Open-Ended Response"])
    path = folder / "surveymonkey_matrix.csv"
    named = [Made(top, column.cells, column.entry) for top, column in zip(tops, columns, strict=True)]
    write_text(named, path, lines=[below], encoding="utf-8-sig")
    keys = [Made(f"column {k}", column.cells, column.entry) for k, column in enumerate(columns)]
    return "surveymonkey_matrix.csv", expected(keys)  # matched by place


def soscisurvey_codes(folder: Path) -> Written:
    """German panel with the program's own columns: -9 not answered, -1 can't say, times a page, quality indices."""
    p = People(260, 509)
    gone = {-9: "nicht beantwortet", -1: "weiß nicht"}
    columns = [
        p.filled("CASE", lambda k: 101 + k, IDENTIFIER),
        p.filled("SERIAL", lambda k: p.hexes(8), IDENTIFIER),
        p.filled("REF", lambda k: None, ASIDE),
        p.filled("QUESTNNR", lambda k: "base", ASIDE),
        p.filled("MODE", lambda k: "interview", ASIDE),
        p.filled("STARTED", p.stamp, ASIDE),
        p.choice("SD01", ("1", "2", "3"), shares=(6, 5, 1)),
        p.filled("SD02_01", lambda k: int(p.rng.integers(18, 80)), AMOUNT),
        p.scale("SD03", 7, 5, 0.5, labelled=False, refused=gone),
        p.choice("SD04", ("1", "2", "3", "4", "5", "6")),
        *(p.scale(f"WB01_0{k}", 5, 0, -0.6 if k == 3 else 0.65, labelled=False, refused=gone) for k in range(1, 7)),
        *(p.scale(f"WB02_0{k}", 7, 1, labelled=False, refused=gone) for k in range(1, 5)),
        *(p.ticked(f"MD01_0{k}", 0.4, 2, blank=1) for k in range(1, 6)),
        p.texts("MD01_05a", share=0.05),
        p.filled("AC01", lambda k: 4 if k % 19 else 2, CHECK),
        p.filled("VL01_01", lambda k: int(p.rng.integers(1, 102)), AMOUNT),
        p.texts("AB01_01", share=0.15),
        *(p.filled(f"TIME00{k}", lambda k: int(5 + p.rng.integers(0, 120)), ASIDE) for k in range(1, 6)),
        p.filled("TIME_SUM", lambda k: int(100 + p.rng.integers(0, 500)), ASIDE),
        p.filled("MAILSENT", lambda k: None, ASIDE),
        p.filled("LASTDATA", p.stamp, ASIDE),
        p.filled("FINISHED", lambda k: 1 if k % 10 else 0, ASIDE),
        p.filled("Q_VIEWER", lambda k: 0, ASIDE),
        p.filled("LASTPAGE", lambda k: 8 if k % 10 else 4, ASIDE),
        p.filled("MAXPAGE", lambda k: 8 if k % 10 else 4, ASIDE),
        p.filled("MISSING", lambda k: int(p.rng.integers(0, 12)), ASIDE),
        p.filled("MISSREL", lambda k: int(p.rng.integers(0, 15)), ASIDE),
        p.filled("TIME_RSI", lambda k: round(0.5 + p.rng.random() * 1.4, 2), ASIDE),
    ]
    path = folder / "soscisurvey_codes.csv"
    write_text(columns, path, delimiter="\t", encoding="utf-16")
    return "soscisurvey_codes.csv", expected(
        [Made(c.name, c.cells, {k: v for k, v in c.entry.items() if k != "labels"}) for c in columns]
    )


def google_spanish(folder: Path) -> Written:
    """A workbook of a form in Spanish: grid questions, several options in a cell, mails, consent."""
    p = People(170, 510)
    acuerdo = (
        "Totalmente en desacuerdo",
        "En desacuerdo",
        "Ni de acuerdo ni en desacuerdo",
        "De acuerdo",
        "Totalmente de acuerdo",
    )
    columns = [
        p.filled("Marca temporal", lambda k: p.stamp(k, "%d/%m/%Y %H:%M:%S"), ASIDE),
        p.filled("Dirección de correo electrónico", lambda k: f"alumno{k}@escuela.es", ASIDE),
        p.filled("He leído la información y acepto participar", lambda k: "Sí, acepto", ASIDE),
        p.filled("Nombre y apellidos", lambda k: f"{('Ana', 'Luis', 'Eva')[k % 3]} {p.hexes(6)}", ASIDE),
        p.choice("Sexo", ("Mujer", "Hombre"), text=True),
        p.scale(
            "¿Qué edad tienes?",
            ("Menos de 18 años", "De 18 a 24 años", "De 25 a 34 años", "De 35 a 49 años", "50 años o más"),
            4,
            0.4,
            text=True,
        ),
        p.scale("Curso", ("1º", "2º", "3º", "4º"), 4, 0.3, text=True),
        *(p.scale(f"Indica tu grado de acuerdo [Afirmación {k}]", acuerdo, 0, text=True) for k in range(1, 6)),
        *(
            p.scale(f"Valora del 1 al 5 [{x}]", 5, 1, labelled=False)
            for x in ("profesorado", "instalaciones", "horario")
        ),
        p.scale(
            "¿Con qué frecuencia estudias?", ("Nunca", "Casi nunca", "A veces", "Casi siempre", "Siempre"), 2, text=True
        ),
        _several(p, "¿Qué redes sociales usas?", ("Instagram", "TikTok", "X", "YouTube"), ", "),
        p.choice("¿Trabajas además de estudiar?", ("Sí", "No"), text=True),
        p.filled(
            "¿Cuántas horas duermes?",
            lambda k: int(p.rng.integers(4, 11)),
            {"role": "item", "kind": ["ordinal", "count", "continuous"], "levels": list(range(4, 11))},
        ),
        p.scale(
            "Estado de salud",
            ("Muy malo", "Malo", "Regular", "Bueno", "Muy bueno"),
            3,
            text=True,
            refused={9: "No sabe / no contesta"},
        ),
        p.texts("Comentarios", wordy=("muy", "bien", "pero", "largo", "gracias", "por", "todo")),
    ]
    write_sheet(columns, folder / "google_spanish.xlsx")
    return "google_spanish.xlsx", expected(columns)


def google_quiz(folder: Path) -> Written:
    """An English form with a quiz: scores with "/ 10", feedback columns, emoji in questions, typed ages."""
    p = People(150, 511)
    columns = [
        p.filled("Timestamp", lambda k: p.stamp(k, "%Y/%m/%d %I:%M:%S %p GMT+1"), ASIDE),
        p.filled("Username", lambda k: f"student{k}@uni.example", ASIDE),
        p.filled(
            "Total score",
            lambda k: f"{2 + k * 7 % 9} / 10",
            {"role": ["item", "aside"], "kind": ["ordinal", "continuous", "count"]},
        ),
        p.scale(
            "How confident do you feel? 😀",
            (
                "Not at all confident",
                "Slightly confident",
                "Somewhat confident",
                "Quite confident",
                "Extremely confident",
            ),
            0,
            text=True,
        ),
        p.scale("On a scale of 1-7, how hard was it?", 7, 1, labelled=False),
        p.scale("On a scale of 1-7, how useful was it?", 7, 0, labelled=False),
        p.scale("How many hours did you study?", ("0", "1-2", "3-5", "6-10", "More than 10"), 2, 0.5, text=True),
        p.scale(
            "I read the textbook", ("Strongly Disagree", "Disagree", "Neutral", "Agree", "Strongly Agree"), 2, text=True
        ),
        p.scale(
            "I ask questions", ("Strongly Disagree", "Disagree", "Neutral", "Agree", "Strongly Agree"), 2, text=True
        ),
        p.choice("Which tutorial group are you in?", ("Monday", "Tuesday", "Thursday"), text=True),
        p.choice("Are you a first-year student?", ("Yes", "No"), text=True),
        p.age("Age"),
        _several(p, "Which materials did you use?", ("Slides", "Videos", "Exercises", "Forum"), ", "),
        p.scale("Attendance", ("0-25%", "26-50%", "51-75%", "76-100%"), 2, 0.5, text=True),
        p.texts("What could be improved?"),
    ]
    write_text(columns, folder / "google_quiz.csv")
    return "google_quiz.csv", expected(columns)


def school_bilingual(folder: Path) -> Written:
    """Belgian pupils for SPSS: labels in Dutch and English, items turned round, means, z scores, schools."""
    p = People(420, 512)
    eens = (
        "Helemaal oneens / Totally disagree",
        "Oneens / Disagree",
        "Neutraal / Neutral",
        "Eens / Agree",
        "Helemaal eens / Totally agree",
    )
    weet = {9: "Weet niet / Don't know"}
    motive = [
        p.scale(f"mot{k}", eens, 0, -0.6 if k == 4 else 0.6, wording=f"Motivatie {k}", refused=weet, gone=0)
        for k in range(1, 6)
    ]
    trust = [p.scale(f"vert{k}", eens, 1, wording=f"Vertrouwen {k}", gone=0) for k in range(1, 5)]
    mean = total("vert_gem", trust, mean=True)
    values = [float(x) for x in mean.cells if x is not None]
    middle = sum(values) / len(values)
    columns = [
        p.filled("pupilnr", lambda k: 10001 + k * 3, IDENTIFIER, wording="Leerlingnummer / pupil number"),
        p.filled("school", lambda k: 1 + k * 11 % 14, CLUSTER, wording="Schoolnummer / school number"),
        p.choice("taal", ("Nederlands", "Frans", "Andere"), wording="Thuistaal / home language"),
        p.choice("gesl", ("Jongen / boy", "Meisje / girl"), wording="Geslacht / gender"),
        p.filled(
            "gebdat", lambda k: f"{1 + k % 28:02d}-{1 + k % 12:02d}-{2005 + k % 3}", ASIDE, wording="Geboortedatum"
        ),
        p.scale(
            "leerjaar",
            ("1ste jaar", "2de jaar", "3de jaar", "4de jaar", "5de jaar", "6de jaar"),
            4,
            0.3,
            wording="Leerjaar / grade",
        ),
        *motive,
        Made(
            "mot4_r",
            [None if x is None else 9 if x == 9 else 6 - int(x) for x in motive[3].cells],
            ASIDE,
            "mot4 gespiegeld",
            weet,
        ),
        *trust,
        mean,
        Made(
            "zvert",
            [None if x is None else round((float(x) - middle) / 0.8, 5) for x in mean.cells],
            ASIDE,
            "Zscore(vert_gem)",
        ),
        p.scale(
            "boeken",
            ("0-10 boeken", "11-25 boeken", "26-100 boeken", "101-200 boeken", "201-500 boeken", "Meer dan 500 boeken"),
            5,
            0.5,
            wording="Hoeveel boeken zijn er thuis?",
        ),
        p.scale(
            "pesten",
            (
                "Nooit / Never",
                "1 of 2 keer / Once or twice",
                "2 of 3 keer per maand / 2 or 3 times a month",
                "Wekelijks / Weekly",
            ),
            2,
            0.5,
            skew=0.4,
            wording="Hoe vaak gepest?",
        ),
        p.filled("wisk", lambda k: round(float(500 + 90 * p.traits[k, 5]), 1), AMOUNT, wording="Wiskundescore"),
        p.filled(
            "wisk_grp",
            lambda k: 1 + int(p.traits[k, 5] > -0.5) + int(p.traits[k, 5] > 0.5),
            {"role": ["item", "aside"], "kind": "ordinal", "levels": [1, 2, 3]},
            wording="Wiskunde in drie groepen",
        ),
        p.weights("gewicht", "Leerlinggewicht"),
        p.filled("filter_$", lambda k: 1 if k % 5 else 0, ASIDE, wording="leerjaar > 1 (FILTER)"),
    ]
    write_labelled(columns, folder / "school_bilingual.sav")
    return "school_bilingual.sav", expected(columns)


FRESH: tuple[Callable[[Path], Written], ...] = (
    qualtrics_panel,
    limesurvey_headings,
    limesurvey_codes_and_questions,
    redcap_labels_long,
    redcap_wellbeing,
    ess_round,
    wvs_csv,
    surveymonkey_matrix,
    soscisurvey_codes,
    google_spanish,
    google_quiz,
    school_bilingual,
)
