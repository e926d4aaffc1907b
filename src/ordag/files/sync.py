# SPDX-License-Identifier: MIT
"""What was written reaches the disk itself, so that a power cut after a rename cannot leave an empty file."""

import errno
import os
from pathlib import Path

# What Windows and file systems answer that have nothing to sync in a folder.
_NOT_NEEDED = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EISDIR, errno.EBADF}


def sync_file(path: Path) -> None:
    """Return when the content of a file is safe on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are safe on the disk."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError as error:
        if error.errno in _NOT_NEEDED:
            return
        raise
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NOT_NEEDED:
            raise
    finally:
        os.close(opened)
