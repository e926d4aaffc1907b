# SPDX-License-Identifier: MIT
"""Files appear whole or not at all: written under a temporary name beside the target, then renamed."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ordag.errors import FileError
from ordag.files.manifest import unfinished_in
from ordag.files.sync import sync_file, sync_folder
from ordag.files.temporary import remove_abandoned, temporary_beside
from ordag.messages import Advise, Overwrite


@contextmanager
def atomic_path(target: str | os.PathLike[str], *, force: bool = False) -> Iterator[Path]:
    """Temporary path to write to; it becomes `target` when the block ends well and vanishes when it does not.

    Parameters
    ----------
    target
        The file to make; its folder is created if need be.
    force
        Replace a file that is already there instead of raising an error.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with atomic_path(folder / "notes.txt") as path:
    ...     _ = path.write_text("done")
    >>> (folder / "notes.txt").read_text()
    'done'
    """
    final = Path(target)
    check_free([final], force=force)
    make_folder(final.parent)
    remove_abandoned(final)
    # Not by tempfile, whose files only their owner may read: giving them the mode of plain ones would need the umask,
    # which all threads share, to be changed for a moment.
    temporary = temporary_beside(final)
    try:
        temporary.touch(exist_ok=False)
        yield temporary
        sync_file(temporary)
        os.replace(temporary, final)
        sync_folder(final.parent)
    finally:
        temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless a file is in the way."""
    _check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)


def check_free(targets: Iterable[str | os.PathLike[str]], *, force: bool = False) -> None:
    """Raise an error if one of several files is there already, or has no folder to go to, before any is written.

    A file of an unfinished result, as a kill leaves it, counts as free.
    """
    paths = list(map(Path, targets))
    for folder in {path.parent for path in paths}:
        _check_folder(folder)
    for path in filter(Path.is_dir, paths):
        raise FileError(
            path,
            "is a folder where a file is to be written",
            "nothing was written",
            remedies=[Advise("choose another name"), Advise("move the folder away")],
        )
    taken = [] if force else [path for path in paths if _is_taken(path)]
    if taken:
        raise FileError(
            taken[0], "already exists", "nothing was written", remedies=[Advise("choose another name"), Overwrite()]
        )


def _is_taken(target: Path) -> bool:
    return target.exists() and target.name not in unfinished_in(target.parent)


def _check_folder(folder: Path) -> None:
    for place in (folder, *folder.parents):
        if place.exists() and not place.is_dir():
            raise FileError(
                place,
                "is a file where a folder is needed",
                "nothing was written",
                remedies=[Advise("name a folder"), Advise("move the file away")],
            )


def write_text(target: str | os.PathLike[str], text: str, *, force: bool = False) -> None:
    """Write a text file in UTF-8, whole or not at all."""
    with atomic_path(target, force=force) as path:
        path.write_text(text, encoding="utf-8")
