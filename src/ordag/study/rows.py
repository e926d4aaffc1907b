# SPDX-License-Identifier: MIT
"""Rows of a study and the file that keeps them: one JSON object a line, written as each row is finished.

A row is safe on the disk before the next is asked for (`ordag.files.lines`). If one occurs twice, the later one counts.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from ordag import files
from ordag.errors import InputValueError, OrdagError
from ordag.files import parsed_json, whole_lines
from ordag.messages import Advise, Cause
from ordag.metrics import Comparison

Status = Literal["ok", "timeout", "error", "unsupported"]


class NoRowWentWellError(OrdagError, RuntimeError):
    """All rows of a study ended in errors or ran out of time; `reason` is that of the last."""

    def __init__(self, study: str, n_rows: int, reason: str) -> None:
        self.study, self.n_rows, self.reason = study, n_rows, reason
        super().__init__(
            f"study {study!r}",
            f"has no row that went well; the last of {n_rows} says: {reason}",
            remedies=[Advise("when the reason is gone, make the rows again with --retry")],
        )


@dataclass(frozen=True)
class Row:
    """What came out of one trial.

    Attributes
    ----------
    key
        Name of the trial.
    problem
        The problem as plain values, with its kind.
    label, method, options, parameter
        The method, the options that differ from its defaults, and the value of the one that the study varies.
    replicate, seed
        Number of the replicate, and seed of the method.
    status, message
        ``"ok"``, or what went wrong: ``"timeout"``, ``"error"``, ``"unsupported"`` (the method cannot take such data).
    seconds, cpu_seconds, peak_mb, threads
        Time that learning took by the clock and by the processor (which does not count waiting for a busy machine),
        largest memory of the process while it ran, and threads that it used.
    versions
        Of what ran.
    pattern, skeleton
        The graph against the truth, where it is known.
    log_probability
        Mean log-probability of a test row, where there are test rows.
    edges
        Pairs (i, j) with an entry in the CPDAG; an undirected edge is both pairs.
    warnings
        Classes of the warnings that were given.
    """

    key: str
    problem: Mapping[str, Any]
    label: str
    method: str
    options: Mapping[str, object]
    parameter: float | None
    replicate: int
    seed: int
    status: Status
    message: str = ""
    seconds: float | None = None
    cpu_seconds: float | None = None
    peak_mb: float | None = None
    threads: int = 1
    versions: Mapping[str, str] = field(default_factory=dict)
    pattern: Comparison | None = None
    skeleton: Comparison | None = None
    log_probability: float | None = None
    edges: tuple[tuple[int, int], ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def finding(self) -> tuple[object, ...]:
        """What must not depend on when and where the row was made."""
        return (
            self.key,
            self.seed,
            self.status,
            self.pattern,
            self.skeleton,
            self.log_probability,
            self.edges,
        )


def read_rows(path: Path) -> dict[str, Row]:
    """Rows of a file by key; none if there is no such file. A torn last line is left out."""
    rows = (_row(line, path, number) for number, line in enumerate(whole_lines(path), start=1))
    return {row.key: row for row in rows}


def check_success(study: str, rows: Sequence[Row]) -> None:
    """Raise an error if all rows of a study failed."""
    if rows and all(row.status in ("error", "timeout") for row in rows):
        raise NoRowWentWellError(study, len(rows), rows[-1].message)


@contextmanager
def appending(path: Path) -> Iterator[Callable[[Row], None]]:
    """A function that adds a row to the file and returns when it is safe on the disk."""
    with files.appending(path) as append:
        yield lambda row: append(json.dumps(asdict(row), ensure_ascii=False).encode())


def _row(line: bytes, path: Path, number: int) -> Row:
    try:
        values = parsed_json(line)
        unknown = set(values) - {item.name for item in fields(Row)}
        if unknown:
            raise ValueError(f"unknown fields {sorted(unknown)}")
        for name in ("pattern", "skeleton"):
            values[name] = Comparison(**values[name]) if values[name] else None
        values["edges"] = tuple((i, j) for i, j in values["edges"])
        values["warnings"] = tuple(values["warnings"])
        return Row(**values)
    except (ValueError, TypeError, KeyError) as error:
        raise InputValueError(
            f"line {number} of {str(path)!r}",
            ("is no row of a study (", Cause(error), ")"),
            remedies=[Advise("remove the line, or choose another folder")],
        ) from error
