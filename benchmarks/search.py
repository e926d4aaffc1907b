"""Structure searches against peers: time, and the score reached by one measure, on the same data in one run.

Every search maximises the same Gaussian BIC. Scores are given as the distance to the best that any search reached on
the problem, so 0 is best. A peer that does not end within the limit is shown as over it, one that is not installed as
such.
"""

import math
import multiprocessing
import queue
import resource
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag.graphs import cpdag_to_dag
from ordag.scores import GaussianBIC
from ordag.search import boss, exact, ges, hill_climb

N_ROWS = 1_000
NEIGHBOURS = 4
SIZES = (10, 20, 50, 100)
SCALING = (200, 500, 1_000)
SEED = 20261115
LIMIT = 30  # seconds of the processor for one cell of a peer
PATIENCE = 3 * LIMIT  # seconds on the clock, where other work slows the machine down
LONG = 1.0  # seconds after which a search of ours is not repeated
EXACT_SIZES = (10, 20)
PEER_EXACT_SIZES = (10,)  # the peer's exact search would need hours at 20, and a Python object per subset
N_PROBLEMS = 20  # of the comparison over several problems


@dataclass(frozen=True)
class Worker:
    """What one search did on one problem."""

    status: str  # ok, or what is shown in place of the time
    seconds: float = float("nan")
    dag: np.ndarray | None = None


def main() -> None:
    console = Console(width=120)
    with threadpool_limits(limits=1):
        console.print(over_sizes())
        console.print(over_problems())
        console.print(scaling())


def over_sizes() -> Table:
    """Every search on one problem of each size."""
    table = Table("nodes", "search", "time", "times BOSS of ordag", "score below the best", title="Searches, one core")
    for n_nodes in SIZES:
        values = gaussian_data(n_nodes, np.random.default_rng(SEED + n_nodes))
        score = GaussianBIC(np.corrcoef(values.T), N_ROWS)
        cells = {name: run_here(search, score) for name, search in ours(n_nodes).items()}
        for name, peer in peers(n_nodes).items():
            note(f"search: {name}, n = {n_nodes}")
            cells[name] = run_apart(peer, values)
        totals = {name: score.total(cell.dag) for name, cell in cells.items() if cell.dag is not None}
        for name, cell in cells.items():
            ratio = cell.seconds / cells["ordag BOSS"].seconds
            below = f"{max(totals.values()) - totals[name]:.1f}" if name in totals else ""
            shown = in_units(cell.seconds) if cell.status == "ok" else cell.status
            table.add_row(str(n_nodes), name, shown, f"{ratio:,.1f}" if cell.status == "ok" else "", below)
        table.add_section()
    return table


def over_problems(n_nodes: int = 20) -> Table:
    """BOSS against two searches of causal-learn on several problems of one size."""
    table = Table(
        "peer", "problems", "times slower: least", "median", "most", "peer scores higher", title=f"BOSS, n = {n_nodes}"
    )
    searches = {"causal-learn BOSS": causal_learn_boss, "causal-learn GES": causal_learn_ges}
    ratios: dict[str, list[float]] = {name: [] for name in searches}
    n_higher = dict.fromkeys(searches, 0)
    note(f"search: {N_PROBLEMS} problems, n = {n_nodes}")
    for k in range(N_PROBLEMS):
        values = gaussian_data(n_nodes, np.random.default_rng(SEED + 1_000 + k))
        score = GaussianBIC(np.corrcoef(values.T), N_ROWS)
        own = run_here(boss, score, repetitions=10)
        for name, search in searches.items():
            cell = run_apart(search, values)
            if cell.dag is None:
                continue
            ratios[name].append(cell.seconds / own.seconds)
            n_higher[name] += score.total(cell.dag) > score.total(own.dag) + 1e-6
    for name, found in ratios.items():
        figures = [f"{value:.0f}" for value in np.quantile(found, [0, 0.5, 1])] if found else [""] * 3
        table.add_row(name, str(len(found)), *figures, str(n_higher[name]) if found else "")
    return table


