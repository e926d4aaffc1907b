# SPDX-License-Identifier: MIT
"""The result of a fit, as one frozen value that can be stored, passed on and queried.

`FittedNetwork` holds graph, margins and parameters with their provenance; `storage` writes and reads it as versioned
JSON, `export` and `tables` turn it into the formats of other programs, `likelihood` gives the log-probability of rows.
"""

from ordag.model.edge_support import EdgeSupport
from ordag.model.export import FORMATS, edge_rows, export
from ordag.model.fit_check import FitCheck, PairMisfit
from ordag.model.likelihood import log_likelihood
from ordag.model.network import Criteria, FittedNetwork
from ordag.model.provenance import KnownEdges, Provenance, provenance_of
from ordag.model.recording import recorded
from ordag.model.standing import Standing, standing_of, supported_graph
from ordag.model.tables import conditional_table, to_bif

__all__ = [
    "FORMATS",
    "Criteria",
    "EdgeSupport",
    "FitCheck",
    "FittedNetwork",
    "KnownEdges",
    "PairMisfit",
    "Provenance",
    "Standing",
    "conditional_table",
    "edge_rows",
    "export",
    "log_likelihood",
    "provenance_of",
    "recorded",
    "standing_of",
    "supported_graph",
    "to_bif",
]
