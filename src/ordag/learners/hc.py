# SPDX-License-Identifier: MIT
"""HC: hill climbing with the Gaussian BIC on bootstrap samples, averaged.

The network of McNally, Mair, Mugno and Riemann (2017), Co-morbid obsessive-compulsive disorder and depression: a
Bayesian network approach. An edge stays if enough of the bootstrap networks have it in either direction, and points the
way that most of them give it. Directions are counted in equivalence classes, an undirected edge half each way, since
hill climbing picks one DAG of a class at random (Scutari and Nagarajan 2013).
"""

import numpy as np
from joblib import Parallel, delayed

from ordag.data import OrdinalTable
from ordag.errors import OptionError
from ordag.graphs import Adjacency, averaged_dag, dag_to_cpdag
from ordag.independence import pearson_correlation
from ordag.learners.constraint import numeric
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.model import EdgeSupport
from ordag.options import as_count, as_jobs, as_number
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, hill_climb
from ordag.search.contract import completed

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
) -> MethodResult:
    """Learn with codes taken as numbers; the same for any number of workers."""
    if not 0 < as_number("threshold", threshold) <= 1:
        raise OptionError("threshold", threshold, "above 0 and at most 1")
    n_boot = as_count("n_boot", n_boot)
    n_perturbations = as_count("n_perturbations", n_perturbations, least=0)
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
    dags = Parallel(n_jobs=as_jobs(n_jobs), prefer="threads")(delayed(climb)(stream) for stream in rng.spawn(n_boot))
    support = edge_support(dags, space)
    strong = np.where(support.support >= threshold, support.support, 0.0)
    dag = averaged_dag(strong, support.direction, allowed=space.allowed, required=space.must)
    return MethodResult(cpdag=space.class_of(dag), adjacency=dag, detail=support)


def edge_support(dags: list[Adjacency], space: SearchSpace) -> EdgeSupport:
    """Shares of the DAGs of a space with each edge and each direction.

    An edge that the class of a DAG leaves undirected counts half each way, unless the space forbids one of them.
    """
    pointed = np.zeros(space.allowed.shape)
    for dag in dags:
        cpdag = dag_to_cpdag(dag)
        free = (cpdag == 1) & (cpdag.T == 1) & space.allowed & space.allowed.T
        pointed += np.where(free, 0.5, dag)
    return EdgeSupport((pointed + pointed.T) / len(dags), pointed / len(dags), len(dags))
