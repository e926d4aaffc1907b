# SPDX-License-Identifier: MIT
"""Where the data of a project are: a copy in its folder, or a file of the user's that is known by its fingerprint."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal, TypeAlias

from ordag.app.project import Project

Presence: TypeAlias = Literal["here", "missing", "changed"]
_CHUNK = 1 << 20
_Stamp: TypeAlias = tuple[int, int]  # bytes, and nanoseconds of the last change


class Fingerprints:
    """Fingerprints of files of the user's, taken again only where size or time of a file have changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_Stamp, str]] = {}

    async def of(self, path: Path) -> str | None:
        """The fingerprint of a file; None if it is not there or cannot be read."""
        try:
            stamp = await asyncio.to_thread(_stamp, path)
            if stamp is None:
                return None
            if self._known.get(path, (None, ""))[0] != stamp:
                self._known[path] = stamp, await asyncio.to_thread(fingerprint, path)
        except OSError:
            return None
        return self._known[path][1]

    async def presence(self, project: Project) -> Presence:
        """Whether the data of a project are where they were, and as they were; nobody else writes a copy."""
        if project.data.path is None:
            return "here" if project.data_path.is_file() else "missing"
        found = await self.of(project.data_path)
        if found is None:
            return "missing"
        return "here" if found == project.data.sha256 else "changed"


def fingerprint(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


async def chunks(file: Path) -> AsyncIterator[bytes]:
    """The content of a file, piece by piece."""
    with file.open("rb") as source:
        while chunk := await asyncio.to_thread(source.read, _CHUNK):
            yield chunk


def _stamp(path: Path) -> _Stamp | None:
    if not path.is_file():
        return None
    found = path.stat()
    return found.st_size, found.st_mtime_ns
