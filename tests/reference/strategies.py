"""Random graphs for the property tests."""

import hypothesis.strategies as st
import numpy as np


@st.composite
def dags(draw, min_nodes=1, max_nodes=5):
    """A DAG with any edges, its nodes in any order."""
    n = draw(st.integers(min_nodes, max_nodes))
    edges = draw(st.lists(st.booleans(), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
    dag = np.zeros((n, n), dtype=np.int8)
    dag[np.triu_indices(n, 1)] = edges
    order = draw(st.permutations(range(n)))
    return dag[np.ix_(order, order)]


@st.composite
def pdags(draw, min_nodes=1, max_nodes=5):
    """Any graph of directed and undirected edges: it may hold cycles and have no extension."""
    n = draw(st.integers(min_nodes, max_nodes))
    kinds = draw(st.lists(st.sampled_from("  ><-"), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
    graph = np.zeros((n, n), dtype=np.int8)
    for (i, j), kind in zip(zip(*np.triu_indices(n, 1), strict=True), kinds, strict=True):
        graph[i, j] = kind in ">-"
        graph[j, i] = kind in "<-"
    return graph
