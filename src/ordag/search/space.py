# SPDX-License-Identifier: MIT
"""The graphs that a search may return: required and forbidden edges, tiers, candidate parents, a limit on parents.

Everything is checked when the space is built, so that a search never meets contradictory knowledge.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ordag.errors import (
    InputValueError,
    OptionError,
    OptionTypeError,
    RequirementError,
    RequirementTypeError,
    unknown_option,
)
from ordag.graphs import Adjacency, as_adjacency, as_dag, class_size, dag_to_cpdag, enumerate_dags, is_acyclic, orient
from ordag.graphs.cpdag import undirected_parts
from ordag.kernels.graph import topological_order
from ordag.messages import Advise, Cause, OptionName, Value
from ordag.options import as_count

Edge = tuple[Hashable, Hashable]


@dataclass(frozen=True, eq=False)
class SearchSpace:
    """Knowledge about the graph, in terms of the names of its nodes.

    Parameters
    ----------
    names
        Names of the nodes in the order of the score's columns; ``range(n)`` to refer to them by number.
    required, forbidden
        Pairs (from, to).
    tiers
        Groups of names, causes first: no edge leads from a later group to an earlier one. Names in no group are free.
    max_parents
        Largest number of parents of a node.
    candidates
        For a node, the only parents that it may have; nodes that are not keys may have any.

    Attributes
    ----------
    allowed, must
        (n, n) boolean matrices; [i, j] refers to the edge i → j.
    limit
        `max_parents`, or n − 1 without one.

    Examples
    --------
    >>> space = SearchSpace(["age", "smokes", "ill"], required=[("smokes", "ill")], tiers=[["age"], ["smokes", "ill"]])
    >>> space.admits([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    True
    >>> space.admits([[0, 0, 0], [1, 0, 1], [0, 0, 0]])  # smokes → age runs against the tiers
    False
    """

    names: Sequence[Hashable]
    required: Iterable[Edge] = ()
    forbidden: Iterable[Edge] = ()
    tiers: Sequence[Sequence[Hashable]] = ()
    max_parents: int | None = None
    candidates: Mapping[Hashable, Sequence[Hashable]] | None = None
    allowed: npt.NDArray[np.bool_] = field(init=False, repr=False)
    must: npt.NDArray[np.bool_] = field(init=False, repr=False)
    limit: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        index = _index_of(self.names)
        # An iterator would be used up here, and a copy with another limit know nothing of the edges.
        self._set("required", tuple(self.required))
        self._set("forbidden", tuple(self.forbidden))
        must = _edges_matrix("required", self.required, index)
        allowed = ~np.eye(len(index), dtype=bool)
        for source, ruled_out in [
            ("forbidden", _edges_matrix("forbidden", self.forbidden, index)),
            ("tiers", _against_tiers(self.tiers, index)),
            ("candidates", _outside_candidates(self.candidates or {}, index)),
        ]:
            _refuse_clash(must & ruled_out, source, tuple(index))
            allowed &= ~ruled_out
        self._set("names", tuple(index))
        self._set("allowed", _read_only(allowed))
        self._set("must", _read_only(must))
        self._set("limit", _checked_limit(self.max_parents, must, tuple(index)))
        _refuse_cycle(must, tuple(index))

    @classmethod
    def from_matrices(
        cls, allowed: npt.ArrayLike, required: npt.ArrayLike | None = None, max_parents: int | None = None
    ) -> "SearchSpace":
        """The space on nodes 0 … n − 1 with the edges i → j where ``allowed[i, j]`` is 1.

        Examples
        --------
        >>> SearchSpace.from_matrices([[0, 1], [0, 0]]).admits([[0, 0], [1, 0]])
        False
        """
        may = as_adjacency(allowed, "allowed")
        must = np.zeros_like(may) if required is None else as_adjacency(required, "required")
        nodes = range(len(may))
        forbidden = [(int(i), int(j)) for i, j in np.argwhere(may == 0) if i != j]
        return cls(nodes, [(int(i), int(j)) for i, j in np.argwhere(must)], forbidden, max_parents=max_parents)

    @classmethod
    def unrestricted(cls, n_nodes: int) -> "SearchSpace":
        """The space of all DAGs on nodes 0 … n − 1."""
        return cls(range(n_nodes))

    def limited_to(self, max_parents: int | None) -> "SearchSpace":
        """The space with a limit on parents, or with the limit it has if that is lower or None is given.

        Examples
        --------
        >>> SearchSpace.unrestricted(5).limited_to(3).limited_to(4).limit
        3
        """
        if max_parents is None:
            return self
        return replace(self, max_parents=min(self.limit, as_count("max_parents", max_parents, least=0)))

    def among(self, nodes: Sequence[int]) -> "SearchSpace":
        """The same knowledge of some of the nodes, which are numbered anew.

        Examples
        --------
        >>> chain = SearchSpace(["a", "b", "c"], forbidden=[("c", "b")]).among([1, 2])
        >>> chain.admits([[0, 1], [0, 0]]), chain.admits([[0, 0], [1, 0]])
        (True, False)
        """
        own = np.ix_(nodes, nodes)
        return SearchSpace.from_matrices(self.allowed[own], self.must[own], self.max_parents)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.allowed)

    @property
    def forbids_all(self) -> bool:
        """Whether every possible edge is ruled out.

        Examples
        --------
        >>> SearchSpace(["a", "b"], max_parents=0).forbids_all, SearchSpace(["a", "b"]).forbids_all
        (True, False)
        """
        return self.n_nodes > 1 and (self.limit == 0 or not self.allowed.any())

    def class_of(self, dag: Adjacency) -> Adjacency:
        """The CPDAG of a DAG, with every edge directed whose other direction is ruled out.

        Examples
        --------
        >>> SearchSpace(["a", "b"], required=[("a", "b")]).class_of(np.array([[0, 1], [0, 0]])).tolist()
        [[0, 1], [0, 0]]
        """
        known = [(int(i), int(j)) for i, j in np.argwhere(dag) if self.must[i, j] or not self.allowed[j, i]]
        return orient(dag_to_cpdag(dag), known)

    def n_equivalent(self, dag: Adjacency) -> int:
        """Number of DAGs of this space that are equivalent to one of them, itself included.

        Parts of the class that knowledge leaves alone are counted at once. The others are counted member by member, and
        one of more than a thousand is taken to have so many. A limit of parents admits all members or none: the most
        parents of a node are as many in each.

        Examples
        --------
        >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
        >>> SearchSpace(range(3)).n_equivalent(chain), SearchSpace(range(3), [(1, 2)]).n_equivalent(chain)
        (3, 2)
        """
        cpdag, known = dag_to_cpdag(dag), self.class_of(dag)
        total = 1
        for part in undirected_parts(cpdag & cpdag.T):
            inner = np.ix_(part, part)
            alone = np.array_equal(known[inner], cpdag[inner])
            total *= class_size(cpdag[inner]) if alone else sum(1 for _ in enumerate_dags(known[inner]))
        return total

    def admits(self, adjacency: npt.ArrayLike) -> bool:
        """Whether a graph is a DAG of this space."""
        return self.admits_matrix(as_adjacency(adjacency))

    def admits_matrix(self, graph: Adjacency) -> bool:
        """The same for a matrix known to hold 0 and 1 only, for searches that check many."""
        n = len(graph)
        return (
            graph.shape == self.allowed.shape
            and bool((graph <= self.allowed).all() and (graph >= self.must).all())
            and (self.limit >= n - 1 or bool(graph.sum(axis=0).max() <= self.limit))
            and len(topological_order(graph)) == n
        )

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


def _index_of(names: Sequence[Hashable]) -> dict[Hashable, int]:
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise OptionTypeError("names", names, "a sequence of names, or range(n)")
    index: dict[Hashable, int] = {}
    for name in names:
        if name in index:
            raise RequirementError(OptionName("names"), "be distinct", f"found {name!r} twice")
        index[name] = len(index)
    return index


def _position(what: str, name: Hashable, index: Mapping[Hashable, int]) -> int:
    if name in index:
        return index[name]
    if str(name) not in index:  # columns go by text, also those that a frame numbers
        raise unknown_option(("name in ", OptionName(what)), name, map(str, index))
    return index[str(name)]


def _edges_matrix(what: str, edges: Iterable[Edge], index: Mapping[Hashable, int]) -> npt.NDArray[np.bool_]:
    matrix = np.zeros((len(index), len(index)), dtype=bool)
    for edge in edges:
        if isinstance(edge, str) or len(edge) != 2:
            raise RequirementTypeError(OptionName(what), "hold pairs (from, to)", f"found {edge!r}")
        i, j = (_position(what, end, index) for end in edge)
        if i == j:
            raise RequirementError(OptionName(what), "join two nodes", f"found {edge[0]!r} → {edge[1]!r}")
        matrix[i, j] = True
    return matrix


def _against_tiers(tiers: Sequence[Sequence[Hashable]], index: Mapping[Hashable, int]) -> npt.NDArray[np.bool_]:
    tier = np.zeros(len(index), dtype=int)  # counted from 1 in messages; 0: in none
    for k, group in enumerate(tiers, start=1):
        if isinstance(group, str):
            raise RequirementTypeError(
                OptionName("tiers"), "hold groups of names", f"tier {k} is the single name {group!r}"
            )
        for name in group:
            at = _position("tiers", name, index)
            if tier[at]:
                raise RequirementError(
                    OptionName("tiers"), "not overlap", f"found {name!r} in tiers {tier[at]} and {k}"
                )
            tier[at] = k
    listed = tier > 0
    return (tier[:, None] > tier[None, :]) & listed[:, None] & listed[None, :]


def _outside_candidates(
    candidates: Mapping[Hashable, Sequence[Hashable]], index: Mapping[Hashable, int]
) -> npt.NDArray[np.bool_]:
    outside = np.zeros((len(index), len(index)), dtype=bool)
    for child, parents in candidates.items():
        if isinstance(parents, str):
            raise RequirementTypeError(
                OptionName("candidates"), "map a name to a list of names", f"{child!r} has {parents!r}"
            )
        j = _position("candidates", child, index)
        outside[:, j] = True
        for parent in parents:
            outside[_position("candidates", parent, index), j] = False
    return outside


def _refuse_clash(clash: npt.NDArray[np.bool_], source: str, names: tuple[Hashable, ...]) -> None:
    if clash.any():
        i, j = np.argwhere(clash)[0]
        raise InputValueError(
            (OptionName("required"), " and ", OptionName(source)),
            f"contradict each other: {names[i]!r} → {names[j]!r} is required and ruled out ({clash.sum()} such edges)",
            remedies=[Advise("drop one of the two")],
        )


def _refuse_cycle(must: npt.NDArray[np.bool_], names: tuple[Hashable, ...]) -> None:
    if is_acyclic(must):
        return
    mutual = np.argwhere(np.triu(must & must.T))
    if len(mutual):
        i, j = mutual[0]
        raise RequirementError(
            OptionName("required"), "be acyclic", f"found both directions between {names[i]!r} and {names[j]!r}"
        )
    try:
        as_dag(must)
    except InputValueError as error:
        numbered = ", ".join(f"{k} is {name!r}" for k, name in enumerate(names))
        raise RequirementError(OptionName("required"), ("be acyclic: ", Cause(error), f" ({numbered})")) from None


def _checked_limit(max_parents: int | None, must: npt.NDArray[np.bool_], names: tuple[Hashable, ...]) -> int:
    if max_parents is None:
        return max(len(names) - 1, 0)
    if not isinstance(max_parents, int | np.integer) or isinstance(max_parents, bool):
        raise OptionTypeError("max_parents", max_parents, ("a whole number or ", Value(None)))
    if max_parents < 0:
        raise OptionError("max_parents", max_parents, "zero or more")
    n_required = must.sum(axis=0)
    if len(names) and n_required.max() > max_parents:
        worst = int(n_required.argmax())
        raise InputValueError(
            OptionName("max_parents"),
            f"is {max_parents}, but {names[worst]!r} has {n_required[worst]} required parents",
            remedies=[Advise("raise the limit or drop some")],
        )
    return min(int(max_parents), max(len(names) - 1, 0))


def _read_only(matrix: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    matrix.setflags(write=False)
    return matrix
