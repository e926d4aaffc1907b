# SPDX-License-Identifier: MIT
"""Made-up respondents and the columns that their answers fill, each with what a careful researcher decides of it.

The answers follow latent traits, so that the columns are related as those of a real survey are. A column knows what its
file holds and, in the form of `expected.toml`, what it is; the writers below put columns into files as programs do.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import openpyxl
import pandas as pd
import pyreadstat

_WORDS = (
    "the",
    "course",
    "was",
    "too",
    "long",
    "but",
    "nice",
    "people",
    "more",
    "time",
    "for",
    "questions",
    "would",
    "help",
)
Cell = str | int | float | None
Entry = dict[str, Any]

NOMINAL = {"role": ["item", "aside", "group"], "kind": "nominal"}
AMOUNT = {"role": "item", "kind": ["continuous", "count", "censored"]}
COUNT = {"role": "item", "kind": ["count", "ordinal", "continuous"]}
IDENTIFIER = {"role": ["identifier", "aside"]}
ASIDE = {"role": ["aside", "identifier"]}
WEIGHT = {"role": "weight"}
CLUSTER = {"role": ["cluster", "aside", "group", "item"], "kind": "nominal"}


@dataclass(frozen=True)
class Made:
    """A column: its name, its cells, what it is, what was asked, the labels of its codes, codes declared missing."""

    name: str
    cells: Sequence[Cell]
    entry: Entry
    wording: str = ""
    labels: Mapping[int, str] = field(default_factory=dict)
    declared: Sequence[int] = ()


class People:
    """Some respondents with traits that hang together, from which answers are drawn."""

    def __init__(self, n: int, seed: int) -> None:
        self.n = n
        self.rng = np.random.default_rng(seed)
        general = self.rng.normal(size=(n, 1))
        self.traits = 0.5 * general + np.sqrt(0.75) * self.rng.normal(size=(n, 6))

    def drawn(self, trait: int, strength: float = 0.7) -> npt.NDArray[np.float64]:
        """Latent answers to a question about a trait."""
        noise = self.rng.normal(size=self.n)
        return np.sign(strength) * abs(strength) * self.traits[:, trait] + np.sqrt(1 - strength**2) * noise

    def steps(self, n_levels: int, trait: int, strength: float = 0.7, skew: float = 0.0) -> npt.NDArray[np.intp]:
        """Answers from 0 on a scale, more of them at the lower end for a positive skew."""
        shares = np.linspace(1 + skew, 1 - skew, n_levels) * self.rng.uniform(0.7, 1.3, n_levels)
        cuts = np.quantile(self.drawn(0, 0), np.cumsum(shares / shares.sum())[:-1])
        return np.searchsorted(cuts, self.drawn(trait, strength))

    def gaps(self, cells: Sequence[Cell], share: float) -> list[Cell]:
        """Cells of which some are empty."""
        empty = self.rng.random(self.n) < share
        return [None if gone else _plain(cell) for cell, gone in zip(cells, empty, strict=True)]

    def scale(
        self,
        name: str,
        answers: Sequence[str] | int,
        trait: int = 0,
        strength: float = 0.7,
        *,
        wording: str = "",
        first: int = 1,
        text: bool = False,
        refused: Mapping[int, str] | None = None,
        gone: float = 0.03,
        skew: float = 0.0,
        labelled: bool = True,
        kind: str | list[str] = "ordinal",
        codes: Sequence[str] | None = None,
        declared: bool = False,
        ends: bool = False,
    ) -> Made:
        """An ordered question: its answers in order, or how many steps it has; written as codes or as their labels.

        `codes` are what the file holds in the place of numbers; `ends` leaves all but the outer steps unlabelled.
        """
        labels = [] if isinstance(answers, int) else list(answers)
        n_levels = len(labels) or int(answers)  # type: ignore[call-overload]
        found = self.steps(n_levels, trait, strength, skew) + first
        numbers = list(range(first, first + n_levels))
        of_code: dict[int, str] = dict(zip(numbers, labels, strict=True)) if labels else {}
        refused = refused or {}
        unsure = self.rng.random(self.n)
        values: list[int] = []
        for value, chance in zip(found.tolist(), unsure, strict=True):
            which = int(chance * 25)
            values.append(list(refused)[which] if which < len(refused) else value)
        shown = dict(zip(numbers, codes, strict=True)) if codes else of_code if text else {}
        shown = {**shown, **(refused if shown else {})}
        cells = self.gaps([shown.get(value, value) for value in values], gone)
        if ends:
            of_code = {numbers[0]: labels[0], numbers[-1]: labels[-1]}
        held = {value for value, cell in zip(values, cells, strict=True) if cell is not None}
        written: list[Any] = [shown.get(number, number) for number in numbers]
        entry: Entry = {"role": "item", "kind": kind, "levels": written}
        entry["unseen"] = [shown.get(number, number) for number in numbers if number not in held]
        if refused and not declared:
            entry["missing"] = [shown.get(code, code) for code in refused if code in held]
        all_labels = {**of_code, **refused}
        if labelled and not shown:
            entry["labels"] = {str(code): label for code, label in all_labels.items()}
        kept = all_labels if labelled and not shown else {}
        return Made(name, cells, entry, wording, kept, tuple(refused) if declared else ())

    def choice(
        self,
        name: str,
        answers: Sequence[str],
        *,
        wording: str = "",
        first: int = 1,
        text: bool = False,
        shares: Sequence[float] | None = None,
        gone: float = 0.02,
        entry: Entry | None = None,
        codes: Sequence[int] | None = None,
        refused: Mapping[int, str] | None = None,
    ) -> Made:
        """A question whose answers have no order; with two of them it is binary."""
        weights = np.array(shares if shares is not None else self.rng.uniform(0.6, 1.6, len(answers)))
        found = self.rng.choice(len(answers), size=self.n, p=weights / weights.sum())
        numbers = list(codes) if codes else list(range(first, first + len(answers)))
        values = [numbers[k] for k in found]
        refused = refused or {}
        for code in refused:
            values = [
                code if gone_now < 0.03 else v for v, gone_now in zip(values, self.rng.random(self.n), strict=True)
            ]
        labels = {**dict(zip(numbers, answers, strict=True)), **refused}
        cells = self.gaps([labels[v] for v in values] if text else values, gone)
        if entry is None and len(answers) == 2:
            written = list(answers) if text else numbers
            entry = {"role": ["item", "group"], "kind": "binary", "levels": written}
            if refused:
                entry["missing"] = [labels[v] if text else v for v in refused]
            if not text:
                entry["labels"] = {str(code): label for code, label in labels.items()}
        return Made(name, cells, entry or NOMINAL, wording, {} if text else labels)

    def age(self, name: str = "age", *, refused: int | None = None, wording: str = "How old are you?") -> Made:
        """Ages, with a code for those who did not tell."""
        values = np.clip(self.rng.normal(44, 16, self.n), 18, 90).astype(int).tolist()
        entry = dict(AMOUNT)
        if refused is not None:
            values[:: max(9, self.n // 12)] = [refused] * len(values[:: max(9, self.n // 12)])
            entry["missing"] = [refused]
        return Made(name, values, entry, wording)

    def born(self, name: str, year: int = 2023, wording: str = "Year of birth") -> Made:
        """Years of birth."""
        values = year - np.clip(self.rng.normal(40, 15, self.n), 18, 85).astype(int)
        return Made(name, self.gaps(values.tolist(), 0.01), AMOUNT, wording)

    def counts(self, name: str, mean: float, *, wording: str = "", gone: float = 0.05) -> Made:
        """Counts, with zeros and a tail."""
        values = self.rng.negative_binomial(1.2, 1.2 / (1.2 + mean), self.n).tolist()
        return Made(name, self.gaps(values, gone), COUNT | {"levels": sorted(set(values))}, wording)

    def measured(self, name: str, mean: float, spread: float, *, decimals: int = 1, comma: bool = False) -> Made:
        """Measurements with decimals, perhaps written with a comma."""
        values = np.round(mean + spread * self.drawn(1, 0.4), decimals).tolist()
        cells: list[Cell] = [f"{value:.{decimals}f}".replace(".", ",") for value in values] if comma else values
        return Made(name, self.gaps(cells, 0.04), AMOUNT)

    def texts(self, name: str, *, wording: str = "", share: float = 0.3, wordy: Sequence[str] = ()) -> Made:
        """Open answers of some respondents."""
        words = wordy or _WORDS
        cells = [
            " ".join(self.rng.choice(words, self.rng.integers(3, 12))) if told else None
            for told in self.rng.random(self.n) < share
        ]
        return Made(name, cells, ASIDE, wording)

    def filled(self, name: str, make: Any, entry: Entry, *, wording: str = "", gone: float = 0.0) -> Made:
        """A column whose cells a function of the row number makes."""
        return Made(name, self.gaps([make(k) for k in range(self.n)], gone), entry, wording)

    def ticked(self, name: str, share: float, mark: Cell, *, wording: str = "", blank: Cell = None) -> Made:
        """An option that is ticked, or not."""
        cells = [mark if told else blank for told in self.rng.random(self.n) < share]
        entry: Entry = {"role": "item", "kind": "binary"}
        if blank is not None:
            entry["levels"] = [blank, mark]
        return Made(name, cells, entry, wording)

    def hexes(self, n_letters: int) -> str:
        """Letters and digits as programs number respondents."""
        return "".join(self.rng.choice(list("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"), n_letters))

    def stamp(self, k: int, form: str = "%Y-%m-%d %H:%M:%S") -> str:
        """When a row was written."""
        moment = pd.Timestamp("2023-03-01 08:00") + pd.Timedelta(minutes=37 * k + int(self.rng.integers(0, 30)))
        return moment.strftime(form)

    def weights(self, name: str, wording: str = "") -> Made:
        """Weights with mean one."""
        values = np.exp(0.4 * self.rng.normal(size=self.n))
        return Made(name, np.round(values / values.mean(), 6).tolist(), WEIGHT, wording)


def total(name: str, parts: Sequence[Made], *, mean: bool = False, entry: Entry | None = None) -> Made:
    """The sum or mean of some columns of numbers, empty where one of them is."""
    rows = list(zip(*(part.cells for part in parts), strict=True))
    sums = [None if None in row else sum(float(cell) for cell in row if cell is not None) for row in rows]
    cells: list[Cell] = [
        None if value is None else round(value / len(parts), 2) if mean else int(value) for value in sums
    ]
    return Made(name, cells, entry or ASIDE)


def expected(columns: Sequence[Made]) -> list[Entry]:
    """The decisions in the form of `expected.toml`."""
    return [{"columns": [column.name], **column.entry} for column in columns]


# Files


def write_text(
    columns: Sequence[Made],
    path: Path,
    *,
    lines: Sequence[Sequence[str]] = (),
    delimiter: str = ",",
    encoding: str = "utf-8",
    quoting: int = csv.QUOTE_MINIMAL,
    blank: str = "",
) -> None:
    """A text file; `lines` stand between the names and the rows."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, quoting=quoting)  # type: ignore[arg-type]
        writer.writerow([column.name for column in columns])
        writer.writerows(lines)
        for row in _rows(columns):
            writer.writerow([blank if cell is None else cell for cell in row])


