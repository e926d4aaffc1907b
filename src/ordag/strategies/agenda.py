# SPDX-License-Identifier: MIT
"""Which graph is expanded next: the roots of the start, then the best lines of descent, then those preferred of all.

Best-first search commits itself too soon. Expanding a root gains tens of nats, each of the next generations a few, so
that whoever is ahead after the roots fills the ranks of the best with its own kind, and others that would have come
further are not looked at again. Here fewer and fewer lines are followed, each from its best graph, before all compete.
"""

from ordag.strategies.effort import Effort
from ordag.strategies.judge import Judge, Judged


class Agenda:
    """Graphs waiting to be expanded. Every graph judged before begins a line of descent; the best are the roots."""

    def __init__(self, judge: Judge, effort: Effort) -> None:
        self._judge = judge
        self._n_beams = effort.n_beams
        self._rounds = list(effort.n_lines)
        self._waiting = judge.ranking(effort.n_roots)
        self._line = {judged.key: line for line, judged in enumerate(judge.ranking())}
        self._expanded: set[bytes] = set()

    def next(self) -> Judged | None:
        """The graph to expand, the same until it is marked; None when all is done."""
        waiting = self._unexpanded(self._waiting)
        while not waiting and self._rounds:
            self._waiting = self._heads(self._rounds.pop(0))
            waiting = self._unexpanded(self._waiting)
        waiting = waiting or self._unexpanded(self._judge.preferred(self._n_beams))
        return waiting[0] if waiting else None

    def mark_expanded(self, judged: Judged) -> None:
        """Take a graph off the agenda."""
        self._expanded.add(judged.key)

    def add_child(self, child: Judged, parent: Judged) -> None:
        """Count a graph to the line of the first graph that led to it."""
        self._line.setdefault(child.key, self._line[parent.key])

    def _unexpanded(self, graphs: list[Judged]) -> list[Judged]:
        return [judged for judged in graphs if judged.key not in self._expanded]

    def _heads(self, n_lines: int) -> list[Judged]:
        """The best graph of each of the best lines."""
        heads: dict[int, Judged] = {}
        for judged in self._judge.ranking():
            heads.setdefault(self._line[judged.key], judged)
        return list(heads.values())[:n_lines]
