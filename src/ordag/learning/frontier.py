# SPDX-License-Identifier: MIT
"""Which graph is expanded next: the roots, then the best of each lineage, then the preferred graphs of all.

Best-first search commits itself too soon. Expanding a root gains tens of nats, each of the next generations a few, so
that the descendants of the root that is ahead soon occupy all the best ranks, and others that would have come further
are never expanded again. Here a root and all graphs that descend from it form a lineage, and fewer and fewer lineages
are followed, each from its best graph, before all graphs compete.

Lineages that meet indicate, without certainty, how hard the search is. Where the best graph has been reached from
several roots, as for many data sets, neither the other roots nor any lineage need be followed further; where hardly any
two lead to the same end, others might lead further still.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ordag.learning.effort import Effort
from ordag.learning.pool import Pool, Refit
from ordag.learning.tolerances import SAME_END


@dataclass(frozen=True)
class Frontier:
    """Graphs waiting to be expanded, and the lineages they belong to.

    Attributes
    ----------
    waiting : tuple of Refit
        Graphs of this round: the roots, or the best graphs of lineages.
    rounds : tuple of int
        How many lineages are followed in each round to come.
    followed_within : float
        No lineage is followed whose best graph is further behind the best of all, in nats.
    n_roots : int
    enough_meeting : int or None
        Lineages that must meet at the best graph for another root or search not to be worth its time (None: never
        enough).
    lineage : mapping of bytes to int
        The lineage of each refitted graph: that of the first graph that led to it.
    reached_by : mapping of bytes to frozenset of int
        Lineages that lead to a graph: those in which it was among the most promising of an expansion. What a search
        only finds again is not counted; so fewer lineages meet, and rather more searches are made.
    expanded : frozenset of bytes
    """

    waiting: tuple[Refit, ...]
    rounds: tuple[int, ...]
    followed_within: float
    n_roots: int
    enough_meeting: int | None
    lineage: Mapping[bytes, int]
    reached_by: Mapping[bytes, frozenset[int]]
    expanded: frozenset[bytes] = field(default=frozenset())

    @classmethod
    def from_roots(cls, pool: Pool, effort: Effort) -> "Frontier":
        """Every graph in the pool begins a lineage; the best are the roots."""
        roots = tuple(pool.ranking[: effort.n_roots])
        lineage = {graph.key: number for number, graph in enumerate(pool.ranking)}
        reached_by = {key: frozenset([number]) for key, number in lineage.items()}
        return cls(
            roots, effort.n_lineages, effort.followed_within, len(roots), effort.enough_meeting, lineage, reached_by
        )

    def expanding(self, graph: Refit, promising: Iterable[bytes], refitted: Iterable[bytes]) -> "Frontier":
        """The frontier once a graph has been expanded: what looked promising then, and what was refitted of it."""
        number = self.lineage[graph.key]
        refitted = list(refitted)
        lineage = {**dict.fromkeys(refitted, number), **self.lineage}
        reached_by = dict(self.reached_by)
        for key in [*promising, *refitted]:
            reached_by[key] = reached_by.get(key, frozenset()) | {number}
        return replace(self, lineage=lineage, reached_by=reached_by, expanded=self.expanded | {graph.key})

    def lineages_meet(self, pool: Pool) -> bool:
        """Whether enough lineages lead to the best graph for another search not to be worth its time."""
        return self.enough_meeting is not None and self._n_meeting(pool) >= min(self.enough_meeting, self.n_roots)

    def advanced(self, pool: Pool) -> "Frontier":
        """The frontier at the first round in which a graph still waits; without waiting graphs when all are done."""
        if self._enough_have_met(pool):
            return replace(self, waiting=(), rounds=())
        waiting, rounds = self._unexpanded(self.waiting), self.rounds
        while not waiting and rounds:
            waiting, rounds = self._unexpanded(self._heads(pool, rounds[0])), rounds[1:]
        return replace(self, waiting=tuple(waiting), rounds=rounds)

    def next_graph(self, preferred: Callable[[], list[Refit]]) -> Refit | None:
        """The graph to expand: one that waits, else one of the preferred graphs of all; None when all is done."""
        left = self.waiting or self._unexpanded(preferred())
        return left[0] if left else None

    def _enough_have_met(self, pool: Pool) -> bool:
        """Whether enough roots have been expanded, and as many lead to the best graph or are nearly as good."""
        if self.enough_meeting is None or len(self.expanded) < min(self.enough_meeting, self.n_roots):
            return False
        return self.lineages_meet(pool)

    def _n_meeting(self, pool: Pool) -> int:
        """Lineages that lead to the best graph, or to one nearly as good."""
        least = pool.highest - SAME_END
        ends = [self.reached_by.get(graph.key, frozenset()) for graph in pool.ranking if graph.criterion >= least]
        return len(frozenset().union(*ends))

    def _unexpanded(self, graphs: Iterable[Refit]) -> list[Refit]:
        return [graph for graph in graphs if graph.key not in self.expanded]

    def _heads(self, pool: Pool, n_lineages: int) -> list[Refit]:
        """The best graph of each of the best lineages that are not too far behind."""
        heads: dict[int, Refit] = {}
        for graph in pool.ranking:
            heads.setdefault(self.lineage[graph.key], graph)
        least = pool.highest - self.followed_within
        return [head for head in heads.values() if head.criterion >= least][:n_lineages]
