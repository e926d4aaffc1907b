# SPDX-License-Identifier: MIT
"""``ordag groups``: whether groups differ in their network."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.characters import for_files, guarded
from ordag.cli import inputs
from ordag.cli.bootstrap import going_on_or_anew
from ordag.cli.folders import alone_in_output
from ordag.cli.page import say, tell
from ordag.cli.results import plain_remarks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ordag.errors import OrdagWarning
    from ordag.groups import GroupComparison, JointNetworks

STORE = "permutations.jsonl"
NETWORKS, DIFFERENCES, TOGETHER, REPORT = "networks.svg", "differences.svg", "together.svg", "report.html"


@alone_in_output
def groups(
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help='Column that names the group of each row, if not the "group" of --columns.'
        ),
    ] = None,
    n_permutations: Annotated[int, typer.Option(min=1, help="Number of permutations.")] = 500,
    effect: Annotated[
        list[str] | None, typer.Option(metavar="A>B", help="Total effect that is compared, too; repeatable.")
    ] = None,
    folds: Annotated[int, typer.Option(min=0, help="Folds of rows that are left out; 0 for none.")] = 5,
    posterior: Annotated[
        bool, typer.Option("--posterior", help="Probability that a link is in one group and not in another.")
    ] = False,
    together: Annotated[
        bool, typer.Option("--together", help="Also learn the groups together, links shared unless the data differ.")
    ] = False,
    penalty: inputs.Penalty = inputs.DEFAULTS["penalty"],
    criterion: inputs.Criterion = inputs.DEFAULTS["criterion"],
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    columns: inputs.ColumnsFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    max_parents: inputs.MaxParents = None,
    weights: inputs.Weights = None,
    weights_are: inputs.WeightsAre = "survey",
    clusters: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column, without empty cells, that names the cluster of each row."),
    ] = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    strict: inputs.Strict = False,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    jobs: inputs.Jobs = inputs.DEFAULTS["n_jobs"],
    raw: inputs.Raw = False,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Compare the networks of groups.

    Writes edges.csv (one line per pair), thresholds.csv, tests.csv, invariance.csv, networks.svg, report.html, for each
    group its model (model-1.json and so on, listed in groups.csv), for two groups differences.svg, with --effect
    effects.csv, with --together links.csv and together.svg. Finished permutations are kept in permutations.jsonl: after
    an interruption the same command continues where it stopped.

    Example: ordag groups survey.csv --by gender -o groups --n-permutations 500
    """
    wanted = inputs.written_edges(effect, "--effect")
    asked = inputs.learner(penalty, criterion, inputs.knowledge_of(required, forbidden, tiers), max_parents, None)
    from ordag import compare_groups, learn_groups
    from ordag.data import check_free, checks
    from ordag.data.encoding.read import groups_in, read_planned
    from ordag.data.reading.loading import Layout, load
    from ordag.groups.split import group_named

    check_free([output / "edges.csv", output / REPORT], force=force)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    choices = inputs.ColumnChoices(levels, types, columns, weights, weights_are, ignore, missing, strict)
    by = group_named(by, choices.options(nominal=False).plan)
    beside = [by, *([clusters] if clusters else [])]
    with inputs.remarks() as remarks, inputs.local_file(data) as path:
        loaded = load(path, Layout(**layout, levels=levels))
        checks.known_columns("by", beside, [str(name) for name in loaded.frame.columns])
        encoded = read_planned(loaded, choices.options(also_ignored=beside, nominal=False))
        labels, model = groups_in(loaded, by, encoded), asked.estimator(encoded.table.names)
        run = partial(
            compare_groups,
            encoded.table,
            labels,
            n_permutations,
            model=model,
            effects=wanted.among(encoded.table.names),
            clusters=groups_in(loaded, clusters, encoded) if clusters else None,
            folds=folds,
            posterior=posterior,
            n_jobs=jobs,
            random_state=seed,
            store=output / STORE,
            verbose=inputs.shows_bar(as_json),
        )
        found = going_on_or_anew(run, output / STORE) if force else run()
        joint = learn_groups(encoded.table, labels, model=model, n_jobs=jobs, random_state=seed) if together else None
    title = "Groups compared" if data == inputs.STANDARD_STREAM else f"{for_files(data.stem)} by {by}"
    files = _write(found, joint, output, title, force=force, raw=raw)
    _tell(found, remarks, files, as_json=as_json)


def _write(
    found: "GroupComparison", joint: "JointNetworks | None", folder: Path, title: str, *, force: bool, raw: bool
) -> list[Path]:
    """All files, or none."""
    import matplotlib as mpl

    mpl.use("agg")
    from ordag.data import write_frame
    from ordag.files import write_text, written_together
    from ordag.report.groups import group_page

    tables = {"edges": found.pairs, "thresholds": found.thresholds, "tests": found.tests}
    tables |= {"invariance": found.invariance, "groups": _listed(found)}
    tables |= {"effects": found.effects} if len(found.effects) else {}
    tables |= {"links": joint.links} if joint else {}
    models = {folder / f"model-{k}.json": network for k, network in enumerate(found.networks.values(), 1)}
    drawings: dict[Path, Callable[[], Figure | Axes]] = {folder / NETWORKS: found.plot}
    drawings |= {folder / DIFFERENCES: found.plot_differences} if "difference" in found.pairs else {}
    drawings |= {folder / TOGETHER: joint.plot} if joint else {}
    files = [*(folder / f"{name}.csv" for name in tables), *models, *drawings, folder / REPORT]
    with written_together(files, force=force) as temporary:
        for name, table in tables.items():
            write_frame(table if raw else guarded(table), temporary[folder / f"{name}.csv"])
        for file, network in models.items():
            network.save(temporary[file])
        for file, draw in drawings.items():
            _draw(draw, temporary[file])
        write_text(temporary[folder / REPORT], group_page(found, title))
    return files


def _draw(draw: "Callable[[], Figure | Axes]", file: Path) -> None:
    from matplotlib.axes import Axes

    from ordag.data import write_text
    from ordag.report.pages import as_svg, closed

    drawn = draw()
    figure = drawn.get_figure(root=True) if isinstance(drawn, Axes) else drawn
    assert figure is not None
    with closed(figure):
        write_text(file, as_svg(figure))


def _listed(found: "GroupComparison") -> "pd.DataFrame":
    """The groups with the files of their networks."""
    import pandas as pd

    rows = [
        (k, group, size, network.n_edges, f"model-{k}.json")
        for k, (group, size, network) in enumerate(
            zip(found.networks, found.sizes.values(), found.networks.values(), strict=True), 1
        )
    ]
    return pd.DataFrame(rows, columns=["number", "group", "n_rows", "n_edges", "file"])


def _tell(found: "GroupComparison", remarks: "Sequence[OrdagWarning]", files: list[Path], *, as_json: bool) -> None:
    if as_json:
        summary = {
            "p_value": found.p_value,
            "n_permutations": found.n_permutations,
            "preferred": found.preferred,
            "tests": found.tests.to_dict("records"),
            "invariance": json.loads(found.invariance.to_json(orient="records")),
            "differing_links": found.differing_links().to_dict("records"),
            "paragraphs": list(found.paragraphs()),
            "remarks": plain_remarks(remarks),
            "files": [str(path) for path in files],
        }
        say(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    tell(found.paragraphs(), remarks, files)
