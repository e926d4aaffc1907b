# SPDX-License-Identifier: MIT
"""The default learner: a best-first search over graphs, ranked by their observed-data likelihood.

Read `best_first` first: start from the correlation of the full graph; expand the most promising graph; propose graphs
by search on extrapolated moments and by moves; screen them on a surrogate; refit the best; go on until nothing
promising is left; settle the near ties. Each step is a module of that name, and `docs/notation.md` has the words.

`draws` goes on from there to a posterior over graphs.
"""

from ordag.learning.best_first import best_first_search, learn_graphs
from ordag.learning.draws import draw_structures
from ordag.learning.effort import Effort, effort_for
from ordag.learning.pool import Pool, Refit
from ordag.learning.propose import Task
from ordag.learning.refit import Objective

__all__ = [
    "Effort",
    "Objective",
    "Pool",
    "Refit",
    "Task",
    "best_first_search",
    "draw_structures",
    "effort_for",
    "learn_graphs",
]
