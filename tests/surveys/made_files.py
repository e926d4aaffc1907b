# SPDX-License-Identifier: MIT
"""Survey files as programs of polls and panels write them, made up: the same seed makes the same files.

Each function writes one file into a folder and returns what a careful researcher decides about its columns. Names,
second heading lines, codes for no answer, metadata and value labels are those that the program or survey is known for;
wordings and answers are our own. The content was written before the rules of the package were tried on it.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from surveys.people import (
    AMOUNT,
    ASIDE,
    CLUSTER,
    COUNT,
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

AGREE5 = ("Strongly disagree", "Somewhat disagree", "Neither agree nor disagree", "Somewhat agree", "Strongly agree")
AGREE7 = (
    "Strongly disagree",
    "Disagree",
    "Somewhat disagree",
    "Neither agree nor disagree",
    "Somewhat agree",
    "Agree",
    "Strongly agree",
)
US_EDUCATION = (
    "Less than high school degree",
    "High school graduate (high school diploma or equivalent including GED)",
    "Some college but no degree",
    "Associate degree in college (2-year)",
    "Bachelor's degree in college (4-year)",
    "Master's degree",
    "Doctoral degree",
    "Professional degree (JD, MD)",
)
US_INCOME = (
    "Less than $10,000",
    "$10,000 to $19,999",
    "$20,000 to $39,999",
    "$40,000 to $59,999",
    "$60,000 to $99,999",
    "$100,000 to $149,999",
    "$150,000 or more",
)
PHQ = (
    "little interest or pleasure",
    "feeling down",
    "trouble sleeping",
    "feeling tired",
    "poor appetite",
    "feeling bad about yourself",
    "trouble concentrating",
    "moving slowly",
    "better off dead",
)


def _qualtrics_head(people: People) -> list[Made]:
    return [
        people.filled("StartDate", people.stamp, ASIDE, wording="Start Date"),
        people.filled("EndDate", people.stamp, ASIDE, wording="End Date"),
        people.filled("Status", lambda k: "IP Address", ASIDE, wording="Response Type"),
        people.filled("IPAddress", lambda k: f"84.{k % 250}.{k * 7 % 250}.{k * 3 % 250}", ASIDE, wording="IP Address"),
        people.filled("Progress", lambda k: 100 if k % 9 else 62, ASIDE, wording="Progress"),
        people.filled("Duration (in seconds)", lambda k: 200 + k * 37 % 900, ASIDE, wording="Duration (in seconds)"),
        people.filled("Finished", lambda k: "True" if k % 9 else "False", ASIDE, wording="Finished"),
        people.filled("RecordedDate", people.stamp, ASIDE, wording="Recorded Date"),
        people.filled("ResponseId", lambda k: "R_" + people.hexes(15), IDENTIFIER, wording="Response ID"),
        people.filled("RecipientLastName", lambda k: None, ASIDE, wording="Recipient Last Name"),
        people.filled("RecipientEmail", lambda k: None, ASIDE, wording="Recipient Email"),
        people.filled("ExternalReference", lambda k: None, ASIDE, wording="External Data Reference"),
        people.filled("LocationLatitude", lambda k: round(47 + k % 13 / 7, 4), ASIDE, wording="Location Latitude"),
        people.filled("LocationLongitude", lambda k: round(8 + k % 11 / 9, 4), ASIDE, wording="Location Longitude"),
        people.filled("DistributionChannel", lambda k: "anonymous", ASIDE, wording="Distribution Channel"),
        people.filled("UserLanguage", lambda k: "EN", ASIDE, wording="User Language"),
    ]


def _qualtrics_lines(columns: Sequence[Made]) -> list[list[str]]:
    keys = [json.dumps({"ImportId": f"QID{k}"}) for k in range(len(columns))]
    return [[column.wording or column.name for column in columns], keys]


def qualtrics_text(folder: Path) -> Written:
    """Choices as text, with a matrix, options to tick, timings and a bot score."""
    p = People(240, 101)
    matrix = "To what extent do you agree with the following statements? - "
    stems = ("My work gives me energy", "I can be myself at work", "I often think of quitting", "My team supports me")
    columns = [
        *_qualtrics_head(p),
        p.filled("Q1", lambda k: "I agree to take part", ASIDE, wording="Informed consent"),
        p.age("Q2", wording="What is your age in years?"),
        p.choice("Q3", ("Male", "Female", "Non-binary / third gender"), wording="Gender", text=True, shares=(5, 5, 1)),
        _either_degree(
            p.scale(
                "Q4", US_EDUCATION, 5, 0.5, wording="What is the highest level of school you have completed?", text=True
            )
        ),
        *(
            p.scale(f"Q5_{k}", AGREE5, 0, -0.7 if k == 3 else 0.7, wording=matrix + stem, text=True)
            for k, stem in enumerate(stems, 1)
        ),
        *(
            p.ticked(f"Q6_{k}", 0.4, option, wording=f"Which of these do you use? Select all that apply - {option}")
            for k, option in enumerate(("Email", "Chat", "Video calls", "Shared documents"), 1)
        ),
        p.texts("Q6_5_TEXT", share=0.06, wording="Which of these do you use? - Other - Text"),
        p.scale(
            "Q7",
            (
                "Extremely dissatisfied",
                "Somewhat dissatisfied",
                "Neither satisfied nor dissatisfied",
                "Somewhat satisfied",
                "Extremely satisfied",
            ),
            0,
            wording="Overall, how satisfied are you?",
            text=True,
        ),
        p.scale(
            "Q8",
            11,
            0,
            0.6,
            first=0,
            wording="How likely are you to recommend us to a friend?",
            kind=["ordinal", "continuous"],
        ),
        p.texts("Q9", wording="Anything else you would like to tell us?"),
        p.filled("Q10_First Click", lambda k: round(1 + k % 17 / 3, 3), ASIDE, wording="Timing - First Click"),
        p.filled("Q10_Page Submit", lambda k: round(9 + k % 23 / 3, 3), ASIDE, wording="Timing - Page Submit"),
        p.filled("Q_RecaptchaScore", lambda k: 0.9 if k % 7 else 0.7, ASIDE, wording="Q_RecaptchaScore"),
    ]
    write_text(columns, folder / "qualtrics_text.csv", lines=_qualtrics_lines(columns))
    return "qualtrics_text.csv", expected(columns)


def _either_degree(column: Made) -> Made:
    """Doctoral and professional degrees, the last two, rank alike: either may come last."""
    *lower, doctoral, professional = column.entry["levels"]
    other = {"levels": [*lower, professional, doctoral]}
    return Made(column.name, column.cells, {**column.entry, "accept": [other]}, column.wording)


def qualtrics_numbers(folder: Path) -> Written:
    """Choices as numbers, as a tab-separated file in UTF-16, with scores that Qualtrics adds."""
    p = People(310, 102)
    items = [
        p.scale(
            f"BRS_{k}", AGREE5, 2, -0.65 if k % 2 == 0 else 0.65, wording=f"Resilience, statement {k}", labelled=False
        )
        for k in range(1, 7)
    ]
    columns = [
        *_qualtrics_head(p),
        p.scale("age_group", 6, 4, 0.4, wording="In which age group are you?", labelled=False),
        p.choice("sex", ("Man", "Woman"), wording="What is your sex?"),
        *items,
        total("SC0", items),
        p.scale(
            "GH1", 5, 3, 0.6, wording="In general, would you say your health is: excellent to poor", labelled=False
        ),
        p.measured("slider_1", 55, 20, decimals=0),
        p.measured("slider_2", 40, 22, decimals=0),
        p.counts("Q31", 3.5, wording="How many times did you see a doctor in the last year?"),
        p.choice("Q33", ("Canton A", "Canton B", "Canton C", "Canton D"), wording="In which region do you live?"),
        p.filled("cond", lambda k: k % 2, {"role": ["item", "group"], "kind": "binary", "levels": [0, 1]}),
        p.filled("PROLIFIC_PID", lambda k: f"5f{k:04x}{k * 977 % 65536:04x}a{k * 31 % 4096:03x}", IDENTIFIER),
    ]
    lines = _qualtrics_lines(columns)
    write_text(columns, folder / "qualtrics_numbers.tsv", lines=lines, delimiter="\t", encoding="utf-16")
    return "qualtrics_numbers.tsv", expected([_plain_numbers(column) for column in columns])


def _plain_numbers(column: Made) -> Made:
    """What is expected of a column of which the file does not hold the labels."""
    entry = {key: value for key, value in column.entry.items() if key != "labels"}
    return Made(column.name, column.cells, entry, column.wording)


def qualtrics_spss(folder: Path) -> Written:
    """SPSS export: every variable nominal, codes as they fell when options were edited."""
    p = People(280, 103)
    odd = p.scale(
        "Q12",
        ("Never", "Once or twice", "Monthly", "Weekly", "Daily or almost daily"),
        1,
        0.6,
        wording="In the past three months, how often have you used alcohol?",
    )
    columns = [
        p.filled("StartDate", p.stamp, ASIDE),
        p.filled("ResponseId", lambda k: "R_" + p.hexes(15), IDENTIFIER),
        p.filled("Finished", lambda k: 1, ASIDE),
        p.choice("Q1", ("Yes, I consent", "No"), shares=(1, 0), gone=0, entry=ASIDE, wording="Do you consent?"),
        p.scale("Q2", ("18-24", "25-34", "35-44", "45-54", "55-64", "65 or older"), 4, 0.5, wording="Your age"),
        p.choice(
            "Q3", ("Single", "In a relationship", "Married", "Divorced", "Widowed"), wording="Relationship status"
        ),
        *(p.scale(f"Q5_{k}", AGREE7, 1, wording=f"Belonging {k}", gone=0.05) for k in range(1, 8)),
        odd,
        p.scale(
            "Q13",
            (
                "Not at all concerned",
                "Slightly concerned",
                "Moderately concerned",
                "Very concerned",
                "Extremely concerned",
            ),
            2,
            wording="How concerned are you about climate change?",
        ),
        p.scale(
            "Q14",
            ("Far too little", "Too little", "About right", "Too much", "Far too much"),
            3,
            0.5,
            refused={8: "Don't know"},
            wording="Does the government do too little or too much?",
        ),
        p.choice("Q15", ("Car", "Public transport", "Bicycle", "On foot"), wording="How do you get to work?"),
        p.scale(
            "Q16",
            ("Much worse", "Somewhat worse", "About the same", "Somewhat better", "Much better"),
            2,
            0.5,
            wording="Compared with a year ago, how is your health?",
        ),
        p.ticked("Q17_1", 0.3, 1, wording="Diagnoses: asthma"),
        p.ticked("Q17_2", 0.2, 1, wording="Diagnoses: diabetes"),
        p.ticked("Q17_3", 0.25, 1, wording="Diagnoses: high blood pressure"),
        p.texts("Q18", wording="Comments"),
    ]
    write_labelled(columns, folder / "qualtrics.sav", "nominal")
    return "qualtrics.sav", expected(columns)


def limesurvey_german(folder: Path) -> Written:
    """Answers as text in German, questions as headings, N/A where nothing was asked."""
    p = People(190, 111)
    frage = "Wie sehr treffen die folgenden Aussagen auf Sie zu? [{}]"
    trifft = ("trifft gar nicht zu", "trifft eher nicht zu", "teils/teils", "trifft eher zu", "trifft voll und ganz zu")
    columns = [
        p.filled("Antwort ID", lambda k: k + 4, IDENTIFIER),
        p.filled("Datum Abgeschickt", p.stamp, ASIDE),
        p.filled("Letzte Seite", lambda k: 7 if k % 11 else 3, ASIDE),
        p.filled("Start-Sprache", lambda k: "de", ASIDE),
        p.filled("Zufallsstartwert", lambda k: 100000000 + k * 7919 * 113 % 899999999, IDENTIFIER),
        p.filled("Datum gestartet", p.stamp, ASIDE),
        p.choice("Welches Geschlecht haben Sie?", ("weiblich", "männlich", "divers"), text=True, shares=(6, 5, 1)),
        p.born("In welchem Jahr sind Sie geboren?"),
        p.scale(
            "Welchen höchsten Schulabschluss haben Sie?",
            ("Kein Abschluss", "Hauptschulabschluss", "Realschulabschluss", "Abitur"),
            5,
            0.5,
            text=True,
        ),
        *(
            p.scale(frage.format(text), trifft, 0, text=True)
            for text in (
                "Ich fühle mich oft gehetzt",
                "Ich kann gut abschalten",
                "Ich schlafe gut",
                "Ich mache mir viele Sorgen",
            )
        ),
        p.scale(
            "Wie oft treiben Sie Sport?",
            (
                "nie",
                "seltener als einmal im Monat",
                "ein- bis dreimal im Monat",
                "ein- bis zweimal pro Woche",
                "mehrmals pro Woche",
                "täglich",
            ),
            3,
            0.5,
            text=True,
        ),
        p.choice("Rauchen Sie?", ("Ja", "Nein"), text=True),
        p.scale(
            "Wie schätzen Sie Ihren Gesundheitszustand ein?",
            ("sehr schlecht", "schlecht", "mittelmäßig", "gut", "sehr gut"),
            3,
            refused={9: "keine Angabe"},
            text=True,
        ),
        *(
            p.ticked(f"Welche Angebote kennen Sie? [{x}]", 0.4, "Ja", blank="Nein")
            for x in ("Yoga", "Laufgruppe", "Chor")
        ),
        p.texts(
            "Möchten Sie uns noch etwas mitteilen?",
            wordy=("gute", "Umfrage", "aber", "viel", "zu", "lang", "danke", "sehr"),
        ),
        p.measured("Wie groß sind Sie in cm?", 171, 9, comma=True),
        p.filled("Gesamtzeit", lambda k: round(300 + k * 13.7 % 500, 2), ASIDE),
        p.filled("Gruppenzeit: Gesundheit", lambda k: round(50 + k * 3.7 % 90, 2), ASIDE),
    ]
    write_text(columns, folder / "limesurvey_german.csv", quoting=1, encoding="utf-8-sig")
    return "limesurvey_german.csv", expected(columns)


def limesurvey_codes(folder: Path) -> Written:
    """Codes of answers as LimeSurvey gives them: A1 to A5, Y and N, question codes in brackets."""
    p = People(220, 112)
    a5, a4 = [f"A{k}" for k in range(1, 6)], [f"A{k}" for k in range(1, 5)]
    columns = [
        p.filled("id", lambda k: k + 1, IDENTIFIER),
        p.filled("submitdate", p.stamp, ASIDE),
        p.filled("lastpage", lambda k: 5, ASIDE),
        p.filled("startlanguage", lambda k: "en", ASIDE),
        p.filled("seed", lambda k: 1000000 + k * 104729 % 8999999, IDENTIFIER),
        p.filled("token", lambda k: p.hexes(12), IDENTIFIER),
        p.filled("ipaddr", lambda k: f"10.0.{k % 200}.{k * 3 % 250}", ASIDE),
        p.age("G01Q01"),
        p.choice("G01Q02", ("F", "M"), text=True),
        *(p.scale(f"G02Q03[SQ00{k}]", 5, 0, text=True, codes=a5, labelled=False) for k in range(1, 7)),
        *(p.scale(f"G02Q04[SQ00{k}]", 4, 1, text=True, codes=a4, labelled=False) for k in range(1, 4)),
        *(p.ticked(f"G03Q05[SQ00{k}]", 0.35, "Y") for k in range(1, 5)),
        p.texts("G03Q05[other]", share=0.08),
        p.scale("G03Q06", 10, 2, 0.6, labelled=False, kind=["ordinal", "continuous"]),
        p.counts("G04Q07", 2.0),
        p.choice("G04Q08", ("Y", "N"), text=True),
        p.texts("G04Q09"),
        p.filled("interviewtime", lambda k: round(200 + k * 17.3 % 400, 2), ASIDE),
        p.filled("G01Q01Time", lambda k: round(5 + k * 1.3 % 20, 2), ASIDE),
    ]
    write_text(columns, folder / "limesurvey_codes.csv", delimiter=";", quoting=1)
    return "limesurvey_codes.csv", expected(columns)


def limesurvey_spss(folder: Path) -> Written:
    """SPSS export in French, with -oth- and an option for no answer."""
    p = People(205, 113)
    accord = (
        "Pas du tout d'accord",
        "Plutôt pas d'accord",
        "Ni d'accord ni pas d'accord",
        "Plutôt d'accord",
        "Tout à fait d'accord",
    )
    columns = [
        p.filled("id", lambda k: k + 12, IDENTIFIER),
        p.filled("submitdate", p.stamp, ASIDE),
        p.choice("Q1", ("Un homme", "Une femme"), wording="Êtes-vous…"),
        p.age("Q2", wording="Quel âge avez-vous ?"),
        p.scale(
            "Q3",
            ("Aucun diplôme", "Brevet", "CAP ou BEP", "Baccalauréat", "Licence", "Master ou plus"),
            5,
            0.5,
            wording="Votre diplôme le plus élevé",
        ),
        *(
            p.scale(f"Q4_SQ00{k}", accord, 0, wording=f"Affirmation {k}", refused={99: "Ne sait pas"})
            for k in range(1, 6)
        ),
        p.scale("Q5", ("Jamais", "Rarement", "Parfois", "Souvent", "Toujours"), 1, wording="Mangez-vous des légumes ?"),
        p.scale("Q6", ("Très mauvais", "Mauvais", "Assez bon", "Bon", "Très bon"), 3, wording="État de santé"),
        p.choice("Q7", ("Célibataire", "Marié(e) ou pacsé(e)", "Divorcé(e)", "Veuf ou veuve"), wording="État civil"),
        p.choice("Q8", ("Nord", "Sud", "Est", "Ouest", "Île-de-France"), wording="Région de résidence"),
        p.ticked("Q9_SQ001", 0.3, 1, wording="Loisirs : lecture", blank=0),
        p.ticked("Q9_SQ002", 0.5, 1, wording="Loisirs : sport", blank=0),
        p.scale(
            "Q10", ("Pas du tout inquiet", "Peu inquiet", "Assez inquiet", "Très inquiet"), 2, wording="Inquiétude"
        ),
        p.texts("Q11", wordy=("merci", "pour", "cette", "enquete", "un", "peu", "longue", "mais", "utile")),
    ]
    write_labelled(columns, folder / "limesurvey.sav", "nominal")
    return "limesurvey.sav", expected(columns)


def redcap_raw(folder: Path) -> Written:
    """Raw codes of a clinical record: PHQ items and their total, check boxes, -99, visits of a patient."""
    p = People(260, 121)
    phq = [p.scale(f"phq9_{k}", 4, 0, first=0, skew=0.5, labelled=False, gone=0.02) for k in range(1, 10)]
    columns = [
        p.filled("record_id", lambda k: k + 1, IDENTIFIER),
        p.filled("redcap_event_name", lambda k: "baseline_arm_1", ASIDE),
        p.filled("redcap_survey_identifier", lambda k: None, ASIDE),
        p.filled("demographics_timestamp", p.stamp, ASIDE),
        p.filled("dob", lambda k: f"{1940 + k * 7 % 60}-{1 + k % 12:02d}-{1 + k % 28:02d}", ASIDE),
        p.filled("enroll_date", lambda k: p.stamp(k, "%Y-%m-%d"), ASIDE),
        p.choice("sex", ("f", "m"), codes=(1, 2)),
        *(p.ticked(f"race___{k}", 0.2, 1, blank=0) for k in range(1, 5)),
        p.measured("height_cm", 170, 9),
        p.measured("weight_kg", 78, 14),
        p.filled("site", lambda k: 1 + k * 5 % 7 % 4, CLUSTER),
        p.scale("edu", 6, 5, 0.5, first=1, labelled=False, refused={-99: "unknown"}),
        *phq,
        total("phq9_total", phq),
        p.scale("phq9_difficulty", 4, 0, 0.6, first=0, labelled=False, gone=0.2),
        *(p.scale(f"gad7_{k}", 4, 1, first=0, labelled=False, refused={-99: "refused"}) for k in range(1, 8)),
        p.counts("cigs_day", 4),
        p.filled("demographics_complete", lambda k: 2, ASIDE),
        p.filled("phq9_complete", lambda k: 2 if k % 13 else 0, ASIDE),
    ]
    write_text(columns, folder / "redcap_raw.csv")
    return "redcap_raw.csv", expected([_plain_numbers(column) for column in columns])


def redcap_labels(folder: Path) -> Written:
    """The same kind of record with labels: questions as headings, Checked and Unchecked."""
    p = People(180, 122)
    pain = ("No pain", "Mild pain", "Moderate pain", "Severe pain", "Very severe pain")
    columns = [
        p.filled("Record ID", lambda k: f"101-{k + 1}", IDENTIFIER),
        p.filled(
            "Event Name",
            lambda k: ("Baseline", "Month 3", "Month 6")[k % 3],
            {
                "role": ["item", "aside", "group"],
                "kind": ["ordinal", "nominal"],
                "levels": ["Baseline", "Month 3", "Month 6"],
            },
        ),
        p.filled("Survey Timestamp", p.stamp, ASIDE),
        p.choice("Sex assigned at birth", ("Female", "Male"), text=True),
        *(
            p.ticked(f"Which symptoms? (choice={x})", 0.4, "Checked", blank="Unchecked")
            for x in ("Cough", "Fever", "Fatigue")
        ),
        p.scale("How bad is your pain today?", pain, 0, text=True),
        p.scale(
            "Does pain limit your walking?", ("Not limited at all", "Limited a little", "Limited a lot"), 0, text=True
        ),
        p.scale(
            "During the past 4 weeks, how much of the time have you felt downhearted?",
            ("None of the time", "A little of the time", "Some of the time", "Most of the time", "All of the time"),
            1,
            text=True,
        ),
        p.scale(
            "How would you rate your sleep?", ("Very bad", "Fairly bad", "Fairly good", "Very good"), 1, -0.6, text=True
        ),
        p.choice(
            "Employment status",
            ("Employed full time", "Employed part time", "Unemployed", "Retired", "Student", "Unable to work"),
            text=True,
        ),
        p.scale(
            "Smoking status",
            ("Never smoker", "Former smoker", "Current smoker"),
            3,
            0.5,
            text=True,
            kind=["ordinal", "nominal"],
        ),
        p.measured("Systolic blood pressure (mmHg)", 128, 15, decimals=0),
        p.filled(
            "Complete?",
            lambda k: "Complete" if k % 8 else "Incomplete",
            {"role": ["aside", "item"], "kind": "binary", "levels": ["Incomplete", "Complete"]},
        ),
        p.filled("Physician e-mail", lambda k: f"dr{k % 9}@hospital.example", ASIDE),
    ]
    write_text(columns, folder / "redcap_labels.csv")
    return "redcap_labels.csv", expected(columns)


def redcap_stata(folder: Path) -> Written:
    """Stata export with value labels of a follow-up study."""
    p = People(230, 123)
    columns = [
        p.filled("record_id", lambda k: k + 1, IDENTIFIER),
        p.choice("arm", ("Usual care", "Intervention"), codes=(0, 1)),
        p.choice("sex", ("Female", "Male"), codes=(1, 2)),
        p.age("age_yrs"),
        p.scale("asa", ("ASA I", "ASA II", "ASA III", "ASA IV"), 3, 0.4),
        p.scale(
            "mrs",
            (
                "No symptoms",
                "No significant disability",
                "Slight disability",
                "Moderate disability",
                "Moderately severe disability",
                "Severe disability",
            ),
            3,
            first=0,
            wording="Modified Rankin",
        ),
        *(
            p.scale(
                f"eq5d_{k}",
                (
                    "I have no problems",
                    "I have slight problems",
                    "I have moderate problems",
                    "I have severe problems",
                    "I am unable to",
                ),
                3,
                wording=f"EQ-5D dimension {k}",
                skew=0.5,
            )
            for k in range(1, 6)
        ),
        p.measured("eq_vas", 70, 15, decimals=0),
        p.scale("adherence", ("Poor", "Fair", "Good", "Excellent"), 2, refused={9: "Unknown"}),
        p.choice("discharge", ("Home", "Rehabilitation", "Nursing home", "Other hospital"), wording="Discharged to"),
        p.counts("readmissions", 0.8, wording="Number of readmissions"),
    ]
    write_labelled(columns, folder / "redcap.dta")
    return "redcap.dta", expected(columns)


ESS_REFUSED = {77: "Refusal", 88: "Don't know", 99: "No answer"}
ESS_SHORT = {7: "Refusal", 8: "Don't know", 9: "No answer"}
DOMICILE = {
    "1": "A big city",
    "2": "Suburbs or outskirts of big city",
    "3": "Town or small city",
    "4": "Country village",
    "5": "Farm or home in countryside",
}


def _ess(p: People, *, labelled: bool, declared: bool) -> list[Made]:
    """Questions of a round of a European survey."""

    def ends(name: str, low: str, high: str, trait: int, wording: str) -> Made:
        labels = [low, *map(str, range(1, 10)), high]
        return p.scale(
            name,
            labels,
            trait,
            0.6,
            first=0,
            wording=wording,
            refused=ESS_REFUSED,
            labelled=labelled,
            declared=declared,
            kind=["ordinal", "continuous"],
            gone=0,
        )

    def four(name: str, answers: tuple[str, ...], trait: int, wording: str) -> Made:
        return p.scale(
            name, answers, trait, 0.6, wording=wording, refused=ESS_SHORT, labelled=labelled, declared=declared, gone=0
        )

    return [
        ends("ppltrst", "You can't be too careful", "Most people can be trusted", 0, "Most people can be trusted"),
        ends("pplfair", "Most people try to take advantage of me", "Most people try to be fair", 0, "Fair"),
        four(
            "polintr",
            ("Very interested", "Quite interested", "Hardly interested", "Not at all interested"),
            1,
            "How interested in politics",
        ),
        ends("trstprl", "No trust at all", "Complete trust", 0, "Trust in country's parliament"),
        ends("trstplc", "No trust at all", "Complete trust", 0, "Trust in the police"),
        ends("lrscale", "Left", "Right", 2, "Placement on left right scale"),
        ends("stflife", "Extremely dissatisfied", "Extremely satisfied", 3, "How satisfied with life as a whole"),
        four(
            "gincdif",
            ("Agree strongly", "Agree", "Neither agree nor disagree", "Disagree", "Disagree strongly"),
            2,
            "Government should reduce differences in income levels",
        ),
        ends("happy", "Extremely unhappy", "Extremely happy", 3, "How happy are you"),
        four("health", ("Very good", "Good", "Fair", "Bad", "Very bad"), 3, "Subjective general health"),
        four("hlthhmp", ("Yes a lot", "Yes to some extent", "No"), 3, "Hampered in daily activities"),
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
            3,
            0.5,
            refused=ESS_REFUSED,
            labelled=labelled,
            declared=declared,
            wording="How often socially meet with friends",
            gone=0,
        ),
        p.scale(
            "eisced",
            (
                "ES-ISCED I , less than lower secondary",
                "ES-ISCED II, lower secondary",
                "ES-ISCED IIIb, lower tier upper secondary",
                "ES-ISCED IIIa, upper tier upper secondary",
                "ES-ISCED IV, advanced vocational, sub-degree",
                "ES-ISCED V1, lower tertiary education, BA level",
                "ES-ISCED V2, higher tertiary education, >= MA level",
            ),
            5,
            0.5,
            refused=ESS_REFUSED,
            labelled=labelled,
            declared=declared,
            wording="Highest level of education, ES - ISCED",
            gone=0,
        ),
        p.scale(
            "hinctnta",
            (
                "J - 1st decile",
                "R - 2nd decile",
                "C - 3rd decile",
                "M - 4th decile",
                "F - 5th decile",
                "S - 6th decile",
                "K - 7th decile",
                "P - 8th decile",
                "D - 9th decile",
                "H - 10th decile",
            ),
            5,
            0.5,
            refused=ESS_REFUSED,
            labelled=labelled,
            declared=declared,
            wording="Household's total net income",
            gone=0,
        ),
    ]


def _ess_others(p: People, *, labelled: bool, declared: bool) -> list[Made]:
    vote = p.choice(
        "vote",
        ("Yes", "No", "Not eligible to vote"),
        wording="Voted last national election",
        entry={
            "role": "item",
            "kind": "binary",
            "levels": [1, 2],
            "missing": [3],
            "labels": {"1": "Yes", "2": "No", "3": "Not eligible to vote"},
            "accept": [NOMINAL | {"missing": [], "levels": []}],
        },
    )
    party = p.choice(
        "prtvtdde",
        ("CDU/CSU", "SPD", "Die Linke", "Bündnis 90/Die Grünen", "FDP", "AfD"),
        gone=0.3,
        wording="Party voted for in last national election",
        entry=NOMINAL,
    )
    marital = p.choice(
        "maritalb",
        (
            "Legally married",
            "Legally divorced/civil union dissolved",
            "Widowed/civil partner died",
            "None of these (NEVER married or in legally registered civil union)",
        ),
        wording="Legal marital status",
        codes=(1, 4, 5, 6),
    )
    gender = p.choice("gndr", ("Male", "Female"), wording="Gender", refused={9: "No answer"})
    if declared:
        gender = Made(
            gender.name,
            gender.cells,
            {k: v for k, v in gender.entry.items() if k != "missing"},
            gender.wording,
            gender.labels,
            (9,),
        )
    return [
        vote,
        party,
        marital,
        gender,
        p.age("agea", refused=999, wording="Age of respondent, calculated"),
        p.choice(
            "domicil",
            tuple(DOMICILE.values()),
            wording="Domicile, respondent's description",
            entry={
                "role": "item",
                "kind": "ordinal",
                "levels": [1, 2, 3, 4, 5],
                "labels": DOMICILE,
                "accept": [NOMINAL],
            },
        ),
    ]


def ess_spss(folder: Path) -> Written:
    """European survey as it is distributed for SPSS: codes for no answer are declared missing."""
    p = People(420, 131)
    columns = [
        p.filled("name", lambda k: "ESS11e02", ASIDE, wording="Title of dataset"),
        p.filled("essround", lambda k: 11, ASIDE, wording="ESS round"),
        p.filled("idno", lambda k: 50011 + k * 7, IDENTIFIER, wording="Respondent's identification number"),
        p.filled(
            "cntry",
            lambda k: ("DE", "FR", "NL", "PL")[k % 4],
            {**NOMINAL, "role": ["item", "aside", "group", "cluster"]},
            wording="Country",
        ),
        p.weights("dweight", "Design weight"),
        p.weights("pspwght", "Post-stratification weight including design weight"),
        p.filled(
            "pweight",
            lambda k: (0.38, 0.22, 0.31, 0.27)[k % 4],
            {"role": ["weight", "aside"]},
            wording="Population size weight",
        ),
        *_ess(p, labelled=True, declared=True),
        *_ess_others(p, labelled=True, declared=True),
        p.filled(
            "psu",
            lambda k: 1000 + k * 3 % 97,
            {"role": ["cluster", "aside", "identifier"]},
            wording="Primary sampling unit",
        ),
        p.filled("inwds", p.stamp, ASIDE, wording="Start of interview"),
    ]
    write_labelled(columns, folder / "ess.sav")
    return "ess.sav", expected(columns)


def ess_text(folder: Path) -> Written:
    """The same as text: nothing but codes, 7, 8, 9 and 77, 88, 99 among them."""
    p = People(380, 132)
    others = [column for column in _ess_others(p, labelled=False, declared=False) if column.name != "domicil"]
    columns = [
        p.filled("idno", lambda k: 101 + k * 3, IDENTIFIER),
        p.filled(
            "cntry", lambda k: ("AT", "BE", "CH")[k % 3], {**NOMINAL, "role": ["item", "aside", "group", "cluster"]}
        ),
        p.weights("pspwght"),
        *_ess(p, labelled=False, declared=False),
        *others,
    ]
    write_text(columns, folder / "ess.csv")
    return "ess.csv", expected([_plain_numbers(column) for column in columns])


def ess_stata(folder: Path) -> Written:
    """The same for Stata: no answer is an empty cell there."""
    p = People(350, 133)
    columns = [
        p.filled("idno", lambda k: 101 + k * 3, IDENTIFIER),
        p.weights("anweight", "Analysis weight"),
        *(_emptied(column) for column in _ess(p, labelled=True, declared=False)),
        *(column for column in _ess_others(p, labelled=True, declared=False) if column.name != "vote"),
    ]
    write_labelled(columns, folder / "ess.dta")
    return "ess.dta", expected(columns)


def _emptied(column: Made) -> Made:
    """A column in which the codes for no answer are empty, as Stata's lettered missing values are read."""
    gone = {*column.entry.get("missing", ())}
    labels = {
        code: label for code, label in column.labels.items() if code not in {7, 8, 9, 77, 88, 99} or code not in gone
    }
    entry = {key: value for key, value in column.entry.items() if key != "missing"}
    return Made(column.name, [None if cell in gone else cell for cell in column.cells], entry, column.wording, labels)


