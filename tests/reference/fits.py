"""Small simulated problems for structural EM, and their boxes."""

from functools import lru_cache

import numpy as np

from ordag import simulate
from ordag.data import encode
from ordag.expectation import latent_boxes
from ordag.latent import estimate_thresholds
from ordag.learning.candidates import Candidate
from ordag.learning.pool import Pool
from ordag.learning.refit import refit
from ordag.maximization.observed import regress
from ordag.search import SearchSpace
from ordag.strategies import StructureSearch


@lru_cache
def problem(n=6, n_rows=300, seed=7, levels=4, neighbours=2):
    """A true DAG and a frame of rows drawn from it."""
    dag = simulate.random_dag(n, neighbours, rng=seed)
    return dag, simulate.ordinal_data(dag, n_rows, levels=levels, rng=seed).frame


def boxes_of_frame(frame):
    table = encode(frame).merged().table
    return latent_boxes(table, estimate_thresholds(table), distinct=True)


def structure_search(n, search="boss", seed=0, **knowledge):
    return StructureSearch(search, SearchSpace(range(n), **knowledge), np.random.default_rng(seed))


def candidate(dag, correlation):
    """A graph with the slopes that a correlation gives it."""
    return Candidate(dag, regress(correlation, dag), 1.0)


def refitted(objective, dag, saturated):
    """A graph refitted, climbed from the correlation of the full one."""
    found = candidate(dag, saturated.correlation)
    return refit(objective, Pool(), found, saturated.factors)[found.key]
