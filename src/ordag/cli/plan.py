# SPDX-License-Identifier: MIT
"""``ordag plan``: how many respondents a study needs."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ordag.cli import inputs
from ordag.cli.folders import alone_in_output
from ordag.cli.page import page, say, shown

FILES = ("plan.csv", "plan.svg", "paragraph.txt")


@alone_in_output
def plan(
    output: inputs.OutputFolder,
    items: Annotated[int, typer.Option(min=2, help="Number of items.")] = 20,
    levels: Annotated[float, typer.Option(min=2, help="Expected number of levels of an item.")] = 5.0,
    neighbours: Annotated[float, typer.Option(min=0, help="Expected number of items that one is linked with.")] = 3.0,
    weakest: Annotated[float, typer.Option(min=0.01, help="Least size of a weight; noise has variance one.")] = 0.4,
    strongest: Annotated[float, typer.Option(min=0.01, help="Largest size of a weight.")] = 1.0,
    missing: Annotated[float, typer.Option(min=0, max=0.95, help="Share of missing entries.")] = 0.0,
    pilot: Annotated[Path | None, typer.Option(help="model.json of a pilot study, in place of all of these.")] = None,
    rows: Annotated[list[int] | None, typer.Option(min=10, help="A number of respondents; repeatable.")] = None,
    sets: Annotated[int, typer.Option(min=3, help="Simulated studies of each size.")] = 20,
    target: Annotated[float, typer.Option(min=0.01, max=0.99, help="Share that is to be reached.")] = 0.8,
    of: Annotated[str, typer.Option(help="Of what: link recall, link precision, arrow recall, arrow precision.")] = (
        "link recall"
    ),
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    jobs: inputs.Jobs = inputs.DEFAULTS["n_jobs"],
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Simulate studies of several sizes, and say how many respondents find how much.

    Writes plan.csv (shares with intervals), plan.svg (the curves) and paragraph.txt, for a preregistration.

    Example: ordag plan -o plan --items 20 --levels 5 --rows 300 --rows 600 --rows 1200 --target 0.8
    """
    from ordag.cli.results import save_figure
    from ordag.data import check_free, write_frame, write_text
    from ordag.files import written_together
    from ordag.plan import Scenario, plan_sample_size
    from ordag.plan.sizes import ROWS

    table, figure, paragraph = written = [output / name for name in FILES]
    check_free(written, force=force)
    expected = (
        Scenario(items, levels, neighbours, (weakest, strongest), missing)
        if pilot is None
        else inputs.load_network(pilot)
    )
    bar = inputs.shows_bar(as_json)
    with inputs.remarks():
        found = plan_sample_size(expected, rows or ROWS, sets, n_jobs=jobs, random_state=seed, verbose=bar)
        best, least, most = found.needed(target, of)
        text = found.paragraph(target, of)
    with written_together(written, force=force) as temporary:
        write_frame(found.frame, temporary[table])
        write_text(temporary[paragraph], f"{text}\n")
        save_figure(found.plot, [], temporary[figure])
    if as_json:
        shares = found.frame.to_dict("records")
        answer = {"needed": best, "interval": [least, most], "shares": shares, "paragraph": text}
        say(json.dumps({**answer, "files": [str(path) for path in written]}, ensure_ascii=False, indent=2))
        return
    with page() as console:
        for line in repr(found).splitlines():
            console.print(shown(line), soft_wrap=True)
        console.print(f"\n{shown(text)}\n")
        for path in written:
            console.print(f"written: {shown(str(path))}", soft_wrap=True)
