# SPDX-License-Identifier: MIT
"""Remarks on how a text or Excel file was read, each a class with fields."""

from collections.abc import Sequence

from ordag.errors import InferenceWarning
from ordag.messages import If, SetOption
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
