"""FCI beside causal-learn's: the same marks where independences are known, accuracy and time where they are tested.

``python -m benchmarks hidden_fci`` takes some minutes on one core, most of them in causal-learn. First, random DAGs
with hidden variables and d-separation in the place of tests: PAGs compared mark by mark. Then ordinal data of DAGs with
hidden variables (500 and 2,000 rows): both programs on the same Pearson correlations with Fisher's z, and the methods
``fci`` and ``bossfci`` on latent ones.
"""

import contextlib
import importlib.util
import io
import time
from collections.abc import Callable
from dataclasses import dataclass

import networkx as nx
import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

import ordag
from ordag.graphs import dag_to_mag
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL
from ordag.independence import FisherZ, pearson_correlation
from ordag.metrics import compare_pags
from ordag.search import fci, mag_to_pag
from ordag.search.fci import MSeparation

N_ORACLE, N_SETS = 500, 20
N, NEIGHBOURS, N_HIDDEN = 18, 3, 3
# causal-learn's ``graph[i, j]`` is the mark at i of the edge between i and j.
FROM_CAUSAL_LEARN = {0: NONE, 1: ARROW, 2: CIRCLE, -1: TAIL}


@dataclass(frozen=True)
class Problem:
    """Rows of the variables seen, and the PAG of the truth."""

    codes: np.ndarray
    frame: object
    truth: np.ndarray


def main(full: bool = False, seed: int = 0) -> None:
    with threadpool_limits(1):
        agreement(N_ORACLE if full else N_ORACLE // 5, np.random.default_rng([seed, 1]))
        for n_rows in (500, 2000):
            accuracy(n_rows, N_SETS if full else N_SETS // 2, np.random.default_rng([seed, n_rows]))


def with_hidden(n: int, rng: np.random.Generator) -> tuple[np.ndarray, list[int]]:
    """A random DAG whose last nodes are hidden; they have two children or more."""
    while True:
        dag = (ordag.simulate.random_dag(n, NEIGHBOURS, rng) != 0).astype(np.int8)
        forked = np.flatnonzero(dag.sum(axis=1) >= 2)
        if len(forked) >= N_HIDDEN:
            hidden = rng.choice(forked, N_HIDDEN, replace=False)
            order = np.concatenate([np.setdiff1d(np.arange(n), hidden), hidden])
            return dag[np.ix_(order, order)], order.tolist()


def agreement(n_graphs: int, rng: np.random.Generator) -> None:
    """The same PAGs as causal-learn from d-separation."""
    if importlib.util.find_spec("causallearn") is None:
        note("causal-learn is not installed: no comparison")
        return
    equal, unequal = 0, []
    for _ in range(n_graphs):
        n = int(rng.integers(7, 12))
        dag, _ = with_hidden(n, rng)
        ours = fci(MSeparation(dag_to_mag(dag, range(n - N_HIDDEN, n)))).pag.marks
        theirs = causal_learn(np.zeros((10, n - N_HIDDEN)), "d_separation", true_dag=nx.DiGraph(dag))[0]
        if np.array_equal(ours, theirs):
            equal += 1
        else:
            unequal.append((dag, ours, theirs))
    note(f"PAGs of {n_graphs} DAGs with {N_HIDDEN} hidden variables, equal to causal-learn's mark by mark: {equal}")
    for dag, ours, theirs in unequal[:3]:
        note(f"unequal: dag {np.argwhere(dag).tolist()}, ours {ours.tolist()}, theirs {theirs.tolist()}")


def causal_learn(values: np.ndarray, test: str, **options: object) -> tuple[np.ndarray, float]:
    from causallearn.search.ConstraintBased.FCI import fci as peer

    began = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):  # it prints edges whatever it is asked
        graph, _ = peer(values, test, 0.05, verbose=False, show_progress=False, **options)
    seconds = time.process_time() - began
    return np.vectorize(FROM_CAUSAL_LEARN.get)(graph.graph).T.astype(np.int8), seconds


def accuracy(n_rows: int, n_sets: int, rng: np.random.Generator) -> None:
    problems = [draw(n_rows, rng) for _ in range(n_sets)]
    table = Table(title=f"{N - N_HIDDEN} of {N} variables seen, {n_rows} rows, five levels, {n_sets} sets")
    for heading in ("method", "edges found", "edges right", "marks right", "seconds"):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for name, learn in methods().items():
        found = [learn(problem) for problem in problems]
        compared = [compare_pags(marks, problem.truth) for (marks, _), problem in zip(found, problems, strict=True)]
        shares = (
            np.mean([each.recall for each in compared]),
            np.mean([each.precision for each in compared]),
            np.mean([each.mark_accuracy for each in compared]),
        )
        table.add_row(name, *(f"{share:.3f}" for share in shares), f"{np.mean([time for _, time in found]):.4f}")
    Console().print(table)


def draw(n_rows: int, rng: np.random.Generator) -> Problem:
    dag, _ = with_hidden(N, rng)
    data = ordag.simulate.ordinal_data(dag, n_rows, 5, 3.0, rng)
    frame = data.frame.iloc[:, : N - N_HIDDEN]
    truth = mag_to_pag(dag_to_mag(dag, range(N - N_HIDDEN, N)))
    return Problem(ordag.data.encode(frame).codes.astype(float), frame, truth)


def methods() -> dict[str, Callable[[Problem], tuple[np.ndarray, float]]]:
    found: dict[str, Callable[[Problem], tuple[np.ndarray, float]]] = {}
    if importlib.util.find_spec("causallearn") is not None:
        found["causal-learn, codes"] = lambda problem: causal_learn(problem.codes, "fisherz")
    found["ordag, codes"] = lambda problem: timed(
        lambda: fci(FisherZ(*pearson_correlation(problem.codes)), 0.05).pag.marks
    )
    for name in ("fci", "bossfci"):
        found[name] = lambda problem, name=name: timed(lambda: ordag.learn(problem.frame, name).pag.marks)
    return found


def timed(run: Callable[[], np.ndarray]) -> tuple[np.ndarray, float]:
    began = time.process_time()
    marks = run()
    return marks, time.process_time() - began
