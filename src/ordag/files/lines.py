# SPDX-License-Identifier: MIT
"""Files that grow by whole lines, each safe on the disk before the next is asked for.

A kill may tear the last line apart. Readers skip it, and it is cut off before anything is added.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ordag.files.atomic import make_folder
from ordag.files.bounds import bytes_of_regular
from ordag.files.lock import file_locked
from ordag.files.sync import sync_folder


def whole_lines(path: Path) -> list[bytes]:
    r"""The lines of a file without their ends; none if there is no such file. A torn last line is left out.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "rows.jsonl"
    >>> _ = path.write_bytes(b"one\ntwo\nthr")
    >>> whole_lines(path)
    [b'one', b'two']
    """
    return content_of(path).split(b"\n")[:-1]


def content_of(path: Path) -> bytes:
    """What a file of lines holds; nothing if there is no such file. A pipe, which may never end, is refused."""
    return bytes_of_regular(path, "bytes of a saved result") if path.exists() else b""


@contextmanager
def appending(path: Path) -> Iterator[Callable[[bytes], None]]:
    """A function that adds a line to a file, which nobody else may add to meanwhile, and returns when it is safe.

    A line that cannot be written whole, because the disk is full, leaves the file as it was.

    Raises
    ------
    BusyError
        If another process adds lines to the file.
    """
    make_folder(path.parent)
    with file_locked(path):
        _drop_torn_line(path)
        with path.open("ab", buffering=0) as file:
            sync_folder(path.parent)

            def append(line: bytes) -> None:
                before = os.fstat(file.fileno()).st_size
                rest = memoryview(line + b"\n")
                try:
                    while rest:  # at once, as a rule: other readers see the whole line or none of it
                        rest = rest[file.write(rest) :]
                    os.fsync(file.fileno())
                except BaseException:
                    os.truncate(file.fileno(), before)
                    raise

            yield append


def _drop_torn_line(path: Path) -> None:
    content = content_of(path)
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)
