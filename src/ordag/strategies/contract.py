# SPDX-License-Identifier: MIT
"""What a network is learned by, and what comes out: the values that every way of learning takes and gives."""

from dataclasses import dataclass, replace

import numpy as np

from ordag.graphs import Adjacency
from ordag.maximization import Parameters
from ordag.scores.gaussian_bic import edge_cost
from ordag.structural_em import Iteration, State

CRITERIA = ("evidence", "ebic", "bic", "aic", "cv")
# Up to this many variables every promising graph is expanded.
FEW = 50
# Beyond this many, a pass of propagation under a full covariance takes too long, and Gibbs chains take its place.
MANY = 150
# Without a given penalty graphs are ranked by their observed likelihood up to this many, beyond `MANY` with at most so
# much work: rows times squared columns.
MOST_RANKED, _MOST_WORK = 250, 2e8
# Weight of the extended BIC: a usual choice, within a few tenths of an edge of the best one in hindsight
# (docs/decisions/criterion.md).
_GAMMA = 0.5
# Prior log odds of an arrow between two variables where the evidence decides; others add γ log(n − 1) (same page).
_ARROW_LOG_ODDS = -1.0


def are_ranked(n_columns: int, n_rows: int) -> bool:
    """Whether graphs can be ranked by the observed likelihood of so many rows.

    Examples
    --------
    >>> are_ranked(100, 10**6), are_ranked(200, 5000), are_ranked(200, 10000), are_ranked(300, 1000)
    (True, True, False, False)
    """
    return n_columns <= MANY or (n_columns <= MOST_RANKED and n_rows * n_columns**2 <= _MOST_WORK)


@dataclass(frozen=True)
class Settings:
    """What a network is learned by.

    Attributes
    ----------
    penalty : float or None
        λ of the expected score; None: choose the graph by `criterion`.
    criterion : str
        ``"evidence"``, ``"ebic"``, ``"bic"``, ``"aic"`` or ``"cv"``; with a given penalty λ multiplies the cost of AIC
        or, with any other value, of BIC.
    search : str
        Key of `ordag.strategies.SEARCHES`.
    n_threads : int
    known : State or None
        A network of the same columns to start from, beside the full graph or in its place.
    """

    penalty: float | None = None
    criterion: str = "evidence"
    search: str = "boss"
    n_threads: int = 1
    known: State | None = None

    @property
    def multiplied(self) -> str:
        """The criterion whose edge cost a given λ multiplies."""
        return "aic" if self.criterion == "aic" else "bic"


@dataclass(frozen=True)
class Fit:
    """A graph with its parameters, the λ it belongs to, what it was chosen by, its log-likelihood, and its history.

    The log-likelihood is None beyond some hundred variables, where it would take longer than the fit.
    """

    dag: Adjacency
    parameters: Parameters
    penalty: float
    criterion: float
    log_likelihood: float | None
    trace: tuple[Iteration, ...]

    def scaled_up(self, factor: float) -> "Fit":
        """The fit of a sample of rows, with the log-likelihood that `factor` times as many would have."""
        return self if self.log_likelihood is None else replace(self, log_likelihood=factor * self.log_likelihood)


def cost_of_an_edge(criterion: str, n_rows: float, n_columns: int) -> float:
    """What an edge costs in nats under an information criterion; graphs for the evidence are found by extended BIC.

    Examples
    --------
    >>> round(cost_of_an_edge("bic", 500, 20), 3), round(cost_of_an_edge("ebic", 500, 20), 3)
    (3.107, 4.58)
    """
    return edge_cost("ebic" if criterion == "evidence" else criterion, n_rows, n_columns, _GAMMA)


def share_of_slopes(criterion: str, n_rows: float, n_columns: int) -> float:
    """Share of an edge's cost that is charged for its slope; the rest is for the choice among many graphs.

    Examples
    --------
    >>> share_of_slopes("bic", 500, 20), round(share_of_slopes("ebic", 500, 20), 3)
    (1.0, 0.679)
    """
    per_slope = cost_of_an_edge("aic" if criterion == "aic" else "bic", n_rows, n_columns)
    return per_slope / cost_of_an_edge(criterion, n_rows, n_columns)


def arrow_log_odds_of_evidence(n_columns: int) -> float:
    """Prior log odds of an arrow where the evidence decides.

    Examples
    --------
    >>> round(arrow_log_odds_of_evidence(20), 3)
    -2.472
    """
    return _ARROW_LOG_ODDS - _GAMMA * float(np.log(max(n_columns - 1, 1)))
