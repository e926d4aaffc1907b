# SPDX-License-Identifier: MIT
"""``ordag methods``: what each method accepts and returns."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli import inputs
from ordag.cli.page import page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from ordag.learners import MethodCard


def methods(
    name: Annotated[str | None, typer.Argument(help="Show this method's card in full.")] = None,
    as_json: inputs.AsJson = False,
) -> None:
    """List the methods, or show the card of one.

    Example: ordag methods bge
    """
    from ordag.errors import unknown_option
    from ordag.learners import methods as cards

    found = cards()
    if name is not None and name not in found:
        raise unknown_option("method", name, found)
    if as_json:
        cards_wanted = found.values() if name is None else [found[name]]
        typer.echo(json.dumps([asdict(card) for card in cards_wanted], ensure_ascii=False, indent=2))
    elif name is None:
        with page() as console:
            console.print(_list(found.values()))
    else:
        typer.echo(_card(found[name]))


def _list(cards: "Iterable[MethodCard]") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("method", "title", "columns", "missing", "weights", "gives", "options"):
        table.add_column(heading)
    for card in cards:
        options = ", ".join(parameter.name for parameter in card.parameters)
        kinds = ", ".join(card.kinds)
        table.add_row(card.name, card.title, kinds, _yes(card.missing), _yes(card.weights), card.result, options)
    return table


def _card(card: "MethodCard") -> str:
    lines = [
        f"{card.name}: {card.title}",
        f"  columns      {', '.join(card.kinds)}",
        f"  unordered    {_unordered(card)}",
        f"  missing      {_yes(card.missing)}",
        f"  row weights  {_yes(card.weights)}",
        f"  gives        {card.result}",
        f"  constraints  {', '.join(card.constraints)}",
        f"  random       {_yes(card.random)}",
        f"  reference    {card.reference}",
        "  options",
    ]
    for parameter in card.parameters:
        grid = f"; grid of the studies: {', '.join(f'{value:g}' for value in parameter.grid)}" if parameter.grid else ""
        lines.append(f"    {parameter.name} = {parameter.default}: {parameter.meaning}{grid}")
    return "\n".join(lines)


def _unordered(card: "MethodCard") -> str:
    """Whether labels without an order are accepted, and on which options that depends."""
    return ", ".join([_yes(card.unordered is not None), *(f"{name}={value}" for name, value in card.unordered or ())])


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
