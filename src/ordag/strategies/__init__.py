# SPDX-License-Identifier: MIT
"""Ways to take the steps of structural EM.

`paper` does as the paper's authors do; `expected` is the same idea without its noise, for a given penalty; `judged`
lets structure updates propose graphs and the observed-data likelihood choose among them, which needs no penalty.
"""

from ordag.strategies.expected import ExpectedSteps
from ordag.strategies.judge import Judge
from ordag.strategies.judged import JudgedSteps
from ordag.strategies.many_rows import rows_to_fit
from ordag.strategies.missing import estimate_margins
from ordag.strategies.paper import PaperSteps
from ordag.strategies.proposals import SEARCHES, Proposals
from ordag.strategies.saturated import Saturated, fit_saturated

__all__ = [
    "SEARCHES",
    "ExpectedSteps",
    "Judge",
    "JudgedSteps",
    "PaperSteps",
    "Proposals",
    "Saturated",
    "estimate_margins",
    "fit_saturated",
    "rows_to_fit",
]
