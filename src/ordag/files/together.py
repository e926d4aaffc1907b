# SPDX-License-Identifier: MIT
"""The files of one result change together, so that a drawing never stands beside the model of another fit.

All of them are written under temporary names and synced before the first is renamed. A rename that fails takes back
those before it. What a kill between two renames leaves shows in the manifest, which holds the hash of each file and is
renamed first.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ordag.files.atomic import check_free, make_folder
from ordag.files.lines import parsed_json
from ordag.files.sync import sync_file, sync_folder
from ordag.files.temporary import remove_abandoned, temporary_beside

MANIFEST = ".ordag-manifest.json"


@contextmanager
def written_together(targets: Sequence[Path], *, force: bool = False) -> Iterator[Mapping[Path, Path]]:
    """Temporary path for each of several files of one folder; all become the targets when the block ends well.

    Parameters
    ----------
    targets
        In the order in which they appear. One that is not written in the block is left out.
    force
        Replace files that are there.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with written_together([folder / "a", folder / "b"]) as temporary:
    ...     for path in temporary.values():
    ...         _ = path.write_text("done")
    >>> sorted(path.name for path in folder.iterdir())
    ['.ordag-manifest.json', 'a', 'b']
    """
    check_free(targets, force=force)
    folder = targets[0].parent
    make_folder(folder)
    for target in (*targets, folder / MANIFEST):
        remove_abandoned(target)
    temporary = {target: temporary_beside(target) for target in targets}
    manifest = temporary_beside(folder / MANIFEST)
    try:
        yield temporary
        written = {target: path for target, path in temporary.items() if path.exists()}
        manifest.write_text(_manifest(folder, written), encoding="utf-8")
        for path in (*written.values(), manifest):
            sync_file(path)
        _rename_all({folder / MANIFEST: manifest, **written}, folder)
    finally:
        for path in (*temporary.values(), manifest):
            path.unlink(missing_ok=True)


def changed_since(folder: Path) -> list[str]:
    """Names of the files of a folder that are not those that were last written together, in their order.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with written_together([folder / "a", folder / "b"]) as temporary:
    ...     for path in temporary.values():
    ...         _ = path.write_text("done")
    >>> _ = (folder / "b").write_text("of another fit")
    >>> changed_since(folder)
    ['b']
    """
    known = _known(folder)
    return [name for name, found in known.items() if (folder / name).is_file() and _hash(folder / name) != found]


def _manifest(folder: Path, written: Mapping[Path, Path]) -> str:
    """Hashes of the new files, and of those that other commands wrote to the folder."""
    fresh = {target.name: _hash(path) for target, path in written.items()}
    others = {name: known for name, known in _known(folder).items() if name not in fresh}
    return json.dumps({"sha256": {**others, **fresh}}, indent=2, ensure_ascii=False) + "\n"


def _known(folder: Path) -> dict[str, str]:
    try:
        hashes = parsed_json((folder / MANIFEST).read_bytes())["sha256"]
        # Only names of files beside it: the manifest is a file of others, too.
        return {str(name): str(known) for name, known in hashes.items() if Path(name).name == name}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _rename_all(temporary: Mapping[Path, Path], folder: Path) -> None:
    """Rename all or none, as far as the file system can keep the old files by a second name."""
    kept = {target: _second_name(target) for target in temporary}
    is_new = {target: not target.exists() for target in temporary}
    try:
        for target, path in temporary.items():
            os.replace(path, target)
        sync_folder(folder)
    except BaseException:
        for target, old in kept.items():
            if old is not None:
                os.replace(old, target)
            elif is_new[target]:
                target.unlink(missing_ok=True)
        raise
    finally:
        for old in filter(None, kept.values()):
            old.unlink(missing_ok=True)


def _second_name(target: Path) -> Path | None:
    """Another name of a file that is there; None if there is none, or the file system has no second names."""
    name = temporary_beside(target)
    try:
        os.link(target, name)
    except OSError:
        return None
    return name
