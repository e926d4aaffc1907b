# SPDX-License-Identifier: MIT
"""What *codes* and *dummies* share: a cumulative probit regression for each node, and a search by its own score.

Graphs of one equivalence class score differently, so the search is best order score search, which needs no equivalence,
each start of which ends with a climb that adds, removes and reverses single edges.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit, ndtr

from ordag.data import Codes, OrdinalTable
from ordag.families.contract import FamilyFit, LogProbabilities
from ordag.scores import CumulativeScore
from ordag.scores.cumulative import Coding, CumulativeFit
from ordag.search import SearchSpace, boss
from ordag.search.contract import completed


def fit_regressions(
    model: str, coding: Coding, table: OrdinalTable, space: SearchSpace, rng: np.random.Generator
) -> FamilyFit:
    """The best graph by the score of this coding, with the regressions of its nodes."""
    score = CumulativeScore(table.codes, coding=coding, weights=table.weights)
    dag = completed(boss, score, space, random_state=rng).adjacency
    fits = tuple(score.fit(node, np.flatnonzero(parents).tolist()) for node, parents in enumerate(dag.T))
    return FamilyFit(
        model,
        dag,
        dag,
        sum(fit.log_likelihood for fit in fits),
        sum(fit.n_parameters for fit in fits),
        FittedRegressions.of(score, fits, table).log_probabilities,
    )


@dataclass(frozen=True, eq=False)
class FittedRegressions:
    """Fitted regressions, mixed with the margins of the columns as if one more row had come from those.

    Attributes
    ----------
    score, fits
        The score, which knows how parents act, and the regression of each node.
    margins
        Share of each level of each column.
    n_rows
        Rows that were learned from.
    """

    score: CumulativeScore
    fits: tuple[CumulativeFit, ...]
    margins: tuple[npt.NDArray[np.float64], ...]
    n_rows: float

    @classmethod
    def of(cls, score: CumulativeScore, fits: tuple[CumulativeFit, ...], table: OrdinalTable) -> "FittedRegressions":
        """The prediction after learning from a table."""
        margins = tuple(
            np.bincount(column, table.row_weights, n_levels) / table.total_weight
            for column, n_levels in zip(table.codes.T, table.n_levels, strict=True)
        )
        return cls(score, fits, margins, table.total_weight)

    def log_probabilities(self, codes: Codes) -> LogProbabilities:
        """Log-probability of each row."""
        total = np.zeros(len(codes))
        for fit, margin in zip(self.fits, self.margins, strict=True):
            observed = codes[:, fit.node]
            fitted = level_probabilities(self.score, fit, codes)[np.arange(len(codes)), observed]
            total += np.log((self.n_rows * fitted + margin[observed]) / (self.n_rows + 1))
        return total


def level_probabilities(score: CumulativeScore, fit: CumulativeFit, codes: Codes) -> npt.NDArray[np.float64]:
    """(rows, levels) probability of each level of a node given its parents' codes."""
    shift = np.zeros(len(codes))
    for parent, slopes in zip(fit.parents, fit.slopes, strict=True):
        shift += (score.design(parent) @ slopes)[codes[:, parent]]
    distribution = ndtr if score.link == "probit" else expit
    below = distribution(fit.thresholds - shift[:, None])
    return np.diff(below, axis=1, prepend=0.0, append=1.0)
