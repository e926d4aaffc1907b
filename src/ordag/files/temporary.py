# SPDX-License-Identifier: MIT
"""Names of unfinished files: beside their target, hidden, and with the process that writes them.

A process that is killed cannot remove what it had begun. Whoever writes the same target next does it instead.
"""

import hashlib
import os
import platform
import re
import secrets
from pathlib import Path

_HOST = hashlib.sha256(platform.node().encode(errors="replace")).hexdigest()[:6]
_NAME = re.compile(r"\.ordag-(?P<host>[0-9a-f]{6})-(?P<process>\d+)-[0-9a-f]{16}\.(?P<tail>.*)", re.DOTALL)
# Characters of the target's name that the temporary name keeps at its end: names may be long.
_KEPT = 40


def temporary_beside(target: Path) -> Path:
    """A name for a file that becomes the target; writers choose their format by the extensions, which stay at its end.

    Examples
    --------
    >>> temporary_beside(Path("results/edges.csv.gz")).name.endswith(".edges.csv.gz")
    True
    """
    return target.parent / f".ordag-{_HOST}-{os.getpid()}-{secrets.token_hex(8)}.{_tail(target)}"


def remove_abandoned(target: Path) -> None:
    """Remove unfinished files of the target whose processes have ended."""
    for path in target.parent.glob(".ordag-*"):
        found = _NAME.fullmatch(path.name)
        if (
            found
            and found["tail"].endswith(_tail(target))
            and found["host"] == _HOST
            and not is_alive(int(found["process"]))
            and not path.is_dir()
        ):
            path.unlink(missing_ok=True)


def is_alive(process: int) -> bool:
    """Whether there is a process with this number.

    Examples
    --------
    >>> is_alive(os.getpid())
    True
    """
    if os.name == "nt":  # a signal would end it there
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _tail(target: Path) -> str:
    return target.name.lstrip(".")[-_KEPT:]
