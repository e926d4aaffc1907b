"""What is drawn of a network is right: arrows, lines and weak links of default fits with resamples, against the truth.

Sets of 15 items with five levels. *Graph*: a random DAG of three expected neighbours. *Hidden nodes*: the same with 18
nodes, of which three are not seen; a link is right if the others cannot separate its ends, an arrow if it leads from a
cause to an effect. *Factors*: three independent factors of five items each, where links within a factor are right (no
other items separate two of its items) and every arrow is wrong. *Correlated factors*: as before, and four items have
an effect on another item, which alone makes an arrow right. ``python -m benchmarks support`` takes 5 sets of each kind
and size, ``--full`` 50. One core.
"""

import warnings

import numpy as np
import pandas as pd
from benchmarks.hidden_fci import N_HIDDEN, with_hidden
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

import ordag
from ordag.data import encode
from ordag.graphs import ancestors, dag_to_cpdag, dag_to_mag
from ordag.hints import better_with_hidden
from ordag.model import Standing, standing_of

FIRST_SET = 41_000
N_ROWS = (500, 2000)
N_BOOT = 25
N_ITEMS, N_FACTORS, LOADINGS = 15, 3, (0.5, 0.8)


def main(*, full: bool = False) -> None:
    n_sets = 50 if full else 5
    what = ("links", "links that stand", "arrows of the estimate", "if hidden causes were ignored", "arrows drawn")
    drawn = [heading for counted in what for heading in (counted, "right")]
    table = Table("data", "rows", "sets", *drawn)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind, make in KINDS.items():
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


def hidden_set(seed: int, n_rows: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Rows of a random DAG with nodes that are not seen, pairs that the others cannot separate, and causes."""
    rng = np.random.default_rng(seed)
    dag = with_hidden(N_ITEMS + N_HIDDEN, rng)[0]
    data = ordag.simulate.ordinal_data(dag, n_rows, 5, rng=rng)
    links = dag_to_mag(dag, range(N_ITEMS, N_ITEMS + N_HIDDEN)) != 0
    causes = np.zeros((N_ITEMS, N_ITEMS), dtype=int)
    for item in range(N_ITEMS):
        causes[[k for k in ancestors(dag, item) if k < N_ITEMS and k != item], item] = 1
    return data.frame.iloc[:, :N_ITEMS], links, causes


def correlated_set(seed: int, n_rows: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Rows of correlated factors and direct effects; no items separate two others."""
    data = ordag.simulate.factor_data(N_FACTORS, N_ITEMS // N_FACTORS, n_rows, n_links=4, levels=5, random_state=seed)
    return data.frame, 1 - np.eye(N_ITEMS, dtype=int), data.links


KINDS = {
    "graph": graph_set,
    "hidden nodes": hidden_set,
    "factors": factor_set,
    "correlated factors": correlated_set,
}


def run(frame: pd.DataFrame, links: np.ndarray, arrows: np.ndarray) -> pd.DataFrame:
    """One line for each link of the default fit: how it is drawn, and whether that is right."""
    learner = ordag.OSEM(random_state=0)
    fitted = learner.fit(frame)
    ignored = fitted.network_
    beside = better_with_hidden(fitted, encode(frame))
    network = ignored if beside is None else beside.marked(ignored)
    support = ordag.bootstrap(learner, frame, N_BOOT, 1).edge_support
    lines = [
        (
            not network.cpdag[j, i],
            standing_of(ignored, i, j, support),
            standing_of(network, i, j, support),
            links[i, j] != 0,
            arrows[i, j] != 0,
        )
        for i, j in np.argwhere(network.dag).tolist()
    ]
    return pd.DataFrame(lines, columns=["directed", "ignored", "standing", "link", "arrow"])


def columns(found: pd.DataFrame) -> list[str]:
    """Counts of links and arrows, of the estimate and as drawn, and the shares of them that are right."""
    stand = found["standing"] != Standing.WEAK
    ignored, drawn = (found[drawing] == Standing.ARROW for drawing in ("ignored", "standing"))
    parts = [(found["link"], stand | True), (found["link"], stand), (found["arrow"], found["directed"])]
    cells = []
    for right, which in [*parts, (found["arrow"], ignored), (found["arrow"], drawn)]:
        cells += [str(int(which.sum())), f"{right[which].mean():.3f}" if which.any() else "-"]
    return cells


if __name__ == "__main__":
    main()
