# SPDX-License-Identifier: MIT
"""What commands are given: data from a file or from standard input, edges, tiers, the penalty, and what is remarked."""

import json
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordag.errors import InputValueError, OrdagError, OrdagWarning, RepairWarning

if TYPE_CHECKING:
    from ordag import OSEM
    from ordag.data.columns.edits import Options
    from ordag.data.encoding.encode import Encoded
    from ordag.model import FittedNetwork

STANDARD_STREAM = Path("-")

DataFile = Annotated[
    Path, typer.Argument(help="Data file: csv, tsv (gz too), parquet, xlsx, sav, dta; - is CSV from a pipe.")
]
ModelFile = Annotated[Path, typer.Argument(help="model.json, as written by ordag fit.")]
OutputFolder = Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")]
Penalty = Annotated[str, typer.Option(help="auto, or a number: the paper's λ, the more the fewer edges.")]
Criterion = Annotated[str, typer.Option(help="What auto chooses by: evidence, ebic, bic, aic, cv.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed; the same seed gives the same result.")]
LevelsFile = Annotated[Path | None, typer.Option(help="TOML or JSON file with the levels of columns.")]
TypesFile = Annotated[Path | None, typer.Option(help="TOML or JSON file with the kinds of columns.")]
Required = Annotated[list[str] | None, typer.Option(metavar="A>B", help="An edge that must be there; repeatable.")]
Forbidden = Annotated[list[str] | None, typer.Option(metavar="A>B", help="An edge that must not be; repeatable.")]
TiersFile = Annotated[Path | None, typer.Option(help="TOML or JSON file: groups of columns under tiers, causes first.")]
MaxParents = Annotated[int | None, typer.Option(min=0, help="At most so many parents a variable.")]
MaxRows = Annotated[
    int | None,
    typer.Option(
        min=2,
        help="Learn from so many different rows, drawn at random, of a longer table; default: as many as take minutes.",
    ),
]
Weights = Annotated[str | None, typer.Option(metavar="COLUMN", help="Column with the weights of the rows.")]
WeightsAre = Annotated[
    str,
    typer.Option(help="What weights are: survey (scaled to their effective number of rows), or counts of equal rows."),
]
ColumnsFile = Annotated[
    Path | None,
    typer.Option("--columns", help="Plan of the columns, as ordag columns writes it; options are edits of it."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse columns that would be set aside.")]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="A column that is no variable, such as an identifier; repeatable."),
]
Missing = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[COLUMN=]CODE",
        help="An entry that stands for no answer, such as 99, in any or in one column; repeatable.",
    ),
]
Encoding = Annotated[str | None, typer.Option(help="Encoding of a text file, such as cp1252; default: UTF-8.")]
Sheet = Annotated[str | None, typer.Option(help="Sheet of an Excel file, by name or number; default: the first.")]
Header = Annotated[
    bool | None,
    typer.Option("--header/--no-header", help="Whether the first line holds names; without, columns are V1, V2, ..."),
]
Skip = Annotated[int, typer.Option(min=0, help="Lines of a text or Excel file above the names, such as a title.")]
Method = Annotated[str, typer.Option(help="Name of the method; `ordag methods` lists them.")]
MethodOption = Annotated[list[str] | None, typer.Option(help="Option of the method, as NAME=VALUE; repeatable.")]
Jobs = Annotated[int, typer.Option(help="Cores to use; -1 for all. The result does not depend on it.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of a summary.")]


@dataclass(frozen=True)
class ColumnChoices:
    """What the options of a command say of the columns of its data."""

    levels: Path | None = None
    types: Path | None = None
    columns: Path | None = None
    weights: str | None = None
    weights_are: str = "survey"
    ignore: Sequence[str] | None = None
    missing: Sequence[str] | None = None
    strict: bool = False

    def options(self, *, also_ignored: Sequence[str] = (), any_order: bool = False) -> "Options":
        """The same as options of the readers."""
        from ordag.data.columns.edits import Options

        return Options(
            self.levels,
            self.types,
            self.missing or (),
            (*(self.ignore or ()), *also_ignored),
            self.weights,
            self.columns,
            any_order,
            self.strict,
            self.weights_are,
        )


def read_table(data: Path, options: "Options", layout: Mapping[str, Any]) -> "Encoded":
    """Encoded rows of a data file or of standard input, with the plan of their columns."""
    from ordag.data.encoding.read import read_planned
    from ordag.data.reading.loading import Layout, load

    with local_file(data) as path:
        return read_planned(load(path, Layout(**layout, levels=options.levels)), options)


def layout_of(encoding: str | None, sheet: str | None, header: bool | None, skip: int) -> dict[str, Any]:
    """What a file does not tell of itself, as arguments of the readers."""
    return {"encoding": encoding, "sheet": sheet, "header": header, "skip": skip}


