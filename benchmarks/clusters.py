"""Rows of clusters that share something: links wrong when rows are taken as independent, and with clusters named.

``python -m benchmarks clusters`` takes two minutes on one core. 14 columns of five answers, about 3 neighbours, weights
of size 0.4 to 1, 500 rows; one factor that the rows of a cluster share is added to all columns. `--seed` gives other
sets, `--full` 50 in a cell.
"""

import time
import warnings

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.data import OrdinalTable
from ordag.metrics import compare_patterns
from ordag.model.fit_check import SIGNIFICANT

N, NEIGHBOURS, N_ROWS, N_LEVELS, N_SETS = 14, 3, 500, 5, 10
# Number of clusters, and standard deviation of what their rows share, in deviations of a column within clusters.
CELLS = ((20, 0.7), (20, 0.3), (20, 0.0), (100, 0.7), (100, 0.0), (250, 0.7), (250, 0.0))


def main(seed: int = 6_000, *, full: bool = False) -> None:
    n_sets = 50 if full else N_SETS
    table = Table("clusters", "shared", "true ICC", "ICC", "SHD as independent", "SHD", "seconds", "misfit remarked on")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n_clusters, shared in CELLS:
            note(f"clusters: {n_sets} sets, {n_clusters} clusters, {shared:g}")
            found = np.array([run(n_clusters, shared, seed + k) for k in range(n_sets)])
            mean, error = found.mean(axis=0), found.std(axis=0) / np.sqrt(n_sets)
            shds = [f"{mean[k]:.1f} ± {error[k]:.1f}" for k in (0, 1)]
            true = shared**2 / (1 + shared**2)
            cells = (f"{true:.2f}", f"{mean[2]:.2f}", *shds, f"{mean[3]:.2f}", f"{mean[4]:.0%}")
            table.add_row(str(n_clusters), f"{shared:g}", *cells)
    Console(width=120).print(table)


def run(n_clusters: int, shared: float, seed: int) -> tuple[float, ...]:
    """SHD as independent and with clusters, mean intra-class correlation, seconds of the fit, misfit remarked on."""
    dag, table = clustered_set(n_clusters, shared, np.random.default_rng(seed))
    plain = OSEM().fit(table.with_clusters(None))
    started = time.process_time()
    model = OSEM().fit(table)
    seconds = time.process_time() - started
    shds = [compare_patterns(fitted.cpdag_, dag).shd for fitted in (plain, model)]
    check = model.network_.fit_check
    assert check is not None
    mean = float(model.clusters_.intraclass_correlations.mean())
    return *shds, mean, seconds, float(check.p_value < SIGNIFICANT)


def clustered_set(n_clusters: int, shared: float, rng: np.random.Generator) -> tuple[np.ndarray, OrdinalTable]:
    """A graph, and rows of its latent variables with what clusters share, cut at random thresholds."""
    dag = simulate.random_dag(N, NEIGHBOURS, rng)
    weights = np.where(dag, rng.uniform(0.4, 1, dag.shape) * rng.choice([-1, 1], dag.shape), 0.0)
    latent = rng.standard_normal((N_ROWS, N)) @ np.linalg.inv(np.eye(N) - weights)
    latent = latent / latent.std(axis=0)
    clusters = np.arange(N_ROWS) % n_clusters
    latent += shared * rng.standard_normal(n_clusters)[clusters, None]
    shares = rng.dirichlet(np.full(N_LEVELS, 2.0), N)
    codes = [
        np.searchsorted(np.quantile(column, np.cumsum(share)[:-1]), column)
        for column, share in zip(latent.T, shares, strict=True)
    ]
    levels = [tuple(range(N_LEVELS))] * N
    return dag, OrdinalTable.from_codes(np.column_stack(codes), levels=levels).with_clusters(clusters)


if __name__ == "__main__":
    main()
