# SPDX-License-Identifier: MIT
"""A project as one file, ``.ordag``: a zip of its folder, with the data or with their fingerprint only."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from ordag.app.project import ANALYSES, PROJECT, SEEN, Project
from ordag.errors import FileError
from ordag.files import atomic_path
from ordag.files.bounds import most, within

ENDING = ".ordag"
_MOST_FILES = 5000
_CHUNK = 1 << 20
_LONGEST = 200  # bytes of a part of a name


def pack(project: Project, path: Path, *, with_data: bool) -> None:
    """Write a project as one file.

    Parameters
    ----------
    project
        It stays as it is.
    path
        The file.
    with_data
        Whether the answers go with it; if not, whoever opens it is asked for the same file.
    """
    results: list[Path] = []
    for analysis in project.analyses:
        # Replicates hold networks of resampled rows only; they let an interrupted analysis go on.
        results += sorted(path for path in project.folder_of(analysis).iterdir() if path.is_file())
    with atomic_path(path) as temporary, open_zip(temporary) as archive:
        archive.writestr(PROJECT, project.written(with_path=False))
        archive.writestr(SEEN, _seen(project, with_data=with_data))
        for file in results:
            archive.write(file, file.relative_to(project.folder).as_posix())
        if with_data:
            archive.write(project.data_path, project.data.file)


def open_zip(target: Path | IO[bytes]) -> zipfile.ZipFile:
    """An archive to write to; a file of before 1980, the first year that it knows, is of 1980."""
    return zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False)


def _seen(project: Project, *, with_data: bool) -> str:
    """Summaries of the columns; without the data they hold no answer of anybody but those that the plan names."""
    plan = project.document.plan
    seen = [column if with_data else column.among_planned(plan[name]) for name, column in project.seen.items()]
    return json.dumps([column.plain() for column in seen], ensure_ascii=False)


def unpack(path: Path, folder: Path) -> None:
    """Unpack a project into a new folder; a file that would lie elsewhere, or unpack to too much, is refused."""
    with _reading(path):
        archive = zipfile.ZipFile(path)
    with archive:
        entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
        names = {entry.filename for entry in entries}
        within(path, "bytes unpacked", sum(entry.file_size for entry in entries))
        if len(entries) > _MOST_FILES or len(names) < len(entries) or not {PROJECT, SEEN} <= names:
            raise FileError(path, "is no project of ordag")
        for entry in entries:
            _unpack_one(archive, entry, path, folder)


def _unpack_one(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, folder: Path) -> None:
    parts = PurePosixPath(entry.filename).parts
    is_result = len(parts) == 3 and parts[0] == ANALYSES and parts[1].isdecimal() and parts[1].isascii()
    if not (len(parts) == 1 or is_result) or not all(map(_is_plain, parts)):
        raise FileError(path, f"holds {entry.filename!r}, which is no part of a project")
    target = folder.joinpath(*parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    n_left = min(entry.file_size, most("bytes unpacked"))
    with _reading(path):
        source = archive.open(entry)
    with source, target.open("xb") as sink:
        while True:
            with _reading(path):
                chunk = source.read(min(_CHUNK, n_left + 1))
            if not chunk:
                return
            n_left -= len(chunk)
            if n_left < 0:  # it unpacks to more than it says
                raise FileError(path, "is damaged")
            sink.write(chunk)


def _is_plain(part: str) -> bool:
    """Whether a part of a name is that of a file that a project may have, on any system."""
    return not part.startswith(".") and not set(part) & {"\\", ":"} and len(part.encode(errors="replace")) <= _LONGEST


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Whatever the library raises on a damaged archive is one error; a full disk while writing is another."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise FileError(path, "is no project of ordag, or is damaged") from error