def write_sheet(columns: Sequence[Made], path: Path, *, above: Sequence[Sequence[Cell]] = (), lines: Any = ()) -> None:
    """A workbook; `above` stand above the names, `lines` below them."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for line in (*above, [column.name for column in columns], *lines, *_rows(columns)):
        sheet.append(list(line))
    book.save(path)


def write_labelled(columns: Sequence[Made], path: Path, measure: str | None = None) -> None:
    """An SPSS or Stata file with wordings and labels; codes that are declared missing are so in SPSS."""
    frame = pd.DataFrame({column.name: _series(column.cells) for column in columns})
    wordings = [column.wording[:80] for column in columns]
    labels = {column.name: dict(column.labels) for column in columns if column.labels}
    if path.suffix == ".dta":
        numbers = [name for name in frame if pd.api.types.is_numeric_dtype(frame[name])]
        frame[[n for n in frame if n not in numbers]] = frame[[n for n in frame if n not in numbers]].fillna("")
        pyreadstat.write_dta(frame, path, column_labels=wordings, variable_value_labels=labels)
        return
    declared: dict[str, Any] = {column.name: list(column.declared) for column in columns if column.declared}
    measures: Any = dict.fromkeys(frame.columns, measure) if measure else None
    pyreadstat.write_sav(
        frame,
        path,
        column_labels=wordings,
        variable_value_labels=labels,
        missing_ranges=declared or None,
        variable_measure=measures,
    )


def renamed(columns: Sequence[Made], names: Mapping[str, str]) -> list[Made]:
    """The columns with some names changed."""
    return [replace(column, name=names.get(column.name, column.name)) for column in columns]


def _rows(columns: Sequence[Made]) -> list[tuple[Cell, ...]]:
    return list(zip(*(column.cells for column in columns), strict=True))


def _series(cells: Sequence[Cell]) -> "pd.Series[Any]":
    if any(isinstance(cell, str) for cell in cells):
        return pd.Series(["" if cell is None else str(cell) for cell in cells], dtype=object)
    return pd.Series([np.nan if cell is None else float(cell) for cell in cells])


def _plain(cell: Any) -> Cell:
    return cell.item() if isinstance(cell, np.generic) else cell
