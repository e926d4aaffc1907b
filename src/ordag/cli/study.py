# SPDX-License-Identifier: MIT
"""``ordag study``: the paper's experiments, run, summarised and drawn."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli.page import say

if TYPE_CHECKING:
    from ordag.study import Plan

_MINUTE, _HOUR = 60.0, 3600.0


class Size(StrEnum):
    """How many replicates, problems and parameter values."""

    smoke = "smoke"
    medium = "medium"
    paper = "paper"


class Step(StrEnum):
    """One of the three steps of a study."""

    run = "run"
    summarize = "summarize"
    draw = "draw"


def study(
    name: Annotated[
        str,
        typer.Argument(
            help="recovery, skeleton, thresholds, sparsity, runtime, mixed, prediction, psych, missing, continuous, "
            "scale, hidden or penalty."
        ),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder of rows, tables and figures.")] = Path(
        "out/study"
    ),
    scale: Annotated[
        Size, typer.Option(help="smoke: minutes; medium: 20 replicates; paper: 100 replicates.")
    ] = Size.smoke,
    jobs: Annotated[int, typer.Option(help="Rows computed at the same time; -1: one per core.")] = -1,
    dask: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler whose workers compute the rows.")
    ] = None,
    methods: Annotated[
        str, typer.Option(help="Methods to run, by their labels in tables: 'BGe,BDe'; default: all.")
    ] = "",
    only: Annotated[Step | None, typer.Option(help="Run this step only.")] = None,
    time_limit: Annotated[float | None, typer.Option(help="Seconds after which a row is abandoned.")] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat rows that failed or ran out of time.")] = False,
) -> None:
    """Run an experiment, or what is left of it, then write its tables and figures.

    Rows go to OUTPUT/NAME.jsonl as they are finished; skeleton and runtime share those of recovery. Stop the command at
    any time; started again, it continues where it stopped.

    Example: ordag study recovery --scale smoke -o out/study
    """
    from ordag.progress import terminal_bar
    from ordag.study import draw, find_study, run, summarize
    from ordag.study.rows import check_success
    from ordag.study.summarize import rows_of

    chosen = find_study(name)
    if only in (None, Step.run):
        with terminal_bar():
            run(
                chosen,
                output,
                scale=scale.value,
                labels=tuple(filter(None, map(str.strip, methods.split(",")))),
                n_jobs=jobs,
                dask=dask,
                time_limit=time_limit,
                retry=retry,
                tell=_tell_plan,
            )
    written = summarize(chosen, output) if only in (None, Step.summarize) else ()
    written += draw(chosen, output) if only in (None, Step.draw) else ()
    for path in written:
        say(f"written: {path}")
    check_success(name, rows_of(chosen, output))


def _tell_plan(plan: "Plan") -> None:
    say(f"rows: {plan.n_done} done, {len(plan.trials)} to go, about {_duration(plan.seconds)} ({plan.path})")


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"
