"""Where the model is wrong: does the check of fit say so, and which family of models finds the graph?

``python -m benchmarks misfit`` takes ten minutes on one core with two sets in each small cell; `--full` takes 50 sets
and all numbers of rows, a night; `--sets` draws so many, `--rows` some of the worlds, such as "sachs,asia". Worlds of
14 columns have about 3 neighbours and weights of size 0.4 to 1; networks of the bnlearn repository come with pgmpy.
"alarm": misfits that the check calls more than chance; "too large": those that it calls not acceptable; "outdone": fits
whose summary begins with a better family. SHD is to the true class; "auto" is ``ordag fit --model auto``.
"""

import warnings
from collections.abc import Callable, Mapping

import networkx as nx
import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.data import OrdinalTable
from ordag.families.comparison import ModelComparison
from ordag.families.fitting import best_confirmed
from ordag.families.look import better_family
from ordag.families.registry import DEFAULT, FAMILIES
from ordag.families.rows import comparable_rows
from ordag.graphs import Adjacency, dag_to_cpdag
from ordag.metrics import compare_patterns
from ordag.search import SearchSpace

N, NEIGHBOURS = 14, 3
N_SETS, N_SETS_FULL = 2, 50
SIZES, SIZES_FULL = (500, 2000), (500, 2000, 5000)
NETWORKS = ("asia", "sachs", "survey", "child", "insurance", "alarm")
LARGE = ("insurance", "alarm")  # of which a quick run takes 2 000 rows only, and one set

Codes = np.ndarray  # (n_rows, n)
World = Callable[[np.random.Generator, int], tuple[Adjacency, Codes]]


def latent(noise: Callable[..., np.ndarray], n_levels: int, link: Callable[[np.ndarray], np.ndarray] | None) -> World:
    """Latent variables that act on one another through a link, cut at random thresholds."""

    def draw(rng: np.random.Generator, n_rows: int) -> tuple[Adjacency, Codes]:
        dag, weights = weighted_dag(rng)
        curved = np.zeros(dag.shape, dtype=bool) if link is None else rng.random(dag.shape) < (link is square) * 0.5
        if link is not None and link is not square:
            curved[:] = True
        values, codes = np.zeros((n_rows, N)), np.zeros((n_rows, N), dtype=int)
        for node in nx.topological_sort(nx.DiGraph(dag)):
            for parent in np.flatnonzero(dag[:, node]):
                cause = values[:, parent]
                cause = link(cause) if link is not None and curved[parent, node] else cause
                values[:, node] += weights[parent, node] * cause
            values[:, node] += noise(rng, n_rows)
            values[:, node] /= values[:, node].std() if link is not None else 1.0
            codes[:, node] = cut(values[:, node], n_levels, rng)
        return dag, codes

    return draw


def by_codes(noise: Callable[..., np.ndarray], n_levels: int) -> World:
    """Answers that are caused by the codes of their parents."""

    def draw(rng: np.random.Generator, n_rows: int) -> tuple[Adjacency, Codes]:
        dag, weights = weighted_dag(rng)
        codes = np.zeros((n_rows, N), dtype=int)
        for node in nx.topological_sort(nx.DiGraph(dag)):
            codes[:, node] = cut(codes @ weights[:, node] + noise(rng, n_rows), n_levels, rng)
        return dag, codes

    return draw


def network(name: str) -> World:
    """A network of the bnlearn repository; levels are taken in the order of its file."""

    def draw(rng: np.random.Generator, n_rows: int) -> tuple[Adjacency, Codes]:
        model = stored_network(name)
        nodes = list(nx.topological_sort(model))
        codes: dict[str, np.ndarray] = {}
        for node in nodes:
            cpd = model.get_cpds(node)
            parents = cpd.variables[1:]
            probabilities = cpd.values.reshape(cpd.values.shape[0], -1)
            sizes = cpd.values.shape[1:]
            at = np.ravel_multi_index([codes[p] for p in parents], sizes) if parents else np.zeros(n_rows, dtype=int)
            below = np.cumsum(probabilities, axis=0)[:-1, at]
            codes[node] = (rng.random(n_rows) > below).sum(axis=0)
        held = [node for node in nodes if np.ptp(codes[node]) > 0]
        dag = nx.to_numpy_array(model, nodelist=nodes, weight=None).astype(np.int8)
        kept = [nodes.index(node) for node in held]
        return dag[np.ix_(kept, kept)], np.column_stack([codes[node] for node in held])

    return draw


