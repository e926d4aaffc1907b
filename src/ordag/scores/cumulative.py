# SPDX-License-Identifier: MIT
r"""Score of a family by the cumulative regression of the node on what its parents were observed to be.

With F the standard normal or the logistic distribution function,

    P(node <= k | parents) = F(threshold_k - sum over parents of slope * code),

or, with ``coding="levels"``, one slope for each level of each parent but its lowest. The local score is the maximum of
the log-likelihood less ``penalty * log(N) / 2`` for every threshold and slope: BIC; the extended one (Chen
and Chen 2008) takes as much again of log(n − 1) for every parent, since it was chosen among so many.

A node without an order answers a series of questions, as in `ordag.latent.coordinates`: is it the most frequent of its
categories; if not, is it the second; and so on. Each has a regression of its own, over the rows in which it was asked.
As a parent such a node acts by its category, with one slope for each but its first.

Other than for the latent Gaussian model, graphs of one equivalence class do not score the same: a cumulative regression
of a on b is in general none of b on a. So the score tells directions that no independence tells, as far as the
regressions hold; this is the ordinal causal discovery of Ni and Mallick (2022), "Ordinal causal discovery".
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from ordag.data import checks
from ordag.errors import InputValueError, unknown_option
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.latent.coordinates import Coordinates, by_frequency
from ordag.scores.checks import positive
from ordag.scores.contract import NativeScore

Link = Literal["probit", "logit"]
Coding = Literal["codes", "levels"]


@dataclass(frozen=True, eq=False)
class CumulativeFit:
    """The cumulative regression of a node, or of one of its questions, on its parents, by maximum likelihood.

    Attributes
    ----------
    node, parents
        Which node, and its parents in ascending order.
    thresholds
        (K - 1,) ascending, between the observed levels of the node; a single one between no and yes to a question.
    slopes
        One array for each parent: a single slope, or one for each observed level but the lowest.
    log_likelihood
        At the fit.
    """

    node: int
    parents: tuple[int, ...]
    thresholds: npt.NDArray[np.float64]
    slopes: tuple[npt.NDArray[np.float64], ...]
    log_likelihood: float

    @property
    def n_parameters(self) -> int:
        """Number of thresholds and slopes."""
        return len(self.thresholds) + sum(len(slopes) for slopes in self.slopes)


class CumulativeScore(NativeScore):
    """BIC of cumulative probit or logit regressions.

    Parameters
    ----------
    codes
        (N, n) integer codes from 0, without missing entries.
    link
        ``"probit"`` or ``"logit"``.
    coding
        How a parent acts: ``"codes"``, by its code times a slope; ``"levels"``, by a number for each of its levels.
    weights
        (N,) count of each row; None counts every row once.
    penalty
        Multiplies BIC's cost of every threshold and slope.
    gamma
        Weight of the extra cost of a parent under the extended BIC, between 0 and 1.
    nominal
        Nodes whose codes have no order.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> cause = rng.integers(0, 3, 500)
    >>> effect = (cause + rng.normal(size=500) > 1).astype(int)
    >>> score = CumulativeScore(np.column_stack([cause, effect]))
    >>> bool(score.local(1, [0]) > score.local(1, []))
    True
    >>> score.fits(1, [0])[0].slopes[0].round(1)
    array([0.9])
    """

    def __init__(
        self,
        codes: npt.ArrayLike,
        *,
        link: Link = "probit",
        coding: Coding = "codes",
        weights: npt.ArrayLike | None = None,
        penalty: float = 1.0,
        gamma: float = 0.0,
        nominal: Sequence[int] = (),
    ) -> None:
        for name, value, valid in (("link", link, get_args(Link)), ("coding", coding, get_args(Coding))):
            if value not in valid:
                raise unknown_option(name, value, valid)
        table = checks.complete_codes(codes)
        counts = np.ones(len(table)) if weights is None else checks.row_weights(weights, len(table))
        self.link, self.coding = link, coding
        self.penalty, self.gamma = positive("penalty", penalty, least=0), positive("gamma", gamma, least=0)
        self.n_rows = float(counts.sum())
        # Equal rows are counted once: every local score then passes over fewer rows.
        distinct, place = np.unique(table[counts > 0], axis=0, return_inverse=True)
        self.weights = np.bincount(place.ravel(), counts[counts > 0]).astype(np.float64)
        self.levels, self.codes = _observed_levels(distinct)
        self.coordinates = self._coordinates(set(nominal))

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.levels)

    @property
    def parameter_cost(self) -> float:
        """What a threshold or slope costs in nats."""
        return self.penalty * math.log(self.n_rows) / 2

    @property
    def parent_cost(self) -> float:
        """What a parent costs beside its slopes, in nats."""
        return self.gamma * math.log(max(self.n_nodes - 1, 1))

    def design(self, node: int) -> npt.NDArray[np.float64]:
        """What a node is as a parent: one row for each of its observed levels, one column for each slope."""
        if self.coding == "codes" and not self.coordinates.orders[node]:
            return self.levels[node][:, None].astype(np.float64)
        return np.eye(len(self.levels[node]))[:, 1:]

    def answers(self, node: int) -> npt.NDArray[np.int16]:
        """(levels, responses) what each observed level of a node answers to each of its regressions, −1: not asked."""
        return self.coordinates.answers(node, len(self.levels[node]))

    def fits(self, node: int, parents: Sequence[int]) -> tuple[CumulativeFit, ...]:
        """The regressions behind a local score: a single one, or one for each question of a nominal node.

        Where the parents part the levels of the node entirely, slopes have no finite maximum; those returned are where
        the log-likelihood no longer rises by more than 1e-10.
        """
        family = self._family(node, parents)
        ends = np.cumsum([self.design(parent).shape[1] for parent in family])[:-1]
        return tuple(
            CumulativeFit(
                node,
                tuple(family),
                np.array(found.thresholds),
                tuple(np.split(np.array(found.slopes), ends)) if family else (),
                found.log_likelihood,
            )
            for found in self.compiled().fit(node, family)
        )

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return kernels.cached(self.compiled())

    def compiled(self) -> kernels.CumulativeScore:
        """The compiled score itself, which remembers no local score."""
        columns, responses = self._responses()
        n_questions = len(columns) - self.n_nodes
        return kernels.cumulative(
            np.column_stack(columns),
            self.weights,
            [self.design(node) for node in range(self.n_nodes)],
            responses,
            [*map(len, self.levels), *[2] * n_questions],
            logit=self.link == "logit",
            parameter_cost=self.parameter_cost,
            parent_cost=self.parent_cost,
        )

    def _coordinates(self, nominal: Collection[int]) -> Coordinates:
        columns = zip(self.codes.T, self.levels, strict=True)
        orders = [by_frequency(codes, self.weights, len(levels)) for codes, levels in columns]
        return Coordinates(tuple(order if node in nominal else () for node, order in enumerate(orders)))

    def _responses(self) -> tuple[list[npt.NDArray[np.int16]], list[list[int]]]:
        """Codes of nodes and of the questions after them, and which of these columns each node answers."""
        columns, responses = list(self.codes.T), []
        for node, order in enumerate(self.coordinates.orders):
            if not order:
                responses.append([node])
                continue
            asked = self.answers(node)[self.codes[:, node]]
            responses.append(list(range(len(columns), len(columns) + asked.shape[1])))
            columns.extend(asked.T)
        return columns, responses


def _observed_levels(
    codes: npt.NDArray[np.int16],
) -> tuple[tuple[npt.NDArray[np.int16], ...], npt.NDArray[np.int16]]:
    """The codes that occur in each column, and each entry's place among them."""
    levels, places = zip(*(np.unique(column, return_inverse=True) for column in codes.T), strict=True)
    for column, observed in enumerate(levels):
        if len(observed) < 2:
            raise InputValueError(f"column {column}", "holds a single level", "a regression needs at least two")
    return levels, np.column_stack([place.ravel() for place in places]).astype(np.int16)
