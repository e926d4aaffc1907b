"""What missing entries, continuous columns and the order of columns do to the network that is found.

Every comparison is paired: the same graphs and the same latent rows, fitted in two ways.
"""

import numpy as np
import pytest

from ordag import OSEM
from ordag.metrics import compare_patterns
from ordag.simulate import Missing, ordinal_data, random_dag

N_ROWS = 800
N_SETS = 12


def simulated(seed, n_nodes=20, **options):
    dag = random_dag(n_nodes, 4, rng=5000 + seed)
    return dag, ordinal_data(dag, N_ROWS, 3, 2.0, rng=9000 + seed, **options).frame


def distance(frame, dag, kinds=None):
    return compare_patterns(OSEM(kinds=kinds).fit(frame).adjacency_, dag).shd


def in_standard_errors(differences):
    return np.mean(differences) / (np.std(differences, ddof=1) / np.sqrt(len(differences)))


@pytest.mark.slow
def test_a_fifth_of_the_entries_missing_costs_no_more_than_two_fifths_of_the_rows():
    against_fewer, against_imputed = [], []
    for seed in range(N_SETS):
        dag, complete = simulated(seed)
        _, holed = simulated(seed, missing=Missing(0.2, "mar"))
        in_likelihood = distance(holed, dag)
        against_fewer.append(in_likelihood - distance(complete.head(round(0.6 * N_ROWS)), dag))
        against_imputed.append(
            in_likelihood - distance(holed.apply(lambda column: column.fillna(column.mode()[0])), dag)
        )
    assert in_standard_errors(against_fewer) < 2
    assert in_standard_errors(against_imputed) < -3


@pytest.mark.slow
def test_continuous_columns_help():
    differences = []
    for seed in range(N_SETS):
        dag, ordinal = simulated(seed)
        _, mixed = simulated(seed, continuous=range(10))
        kinds = dict.fromkeys(mixed.columns[:10], "continuous")
        differences.append(distance(mixed, dag, kinds) - distance(ordinal, dag))
    assert np.mean(differences) < 0


@pytest.mark.parametrize("n_nodes", [8, pytest.param(20, marks=pytest.mark.slow)])
def test_the_order_of_columns_does_not_matter(n_nodes):
    """Permuted columns give the permuted graph, or one whose criterion and distance differ by chance alone."""
    n_sets = 4 if n_nodes == 8 else N_SETS
    criteria, distances = [], []
    for seed in range(n_sets):
        dag, frame = simulated(seed, n_nodes)
        order = np.random.default_rng(seed).permutation(n_nodes)
        plain, permuted = OSEM().fit(frame), OSEM().fit(frame.iloc[:, order])
        criteria.append(permuted.criterion_ - plain.criterion_)
        shd = [compare_patterns(m.adjacency_, t).shd for m, t in ((permuted, dag[np.ix_(order, order)]), (plain, dag))]
        distances.append(shd[0] - shd[1])
    assert np.abs(criteria).max() < 8
    assert np.all(np.array(distances) == 0) or abs(in_standard_errors(distances)) < 2.5
