"""Time, accuracy and memory of this tree beside an earlier commit, at the sizes of questionnaires.

``python -m benchmarks sizes`` fits fresh sets of every size with both, set by set and in alternating order, on one
thread, and gives times as ratios: both share whatever else the machine does. ``--rows 50x500,resamples`` runs some of
the rows only, ``--full`` more sets, ``--seed`` other ones; ``--base`` and ``--base-python`` are those of ``unchanged``.
Questionnaires are drawn from correlated factors, so that no network is right: what is compared there is the criterion
of the graph that was found, and the mean number of edges of resamples. Memory is the peak of the process that ran a
row.
"""

import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from benchmarks.timing import note
from benchmarks.unchanged import BASE, Answer, Side, StudyProblem, built
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ordag import simulate
from ordag.metrics import compare_patterns

SEED = 31_000
N_RESAMPLES = 10
SIDES = ("base", "head")


class Problem(NamedTuple):
    """A set to fit, and the graph that it was drawn from if there is one."""

    data: StudyProblem
    truth: NDArray[np.int8] | None


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes
    ----------
    draw : callable
        The set of a seed.
    n_sets : int
        Sets that are fitted, three times as many with ``--full``.
    options : dict
        Of the estimator, and ``n_boot`` where it is fitted to resamples.
    is_first : bool
        Whether the time is that of a process from its start to its first answer.
    """

    draw: Callable[[int], Problem]
    n_sets: int
    options: dict[str, Any] = field(default_factory=dict)
    is_first: bool = False


def network(n: int, n_rows: int, levels: float = 3.0) -> Callable[[int], Problem]:
    """Sets as those of the paper: four expected neighbours, three levels on average."""

    def draw(seed: int) -> Problem:
        rng = np.random.default_rng(seed)
        truth = simulate.random_dag(n, 4, rng=rng)
        data = simulate.ordinal_data(truth, n_rows, levels=levels, rng=rng)
        values = data.frame.astype(float).to_numpy()
        return Problem(StudyProblem(f"n = {n}, seed {seed}", values, data.n_levels, seed, False), truth)

    return draw


def questionnaire(n_rows: int, missing: float = 0.0) -> Callable[[int], Problem]:
    """Answers of six levels to 25 items: correlated factors, weaker cross-loadings, pairs of items worded alike."""

    def draw(seed: int) -> Problem:
        rng = np.random.default_rng(seed)
        loadings = np.kron(np.eye(5), np.ones((5, 1))) * rng.uniform(0.4, 0.8, (25, 1)) + rng.normal(0, 0.1, (25, 5))
        factors = rng.standard_normal((n_rows, 5)) + 0.6 * rng.standard_normal((n_rows, 1))
        alike = np.repeat(rng.standard_normal((n_rows, 13)), 2, axis=1)[:, :25] * rng.uniform(0, 0.4, 25)
        latent = factors @ loadings.T + alike + rng.standard_normal((n_rows, 25)) * rng.uniform(0.6, 0.9, 25)
        shares = rng.dirichlet(np.full(6, 4.0), 25)
        cuts = [np.quantile(latent[:, i], np.cumsum(shares[i])[:-1]) for i in range(25)]
        values = np.column_stack([np.searchsorted(cuts[i], latent[:, i]) for i in range(25)]).astype(float)
        values[rng.random(values.shape) < missing] = np.nan
        return Problem(StudyProblem(f"questionnaire, seed {seed}", values, (6,) * 25, seed, False), None)

    return draw


ROWS = {
    "items": Row(questionnaire(2_436), 3),
    "items-gaps": Row(questionnaire(2_800, missing=0.007), 3),
    "resamples": Row(questionnaire(2_436), 1, {"n_boot": N_RESAMPLES}),
    "12x500-first": Row(network(12, 500), 4, is_first=True),
    "12x500": Row(network(12, 500), 12),
    "20x500-first": Row(network(20, 500), 4, is_first=True),
    "20x500": Row(network(20, 500), 12),
    "50x500": Row(network(50, 500), 4),
    "50x2000": Row(network(50, 2_000), 2),
    "75x1000": Row(network(75, 1_000), 3),
    "100x1000": Row(network(100, 1_000), 3),
    "140x1000": Row(network(140, 1_000), 2),
    "200x1000": Row(network(200, 1_000), 3),
    "posterior": Row(network(20, 500), 3, {"prior": "wishart"}),
    "50x100000": Row(network(50, 100_000), 1, {"max_rows": None}),
    "1000x5000": Row(network(1_000, 5_000), 1),
}
ON_REQUEST = ("50x100000", "1000x5000")  # minutes of either side


@dataclass(frozen=True)
class Fits:
    """What both sides made of the sets of a row."""

    problems: tuple[Problem, ...]
    answers: dict[str, tuple[Answer, ...]]
    is_first: bool

    def seconds(self, side: str) -> NDArray[np.float64]:
        clock = "since_start" if self.is_first else "processor"
        return np.array([answer["seconds"][clock] for answer in self.answers[side]])

    def megabytes(self, side: str) -> float:
        return max(answer["megabytes"] for answer in self.answers[side])

    def accuracy(self, side: str) -> NDArray[np.float64]:
        """SHD by set; where no network is right, what `benchmarks.fit_worker` says of quality."""
        return np.array(
            [
                answer["quality"] if problem.truth is None else compare_patterns(answer["cpdag"], problem.truth).shd
                for problem, answer in zip(self.problems, self.answers[side], strict=True)
            ],
            dtype=float,
        )


def main(
    full: bool = False, base: str = BASE, base_python: Path | None = None, seed: int = SEED, rows: str | None = None
) -> None:
    chosen = [name for name in ROWS if name not in ON_REQUEST or full] if rows is None else rows.split(",")
    if unknown := [name for name in chosen if name not in ROWS]:
        raise SystemExit(f"unknown row {unknown[0]!r}; valid: {', '.join(ROWS)}")
    pythons = {"base": base_python or built(base), "head": Path(sys.executable)}
    table = Table(
        *("work", "sets", "s, base", "s, now", "ratio", "SHD, base", "now", "difference", "MB, base", "now"),
        title=f"This tree beside {base}: mean processor time of a fit, and SHD or criterion",
    )
    for name in chosen:
        cells = line(name, fits_of(ROWS[name], pythons, seed, 3 if full else 1))
        note(f"sizes: {'; '.join(cells)}")
        table.add_row(*cells)
    if rows is None:
        seconds = [command_seconds(pythons[side], ["--version"]) for side in SIDES]
        table.add_row("ordag --version", "", *(f"{each:.2f}" for each in seconds), f"{seconds[1] / seconds[0]:.2f}")
    table.caption = "± is a standard error over sets; differences are paired."
    Console(width=140).print(table)


def fits_of(row: Row, pythons: dict[str, Path], seed: int, times: int) -> Fits:
    """The sets of a row by both sides, in processes of their own; which goes first changes from set to set."""
    problems = tuple(row.draw(seed + number) for number in range(row.n_sets * times))
    answers: dict[str, list[Answer]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "values.npy")
        for number, batch in enumerate([(problem,) for problem in problems] if row.is_first else [problems]):
            for side, answer in _answers(batch, row.options, pythons, file, number):
                answers[side].append(answer)
    return Fits(problems, {side: tuple(given) for side, given in answers.items()}, row.is_first)


def _answers(
    problems: tuple[Problem, ...], options: dict[str, Any], pythons: dict[str, Path], file: Path, number: int
) -> Iterator[tuple[str, Answer]]:
    """Side and answer of every fit, by two processes that are started and ended here."""
    with closing(Side(pythons["base"])) as of_base, closing(Side(pythons["head"])) as of_head:
        sides = {"base": of_base, "head": of_head}
        for turn, problem in enumerate(problems, number):
            np.save(file, problem.data.values)
            for side in sorted(sides, reverse=bool(turn % 2)):
                yield side, sides[side].fit(file, problem.data, options)


def line(name: str, fits: Fits) -> list[str]:
    """The cells of a row."""
    base, head = fits.seconds("base"), fits.seconds("head")
    before, after = fits.accuracy("base"), fits.accuracy("head")
    difference = after - before
    return [
        name,
        str(len(fits.problems)),
        f"{base.mean():.2f}",
        f"{head.mean():.2f}",
        f"{head.sum() / base.sum():.2f} ± {error_of(head - head.sum() / base.sum() * base) / base.mean():.2f}",
        f"{before.mean():.1f}",
        f"{after.mean():.1f}",
        f"{difference.mean():+.2f} ± {error_of(difference):.2f}",
        *(f"{fits.megabytes(side):.0f}" for side in SIDES),
    ]


def error_of(values: NDArray[np.float64]) -> float:
    """Standard error of a mean."""
    return math.nan if len(values) < 2 else float(values.std(ddof=1) / np.sqrt(len(values)))


def command_seconds(python: Path, arguments: list[str]) -> float:
    """Processor time of a command, the least of five runs."""

    def children() -> float:
        times = os.times()
        return times.children_user + times.children_system

    taken = []
    for _ in range(5):
        before = children()
        subprocess.run([python, "-P", "-m", "ordag", *arguments], check=True, stdout=subprocess.DEVNULL)
        taken.append(children() - before)
    return min(taken)


if __name__ == "__main__":
    main()
