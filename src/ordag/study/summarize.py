# SPDX-License-Identifier: MIT
"""From rows to tables. Nothing is run here, and figures are drawn from the same functions.

A row that is not ``"ok"`` never enters a mean: every table counts such rows beside the means.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Literal, cast, get_args

import numpy as np
import pandas as pd

from ordag.errors import InputValueError
from ordag.files import atomic_path
from ordag.messages import Advise, File
from ordag.metrics import RocPoint, lowest_shd, roc_points
from ordag.study.design import Arm, Report, Study
from ordag.study.networks import bridges_table, edges_table
from ordag.study.predictions import best_predictions_table, predictions_table
from ordag.study.problems import StudyProblem, describe_problem
from ordag.study.rows import Row, Status, read_rows

Compared = Literal["pattern", "skeleton"]
NOTHING = float("nan")  # parameter of a method that has none
_REFERENCES = (("empty graph", 0.0), ("true graph", 1.0))


@dataclass(frozen=True)
class Group:
    """Rows of one method on one problem."""

    problem: StudyProblem
    label: str
    rows: tuple[Row, ...]

    @property
    def by_parameter(self) -> dict[float, tuple[Row, ...]]:
        """All rows by the value of the parameter, in ascending order."""
        found: dict[float, list[Row]] = {}
        for row in self.rows:
            # one and the same NaN, so that it can serve as a key
            found.setdefault(NOTHING if row.parameter is None else row.parameter, []).append(row)
        return {value: tuple(found[value]) for value in sorted(found)}

    def points(self, compared: Compared) -> tuple[RocPoint, ...]:
        """Means over the replicates that went well."""
        good = {
            value: [comparison for row in rows if (comparison := getattr(row, compared)) is not None]
            for value, rows in self.by_parameter.items()
        }
        return roc_points({value: comparisons for value, comparisons in good.items() if comparisons})


def summarize(study: Study, folder: Path) -> tuple[Path, ...]:
    """Write the tables of a study as CSV files beside its rows, and return their paths."""
    tables = tables_of(study, rows_of(study, folder))
    paths = []
    for suffix, table in tables.items():
        target = folder / f"{study.name}{suffix}.csv"
        with atomic_path(target, force=True) as path:  # derived from the rows, so nothing is lost
            table.to_csv(path, index=False, float_format="%.6g")
        paths.append(target)
    return tuple(paths)


def rows_of(study: Study, folder: Path) -> tuple[Row, ...]:
    """The rows that a study is about; an error if there are none."""
    path = folder / f"{study.store_name}.jsonl"
    rows = tuple(row for row in read_rows(path).values() if row.label in study.labels)
    if not rows:
        raise InputValueError(
            File(path),
            f"holds no rows of study {study.name!r}",
            remedies=[Advise("run the study first")],
        )
    return rows


def tables_of(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    """The tables of a study by the ending of their file's name."""
    return _TABLES[study.report](study, rows)


