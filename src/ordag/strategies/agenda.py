# SPDX-License-Identifier: MIT
"""Which graph is expanded next: the roots of the start, then the best lines of descent, then those preferred of all.

Best-first search commits itself too soon. Expanding a root gains tens of nats, each of the next generations a few, so
that whoever is ahead after the roots fills the ranks of the best with its own kind, and others that would have come
further are not looked at again. Here fewer and fewer lines are followed, each from its best graph, before all compete.

Lines that meet tell, if not surely, how hard the search is. Where the best graph has been reached from most roots, as
for many data sets, neither the other roots nor any line need to be followed further; where hardly any two lead to the
same end, others might lead further still.
"""

from ordag.strategies.effort import Effort
from ordag.strategies.judge import Judge, Judged

# Lines that end this close to the best graph, in nats, have met there. Where the evidence decides, it chooses between
# such graphs anyway.
_SAME_END = 2.0


class Agenda:
    """Graphs waiting to be expanded. Every graph judged before begins a line of descent; the best are the roots.

    Attributes
    ----------
    follows_lines : bool
        Whether the graph whose turn it is stands for its line, not for itself.
    """

    def __init__(self, judge: Judge, effort: Effort) -> None:
        self._judge = judge
        self._n_beams = effort.n_beams
        self._rounds = list(effort.n_lines)
        self._waiting = judge.ranking(effort.n_roots)
        self._n_roots = len(self._waiting)
        self._enough_meeting = effort.enough_meeting
        self._line = {judged.key: line for line, judged in enumerate(judge.ranking())}
        self._expanded: set[bytes] = set()
        self.follows_lines = True
        self._ways = {key: {line} for key, line in self._line.items()}

    def next(self) -> Judged | None:
        """The graph to expand, the same until it is marked; None when all is done."""
        if self._most_have_met():
            self._waiting, self._rounds = [], []
        waiting = self._unexpanded(self._waiting)
        while not waiting and self._rounds:
            self._waiting = self._heads(self._rounds.pop(0))
            waiting = self._unexpanded(self._waiting)
        self.follows_lines = bool(waiting)
        waiting = waiting or self._unexpanded(self._judge.preferred(self._n_beams))
        return waiting[0] if waiting else None

    def mark_expanded(self, judged: Judged) -> None:
        """Take a graph off the agenda."""
        self._expanded.add(judged.key)

    def add_child(self, child: Judged, parent: Judged) -> None:
        """Count a graph to the line of the first graph that led to it."""
        self._line.setdefault(child.key, self._line[parent.key])
        self.note_way(child.key, parent)

    def note_way(self, key: bytes, parent: Judged) -> None:
        """Note that a line of descent leads to a graph, one of the most promising that came out of an expansion.

        What searches only find again is not noted; so fewer lines are counted, and rather more searches made.
        """
        self._ways.setdefault(key, set()).add(self._line[parent.key])

    def lines_meet(self) -> bool:
        """Whether so many lines of descent have met that another search is not worth its time."""
        return self._enough_meeting is not None and self._n_meeting() >= min(self._enough_meeting, self._n_roots)

    def _most_have_met(self) -> bool:
        """Whether most roots have been expanded, and most lead to the best graph or are nearly as good themselves."""
        most = self._n_roots / 2
        return self._enough_meeting is not None and len(self._expanded) > most and self._n_meeting() > most

    def _n_meeting(self) -> int:
        """Lines of descent that lead to the best graph, or to one nearly as good."""
        least = self._judge.highest() - _SAME_END
        meeting: set[int] = set()
        for judged in self._judge.ranking():
            if judged.criterion >= least:
                meeting |= self._ways.get(judged.key, set())
        return len(meeting)

    def _unexpanded(self, graphs: list[Judged]) -> list[Judged]:
        return [judged for judged in graphs if judged.key not in self._expanded]

    def _heads(self, n_lines: int) -> list[Judged]:
        """The best graph of each of the best lines."""
        heads: dict[int, Judged] = {}
        for judged in self._judge.ranking():
            heads.setdefault(self._line[judged.key], judged)
        return list(heads.values())[:n_lines]
