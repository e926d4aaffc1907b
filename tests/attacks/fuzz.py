"""Spoiled files for all readers for some time, from a corpus that grows by inputs that reach further.

``python tests/attacks/fuzz.py 3600`` (`make fuzz`) gives the seconds to the formats in turn, so that each gets the same
number of inputs, but none more than three times its share of the time. It prints for each how many inputs were tried,
how they ended, in how much processor time, and in the end which share of the branches of the readers was taken. With
``--grow`` inputs that lead to branches to which none of the corpus leads are kept in ``tests/attacks/corpus``. Exit
code 1 tells of a crash, a hang, too much memory or an error that is not ours. ``--inputs 1000000`` ends before the time
is up, once so many were tried.

Each turn is a fork of this process, which has read all modules and no file. SPSS and Stata files are parsed in a fork
of their own too, in place of the fresh process that `ordag.data.reading.labelled` starts: the same code on the same
file, without a second of imports.
"""

import argparse
import hashlib
import math
import os
import pickle
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage
import numpy as np
import pyreadstat  # noqa: F401  # for all forks at once

import ordag

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from reference.reader_fuzz import FORMATS, MEMORY, SECONDS, attempt, frame, input_of, limit, valid  # noqa: E402

CORPUS = HERE / "corpus"
PACKAGE = Path(ordag.__file__).parent
TURN = 5.0  # processor seconds of a fork, so that a crash costs no more
# Of so many inputs of a format all are traced, then every how many-th: tracing takes as long as reading.
ALL_TRACED, TRACED = 300, 3
# In memory where there is such a place: making a file on a disk takes longer than reading most inputs.
PLACE = "/dev/shm" if Path("/dev/shm").is_dir() else None
LARGEST_KEPT = 3_000  # bytes of an input that is kept
SHARE_OF_SEEDS = 0.3  # of inputs that are made from whole files, not from what fuzzing found
MOST_OF_ALL_TIME = 3  # times its share of the time that the slowest format gets
READERS = (
    "data/reading/*", "data/encoding/*", "data/declarations.py", "data/columns/toml.py", "confirm/reading.py",
    "confirm/notations.py", "model/storage.py", "model/reading.py", "model/checks.py", "posterior.py",
    "stability/journal.py", "groups/permutations.py", "study/rows.py", "files/together.py", "files/lines.py",
    "files/manifest.py", "files/bounds.py", "app/archive.py", "app/project.py", "app/document.py",
)  # fmt: skip
Taken = dict[str, set[Any]]  # by file of the package, the branches that were taken


@dataclass
class Turn:
    """What one fork tried, and what it found."""

    ends: Counter[str] = field(default_factory=Counter)
    odd: list[tuple[str, bytes]] = field(default_factory=list)
    kept: list[bytes] = field(default_factory=list)
    taken: Taken = field(default_factory=dict)
    coverage: bytes = b""
    peak_bytes: int = 0
    slowest: float = 0.0


@dataclass
class Format:
    """What is known of one format from all turns."""

    seeds: list[bytes]
    found: list[bytes]
    taken: Taken = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    peak_bytes: int = 0
    slowest: float = 0.0
    n_turns: int = 0

    def any_input(self, rng: np.random.Generator) -> bytes:
        pool = self.seeds if not self.found or rng.random() < SHARE_OF_SEEDS else self.found
        return pool[rng.integers(len(pool))]


def in_fork(work: Callable[[], Any]) -> tuple[Any, int]:
    """What work gives in a fork of this process, and how the fork ended."""
    with tempfile.NamedTemporaryFile() as result:
        process = os.fork()
        if process == 0:
            code = 70
            try:
                Path(result.name).write_bytes(pickle.dumps(work()))
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        except KeyboardInterrupt:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
        content = Path(result.name).read_bytes()
    return (pickle.loads(content) if code == 0 else None), code