def stored_network(name: str) -> nx.DiGraph:
    from pgmpy.utils import get_example_model

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return get_example_model(name)


def weighted_dag(rng: np.random.Generator) -> tuple[Adjacency, np.ndarray]:
    dag = simulate.random_dag(N, NEIGHBOURS, rng)
    return dag, np.where(dag, rng.uniform(0.4, 1, dag.shape) * rng.choice([-1, 1], dag.shape), 0.0)


def cut(values: np.ndarray, n_levels: int, rng: np.random.Generator) -> np.ndarray:
    shares = rng.dirichlet(np.full(n_levels, 2.0))
    return np.searchsorted(np.quantile(values, np.cumsum(shares)[:-1]), values)


def normal(rng: np.random.Generator, n_rows: int) -> np.ndarray:
    return rng.standard_normal(n_rows)


def square(values: np.ndarray) -> np.ndarray:
    return (values**2 - 1) / np.sqrt(2)


WORLDS: Mapping[str, World] = {
    "native, 3 levels": latent(normal, 3, None),
    "native, 5 levels": latent(normal, 5, None),
    "exponential noise": latent(lambda rng, n: rng.exponential(size=n) - 1, 5, None),
    "t3 noise": latent(lambda rng, n: rng.standard_t(3, n) / np.sqrt(3), 5, None),
    "monotone links": latent(normal, 5, lambda values: np.sign(values) * np.abs(values) ** 1.5),
    "codes, probit": by_codes(normal, 4),
    "codes, logit": by_codes(lambda rng, n: rng.logistic(size=n) * np.sqrt(3) / np.pi, 4),
    "quadratic links": latent(normal, 5, square),
    **{name: network(name) for name in NETWORKS},
}


def main(seed: int = 7_000, *, full: bool = False, sets: int | None = None, rows: str = "") -> None:
    worlds = [world for world in WORLDS if not rows or world in rows.split(",")]
    columns = ("alarm", "too large", "outdone", "default", "auto", *FAMILIES)
    table = Table("world", "rows", "sets", *columns)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for world in worlds:
            for n_rows in SIZES_FULL if full else SIZES:
                if not full and world in LARGE and n_rows != max(SIZES):
                    continue
                n_sets = sets or (N_SETS_FULL if full else 1 if world in LARGE else N_SETS)
                note(f"misfit: {n_sets} sets, {world}, {n_rows} rows")
                found = np.array([run(world, n_rows, seed + k) for k in range(n_sets)])
                cells = (*(f"{share:.0%}" for share in found[:, :3].mean(axis=0)), *map(shown, found[:, 3:].T))
                table.add_row(world, str(n_rows), str(n_sets), *cells)
                note(f"{world}, {n_rows} rows: " + ", ".join(f"{x} {y}" for x, y in zip(columns, cells, strict=True)))
    Console(width=160).print(table)


def shown(values: np.ndarray) -> str:
    """Mean and its standard error, if there is one."""
    error = f" ± {values.std(ddof=1) / np.sqrt(len(values)):.1f}" if len(values) > 1 else ""
    return f"{values.mean():.1f}{error}"


def run(world: str, n_rows: int, seed: int) -> tuple[float, ...]:
    """Alarm, misfit too large, outdone; SHD of the default, of auto, and of every family."""
    dag, codes = WORLDS[world](np.random.default_rng(seed), n_rows)
    table = OrdinalTable.from_codes(codes).merged().table
    fitted = OSEM().fit(table)
    check = fitted.network_.fit_check
    assert check is not None
    rows, space = comparable_rows(table), SearchSpace(table.names)
    compared = best_confirmed(rows, space, np.random.default_rng(0))
    shd = {model: distance(compared, model, dag) for model in FAMILIES}
    return (
        float(check.significant),
        float(not check.acceptable),
        float(better_family(fitted, table) is not None),
        compare_patterns(fitted.cpdag_, dag).shd,
        shd[compared.chosen.model],
        *shd.values(),
    )


def distance(compared: ModelComparison, model: str, dag: Adjacency) -> float:
    """SHD of a family's best graph, as a class."""
    fit = compared[model]
    pattern = fit.cpdag if model == DEFAULT else dag_to_cpdag(fit.adjacency)
    return float(compare_patterns(pattern, dag_to_cpdag(dag)).shd)


if __name__ == "__main__":
    main()
