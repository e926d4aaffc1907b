# SPDX-License-Identifier: MIT
"""Which columns to hold fixed so that an association is an effect.

A set Z serves for the effect of x on y in a DAG if it holds no node downstream of a causal path (a descendant of a
node other than x on a directed path from x to y), and separates x from y once the first arrows of those paths are cut
(the adjustment criterion of Shpitser, VanderWeele and Robins 2010). In an equivalence class a set has to serve in every
DAG; if any does, the possible ancestors of x and y without the forbidden nodes do (Perković, Textor, Kalisch and
Maathuis 2018).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ordag.confirm.reading import named_graph, placed
from ordag.errors import InputValueError, OptionError, unknown_option
from ordag.graphs import Adjacency, ancestors, d_separated, descendants, enumerate_dags
from ordag.model import FittedNetwork

_MAX_DAGS = 1000
# Most sets that are tried for the list of minimal ones; beyond it, a single set is reduced to a minimal one.
_MAX_TRIED = 20_000

Effect = Literal["none", "identified", "not identified"]


@dataclass(frozen=True)
class Adjustment:
    """Sets of columns to hold fixed.

    Attributes
    ----------
    cause, outcome
        The columns.
    effect
        ``"none"``: no directed path leads from cause to outcome, whatever is held fixed. ``"identified"``: each of the
        `sets` serves. ``"not identified"``: no set serves, since the effect depends on directions left open or on a
        path that cannot be blocked.
    sets
        Minimal sets, smallest first; the empty set means that nothing need be held fixed.
    complete
        Whether all DAGs of the class were considered, and all minimal sets are listed.
    """

    cause: str
    outcome: str
    effect: Effect
    sets: tuple[tuple[str, ...], ...]
    complete: bool = True


def adjustment_sets(
    graph: Any, cause: str, outcome: str, *, names: Sequence[str] = (), over_class: bool = True, max_sets: int = 20
) -> Adjustment:
    """Minimal sets of columns that identify the effect of one column on another.

    Parameters
    ----------
    graph
        A network, which stands for its equivalence class, or a graph in any form that `ordag.fit_dag` takes, which
        stands for itself.
    cause, outcome
        Two columns.
    names
        Of the nodes of a graph that has none.
    over_class
        Ask for sets that serve in every DAG of a network's class; otherwise in its own DAG alone.
    max_sets
        Largest number of sets.

    Examples
    --------
    >>> adjustment_sets("age -> dose -> pain; age -> pain", "dose", "pain").sets
    (('age',),)
    >>> adjustment_sets("dose -> pain; dose -> sleep <- pain", "dose", "pain").sets  # sleep must not be held fixed
    ((),)
    """
    if max_sets < 1:
        raise OptionError("max_sets", max_sets, "at least 1")
    members, labels, complete = _members(graph, names, over_class=over_class)
    for name in (cause, outcome):
        if name not in labels:
            raise unknown_option("column", name, labels)
    x, y = labels.index(cause), labels.index(outcome)
    if x == y:
        raise InputValueError("cause and outcome", f"are both {cause!r}", "name two columns")
    if not any(y in descendants(dag, x) for dag in members):
        return Adjustment(cause, outcome, "none", (), complete)
    kept = _ancestral(members, x, y) - _forbidden(members, x, y)
    cut = [_without_first_arrows(dag, x, y) for dag in members]
    if not _serves(cut, x, y, kept):
        return Adjustment(cause, outcome, "not identified", (), complete)
    found, all_listed = _minimal_sets(cut, x, y, sorted(kept), max_sets)
    sets = tuple(tuple(labels[node] for node in chosen) for chosen in found)
    return Adjustment(cause, outcome, "identified", sets, complete and all_listed)


def _members(graph: Any, names: Sequence[str], *, over_class: bool) -> tuple[list[Adjacency], list[str], bool]:
    """The DAGs that a set has to serve in, the names of their nodes, and whether these are all."""
    network = getattr(graph, "network_", graph)
    if isinstance(network, FittedNetwork) and over_class:
        dags = list(islice(enumerate_dags(network.cpdag, _MAX_DAGS + 1), _MAX_DAGS + 1))
        return dags[:_MAX_DAGS], list(network.names), len(dags) <= _MAX_DAGS
    named = named_graph(graph, names)
    return [placed(named, named.nodes)], list(named.nodes), True


def _ancestral(members: Iterable[Adjacency], x: int, y: int) -> set[int]:
    return {node for dag in members for node in ancestors(dag, [x, y])} - {x, y}


def _forbidden(members: Iterable[Adjacency], x: int, y: int) -> set[int]:
    """Nodes that lie on or downstream of a causal path in some DAG."""
    return {node for dag in members for node in _behind(dag, x, y)}


def _behind(dag: Adjacency, x: int, y: int) -> set[int]:
    on_path = _on_causal_paths(dag, x, y)
    return {x, *on_path, *(node for start in on_path for node in descendants(dag, start))}


def _on_causal_paths(dag: Adjacency, x: int, y: int) -> set[int]:
    """Nodes other than x on directed paths from x to y."""
    return set(descendants(dag, x)) & {y, *ancestors(dag, y)} - {x}


def _without_first_arrows(dag: Adjacency, x: int, y: int) -> Adjacency:
    cut = dag.copy()
    cut[x, list(_on_causal_paths(dag, x, y))] = 0
    return cut


def _serves(cut: Iterable[Adjacency], x: int, y: int, chosen: Iterable[int]) -> bool:
    held = list(chosen)
    return all(d_separated(dag, x, y, held) for dag in cut)


def _minimal_sets(
    cut: Sequence[Adjacency], x: int, y: int, pool: Sequence[int], max_sets: int
) -> tuple[list[tuple[int, ...]], bool]:
    """Minimal sets that serve, smallest first, and whether these are all; at least one."""
    found: list[tuple[int, ...]] = []
    candidates: Iterator[tuple[int, ...]] = (
        chosen for size in range(len(pool) + 1) for chosen in combinations(pool, size)
    )
    for n_tried, chosen in enumerate(candidates):
        if n_tried == _MAX_TRIED or len(found) == max_sets:
            return found or [_thinned(cut, x, y, pool)], False
        if not any(set(smaller) <= set(chosen) for smaller in found) and _serves(cut, x, y, chosen):
            found.append(chosen)
    return found, True


def _thinned(cut: Sequence[Adjacency], x: int, y: int, pool: Sequence[int]) -> tuple[int, ...]:
    """A set that serves, without the nodes that it does not need."""
    chosen: npt.NDArray[np.intp] = np.array(pool, dtype=np.intp)
    for node in pool:
        fewer = chosen[chosen != node]
        if _serves(cut, x, y, fewer.tolist()):
            chosen = fewer
    return tuple(chosen.tolist())