def new_rows_of(network: "FittedNetwork", layout: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of the readers for new rows; with the levels at hand an answer called NA is read as one."""
    levels = dict(zip(network.names, network.levels, strict=True))
    return {"levels": levels, "variables": network.names, **layout}


@contextmanager
def local_file(data: Path) -> Iterator[Path]:
    """The file itself, or a copy of standard input that lasts as long as the block."""
    if data != STANDARD_STREAM:
        yield data
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "standard_input.csv"
        copy.write_bytes(sys.stdin.buffer.read())
        yield copy


@contextmanager
def remarks() -> Iterator[list[str]]:
    """What was inferred or did not settle within the block, as messages; merged levels are told by the checks.

    If the block fails they are shown at once: they may tell the reason.
    """
    said: list[str] = []
    caught: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", OrdagWarning)
            yield said
    except OrdagError:
        _keep_remarks(caught, said)
        for text in said:
            sys.stderr.write(f"warning: {text}\n")
        raise
    _keep_remarks(caught, said)


def _keep_remarks(caught: list[warnings.WarningMessage], said: list[str]) -> None:
    """Keep our own warnings, each once, and show others."""
    for warning in caught:
        if not issubclass(warning.category, OrdagWarning):
            warnings.showwarning(warning.message, warning.category, warning.filename, warning.lineno)
        elif not issubclass(warning.category, RepairWarning) and str(warning.message) not in said:
            said.append(str(warning.message))


def estimator(
    penalty: str,
    criterion: str,
    required: Sequence[str] | None,
    forbidden: Sequence[str] | None,
    tiers: Path | None,
    max_parents: int | None,
    max_rows: int | None = None,
) -> "OSEM":
    """The estimator that the options describe; bad usage is told before anything heavy is loaded."""
    number = parse_penalty(penalty)
    edges = known_edges(required, forbidden)
    from ordag import OSEM

    return OSEM(
        number,
        criterion=criterion,
        required=edges["required"],
        forbidden=edges["forbidden"],
        tiers=read_tiers(tiers),
        max_parents=max_parents,
        max_rows="auto" if max_rows is None else max_rows,
    )


def with_choices(network: "FittedNetwork", encoded: "Encoded", choices: ColumnChoices) -> "FittedNetwork":
    """The network with what was chosen of its data among its settings, so that the report and the file tell it."""
    from ordag.data import effective_weights

    chosen: dict[str, str | float] = {}
    weights = encoded.table.weights
    if encoded.plan.weights is not None and weights is not None:
        effective = float(effective_weights(weights).sum())
        chosen = {"weights": encoded.plan.weights, "effective_rows": round(effective, 1)}
        if choices.weights_are == "survey":
            chosen["design_effect"] = round(encoded.table.n_rows / effective, 2)
    if choices.ignore:
        chosen["ignore"] = ", ".join(choices.ignore)
    if choices.missing:
        chosen["missing"] = ", ".join(choices.missing)
    if network.provenance is None or not chosen:
        return network
    settings = (*network.provenance.settings, *chosen.items())
    return replace(network, provenance=replace(network.provenance, settings=settings))


def shows_bar(as_json: bool) -> bool:
    """Whether a progress bar would be seen, and would not stand between lines for a machine."""
    return not as_json and sys.stdout.isatty()


def parse_penalty(text: str) -> float | str:
    """A number, or "auto"."""
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is neither 'auto' nor a number.", param_hint="--penalty") from None


def parse_edges(texts: Sequence[str] | None, option: str, names: Sequence[str] | None = None) -> list[tuple[str, str]]:
    """Pairs of names from texts such as "sleep>mood".

    A name may hold the mark too. Once the `names` are known they tell which of several marks parts the ends.
    """
    edges = []
    for text in texts or ():
        pairs = _pairs_in(text)
        known = [pair for pair in pairs if names is not None and set(pair) <= set(names)]
        if not pairs or (names is not None and len(pairs) > 1 and len(known) != 1):
            fitting = "fits more than one pair of columns" if known else "is no edge"
            raise typer.BadParameter(f"{text!r} {fitting}; write it as 'sleep>mood', in quotes.", param_hint=option)
        edges.append((known or pairs)[0])
    return edges


def known_edges(
    required: Sequence[str] | None, forbidden: Sequence[str] | None, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """The edges that the options name, as arguments of a learner; without names of columns, as far as can be told."""
    return {
        "required": parse_edges(required, "--required", names),
        "forbidden": parse_edges(forbidden, "--forbidden", names),
    }


def _pairs_in(text: str) -> list[tuple[str, str]]:
    """Both ends of an edge for each mark, > or ->, that may part them."""
    pairs = [(text[: mark.start()].strip(), text[mark.end() :].strip()) for mark in re.finditer("-?>", text)]
    return [pair for pair in pairs if all(pair)]


def parse_options(texts: Sequence[str] | None) -> dict[str, Any]:
    """Options from texts such as "alpha=0.01": numbers, true, false and null are read as such, others stay text."""
    options: dict[str, Any] = {}
    for text in texts or ():
        name, mark, value = text.partition("=")
        if not mark:
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE.", param_hint="--option")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def read_tiers(path: Path | None) -> list[list[str]]:
    """Groups of names, causes first, from a TOML or JSON file with a list of lists under ``tiers``."""
    if path is None:
        return []
    from ordag.data.declarations import parse_file

    content = parse_file("tiers", path)
    tiers = content.get("tiers") if isinstance(content, dict) else content
    if not isinstance(tiers, list) or not all(isinstance(tier, list) for tier in tiers):
        raise InputValueError(f"tiers file {str(path)!r} must hold a list of lists of names under 'tiers'.")
    return [[str(name) for name in tier] for tier in tiers]
