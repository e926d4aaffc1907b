# SPDX-License-Identifier: MIT
"""The manifest of a folder: the hash of each file that was written together with others.

It is renamed into place before the files, then listing them as unfinished, and once more after them, without that list.
What a manifest still lists was left by a kill between two renames: it is no whole result, and may be replaced without
asking.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ordag.files.bounds import bytes_of_regular
from ordag.files.json_text import parsed_json

MANIFEST = ".ordag-manifest.json"
_LONGEST_NAME = 255  # bytes, on all common systems


def manifest_of(folder: Path, hashes: Mapping[str, str], *, unfinished: Sequence[str] = ()) -> str:
    """Hashes of new files by name, of those that other commands wrote to the folder, and the unfinished ones."""
    others = {name: known for name, known in hashes_in(folder).items() if name not in hashes}
    on_its_way = {"unfinished": list(unfinished)} if unfinished else {}
    return json.dumps({"sha256": {**others, **hashes}, **on_its_way}, indent=2) + "\n"


def hashes_in(folder: Path) -> dict[str, str]:
    """Hashes by name; none if the folder has no manifest that can be read."""
    hashes = _read(folder, "sha256")
    return {name: str(known) for name, known in hashes.items() if _is_name(name)} if isinstance(hashes, dict) else {}


def unfinished_in(folder: Path) -> set[str]:
    """Names of the files of a result that a kill left unfinished."""
    names = _read(folder, "unfinished")
    return {name for name in names if _is_name(name)} if isinstance(names, list) else set()


def hash_of(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(folder: Path, entry: str) -> Any:
    try:
        return parsed_json(bytes_of_regular(folder / MANIFEST, "bytes of declarations"))[entry]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_name(name: object) -> bool:
    """Whether it is the name of a file beside the manifest, which others may have written."""
    if not isinstance(name, str) or "\0" in name or Path(name).name != name:
        return False
    try:
        return len(os.fsencode(name)) <= _LONGEST_NAME
    except UnicodeEncodeError:
        return False
