# SPDX-License-Identifier: MIT
"""What commands are given: data from a file or from standard input, edges, tiers, the penalty, and what is remarked."""

import json
import re
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordag.cli import streams
from ordag.cli.folders import warn_of_strangers
from ordag.errors import FileError, OrdagError, OrdagWarning, RepairWarning, warn
from ordag.messages.terminal import TERMINAL
from ordag.osem_options import OPTIONS
from ordag.remarks import Interrupted

if TYPE_CHECKING:
    from ordag import OSEM
    from ordag.data.columns.edits import Options
    from ordag.data.encoding.encode import Encoded
    from ordag.model import FittedNetwork

STANDARD_STREAM = Path("-")

# What the options of the estimator are where a command is given none; None leaves the choice to the estimator.
DEFAULTS: dict[str, Any] = {name: option.command.default for name, option in OPTIONS.items() if option.command}


def _option(name: str) -> Any:
    """The option of a command that stands for one of the estimator."""
    option = OPTIONS[name]
    command = option.at_command_line
    least = None if isinstance(command.default, str) else option.least
    return typer.Option(command.flag, help=command.help, min=least, metavar=command.metavar)


DataFile = Annotated[
    Path, typer.Argument(help="Data file: csv, tsv (gz too), parquet, xlsx, sav, dta; - is CSV from a pipe.")
]
ModelFile = Annotated[Path, typer.Argument(help="model.json, as written by ordag fit.")]
OutputFolder = Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")]
Penalty = Annotated[str, _option("penalty")]
Criterion = Annotated[str, _option("criterion")]
Seed = Annotated[int, _option("random_state")]
LevelsFile = Annotated[Path | None, _option("levels")]
TypesFile = Annotated[Path | None, _option("kinds")]
Required = Annotated[list[str] | None, _option("required")]
Forbidden = Annotated[list[str] | None, _option("forbidden")]
TiersFile = Annotated[Path | None, _option("tiers")]
MaxParents = Annotated[int | None, _option("max_parents")]
Hidden = Annotated[str, _option("hidden")]
MaxRows = Annotated[int | None, _option("max_rows")]
Bayes = Annotated[bool, _option("prior")]
Weights = Annotated[str | None, typer.Option(metavar="COLUMN", help="Column with the weights of the rows.")]
WeightsAre = Annotated[
    str,
    typer.Option(
        help="What weights are: survey (scaled to their effective number of rows), counts of equal rows (whole "
        "numbers), or frequencies (taken as they are)."
    ),
]
ColumnsFile = Annotated[Path | None, _option("columns")]
Clusters = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Column, without empty cells, that names the cluster of each row, such as a school: what the rows of a "
        "cluster share is kept out of the network, and resamples draw whole clusters.",
    ),
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
Model = Annotated[
    str,
    typer.Option(
        "--model",
        help="Model whose graph is learned: latent, codes, dummies or tables; auto: the one that the rows speak for.",
    ),
]
Jobs = Annotated[int, _option("n_jobs")]
Subscales = Annotated[
    bool,
    typer.Option(
        "--subscales/--no-subscales",
        help="Group items in report and drawing by the subscales that their names (A1, A2, ...) or the plan tell, or "
        "by their links.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]
Raw = Annotated[
    bool,
    typer.Option("--raw", help="Names in tables as they are, also those that a spreadsheet takes as formulas."),
]
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
    clusters: str | None = None

    def options(self, *, nominal: bool | None, also_ignored: Sequence[str] = (), any_order: bool = False) -> "Options":
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
            self.clusters,
            nominal=nominal,
        )


def load_network(model: Path) -> "FittedNetwork":
    """The network of a file; files beside it that belong to another are remarked on."""
    from ordag import FittedNetwork

    network = FittedNetwork.load(model)
    warn_of_strangers(model.parent)
    return network


def read_table(data: Path, options: "Options", layout: Mapping[str, Any]) -> "Encoded":
    """Encoded rows of a data file or of standard input, with the plan of their columns."""
    from ordag.data.encoding.read import read_planned
    from ordag.data.reading.loading import Layout, load

    with local_file(data) as path:
        return read_planned(load(path, Layout(**layout, levels=options.levels)), options)


def layout_of(encoding: str | None, sheet: str | None, header: bool | None, skip: int) -> dict[str, Any]:
    """What a file does not record about itself, as arguments of the readers."""
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
def remarks() -> Iterator[list[OrdagWarning]]:
    """What was inferred or did not settle within the block; merged levels are among the checks of the report.

    If the block fails they are shown at once: they may give the reason.
    """
    kept: list[OrdagWarning] = []
    caught: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", OrdagWarning)
            warnings.simplefilter("error", Interrupted)
            yield kept
    except OrdagError:
        _keep_remarks(caught, kept)
        for warning in kept:
            streams.complain(f"warning: {warning.worded(TERMINAL)}\n")
        raise
    _keep_remarks(caught, kept)


def remark_on(found: Sequence[OrdagWarning]) -> None:
    """Give remarks that a function returned."""
    for remark in found:
        warn(remark)


def _keep_remarks(caught: list[warnings.WarningMessage], kept: list[OrdagWarning]) -> None:
    """Keep our own warnings, each once, and show others."""
    for warning in caught:
        remark = warning.message
        if not isinstance(remark, OrdagWarning):
            warnings.showwarning(remark, warning.category, warning.filename, warning.lineno)
        elif not isinstance(remark, RepairWarning) and remark not in kept:
            kept.append(remark)


@dataclass(frozen=True)
class WrittenEdges:
    """Edges as texts of one option, such as "sleep>mood", with the pairs of names that each can be read as."""

    flag: str
    pairs: Mapping[str, tuple[tuple[str, str], ...]]

    def among(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """The edges, whose names may contain the mark too: the names show which of several marks separates the ends."""
        return [self._read(text, names) for text in self.pairs]

    def _read(self, text: str, names: Sequence[str]) -> tuple[str, str]:
        pairs = self.pairs[text]
        known = [pair for pair in pairs if set(pair) <= set(names)]
        if len(pairs) > 1 and len(known) != 1:
            raise _bad_edge(text, "fits more than one pair of columns" if known else "is no edge", self.flag)
        return (known or pairs)[0]


@dataclass(frozen=True)
class Knowledge:
    """What is known of the graph, before the names of the columns are."""

    required: WrittenEdges
    forbidden: WrittenEdges
    tiers: list[list[str]]

    def among(self, names: Sequence[str]) -> dict[str, Any]:
        """The knowledge as arguments of a learner."""
        edges = {"required": self.required.among(names), "forbidden": self.forbidden.among(names)}
        return {**edges, "tiers": self.tiers}


@dataclass(frozen=True)
class Learner:
    """What the options say of the estimator, before the names of the columns are known."""

    penalty: float | str
    criterion: str
    knowledge: Knowledge
    max_parents: int | None
    max_rows: int | str

    def estimator(self, names: Sequence[str], **options: Any) -> "OSEM":
        """The estimator for columns of these names, with further options."""
        from ordag import OSEM

        return OSEM(
            self.penalty,
            criterion=self.criterion,
            max_parents=self.max_parents,
            max_rows=self.max_rows,
            **self.knowledge.among(names),
            **options,
        )

    def given(self) -> list[str]:
        """Those of its options, beside knowledge of edges, that are not as they are by default."""
        return [
            name
            for name in ("penalty", "criterion", "max_parents", "max_rows")
            if getattr(self, name) != OPTIONS[name].default
        ]


def learner(
    penalty: str,
    criterion: str,
    knowledge: Knowledge,
    max_parents: int | None,
    max_rows: int | None,
) -> Learner:
    """What the options ask of the estimator; bad usage is reported before anything heavy is loaded."""
    return Learner(parse_penalty(penalty), criterion, knowledge, max_parents, "auto" if max_rows is None else max_rows)


def parse_hidden(text: str) -> int | str:
    """A number of hidden causes, or "auto"."""
    if text == "auto":
        return text
    if not text.isdecimal():
        raise typer.BadParameter(f"{text!r} is neither auto nor a number of hidden causes.", param_hint=_flag("hidden"))
    return int(text)


def knowledge_of(required: Sequence[str] | None, forbidden: Sequence[str] | None, tiers: Path | None) -> Knowledge:
    """What the options say of the graph."""
    return Knowledge(
        written_edges(required, _flag("required")), written_edges(forbidden, _flag("forbidden")), read_tiers(tiers)
    )


def with_choices(
    network: "FittedNetwork", encoded: "Encoded", choices: ColumnChoices, *, n_dropped: int = 0
) -> "FittedNetwork":
    """The network with what was chosen of its data, so that the report and the file record it."""
    from ordag.model import recorded

    return recorded(
        network,
        encoded.table,
        encoded.plan,
        ignored=choices.ignore or (),
        missing=choices.missing or (),
        dropped_rows=n_dropped,
    )


# Parameters that say where results go and how they are told, not what they are.
_NO_PART = {"force", "as_json", "raw", "jobs", "output", "quick"}


def command_line(context: typer.Context, given: Mapping[str, Any]) -> str:
    """The command that is running, with what was chosen and without what was not; `given` comes before the context."""
    values = {**context.params, **given}
    parts = ["ordag", str(context.info_name), Path(values["data"]).name, "-o", "results"]
    for option in context.command.params:
        value = values.get(str(option.name))
        is_said = option.param_type_name == "option" and option.name not in _NO_PART
        if not is_said or value in (option.default, None, []):
            continue
        for each in value if isinstance(value, list | tuple) else [value]:
            flag = option.secondary_opts[0] if each is False else option.opts[0]
            parts += [flag] if isinstance(each, bool) else [flag, str(each)]
    return shlex.join(parts)


def shows_bar(as_json: bool) -> bool:
    """Whether a progress bar would be seen, and would not stand between lines for a machine."""
    return not as_json and sys.stdout.isatty()


def _flag(name: str) -> str:
    """The command line's spelling of an option of the estimator."""
    return OPTIONS[name].at_command_line.flag


def parse_penalty(text: str) -> float | str:
    """A number, or "auto"."""
    if text == OPTIONS["penalty"].default:
        return text
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is neither 'auto' nor a number.", param_hint=_flag("penalty")) from None


def written_edges(texts: Sequence[str] | None, flag: str) -> WrittenEdges:
    """Edges from texts such as "sleep>mood", each with a mark, > or ->, between two names."""
    pairs = {text: tuple(_pairs_in(text)) for text in texts or ()}
    for text, found in pairs.items():
        if not found:
            raise _bad_edge(text, "is no edge", flag)
    return WrittenEdges(flag, pairs)


def _bad_edge(text: str, trouble: str, flag: str) -> typer.BadParameter:
    return typer.BadParameter(f"{text!r} {trouble}; write it as 'sleep>mood', in quotes.", param_hint=flag)


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
        raise FileError(path, "holds no tiers", "a list of lists of names under 'tiers' is needed")
    return [[str(name) for name in tier] for tier in tiers]
