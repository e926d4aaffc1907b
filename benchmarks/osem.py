"""OSEM: accuracy and time on the bank beside the stored R runs, against our own paper mode on fresh sets, with missing
entries and continuous columns, with many columns, and scaling.

``python -m benchmarks osem`` takes four minutes, ``python -m benchmarks osem --full`` longer. One core.
"""

import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.metrics import compare_patterns

GOLDEN_DATA = Path(__file__).resolve().parents[1] / "tests" / "golden" / "data"
SEED = 20261115
PENALTIES = (3.0, 4.0, 6.0, 10.0)  # to compare with, the best in hindsight being taken
FRESH_SEED = 1_000


@dataclass(frozen=True)
class Extent:
    """How much is run."""

    n_seeds: int  # on the bank
    fresh: tuple[tuple[int, int], ...]  # (columns, sets)
    n_holed: int  # sets with missing entries
    many: tuple[tuple[int, int, int], ...]  # (columns, rows, sets)
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    levels: tuple[int, ...]


QUICK = Extent(5, ((12, 8), (20, 8)), 5, ((100, 500, 1), (200, 500, 1)), (10, 20, 50), (500, 2_000), (2, 3, 5))
FULL = Extent(
    5,
    ((12, 200), (20, 50), (30, 50)),
    40,
    ((60, 500, 6), (100, 1_000, 6), (200, 1_000, 6), (200, 5_000, 3), (500, 1_000, 1)),
    (10, 20, 30, 50, 100, 200),
    (500, 2_000, 5_000),
    (2, 3, 4, 5),
)


@dataclass(frozen=True)
class Run:
    """What one fit gave."""

    tpr: float
    fprp: float
    shd: float
    seconds: float
    n_edges: int


def main(full: bool = False) -> None:
    extent = FULL if full else QUICK
    console = Console(width=120)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # repaired correlations of the paper mode
        note("osem: the bank")
        console.print(on_the_bank(extent))
        console.print(on_fresh_sets(extent))
        console.print(with_holes(extent))
        console.print(with_many_columns(extent))
        console.print(scaling(extent))


def fit(frame: pd.DataFrame, truth: np.ndarray, **options: object) -> Run:
    """Fit and compare with the truth; seconds of the processor."""
    began = time.process_time()
    model = OSEM(**options).fit(frame)
    seconds = time.process_time() - began
    found = compare_patterns(model.adjacency_, truth)
    return Run(found.tpr, found.fprp, found.shd, seconds, int(model.adjacency_.sum()))


def on_the_bank(extent: Extent) -> Table:
    """The default and our own paper mode by size, beside the best fixed λ of R on the same sets."""
    table = Table(
        "n", "sets", "", "TPR", "FPRp", "SHD", "over seeds", "SHD of R − this", "seconds", title="Bank, N = 500"
    )
    runs = pd.read_csv(GOLDEN_DATA / "osem_runs.csv")
    for n, of_size in runs.groupby("n"):
        names = sorted(of_size["set"].unique())
        means = of_size.groupby("param")[["TPR", "FPRp", "SHD", "runtime"]].mean()
        complete = of_size["param"].value_counts() == len(names)  # a λ that R was run with on every set
        best = means.loc[complete[complete].index, "SHD"].idxmin()
        tpr, fprp, shd, seconds = means.loc[best]
        penalty = float(best.removeprefix("lambda"))
        table.add_row(str(n), str(len(names)), f"R, λ = {penalty:g}", *shown(tpr, fprp, shd), "", "", f"{seconds:.0f}")
        of_r = of_size[of_size["param"] == best].set_index("set").loc[names, "SHD"].to_numpy()
        problems = [read_set(GOLDEN_DATA / "bank" / name) for name in names]
        for method, options in ((f"paper, λ = {penalty:g}", {"mode": "paper", "penalty": penalty}), ("OSEM()", {})):
            by_seed = [
                [fit(*problem, random_state=seed, **options) for problem in problems] for seed in range(extent.n_seeds)
            ]
            shds = np.array([[run.shd for run in seed] for seed in by_seed])
            mean = averages([run for seed in by_seed for run in seed])
            table.add_row(
                "",
                "",
                method,
                *shown(*mean[:3]),
                f"± {shds.mean(axis=1).std():.2f}",
                with_error(of_r - shds.mean(axis=0)),
                f"{mean[3]:.2f}",
            )
        table.add_section()
    return table


def on_fresh_sets(extent: Extent) -> Table:
    """The default against our own paper mode at the λ that is best over all sets of a size."""
    table = Table(
        "n", "sets", "", "TPR", "FPRp", "SHD", "SHD of paper − default", "seconds", title="Fresh sets, N = 500"
    )
    for n, n_sets in extent.fresh:
        note(f"osem: {n_sets} fresh sets, n = {n}")
        problems = [fresh_set(n, FRESH_SEED + k) for k in range(n_sets)]
        ours = [fit(*problem) for problem in problems]
        by_penalty = {
            penalty: [fit(*problem, penalty=penalty, mode="paper") for problem in problems] for penalty in PENALTIES
        }
        best = min(by_penalty, key=lambda penalty: averages(by_penalty[penalty])[2])
        difference = np.array([p.shd - o.shd for p, o in zip(by_penalty[best], ours, strict=True)])
        theirs, mine = averages(by_penalty[best]), averages(ours)
        table.add_row(str(n), str(n_sets), f"paper, λ = {best:g}", *shown(*theirs[:3]), "", f"{theirs[3]:.2f}")
        table.add_row("", "", "OSEM()", *shown(*mine[:3]), with_error(difference), f"{mine[3]:.2f}")
        table.add_section()
    return table


