# SPDX-License-Identifier: MIT
"""Remarks on how a text or Excel file was read, each a class with fields."""

from collections.abc import Sequence

from ordag.errors import InferenceWarning
from ordag.messages import Advise, If, OptionName, SetOption
from ordag.messages.lists import quoted

_FIRST_IS_NAMES = If("the first line holds the names", SetOption("header", True))


class LinesAboveNames(InferenceWarning):
    """Lines above the names, such as a title, were left out."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines
        which = "line above the column names was" if n_lines == 1 else "lines above the column names were"
        super().__init__(f"{n_lines} {which} left out, as a title is", remedies=[_FIRST_IS_NAMES])


class NamesOverTwoLines(InferenceWarning):
    """The names stand in two lines: a question, and below it its options."""

    def __init__(self) -> None:
        super().__init__(
            "the column names",
            "stand in two lines, as SurveyMonkey writes them: an option is called by its question and its own text",
            remedies=[_FIRST_IS_NAMES],
        )


class QuestionsInNames(InferenceWarning):
    """Headings held a code and the question behind it."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__(
            f"{len(names)} headings",
            f"hold a code and the question behind it: columns are called by the code, such as {names[-1]!r}, and the "
            "questions became their wordings",
            remedies=[If("headings are to stay whole", SetOption("header", True))],
        )


class NamesNumbered(InferenceWarning):
    """Names that occur more than once were numbered."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        which = "a name that occurs more than once" if len(names) == 1 else "names that occur more than once"
        super().__init__("the columns", f"have {which} ({quoted(names)}); from the second on they are numbered")


class NamelessColumns(InferenceWarning):
    """Columns without a name were called by their place."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        which = "1 column has" if len(names) == 1 else f"{len(names)} columns have"
        super().__init__(f"{which} no name and {'was' if len(names) == 1 else 'were'} called {quoted(names)}")


class EncodingAssumed(InferenceWarning):
    """Text that is not in the encoding that one expects was read in another."""

    def __init__(self, encoding: str, expected: str = "UTF-8") -> None:
        self.encoding = encoding
        used = ", which Windows programs write" if expected == "UTF-8" else ""
        super().__init__(
            "the file",
            f"is not in {expected} and was read as {encoding}{used}",
            remedies=[If("letters look wrong", SetOption("encoding", "mac-roman"))],
        )


class MissingAsEntries(InferenceWarning):
    """What an SPSS or Stata file declares missing stands among the entries in a format that declares nothing so."""

    def __init__(self, names: Sequence[str], ending: str) -> None:
        self.names, self.ending = tuple(names), ending
        super().__init__(
            f"a {ending} file declares nothing missing:",
            f"what was declared so stands among the entries of {quoted(names)}",
            remedies=[If("it is to be missing there", Advise(("name it by ", OptionName("missing"))))],
        )


class MissingMerged(InferenceWarning):
    """More values of a column are declared missing than a Stata file has letters for."""

    def __init__(self, name: str, n_values: int) -> None:
        self.name, self.n_values = name, n_values
        super().__init__(
            f"column {name!r}",
            f"has more values that are declared missing than Stata has letters: the last {n_values} became .z",
        )


class LettersLost(InferenceWarning):
    """Stata's lettered missing values became plain missing ones in a format that has one sort only."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__(f"lettered missing values of {quoted(names)} became plain missing ones")