WVS_GONE = {-1: "Don't know", -2: "No answer"}


def _wvs(p: People, *, labelled: bool, text: bool = False) -> list[Made]:
    """Questions of a survey of values; the most comes first in many of them."""

    def asked(name: str, answers: tuple[str, ...], trait: int, wording: str, strength: float = 0.6) -> Made:
        return p.scale(
            name, answers, trait, strength, wording=wording, refused=WVS_GONE, labelled=labelled, gone=0, text=text
        )

    importance = ("Very important", "Rather important", "Not very important", "Not at all important")
    confidence = ("A great deal", "Quite a lot", "Not very much", "None at all")
    decades = ["Completely dissatisfied", *map(str, range(2, 10)), "Completely satisfied"]
    return [
        *(
            asked(f"Q{k}", importance, k % 2, f"Important in life: {what}")
            for k, what in enumerate(("Family", "Friends", "Leisure time", "Politics", "Work", "Religion"), 1)
        ),
        asked("Q46", ("Very happy", "Rather happy", "Not very happy", "Not at all happy"), 3, "Feeling of happiness"),
        asked("Q47", ("Very good", "Good", "Fair", "Poor", "Very poor"), 3, "State of health (subjective)"),
        p.scale(
            "Q49",
            decades,
            3,
            0.6,
            wording="Satisfaction with your life",
            refused=WVS_GONE,
            labelled=labelled,
            gone=0,
            text=text,
            kind=["ordinal", "continuous"],
        ),
        p.choice(
            "Q57",
            ("Most people can be trusted", "Need to be very careful"),
            wording="Most people can be trusted",
            refused=WVS_GONE,
            text=text,
        ),
        *(
            asked(f"Q{k}", confidence, 4, f"Confidence: {what}")
            for k, what in ((64, "The Churches"), (69, "The Police"), (71, "The Government"))
        ),
        asked(
            "Q171",
            (
                "More than once a week",
                "Once a week",
                "Once a month",
                "Only on special holy days",
                "Once a year",
                "Less often",
                "Never, practically never",
            ),
            1,
            "How often do you attend religious services",
        ),
        p.choice("Q260", ("Male", "Female"), wording="Sex", text=text),
        p.choice(
            "Q273",
            ("Married", "Living together as married", "Divorced", "Separated", "Widowed", "Single"),
            wording="Marital status",
            text=text,
        ),
        p.choice(
            "Q289",
            ("Do not belong to a denomination", "Roman Catholic", "Protestant", "Orthodox", "Jew", "Muslim"),
            wording="Religious denominations - major groups",
            first=0,
            text=text,
        ),
    ]


