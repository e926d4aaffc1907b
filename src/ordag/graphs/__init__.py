# SPDX-License-Identifier: MIT
"""Directed and partially directed graphs on the nodes 0 … n − 1.

The convention of the whole package: a graph is an (n, n) array of 0 and 1 in which ``adjacency[i, j] == 1`` means
i → j, and an undirected edge i — j has both entries. A DAG has no undirected edge and no cycle; a CPDAG stands for all
DAGs with the same conditional independences, and directs the edges on which these agree.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ordag.graphs.adjacency import Adjacency, as_adjacency, as_dag, skeleton
from ordag.graphs.averaging import averaged_dag
from ordag.graphs.blocks import Blocks
from ordag.graphs.communities import modular_groups
from ordag.graphs.cpdag import (
    class_size,
    cpdag_to_dag,
    dag_to_cpdag,
    enumerate_dags,
    meek_closure,
    orient,
    to_pattern,
)
from ordag.graphs.dag import ancestors, descendants, is_acyclic, topological_order
from ordag.graphs.mag import dag_to_mag, is_mag, m_separated, pag_to_mag
from ordag.graphs.separation import d_separated

if TYPE_CHECKING:
    from ordag.graphs.arrangement import Arrangement, Spacing, arrange
    from ordag.graphs.convert import from_igraph, from_networkx, to_igraph, to_networkx
    from ordag.graphs.layout import LayeredDrawing, layered_drawing, layered_layout
    from ordag.graphs.legibility import Legibility
    from ordag.graphs.pag import Pag

__all__ = [
    "Adjacency",
    "Arrangement",
    "Blocks",
    "LayeredDrawing",
    "Legibility",
    "Pag",
    "Spacing",
    "ancestors",
    "arrange",
    "as_adjacency",
    "as_dag",
    "averaged_dag",
    "class_size",
    "cpdag_to_dag",
    "d_separated",
    "dag_to_cpdag",
    "dag_to_mag",
    "descendants",
    "enumerate_dags",
    "from_igraph",
    "from_networkx",
    "is_acyclic",
    "is_mag",
    "layered_drawing",
    "layered_layout",
    "m_separated",
    "meek_closure",
    "modular_groups",
    "orient",
    "pag_to_mag",
    "skeleton",
    "to_igraph",
    "to_networkx",
    "to_pattern",
    "topological_order",
]

# Loaded when first used: igraph, pandas and the optimiser take longer to load than all else here, and searches need
# none of them.
_LATE = {
    "Arrangement": "arrangement",
    "LayeredDrawing": "layout",
    "Legibility": "legibility",
    "Pag": "pag",
    "Spacing": "arrangement",
    "arrange": "arrangement",
    "from_igraph": "convert",
    "from_networkx": "convert",
    "layered_drawing": "layout",
    "layered_layout": "layout",
    "to_igraph": "convert",
    "to_networkx": "convert",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'ordag.graphs' has no attribute {name!r}")
    return getattr(importlib.import_module(f"ordag.graphs.{_LATE[name]}"), name)
