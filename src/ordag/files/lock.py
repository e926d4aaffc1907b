# SPDX-License-Identifier: MIT
"""One process at a time: a lock that the operating system releases with its holder, however that ends.

The lock file holds the number of the process for others to read. One that is left behind by a kill is no longer locked,
so that nothing has to find out whether it is stale. What lies at its place and is no file of its own, but a link to
another file or a pipe, is removed, never written to.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ordag.errors import OrdagError
from ordag.files.atomic import make_folder
from ordag.messages import Advise, File

_NAME = ".ordag.lock"
# Far behind the number, since nobody else can read what is locked on Windows.
_WINDOWS_BYTE = 1 << 20
_HELD = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}
_IS_LINK = {errno.ELOOP, errno.EMLINK}  # what systems answer where a link is not followed
_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}


class BusyError(OrdagError, OSError):
    """Another process writes to the same place; `process` is its number, None if it is unknown."""

    def __init__(self, place: Path, process: int | None) -> None:
        self.place, self.process = place, process
        holder = "another process" if process is None else f"process {process}"
        remedies = [Advise("wait until that is done"), Advise("choose another place")]
        super().__init__(File(place), f"is busy: {holder} writes to it", remedies=remedies)


@contextmanager
def folder_locked(folder: Path) -> Iterator[None]:
    """Keep other processes from a folder for the time of the block; it is made, and removed if it stays empty.

    Raises
    ------
    BusyError
        If another process has it.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with folder_locked(folder):
    ...     (folder / ".ordag.lock").read_text() == str(os.getpid())
    True
    >>> (folder / ".ordag.lock").exists()
    False
    """
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    make_folder(folder)
    try:
        with _locked(folder / _NAME, folder):
            yield
    finally:
        for place in made:
            try:
                place.rmdir()
            except OSError:
                break  # something was written there


@contextmanager
def file_locked(path: Path) -> Iterator[None]:
    """Keep other processes from a file, in a folder that is there, for the time of the block.

    Raises
    ------
    BusyError
        If another process has it.
    """
    with _locked(path.with_name(f".{path.name}.lock"), path):
        yield


@contextmanager
def _locked(path: Path, place: Path) -> Iterator[None]:
    descriptor = _taken(path, place)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        _give_back(path, descriptor)


def _taken(path: Path, place: Path) -> int:
    """The open and locked file; one that its last holder removed meanwhile does not count."""
    while True:
        descriptor = _opened(path)
        try:
            _lock(descriptor)
            if _is_at(path, descriptor):
                if _is_plain(descriptor):
                    return descriptor
                path.unlink()
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                raise BusyError(place, _holder(path)) from None
            raise
        os.close(descriptor)


def _opened(path: Path) -> int:
    """The file at a path; a link that leads elsewhere is removed."""
    while True:
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError as error:
            if error.errno not in _IS_LINK:
                raise
        path.unlink(missing_ok=True)


def _is_plain(descriptor: int) -> bool:
    """Whether it is a file that has no other name."""
    found = os.fstat(descriptor)
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _holder(path: Path) -> int | None:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _WINDOWS_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

    def _give_back(path: Path, descriptor: int) -> None:
        os.close(descriptor)  # an open file cannot be removed
        try:
            path.unlink(missing_ok=True)
        except PermissionError:
            return  # another process has just opened it
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _NO_LOCKS:  # some network drives have none; better to write than to refuse
                raise

    def _give_back(path: Path, descriptor: int) -> None:
        path.unlink(missing_ok=True)  # as long as it is ours: another process could take it once it is closed
        os.close(descriptor)
