# SPDX-License-Identifier: MIT
"""Directed and partially directed graphs on the nodes 0 … n − 1.

The convention of the whole package: a graph is an (n, n) array of 0 and 1 in which ``adjacency[i, j] == 1`` means
i → j, and an undirected edge i — j has both entries. A DAG has no undirected edge and no cycle; a CPDAG stands for all
DAGs with the same conditional independences, and directs the edges on which these agree.
"""

from ordag.graphs.adjacency import Adjacency, as_adjacency, as_dag, skeleton
from ordag.graphs.convert import from_igraph, from_networkx, to_igraph, to_networkx
from ordag.graphs.cpdag import cpdag_to_dag, dag_to_cpdag, enumerate_dags, meek_closure, orient, to_pattern
from ordag.graphs.dag import ancestors, descendants, is_acyclic, topological_order
from ordag.graphs.layout import LayeredDrawing, layered_drawing, layered_layout
from ordag.graphs.separation import d_separated

__all__ = [
    "Adjacency",
    "LayeredDrawing",
    "ancestors",
    "as_adjacency",
    "as_dag",
    "cpdag_to_dag",
    "d_separated",
    "dag_to_cpdag",
    "descendants",
    "enumerate_dags",
    "from_igraph",
    "from_networkx",
    "is_acyclic",
    "layered_drawing",
    "layered_layout",
    "meek_closure",
    "orient",
    "skeleton",
    "to_igraph",
    "to_networkx",
    "to_pattern",
    "topological_order",
]
