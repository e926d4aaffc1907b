# SPDX-License-Identifier: MIT
"""The page in a window of its own instead of a tab of the browser: a process that ends when the window is closed.

``python -m ordag.app.window`` reads the address from its standard input, because arguments of a process can be read by
every user of the machine, and the address holds the token.
"""

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from threading import Thread

from ordag.errors import MissingDependencyError
from ordag.processes import environment, python

_SIZE = (1280, 860)


def check_window() -> None:
    """Refuse to go on where windows cannot be shown."""
    if find_spec("webview") is None:
        raise MissingDependencyError("a window of its own", "pywebview", "window")


def show_window(address: str, failed: Callable[[str], None]) -> None:
    """Show an address in a window; closing it ends this process as Ctrl-C does.

    Where no window can be shown `failed` is told the address, and this process goes on: a browser can show the page.
    """
    process = subprocess.Popen(python("-m", "ordag.app.window"), stdin=subprocess.PIPE, text=True, env=environment())
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # it may have ended already
        process.stdin.write(address)
        process.stdin.close()
    Thread(target=_end_with, args=(process, address, failed), daemon=True).start()


def _end_with(process: "subprocess.Popen[str]", address: str, failed: Callable[[str], None]) -> None:
    if process.wait() in (0, -signal.SIGINT):
        signal.raise_signal(signal.SIGINT)
    else:
        failed(address)


def main() -> None:
    """Show the window until it is closed."""
    import webview

    webview.settings["ALLOW_DOWNLOADS"] = True
    width, height = _SIZE
    webview.create_window("ordag", sys.stdin.read().strip(), width=width, height=height)
    webview.start()


if __name__ == "__main__":
    main()
