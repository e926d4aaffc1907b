"""Two commands in one folder, files of two fits in one folder, and a folder of somebody else. (All fail on 10b451c.)"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ordag.errors import FileError
from ordag.files import BusyError, appending, changed_since, folder_locked, whole_lines, written_together
from ordag.files.temporary import temporary_beside

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
HOLDER = """
import sys, time
from pathlib import Path
from ordag.files import folder_locked
with folder_locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


KILLED = """
import os, sys
from pathlib import Path
from ordag.files import written_together
n_renamed, rename = 0, os.replace
def renamed(source, target):
    global n_renamed
    n_renamed += 1
    if n_renamed == int(sys.argv[2]):
        os._exit(9)
    rename(source, target)
os.replace = renamed
with written_together([Path(sys.argv[1]) / name for name in "abc"]) as temporary:
    for path in temporary.values():
        path.write_text("half")
"""


@pytest.fixture
def holder(tmp_path: Path):
    process = subprocess.Popen([sys.executable, "-c", HOLDER, tmp_path / "out"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("command", ["fit", "bootstrap", "groups", "waves"])
def test_a_second_command_is_told_who_is_at_work(command: str, holder, attack_here, survey: Path) -> None:
    answer = attack_here(command, survey, "-o", "out")
    assert answer.returncode == 1
    assert f"'out' is busy: process {holder.pid} writes to it." in answer.stderr


def test_a_second_command_without_data_is_told_who_is_at_work(holder, attack_here) -> None:
    answer = attack_here("plan", "-o", "out")
    assert answer.returncode == 1
    assert f"'out' is busy: process {holder.pid} writes to it." in answer.stderr


def test_the_lock_of_a_killed_process_holds_nobody_up(holder, tmp_path: Path) -> None:
    os.kill(holder.pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    holder.wait()
    with folder_locked(tmp_path / "out"):
        assert (tmp_path / "out" / ".ordag.lock").read_text() == str(os.getpid())


def test_a_lock_is_not_taken_twice(tmp_path: Path) -> None:
    with folder_locked(tmp_path), pytest.raises(BusyError) as caught, folder_locked(tmp_path):
        pass
    assert caught.value.process == os.getpid()


@POSIX
@pytest.mark.parametrize("kind", ["symbolic link", "link to nothing", "hard link", "pipe"])
def test_what_lies_at_the_place_of_a_lock_is_never_written_to(kind: str, tmp_path: Path) -> None:
    victim, place = tmp_path / "thesis.txt", tmp_path / "out" / ".ordag.lock"
    victim.write_text("of years")
    place.parent.mkdir()
    match kind:
        case "symbolic link":
            place.symlink_to(victim)
        case "link to nothing":
            place.symlink_to(tmp_path / "elsewhere")
        case "hard link":
            place.hardlink_to(victim)
        case "pipe":
            os.mkfifo(place)
    with folder_locked(tmp_path / "out"):
        assert place.read_text() == str(os.getpid())
        with pytest.raises(BusyError), folder_locked(tmp_path / "out"):
            pass
    assert victim.read_text() == "of years"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["out", "thesis.txt"]


@POSIX
def test_pipes_in_a_folder_of_results_hold_nobody_up(tmp_path: Path) -> None:
    for name in (".ordag-manifest.json", "rows.jsonl"):
        os.mkfifo(tmp_path / name)
    assert changed_since(tmp_path) == []
    write_all([tmp_path / "a"], "whole")
    assert changed_since(tmp_path) == []
    with pytest.raises(FileError, match="no regular file"):
        whole_lines(tmp_path / "rows.jsonl")
    with pytest.raises(FileError, match="no regular file"), appending(tmp_path / "rows.jsonl"):
        pass


def test_names_that_no_file_can_have_are_left_out_of_a_manifest(tmp_path: Path) -> None:
    names = ["a", "x" * 300, "\ud800", "zero\0", "", "../a"]
    (tmp_path / "a").write_text("old")
    (tmp_path / ".ordag-manifest.json").write_text(
        json.dumps({"sha256": dict.fromkeys(names, "0"), "unfinished": names})
    )
    assert changed_since(tmp_path) == ["a"]
    write_all([tmp_path / "a"], "whole")
    assert changed_since(tmp_path) == []


def test_a_folder_at_the_place_of_a_result_is_named_before_anything_is_written(
    attack_here, survey: Path, tmp_path: Path
) -> None:
    (tmp_path / "out" / "edges.csv").mkdir(parents=True)
    answer = attack_here("fit", survey, "-o", "out", "--penalty", "3", "--force")
    assert answer.returncode == 1
    assert answer.stderr.startswith("error: 'out/edges.csv' is a folder where a file is to be written")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["edges.csv"]


def test_a_file_of_another_fit_is_named(attack_here, survey: Path, tmp_path: Path) -> None:
    assert attack_here("fit", survey, "-o", "out", "--penalty", "3").returncode == 0
    (tmp_path / "out" / "network.svg").write_text("of another fit")
    answer = attack_here("predict", "out/model.json", survey)
    assert answer.returncode == 0
    assert answer.stderr.startswith("warning: network.svg in 'out' belongs to another result, or was changed")
    assert attack_here("fit", survey, "-o", "out", "--penalty", "3", "--force").returncode == 0
    assert changed_since(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["fit", "survey.csv", "--graph", "graph.txt"], "edges.csv"),
        (["plan", "--items", "3", "--rows", "40", "--rows", "60", "--sets", "3", "--jobs", "1"], "plan.csv"),
    ],
    ids=["given", "plan"],
)
def test_the_manifest_tells_which_file_was_changed(
    arguments: list[str], name: str, attack_here, survey: Path, tmp_path: Path
) -> None:
    (tmp_path / "graph.txt").write_text(" -> ".join(survey.read_text().splitlines()[0].split(",")))
    answer = attack_here(*arguments, "-o", "out")
    assert answer.returncode == 0, answer.stderr
    (tmp_path / "out" / name).write_text("of another")
    assert changed_since(tmp_path / "out") == [name]


def write_all(targets: list[Path], text: str) -> None:
    with written_together(targets, force=True) as temporary:
        for path in temporary.values():
            path.write_text(text)


@pytest.mark.parametrize("before", [{}, {"a": "old", "b": "old", "c": "old"}])
def test_files_are_changed_together_or_not_at_all(
    before: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    targets = [tmp_path / name for name in ("a", "b", "c")]
    if before:
        write_all(targets, "old")
    n_renamed, rename = 0, os.replace

    def renamed(source: Path, target: Path) -> None:
        nonlocal n_renamed
        n_renamed += 1
        if n_renamed == 3:
            raise OSError(5, "Input/output error")
        rename(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", renamed)
        with pytest.raises(OSError, match="Input/output"):
            write_all(targets, "new")
    assert {path.name: path.read_text() for path in targets if path.exists()} == before
    assert changed_since(tmp_path) == []
    write_all(targets, "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ordag-manifest.json", "a", "b", "c"]


@pytest.mark.parametrize("nth", [1, 2, 4, 5])
def test_what_a_kill_left_between_two_renames_is_replaced_without_asking(nth: int, tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path, str(nth)], check=False)
    assert killed.returncode == 9
    targets = [tmp_path / name for name in ("a", "b", "c")]
    with written_together(targets) as temporary:
        for path in temporary.values():
            path.write_text("whole")
    assert [path.read_text() for path in targets] == ["whole"] * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ordag-manifest.json", "a", "b", "c"]
    with pytest.raises(FileError, match="already exists"), written_together(targets):
        pass


def test_a_folder_named_like_an_unfinished_file_stays(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    own = temporary_beside(tmp_path / "model.json").name
    (tmp_path / own.replace(f"-{os.getpid()}-", f"-{dead.pid}-")).mkdir()
    write_all([tmp_path / "model.json"], "whole")
    assert (tmp_path / "model.json").read_text() == "whole"


def test_what_a_killed_process_had_begun_is_removed_by_the_next(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    target = tmp_path / "model.json"
    own = temporary_beside(target)
    abandoned = own.with_name(own.name.replace(f"-{os.getpid()}-", f"-{dead.pid}-"))
    for path in (own, abandoned):
        path.write_text("half")
    with written_together([target]) as temporary:
        temporary[target].write_text("whole")
    assert own.exists()
    assert not abandoned.exists()
