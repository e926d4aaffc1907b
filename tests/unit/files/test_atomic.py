import os
from pathlib import Path

import pytest

from ordag.data import atomic_path, check_free, write_text
from ordag.errors import InputValueError


def write_half(target: Path) -> None:
    with atomic_path(target, force=True) as path:
        path.write_text("half")
        raise RuntimeError


def test_a_file_that_fails_halfway_does_not_appear(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        write_half(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_fails_halfway_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(RuntimeError):
        write_half(tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == "old"


def test_folders_are_made(tmp_path: Path) -> None:
    write_text(tmp_path / "x" / "y" / "a.txt", "θ")
    assert (tmp_path / "x" / "y" / "a.txt").read_bytes() == "θ".encode()


def test_files_get_the_permissions_of_plain_ones(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_text(tmp_path / "ours", "")
    assert os.stat(tmp_path / "ours").st_mode == os.stat(tmp_path / "plain").st_mode


def test_the_umask_of_other_threads_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "umask", lambda mask: asked.append(mask) or 0)
    write_text(tmp_path / "ours", "")
    assert asked == []


def test_the_temporary_name_keeps_the_ending(tmp_path: Path) -> None:
    with atomic_path(tmp_path / "a.csv.gz") as path:
        assert path.name.endswith("a.csv.gz")
        assert path.parent == tmp_path


def test_several_files_are_checked_before_the_first_is_written(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("")
    with pytest.raises(InputValueError, match="b' already exists"):
        check_free([tmp_path / "a", tmp_path / "b"])
    check_free([tmp_path / "a", tmp_path / "b"], force=True)


@pytest.mark.parametrize("force", [False, True])
def test_a_file_where_a_folder_is_needed_is_named(tmp_path: Path, force: bool) -> None:
    (tmp_path / "taken").write_text("mine")
    for target in (tmp_path / "taken" / "a.txt", tmp_path / "taken" / "deeper" / "a.txt"):
        with pytest.raises(InputValueError, match="taken' is a file where a folder is needed"):
            check_free([target], force=force)
        with pytest.raises(InputValueError, match="taken' is a file where a folder is needed"):
            write_text(target, "new", force=force)