def wvs_spss(folder: Path) -> Written:
    """Survey of values for SPSS, in which the negative codes are labelled and not declared missing."""
    p = People(430, 141)
    steps = [
        "Lower step",
        *(f"{x} step" for x in ("second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eigth", "Nineth")),
        "Tenth step",
    ]
    columns = [
        p.filled("version", lambda k: "6-0-0 (2024-04-30)", ASIDE, wording="Version of Data File"),
        p.filled("A_WAVE", lambda k: 7, ASIDE, wording="Wave"),
        p.filled(
            "B_COUNTRY",
            lambda k: (276, 380, 724)[k % 3],
            {**NOMINAL, "role": ["item", "aside", "group", "cluster"]},
            wording="ISO 3166-1 numeric country code",
        ),
        p.filled("D_INTERVIEW", lambda k: 276070001 + k, IDENTIFIER, wording="Interview ID"),
        p.weights("W_WEIGHT", "Weight"),
        *_wvs(p, labelled=True),
        p.age("Q262", refused=-2, wording="Age"),
        p.scale(
            "Q275R",
            ("Lower", "Middle", "Upper"),
            5,
            0.5,
            wording="Highest educational level (recoded)",
            refused={-2: "No answer"},
        ),
        p.scale("Q288", steps, 5, 0.5, wording="Scale of incomes", refused=WVS_GONE, gone=0),
        p.counts("Q274", 1.6, wording="How many children do you have"),
        p.measured("Y001", 2.1, 1.0, decimals=3),
    ]
    write_labelled(columns, folder / "wvs.sav", "scale")
    return "wvs.sav", expected(columns)


