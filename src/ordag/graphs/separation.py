# SPDX-License-Identifier: MIT
"""d-separation: which conditional independences a DAG implies."""

from collections.abc import Iterable

import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs.adjacency import as_dag
from ordag.graphs.dag import node_mask, reached_from


def d_separated(
    dag: npt.ArrayLike, first: int | Iterable[int], second: int | Iterable[int], given: int | Iterable[int] = ()
) -> bool:
    """True if the DAG implies that `first` and `second` are independent given `given`.

    A trail is open at a node where its arrows meet head to head if that node or a descendant is given, and at any
    other node if that node is not given; the two sets are separated when no open trail joins them (Pearl, 1988).

    Parameters
    ----------
    dag
        (n, n) adjacency matrix.
    first, second, given
        A node or several.

    Examples
    --------
    >>> collider = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> d_separated(collider, 0, 1), d_separated(collider, 0, 1, given=2)
    (True, False)
    """
    adjacency = as_dag(dag).astype(bool)
    n_nodes = len(adjacency)
    sources, targets, blocked = (node_mask(nodes, n_nodes) for nodes in (first, second, given))
    for one, other, names in [
        (sources, targets, "first and second"),
        (sources, blocked, "first and given"),
        (targets, blocked, "second and given"),
    ]:
        if (one & other).any():
            raise RequirementError(names, "not share a node", f"both hold {int((one & other).argmax())}")
    opens_collider = reached_from(adjacency.T, blocked)
    # A trail reaches a node from a child (it may go on anywhere) or from a parent (on to children, back to parents
    # only through an open collider); both sets of visited nodes grow until they are stable.
    from_child, from_parent = sources.copy(), sources & False
    new_child, new_parent = from_child.copy(), from_parent.copy()
    while new_child.any() or new_parent.any():
        to_parents = (new_child & ~blocked) | (new_parent & opens_collider)
        to_children = (new_child | new_parent) & ~blocked
        new_child = adjacency[:, to_parents].any(axis=1) & ~from_child
        new_parent = adjacency[to_children].any(axis=0) & ~from_parent
        from_child |= new_child
        from_parent |= new_parent
    return not ((from_child | from_parent) & targets).any()
