"""Hints at what is no link: how often they are given where there is cause, and where there is none.

``python -m benchmarks hints`` takes two minutes on one core. 14 columns of five answers, about 3 neighbours, weights of
size 0.4 to 1, 500 rows; `--seed` gives other sets, `--full` 100 in a cell.
"""

import warnings
from collections.abc import Callable

import numpy as np
from benchmarks.misfit import NEIGHBOURS, N, cut
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.data import OrdinalTable
from ordag.hints import find_hints

N_ROWS, N_LEVELS, N_SETS = 500, 5, 20
HINTS = ("OneTendency", "TotalLeft", "TwoKindsOfRows", "ArrowsIntoGiven")
Rows = np.ndarray  # (n_rows, n) latent values
Noise = Callable[[np.random.Generator, tuple[int, int]], Rows]


def gaussian(rng: np.random.Generator, shape: tuple[int, int]) -> Rows:
    return rng.standard_normal(shape)


CLEAN: dict[str, Noise] = {
    "clean": gaussian,
    "clean, noise t3": lambda rng, shape: rng.standard_t(3, shape) / np.sqrt(3),
    "clean, exponential noise": lambda rng, shape: rng.exponential(size=shape) - 1,
}
PLANTED: dict[str, Callable[[Rows, np.random.Generator], Rows]] = {
    "acquiescence": lambda rows, rng: rows + 0.7 * rng.standard_normal((len(rows), 1)),
    "two kinds, 2 deviations apart in all": lambda rows, rng: rows + 2 * (rng.random((len(rows), 1)) < 0.5),
    "two kinds, apart in half": lambda rows, rng: (
        rows + 2 * (rng.random((len(rows), 1)) < 0.5) * (np.arange(rows.shape[1]) % 2)
    ),
    "all weights positive": lambda rows, rng: rows,
    "a mean of six among the items": lambda rows, rng: np.column_stack([rows, rows[:, :6].mean(axis=1)]),
}


def main(seed: int = 8_000, *, full: bool = False) -> None:
    n_sets = 100 if full else N_SETS
    table = Table("rows", *HINTS)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cell in (*CLEAN, *PLANTED):
            note(f"hints: {n_sets} sets, {cell}")
            shares = np.mean([run(cell, seed + k) for k in range(n_sets)], axis=0)
            table.add_row(cell, *(f"{share:.0%}" for share in shares))
    Console(width=120).print(table)


def run(cell: str, seed: int) -> list[bool]:
    """Which hints are given."""
    rng = np.random.default_rng(seed)
    dag = simulate.random_dag(N, NEIGHBOURS, rng)
    signs = 1 if cell == "all weights positive" else rng.choice([-1, 1], dag.shape)
    weights = np.where(dag, rng.uniform(0.4, 1, dag.shape) * signs, 0.0)
    latent = CLEAN.get(cell, gaussian)(rng, (N_ROWS, N)) @ np.linalg.inv(np.eye(N) - weights)
    latent = latent / latent.std(axis=0)
    if cell in PLANTED:
        latent = PLANTED[cell](latent, rng)
    codes = [cut(column, N_LEVELS, rng) for column in latent.T]
    if cell.startswith("a mean"):
        codes[-1] = np.round(np.mean(codes[:6], axis=0) * 4).astype(int)
    table = OrdinalTable.from_codes(np.column_stack(codes)).merged().table
    given = {type(hint).__name__ for hint in find_hints(OSEM().fit(table).network_, table)}
    return [name in given for name in HINTS]


if __name__ == "__main__":
    main()