def wvs_text(folder: Path) -> Written:
    """The same as text with semicolons: negative codes without a word."""
    p = People(400, 142)
    columns = [
        p.filled("D_INTERVIEW", lambda k: 380070001 + k, IDENTIFIER),
        p.filled("J_INTDATE", lambda k: int(p.stamp(k, "%Y%m%d")), ASIDE),
        p.weights("W_WEIGHT"),
        *(column for column in _wvs(p, labelled=False) if column.name not in ("Q273", "Q289")),
        p.age("Q262", refused=-2),
    ]
    write_text(columns, folder / "wvs.csv", delimiter=";")
    return "wvs.csv", expected([_plain_numbers(column) for column in columns])


def wvs_sheet(folder: Path) -> Written:
    """The same in a workbook with labels in place of codes, below a title."""
    p = People(300, 143)
    columns = [
        p.filled("D_INTERVIEW", lambda k: 724070001 + k, IDENTIFIER),
        *_wvs(p, labelled=False, text=True),
        p.age("Q262"),
    ]
    write_sheet(columns, folder / "wvs.xlsx", above=[["Values survey, wave 7: extract for the seminar"], []])
    return "wvs.xlsx", expected(columns)


def surveymonkey_text(folder: Path) -> Written:
    """Two heading lines: the question, and below it each option; ticked options hold their own text."""
    p = People(260, 151)
    aware = "Please rate each of the following"
    quality = ("Poor", "Fair", "Good", "Very good", "Excellent")
    sources = ("Newspaper", "Television", "Social media", "Friends")
    columns = [
        p.filled("Respondent ID", lambda k: 114_300_000_000 + k * 9973, IDENTIFIER),
        p.filled("Collector ID", lambda k: 411223344, ASIDE),
        p.filled("Start Date", lambda k: p.stamp(k, "%m/%d/%Y %I:%M:%S %p"), ASIDE),
        p.filled("End Date", lambda k: p.stamp(k, "%m/%d/%Y %I:%M:%S %p"), ASIDE),
        p.filled("IP Address", lambda k: f"81.2.{k % 200}.{k * 3 % 250}", ASIDE),
        p.filled("Email Address", lambda k: None, ASIDE),
        p.filled("Custom Data 1", lambda k: None, ASIDE),
        p.scale(
            "How satisfied are you with our service?",
            ("Very dissatisfied", "Dissatisfied", "Neither satisfied nor dissatisfied", "Satisfied", "Very satisfied"),
            0,
            text=True,
        ),
        *(p.scale(aware if k == 0 else f"{aware} {k}", quality, 0, text=True) for k in range(4)),
        *(p.ticked(f"Where did you hear of us? {x}", 0.4, x) for x in sources),
        p.texts("Other (please specify)", share=0.05),
        p.scale(
            "What is your age?", ("Under 18", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"), 4, 0.5, text=True
        ),
        p.choice("What is your gender?", ("Female", "Male"), text=True),
        p.scale(
            "How much total combined money did all members of your household earn in 2022?",
            ("$0 to $24,999", "$25,000 to $49,999", "$50,000 to $99,999", "$100,000 to $149,999", "$150,000 and up"),
            5,
            0.5,
            text=True,
        ),
        p.choice("US Region", ("New England", "Middle Atlantic", "South Atlantic", "Mountain", "Pacific"), text=True),
        p.choice(
            "Device Type",
            ("iOS Phone / Tablet", "Android Phone / Tablet", "Windows Desktop / Laptop", "MacOS Desktop / Laptop"),
            text=True,
        ),
    ]
    first = {"Where did you hear of us? Newspaper": "Where did you hear of us?"}
    below = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "Response",
        "Speed",
        "Friendliness",
        "Price",
        "Quality",
        *sources,
        "Open-Ended Response",
        *["Response"] * 5,
    ]
    merged = ("Please rate each of the following ", "Where did you hear of us? ", "Other (please")
    top = [first.get(x.name, "" if x.name.startswith(merged) else x.name) for x in columns]
    shown = [Made(name, column.cells, column.entry) for name, column in zip(top, columns, strict=True)]
    write_text(shown, folder / "surveymonkey.csv", lines=[below])
    return "surveymonkey.csv", expected(columns)


