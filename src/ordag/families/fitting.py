# SPDX-License-Identifier: MIT
"""The estimator fitted to the graph of another family, as `ordag fit --model` does.

`ordag.FittedNetwork` holds a latent Gaussian model. Where another family has found the graph, the network has that
graph and the latent parameters that fit it best, so that everything that works on a network can be used; statements
about links and arrows then come from the family, and weights are an approximation.
"""

from dataclasses import replace

import numpy as np

from ordag.confirm.given import fit_graph_of
from ordag.data import OrdinalTable
from ordag.errors import unknown_option, warn
from ordag.families.comparison import ModelComparison, compare_table, left_out_log_likelihoods
from ordag.families.contract import FamilyFit
from ordag.families.registry import DEFAULT, FAMILIES
from ordag.families.rows import comparable_rows
from ordag.osem import OSEM
from ordag.random_state import as_generator
from ordag.remarks import ModelChosen
from ordag.search import SearchSpace

AUTO = "auto"
MODELS = (AUTO, *FAMILIES)
# Parts of the rows that are left out in turn before another family than the default is taken.
CONFIRMING_FOLDS = 3


def fit_model(estimator: OSEM, table: OrdinalTable, model: str = AUTO) -> OSEM:
    """The estimator, fitted to the graph of a family of models, or of the one that describes the rows best.

    Which family it is, and by how much it leads, is said by a `ModelChosen` remark.

    Parameters
    ----------
    estimator
        Its knowledge of the graph holds for every family.
    table
        The encoded rows. Families are compared on those that are complete; parameters are fitted to all.
    model
        ``"latent"``, ``"codes"``, ``"dummies"``, ``"tables"``, or ``"auto"`` for the best of them by BIC: one other
        than ``"latent"`` only if it leads by more than 5 nats, also on rows from which it has not learned and without
        any nominal columns, and does not need more links than ``"latent"``.

    Examples
    --------
    >>> import warnings
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1], [0, 0]], 300, levels=3, rng=1)
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     fitted = fit_model(ordag.OSEM(), ordag.data.encode(data.frame), "codes")
    >>> int(fitted.network_.n_edges)
    1
    """
    if model not in MODELS:
        raise unknown_option("model", model, MODELS)
    if model == DEFAULT:
        return estimator.fit(table)
    rows, space = comparable_rows(table), estimator.search_space(table.names)
    rng = as_generator(estimator.random_state)
    comparison = best_confirmed(rows, space, rng) if model == AUTO else compare_table(rows, (model,), space, 0, rng)
    chosen = comparison.chosen
    doubts = {"by_links": comparison.best is not chosen, "by_nominal": comparison.led_by_nominal}
    warn(ModelChosen(chosen.model, comparison.leads(), confirmed=bool(comparison.left_out), **doubts))
    return estimator.fit(table) if chosen.model == DEFAULT else _fit_graph(estimator, table, chosen)


def best_confirmed(rows: OrdinalTable, space: SearchSpace, rng: np.random.Generator) -> ModelComparison:
    """All families compared; if another than the default would be chosen, also the two on left-out rows."""
    comparison = compare_table(rows, tuple(FAMILIES), space, 0, rng)
    leader = comparison.chosen.model
    if leader == DEFAULT:
        return comparison
    left_out = left_out_log_likelihoods(rows, (DEFAULT, leader), space, CONFIRMING_FOLDS, rng)
    return replace(comparison, left_out=left_out)


def _fit_graph(estimator: OSEM, table: OrdinalTable, best: FamilyFit) -> OSEM:
    """The estimator with the family's graph, its directions, and latent parameters."""
    fitted = fit_graph_of(estimator, table, best.adjacency)
    network = replace(fitted.network_, cpdag=best.cpdag)
    if network.provenance is not None:
        settings = replace(network.provenance.settings, model=best.model)
        network = replace(network, provenance=replace(network.provenance, settings=settings, all_forbidden=False))
    fitted.network_, fitted.cpdag_ = network, best.cpdag
    return fitted
