# SPDX-License-Identifier: MIT
"""Where the names of a table stand, and what the lines around them say.

Programs and people write more than one line above the answers: a title, groups over merged cells, a question with its
options below it (SurveyMonkey), the wording of each question below its name (SoSci Survey), questions and keys
(Qualtrics). The first lines of a text file or of a sheet tell which.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ordag.data.missing.marks import MARKS
from ordag.data.reading.question_codes import split_codes
from ordag.data.reading.remarks import LinesAboveNames, NamesOverTwoLines, QuestionsInNames
from ordag.errors import warn
from ordag.remarks import DescribingLines

Line: TypeAlias = Sequence[str]  # cells without spaces around them, "" where empty

# Lines that tell what the first ones are: as many as a short table has.
N_LOOKED_AT = 24
# Columns of numbers that begin with a text: three do not by chance.
_FEWEST_DESCRIBED = 3
_FEWEST_BELOW = 2
_KEY = re.compile(r"""\{\s*["']ImportId["']""")
# What SurveyMonkey writes below a question without options, in the languages of its exports.
_RESPONSES = frozenset(
    {"response", "open-ended response", "antwort", "offene antwort", "réponse", "réponse ouverte", "respuesta"}
    | {"respuesta abierta", "risposta", "risposta aperta", "resposta", "resposta aberta", "antwoord", "open antwoord"}
)


@dataclass(frozen=True)
class Heading:
    """Names of the columns with what was asked in each; lines above them, and lines they take with what is below."""

    names: tuple[str, ...]
    wordings: tuple[str, ...] = ()
    n_above: int = 0
    n_lines: int = 1

    @property
    def wording_of(self) -> tuple[str, ...]:
        """What was asked in each column, "" where the file does not say."""
        return self.wordings or ("",) * len(self.names)


def find_heading(lines: Sequence[Line], *, first_is_names: bool = False) -> Heading:
    """The heading in the first lines of a table, none of which is blank.

    Parameters
    ----------
    lines
        Up to `N_LOOKED_AT` of them, perhaps of different lengths.
    first_is_names
        Whether somebody said that the first line holds names.

    Examples
    --------
    >>> find_heading([["age", "sleep"], ["31", "2"], ["42", "1"]]).names
    ('age', 'sleep')
    """
    n_above = 0 if first_is_names else _n_titles(lines)
    names, below = lines[n_above], lines[n_above + 1 :]
    if not first_is_names and below and _is_groups(names, below):
        n_above, names, below = n_above + 1, _below_groups(names, below[0]), below[1:]
    if n_above:
        warn(LinesAboveNames(n_above))
    with_options = not first_is_names and bool(below) and _has_options(names, below)
    heading = replace(_with_lines_below(names, below, with_options=with_options), n_above=n_above)
    return heading if first_is_names else _without_questions(heading)


def _with_lines_below(names: Line, below: Sequence[Line], *, with_options: bool) -> Heading:
    """Names with what the lines right below them say."""
    n_keys = next((n for n, line in enumerate(below[:2], 1) if _all_keys(line)), 0)
    if n_keys:
        warn(DescribingLines(n_keys))
        return Heading(tuple(names), _padded(below[0], len(names)) if n_keys > 1 else (), n_lines=1 + n_keys)
    if with_options:
        warn(NamesOverTwoLines())
        return Heading(tuple(_joined(names, below[0])), n_lines=2)
    if below and _describes(below[0], below[1:], len(names)):
        warn(DescribingLines(1))
        return Heading(tuple(names), tuple(below[0]), n_lines=2)
    return Heading(tuple(names))


def _without_questions(heading: Heading) -> Heading:
    """The heading with the questions that stand behind codes as wordings, unless there are others."""
    parted = split_codes(heading.names)
    if parted is None:
        return heading
    names, questions = parted
    warn(QuestionsInNames([name for name, question in zip(names, questions, strict=True) if question]))
    wordings = tuple(asked or question for asked, question in zip(heading.wording_of, questions, strict=True))
    return replace(heading, names=names, wordings=wordings)


def _n_titles(lines: Sequence[Line]) -> int:
    """How many lines with one cell stand above the names, in a table of more columns."""
    n_titles = next((n for n, line in enumerate(lines) if _n_filled(line) > 1), 0)
    if not n_titles or not all(line[0] for line in lines[:n_titles]):  # the first column may hold row names
        return 0
    return n_titles if _is_unlike_data(lines[n_titles], lines[n_titles + 1 :]) else 0


def _is_groups(names: Line, below: Sequence[Line]) -> bool:
    """Whether a line names groups of columns, whose names follow: it has gaps, and the next line has none."""
    gaps, following = _gaps(names, below), below[0]
    is_complete = all(_cell(following, j) for j in _used(below))
    return bool(gaps) and is_complete and _is_unlike_data(following, below[1:])


def _below_groups(groups: Line, names: Line) -> list[str]:
    """Names, those that occur twice with their group in front."""
    carried = zip(_carried(groups, len(names)), names, strict=True)
    return [f"{group}: {name}" if names.count(name) > 1 and group else name for group, name in carried]


def _has_options(names: Line, below: Sequence[Line]) -> bool:
    """Whether the next line holds the options of questions, or says "Response" below those without any."""
    cells = [_cell(below[0], j).casefold() for j in range(len(names))]
    says_response = [cell in _RESPONSES for cell in cells if cell]
    if says_response and all(says_response):
        return True
    gaps = _gaps(names, below)
    return bool(gaps) and all(cells[j] for j in gaps) and _is_unlike_data(below[0], below[1:], any(says_response))


def _joined(names: Line, options: Line) -> Iterator[str]:
    """Names of one line from two: the question and the option, or the question alone."""
    for j, question in enumerate(_carried(names, len(names))):
        option = _cell(options, j)
        is_plain = not option or option.casefold() in _RESPONSES
        yield _cell(names, j) if is_plain else f"{question}: {option}" if question else option


def _describes(line: Line, below: Sequence[Line], width: int) -> bool:
    """Whether a line holds texts where columns hold numbers, and a number in none of these."""
    if len(line) != width or len(below) < _FEWEST_BELOW:
        return False
    of_numbers = [j for j in range(width) if _is_of_numbers(_column(below, j))]
    texts = [line[j] for j in of_numbers if line[j] and line[j] not in MARKS]
    return len(texts) == len(of_numbers) >= _FEWEST_DESCRIBED and not any(map(_is_number, texts))


def _is_unlike_data(line: Line, below: Sequence[Line], is_told: bool = False) -> bool:
    """Whether no cell of a line is a number, and few occur again below (an option that is ticked does)."""
    filled = [j for j, cell in enumerate(line) if cell]
    if any(_is_number(line[j]) for j in filled):
        return False
    return is_told or not any(line[j] in _column(below, j) for j in filled)


def _gaps(names: Line, below: Sequence[Line]) -> list[int]:
    """Columns without a name that hold something; the first may hold row names."""
    return [j for j in _used(below) if 0 < j < len(names) and not names[j]]


def _used(lines: Sequence[Line]) -> list[int]:
    width = max(map(len, lines), default=0)
    return [j for j in range(width) if any(_column(lines, j))]


def _carried(cells: Line, width: int) -> Iterator[str]:
    """Cells of a line, the gaps after each filled with it, as merged cells stand for all that they cover."""
    last = ""
    for j in range(width):
        last = _cell(cells, j) or last
        yield last


def _padded(line: Line, width: int) -> tuple[str, ...]:
    return tuple(_cell(line, j) for j in range(width))


def _all_keys(line: Line) -> bool:
    return bool(line) and all(map(_KEY.match, line))


def _column(lines: Sequence[Line], j: int) -> list[str]:
    return [_cell(line, j) for line in lines]


def _cell(line: Line, j: int) -> str:
    return line[j] if j < len(line) else ""


def _n_filled(line: Line) -> int:
    return sum(map(bool, line))


def _is_of_numbers(cells: Sequence[str]) -> bool:
    given = [cell for cell in cells if cell and cell not in MARKS]
    return bool(given) and all(map(_is_number, given))


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True
