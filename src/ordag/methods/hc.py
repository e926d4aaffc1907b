# SPDX-License-Identifier: MIT
"""HC: hill climbing with the Gaussian BIC on bootstrap samples, averaged.

The network of McNally, Mair, Mugno and Riemann (2017), Co-morbid obsessive-compulsive disorder and depression: a
Bayesian network approach. An edge stays if enough of the bootstrap networks have it in either direction, and points the
way that most of them give it. Directions are counted in equivalence classes, an undirected edge half each way, since
hill climbing picks one DAG of a class at random (Scutari and Nagarajan 2013).
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from ordag.data import OrdinalTable
from ordag.errors import InputValueError
from ordag.graphs import Adjacency, dag_to_cpdag, descendants
from ordag.independence import pearson_correlation
from ordag.methods.constraint import numeric
from ordag.methods.contract import Finding, MethodCard, Parameter
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, hill_climb
from ordag.search.contract import completed

Matrix = npt.NDArray[np.float64]  # (n, n)

# Keeps the correlation of a bootstrap sample with two equal columns positive definite; far below sampling error.
RIDGE = 1e-6

CARD = MethodCard(
    name="hc",
    title="Bootstrapped hill climbing with the Gaussian BIC",
    kinds=("ordinal", "binary", "continuous"),
    missing=False,
    result="dag",
    parameters=(
        Parameter("threshold", 0.85, "share of bootstrap networks that must have an edge"),
        Parameter("n_boot", 500, "number of bootstrap samples"),
        Parameter("n_restarts", 5, "random restarts of each climb"),
        Parameter("n_perturbations", 10, "edges changed at random before a restart"),
        Parameter("n_jobs", 1, "parallel workers, as joblib counts them"),
    ),
    random=True,
    reference="McNally, Mair, Mugno, Riemann (2017), Psychological Medicine 47(7)",
)


@dataclass(frozen=True, eq=False)
class EdgeSupport:
    """How often bootstrap networks have each edge.

    Attributes
    ----------
    strength
        (n, n) symmetric: share of the networks that join i and j.
    direction
        (n, n): entry [i, j] is the share of those that point i → j; 0 where there are none.
    """

    strength: Matrix = field(repr=False)
    direction: Matrix = field(repr=False)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    threshold: float = 0.85,
    n_boot: int = 500,
    n_restarts: int = 5,
    n_perturbations: int = 10,
    n_jobs: int = 1,
) -> Finding:
    """Learn with codes taken as numbers; the same for any number of workers."""
    if not 0 < threshold <= 1:
        raise InputValueError(f"threshold must lie above 0 and be at most 1; found {threshold}.")
    if n_boot < 1:
        raise InputValueError(f"n_boot must be at least 1; found {n_boot}.")
    values = numeric(table)

    def climb(stream: np.random.Generator) -> Adjacency:
        sample = values[stream.integers(len(values), size=len(values))]
        correlation = (1 - RIDGE) * pearson_correlation(sample)[0] + RIDGE * np.eye(values.shape[1])
        score = GaussianBIC(correlation, len(values))
        return completed(
            hill_climb,
            score,
            space,
            tabu_length=0,
            n_restarts=n_restarts,
            n_changes=n_perturbations,
            random_state=stream,
        ).adjacency

    # threads: the climbs run compiled code without the interpreter lock
    dags = Parallel(n_jobs=n_jobs, prefer="threads")(delayed(climb)(stream) for stream in rng.spawn(n_boot))
    support = edge_support(dags, space)
    dag = averaged_network(support, threshold, space)
    return Finding(cpdag=space.class_of(dag), adjacency=dag, detail=support)


def edge_support(dags: list[Adjacency], space: SearchSpace) -> EdgeSupport:
    """Strength and direction of every edge over DAGs of a space.

    An edge that the class of a DAG leaves undirected counts half each way, unless the space forbids one of them.
    """
    pointed = np.zeros(space.allowed.shape)
    for dag in dags:
        cpdag = dag_to_cpdag(dag)
        free = (cpdag == 1) & (cpdag.T == 1) & space.allowed & space.allowed.T
        pointed += np.where(free, 0.5, dag)
    joined = pointed + pointed.T
    direction = np.divide(pointed, joined, out=np.zeros_like(pointed), where=joined > 0)
    return EdgeSupport(joined / len(dags), direction)


def averaged_network(support: EdgeSupport, threshold: float, space: SearchSpace) -> Adjacency:
    """The DAG of the edges with enough strength, the strongest first, each in its more frequent direction.

    Where that would close a cycle an edge is turned round, or dropped if the space forbids it.
    """
    dag = space.must.astype(np.int8)
    strong = np.argwhere(np.triu(support.strength >= threshold))
    by_strength = sorted(strong.tolist(), key=lambda edge: -support.strength[edge[0], edge[1]])
    for i, j in by_strength:
        if dag[i, j] or dag[j, i]:
            continue
        ways = [(i, j), (j, i)] if support.direction[i, j] >= support.direction[j, i] else [(j, i), (i, j)]
        for tail, head in ways:
            if space.allowed[tail, head] and tail not in descendants(dag, head):
                dag[tail, head] = 1
                break
    return dag