def groups_of(arms: Iterable[Arm], rows: Iterable[Row]) -> tuple[Group, ...]:
    """Rows by problem and method, in the order of the study; those of other problems are left out."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.replicate):
        found.setdefault((repr(dict(row.problem)), row.label), []).append(row)
    keys = dict.fromkeys(
        (problem, variant.label) for arm in arms for problem in arm.problems for variant in arm.variants
    )
    return tuple(
        Group(problem, label, tuple(found[name]))
        for problem, label in keys
        if (name := (repr(describe_problem(problem)), label)) in found
    )


def compared_in(study: Study) -> Compared:
    """Which comparison with the truth a study is about."""
    return "skeleton" if study.name == "skeleton" else "pattern"


def statuses(rows: Iterable[Row]) -> dict[str, int]:
    """How many rows ended in each way."""
    counts = Counter(row.status for row in rows)
    return {f"n_{status}": counts[status] for status in get_args(Status)}


def seconds_of(rows: Iterable[Row]) -> list[float]:
    """Processor times of the rows that went well: clock times where a row has no other."""
    times = (row.seconds if row.cpu_seconds is None else row.cpu_seconds for row in rows if row.status == "ok")
    return [time for time in times if time is not None]


def varying_fields(study: Study) -> tuple[str, ...]:
    """Fields in which the problems of a study differ."""
    described = [describe_problem(problem) for arm in study.arms for problem in arm.problems]
    names = dict.fromkeys(name for one in described for name in one)
    return tuple(name for name in names if len({repr(one.get(name)) for one in described}) > 1)


def _roc_tables(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    groups = groups_of(study.arms, rows)
    compared = compared_in(study)
    fields = varying_fields(study)
    lines, best = [], []
    for group in groups:
        points = {point.parameter: point for point in group.points(compared)}
        where = _where(group.problem, fields)
        for value, members in group.by_parameter.items():
            point = points.get(value)
            lines.append(where | {"method": group.label, "parameter": value} | _measures(point, members))
        if points:
            point = lowest_shd(points.values())
            members = group.by_parameter[point.parameter]
            best.append(where | {"method": group.label, "parameter": point.parameter} | _measures(point, members))
    return {"": pd.DataFrame(lines + _brackets(groups, compared, fields)), ".best": pd.DataFrame(best)}


def _brackets(groups: Iterable[Group], compared: Compared, fields: Sequence[str]) -> list[dict[str, object]]:
    """The empty and the true graph on the same data, between which every method lies or ought to."""
    sizes: dict[StudyProblem, dict[int, int]] = {}
    for group in groups:
        for row in group.rows:
            if row.status == "ok":
                sizes.setdefault(group.problem, {})[row.replicate] = getattr(row, compared).n_true
    return [
        _where(problem, fields)
        | {"method": label, "parameter": NOTHING, "tpr": tpr, "fprp": 0.0}
        | {"shd": (1 - tpr) * float(np.mean(list(n_true.values()))), "n_ok": len(n_true)}
        for problem, n_true in sizes.items()
        for label, tpr in _REFERENCES
    ]


def _curve_tables(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    lines = []
    for arm in study.arms:
        for group in groups_of((arm,), rows):
            x = describe_problem(group.problem)[arm.varied]
            points = group.points("pattern")
            line = {"arm": arm.caption, "varied": arm.varied, "value": x, "method": group.label}
            lines.append(line | _measures(points[0] if points else None, group.rows))
    return {"": pd.DataFrame(lines)}


def _penalty_tables(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    """SHD of the automatic penalty, of the one value that is best on average, and of the best for each data set."""
    lines = []
    by_problem: dict[StudyProblem, dict[str, Group]] = {}
    for group in groups_of(study.arms, rows):
        by_problem.setdefault(group.problem, {})[group.label] = group
    for problem, groups in by_problem.items():
        if len(groups) < len(study.labels):
            continue  # one of the two has not run
        swept, automatic = (groups[label] for label in study.labels)
        fixed = lowest_shd(swept.points("pattern"))
        (auto,) = automatic.points("pattern")
        hindsight = [min(_shd(row) for row in same) for same in _by_replicate(swept.rows)]
        where = _where(problem, varying_fields(study))
        lines.append(
            where
            | {"shd_auto": auto.shd, "shd_best_fixed": fixed.shd, "best_fixed": fixed.parameter}
            | {"shd_best_each": float(np.mean(hindsight)), "n_replicates": auto.n_replicates}
        )
    return _roc_tables(study, rows) | {".hindsight": pd.DataFrame(lines)}


def _by_replicate(rows: Iterable[Row]) -> list[list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        if row.pattern is not None:
            found.setdefault(row.replicate, []).append(row)
    return list(found.values())


def _shd(row: Row) -> float:
    assert row.pattern is not None
    return row.pattern.shd


def _where(problem: StudyProblem, fields: Iterable[str]) -> dict[str, object]:
    described = describe_problem(problem)
    return {name: described.get(name) for name in fields}


def _measures(point: RocPoint | None, rows: Sequence[Row]) -> dict[str, object]:
    rates = {name: getattr(point, name) if point else NOTHING for name in ("tpr", "fprp", "shd", "precision")}
    times = seconds_of(rows)
    peaks = [row.peak_mb for row in rows if row.peak_mb is not None]
    return (
        cast("dict[str, object]", rates)
        | {"seconds": median(times) if times else NOTHING, "peak_mb": max(peaks, default=NOTHING)}
        | cast("dict[str, object]", statuses(rows))
    )


def _prediction_tables(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    groups = [(group.problem, group.label, group.by_parameter) for group in groups_of(study.arms, rows)]
    return {"": predictions_table(groups), ".best": best_predictions_table(groups)}


def _network_tables(study: Study, rows: Sequence[Row]) -> dict[str, pd.DataFrame]:
    return {"": edges_table(study.labels, rows), ".bridges": bridges_table(study.labels, rows)}


_TABLES: Mapping[Report, Callable[[Study, Sequence[Row]], dict[str, pd.DataFrame]]] = {
    "roc": _roc_tables,
    "seconds": _roc_tables,
    "curve": _curve_tables,
    "prediction": _prediction_tables,
    "networks": _network_tables,
    "penalty": _penalty_tables,
}
