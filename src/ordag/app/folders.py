# SPDX-License-Identifier: MIT
"""The server's own dialog for data files: it shows folders, and the page names what it was shown by keys.

No path ever comes from the browser. What was not shown cannot be asked for, and only folders and data files are shown.
"""

import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ordag.data.reading.loading import FORMATS
from ordag.errors import FileError, OrdagError
from ordag.messages import Advise

MOST_SHOWN = 1000  # entries of one folder
MOST_KEYS = 50_000  # after which earlier listings are forgotten


@dataclass(frozen=True)
class Entry:
    """A folder or a data file: the key that the page names it by, its name, its bytes (None of a folder)."""

    key: str
    name: str
    n_bytes: int | None = None


class Folders:
    """Folders and files that were shown, by their keys.

    Parameters
    ----------
    start
        The folder that is shown first.
    """

    def __init__(self, start: Path) -> None:
        self._start = start
        self._keys: dict[Path, str] = {}
        self._paths: dict[str, Path] = {}

    def shown(self, key: str | None) -> dict[str, Any]:
        """A folder for the page: the way to it from the root, its folders and its data files.

        Parameters
        ----------
        key
            Of a folder that was shown before; None for the one to start with.
        """
        if len(self._keys) > MOST_KEYS:
            folder = self._named(key)
            self._keys, self._paths = {}, {}
        else:
            folder = self._named(key)
        folders, files = _inside(folder)
        way = [self._entry(step, step.name or step.anchor) for step in (*reversed(folder.parents), folder)]
        listed = [*(self._entry(path, path.name) for path in folders)]
        listed += [self._entry(path, path.name, path.stat().st_size) for path in files]
        return {
            "way": [asdict(entry) for entry in way],
            "entries": [asdict(entry) for entry in listed[:MOST_SHOWN]],
            "n_more": max(len(listed) - MOST_SHOWN, 0),
        }

    def file(self, key: str) -> Path:
        """The data file of a key."""
        path = self._named(key)
        if not path.is_file():
            raise FileError(path, "is no file any more")
        return path

    def _named(self, key: str | None) -> Path:
        path = self._start if key is None else self._paths.get(key)
        if path is None:
            raise OrdagError("this place", "was not shown", remedies=[Advise("open the folder again")])
        return path

    def _entry(self, path: Path, name: str, n_bytes: int | None = None) -> Entry:
        key = self._keys.setdefault(path, secrets.token_hex(8))
        self._paths[key] = path
        return Entry(key, name, n_bytes)


def _inside(folder: Path) -> tuple[list[Path], list[Path]]:
    """Folders and data files in a folder, by their names; hidden ones and what cannot be looked at are left out."""
    folders, files = [], []
    try:
        for path in folder.iterdir():
            if path.name.startswith("."):
                continue
            if path.is_dir():
                folders.append(path)
            elif path.name.lower().endswith(FORMATS) and path.is_file():
                files.append(path)
    except OSError as error:
        raise FileError(folder, "cannot be looked into") from error
    return sorted(folders, key=_by_name), sorted(files, key=_by_name)


def _by_name(path: Path) -> str:
    return path.name.casefold()
