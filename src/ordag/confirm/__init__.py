# SPDX-License-Identifier: MIT
"""A given graph put to the test: read, fitted, its implications tested, improved, compared with others.

Experts bring a graph of their own. `fit_dag` reads it in whatever form it has and estimates its parameters;
`test_independences` asks whether the data contradict what it implies; `modification_hints` says which single change
would help most; `compare_graphs` compares several graphs, perhaps with a learned one; `adjustment_sets` says which
columns to hold fixed to estimate an effect, and whether any will do.
"""

from ordag.confirm.adjustment import Adjustment, adjustment_sets
from ordag.confirm.compare import GraphComparison, compare_graphs
from ordag.confirm.given import GivenNetwork, fit_dag
from ordag.confirm.hints import ModificationHints, modification_hints
from ordag.confirm.independences import ImpliedIndependences, implied_independences, test_independences
from ordag.confirm.notations import NamedGraph, parse_graph

__all__ = [
    "Adjustment",
    "GivenNetwork",
    "GraphComparison",
    "ImpliedIndependences",
    "ModificationHints",
    "NamedGraph",
    "adjustment_sets",
    "compare_graphs",
    "fit_dag",
    "implied_independences",
    "modification_hints",
    "parse_graph",
    "test_independences",
]
