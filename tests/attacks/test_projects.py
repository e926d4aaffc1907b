"""Projects of the page: a change that cannot be written down is none, in memory as on the disk."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ordag.app import archive
from ordag.app.project import Project, load
from ordag.files import atomic
from reference.reader_fuzz import a_project

CHANGES: dict[str, Callable[[Project], object]] = {
    "edit": lambda project: project.edit({"do": "roles", "names": ["age"], "role": "aside"}),
    "undo": Project.undo,
    "redo": Project.redo,
    "rename": lambda project: project.rename("Other moods"),
    "begin": lambda project: project.begin_analysis("second"),
    "note": lambda project: project.change_analysis("1", name="another"),
    "drop": lambda project: project.drop_analysis("1"),
    "pack": lambda project: archive.pack(project, project.folder.parent / "moods.ordag", with_data=True),
}
# The steps by which a file is written.
STEPS = [(Path, "touch"), (Path, "write_text"), (atomic, "sync_file"), (os, "replace")]


def plain(project: Project) -> dict[str, object]:
    """What a project holds, but for how often it was changed."""
    return {name: value for name, value in vars(project).items() if name not in {"revision", "key", "folder"}}


def contents(folder: Path) -> dict[Path, bytes]:
    """All files."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = a_project(tmp_path / "project")
    for name in ("yes", "sleep"):
        made.edit({"do": "roles", "names": [name], "role": "aside"})
    made.undo()
    return made


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.ENOMEM])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[1])
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_cannot_be_written_is_none(
    change: str, step: tuple[object, str], number: int, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, files = plain(project), contents(project.folder.parent)

    def fails(*arguments: object, **options: object) -> None:
        raise OSError(number, os.strerror(number))

    if change == "pack" and step[1] == "write_text":
        pytest.skip("an archive is written by zipfile")
    with monkeypatch.context() as patched:
        patched.setattr(*step, fails)
        with pytest.raises(OSError, match=os.strerror(number)):
            CHANGES[change](project)
    assert plain(project) == before
    assert contents(project.folder.parent) == files
    CHANGES[change](project)
    assert contents(project.folder.parent) != files
    assert load(project.folder).document == project.document
