"""Laws of simulated graphs."""

import hypothesis.strategies as st
from hypothesis import given

from ordag import graphs, simulate


@given(st.sampled_from(["er", "power", "bipartite", "geometric"]), st.integers(4, 40), st.integers(0, 2**32 - 1))
def test_every_generated_dag_is_acyclic(kind, n, seed):
    dag = simulate.random_dag(n, 1.5, rng=seed, kind=kind)
    assert dag.shape == (n, n)
    assert graphs.is_acyclic(dag)
