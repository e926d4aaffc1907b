# SPDX-License-Identifier: MIT
"""Structural EM that climbs the observed-data criterion: searches propose, the observed likelihood judges.

The expected score of the paper counts latent data as if they had been seen. An edge's gain comes out too large, and
draws made under an edge keep it: the reason why the paper needs λ from 3 to 6, and why single runs stick. Here every
proposed graph is refitted and judged by its observed-data likelihood less a price for its edges
(`ordag.strategies.judge`).

Proposals come from a decomposable search on extrapolated moments. With Σ the correlation of a graph and
M = E[YYᵀ | x] under it, M − Σ is the direction of EM, and the observed likelihood peaks κ times as far, κ being one
over the share of information that the levels leave. So the search is shown Σ + κ (M − Σ) with N / κ rows, for a few κ:
a quadratic model of the observed likelihood in which an edge is neither overcounted nor stuck to.

Changes of the graph itself are proposed too. A surrogate of the likelihood (`ordag.maximization.surrogate`) orders all
proposals and improves the most promising edge by edge; only the best of what comes out is refitted.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import Factors, Moments, Settling, propagate
from ordag.graphs import Adjacency, topological_order
from ordag.maximization import Parameters
from ordag.maximization.observed import GraphFit, regress, unit_noise_slopes
from ordag.maximization.surrogate import Surrogate
from ordag.scores import GaussianBIC
from ordag.strategies.agenda import Agenda
from ordag.strategies.changes import promising_changes
from ordag.strategies.effort import Effort
from ordag.strategies.extrapolation import extrapolate
from ordag.strategies.information import hidden_variances
from ordag.strategies.judge import Judge, Judged, Proposal
from ordag.strategies.proposals import Proposals
from ordag.strategies.saturated import Saturated
from ordag.structural_em import State

# A graph that a surrogate places this far below the best, in nats, is not heard.
_OUT_OF_SIGHT = 12.0
# Rivals promise at most so much less than the preferred graph, in nats, and are found among so many changes of each
# kind; while one of them wins, its own are heard, too.
_NEARLY = 1.5
_N_CHANGES = 30
_MOST_ROUNDS = 3
_SETTLING = Settling(tolerance=1e-2)


class JudgedSteps:
    """Structural EM from many graphs: an agenda says which of those judged is the next to propose from."""

    def __init__(self, judge: Judge, proposals: Proposals, effort: Effort) -> None:
        self._judge = judge
        self._proposals = proposals
        self._effort = effort
        self._agenda: Agenda  # set up by the start
        self._focus: Judged | None = None
        self._factors: Factors | None = None
        self._n_rows = float(judge.boxes.weights.sum())
        self._noise = hidden_variances(judge.boxes)

    def start(self, saturated: Saturated, known: State | None = None) -> State:
        """State of the best graph among the proposals from the full graph's correlation, and a known one."""
        prices = [multiple * self._judge.price for multiple in self._effort.path]
        proposed = self._propose(saturated.correlation, prices)
        if self._effort.n_changes:
            full = _full_graph(saturated)
            surrogate = Surrogate.around(full, saturated.correlation, self._noise, self._n_rows)
            proposed = [proposal for _, proposal in self._foresee(surrogate, proposed)[: self._effort.n_roots]]
        for proposal in proposed:
            self._judge.hear(proposal, saturated.factors)
        if known is not None:
            penalty = self._penalty_at(self._judge.price)
            self._judge.hear(Proposal(known.dag, unit_noise_slopes(known.parameters), penalty), saturated.factors)
        self._agenda = Agenda(self._judge, self._effort)
        best = self._judge.ranking(1)[0]
        return State(best.fit.dag, best.fit.parameters)

    def expect(self, state: State) -> Moments:
        """Moments under the next graph of the agenda."""
        self._focus = self._agenda.next() or self._judge.ranking(1)[0]
        self._agenda.mark_expanded(self._focus)
        self._factors, moments = self._moments_under(self._focus)
        return moments

    def search(self, moments: Moments, state: State) -> Adjacency:
        """The best graph after hearing the proposals from the extrapolated moments."""
        assert self._focus is not None
        assert self._factors is not None
        fit = self._focus.fit
        proposed = []
        for kappa in self._effort.kappas:
            correlation = extrapolate(fit.parameters.correlation, moments.second, kappa)
            prices = [kappa * self._judge.price * multiple for multiple in self._effort.multiples]
            proposed += self._propose(correlation, prices, self._focus)
        if self._effort.n_changes:
            proposed = self._most_promising(proposed, moments)
        for proposal in proposed:
            self._agenda.add_child(self._judge.hear(proposal, self._factors), self._focus)
        return self._judge.ranking(1)[0].fit.dag

    def hear_rivals(self) -> None:
        """Hear the changes of the preferred graph that promise nearly as much as it has, until it stays so."""
        for _ in range(_MOST_ROUNDS):
            preferred = self._judge.preferred(1)[0]
            factors, moments = self._moments_under(preferred)
            surrogate = self._surrogate_around(preferred, moments)
            foreseen = self._foresee(surrogate, self._changes_of(preferred, surrogate, _N_CHANGES, wide=True))
            for gain, rival in foreseen[: self._effort.n_rivals]:
                if gain > -_NEARLY:
                    self._judge.hear(rival, factors)
            if self._judge.preferred(1)[0].key == preferred.key:
                break

    def lines_meet(self) -> bool:
        """Whether enough lines of descent led to the best graph; else another search may well find a better one."""
        return self._agenda.lines_meet()

    def _most_promising(self, proposed: list[Proposal], moments: Moments) -> list[Proposal]:
        """The best of the proposals and of changes of the graph in focus, as a surrogate has them.

        Lines of descent are to get far, so that proposals are improved; in the end what lies close by is wanted.
        """
        assert self._focus is not None
        surrogate = self._surrogate_around(self._focus, moments)
        least = self._judge.highest() - _OUT_OF_SIGHT - self._focus.criterion
        best = self._focus.criterion >= self._judge.highest()
        changed = self._changes_of(self._focus, surrogate, self._effort.n_changes, wide=best)
        foreseen = self._foresee(surrogate, [*proposed, *changed], least)
        n_improved = self._effort.n_improved if self._agenda.follows_lines else 0
        improved = [self._improve(surrogate, *pair) for pair in foreseen[:n_improved] if pair[0] > least]
        ranked = sorted([*improved, *foreseen[: self._effort.n_heard]], key=lambda pair: -pair[0])
        promising: dict[bytes, Proposal] = {}
        for gain, proposal in ranked:
            if gain > least:
                promising.setdefault(proposal.key, proposal)
        for key in promising:
            self._agenda.note_way(key, self._focus)
        return [p for p in promising.values() if not self._judge.has_heard(p.key)][: self._effort.n_heard]

    def _improve(self, surrogate: Surrogate, gain: float, proposal: Proposal) -> tuple[float, Proposal]:
        """The graph that a hill climb on the surrogate makes of a proposal, and what it adds to the criterion."""
        gain, dag, slopes = surrogate.hill_climb(
            gain, proposal.dag, proposal.slopes, self._proposals.native_space, self._judge.price
        )
        return gain, Proposal(dag, slopes, proposal.penalty)

    def _changes_of(self, judged: Judged, surrogate: Surrogate, n_best: int, *, wide: bool) -> list[Proposal]:
        """Changes that promise most; more of them are tried if `wide`, as around the best graph so far."""
        changed = promising_changes(surrogate, self._proposals.space, self._judge.price, n_best, wide=wide)
        return [Proposal(dag, judged.fit.slopes, judged.penalty) for dag in changed]

    def _surrogate_around(self, judged: Judged, moments: Moments) -> Surrogate:
        return Surrogate.around(judged.fit, moments.second, self._noise, moments.total_weight)

    def _moments_under(self, judged: Judged) -> tuple[Factors, Moments]:
        return propagate(
            judged.fit.factors,
            self._judge.boxes,
            judged.fit.parameters.correlation,
            points=self._judge.points,
            settling=_SETTLING,
            n_threads=self._judge.n_threads,
        )

    def _foresee(
        self, surrogate: Surrogate, proposed: Sequence[Proposal], least: float = -np.inf
    ) -> list[tuple[float, Proposal]]:
        """Graphs not yet judged, best first, with what they add to the criterion of the surrogate's centre."""
        foreseen = []
        for proposal in {p.key: p for p in reversed(proposed) if not self._judge.has_heard(p.key)}.values():
            dearer = self._judge.price * (int(proposal.dag.sum()) - surrogate.centre.n_edges)
            gain, slopes = surrogate.predicted_gain(proposal.dag, proposal.slopes, hopeless=least + dearer)
            foreseen.append((gain - dearer, replace(proposal, slopes=slopes)))
        return sorted(foreseen, key=lambda pair: -pair[0])

    def maximize(self, moments: Moments, dag: Adjacency) -> Parameters:
        """Parameters at the top of the observed likelihood of the graph, which the judge has climbed already."""
        return self._judge.ranking(1)[0].fit.parameters

    def assess(self, dag: Adjacency) -> tuple[float, float | None]:
        """Criterion and observed log-likelihood of the best graph."""
        best = self._judge.ranking(1)[0]
        return best.criterion, best.fit.log_likelihood

    def is_settled(self, before: State, after: State) -> bool:
        """Whether the agenda is done."""
        return self._agenda.next() is None

    def _penalty_at(self, price: float) -> float:
        """The λ at which an edge costs so much."""
        return float(price / (np.log(self._n_rows) / 2))

    def _propose(
        self, correlation: NDArray[np.float64], prices: Sequence[float], focus: Judged | None = None
    ) -> list[Proposal]:
        """What the search finds on a correlation that has not been judged, dearest edges first."""
        proposed: dict[bytes, Proposal] = {}
        for price in sorted(prices, reverse=True):
            penalty = self._penalty_at(price)
            score = GaussianBIC(correlation, self._n_rows, penalty)
            near = self._proposals.near_best(
                score,
                self._effort.margin * price,
                orders=[topological_order(focus.fit.dag)] if focus else [],
                n_starts=self._effort.n_starts,
                n_near=self._effort.n_near,
            )
            for key, dag in near.items():
                if key not in proposed and not self._judge.has_heard(key):
                    proposed[key] = Proposal(dag, regress(correlation, dag), penalty, key)
        return list(proposed.values())


def _full_graph(saturated: Saturated) -> GraphFit:
    """The full graph, as if its likelihood had been climbed."""
    dag = np.triu(np.ones(saturated.correlation.shape, dtype=np.int8), 1)
    return GraphFit(dag, regress(saturated.correlation, dag), 0.0, 0.0, saturated.factors, 0)
