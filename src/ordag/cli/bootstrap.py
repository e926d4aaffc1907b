# SPDX-License-Identifier: MIT
"""``ordag bootstrap``: how often each edge is found again in resampled rows, and how far causal effects vary."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ordag.characters import guarded
from ordag.cli import inputs
from ordag.cli.folders import alone_in_output
from ordag.cli.page import page, say, shown
from ordag.cli.results import plain_remarks
from ordag.errors import unknown_option
from ordag.messages.terminal import TERMINAL
from ordag.osem_options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    from rich.console import Console

    from ordag import OSEM
    from ordag.errors import OrdagWarning
    from ordag.stability import Bootstrap

Found = TypeVar("Found")
N_SHOWN = 15  # pairs in the summary; support.csv has all
OSEM_METHOD = "osem"
# What is said where another method lacks an option.
_ONLY_OSEM = {
    "max_parents": "takes it by --option, if at all.",
    "max_rows": "learns from all rows; only osem draws some.",
}


@alone_in_output
def bootstrap(
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    n_boot: Annotated[int, typer.Option(min=1, help="Number of resamples.")] = 500,
    method: inputs.Method = "osem",
    option: inputs.MethodOption = None,
    penalty: inputs.Penalty = inputs.DEFAULTS["penalty"],
    criterion: inputs.Criterion = inputs.DEFAULTS["criterion"],
    threshold: Annotated[
        float, typer.Option(min=0, max=1, help="Least support of an edge in the averaged network.")
    ] = 0.5,
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    columns: inputs.ColumnsFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    max_parents: inputs.MaxParents = None,
    max_rows: inputs.MaxRows = None,
    weights: inputs.Weights = None,
    weights_are: inputs.WeightsAre = "survey",
    clusters: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Column, without empty cells, that names the cluster of each row; clusters are drawn whole.",
        ),
    ] = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    strict: inputs.Strict = False,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    effect: Annotated[
        list[str] | None, typer.Option(metavar="A>B", help="Causal effect whose interval is wanted; repeatable.")
    ] = None,
    jobs: inputs.Jobs = inputs.DEFAULTS["n_jobs"],
    raw: inputs.Raw = False,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn networks from resampled rows and count their edges.

    Writes support.csv (one line per pair), averaged.csv (the network of the edges above the threshold) and support.svg.
    A threshold of 1 keeps the edges that all resamples have.
    With --effect also effects.csv: the change of B when A is set from its lowest to its highest level, with intervals.
    Finished resamples are kept in replicates.jsonl: after an interruption the same command continues where it stopped.
    With --force those of another bootstrap are replaced.
    A number as penalty is many times faster than auto. Options of other methods than osem are given by --option.

    Example: ordag bootstrap survey.csv -o stability --n-boot 500 --penalty 3 --effect "sleep>mood"
    """
    written = inputs.written_edges(effect, "--effect")
    knowledge = inputs.knowledge_of(required, forbidden, tiers)
    asked = inputs.learner(penalty, criterion, knowledge, max_parents, max_rows)
    options = inputs.parse_options(option)
    _check_learner(method, asked, options, effects=bool(effect))
    from ordag import bootstrap as replicate
    from ordag.data import check_free, checks
    from ordag.data.encoding.read import groups_in, read_planned
    from ordag.data.reading.loading import Layout, load
    from ordag.files import written_together
    from ordag.learners.registry import find

    names = ["support.csv", "averaged.csv", "support.svg", *(["effects.csv"] if effect else [])]
    files = [output / name for name in names]
    check_free(files, force=force)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    choices = inputs.ColumnChoices(levels, types, columns, weights, weights_are, ignore, missing, strict)
    with inputs.remarks() as remarks, inputs.local_file(data) as path:
        loaded = load(path, Layout(**layout, levels=levels))
        drawn_whole = [clusters] if clusters else []
        checks.known_columns("clusters", drawn_whole, [str(name) for name in loaded.frame.columns])
        any_order = method != OSEM_METHOD and find(method)[0].ignores_order(options)
        nominal = method == OSEM_METHOD or find(method)[0].takes("nominal", options)
        encoded = read_planned(loaded, choices.options(also_ignored=drawn_whole, any_order=any_order, nominal=nominal))
        table, groups = encoded.table, groups_in(loaded, clusters, encoded) if clusters else None
        learner, options = _learner(method, asked, options, table.names)
        wanted = written.among(table.names)
        for name in {name for edge in wanted for name in edge} - set(table.names):
            raise unknown_option("variable", name, table.names)
        store = output / "replicates.jsonl"
        run = partial(
            replicate,
            learner,
            table,
            n_boot,
            jobs,
            clusters=groups,
            random_state=seed,
            store=store,
            keep_networks=bool(wanted),
            verbose=inputs.shows_bar(as_json),
            **options,
        )
        found = going_on_or_anew(run, store) if force else run()
    pairs, effects = found.edges_frame(), _effects(found, wanted)
    with written_together(files, force=force) as temporary:
        _write(found, [pairs, _averaged(found, threshold), effects], [temporary[file] for file in files], raw=raw)
    _tell(found, pairs, effects, remarks, files, as_json=as_json)


def going_on_or_anew(run: "Callable[[], Found]", store: Path) -> "Found":
    """What is found going on from the stored replicates; if these are of another run, without them.

    They are put back should the new run fail.
    """
    from ordag.stability.journal import OtherReplicatesError

    aside = store.with_name(f".{store.name}")
    try:
        found = run()
    except OtherReplicatesError:
        store.replace(aside)
        try:
            found = run()
        except BaseException:
            aside.replace(store)
            raise
    aside.unlink(missing_ok=True)  # also one that a kill had left
    return found


