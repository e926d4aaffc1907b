# SPDX-License-Identifier: MIT
"""Permutation tests: all statistics again after the groups of rows, or of whole clusters, have been permuted.

A permutation estimates thresholds, correlations and weights of every permuted group anew, and learns a graph in each by
one quick search, so that what the groups owe to their sizes and to chance is in the permutations as well. The graph
along which weights are taken is the same in all of them: that of the common network, or of a group if it describes all
groups decidedly better (`ordag.groups.models.with_shared_links`). Where groups differ in nothing, the tests of presence
and thresholds are exact, and so are those of weights but for the choice of that graph; where groups differ in
thresholds alone, the links' statistics, being studentised, keep their size (`ordag.groups.links`).
"""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from joblib import delayed
from threadpoolctl import threadpool_limits

from ordag.data import OrdinalTable
from ordag.errors import InputValueError, warn
from ordag.expectation import latent_boxes
from ordag.files import parsed_json
from ordag.graphs import skeleton
from ordag.groups.links import GroupEstimates, WeightDesign, estimate_groups, heterogeneity
from ordag.groups.margins import WhitenedColumn, margin_statistics, whitened_columns
from ordag.groups.split import GroupedRows
from ordag.latent import estimate_thresholds
from ordag.messages import Advise
from ordag.model.provenance import fingerprint
from ordag.remarks import PermutationsInterrupted
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, boss
from ordag.stability.journal import as_line, damaged, opened_lines
from ordag.stability.workers import as_finished
from ordag.strategies.information import information_share

Array = npt.NDArray[np.float64]
RUN = "permutation"

# A permutation with a group in which a column does not vary is drawn again up to this many times.
_MAX_DRAWS = 200
_N_STARTS = 2


@dataclass(frozen=True, eq=False)
class Statistics:
    """What the groups differ by.

    Attributes
    ----------
    weights : (n_pairs + n_effects,)
        Heterogeneity of each weight, then of each total effect.
    presence : (n_pairs,)
        1 where the graphs of the groups, each from a quick search, do not all agree on whether a pair is joined.
    margins : (n,)
        Of the margins of each column.
    """

    weights: Array
    presence: Array
    margins: Array


@dataclass(frozen=True, eq=False)
class GroupTests:
    """What is computed for any assignment of rows to groups.

    Attributes
    ----------
    rows : GroupedRows
        As they were observed.
    design : WeightDesign
    space : SearchSpace
        The graphs that the quick search may find.
    """

    rows: GroupedRows
    design: WeightDesign
    space: SearchSpace
    information: float = field(init=False)
    columns: list[WhitenedColumn] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        table = self.rows.table
        object.__setattr__(self, "information", information_share(latent_boxes(table, estimate_thresholds(table))))
        object.__setattr__(self, "columns", whitened_columns(table))

    def statistics(self, rows: GroupedRows) -> Statistics:
        """All statistics of an assignment."""
        estimates = estimate_groups(rows, self.design)
        graphs = [skeleton(self._quick_graph(each, size)) for each, size in zip(estimates, rows.sizes, strict=True)]
        starts, ends = self.design.pairs.T
        joined = np.stack([graph[starts, ends] for graph in graphs])
        differs = (joined != joined[0]).any(axis=0)
        return Statistics(heterogeneity(estimates), differs.astype(np.float64), margin_statistics(self.columns, rows))

    def permuted(self, seed: int, number: int) -> Statistics:
        """The statistics of one permutation, which has a random stream of its own."""
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        for _ in range(_MAX_DRAWS):
            rows = self.rows.permuted(rng)
            if all(map(varies, rows.tables())):
                return self.statistics(rows)
        raise InputValueError(
            "the groups",
            f"hold a column with a single answer in one of them after each of {_MAX_DRAWS} permutations",
            remedies=[Advise("leave out columns that hardly vary, or join small groups")],
        )

    def _quick_graph(self, group: GroupEstimates, size: float) -> npt.NDArray[np.int8]:
        """The graph of one quick search, by BIC of as many rows of numbers as the levels are worth."""
        score = GaussianBIC(group.pairwise.correlation, max(size * self.information, 1.0), criterion="ebic")
        return boss(score, self.space, n_starts=_N_STARTS).adjacency


def varies(table: OrdinalTable) -> bool:
    """Whether every column holds more than one value."""
    numbers = iter(table.continuous.T)
    values = [codes if levels else next(numbers) for codes, levels in zip(table.codes.T, table.levels, strict=True)]
    seen = [column[observed] for column, observed in zip(values, ~table.missing.T, strict=True)]
    return all(len(column) and np.ptp(column) > 0 for column in seen)


@dataclass(frozen=True)
class Permuting:
    """How permutations are run and kept."""

    n_permutations: int
    n_jobs: int | None
    seed: int
    store: Path | None = None


