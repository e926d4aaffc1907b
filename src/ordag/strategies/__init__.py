# SPDX-License-Identifier: MIT
"""Steps of structural EM, and what all ways of learning share.

`paper` takes the steps as the paper's authors do; `expected` is the same idea without its noise, for a given penalty;
`sampled` serves many variables. `fixed_penalty` runs the loop with the last two. The default, which needs no penalty,
is no such loop: see `ordag.learning`.
"""

from ordag.strategies.contract import Fit, Settings
from ordag.strategies.expected import ExpectedSteps
from ordag.strategies.many_rows import rows_to_fit
from ordag.strategies.missing import estimate_margins
from ordag.strategies.paper import PaperSteps
from ordag.strategies.saturated import Saturated, fit_saturated
from ordag.strategies.structure_search import SEARCHES, StructureSearch

__all__ = [
    "SEARCHES",
    "ExpectedSteps",
    "Fit",
    "PaperSteps",
    "Saturated",
    "Settings",
    "StructureSearch",
    "estimate_margins",
    "fit_saturated",
    "rows_to_fit",
]
