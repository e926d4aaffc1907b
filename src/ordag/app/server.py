# SPDX-License-Identifier: MIT
"""The server: on the loopback address only, one for a folder of projects, until it is interrupted."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ordag.errors import FileError, MissingDependencyError
from ordag.files import folder_locked, make_folder

HOST = "127.0.0.1"
FOLDER = "ORDAG_PROJECTS"  # environment variable that names the folder of the projects


def home_of_projects() -> Path:
    """Where projects are kept: the folder that ``ORDAG_PROJECTS`` names, or where the system has data of programs."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ordag" / "projects"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ordag" / "projects"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ordag" / "projects"


@dataclass(frozen=True)
class FirstFile:
    """What to begin with: a data file or a saved project, and whether data are left where they are."""

    path: Path
    in_place: bool = False


def serve(first: FirstFile | None, port: int, home: Path, announce: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C.

    Parameters
    ----------
    first
        A data file or a saved project to begin with.
    port
        To listen on; 0 for one that is free.
    home
        Folder of the projects; another server that has it is an error.
    announce
        Called with the first address once the server answers.
    """
    try:
        from ordag.app.listener import listen
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise MissingDependencyError("the page", str(error.name), "app") from None
    if first is not None and not first.path.is_file():
        raise FileError(first.path, "does not exist")
    make_folder(home)
    with suppress(OSError):
        home.chmod(0o700)
    with folder_locked(home), _listening(port) as listener:
        asyncio.run(listen(first, listener, home, announce))


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise FileError(f"{HOST}:{port}", "cannot be listened on; choose another port") from error
    return listener