def scaling() -> Table:
    table = Table("nodes", "search", "time", "edges", "edges of the truth", title="Scaling of ordag: BOSS, one start")
    for n_nodes in SCALING:
        note(f"search: scaling, n = {n_nodes}")
        values = gaussian_data(n_nodes, np.random.default_rng(SEED + n_nodes))
        # With as many columns as rows the matrix is singular and needs shrinking.
        shrinkage = 0.1 if n_nodes >= N_ROWS else 0.0
        correlation = (1 - shrinkage) * np.corrcoef(values.T) + shrinkage * np.eye(n_nodes)
        cell = run_here(partial(boss, n_starts=1), GaussianBIC(correlation, N_ROWS), repetitions=1)
        table.add_row(str(n_nodes), "BOSS", in_units(cell.seconds), str(cell.dag.sum()), str(n_nodes * NEIGHBOURS // 2))
    return table


def ours(n_nodes: int) -> dict[str, Callable]:
    searches = {"ordag BOSS": boss, "ordag GES": ges, "ordag hill climbing": hill_climb}
    return searches | ({"ordag exact": exact} if n_nodes in EXACT_SIZES else {})


def peers(n_nodes: int) -> dict[str, Callable]:
    searches = {
        "causal-learn BOSS": causal_learn_boss,
        "causal-learn GES": causal_learn_ges,
        "ges (PyPI)": pypi_ges,
        "pgmpy hill climbing": pgmpy_hill_climb,
    }
    return searches | ({"causal-learn exact": causal_learn_exact} if n_nodes in PEER_EXACT_SIZES else {})


def causal_learn_boss(values: np.ndarray) -> np.ndarray:
    from causallearn.search.PermutationBased.BOSS import boss as search

    return from_causal_learn(search(values, parameters={"lambda_value": 0.5}, verbose=False))


def causal_learn_ges(values: np.ndarray) -> np.ndarray:
    from causallearn.search.ScoreBased.GES import ges as search

    found = search(values, score_func="local_score_BIC_from_cov", parameters={"lambda_value": 0.5})
    return from_causal_learn(found["G"])


def causal_learn_exact(values: np.ndarray) -> np.ndarray:
    from causallearn.search.ScoreBased.ExactSearch import bic_exact_search

    dag, _ = bic_exact_search(values, search_method="dp")
    return np.asarray(dag, dtype=np.int8)


def pypi_ges(values: np.ndarray) -> np.ndarray:
    import ges as peer

    cpdag, _ = peer.fit_bic(values)
    return cpdag_to_dag(cpdag != 0)


def pgmpy_hill_climb(values: np.ndarray) -> np.ndarray:
    import pandas as pd
    from pgmpy.estimators import HillClimbSearch

    frame = pd.DataFrame(values, columns=[f"x{k}" for k in range(values.shape[1])])
    found = HillClimbSearch(frame).estimate(scoring_method="bic-g", show_progress=False)
    dag = np.zeros((values.shape[1], values.shape[1]), dtype=np.int8)
    for parent, child in found.edges():
        dag[int(parent[1:]), int(child[1:])] = 1
    return dag


def from_causal_learn(graph: object) -> np.ndarray:
    """Their entry [j, i] is 1 and [i, j] is -1 for i → j; both are -1 for an undirected edge."""
    return cpdag_to_dag(np.asarray(graph.graph) == -1)


def gaussian_data(n_nodes: int, rng: np.random.Generator) -> np.ndarray:
    """Standardised data of a random linear network with its columns in random order."""
    edges = np.triu(rng.random((n_nodes, n_nodes)) < NEIGHBOURS / (n_nodes - 1), 1)
    weights = edges * rng.uniform(0.4, 1, edges.shape) * rng.choice([-1, 1], edges.shape)
    values = rng.standard_normal((N_ROWS, n_nodes))
    for node in range(n_nodes):
        values[:, node] += values @ weights[:, node]
        values[:, node] /= values[:, node].std()
    values = values[:, rng.permutation(n_nodes)]
    return (values - values.mean(axis=0)) / values.std(axis=0)


def run_here(search: Callable, score: GaussianBIC, repetitions: int = 3) -> Worker:
    """The least processor time of several runs, which other work on the machine lengthens little; one if it is long."""
    seconds: list[float] = []
    while len(seconds) < repetitions and sum(seconds) < LONG:
        started = time.process_time()
        dag = search(score).adjacency
        seconds.append(time.process_time() - started)
    return Worker("ok", min(seconds), dag)


def run_apart(peer: Callable[[np.ndarray], np.ndarray], values: np.ndarray) -> Worker:
    """A peer in a process of its own, which is ended at the limit."""
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    process = context.Process(target=answer, args=(peer, values, answers), daemon=True)
    process.start()
    started = time.perf_counter()
    try:
        while time.perf_counter() - started < PATIENCE:
            try:
                return answers.get(timeout=1)
            except queue.Empty:
                if not process.is_alive():  # ended by the system at the limit set in answer()
                    return Worker(f"over {LIMIT} s")
        return Worker(f"over {PATIENCE} s on the clock")
    finally:
        process.kill()
        process.join()


def answer(peer: Callable[[np.ndarray], np.ndarray], values: np.ndarray, answers: object) -> None:
    warnings.simplefilter("ignore")  # of the peers' own dependencies
    try:
        peer(values[:, :2])  # imports are not part of the search
        started = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(started) + LIMIT, resource.RLIM_INFINITY))
        dag = peer(values)
        answers.put(Worker("ok", time.process_time() - started, dag))
    except ImportError as error:
        answers.put(Worker(f"not installed ({error.name})"))
    except Exception as error:  # one failing peer must not end the comparison; the row says so
        answers.put(Worker(f"error: {type(error).__name__}"))


def in_units(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.1f} s"
