# SPDX-License-Identifier: MIT
"""Which graph is expanded next: the roots of the start, then the best lines of descent, then the best graphs of all.

Best-first search commits itself too soon. Expanding a root gains tens of nats, each of the next generations a few, so
that whoever is ahead after the roots fills the ranks of the best with its own kind, and others that would have come
further are not looked at again. Here fewer and fewer lines are followed, each from its best graph, before all compete.
"""

import enum

from ordag.strategies.effort import Effort
from ordag.strategies.judge import Judge, Judged


class Stage(enum.Enum):
    """Whose turn it is."""

    ROOTS = enum.auto()
    LINES = enum.auto()
    BEST = enum.auto()


class Agenda:
    """Graphs waiting to be expanded. The stage is that of the graph that `next` gave last."""

    def __init__(self, judge: Judge, effort: Effort) -> None:
        self._judge = judge
        self._effort = effort
        self._rounds = list(effort.lines)
        self._waiting: list[Judged] = []
        self._expanded: set[bytes] = set()
        self._line: dict[bytes, int] = {}
        self.stage = Stage.ROOTS

    def begin(self) -> None:
        """Make the best graphs judged so far the roots, each of a line of its own."""
        self._waiting = self._judge.ranking(self._effort.n_roots)
        self._line = {root.key: line for line, root in enumerate(self._judge.ranking())}

    def descends(self, child: Judged, parent: Judged) -> None:
        """Count a graph to the line of the first graph that led to it."""
        self._line.setdefault(child.key, self._line[parent.key])

    def close(self, judged: Judged) -> None:
        """Take a graph off the agenda."""
        self._expanded.add(judged.key)

    def next(self) -> Judged | None:
        """The graph to expand, the same until it is closed; None when all is done."""
        waiting = self._open(self._waiting)
        while not waiting and self._rounds:
            self.stage, self._waiting = Stage.LINES, self._heads(self._rounds.pop(0))
            waiting = self._open(self._waiting)
        if not waiting:
            self.stage = Stage.BEST
            waiting = self._open(self._judge.ranking(self._effort.n_beams))
        return waiting[0] if waiting else None

    def _open(self, graphs: list[Judged]) -> list[Judged]:
        return [judged for judged in graphs if judged.key not in self._expanded]

    def _heads(self, n_lines: int) -> list[Judged]:
        """The best graph of each of the best lines."""
        heads: dict[int, Judged] = {}
        for judged in self._judge.ranking():
            heads.setdefault(self._line[judged.key], judged)
        return list(heads.values())[:n_lines]
