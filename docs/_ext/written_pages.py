# SPDX-License-Identifier: MIT
"""What the package writes about itself: the reference of the command line, and the report of the demonstration."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from docutils.nodes import Node
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.testing import CliRunner

from ordag.cli.app import app as commands

REPORT = Path("reports") / "anes96.html"  # in the site; pages link to it


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive ``commands``, and the report once the pages are written."""
    app.add_directive("commands", Commands)
    app.connect("build-finished", _write_report)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Commands(SphinxDirective):
    """Stands for the reference of all commands."""

    def run(self) -> list[Node]:
        """The sections, parsed as if they stood in the page."""
        return self.parse_text_to_nodes(command_reference(), allow_section_headings=True)


def command_reference() -> str:
    """All commands in Markdown, written from the commands themselves."""
    group: Any = typer.main.get_command(commands)
    context = group.make_context("ordag", [], resilient_parsing=True)
    found = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    sections = [line for name, command in found for line in _section(f"ordag {name}", command, context)]
    return "\n".join([*_table(group, context), "", *sections])


def _section(name: str, command: Any, context: Any) -> Iterator[str]:
    text, _, example = command.help.partition("Example: ")
    yield from (f"## {name}", "", text.strip(), "", "```bash", example.strip(), "```", "")
    yield from (*_table(command, context), "")


def _table(command: Any, context: Any) -> Iterator[str]:
    """What a command takes. Help records, unlike other attributes, have the same form in every release of typer."""
    yield from ("| | |", "|---|---|")
    for parameter in command.params:
        if record := parameter.get_help_record(context):
            spelling, meaning = (" ".join(part.split()).replace("|", "\\|") for part in record)
            yield f"| `{spelling}` | {meaning} |"


def _write_report(app: Sphinx, failure: Exception | None) -> None:
    if failure is not None:
        return
    with tempfile.TemporaryDirectory() as folder:
        CliRunner().invoke(commands, ["demo", "-o", folder], catch_exceptions=False)
        target = Path(app.outdir) / REPORT
        target.parent.mkdir(exist_ok=True)
        target.write_bytes((Path(folder) / "report.html").read_bytes())
