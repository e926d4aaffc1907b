"""What is drawn of a network is right: arrows, lines and weak links of default fits with resamples, against the truth.

Two kinds of sets of 15 items with five levels. *Graph*: a random DAG of three expected neighbours. *Factors*: three
factors of five items each, where links within a factor are right (no other items separate two of its items) and every
arrow is wrong. ``python -m benchmarks support`` takes 5 sets of each kind and size, ``--full`` 50. One core.
"""

import warnings

import numpy as np
import pandas as pd
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

import ordag
from ordag.graphs import dag_to_cpdag
from ordag.model import Standing, standing_of

FIRST_SET = 41_000
N_ROWS = (500, 2000)
N_BOOT = 25
N_ITEMS, N_FACTORS, LOADINGS = 15, 3, (0.5, 0.8)


def main(*, full: bool = False) -> None:
    n_sets = 50 if full else 5
    drawn = ("links", "right", "links that stand", "right", "arrows of the estimate", "right", "arrows drawn", "right")
    table = Table("data", "rows", "sets", *drawn)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind, make in (("graph", graph_set), ("factors", factor_set)):
            for n_rows in N_ROWS:
                note(f"support: {n_sets} sets of {n_rows} rows, {kind}")
                found = pd.concat([run(*make(FIRST_SET + k, n_rows)) for k in range(n_sets)])
                table.add_row(kind, str(n_rows), str(n_sets), *columns(found))
                note(", ".join(columns(found)))
    Console(width=150).print(table)


def graph_set(seed: int, n_rows: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Rows, right links and right arrows of a random DAG; an arrow is right if the DAG has it."""
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(N_ITEMS, 3, rng)
    data = ordag.simulate.ordinal_data(dag, n_rows, 5, rng=rng)
    cpdag = dag_to_cpdag(dag)
    return data.frame, cpdag | cpdag.T, dag


def factor_set(seed: int, n_rows: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Rows, right links and right arrows (none) of three independent factors."""
    rng = np.random.default_rng(seed)
    loadings = rng.uniform(*LOADINGS, N_ITEMS)
    factors = np.repeat(rng.standard_normal((n_rows, N_FACTORS)), N_ITEMS // N_FACTORS, axis=1)
    latent = loadings * factors + np.sqrt(1 - loadings**2) * rng.standard_normal((n_rows, N_ITEMS))
    codes = [np.searchsorted(np.sort(rng.normal(size=4)), column) for column in latent.T]
    same = np.kron(np.eye(N_FACTORS, dtype=int), np.ones((N_ITEMS // N_FACTORS,) * 2, dtype=int))
    return pd.DataFrame(np.transpose(codes)).add_prefix("i"), same, np.zeros_like(same)


def run(frame: pd.DataFrame, links: np.ndarray, arrows: np.ndarray) -> pd.DataFrame:
    """One line for each link of the default fit: how it is drawn, and whether that is right."""
    learner = ordag.OSEM(random_state=0)
    network = learner.fit(frame).network_
    support = ordag.bootstrap(learner, frame, N_BOOT, 1).edge_support
    lines = [
        (not network.cpdag[j, i], standing_of(network, i, j, support), links[i, j], arrows[i, j])
        for i, j in np.argwhere(network.dag).tolist()
    ]
    return pd.DataFrame(lines, columns=["directed", "standing", "link", "arrow"])


def columns(found: pd.DataFrame) -> list[str]:
    """Counts of links and arrows, of the estimate and as drawn, and the shares of them that are right."""
    stand, drawn = found["standing"] != Standing.WEAK, found["standing"] == Standing.ARROW
    parts = [(found["link"], stand | True), (found["link"], stand), (found["arrow"], found["directed"])]
    cells = []
    for right, which in [*parts, (found["arrow"], drawn)]:
        cells += [str(int(which.sum())), f"{right[which].mean():.3f}" if which.any() else "-"]
    return cells


if __name__ == "__main__":
    main()
