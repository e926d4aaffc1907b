"""What penalty="auto" goes by: SHD of each criterion and of single penalties, and the BIC found against the truth's.

``python -m benchmarks criterion`` takes ten minutes, with ``--full`` three times as long. One core.
"""

import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from benchmarks.osem import fit, fresh_set
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM
from ordag.model import log_likelihood

CRITERIA = ("evidence", "ebic", "bic")
PENALTIES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0)
SEED = 50_000
N_POINTS = 1_024  # noise of some tenths of a nat


class Worker(NamedTuple):
    """A kind of simulated sets."""

    n: int
    n_rows: int
    levels: int
    neighbours: int


CELLS = (
    Worker(12, 300, 3, 4),
    Worker(12, 2_000, 3, 2),
    Worker(20, 500, 2, 4),
    Worker(20, 500, 5, 4),
    Worker(20, 800, 3, 2),
    Worker(20, 2_000, 4, 4),
    Worker(30, 300, 3, 4),
    Worker(30, 800, 5, 2),
)


@dataclass(frozen=True)
class Extent:
    """How much is run."""

    n_sets: int  # a cell
    n_against_truth: dict[int, int]  # sets by number of columns


QUICK = Extent(6, {12: 20, 20: 20, 30: 10})
FULL = Extent(20, {12: 50, 20: 50, 30: 30})


def main(full: bool = False) -> None:
    extent = FULL if full else QUICK
    console = Console(width=120)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # levels that a small sample lacks
        console.print(by_cell(extent.n_sets))
        console.print(against_the_truth(extent.n_against_truth))


def by_cell(n_sets: int) -> Table:
    """Mean SHD of the criteria, and of the penalty that is best in hindsight for the cell and for all cells."""
    columns = [f'criterion="{criterion}"' for criterion in CRITERIA]
    table = Table("n, N, levels, neighbours", *columns, "best λ", title=f"SHD, {n_sets} sets a cell")
    automatic, fixed = [], []
    for number, cell in enumerate(CELLS, 1):
        note(f"criterion: {cell}")
        seeds = range(SEED + 1_000 * number, SEED + 1_000 * number + n_sets)
        problems = [fresh_set(cell.n, seed, cell.n_rows, cell.levels, cell.neighbours) for seed in seeds]
        automatic.append([[fit(*problem, criterion=name).shd for problem in problems] for name in CRITERIA])
        fixed.append([[fit(*problem, penalty=penalty).shd for problem in problems] for penalty in PENALTIES])
        table.add_row(", ".join(map(str, cell)), *means(automatic[-1]), best_penalty(fixed[-1]))
    over_all, at_penalties = np.concatenate(automatic, axis=1), np.concatenate(fixed, axis=1)
    table.add_section()
    table.add_row("all", *means(over_all), best_penalty(at_penalties))
    more = over_all - over_all[0]
    errors = more.std(axis=1, ddof=1) / np.sqrt(more.shape[1])
    table.add_row("less the default", *(f"{d:+.2f} ± {e:.2f}" for d, e in zip(more.mean(axis=1), errors, strict=True)))
    return table


def means(values: np.ndarray) -> list[str]:
    return [f"{mean:.2f}" for mean in np.mean(values, axis=1)]


def best_penalty(values: np.ndarray) -> str:
    """The lowest mean over sets, and its λ."""
    by_penalty = np.mean(values, axis=1)
    best = int(np.argmin(by_penalty))
    return f"{by_penalty[best]:.2f} (λ = {PENALTIES[best]:g})"


def against_the_truth(n_sets_of: dict[int, int]) -> Table:
    """The BIC of the graph that criterion="bic" finds, less that of the true one, both refitted and integrated."""
    table = Table(
        "n", "sets", "at least the truth's", "within 1 nat of it", "median", "lowest", title="BIC of the graph found"
    )
    for n, n_sets in n_sets_of.items():
        note(f"criterion: against the truth, n = {n}")
        more = np.array([lead_over_the_truth(*fresh_set(n, SEED + k)) for k in range(n_sets)])
        shares = [f"{np.mean(more >= least):.0%}" for least in (0, -1)]
        table.add_row(str(n), str(n_sets), *shares, f"{np.median(more):+.1f}", f"{more.min():+.1f}")
    return table


def lead_over_the_truth(frame: pd.DataFrame, truth: np.ndarray) -> float:
    """Nats by which the graph found is better."""
    names = list(frame.columns)
    edges = {(names[i], names[j]) for i, j in np.argwhere(truth)}
    others = [(a, b) for a in names for b in names if a != b and (a, b) not in edges]
    found = OSEM(criterion="bic").fit(frame)
    true = OSEM(criterion="bic", required=edges, forbidden=others).fit(frame)
    return observed_bic(found, frame) - observed_bic(true, frame)


def observed_bic(model: OSEM, frame: pd.DataFrame) -> float:
    rows = log_likelihood(model.network_, frame, n_points=N_POINTS)
    return float(rows.sum() - np.log(len(frame)) / 2 * model.adjacency_.sum())


if __name__ == "__main__":
    main()
