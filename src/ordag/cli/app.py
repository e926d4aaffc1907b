# SPDX-License-Identifier: MIT
"""The ``ordag`` command and the list of its subcommands."""

import inspect
from collections.abc import Callable
from typing import Annotated

import typer

from ordag.cli.bootstrap import bootstrap
from ordag.cli.columns import columns
from ordag.cli.convert import convert
from ordag.cli.demo import demo
from ordag.cli.fit import fit
from ordag.cli.groups import groups
from ordag.cli.impute import impute
from ordag.cli.learn import learn
from ordag.cli.limits import with_limits
from ordag.cli.local_page import local_page
from ordag.cli.methods import methods
from ordag.cli.plan import plan
from ordag.cli.predict import predict
from ordag.cli.report import report
from ordag.cli.simulate import simulate
from ordag.cli.study import study
from ordag.cli.waves import waves

app = typer.Typer(
    name="ordag",
    help="Learn Bayesian networks from ordinal data.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# By name, in the order of the list.
COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo,
    "app": with_limits(local_page),
    "columns": with_limits(columns),
    "fit": with_limits(fit),
    "bootstrap": with_limits(bootstrap),
    "groups": with_limits(groups),
    "waves": with_limits(waves),
    "plan": with_limits(plan),
    "predict": with_limits(predict),
    "impute": with_limits(impute),
    "report": with_limits(report),
    "learn": with_limits(learn),
    "methods": methods,
    "simulate": simulate,
    "study": study,
    "convert": with_limits(convert),
}


def _help_of(command: Callable[..., None]) -> str:
    """What a command says of itself, each paragraph in one line, so that it is wrapped to the width of the terminal."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


for name, command in COMMANDS.items():
    app.command(name, help=_help_of(command))(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from ordag import __version__

        typer.echo(f"ordag {__version__}")
        raise typer.Exit


def _print_citation(wanted: bool) -> None:
    if wanted:
        from ordag.citation import CITATION

        typer.echo(CITATION, nl=False)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", is_eager=True, callback=_print_version)
    ] = False,
    cite: Annotated[
        bool, typer.Option("--cite", help="Show how to cite, and stop.", is_eager=True, callback=_print_citation)
    ] = False,
) -> None:
    """Learn Bayesian networks from ordinal data."""
