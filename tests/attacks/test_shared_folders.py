"""Two commands in one folder, and files of two fits in one folder. (All fail on 10b451c.)"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ordag.errors import FileError
from ordag.files import BusyError, changed_since, folder_locked, written_together
from ordag.files.temporary import temporary_beside

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
