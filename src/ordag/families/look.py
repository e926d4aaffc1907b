# SPDX-License-Identifier: MIT
"""A look at the other families of models beside a fit of the default, for one that describes the rows better.

The first look is quick, a small part of the time of a fit: regressions over a graph that is found at no cost, and
tables. Graphs of the other families are searched for only where one of these comes near the network, or the network
does not fit. If one of them then leads the network by a margin of BIC without needing more links, both are learned
again from two thirds of the rows, and the lead must hold on the remaining third.
"""

from dataclasses import dataclass

import numpy as np

from ordag.data import OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.errors import collected_warnings, warn
from ordag.estimator import clone
from ordag.families import regressions, tables
from ordag.families.comparison import DECISIVE_LEAD
from ordag.families.contract import FamilyFit
from ordag.families.latent import fit_of
from ordag.families.links import link_price
from ordag.families.registry import DEFAULT, FAMILIES
from ordag.families.rows import comparable_rows, splits
from ordag.model import log_likelihood
from ordag.options import as_threads
from ordag.osem import OSEM
from ordag.random_state import as_generator
from ordag.remarks import ModelOutdone

# With more columns, a look takes as long as the fit, or longer.
_MOST_COLUMNS, _MOST_ROWS = 50, 2_000
# Complete rows needed to tell families apart.
_FEWEST_ROWS = 100
_FOLDS = 3
# Nats by which a search may lift regressions and tables above what a first look shows. In 12 sets of 500 and 2 000
# rows, networks that hold led by at least 40 and 400.
_NEAR, _NEAR_OF_TABLES = 10.0, 100.0


@dataclass(frozen=True)
class BetterFamily:
    """A family that describes the rows better than the fitted network.

    Attributes
    ----------
    model
        The family.
    lead
        In nats of BIC.
    left_out_lead
        In log-likelihood of left-out rows.
    """

    model: str
    lead: float
    left_out_lead: float


def better_family(fitted: OSEM, table: OrdinalTable) -> BetterFamily | None:
    """The family that describes the rows better than a fitted network, if one does; None if there was no look.

    Parameters
    ----------
    fitted
        The estimator; its knowledge of the graph holds for all families.
    table
        The rows that it was fitted to. Rows without missing entries are looked at, a sample of 2 000 if there are more;
        none where columns are continuous or nominal, rows belong to clusters, or there are more than 50 columns.
    """
    if {*NUMBER_KINDS, "nominal"} & {*table.kinds} or table.clusters is not None or table.n_columns > _MOST_COLUMNS:
        return None
    rng = as_generator(fitted.random_state)
    with collected_warnings():  # all that there is to say of the rows was said before
        looked_at = _rows_looked_at(table, rng)
        if looked_at is None:
            return None
        rows = comparable_rows(looked_at)
        own = _own_bic(fitted, table, looked_at, rows)
        check = fitted.network_.fit_check
        if (check is None or check.acceptable) and _at_a_glance(fitted, rows, rng) < own:
            return None
        leader = _leader(fitted, rows, rng)
        if leader is None or (lead := leader.bic(rows.total_weight) - own) <= DECISIVE_LEAD:
            return None
        left_out_lead = _left_out_lead(fitted, rows, leader.model, rng)
    return BetterFamily(leader.model, lead, left_out_lead) if left_out_lead > 0 else None


def remark_on_models(fitted: OSEM, table: OrdinalTable) -> None:
    """Warn if another family of models describes the rows better than a fitted network."""
    if (found := better_family(fitted, table)) is not None:
        warn(ModelOutdone(found.model, found.lead, found.left_out_lead))


def _rows_looked_at(table: OrdinalTable, rng: np.random.Generator) -> OrdinalTable | None:
    """Complete rows in which every column varies, if there are enough."""
    complete = np.flatnonzero(~table.missing.any(axis=1) & (table.row_weights > 0))
    if complete.size < _FEWEST_ROWS:
        return None
    if complete.size > _MOST_ROWS:
        complete = np.sort(rng.choice(complete, _MOST_ROWS, replace=False))
    rows = table.rows(complete)
    return None if any(np.ptp(column) == 0 for column in rows.codes.T) else rows


def _own_bic(fitted: OSEM, table: OrdinalTable, looked_at: OrdinalTable, rows: OrdinalTable) -> float:
    """BIC of the network for rows, given in its levels and in those that occur."""
    known = fitted.network_.criteria.log_likelihood
    if known is None or looked_at.n_rows < table.n_rows or fitted.max_rows not in ("auto", None):
        values = log_likelihood(fitted.network_, looked_at, n_threads=as_threads(fitted.n_jobs))
        known = float(rows.row_weights @ values)
    return fit_of(fitted.network_, rows, known).bic(rows.total_weight)


def _at_a_glance(fitted: OSEM, rows: OrdinalTable, rng: np.random.Generator) -> float:
    """The highest BIC of another family that a search may reach, as far as a first look shows."""
    space = fitted.search_space(rows.names)
    return max(
        regressions.bic_at_once(rows, space, rng) + _NEAR,
        tables.bic_at_once(rows, space) + _NEAR_OF_TABLES,
    )


def _leader(fitted: OSEM, rows: OrdinalTable, rng: np.random.Generator) -> FamilyFit | None:
    """The best of the other families that do not need more links than the network, if there is one."""
    space, dag = fitted.search_space(rows.names), fitted.network_.dag
    others = [learn(rows, space, rng, thorough=False) for model, learn in FAMILIES.items() if model != DEFAULT]
    taken = [fit for fit in others if not link_price(rows, dag, fit.adjacency).is_too_high]
    return max(taken, key=lambda fit: fit.bic(rows.total_weight), default=None)


def _left_out_lead(fitted: OSEM, rows: OrdinalTable, leader: str, rng: np.random.Generator) -> float:
    """By how much the leader's log-likelihood of a third of the rows exceeds the default's, both learned without it."""
    split = next(splits(rows, _FOLDS, rng))
    space = fitted.search_space(rows.names)
    again: OSEM = clone(fitted).fit_within(split.train, space)
    own = log_likelihood(again.network_, split.train.with_rows(split.codes), n_threads=as_threads(fitted.n_jobs))
    others = FAMILIES[leader](split.train, space, rng, thorough=False).log_probabilities(split.codes)
    return float(split.weights @ (others - own))
