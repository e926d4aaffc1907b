# SPDX-License-Identifier: MIT
"""What a method declares and what it returns.

Each method is one module of this package with two names: `CARD`, a `MethodCard` that says what the method accepts and
returns, and ``run(table, space, rng, **options) -> MethodResult``, which learns. The options of ``run`` are
keyword-only, those of the card, with the same defaults. `ordag.learn` checks the table and the options against the
card before it calls ``run``, so a method trusts what it is given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
import pandas as pd

from ordag.data import Kind, OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.errors import InputValueError, unknown_option
from ordag.graphs import Adjacency
from ordag.graphs.pag import Pag
from ordag.messages import Advise, Column, DeclareKind, LeaveOutColumns, LeaveOutOptions, UseMethod
from ordag.model.display import Shown, counted
from ordag.search import SearchSpace

# Significance levels of the paper's ROC curves (section on performance metrics).
ALPHA_GRID = (0.001, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3)


@dataclass(frozen=True)
class Parameter:
    """One option of a method: its default, what it means, and the values of the paper's grid (empty: none)."""

    name: str
    default: object
    meaning: str
    grid: tuple[float, ...] = ()


@dataclass(frozen=True)
class MethodCard:
    """What a method accepts and returns.

    Attributes
    ----------
    name, title
        Key for `ordag.learn`, and the name in full.
    kinds
        Kinds of columns that it accepts.
    missing, weights
        Whether it accepts missing entries, and row weights.
    result
        ``"dag"`` if it finds a DAG (and its class), ``"cpdag"`` if only a class, ``"pag"`` if it finds marks that allow
        for hidden causes.
    parameters
        Its options.
    random
        Whether the result depends on the random seed.
    unordered
        Values of options with which the order of levels is ignored, so that text labels without one are accepted;
        empty if it is always ignored, None if it always matters.
    nominal_with
        Values of options without which nominal columns are not accepted.
    constraints
        Which of ``"required"``, ``"forbidden"``, ``"tiers"``, ``"max_parents"`` it honours.
    reference
        Where the method comes from.
    assumption
        What has to hold for arrows that the equivalence class leaves open; empty if the method gives none.
    """

    name: str
    title: str
    kinds: tuple[Kind, ...]
    missing: bool
    result: Literal["dag", "cpdag", "pag"]
    parameters: tuple[Parameter, ...]
    random: bool
    reference: str
    weights: bool = False
    constraints: tuple[str, ...] = ("required", "forbidden", "tiers")
    unordered: tuple[tuple[str, object], ...] | None = None
    nominal_with: tuple[tuple[str, object], ...] = ()
    assumption: str = ""

    @property
    def continuous(self) -> bool:
        """Whether the method takes continuous columns."""
        return "continuous" in self.kinds

    def options(self, given: Mapping[str, object]) -> dict[str, object]:
        """All options with their values: the given ones, and the defaults of the others.

        Raises
        ------
        InputValueError
            For a name that is none of the method's parameters.
        """
        defaults = {parameter.name: parameter.default for parameter in self.parameters}
        for name in given:
            if name not in defaults:
                raise unknown_option(f"option of method {self.name!r}:", name, defaults)
        return defaults | dict(given)

    def ignores_order(self, options: Mapping[str, object]) -> bool:
        """Whether the order of levels means nothing to the method with these options, the others at their defaults."""
        return self.unordered is not None and self._have(options, self.unordered)

    def takes(self, kind: Kind, options: Mapping[str, object]) -> bool:
        """Whether the method takes columns of a kind with these options, the others at their defaults."""
        kind = "continuous" if kind in NUMBER_KINDS else kind
        if kind != "nominal" or kind not in self.kinds:
            return kind in self.kinds
        return self._have(options, (*(self.unordered or ()), *self.nominal_with))

    def _have(self, options: Mapping[str, object], wanted: tuple[tuple[str, object], ...]) -> bool:
        """Whether the options, the others at their defaults, have these values."""
        values = {parameter.name: parameter.default for parameter in self.parameters} | dict(options)
        return all(values[name] == value for name, value in wanted)

    def check_table(self, table: OrdinalTable, options: Mapping[str, object] | None = None) -> None:
        """Raise an InputValueError if the table holds something that the method cannot take.

        `options` are those that it is to run with, the others at their defaults.
        """
        for name, kind in zip(table.names, table.kinds, strict=True):
            if not self.takes(kind, options or {}):
                taken = ", ".join(sorted(each for each in self.kinds if self.takes(each, options or {})))
                raise InputValueError(
                    Column(name),
                    f"is {kind}",
                    f"method {self.name!r} takes {taken} columns only",
                    remedies=[DeclareKind(name), LeaveOutColumns((name,)), UseMethod()],
                )
        if not self.missing and (holes := table.missing).any():
            first = table.names[int(np.flatnonzero(holes.any(axis=0))[0])]
            raise InputValueError(
                Column(first),
                f"has missing values ({int(holes.sum())} in the whole table)",
                f"method {self.name!r} needs complete rows",
                remedies=[Advise("drop or impute them"), UseMethod()],
            )
        if not self.weights and table.weights is not None:
            raise InputValueError(
                "the table",
                f"has row weights, which method {self.name!r} cannot use",
                remedies=[LeaveOutOptions(("weights",)), UseMethod()],
            )

    def check_space(self, space: SearchSpace) -> None:
        """Raise an InputValueError if the space holds a constraint that the method does not honour."""
        if space.limit < space.n_nodes - 1 and "max_parents" not in self.constraints:
            raise InputValueError(
                f"method {self.name!r}",
                "cannot limit the number of parents",
                remedies=[LeaveOutOptions(("max_parents",))],
            )


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What a method's ``run`` returns.

    Attributes
    ----------
    cpdag
        The equivalence class found, as far as data and constraints go; an undirected edge has both entries.
    adjacency
        The DAG found, or None if the method finds a class only.
    score
        Score of the DAG where the method has one.
    detail
        Further results of the method, such as a `SearchResult` or a fitted model.
    pag
        The marks, from methods that allow for hidden causes; `cpdag` then has what of them it can hold.
    """

    cpdag: Adjacency
    adjacency: Adjacency | None = None
    score: float | None = None
    detail: object = None
    pag: Pag | None = None


@dataclass(frozen=True, eq=False, repr=False)
class LearnedNetwork(Shown):
    """What `ordag.learn` returns: the graph, and how it was found.

    Attributes
    ----------
    method, names
        The method's name; the columns, in the order of rows and columns of the matrices.
    cpdag
        (n, n) 0/1 matrix of the equivalence class, with edges directed that the constraints direct; ``[i, j] == 1``
        means i → j, both entries an undirected edge.
    adjacency
        (n, n) 0/1 matrix of the DAG, or None if the method finds a class only.
    score
        Score of the DAG where the method has one.
    seconds
        Time that learning took.
    options
        Every option with its value.
    detail
        Further results of the method, such as a `SearchResult` or a fitted model.
    assumption
        What has to hold for the arrows of the DAG that its class leaves open; empty if the method claims none.
    pag
        The marks, from methods that allow for hidden causes, else None. `cpdag` then directs the edges i → j alone, and
        every other edge has both entries.
    """

    method: str
    names: tuple[str, ...]
    cpdag: Adjacency
    adjacency: Adjacency | None
    score: float | None
    seconds: float
    options: Mapping[str, object]
    detail: object = None
    assumption: str = ""
    pag: Pag | None = None

    def edges_frame(self) -> pd.DataFrame:
        """One row per edge of the class: ``directed``, or ``undirected`` where the direction is open.

        With an `assumption`, a direction that the class leaves open is that of the DAG, and ``assumed``. Edges of a PAG
        have their marks and what these say.

        Examples
        --------
        >>> cpdag = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])
        >>> LearnedNetwork("gpc", ("a", "b", "c"), cpdag, None, None, 0.1, {}).edges_frame()
          from to        kind
        0    a  b  undirected
        """
        if self.pag is not None:
            return self.pag.frame()[["from", "to", "marks", "meaning"]]
        if self.assumption and self.adjacency is not None:
            drawn, open_kind = self.adjacency, "assumed"
        else:
            drawn, open_kind = self.cpdag, "undirected"
        lines = [
            (self.names[i], self.names[j], open_kind if self.cpdag[j, i] else "directed")
            for i, j in np.argwhere(drawn).tolist()
            if not (drawn[j, i] and j < i)
        ]
        return pd.DataFrame(lines, columns=["from", "to", "kind"])

    def _shown(self) -> tuple[str, pd.DataFrame]:
        edges = self.edges_frame()
        size = f"{counted(len(self.names), 'variable')}, {counted(len(edges), 'edge')}"
        assumed = f"; assumed arrows hold if {self.assumption}" if self.assumption else ""
        return f"LearnedNetwork({self.method}: {size}, {self.seconds:.2f} s{assumed})", edges


class Run(Protocol):
    """The learning function of a method's module."""

    def __call__(
        self, table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, **options: object
    ) -> MethodResult:
        """Learn the graph of ``table`` within ``space``."""
