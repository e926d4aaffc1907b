# SPDX-License-Identifier: MIT
"""Finished replicates in a file of JSON lines, so that an interrupted bootstrap continues where it stopped.

The first line says what the replicates belong to (data, learner, seed). Each later line is one replicate, appended
when it is done (`ordag.files.lines`). A file that does not begin with such a first line belongs to somebody else and is
never changed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ordag.errors import FileError, OrdagError
from ordag.files import appending, content_of, parsed_json, whole_lines
from ordag.graphs import Adjacency
from ordag.graphs.marks import Marks, as_marks
from ordag.messages import Advise, Overwrite, Remedy
from ordag.model import FittedNetwork
from ordag.model.storage import from_record, to_record

Loadings = npt.NDArray[np.float64]

FORMAT = 1


class OtherReplicatesError(FileError):
    """A file with replicates of another run; `differing` says in what it is another."""

    def __init__(self, path: Path, differing: Sequence[str], run: str = "bootstrap") -> None:
        self.differing, self.run = tuple(differing), run
        others = ", ".join(f"another {name}" for name in differing)
        remedies: list[Remedy] = [Advise("choose another file"), Overwrite(by_hand=True)]
        super().__init__(path, f"holds the replicates of another {run} ({others})", remedies=remedies)


@dataclass(frozen=True)
class Origin:
    """What replicates belong to: those of another origin cannot be mixed with them."""

    names: tuple[str, ...]
    data_sha256: str
    clusters_sha256: str
    learner: str
    seed: int


@dataclass(frozen=True, eq=False)
class Replicate:
    """What one resample gave."""

    number: int
    cpdag: Adjacency
    merged: bool
    n_redrawn: int
    settled: bool
    network: FittedNetwork | None = None
    n_learned: int | None = None  # rows, if the learner took a random sample of them
    marks: Marks | None = None  # from learners that allow for hidden causes
    loadings: Loadings | None = None  # (k, n) of hidden causes, from learners that look for such


class Journal:
    """Replicates on their way to a file; without a file they are only kept."""

    def __init__(self, append: Callable[[bytes], None] | None = None) -> None:
        self._append = append
        self.replicates: dict[int, Replicate] = {}

    def add(self, replicate: Replicate) -> None:
        """Keep a finished replicate."""
        if self._append is not None:
            self._append(as_line(_fields(replicate)))
        self.replicates[replicate.number] = replicate

    def missing(self, n_boot: int, *, with_networks: bool = False) -> list[int]:
        """Numbers of the replicates that are still to be done, or done again because their network was not kept."""
        done = {k for k, one in self.replicates.items() if one.network is not None or not with_networks}
        return [number for number in range(n_boot) if number not in done]


@contextmanager
def opened(path: Path | None, origin: Origin) -> Iterator[Journal]:
    """The journal of a file, which no other process may add to meanwhile, with the replicates that are there."""
    with opened_lines(path, asdict(origin)) as (append, lines):
        journal = Journal(append)
        for line in lines:
            assert path is not None
            replicate = _parse(path, line, len(origin.names))
            journal.replicates[replicate.number] = replicate
        yield journal


@contextmanager
def opened_lines(
    path: Path | None, origin: Mapping[str, object], run: str = "bootstrap"
) -> Iterator[tuple[Callable[[bytes], None] | None, list[bytes]]]:
    """What adds a line to a file of replicates, and the lines that it has; nothing without a file."""
    if path is None:
        yield None, []
        return
    header = as_line({"format": FORMAT, **origin})
    content = content_of(path)
    if not (header + b"\n").startswith(content):  # neither new nor with a first line torn by a crash
        _check(path, content.split(b"\n")[0], json.loads(header), run)
    with appending(path) as append:
        lines = whole_lines(path)
        if not lines:
            append(header)
        yield append, lines[1:]


def seed_of(path: Path | None) -> int | None:
    """Seed of the replicates in a file; None if there is no such file."""
    if path is None or not path.exists():
        return None
    first, _, _ = content_of(path).partition(b"\n")
    try:
        return int(parsed_json(first)["seed"])
    except (ValueError, KeyError, TypeError, OverflowError):
        return None


def _fields(replicate: Replicate) -> dict[str, object]:
    fields: dict[str, object] = {"number": replicate.number, "edges": np.argwhere(replicate.cpdag).tolist()}
    fields |= {"merged": replicate.merged, "n_redrawn": replicate.n_redrawn, "settled": replicate.settled}
    if replicate.n_learned is not None:
        fields["n_learned"] = replicate.n_learned
    if replicate.marks is not None:
        fields["marks"] = [[i, j, int(replicate.marks[i, j])] for i, j in np.argwhere(replicate.marks).tolist()]
    if replicate.loadings is not None:
        fields["loadings"] = replicate.loadings.tolist()
    if replicate.network is not None:
        fields["network"] = to_record(replicate.network)
    return fields


def _check(path: Path, line: bytes, expected: Mapping[str, object], run: str) -> None:
    """Refuse a file whose first line is not that of this run."""
    try:
        found = parsed_json(line)
        differing = [name for name in expected if found.get(name) != expected[name]]
    except (ValueError, AttributeError):
        raise FileError(path, f"holds no {run} replicates", remedies=[Advise("choose another file")]) from None
    if differing:
        raise OtherReplicatesError(path, differing, run)


def _parse(path: Path, line: bytes, n_columns: int) -> Replicate:
    try:
        fields = parsed_json(line)
        cpdag = np.zeros((n_columns, n_columns), dtype=np.int8)
        cpdag[tuple(np.array(fields["edges"], dtype=np.intp).reshape(-1, 2).T)] = 1
        number, n_redrawn = int(fields["number"]), int(fields["n_redrawn"])
        network = from_record(fields["network"]) if "network" in fields else None
        n_learned = int(fields["n_learned"]) if "n_learned" in fields else None
        settled = bool(fields["settled"])
        marks = _marks(fields["marks"], n_columns) if "marks" in fields else None
        loadings = np.array(fields["loadings"], float).reshape(-1, n_columns) if "loadings" in fields else None
        return Replicate(number, cpdag, bool(fields["merged"]), n_redrawn, settled, network, n_learned, marks, loadings)
    except (OrdagError, ValueError, KeyError, TypeError, IndexError, OverflowError):
        raise damaged(path, line) from None


def damaged(path: Path, line: bytes) -> FileError:
    """The error for a line that is no replicate."""
    beginning = line[:40].decode(errors="replace")
    return FileError(
        path, f"is damaged: {beginning!r} is no replicate", remedies=[Advise("delete the line or the file")]
    )


def _marks(entries: list[list[int]], n_columns: int) -> Marks:
    marks = np.zeros((n_columns, n_columns), dtype=np.int8)
    first, second, values = np.array(entries, dtype=np.intp).reshape(-1, 3).T
    marks[first, second] = values
    return as_marks(marks)


def as_line(fields: Mapping[str, object]) -> bytes:
    """Fields as one line of JSON."""
    return json.dumps(fields, separators=(",", ":")).encode()