def surveymonkey_sheet(folder: Path) -> Written:
    """A condensed export to a workbook: numbers stored as text, n/a for what was not answered."""
    p = People(150, 152)
    columns = [
        p.filled("RespondentID", lambda k: str(12_000_000 + k), IDENTIFIER),
        p.filled("CollectorID", lambda k: "55112", ASIDE),
        p.filled("StartDate", p.stamp, ASIDE),
        p.scale(
            "How likely is it that you would recommend this company to a friend or colleague?",
            11,
            0,
            0.6,
            first=0,
            kind=["ordinal", "continuous"],
        ),
        p.scale(
            "How easy was it to find what you were looking for?",
            ("Extremely easy", "Very easy", "Somewhat easy", "Not so easy", "Not at all easy"),
            0,
            text=True,
        ),
        p.scale(
            "How often do you visit our website?",
            ("Never", "Less than once a month", "About once a month", "About once a week", "Every day"),
            1,
            0.5,
            text=True,
            refused={9: "No answer"},
        ),
        p.scale(
            "Compared to our competitors, is our quality better, worse, or about the same?",
            ("Much worse", "Somewhat worse", "About the same", "Somewhat better", "Much better"),
            0,
            text=True,
            refused={9: "Not applicable"},
        ),
        p.scale(
            "How many years have you been our customer?",
            ("Less than 1 year", "1 to 2 years", "3 to 5 years", "More than 5 years"),
            2,
            0.4,
            text=True,
        ),
        p.choice("Which of our products do you use most?", ("Basic", "Family", "Business"), text=True),
        p.texts("What could we do better?"),
    ]
    texts = [Made(c.name, [None if x is None else str(x) for x in c.cells], c.entry) for c in columns]
    write_sheet(texts, folder / "surveymonkey.xlsx")
    return "surveymonkey.xlsx", expected(columns)


