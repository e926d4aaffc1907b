# SPDX-License-Identifier: MIT
"""``ordag waves``: items measured repeatedly."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordag.characters import for_files, guarded
from ordag.cli import inputs
from ordag.cli.folders import alone_in_output
from ordag.cli.page import say, tell
from ordag.cli.results import plain_remarks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ordag.errors import OrdagWarning
    from ordag.panels import PanelNetwork

LINKS, MODEL, DRAWING, REPORT = "links.csv", "model.json", "waves.svg", "report.html"


@alone_in_output
def waves(
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    pattern: Annotated[
        str | None,
        typer.Option(help="How columns are called, with places for item and wave; default: {item}_t{wave}."),
    ] = None,
    person: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column that names the person, of a file with a row per wave.")
    ] = None,
    wave: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column that names the wave, of a file with a row per wave.")
    ] = None,
    by_step: Annotated[bool, typer.Option("--by-step", help="Each step has links and weights of its own.")] = False,
    intercepts: Annotated[
        bool | None, typer.Option("--intercepts/--no-intercepts", help="Stable levels of persons; default: by AIC.")
    ] = None,
    tied_thresholds: Annotated[
        bool, typer.Option("--tied-thresholds", help="Thresholds are the same at all waves.")
    ] = False,
    forbidden: inputs.Forbidden = None,
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    jobs: inputs.Jobs = inputs.DEFAULTS["n_jobs"],
    raw: inputs.Raw = False,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn the network of items that were measured at several waves.

    Writes links.csv, tests.csv, with stable levels of persons levels.csv, model.json (all items at all waves, for
    predict and impute), waves.svg and report.html. Persons who miss a wave count with what they answered.

    Example: ordag waves panel.csv --pattern "{item}_t{wave}" -o waves
    """
    edges = inputs.written_edges(forbidden, "--forbidden")
    from ordag.data import check_free, read_frame
    from ordag.panels import waves as learn
    from ordag.panels.reading import read_panel

    check_free([output / LINKS, output / REPORT], force=force)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    with inputs.remarks() as remarks, inputs.local_file(data) as path:
        frame = read_frame(
            path, levels=levels if person else None, ignore=ignore or (), missing=missing or (), **layout
        )
        columns: dict[str, Any] = {"pattern": pattern, "person": person, "wave": wave, "levels": levels, "kinds": types}
        pairs = edges.among(read_panel(frame, **columns).items) if edges.pairs else ()
        found = learn(
            frame,
            **columns,
            stationary=not by_step,
            intercepts="auto" if intercepts is None else intercepts,
            thresholds="tied" if tied_thresholds else "free",
            forbidden=pairs,
            n_jobs=jobs,
            random_state=seed,
            verbose=inputs.shows_bar(as_json),
        )
    title = "Network of waves" if data == inputs.STANDARD_STREAM else for_files(data.stem)
    files = _write(found, output, title, force=force, raw=raw)
    _tell(found, remarks, files, as_json=as_json)


def _write(found: "PanelNetwork", folder: Path, title: str, *, force: bool, raw: bool) -> list[Path]:
    """All files, or none."""
    import matplotlib as mpl

    mpl.use("agg")
    from ordag.data import write_frame, write_text
    from ordag.files import written_together
    from ordag.report.pages import as_svg, closed
    from ordag.report.waves import levels_frame, wave_page

    tables = {LINKS: found.links, "tests.csv": found.tests}
    tables |= {"levels.csv": levels_frame(found)} if found.person_levels else {}
    files = [folder / name for name in (*tables, MODEL, DRAWING, REPORT)]
    with written_together(files, force=force) as temporary:
        for name, table in tables.items():
            write_frame(table if raw else guarded(table), temporary[folder / name])
        found.network.save(temporary[folder / MODEL])
        with closed(found.plot()) as figure:
            write_text(temporary[folder / DRAWING], as_svg(figure))
        write_text(temporary[folder / REPORT], wave_page(found, title))
    return files


def _tell(found: "PanelNetwork", remarks: "Sequence[OrdagWarning]", files: list[Path], *, as_json: bool) -> None:
    if as_json:
        summary = {
            "items": list(found.items),
            "waves": list(found.waves),
            "n_persons": found.n_persons,
            "has_person_levels": found.person_levels is not None,
            "log_likelihood": found.log_likelihood,
            "bic": found.bic,
            "links": json.loads(found.links.to_json(orient="records")),
            "tests": json.loads(found.tests.to_json(orient="records")),
            "paragraphs": list(found.paragraphs()),
            "remarks": plain_remarks(remarks),
            "files": [str(path) for path in files],
        }
        say(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    tell(found.paragraphs(), remarks, files)
