# SPDX-License-Identifier: MIT
"""The page in a window of its own instead of a tab of the browser: a process that ends when the window is closed.

``python -m ordag.app.window`` reads the address from its standard input, because arguments of a process can be read by
every user of the machine, and the address holds the token.
"""

import signal
import subprocess
import sys
from importlib.util import find_spec
from threading import Thread

from ordag.errors import MissingDependencyError
from ordag.processes import environment, python

_SIZE = (1280, 860)


def check_window() -> None:
    """Refuse to go on where windows cannot be shown."""
    if find_spec("webview") is None:
        raise MissingDependencyError("a window of its own", "pywebview", "window")


def show_window(address: str) -> None:
    """Show an address in a window; closing it ends this process as Ctrl-C does."""
    process = subprocess.Popen(python("-m", "ordag.app.window"), stdin=subprocess.PIPE, text=True, env=environment())
    assert process.stdin is not None
    process.stdin.write(address)
    process.stdin.close()
    Thread(target=_end_with, args=(process,), daemon=True).start()


def _end_with(process: "subprocess.Popen[str]") -> None:
    process.wait()
    signal.raise_signal(signal.SIGINT)


def main() -> None:
    """Show the window until it is closed."""
    import webview

    webview.settings["ALLOW_DOWNLOADS"] = True
    width, height = _SIZE
    webview.create_window("ordag", sys.stdin.read().strip(), width=width, height=height)
    webview.start()


if __name__ == "__main__":
    main()
