# SPDX-License-Identifier: MIT
"""The options of the estimator, each declared once.

`table` declares them with the kinds of values in `constraints`; `reading` turns a given value into a checked one, and
`fit_options` all of those that a fit needs, with what they ask of each other. `graph_prior` holds the options of a
posterior, `renamed` the names that these had, and `documentation` writes them into docstrings. Only `table` and what it
needs are imported here, so that the command line starts at once.
"""

from ordag.osem_options.option import CommandOption, Option
from ordag.osem_options.table import GRAPH_PRIOR_OPTIONS, OPTIONS

__all__ = ["GRAPH_PRIOR_OPTIONS", "OPTIONS", "CommandOption", "Option"]