def with_holes(extent: Extent) -> Table:
    """A fifth of the entries missing, and half of the columns continuous, against complete rows of levels."""
    note(f"osem: {extent.n_holed} sets with missing entries")
    seeds = range(FRESH_SEED, FRESH_SEED + extent.n_holed)
    complete = [fresh_set(20, seed, 800) for seed in seeds]
    base = [fit(frame[:480], truth) for frame, truth in complete]
    rows = {"complete, 480 rows": base, "complete, 800 rows": [fit(*problem) for problem in complete]}
    n_whole: list[str] = []
    for missing, where in (
        (simulate.Missing(0.2), "20 % missing in all columns"),
        (simulate.Missing(0.2, "mar"), "40 % in half of them, by the levels of others"),
    ):
        problems = [fresh_set(20, seed, 800, missing=missing) for seed in seeds]
        n_whole.append(f"{np.mean([len(frame.dropna()) for frame, _ in problems]):.0f}")
        rows[where] = [fit(*problem) for problem in problems]
        rows[f"{where}; filled with the most frequent"] = [fit(fill_in(frame), truth) for frame, truth in problems]
    mixed = [fresh_set(20, seed, 800, continuous=list(range(0, 20, 2))) for seed in seeds]
    rows["half of the columns continuous"] = [fit(*problem) for problem in mixed]
    table = Table(
        "",
        "TPR",
        "FPRp",
        "SHD",
        "less that of 480 rows",
        title=f"Holes and mixed columns: n = 20, {extent.n_holed} sets, 800 rows",
    )
    for name, runs in rows.items():
        difference = np.array([run.shd - other.shd for run, other in zip(runs, base, strict=True)])
        table.add_row(name, *shown(*averages(runs)[:3]), with_error(difference))
    table.caption = f"Rows without a hole: {' and '.join(n_whole)} of 800, too few to learn from."
    return table


def with_many_columns(extent: Extent) -> Table:
    """The default, which ranks single graphs up to 150 columns, against the best single λ in hindsight."""
    table = Table(
        "n", "N", "sets", "OSEM()", "seconds", *(f"λ = {penalty:g}" for penalty in PENALTIES), title="SHD, many columns"
    )
    for n, n_rows, n_sets in extent.many:
        note(f"osem: {n_sets} sets of {n} columns, N = {n_rows}")
        problems = [fresh_set(n, FRESH_SEED + k, n_rows) for k in range(n_sets)]
        ours = averages([fit(*problem) for problem in problems])
        others = [averages([fit(*problem, penalty=penalty) for problem in problems])[2] for penalty in PENALTIES]
        table.add_row(
            str(n), str(n_rows), str(n_sets), f"{ours[2]:.1f}", f"{ours[3]:.1f}", *(f"{shd:.1f}" for shd in others)
        )
    return table


def fill_in(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with the most frequent level of its column in every hole."""
    return frame.fillna(frame.mode().iloc[0])


def scaling(extent: Extent) -> Table:
    """Time of one default fit as columns, rows and levels grow."""
    table = Table(
        "n", "N", "levels on average", "seconds", "SHD", "edges", "edges of the truth", title="Scaling of OSEM()"
    )
    sizes = [(n, 1_000, 3) for n in extent.columns]
    sizes += [(20, n_rows, 3) for n_rows in extent.rows]
    sizes += [(20, 500, levels) for levels in extent.levels]
    for n, n_rows, levels in sizes:
        note(f"osem: scaling, n = {n}, N = {n_rows}, {levels} levels on average")
        frame, truth = fresh_set(n, SEED, n_rows, levels)
        run = fit(frame, truth)
        table.add_row(
            str(n), str(n_rows), str(levels), f"{run.seconds:.2f}", f"{run.shd:g}", str(run.n_edges), str(truth.sum())
        )
    return table


def read_set(folder: Path) -> tuple[pd.DataFrame, np.ndarray]:
    truth = (pd.read_csv(folder / "true_dag.csv").to_numpy() != 0).astype(int)
    return pd.read_csv(folder / "data.csv"), truth


def fresh_set(
    n: int, seed: int, n_rows: int = 500, levels: int = 3, neighbours: int = 4, **holes_and_kinds: object
) -> tuple[pd.DataFrame, np.ndarray]:
    """A set made as those of the bank are, which have four expected neighbours and three levels on average."""
    rng = np.random.default_rng(seed)
    dag = simulate.random_dag(n, neighbours, rng=rng)
    return simulate.ordinal_data(dag, n_rows, levels=levels, rng=rng, **holes_and_kinds).frame, dag


def averages(runs: list[Run]) -> tuple[float, float, float, float]:
    tpr, fprp, shd, seconds = np.mean([(run.tpr, run.fprp, run.shd, run.seconds) for run in runs], axis=0)
    return tpr, fprp, shd, seconds


def with_error(differences: np.ndarray) -> str:
    """Mean of paired differences and its standard error."""
    return f"{differences.mean():+.1f} ± {differences.std(ddof=1) / np.sqrt(len(differences)):.1f}"


def shown(tpr: float, fprp: float, shd: float) -> tuple[str, str, str]:
    return f"{tpr:.2f}", f"{fprp:.2f}", f"{shd:.1f}"


if __name__ == "__main__":
    main()
