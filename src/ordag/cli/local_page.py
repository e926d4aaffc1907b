# SPDX-License-Identifier: MIT
"""``ordag app``: the page on this machine."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ordag.cli.page import say


def local_page(
    file: Annotated[
        Path | None,
        typer.Argument(help="A data file, or a project (.ordag) to go on with; default: choose on the page."),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Leave the file where it is: the project holds its path, not a copy.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: one that is free.")] = 0,
    window: Annotated[
        bool, typer.Option("--window", help="Open a window of its own instead of the browser (ordag[window]).")
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    projects: Annotated[
        Path | None, typer.Option(help="Folder of the projects; default: ORDAG_PROJECTS, or the user's data folder.")
    ] = None,
) -> None:
    """Open a page on which all of this is done with a mouse.

    From a data file to columns, knowledge, the network, and a report to take away. The page is served to this machine
    alone; the data never leave it. Projects are saved as you go along. Ctrl-C ends it.

    Example: ordag app survey.sav
    """
    from ordag.app.server import FirstFile, home_of_projects, serve
    from ordag.app.window import check_window, show_window

    if window:
        check_window()

    def announce(address: str) -> None:
        say(f"The page is at  {address}\nCtrl-C ends it; projects are saved.")
        if window:
            show_window(address, lambda at: say(f"No window can be shown here; open the page in a browser:  {at}"))
        elif not no_browser:
            webbrowser.open(address)

    first = None if file is None else FirstFile(file, in_place)
    serve(first, port, projects or home_of_projects(), announce)
