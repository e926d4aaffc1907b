# SPDX-License-Identifier: MIT
"""The PC algorithm: from tests of conditional independence to an equivalence class.

The skeleton is found in its order-independent form (Colombo and Maathuis 2014). What is done with v-structures that
contradict each other differs between implementations, and the graphs of real data depend on it; the orientation rules
here are those of pcalg ("standard", "conservative", "majority") and of bnlearn ("ranked").
"""

import time
from typing import Literal, get_args

from ordag.errors import InputValueError, OptionError, RequirementError, unknown_option, warn
from ordag.independence import CITest, native_of
from ordag.kernels import pc as kernels
from ordag.messages import Advise, OptionName
from ordag.options import as_count, as_number
from ordag.progress import counting
from ordag.remarks import SkeletonInterrupted
from ordag.search.contract import SkeletonResult
from ordag.search.space import SearchSpace

VARIANTS = ("stable", "original")

Variant = Literal["stable", "original"]
Orientation = Literal["standard", "conservative", "majority", "ranked"]


def pc(
    test: CITest,
    alpha: float = 0.05,
    space: SearchSpace | None = None,
    *,
    variant: Variant = "stable",
    orientation: Orientation = "standard",
    max_conditioning: int | None = None,
) -> SkeletonResult:
    """The partly directed graph that conditional-independence tests leave (Spirtes, Glymour and Scheines 2000).

    An edge is removed when its ends are independent (p-value of at least ``alpha``, or NaN) given some subset of the
    neighbours of one of them, smaller subsets first. Unshielded triples are then classified, colliders oriented, and
    Meek's rules applied until nothing changes. With contradictory tests the graph may belong to no DAG. Which of
    several separating sets is met first, and what becomes of colliders that contradict each other, may then depend on
    the order of the nodes; the skeleton does not. Ctrl-C returns what is left of the graph by then, with a warning.

    Parameters
    ----------
    test
        A test of `ordag.independence`, or any object with ``n_nodes`` and ``p_value(x, y, conditioning)``.
    alpha
        Significance level.
    space
        Required and forbidden edges and tiers. Edges that are forbidden in both directions are left out and required
        ones kept, untested; edges that may go one way only are oriented so before anything else. A limit on the
        number of parents cannot be honoured.
    variant
        ``"stable"``: the skeleton does not depend on the order of the nodes; ``"original"``: an edge removed is gone at
        once, which needs fewer tests and makes the skeleton depend on the order.
    orientation
        Which unshielded triples x − y − z are colliders, and what happens to those that contradict each other:

        - ``"standard"``: those where y is not in the set that separated x and z; later ones overwrite earlier ones.
        - ``"conservative"``: those where y is in none of the subsets of the neighbours of x or of z that separate
          them; triples where it is in some and not in others stay undecided (Ramsey, Zhang and Spirtes 2006).
        - ``"majority"``: as before, decided by whether y is in less or more than half of these subsets.
        - ``"ranked"``: as standard, in the order of the p-values of the separating tests; those that contradict an
          earlier one or close a cycle are dropped, and edges between two colliders stay undirected, also some that
          the class of the true graph directs.
    max_conditioning
        Largest number of conditioning nodes; None for no limit.

    Returns
    -------
    SkeletonResult

    Examples
    --------
    >>> from ordag.independence import FisherZ
    >>> from ordag.search import pc
    >>> collider = [[1.0, 0.0, 0.6], [0.0, 1.0, 0.6], [0.6, 0.6, 1.0]]
    >>> pc(FisherZ(collider, 500)).cpdag.tolist()
    [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    """
    started = time.perf_counter()
    native = native_of(test)
    n_nodes = native.n_nodes
    space = checked_space(space, n_nodes, "pc")
    _check_options(alpha, variant, orientation)
    most = n_nodes
    if max_conditioning is not None:
        most = min(as_count("max_conditioning", max_conditioning, least=0), n_nodes)
    skeleton = kernels.Skeleton()
    try:
        with counting("independence tests") as report:
            kernels.find_skeleton(native, skeleton, space.allowed, space.must, alpha, most, variant == "stable", report)
        cpdag = kernels.orient(native, skeleton, space.allowed, space.must, alpha, most, orientation)
    except KeyboardInterrupt:  # pressed inside a test written in Python; from here on none is made
        skeleton.interrupted = True
        cpdag = kernels.orient(native, skeleton, space.allowed, space.must, alpha, most, orientation)
    directed = (cpdag == 1) & (cpdag.T == 0)
    assert not (directed & ~space.allowed).any(), "an edge was oriented against the space"
    assert (cpdag[space.must] == 1).all(), "a required edge is missing"
    if skeleton.interrupted:
        warn(SkeletonInterrupted())
    separated = kernels.separated(skeleton, n_nodes)
    sets = skeleton.separators
    return SkeletonResult(
        cpdag=cpdag,
        skeleton=kernels.adjacent(skeleton, n_nodes),
        separating_sets={
            (i, j): tuple(sets[i * n_nodes + j])
            for i in range(n_nodes)
            for j in range(i + 1, n_nodes)
            if separated[i, j]
        },
        p_values=kernels.p_values(skeleton, n_nodes),
        n_tests=skeleton.n_tests,
        interrupted=skeleton.interrupted,
        seconds=time.perf_counter() - started,
    )


def checked_space(space: SearchSpace | None, n_nodes: int, search: str) -> SearchSpace:
    """The search space of a constraint-based search, checked."""
    if space is None:
        return SearchSpace.unrestricted(n_nodes)
    if space.n_nodes != n_nodes:
        raise RequirementError(OptionName("space"), f"have {n_nodes} nodes as the test has", f"found {space.n_nodes}")
    if space.limit < n_nodes - 1:
        raise InputValueError(
            OptionName(search),
            "cannot limit the number of parents",
            f"found max_parents={space.limit}",
            remedies=[Advise("leave it out, or use a score-based search")],
        )
    return space


def _check_options(alpha: float, variant: str, orientation: str) -> None:
    if not 0 < as_number("alpha", alpha) < 1:
        raise OptionError("alpha", alpha, "between 0 and 1")
    if variant not in VARIANTS:
        raise unknown_option("variant", variant, VARIANTS)
    if orientation not in get_args(Orientation):
        raise unknown_option("orientation", orientation, get_args(Orientation))
