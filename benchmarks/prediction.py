"""Errors of predicted probabilities: the default way and integration points, against very many points.

``python -m benchmarks prediction`` takes a minute. One core.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from benchmarks.timing import least_time, note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import inference, simulate
from ordag.maximization import maximize
from ordag.model import FittedNetwork

SEED = 20261115
N_ROWS = 100
N_NETWORKS = 5  # random ones of a kind
TARGET = "x1"
N_POINTS = 512  # of the way that is compared with the default
REFERENCE = 32_768  # points by which errors are measured


def main() -> None:
    ways = {"default": None, f"{N_POINTS} points": N_POINTS}
    headings = [f"{way}: {what}" for way in ways for what in ("error", "largest", "ms a row")]
    table = Table("problem", *headings, title="Root mean square and largest error of predicted probabilities")
    with threadpool_limits(limits=1):
        for name, networks in problems():
            note(f"prediction: {name}")
            exact = [predicted(network, REFERENCE) for network in networks]
            table.add_row(name, *(cell for n_points in ways.values() for cell in measured(networks, exact, n_points)))
    Console(width=180).print(table)


def measured(networks: Sequence[FittedNetwork], exact: Sequence[np.ndarray], n_points: int | None) -> list[str]:
    """Root mean square and largest error of the probabilities, and the time of a row."""
    errors = [predicted(network, n_points) - reference for network, reference in zip(networks, exact, strict=True)]
    error = np.abs(np.concatenate([of_network.ravel() for of_network in errors]))
    seconds = least_time(lambda: predicted(networks[0], n_points), 2)
    return [f"{np.sqrt(np.mean(error**2)):.4f}", f"{error.max():.4f}", f"{1e3 * seconds / N_ROWS:.2f}"]


def predicted(network: FittedNetwork, n_points: int | None) -> np.ndarray:
    """Probabilities of the target's levels in rows of the network."""
    rows = inference.sample(network, N_ROWS, random_state=SEED)
    return inference.predict_proba(network, rows, TARGET, n_points=n_points).to_numpy()


def problems() -> Iterator[tuple[str, list[FittedNetwork]]]:
    """Random networks as in the paper's simulations, and networks in which all correlations are equal."""
    for n in (6, 20):
        for levels, text in ((2, "binary"), (3, "2 to 4 levels")):
            yield f"random DAGs, {n} × {text}", [random_network(n, levels, SEED + k) for k in range(N_NETWORKS)]
    for rho in (0.5, 0.9, 0.98):
        yield f"all ρ = {rho}, 20 × binary", [equicorrelated(20, rho, [0.0])]
    yield "all ρ = 0.9, 20 × 5 levels", [equicorrelated(20, 0.9, [-0.8, -0.25, 0.25, 0.8])]
    yield "all ρ = 0.5, 20 × binary, one level of 1.4 %", [equicorrelated(20, 0.5, [2.2])]


def random_network(n: int, levels: int, seed: int) -> FittedNetwork:
    """A network with four expected neighbours and random thresholds."""
    data = simulate.ordinal_data(simulate.random_dag(n, 4, rng=seed), 500, levels=levels, rng=seed)
    return FittedNetwork.from_parameters(data.weights, data.thresholds)


def equicorrelated(n: int, rho: float, cuts: list[float]) -> FittedNetwork:
    """A full graph whose variables all have the same correlation and cuts."""
    full = np.triu(np.ones((n, n), dtype=np.int8), 1)
    parameters = maximize(np.full((n, n), rho) + (1 - rho) * np.eye(n), full)
    return FittedNetwork.from_parameters(parameters.weights, [cuts] * n, noise=parameters.noise)


if __name__ == "__main__":
    main()