def _check_learner(method: str, asked: inputs.Learner, options: dict[str, Any], *, effects: bool) -> None:
    """Refuse options that the method does not have."""
    if method == OSEM_METHOD:
        if options:
            raise typer.BadParameter(
                "osem takes --penalty and its other options by their own names.", param_hint="--option"
            )
        return
    if effects:
        raise typer.BadParameter(
            f"method {method!r} fits no network to intervene in; only osem does.", param_hint="--effect"
        )
    for name in asked.given():
        trouble = _ONLY_OSEM.get(name, "has none; only osem does. Its own options go by --option.")
        raise typer.BadParameter(f"method {method!r} {trouble}", param_hint=OPTIONS[name].at_command_line.flag)


def _learner(
    method: str, asked: inputs.Learner, options: dict[str, Any], names: "Sequence[str]"
) -> "tuple[OSEM | str, dict[str, Any]]":
    """What learns from each resample: an estimator has its options inside, a method beside it."""
    if method == OSEM_METHOD:
        return asked.estimator(names), {}
    return method, {**options, **asked.knowledge.among(names)}


def _effects(found: "Bootstrap", wanted: list[tuple[str, str]]) -> "pd.DataFrame":
    """One line per level of each outcome; a continuous outcome has one line, with the change of its mean."""
    import pandas as pd

    tables = []
    for cause, outcome in wanted:
        one = found.effect(cause, outcome)
        what = {"cause": cause, "from": one.start, "to": one.end, "outcome": outcome}
        table = one.to_frame().reset_index().astype({"level": object})
        # As objects: beside values of a continuous cause the level 1 of another would become 1.0.
        tables.append(pd.DataFrame(what, index=table.index, dtype=object).join(table))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def _write(found: "Bootstrap", tables: "list[pd.DataFrame]", files: list[Path], *, raw: bool) -> None:
    """Tables, of which the last may not be asked for, and the drawing."""
    from ordag.cli.results import save_figure
    from ordag.data import write_frame
    from ordag.plots import plot_support

    drawing = next(file for file in files if file.suffix == ".svg")
    for file, table in zip((file for file in files if file != drawing), tables, strict=False):
        write_frame(table if raw else guarded(table), file)
    save_figure(lambda: plot_support(found.direction, found.names), found.names, drawing)


def _averaged(found: "Bootstrap", threshold: float) -> "pd.DataFrame":
    """The network of the edges above the threshold, with names."""
    import pandas as pd

    averaged = pd.DataFrame(found.averaged(threshold), columns=list(found.names))
    averaged.insert(0, "from", list(found.names))
    return averaged


def _tell(
    found: "Bootstrap",
    pairs: "pd.DataFrame",
    effects: "pd.DataFrame",
    remarks: "list[OrdagWarning]",
    files: list[Path],
    *,
    as_json: bool,
) -> None:
    if as_json:
        counts = {"n_boot": found.n_boot, "n_merged": found.n_merged, "n_redrawn": found.n_redrawn}
        summary = {
            **counts,
            "n_unsettled": found.n_unsettled,
            "remarks": plain_remarks(remarks),
            "pairs": pairs.to_dict("records"),
        }
        summary["effects"] = effects.to_dict("records")
        say(json.dumps({**summary, "files": [str(path) for path in files]}, ensure_ascii=False, indent=2))
        return
    with page() as console:
        _show_pairs(console, found, pairs)
        _show_effects(console, found, effects)
        for text in [*_cautions(found), *(remark.worded(TERMINAL) for remark in remarks)]:
            console.print(f"! {shown(text)}")
        for path in files:
            console.print(f"written: {shown(str(path))}", soft_wrap=True)


def _show_pairs(console: "Console", found: "Bootstrap", pairs: "pd.DataFrame") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=f"Edges in {found.n_boot} resamples", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("pair")
    for heading in ("joined", "this way", "other way"):
        table.add_column(heading, justify="right")
    for source, target, *shares in pairs.head(N_SHOWN).itertuples(index=False):
        table.add_row(shown(f"{source} → {target}"), *(f"{share:.0%}" for share in shares))
    console.print(table)


def _show_effects(console: "Console", found: "Bootstrap", effects: "pd.DataFrame") -> None:
    if effects.empty:
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from ordag.inference.effects import short_label

    continuous = {name for name, levels in zip(found.names, found.networks[0].levels, strict=True) if not levels}
    outcomes = set(effects["outcome"])
    changed = [
        *(["each answer's probability"] if outcomes - continuous else ()),
        *(["the mean"] if outcomes & continuous else ()),
    ]
    table = Table(title=f"Effects: change of {' or of '.join(changed)}", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("set")
    table.add_column("outcome")
    for heading in ("change", "90 % interval", "with open directions"):
        table.add_column(heading, justify="right")
    for cause, start, end, outcome, level, *numbers in effects.itertuples(index=False):
        change, low, high, lowest, highest = (f"{number:+z.2f}" for number in numbers)
        cells = (
            f"{cause}: {short_label(start)} → {short_label(end)}",
            f"mean of {outcome}" if outcome in continuous else f"{outcome} = {level}",
            change,
            f"{low} to {high}",
            f"{lowest} to {highest}",
        )
        table.add_row(*map(shown, cells))
    console.print(table)


def _cautions(found: "Bootstrap") -> list[str]:
    """What happened to resamples on the way."""
    counted = [
        (found.n_merged, "of the resamples lacked a level, which was merged with its neighbour there."),
        (found.n_redrawn, "of the draws left a column with a single level and were made anew."),
        (found.n_unsettled, "of the resamples ended before the learner settled."),
    ]
    return [f"{count} {what}" for count, what in counted if count]