def otree_wide(folder: Path) -> Written:
    """All apps of an experiment in one row a participant."""
    p = People(200, 161)
    player, game = "survey.1.player.", "public_goods.{}.player."
    rounds = [
        p.filled(
            game.format(k) + "contribution",
            lambda _: int(p.rng.integers(0, 21)),
            AMOUNT | {"kind": ["continuous", "count", "ordinal", "censored"], "levels": [*range(21)]},
        )
        for k in (1, 2, 3)
    ]
    columns = [
        p.filled("participant.id_in_session", lambda k: k + 1, IDENTIFIER),
        p.filled("participant.code", lambda k: p.hexes(8).lower(), IDENTIFIER),
        p.filled("participant.label", lambda k: None, ASIDE),
        p.filled("participant._is_bot", lambda k: 0, ASIDE),
        p.filled("participant._current_page_name", lambda k: "Results", ASIDE),
        p.filled("participant.time_started_utc", p.stamp, ASIDE),
        p.filled("participant.payoff", lambda k: round(5 + k % 31 / 3, 2), ASIDE),
        p.filled("session.code", lambda k: "x7kd02mq", ASIDE),
        p.filled("session.config.real_world_currency_per_point", lambda k: 0.02, ASIDE),
        *rounds,
        p.filled(
            "public_goods.1.group.total_contribution",
            lambda k: int(20 + k // 4 * 13 % 40),
            {"role": ["item", "aside"], "kind": ["continuous", "count"]},
        ),
        p.filled("public_goods.1.player.id_in_group", lambda k: 1 + k % 4, ASIDE),
        p.filled("public_goods.1.subsession.round_number", lambda k: 1, ASIDE),
        p.age(player + "age"),
        p.choice(player + "gender", ("Male", "Female"), text=True),
        *(p.scale(f"{player}trust_{k}", 7, 0, labelled=False) for k in range(1, 4)),
        p.scale(player + "risk", 11, 1, first=0, labelled=False, kind=["ordinal", "continuous"]),
        p.choice(player + "field_of_study", ("Economics", "Psychology", "Law", "Engineering", "Medicine"), text=True),
        p.texts(player + "strategy"),
    ]
    write_text(columns, folder / "all_apps_wide.csv")
    return "all_apps_wide.csv", expected([_plain_numbers(column) for column in columns])


def otree_app(folder: Path) -> Written:
    """One app: a questionnaire after a treatment."""
    p = People(160, 162)
    columns = [
        p.filled("participant.id_in_session", lambda k: k + 1, IDENTIFIER),
        p.filled("participant.code", lambda k: p.hexes(8).lower(), IDENTIFIER),
        p.filled("participant.visited", lambda k: 1, ASIDE),
        p.filled("player.id_in_group", lambda k: 1 + k % 2, ASIDE),
        p.filled(
            "player.role",
            lambda k: ("Proposer", "Responder")[k % 2],
            {"role": ["aside", "item", "group"], "kind": "binary", "levels": ["Proposer", "Responder"]},
        ),
        p.filled("player.payoff", lambda k: k * 7 % 100, ASIDE),
        p.choice("player.treatment", ("control", "framing"), text=True),
        *(
            p.scale(
                f"player.panas_{k}",
                ("very slightly or not at all", "a little", "moderately", "quite a bit", "extremely"),
                0,
                text=True,
            )
            for k in range(1, 6)
        ),
        p.scale("player.crt_score", 4, 1, 0.5, first=0, labelled=False, kind=["ordinal", "count"]),
        p.filled("group.id_in_subsession", lambda k: 1 + k // 2, ASIDE),
        p.filled("session.code", lambda k: "q8sk21ab", ASIDE),
    ]
    write_text(columns, folder / "otree_app.csv")
    return "otree_app.csv", expected([_plain_numbers(column) for column in columns])


def google_forms(folder: Path) -> Written:
    """Questions as headings, several ticked options in one cell, mails of those who signed in."""
    p = People(140, 171)
    columns = [
        p.filled("Timestamp", lambda k: p.stamp(k, "%m/%d/%Y %H:%M:%S"), ASIDE),
        p.filled("Email Address", lambda k: f"student{k}@school.example", ASIDE),
        p.scale("What year are you in?", ("Freshman", "Sophomore", "Junior", "Senior"), 4, 0.4, text=True),
        p.scale("I enjoy mathematics. [1 = not at all, 5 = very much]", 5, 0, labelled=False),
        p.scale("How stressed are you before exams?", 10, 1, labelled=False, kind=["ordinal", "continuous"]),
        p.scale(
            "How many hours do you sleep on a school night?",
            ("Less than 5", "5-6", "6-7", "7-8", "More than 8"),
            1,
            -0.5,
            text=True,
        ),
        p.filled(
            "Which apps do you use? (Check all that apply)",
            lambda k: ", ".join(p.rng.permutation(["Chat", "Photos", "Videos", "Games", "News", "Music"])[: 1 + k % 5]),
            ASIDE,
        ),
        p.choice("Do you have a job?", ("Yes", "No"), text=True),
        p.scale("How often do you feel lonely?", ("Never", "Rarely", "Sometimes", "Often", "Always"), 1, text=True),
        p.choice("What is your favorite subject?", ("Math", "Science", "History", "English", "Art"), text=True),
        p.scale(
            "How would you describe your grades?",
            ("Mostly A's", "Mostly B's", "Mostly C's", "Mostly D's or lower"),
            0,
            -0.5,
            text=True,
        ),
        p.texts("Any comments?"),
    ]
    write_text(columns, folder / "google_forms.csv", quoting=1)
    return "google_forms.csv", expected(columns)


def soscisurvey(folder: Path) -> Written:
    """German university survey: negative codes for no answer, tab-separated, wordings on the second line."""
    p = People(230, 181)
    columns = [
        p.filled("CASE", lambda k: k + 31, IDENTIFIER, wording="Interview-Nummer (fortlaufend)"),
        p.filled("SERIAL", lambda k: None, ASIDE, wording="Personenkennung oder Teilnahmecode"),
        p.filled("QUESTNNR", lambda k: "base", ASIDE, wording="Fragebogen, der im Interview verwendet wurde"),
        p.filled("MODE", lambda k: "interview", ASIDE, wording="Interview-Modus"),
        p.filled("STARTED", p.stamp, ASIDE, wording="Zeitpunkt zu dem das Interview begonnen hat"),
        p.scale("SD01", ("weiblich", "männlich"), 5, 0.1, wording="Geschlecht", labelled=False, kind="binary"),
        p.age("SD02_01", wording="Alter: Ich bin ... Jahre"),
        *(
            p.scale(
                f"BF01_0{k}",
                5,
                k % 2,
                wording=f"Ich bin jemand, der ... {k}",
                labelled=False,
                refused={-9: "nicht beantwortet"},
            )
            for k in range(1, 7)
        ),
        *(
            p.scale(
                f"ST01_0{k}", 7, 2, wording=f"Stress: Aussage {k}", labelled=False, refused={-1: "kann ich nicht sagen"}
            )
            for k in range(1, 5)
        ),
        *(p.ticked(f"MD02_0{k}", 0.4, 2, blank=1, wording=f"Medien: Option {k}") for k in range(1, 4)),
        p.filled("TIME001", lambda k: 3 + k % 40, ASIDE, wording="Verweildauer Seite 1"),
        p.filled("TIME_SUM", lambda k: 200 + k * 13 % 300, ASIDE, wording="Verweildauer gesamt (ohne Ausreißer)"),
        p.filled("LASTDATA", p.stamp, ASIDE, wording="Zeitpunkt als der Datensatz das letzte mal geändert wurde"),
        p.filled("FINISHED", lambda k: 1, ASIDE, wording="Wurde die Befragung abgeschlossen (letzte Seite erreicht)?"),
        p.filled("MISSING", lambda k: k % 9, ASIDE, wording="Anteil fehlender Antworten in Prozent"),
    ]
    lines = [[column.wording for column in columns]]
    write_text(columns, folder / "soscisurvey.csv", lines=lines, delimiter="\t", quoting=1, encoding="utf-16")
    return "soscisurvey.csv", expected([_plain_numbers(column) for column in columns])


def election_stata(folder: Path) -> Written:
    """American election panel for Stata: numbered labels, thermometers, negative codes."""
    p = People(360, 191)
    gone = {-9: "-9. Refused", -8: "-8. Don't know"}
    columns = [
        p.filled("V200001", lambda k: 200015 + k * 3, IDENTIFIER, wording="2020 Case ID"),
        p.weights("V200010a", "Full sample pre-election weight"),
        p.filled(
            "V200010d",
            lambda k: 1 + k * 11 % 50,
            {"role": ["cluster", "aside", "item"], "kind": "nominal"},
            wording="Full sample variance stratum",
        ),
        p.scale(
            "V201005",
            ("1. Always", "2. Most of the time", "3. About half the time", "4. Some of the time", "5. Never"),
            1,
            refused=gone,
            wording="How often does R pay attention to politics and elections",
        ),
        p.scale(
            "V201200",
            (
                "1. Extremely liberal",
                "2. Liberal",
                "3. Slightly liberal",
                "4. Moderate; middle of the road",
                "5. Slightly conservative",
                "6. Conservative",
                "7. Extremely conservative",
            ),
            2,
            refused={-9: "-9. Refused", 99: "99. Haven't thought much about this"},
            wording="7pt scale liberal-conservative",
        ),
        p.scale(
            "V201231x",
            (
                "1. Strong Democrat",
                "2. Not very strong Democrat",
                "3. Independent-Democrat",
                "4. Independent",
                "5. Independent-Republican",
                "6. Not very strong Republican",
                "7. Strong Republican",
            ),
            2,
            refused=gone,
            wording="Party ID",
        ),
        *(
            Made(
                f"V20115{k}",
                [int(min(100, max(0, 5 * round((50 + s * 25 * x) / 5)))) for x in p.drawn(2, 0.7)],
                {"role": "item", "kind": ["continuous", "count", "ordinal", "censored"], "levels": [*range(0, 101, 5)]},
                f"Feeling thermometer {k}",
            )
            for k, s in ((1, 1), (2, -1), (3, 1))
        ),
        p.scale(
            "V201233",
            ("1. Always", "2. Most of the time", "3. About half the time", "4. Some of the time", "5. Never"),
            4,
            refused=gone,
            wording="How often trust government in Washington to do what is right",
        ),
        p.scale(
            "V201325",
            (
                "1. Gotten much better",
                "2. Gotten somewhat better",
                "3. Stayed about the same",
                "4. Gotten somewhat worse",
                "5. Gotten much worse",
            ),
            4,
            refused=gone,
            wording="National economy in last year",
        ),
        p.choice("V201600", ("1. Male", "2. Female"), refused={-9: "-9. Refused"}, wording="What is your (R) sex?"),
        p.choice(
            "V201549x",
            (
                "1. White, non-Hispanic",
                "2. Black, non-Hispanic",
                "3. Hispanic",
                "4. Asian",
                "5. Native American",
                "6. Multiple races",
            ),
            wording="R self-identified race/ethnicity",
        ),
        p.scale(
            "V201510",
            (
                "1. Less than high school credential",
                "2. High school graduate",
                "3. Some college but no degree",
                "4. Associate degree",
                "5. Bachelor's degree",
                "6. Master's degree",
                "7. Professional school or doctoral degree",
            ),
            5,
            0.5,
            refused=gone,
            wording="Highest level of education",
        ),
        p.choice(
            "V202073",
            ("1. Joe Biden", "2. Donald Trump", "3. Jo Jorgensen"),
            shares=(5, 5, 1),
            gone=0.2,
            wording="For whom did R vote for President",
        ),
        p.age("V201507x", refused=-9, wording="Respondent age"),
    ]
    write_labelled(columns, folder / "election.dta")
    return "election.dta", expected(columns)


def barometer_spanish(folder: Path) -> Written:
    """Spanish barometer for SPSS: N.S. and N.C. as codes 8 and 9, towns by size."""
    p = People(390, 192)
    ns = {8: "N.S.", 9: "N.C."}
    columns = [
        p.filled("CUES", lambda k: k + 1, IDENTIFIER, wording="Número de cuestionario"),
        p.choice("CCAA", ("Andalucía", "Aragón", "Cataluña", "Galicia", "Madrid"), wording="Comunidad autónoma"),
        p.scale(
            "TAMUNI",
            (
                "Menos o igual a 2.000 habitantes",
                "2.001 a 10.000 habitantes",
                "10.001 a 50.000 habitantes",
                "50.001 a 100.000 habitantes",
                "100.001 a 400.000 habitantes",
                "Más de 400.000 habitantes",
            ),
            5,
            0.3,
            wording="Tamaño de municipio",
        ),
        p.choice("SEXO", ("Hombre", "Mujer"), wording="Sexo de la persona entrevistada"),
        p.age("EDAD", wording="Edad de la persona entrevistada"),
        p.scale(
            "P1", ("Muy buena", "Buena", "Regular", "Mala", "Muy mala"), 4, refused=ns, wording="Situación económica"
        ),
        p.scale("P2", ("Mejor", "Igual", "Peor"), 4, refused=ns, wording="Situación económica respecto al año pasado"),
        p.scale("P3", ("Mucho", "Bastante", "Poco", "Nada"), 1, refused=ns, wording="Interés por la política"),
        *(
            p.scale(
                f"P4_{k}",
                ["Ninguna confianza", *map(str, range(1, 10)), "Mucha confianza"],
                0,
                first=0,
                refused={98: "N.S.", 99: "N.C."},
                wording=f"Confianza: institución {k}",
                kind=["ordinal", "continuous"],
            )
            for k in range(1, 4)
        ),
        p.scale(
            "P5",
            ["Izquierda", *map(str, range(2, 10)), "Derecha"],
            2,
            refused={98: "N.S.", 99: "N.C."},
            wording="Escala de autoubicación ideológica",
            kind=["ordinal", "continuous"],
        ),
        p.choice(
            "P6",
            ("PP", "PSOE", "VOX", "Sumar", "Otro partido", "En blanco"),
            refused={98: "N.S.", 99: "N.C."},
            wording="Intención de voto",
            entry=NOMINAL,
        ),
        p.scale(
            "ESTUDIOS",
            ("Sin estudios", "Primaria", "Secundaria 1ª etapa", "Secundaria 2ª etapa", "F.P.", "Superiores"),
            5,
            0.5,
            wording="Estudios de la persona entrevistada",
            refused={9: "N.C."},
        ),
        p.choice("ECIVIL", ("Casado/a", "Soltero/a", "Viudo/a", "Separado/a", "Divorciado/a"), wording="Estado civil"),
        Made("PESO", [round(0.6 + k * 37 % 100 / 120, 4) for k in range(p.n)], WEIGHT, "Ponderación"),
    ]
    write_labelled(columns, folder / "barometer.sav", "nominal")
    return "barometer.sav", expected(columns)


def panel_dutch(folder: Path) -> Written:
    """Dutch panel for SPSS: household numbers, monthly income, answers in Dutch."""
    p = People(340, 193)
    eens = ("helemaal mee oneens", "mee oneens", "niet mee eens, niet mee oneens", "mee eens", "helemaal mee eens")
    columns = [
        p.filled("nomem_encr", lambda k: 800009 + k * 13, IDENTIFIER, wording="Nummer van het lid"),
        p.filled(
            "nohouse_encr",
            lambda k: 560000 + k // 2 * 17,
            {"role": ["cluster", "identifier", "aside"]},
            wording="Nummer van het huishouden",
        ),
        p.choice("geslacht", ("man", "vrouw"), wording="Geslacht"),
        p.age("leeftijd", wording="Leeftijd van het lid"),
        p.counts("aantalki", 1.1, wording="Aantal thuiswonende kinderen"),
        p.choice(
            "burgstat",
            ("Gehuwd", "Gescheiden van tafel en bed", "Gescheiden", "Weduwe of weduwnaar", "Nooit gehuwd"),
            wording="Burgerlijke staat",
        ),
        p.scale(
            "oplmet",
            ("basisonderwijs", "vmbo", "havo/vwo", "mbo", "hbo", "wo"),
            5,
            0.5,
            wording="Hoogste opleiding met diploma",
        ),
        Made(
            "nettoink",
            [int(x) for x in (2200 * 2.718 ** (0.5 * p.drawn(5, 0.6))).round(-1)],
            AMOUNT,
            "Netto maandinkomen in euro's",
        ),
        *(
            p.scale(f"cp23a0{k}", eens, k % 3, wording=f"Stelling {k}", refused={99: "weet ik niet"})
            for k in range(1, 7)
        ),
        p.scale("ch23a4", ("slecht", "matig", "goed", "zeer goed", "uitstekend"), 3, wording="Hoe is uw gezondheid?"),
        p.scale("ch23a5", ("nooit", "soms", "vaak", "altijd"), 3, wording="Hoe vaak voelt u zich gespannen?"),
        p.scale(
            "sted",
            ("zeer sterk stedelijk", "sterk stedelijk", "matig stedelijk", "weinig stedelijk", "niet stedelijk"),
            2,
            0.3,
            wording="Stedelijk karakter van woonplaats",
        ),
    ]
    write_labelled(columns, folder / "panel.sav")
    return "panel.sav", expected(columns)


def clinic_italian(folder: Path) -> Written:
    """Workbook of a clinic, typed by hand: decimal commas, capitals at will, sums, names of patients."""
    p = People(120, 194)
    names = ("Rossi", "Bianchi", "Ferrari", "Russo", "Esposito", "Romano", "Colombo", "Ricci", "Marino", "Greco")
    items = [p.scale(f"HADS_{k}", 4, 0, first=0, labelled=False, gone=0) for k in range(1, 8)]
    columns = [
        p.filled("N.", lambda k: k + 1, IDENTIFIER),
        p.filled("Cognome", lambda k: names[k % 10] + (" " + names[k // 10 % 10] if k % 3 else ""), ASIDE),
        p.filled("Data visita", lambda k: p.stamp(k, "%d/%m/%Y"), ASIDE),
        p.choice("Sesso", ("M", "F"), text=True),
        p.age("Età"),
        p.measured("BMI", 25, 4, comma=True),
        p.scale("Dolore", ("assente", "lieve", "moderato", "grave"), 0, text=True),
        p.scale("Fuma", ("no", "ex fumatore", "sì"), 3, 0.3, text=True, kind=["ordinal", "nominal"]),
        p.scale("Attività fisica", ("mai", "raramente", "qualche volta", "spesso"), 3, text=True),
        *items,
        total("HADS tot", items),
        p.scale(
            "Soddisfazione",
            ("per niente", "poco", "abbastanza", "molto"),
            0,
            -0.6,
            text=True,
            refused={9: "non risponde"},
        ),
        p.texts("Note", wordy=("paziente", "seguito", "da", "tempo", "con", "buona", "risposta", "alla", "terapia")),
    ]
    write_sheet(columns, folder / "clinic.xlsx", above=[["Ambulatorio, raccolta dati 2023"]])
    return "clinic.xlsx", expected([_plain_numbers(column) for column in columns])


def school_portuguese(folder: Path) -> Written:
    """Survey of pupils in Portuguese, text with semicolons in the encoding of Windows."""
    p = People(210, 195)
    concordo = ("Discordo totalmente", "Discordo", "Não concordo nem discordo", "Concordo", "Concordo totalmente")
    columns = [
        p.filled("Código do aluno", lambda k: f"AL{k + 101:04d}", IDENTIFIER),
        p.filled("Turma", lambda k: f"{7 + k % 3}º {'ABC'[k // 3 % 3]}", CLUSTER),
        p.choice("Sexo", ("Masculino", "Feminino"), text=True),
        p.filled("Idade", lambda k: 12 + k * 5 % 7 % 4, COUNT | {"levels": [12, 13, 14, 15]}),
        *(p.scale(f"Afirmação {k}", concordo, k % 2, text=True) for k in range(1, 6)),
        p.scale("Frequência de leitura", ("Nunca", "Raramente", "Às vezes", "Frequentemente", "Sempre"), 1, text=True),
        p.scale("Saúde", ("Ruim", "Regular", "Boa", "Muito boa", "Excelente"), 2, text=True, refused={9: "Não sabe"}),
        p.measured("Média", 13, 2.5, comma=True),
        p.choice("Religião", ("Católica", "Evangélica", "Espírita", "Sem religião", "Outra"), text=True),
    ]
    write_text(columns, folder / "school.csv", delimiter=";", encoding="cp1252")
    return "school.csv", expected(columns)


def general_french(folder: Path) -> Written:
    """General survey in French with text answers and columns that a colleague computed."""
    p = People(250, 196)
    stress = [p.scale(f"stress{k}", 5, 0, first=0, labelled=False, gone=0.01) for k in range(1, 5)]
    columns = [
        p.filled("identifiant", lambda k: f"P{k + 1:03d}", IDENTIFIER),
        p.filled("date_saisie", lambda k: p.stamp(k, "%d/%m/%Y"), ASIDE),
        p.choice("genre", ("Homme", "Femme"), text=True),
        p.born("annee_naissance"),
        p.choice("situation", ("Célibataire", "En couple", "Marié", "Divorcé"), text=True),
        *stress,
        total("stress_moyen", stress, mean=True),
        p.scale("sante", ("Très mauvaise", "Mauvaise", "Moyenne", "Bonne", "Très bonne"), 3, text=True),
        p.scale(
            "sommeil",
            ("Pas du tout satisfait", "Peu satisfait", "Plutôt satisfait", "Très satisfait"),
            3,
            text=True,
            refused={9: "NSP"},
        ),
        p.scale(
            "revenu",
            ("Moins de 1000 €", "1000 à 1499 €", "1500 à 1999 €", "2000 à 2999 €", "3000 € et plus"),
            5,
            0.5,
            text=True,
            refused={9: "Refus"},
        ),
        p.counts("nb_enfants", 1.2),
        p.ticked("media_radio", 0.4, "x"),
        p.ticked("media_tele", 0.5, "x"),
        p.ticked("media_presse", 0.2, "x"),
        p.weights("poids"),
    ]
    write_text(columns, folder / "enquete.csv", delimiter=";")
    return "enquete.csv", expected([_plain_numbers(column) for column in columns])


MADE: tuple[Callable[[Path], Written], ...] = (
    qualtrics_text,
    qualtrics_numbers,
    qualtrics_spss,
    limesurvey_german,
    limesurvey_codes,
    limesurvey_spss,
    redcap_raw,
    redcap_labels,
    redcap_stata,
    ess_spss,
    ess_text,
    ess_stata,
    wvs_spss,
    wvs_text,
    wvs_sheet,
    surveymonkey_text,
    surveymonkey_sheet,
    otree_wide,
    otree_app,
    google_forms,
    soscisurvey,
    election_stata,
    barometer_spanish,
    panel_dutch,
    clinic_italian,
    school_portuguese,
    general_french,
)