def parse_in_fork(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
    """`subprocess.run` for the parser of SPSS and Stata files: the script in a fork, with its arguments and input."""
    script = command.index("-P") + 1
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as complaints:
        asked.write(options["input"])
        asked.seek(0)
        process = os.fork()
        if process == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            os.dup2(asked.fileno(), 0)
            os.dup2(complaints.fileno(), 2)
            sys.argv, code = command[script:], 0
            try:
                runpy.run_path(command[script], run_name="__main__")
            except SystemExit as end:
                code = int(end.code is not None)
                os.write(2, str(end.code or "").encode(errors="replace"))
            except BaseException:
                code = 70
                os.write(2, traceback.format_exc().encode(errors="replace"))
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        complaints.seek(0)
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            raise subprocess.TimeoutExpired(command, SECONDS)
        return subprocess.CompletedProcess(command, code, b"", complaints.read())


def take_turn(ending: str, known: Format, seconds: float, deadline: float, seed: int, folder: Path) -> Turn:
    """Inputs of one format for some processor seconds."""
    from ordag.data import write_frame
    from ordag.data.reading import labelled

    labelled.subprocess = type("Forks", (), {"run": staticmethod(parse_in_fork), **_ERRORS})  # type: ignore[assignment]
    warnings.simplefilter("ignore")
    write_frame(frame(), folder / "survey.csv")
    for name in "ab":
        (folder / name).write_text("done")
    limit()
    traced = coverage.Coverage(data_file=None, branch=True, source=[str(PACKAGE)], config_file=False)
    traced.start()
    # The public way to these sets goes by a data base, a hundred times as slow as most inputs.
    taken, n_taken = traced._collector.data, 0  # type: ignore[union-attr]
    traced.stop()
    rng, turn = np.random.default_rng(seed), Turn(taken=known.taken)
    again, is_known = [] if known.taken else list(known.found), bool(known.taken)
    begun = time.process_time()
    while time.process_time() < begun + seconds and time.monotonic() < deadline:
        stored = again.pop() if again else None
        content = input_of(ending, known.any_input(rng), rng) if stored is None else stored
        used = time.process_time()
        # A loop in a library hears no signal of Python's.
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + 3 * SECONDS, resource.RLIM_INFINITY))
        n_before = turn.ends.total()
        is_traced = (not is_known and n_before < ALL_TRACED) or n_before % TRACED == 0
        if is_traced:
            traced.start()
        end = attempt(ending, content, folder)
        if is_traced:
            traced.stop()
        turn.slowest = max(turn.slowest, time.process_time() - used)
        kind = end.split(":")[0] if end.startswith(("read", "refused: ")) else "otherwise"
        turn.ends[kind] += 1
        if kind == "otherwise":
            turn.odd.append((end, content))
        if is_traced and (n := sum(map(len, taken.values()))) > n_taken:
            n_taken = n
            if _learn(turn.taken, taken) and stored is None and len(content) <= LARGEST_KEPT:
                turn.kept.append(content)
    turn.coverage = traced.get_data().dumps()
    turn.peak_bytes = 1024 * max(resource.getrusage(who).ru_maxrss for who in _ALL)
    return turn


_ALL = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
_ERRORS = {"TimeoutExpired": subprocess.TimeoutExpired}


def _learn(known: Taken, taken: Taken) -> bool:
    """Whether branches were taken that were not known, which they are now."""
    is_new = False
    for name, branches in taken.items():
        before = known.setdefault(name, set())
        if not before.issuperset(branches):
            before |= branches
            is_new = True
    return is_new


def further_seeds() -> dict[str, list[bytes]]:
    """Whole files beside the plain ones: networks with all that a fit may record."""
    from ordag import OSEM, bootstrap, simulate

    warnings.simplefilter("ignore")
    made: dict[str, list[bytes]] = {}
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "model.json"
        rows = simulate.ordinal_data(simulate.random_dag(4, 2, rng=1), 80, levels=3, rng=1).frame
        rows["age"] = np.random.default_rng(1).normal(size=80).round(2)
        fitted = OSEM().fit(rows)
        bootstrap(fitted, rows, n_boot=2, n_jobs=1).attached(fitted.network_).save(path)
        made["model.json"] = [path.read_bytes()]
        # Parts that only some fits have, of the smallest networks that have them.
        for options, kinds in (({"hidden": 1}, None), ({}, {rows.columns[0]: "nominal"})):
            other = OSEM(kinds=kinds, **options).fit(rows)
            other.network_.save(path, force=True)
            made["model.json"].append(path.read_bytes())
        bayesian = OSEM(prior=ordag.GraphPrior(n_draws=2)).fit(rows.iloc[:, :3])
        bayesian.posterior_.save(path, force=True)
        made["posterior.json"] = [path.read_bytes()]
    return made


def begin() -> dict[str, Format]:
    """Seeds and stored inputs of every format; made in a fork, so that later ones find no threads."""

    def seeds() -> dict[str, list[bytes]]:
        further = further_seeds()
        with tempfile.TemporaryDirectory() as name:
            plain = {ending: [valid(ending, Path(name))] for ending in FORMATS if ending != "posterior.json"}
        return {ending: [*plain.get(ending, []), *further.get(ending, [])] for ending in FORMATS}

    made, code = in_fork(seeds)
    if code != 0:
        raise SystemExit(f"the seeds could not be made ({code})")
    stored = {ending: [path.read_bytes() for path in stored_inputs(ending)] for ending in FORMATS}
    return {ending: Format(made[ending], stored[ending]) for ending in FORMATS}