def permute(comparison: GroupTests, how: Permuting) -> list[Statistics]:
    """Statistics of all permutations, in order of their numbers; those that a file holds are not repeated."""
    done: dict[int, Statistics] = {}
    with opened_lines(how.store, _origin(comparison, how.seed), RUN) as (append, lines), threadpool_limits(1):
        for line in lines:
            assert how.store is not None
            number, statistics = _parsed(how.store, line, comparison)
            done[number] = statistics
        _run(comparison, how, done, append)
    return [done[number] for number in sorted(done) if number < how.n_permutations]


def _run(
    comparison: GroupTests, how: Permuting, done: dict[int, Statistics], append: Callable[[bytes], None] | None
) -> None:
    """Run the permutations that are missing, and keep each as soon as it is done."""
    missing = [number for number in range(how.n_permutations) if number not in done]
    jobs = (delayed(_one)(comparison, how.seed, number) for number in missing)
    try:
        for number, statistics in as_finished(jobs, how.n_jobs, "permutations", len(missing)):
            if append is not None:
                append(_line(number, statistics))
            done[number] = statistics
    except KeyboardInterrupt:
        if not done:
            raise
        warn(PermutationsInterrupted(len(done), how.n_permutations))


def _one(comparison: GroupTests, seed: int, number: int) -> tuple[int, Statistics]:
    with threadpool_limits(1):
        return number, comparison.permuted(seed, number)


def _origin(comparison: GroupTests, seed: int) -> dict[str, object]:
    """What permutations belong to: those of another origin cannot be mixed with them."""
    rows, design, space = comparison.rows, comparison.design, comparison.space
    blocks = b"" if rows.clusters is None else rows.clusters.tobytes()
    digests = {
        "data": fingerprint(rows.table).encode(),
        "groups": rows.members.tobytes() + blocks,
        "graph": design.dag.tobytes() + repr(design.effects).encode(),
        "knowledge": space.allowed.tobytes() + space.must.tobytes() + str(space.limit).encode(),
    }
    return {name: hashlib.sha256(value).hexdigest() for name, value in digests.items()} | {"seed": seed}


def _line(number: int, statistics: Statistics) -> bytes:
    fields = {name: values.tolist() for name, values in asdict(statistics).items()}
    return as_line({"number": number, **fields})


def _parsed(path: Path, line: bytes, comparison: GroupTests) -> tuple[int, Statistics]:
    try:
        fields = parsed_json(line)
        arrays = [np.array(fields[name], dtype=np.float64) for name in ("weights", "presence", "margins")]
        n_pairs, n_effects = len(comparison.design.pairs), len(comparison.design.effects)
        lengths = [n_pairs + n_effects, n_pairs, len(comparison.columns)]
        if [len(values) for values in arrays] != lengths or not all(np.isfinite(values).all() for values in arrays):
            raise ValueError
        if (number := int(fields["number"])) < 0:
            raise ValueError
        return number, Statistics(*arrays)
    except (ValueError, KeyError, TypeError, OverflowError):
        raise damaged(path, line) from None


def p_values(observed: Array, permuted: Array) -> Array:
    """Share of permutations, the observed assignment among them, with a statistic at least as large.

    Examples
    --------
    >>> p_values(np.array([2.0]), np.array([[1.0], [3.0], [0.5]]))
    array([0.5])
    """
    return np.asarray((1 + (permuted >= observed * (1 - 1e-12)).sum(axis=0)) / (1 + len(permuted)))


def largest_p_values(observed: Array, permuted: Array) -> Array:
    """P-values that allow for all tests, by step-down comparison with the largest statistics (Westfall, Young 1993).

    Examples
    --------
    >>> largest_p_values(np.array([3.0, 1.0]), np.array([[0.5, 2.0], [0.1, 0.2], [0.3, 0.2]]))
    array([0.25, 0.5 ])
    """
    order = np.argsort(-observed, kind="stable")
    running = np.maximum.accumulate(permuted[:, order[::-1]], axis=1)[:, ::-1]
    stepwise = np.maximum.accumulate(p_values(observed[order], running))
    corrected = np.empty(len(observed))
    corrected[order] = stepwise
    return corrected


def joint_p_value(observed: Array, permuted: Array) -> float:
    """P-value of several statistics of one hypothesis, by the smallest of their p-values among all assignments.

    Examples
    --------
    >>> joint_p_value(np.array([9.0, 1.0]), np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 0.5]]))
    0.5
    """
    all_of_them = np.vstack([observed, permuted])
    smallest = np.array([p_values(each, all_of_them).min() for each in all_of_them])
    return float(np.mean(smallest <= smallest[0] * (1 + 1e-12)))
