# SPDX-License-Identifier: MIT
"""Partial ancestral graphs (PAGs): what can be known of causes where some may be hidden.

A PAG stands for all MAGs (`ordag.graphs.mag`) with the same independences; a mark that all of them share is a tail or
an arrowhead, and a circle stands where they differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import RequirementError
from ordag.graphs.adjacency import Adjacency
from ordag.graphs.mag import pag_to_mag
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL, Marks, as_marks
from ordag.messages import OptionName

_LEFT = {CIRCLE: "o", ARROW: "←", TAIL: "−"}
_RIGHT = {CIRCLE: "o", ARROW: "→", TAIL: "−"}


@dataclass(frozen=True, eq=False)
class Pag:
    """A graph with a mark at each end of its edges.

    Attributes
    ----------
    marks
        (n, n) ``marks[i, j]`` is the mark at j of the edge between i and j: 0 no edge, 1 circle, 2 arrowhead, 3 tail,
        as in the R package pcalg.
    names
        One name for each node.

    Examples
    --------
    >>> pag = Pag([[0, 2, 0], [1, 0, 1], [0, 2, 0]], ["diet", "weight", "genes"])
    >>> print(pag)
    diet o→ weight
    genes o→ weight
    >>> pag.frame().loc[0, "meaning"]
    'weight does not cause diet: diet causes weight, or something hidden causes both'
    """

    marks: Marks
    names: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        marks = as_marks(self.marks)
        marks.setflags(write=False)
        names = tuple(map(str, self.names)) or tuple(map(str, range(len(marks))))
        if len(names) != len(marks):
            raise RequirementError(OptionName("names"), "have one entry per node", f"found {len(names)}")
        object.__setattr__(self, "marks", marks)
        object.__setattr__(self, "names", names)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.marks)

    @property
    def skeleton(self) -> Adjacency:
        """(n, n) 0/1, symmetric: which nodes are joined."""
        return np.asarray(self.marks != NONE, dtype=np.int8)

    @property
    def causes(self) -> npt.NDArray[np.bool_]:
        """(n, n), True at [i, j] for i → j: i is a cause of j, perhaps through others."""
        return np.asarray((self.marks == ARROW) & (self.marks.T == TAIL))

    @property
    def hidden_between(self) -> npt.NDArray[np.bool_]:
        """(n, n), True for i ↔ j: neither causes the other, something hidden causes both."""
        return np.asarray((self.marks == ARROW) & (self.marks.T == ARROW))

    @property
    def partly_directed(self) -> Adjacency:
        """(n, n) 0/1: the arrows →, and every other edge with both entries, for what knows no other marks."""
        directed = self.causes
        return np.asarray((self.marks != NONE) & ~directed.T, dtype=np.int8)

    def edges(self) -> list[tuple[int, int]]:
        """Pairs (i, j) of nodes that are joined; where one end has an arrowhead alone, it is j."""
        pairs = np.argwhere(np.triu(self.marks != NONE)).tolist()
        turned = {ARROW}
        return [(j, i) if self.marks[j, i] in turned and self.marks[i, j] not in turned else (i, j) for i, j in pairs]

    def symbol(self, i: int, j: int) -> str:
        """The edge between two nodes in writing, such as ``o→``."""
        return {"−−": "−", "−→": "→", "←−": "←", "←→": "↔", "oo": "o−o"}.get(
            text := _LEFT[int(self.marks[j, i])] + _RIGHT[int(self.marks[i, j])], text
        )

    def meaning(self, i: int, j: int) -> str:
        """What the edge between two nodes says, in words."""
        return meaning_of(int(self.marks[j, i]), int(self.marks[i, j]), self.names[i], self.names[j])

    def frame(self) -> pd.DataFrame:
        """One row per edge: its ends, its marks, and what they say."""
        rows = [(self.names[i], self.symbol(i, j), self.names[j], self.meaning(i, j)) for i, j in self.edges()]
        return pd.DataFrame(rows, columns=["from", "marks", "to", "meaning"])

    def member(self) -> Marks:
        """One of the graphs without circles that this one stands for."""
        return pag_to_mag(self.marks)

    def to_networkx(self) -> Any:
        """A networkx graph: edges have the attributes ``mark_at_source`` and ``mark_at_target``."""
        import networkx as nx

        words = {CIRCLE: "circle", ARROW: "arrow", TAIL: "tail"}
        graph = nx.DiGraph()
        graph.add_nodes_from(self.names)
        for i, j in self.edges():
            ends = {"mark_at_source": words[int(self.marks[j, i])], "mark_at_target": words[int(self.marks[i, j])]}
            graph.add_edge(self.names[i], self.names[j], **ends)
        return graph

    def to_dagitty(self) -> str:
        """The graph as text for dagitty, which reads circles as ``@``.

        Examples
        --------
        >>> print(Pag([[0, 2], [1, 0]], ["a", "b"]).to_dagitty())
        pag {
        "a"
        "b"
        "a" @-> "b"
        }
        """
        left, right = {CIRCLE: "@", ARROW: "<", TAIL: ""}, {CIRCLE: "@", ARROW: ">", TAIL: ""}
        quoted = ['"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"' for name in self.names]
        lines = []
        for i, j in self.edges():
            ends = left[int(self.marks[j, i])], right[int(self.marks[i, j])]
            lines.append(f"{quoted[i]} {ends[0]}-{'-' if ends == ('', '') else ''}{ends[1]} {quoted[j]}")
        return "\n".join(["pag {", *quoted, *lines, "}"])

    def to_pcalg(self) -> pd.DataFrame:
        """The marks as pcalg writes them ("amat.pag"), with names."""
        return pd.DataFrame(self.marks, index=list(self.names), columns=list(self.names))

    def __str__(self) -> str:
        lines = [f"{self.names[i]} {self.symbol(i, j)} {self.names[j]}" for i, j in self.edges()]
        return "\n".join(lines) or "no edges"


def meaning_of(at_first: int, at_second: int, first: str, second: str) -> str:
    """What an edge with these marks at its ends says of the variables at the ends.

    Examples
    --------
    >>> meaning_of(ARROW, ARROW, "worry", "sleep")
    'neither causes the other; something hidden causes both worry and sleep'
    """
    say: dict[tuple[int, int], Callable[[str, str], str]] = {
        (TAIL, ARROW): lambda a, b: f"{a} causes {b}, perhaps through others",
        (ARROW, ARROW): lambda a, b: f"neither causes the other; something hidden causes both {a} and {b}",
        (CIRCLE, ARROW): lambda a, b: f"{b} does not cause {a}: {a} causes {b}, or something hidden causes both",
        (CIRCLE, CIRCLE): lambda a, b: f"{a} and {b} belong together; the data do not say how",
        (TAIL, TAIL): lambda a, b: f"{a} and {b} are joined by how rows were selected",
        (CIRCLE, TAIL): lambda a, b: f"{b} causes {a} or the selection of rows; more is not known",
    }
    if (at_first, at_second) in say:
        return say[at_first, at_second](first, second)
    return say[at_second, at_first](second, first)