def stored_inputs(ending: str) -> list[Path]:
    """Files of the corpus of one format, whose ending may be the end of another's."""
    return [path for path in sorted(CORPUS.glob(f"*.{ending}")) if path.name.partition(".")[2] == ending]


def next_format(formats: dict[str, Format]) -> str:
    """The format with the fewest inputs, unless it has had far more than its share of the time."""
    allowed = MOST_OF_ALL_TIME * sum(known.seconds for known in formats.values()) / len(formats)
    open_to = [ending for ending, known in formats.items() if known.seconds <= allowed or known.n_turns == 0]
    return min(open_to, key=lambda ending: formats[ending].ends.total())


def tell(formats: dict[str, Format], n_bad: int, measured: coverage.Coverage) -> None:
    """The counts, and the branches of the readers that were taken."""
    for ending, known in formats.items():
        counts = ", ".join(f"{known.ends[kind]} {kind}" for kind in ("read", "refused", "otherwise"))
        sys.stdout.write(
            f"{ending}: {known.ends.total()} inputs ({counts}) in {known.seconds:.0f} s, "
            f"slowest {known.slowest:.1f} s, at most {known.peak_bytes / 1e9:.2f} GB, {len(known.found)} kept\n"
        )
    include = [str(PACKAGE / pattern) for pattern in READERS]
    measured.report(include=include, show_missing=False, file=sys.stdout)
    seconds = sum(known.seconds for known in formats.values())
    sys.stdout.write(f"in all {n_tried(formats)} inputs in {seconds:.0f} processor seconds, {n_bad} ended otherwise\n")
    sys.stdout.flush()


def n_tried(formats: dict[str, Format]) -> int:
    """How many inputs of all formats were tried."""
    return sum(known.ends.total() for known in formats.values())


def main(seconds: float, n_inputs: float, *, grow: bool, seed: int) -> int:
    """Fuzz for some seconds by the clock or so many inputs; 1 if anything ended otherwise than it may."""
    formats, n_bad = begin(), 0
    measured = coverage.Coverage(data_file=None, branch=True, source=[str(PACKAGE)], config_file=False)
    deadline, share = time.monotonic() + seconds, min(TURN, seconds / len(FORMATS))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while time.monotonic() < deadline and n_tried(formats) < n_inputs:
            seed += 1
            n_bad += one_turn(formats, share, deadline, seed, measured, grow=grow)
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stdout.write("stopped before the time was up\n")
    tell(formats, n_bad, measured)
    return int(n_bad > 0)


def one_turn(
    formats: dict[str, Format], share: float, deadline: float, seed: int, measured: coverage.Coverage, *, grow: bool
) -> int:
    """A turn of the format that is due, added to what is known of it; how many of its inputs ended otherwise."""
    ending = next_format(formats)
    known, used = formats[ending], sum(os.times()[:4])
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        turn, code = in_fork(lambda: take_turn(ending, known, share, deadline, seed, Path(name)))
        last = (Path(name) / f"input.{ending}").read_bytes() if code else b""
    known.n_turns += 1
    known.seconds += sum(os.times()[:4]) - used
    if turn is None:
        sys.stdout.write(f"{ending}, seed {seed}: the process ended with {code}\ninput: {last.hex()[:4000]}\n")
        return 1
    known.ends += turn.ends
    known.taken, known.found = turn.taken, known.found + turn.kept
    known.peak_bytes, known.slowest = max(known.peak_bytes, turn.peak_bytes), max(known.slowest, turn.slowest)
    part = coverage.CoverageData(no_disk=True)
    part.loads(turn.coverage)
    measured.get_data().update(part)
    for end, content in turn.odd:
        sys.stdout.write(f"{ending}, seed {seed}: {end}\ninput: {content.hex()[:4000]}\n")
    takes_too_much = turn.peak_bytes > MEMORY
    if takes_too_much:
        sys.stdout.write(f"{ending}, seed {seed}: {turn.peak_bytes / 1e9:.1f} GB of memory were taken\n")
    for content in turn.kept if grow else []:
        (CORPUS / f"{hashlib.sha256(content).hexdigest()[:12]}.{ending}").write_bytes(content)
    return len(turn.odd) + takes_too_much


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--inputs", type=int, default=math.inf)
    parser.add_argument("--grow", action="store_true")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    given = parser.parse_args()
    sys.exit(main(given.seconds, given.inputs, grow=given.grow, seed=given.seed))
