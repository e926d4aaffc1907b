# SPDX-License-Identifier: MIT
"""The files of one result change together, so that a drawing never stands beside the model of another fit.

All of them are written under temporary names and synced before the first is renamed. If a rename fails, those before it
are undone. What a kill between two renames leaves is listed in the manifest, which holds the hash of each file
(`ordag.files.manifest`).
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ordag.files.atomic import check_free, make_folder
from ordag.files.manifest import MANIFEST, hash_of, hashes_in, manifest_of
from ordag.files.sync import sync_file, sync_folder
from ordag.files.temporary import remove_abandoned, temporary_beside


@contextmanager
def written_together(
    targets: Sequence[Path], *, editable: Collection[Path] = (), force: bool = False
) -> Iterator[Mapping[Path, Path]]:
    """Temporary path for each of several files of one folder; all become the targets when the block ends well.

    Parameters
    ----------
    targets
        In the order in which they appear. One that is not written in the block is left out.
    editable
        Those that users may change afterwards; the manifest leaves them out.
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
    begun, done = (temporary_beside(folder / MANIFEST) for _ in range(2))
    try:
        yield temporary
        written = {target: path for target, path in temporary.items() if path.exists()}
        hashes = {target.name: hash_of(path) for target, path in written.items() if target not in editable}
        begun.write_text(manifest_of(folder, hashes, unfinished=[target.name for target in written]), encoding="utf-8")
        done.write_text(manifest_of(folder, hashes), encoding="utf-8")
        for path in (*written.values(), begun, done):
            sync_file(path)
        renamed = [(path, target) for target, path in written.items()]
        _rename_all([(begun, folder / MANIFEST), *renamed, (done, folder / MANIFEST)], folder)
    finally:
        for path in (*temporary.values(), begun, done):
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
    known = hashes_in(folder)
    return [name for name, found in known.items() if (folder / name).is_file() and hash_of(folder / name) != found]


def _rename_all(renamed: Sequence[tuple[Path, Path]], folder: Path) -> None:
    """Rename all or none, as far as the file system can keep the old files by a second name."""
    targets = dict.fromkeys(target for _, target in renamed)
    kept = {target: _second_name(target) for target in targets}
    is_new = {target: not target.exists() for target in targets}
    try:
        for path, target in renamed:
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
