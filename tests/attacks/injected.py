"""Runs each command again and again, each time with another change of a file failing; under `injection.c`.

``python injected.py LIBRARY COMMAND FAILURE STEP`` prints a line of JSON for each injection: which change failed, the
exit code, what was said, and how the folder looked. FAILURE is the name of an error number, or ``kill``. Of all changes
every STEP-th fails.
"""

import ctypes
import errno
import hashlib
import importlib
import json
import os
import pkgutil
import shutil
import sys
import tempfile
from pathlib import Path

import ordag
from ordag import cli
from ordag.files.together import MANIFEST

FITTED = ["fit", "survey.csv", "-o", "out", "--penalty", "3", "--quick", "--force"]
GROUPS = [
    "groups",
    "grouped.csv",
    "-o",
    "out",
    "--by",
    "half",
    "--folds",
    "0",
    "--penalty",
    "3",
    "--jobs",
    "1",
    "--force",
]
WAVES = ["waves", "panel.csv", "-o", "out", "--no-intercepts", "--jobs", "1", "--force"]
PLAN = ["plan", "-o", "out", "--items", "3", "--rows", "40", "--rows", "60", "--sets", "3", "--jobs", "1", "--force"]
LEARN = ["learn", "grouped.csv", "-o", "out", "--method", "bge", "--force"]
COMMANDS = {
    "fit": FITTED,
    "bootstrap": ["bootstrap", "survey.csv", "-o", "out", "--penalty", "3", "--n-boot", "3", "--jobs", "1"],
    "study": ["study", "recovery", "-o", "out", "--methods", "BGe", "--only", "summarize"],
    "impute": ["impute", "model.json", "survey.csv", "-o", "out/complete.csv", "--force"],
    "convert": ["convert", "survey.csv", "out/survey.parquet", "--force"],
    "given": ["fit", "survey.csv", "-o", "out", "--graph", "graph.txt", "--force"],
    "groups": [*GROUPS, "--n-permutations", "3"],
    "waves": WAVES,
    "plan": PLAN,
    "learn": LEARN,
    "columns": ["columns", "survey.csv", "-o", "out/columns.toml", "--force"],
}
PROGRAMS = {"__main__", "labelled_parser", "window", "worker"}  # not to be imported
# In memory where there is such a place: syncing with a disk takes longer than most commands.
PLACE = "/dev/shm" if Path("/dev/shm").is_dir() else None
# What is run before, so that there are old results, which are others.
BEFORE = {
    "fit": [*FITTED, "--seed", "5", "--ignore", "V4"],
    "given": [*FITTED, "--seed", "5", "--ignore", "V4"],
    "groups": [*GROUPS, "--n-permutations", "3", "--seed", "5"],
    "waves": [*WAVES, "--by-step"],
    "plan": [*PLAN, "--seed", "5"],
    "learn": [*LEARN, "--ignore", "half"],
}


def run(arguments: list[str], folder: Path, library: ctypes.CDLL | None, nth: int = 0, failure: int = 0) -> dict:
    """What a command said and how it ended, in a fork so that modules are read once."""
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        for number, name in ((1, "said"), (2, "complained")):
            os.dup2(os.open(f"/tmp/{os.getpid()}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.argv = ["ordag", *arguments]
        if library is not None:
            library.injection_begin(os.fsencode(folder / "out"), nth, failure)
        code = 70
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
        n_met = library.injection_met() if library is not None else 0
        sys.stdout.flush()
        Path(f"/tmp/{os.getpid()}.met").write_text(str(n_met))
        os._exit(code)
    _, status = os.waitpid(process, 0)
    found = {"code": os.waitstatus_to_exitcode(status)}
    for name in ("said", "complained", "met"):
        path = Path(f"/tmp/{process}.{name}")
        found[name] = path.read_text() if path.exists() else ""
        path.unlink(missing_ok=True)
    return found


def state(folder: Path) -> dict[str, str]:
    """Names and contents of the visible files."""
    files = [path for path in sorted((folder / "out").rglob("*")) if path.is_file()]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files if path.name[0] != "."}


def hidden(folder: Path) -> list[str]:
    """Names of the hidden files, but for the manifest."""
    return [path.name for path in (folder / "out").glob(".*") if path.name != MANIFEST]


def manifest(folder: Path) -> str:
    """What the manifest says, if there is one."""
    path = folder / "out" / MANIFEST
    return path.read_text() if path.exists() else ""


def prepare(folder: Path, command: str) -> None:
    """A folder with data, a model, and old results."""
    dag = ordag.simulate.random_dag(4, 2, rng=1)
    frame = ordag.simulate.ordinal_data(dag, 60, levels=3, rng=1).frame
    frame.set_axis(["a_t1", "b_t1", "a_t2", "b_t2"], axis=1).to_csv(folder / "panel.csv", index=False)
    frame.assign(half=[k % 2 for k in range(60)]).to_csv(folder / "grouped.csv", index=False)
    (folder / "graph.txt").write_text(f"{frame.columns[0]} -> {frame.columns[1]} -> {frame.columns[2]}")
    frame.iloc[3, 1] = None
    frame.to_csv(folder / "survey.csv", index=False)
    ordag.OSEM(penalty=3).fit(frame).network_.save(folder / "model.json")
    (folder / "out").mkdir()
    if command in BEFORE:
        run(BEFORE[command], folder, None)
    elif command == "study":
        from ordag.study import find_study
        from ordag.study.measure import measure
        from ordag.study.rows import appending

        trials = [trial for trial in find_study("recovery").trials("smoke") if trial.variant.method == "bge"]
        with appending(folder / "out" / "recovery.jsonl") as append:
            append(measure(trials[0]))
    elif command != "bootstrap":
        target = next(word for word in COMMANDS[command] if word.startswith("out/"))
        (folder / target).write_bytes(b"old")


def read_modules() -> None:
    """Read what commands import when they run, which else every fork would do anew."""
    for module in pkgutil.walk_packages(ordag.__path__, "ordag."):
        if module.name.rpartition(".")[2] not in PROGRAMS:
            importlib.import_module(module.name)
    importlib.import_module("matplotlib.backends.backend_svg")


def main(library: str, command: str, failure: str, step: int) -> None:
    shim = ctypes.CDLL(library)
    shim.injection_begin.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
    shim.injection_met.restype = ctypes.c_long
    number = 0 if failure == "kill" else getattr(errno, failure)
    read_modules()
    nth, begun = step, Path(tempfile.mkdtemp(dir=PLACE))
    prepare(begun, command)
    repeated: dict[str, dict] = {}  # how the command went again, by what the failure had left
    while True:
        with tempfile.TemporaryDirectory(dir=PLACE) as name:
            folder = Path(name).resolve() / "work"
            shutil.copytree(begun, folder)
            old = state(folder)
            found = run(COMMANDS[command], folder, shim, nth, number)
            left, unfinished = state(folder), hidden(folder)
            met = json.dumps([left, manifest(folder), sorted(name.split(".", 2)[-1] for name in unfinished)])
            if met not in repeated:
                again = run(COMMANDS[command], folder, None)
                repeated[met] = {"again": again, "new": state(folder), "unfinished_again": hidden(folder)}
            line = {"nth": nth, **found, "old": old, "left": left, "unfinished": unfinished, **repeated[met]}
            reached = found["code"] < 0 or int(found["met"] or 0) >= nth
            sys.stdout.write(json.dumps({**line, "reached": reached}) + "\n")
            sys.stdout.flush()
        if not reached:
            shutil.rmtree(begun)
            return
        nth += step


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
