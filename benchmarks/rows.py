"""Rows that are no answers: what they do to a fit, and what screening does about it.

``python -m benchmarks rows`` takes fifteen minutes on one core. 14 columns of five answers, about 3 neighbours, weights
of size 0.4 to 1, 500 rows; `--seed` gives other sets. "careless" rows are uniform random answers, "straight" ones give
one answer throughout; in the last cells no row is wrong, and the model is.
"""

import warnings
from collections.abc import Callable

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.checks import screen_rows
from ordag.checks.remarks import remark_on_look
from ordag.checks.rows import look
from ordag.data import OrdinalTable
from ordag.metrics import compare_patterns

N, NEIGHBOURS, N_ROWS, N_LEVELS, N_SETS = 14, 3, 500, 5, 20
Rows = np.ndarray  # (n_rows, n) codes
Spoil = Callable[[Rows, np.random.Generator], Rows]


def straight(codes: Rows, rng: np.random.Generator) -> Rows:
    return np.repeat(rng.integers(0, N_LEVELS, (len(codes), 1)), codes.shape[1], axis=1)


def half_straight(codes: Rows, rng: np.random.Generator) -> Rows:
    return np.column_stack([codes[:, : N // 3], straight(codes[:, N // 3 :], rng)])


def careless(codes: Rows, rng: np.random.Generator) -> Rows:
    return rng.integers(0, N_LEVELS, codes.shape)


def copied(codes: Rows, rng: np.random.Generator) -> Rows:
    return np.repeat(codes[:1], len(codes), axis=0)


SPOILED: dict[str, tuple[float, Spoil]] = {
    "straight 5 %": (0.05, straight),
    "straight 20 %": (0.2, straight),
    "two thirds straight 5 %": (0.05, half_straight),
    "careless 5 %": (0.05, careless),
    "careless 20 %": (0.2, careless),
    "copies of one row 5 %": (0.05, copied),
}
# Noise of the latent variables where the model is wrong.
WORLDS: dict[str, Callable[[np.random.Generator, tuple[int, int]], np.ndarray]] = {
    "clean": lambda rng, shape: rng.standard_normal(shape),
    "clean, noise t3": lambda rng, shape: rng.standard_t(3, shape) / np.sqrt(3),
    "clean, exponential noise": lambda rng, shape: rng.exponential(size=shape) - 1,
}


def main(seed: int = 5_000) -> None:
    table = Table("rows", "SHD of all", "screened", "without the bad", "found", "false", "remarked on")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cell in (*WORLDS, *SPOILED):
            note(f"rows: {N_SETS} sets, {cell}")
            found = np.array([run(cell, seed + k) for k in range(N_SETS)])
            mean, error = np.nanmean(found, axis=0), np.nanstd(found, axis=0) / np.sqrt(N_SETS)
            shds = [f"{mean[k]:.1f} ± {error[k]:.1f}" for k in range(3)]
            table.add_row(cell, *shds, *(f"{mean[k]:.1%}" if np.isfinite(mean[k]) else "" for k in (3, 4, 5)))
    Console(width=120).print(table)


def run(cell: str, seed: int) -> tuple[float, ...]:
    """SHD of all rows, of the screened ones and of those not spoiled; shares found, falsely flagged, remarked on."""
    rng = np.random.default_rng(seed)
    dag, codes = clean_set(WORLDS.get(cell, WORLDS["clean"]), rng)
    bad = np.zeros(N_ROWS, dtype=bool)
    if cell in SPOILED:
        share, spoil = SPOILED[cell]
        bad[rng.permutation(N_ROWS)[: int(share * N_ROWS)]] = True
        codes[bad] = spoil(codes[bad], rng)
    table = OrdinalTable.from_codes(codes, levels=[tuple(range(N_LEVELS))] * N)
    screen = screen_rows(table)
    honest = OSEM().fit(table.rows(~bad)).network_ if bad.any() else screen.network
    shds = [compare_patterns(network.cpdag, dag).shd for network in (screen.network, screen.network_without, honest)]
    remark = remark_on_look(look(screen.network, table, None, 0))
    found = (~screen.kept[bad]).mean() if bad.any() else np.nan
    return *shds, found, (~screen.kept[~bad]).mean(), float(remark is not None)


def clean_set(noise: Callable[..., np.ndarray], rng: np.random.Generator) -> tuple[np.ndarray, Rows]:
    """A graph, and rows of its latent variables cut at random thresholds."""
    dag = simulate.random_dag(N, NEIGHBOURS, rng)
    weights = np.where(dag, rng.uniform(0.4, 1, dag.shape) * rng.choice([-1, 1], dag.shape), 0.0)
    latent = noise(rng, (N_ROWS, N)) @ np.linalg.inv(np.eye(N) - weights)
    shares = rng.dirichlet(np.full(N_LEVELS, 2.0), N)
    codes = [
        np.searchsorted(np.quantile(column, np.cumsum(share)[:-1]), column)
        for column, share in zip(latent.T, shares, strict=True)
    ]
    return dag, np.column_stack(codes)


if __name__ == "__main__":
    main()
