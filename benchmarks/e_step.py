"""The two E-steps, sampled and propagated, against long runs of the sampler: error of the moments at equal time.

The OCD data may not be distributed; where they are not in ``../shared``, they are left out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmarks.latent_engine import boxes_between
from benchmarks.timing import in_units, least_time, note
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from scipy.stats import norm

from ordag.expectation import (
    BoxArrays,
    GibbsState,
    advance_chains,
    log_probabilities,
    propagate,
    start_chains,
    start_factors,
)

LONG_RUN, BURN_IN = 4_000, 400
ROOT = Path(__file__).resolve().parents[1]
BANK = ROOT / "tests" / "golden" / "data" / "bank"
SHARED = ROOT.parent / "shared"


@dataclass(frozen=True)
class StudyProblem:
    name: str
    boxes: BoxArrays
    correlation: NDArray[np.float64]


def main(shared: Path = SHARED) -> None:
    table = Table("problem", "n", "N", title="E-steps against long runs (rms over the entries of the moments)")
    for heading in ("EP, cold", "warm", "EP bias", "largest", "5 sweeps", "error", "equal time", "error", "log Z off"):
        table.add_column(heading, justify="right")
    for problem in (*bank(), *ocd(shared), *made()):
        note(f"e_step: {problem.name}, n = {problem.boxes.n_columns}")
        table.add_row(*measured(problem))
    Console(width=160).print(table)


def measured(problem: StudyProblem) -> list[str]:
    boxes, correlation = problem.boxes, problem.correlation
    state, _ = advance_chains(start_chains(boxes, 1), boxes, correlation, BURN_IN)
    state, truth = advance_chains(state, boxes, correlation, LONG_RUN)
    cold = least_time(lambda: propagate(start_factors(boxes), boxes, correlation), 3)
    factors, settled = propagate(start_factors(boxes), boxes, correlation)
    warm = least_time(lambda: propagate(factors, boxes, correlation), 3)
    sweep = least_time(lambda: advance_chains(state, boxes, correlation, 5, n_batches=1), 3) / 5
    affordable = max(1, round(cold / sweep))
    integrated = log_probabilities(boxes, correlation, n_points=1024)
    return [
        problem.name,
        str(boxes.n_columns),
        str(boxes.n_rows),
        in_units(cold),
        in_units(warm),
        f"{rms(settled.second - truth.second):.1e}",
        f"{np.abs(settled.second - truth.second).max():.1e}",
        in_units(5 * sweep),
        f"{short_run_error(state, problem, 5, truth.second):.1e}",
        f"{affordable} sweeps",
        f"{short_run_error(state, problem, affordable, truth.second):.1e}",
        f"{settled.log_likelihood - integrated.total:+.2f}",
    ]


def short_run_error(state: GibbsState, problem: StudyProblem, n_sweeps: int, truth: NDArray[np.float64]) -> float:
    """Root mean square error of the moments of runs of `n_sweeps`, started in equilibrium; average of four runs."""
    errors = []
    for _ in range(4):
        state, moments = advance_chains(state, problem.boxes, problem.correlation, n_sweeps, n_batches=1)
        errors.append(np.mean((moments.second - truth) ** 2))
    return float(np.sqrt(np.mean(errors)))


def rms(matrix: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(matrix**2)))


def bank() -> Iterator[StudyProblem]:
    """Sets of the bank under their true correlation."""
    for name in ("n12_rep01", "n20_rep01", "n30_rep01"):
        folder = BANK / name
        codes = np.loadtxt(folder / "data.csv", delimiter=",", skiprows=1, dtype=int).T
        correlation = np.loadtxt(folder / "true_sigma.csv", delimiter=",", skiprows=1)
        yield StudyProblem(f"bank {name}", boxes_between(codes, shares(codes)), correlation)


def ocd(shared: Path) -> Iterator[StudyProblem]:
    """The OCD data under the reference solution, where they are at hand."""
    if not shared.is_dir():
        note(f"e_step: no OCD data in {shared}")
        return
    codes = np.loadtxt(shared / "data" / "real" / "datRogers.csv", delimiter=",", skiprows=1, dtype=int).T
    solution = json.loads((shared / "reference" / "ocd_osem.json").read_text())
    yield StudyProblem("OCD", boxes_between(codes, shares(codes)), np.array(solution["Sigma_hat"]))


def shares(codes: NDArray[np.integer]) -> list[NDArray[np.float64]]:
    """Cuts at the normal quantiles of the cumulative add-one shares."""
    counts = [np.bincount(column) + 1 for column in codes]
    return [norm.ppf(np.cumsum(count)[:-1] / count.sum()) for count in counts]


def made() -> Iterator[StudyProblem]:
    """Where expectation propagation is put to the test."""
    rng = np.random.default_rng(20261115)
    for name, n, rho, cuts in [
        ("three levels, ρ = 0.5", 20, 0.5, (-0.5, 0.5)),
        ("binary, ρ = 0.5", 20, 0.5, (0.0,)),
        ("binary, ρ = 0.9", 20, 0.9, (0.0,)),
        ("binary, ρ = 0.98", 20, 0.98, (0.0,)),
        ("rare level, ρ = 0.5", 20, 0.5, (2.2,)),
        ("binary, ρ = 0.5", 100, 0.5, (0.0,)),
    ]:
        correlation = np.full((n, n), rho) + (1 - rho) * np.eye(n)
        latent = rng.multivariate_normal(np.zeros(n), correlation, size=200).T
        yield StudyProblem(name, boxes_between(np.searchsorted(cuts, latent), [cuts] * n), correlation)
    # Rows that the model did not expect: boxes on opposite sides in spite of a strong correlation.
    correlation = np.full((20, 20), 0.9) + 0.1 * np.eye(20)
    codes = rng.integers(0, 2, size=(20, 200))
    yield StudyProblem("binary, ρ = 0.9, rows at odds", boxes_between(codes, [(0.0,)] * 20), correlation)


if __name__ == "__main__":
    main()
