"""Both paper modes against the R runs of the paper's authors, set by set.

``python -m benchmarks paper_mode`` takes one to two minutes, ``python -m benchmarks paper_mode --full`` runs every
penalty that R was run with. One core.
"""

import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks.osem import GOLDEN_DATA, read_set
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM
from ordag.metrics import compare_patterns

MODES = ("paper", "paper-fast")
N_SEEDS = 16
PENALTY = 6.0  # that of the paper, which R was run with on every set


@dataclass(frozen=True)
class Compared:
    """SHD of one mode with every seed, that of R, and seconds a fit."""

    shds: np.ndarray
    of_r: float
    seconds: float

    @property
    def holds_r(self) -> bool:
        return bool(self.shds.min() <= self.of_r <= self.shds.max())


def main(full: bool = False) -> None:
    console = Console(width=120)
    runs = pd.concat([pd.read_csv(GOLDEN_DATA / name) for name in ("osem_runs.csv", "fresh_runs.csv")])
    runs["penalty"] = runs["param"].str.removeprefix("lambda").astype(float)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # repaired correlations, as in R
        for penalty in sorted(runs["penalty"].unique()) if full else [PENALTY]:
            note(f"paper_mode: λ = {penalty:g}")
            console.print(against_r(runs[runs["penalty"] == penalty], penalty))


def against_r(runs: pd.DataFrame, penalty: float) -> Table:
    """One row a set: SHD of R beside the range and the mean of ours."""
    table = Table("set", "R", *MODES, title=f"SHD at λ = {penalty:g}: range and mean of {N_SEEDS} seeds")
    compared: dict[str, list[Compared]] = {mode: [] for mode in MODES}
    for run in runs.sort_values(["n", "set"]).itertuples():
        folder = next(
            GOLDEN_DATA / kind / run.set for kind in ("bank", "fresh") if (GOLDEN_DATA / kind / run.set).exists()
        )
        for mode in MODES:
            compared[mode].append(compare(folder, run.SHD, mode, penalty))
        table.add_row(run.set, f"{run.SHD:g}", *(shown(compared[mode][-1]) for mode in MODES))
    table.add_section()
    table.add_row(
        "R within the range", "", *(f"{sum(c.holds_r for c in compared[mode])} of {len(runs)}" for mode in MODES)
    )
    table.add_row("mean of ours − R", "", *(difference(compared[mode]) for mode in MODES))
    table.add_row("seconds", "", *(f"{np.mean([c.seconds for c in compared[mode]]):.2f}" for mode in MODES))
    return table


def compare(folder: Path, of_r: float, mode: str, penalty: float) -> Compared:
    frame, truth = read_set(folder)
    began = time.process_time()
    graphs = [OSEM(penalty, mode=mode, random_state=seed).fit(frame).adjacency_ for seed in range(N_SEEDS)]
    seconds = (time.process_time() - began) / N_SEEDS
    return Compared(np.array([compare_patterns(graph, truth).shd for graph in graphs]), of_r, seconds)


def shown(compared: Compared) -> str:
    outside = "" if compared.holds_r else "  R outside"
    return f"{compared.shds.min():g} to {compared.shds.max():g}, {compared.shds.mean():.1f}{outside}"


def difference(compared: list[Compared]) -> str:
    """Mean over sets, with its standard error."""
    values = np.array([c.shds.mean() - c.of_r for c in compared])
    return f"{values.mean():+.1f} ± {values.std(ddof=1) / np.sqrt(len(values)):.1f}"
