# SPDX-License-Identifier: MIT
"""FCI: which causes and hidden causes are possible, from tests of conditional independence."""

import time
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError, unknown_option, warn
from ordag.graphs import Adjacency
from ordag.graphs.marks import Marks
from ordag.graphs.pag import Pag
from ordag.independence import CITest, native_of
from ordag.kernels import pc as kernels
from ordag.kernels.independence import NativeTest
from ordag.options import as_count, as_number
from ordag.progress import counting
from ordag.remarks import SkeletonInterrupted
from ordag.search.fci.knowledge import marks_from, point_at_colliders
from ordag.search.fci.possible_separators import possible_causes, possible_separators
from ordag.search.fci.rules import Orientation, apply_rules
from ordag.search.pc import checked_space
from ordag.search.space import SearchSpace

ORIENTATIONS = ("any", "standard", "conservative", "majority")


@dataclass(frozen=True, eq=False)
class PagResult:
    """What FCI found.

    Attributes
    ----------
    pag
        The marks, with the names of the search space.
    skeleton
        (n, n) its edges.
    separating_sets
        For each pair (i, j), i < j, that a test separated, the set that did.
    n_tests
        Number of tests made.
    interrupted
        Whether the search was stopped by Ctrl-C.
    seconds
        Wall-clock time.
    """

    pag: Pag
    skeleton: Adjacency
    separating_sets: dict[tuple[int, int], tuple[int, ...]] = field(repr=False)
    n_tests: int
    interrupted: bool
    seconds: float


@dataclass(frozen=True)
class FciOptions:
    """Options of `fci` and `boss_fci`, checked."""

    alpha: float
    orientation: str
    max_conditioning: int
    max_possible: int
    selection: bool

    @classmethod
    def of(
        cls,
        alpha: float,
        orientation: str,
        limits: tuple[int | None, int | None],
        n_nodes: int,
        *,
        selection: bool,
    ) -> "FciOptions":
        """Options as given, for a test of so many nodes."""
        if not 0 < as_number("alpha", alpha) < 1:
            raise OptionError("alpha", alpha, "between 0 and 1")
        if orientation not in ORIENTATIONS:
            raise unknown_option("orientation", orientation, ORIENTATIONS)
        names = ("max_conditioning", "max_possible")
        most = [
            n_nodes if given is None else min(as_count(name, given, least=0), n_nodes)
            for name, given in zip(names, limits, strict=True)
        ]
        return cls(float(alpha), orientation, most[0], min(most), bool(selection))


def fci(
    test: CITest,
    alpha: float = 0.05,
    space: SearchSpace | None = None,
    *,
    orientation: str = "any",
    max_conditioning: int | None = None,
    max_possible: int | None = None,
    selection: bool = False,
) -> PagResult:
    """The PAG that conditional-independence tests leave, where causes may be hidden.

    A skeleton is found as in `pc`; edges are then tested again given nodes that may separate beyond the neighbours;
    colliders are oriented, and Zhang's rules applied (Spirtes, Glymour and Scheines 2000; Zhang 2008). Given all true
    independences the result is exactly what they imply.

    Parameters
    ----------
    test
        A test of `ordag.independence`, or any object with ``n_nodes`` and ``p_value(x, y, conditioning)``.
    alpha
        Significance level.
    space
        Required and forbidden edges and tiers. A forbidden edge or an order of tiers says that the one is no cause of
        the other, and puts an arrowhead there; a hidden common cause of the two stays possible.
    orientation
        How unshielded triples are judged: ``"any"``: a triple is a collider if its middle is in none of the sets found
        to separate its ends, which are all of the size of the smallest; ``"standard"``, ``"conservative"`` or
        ``"majority"``: as in `pc`.
    max_conditioning
        Largest number of conditioning nodes; None for no limit.
    max_possible
        The same for the second round of tests, whose number can grow beyond measure; None for no limit.
    selection
        Whether rows may have been selected by what the variables cause: adds the rules for edges with two tails.

    Returns
    -------
    PagResult

    Examples
    --------
    Two arrows into the middle of a chain: its ends are no cause of one another, and something hidden may stand behind.

    >>> from ordag.independence import FisherZ
    >>> from ordag.search import fci
    >>> collider = [[1.0, 0.0, 0.6], [0.0, 1.0, 0.6], [0.6, 0.6, 1.0]]
    >>> print(fci(FisherZ(collider, 500)).pag)
    0 o→ 2
    1 o→ 2
    """
    started = time.perf_counter()
    native = native_of(test)
    space = checked_space(space, native.n_nodes, "fci")
    limits = (max_conditioning, max_possible)
    options = FciOptions.of(alpha, orientation, limits, native.n_nodes, selection=selection)
    work = Work(native, space, options, kernels.Skeleton())
    work.find_skeleton(space.allowed)
    return conclude(work, started)


@dataclass(frozen=True, eq=False)
class Work:
    """A search under way: the test, what is known, the options, and the skeleton, which shrinks."""

    test: NativeTest
    space: SearchSpace
    options: FciOptions
    skeleton: kernels.Skeleton

    def find_skeleton(self, joined: npt.NDArray[np.bool_]) -> None:
        """Fill the skeleton, of edges that are `joined` to begin with."""
        options = self.options
        with counting("independence tests") as report:
            kernels.find_skeleton(
                self.test,
                self.skeleton,
                joined,
                self.space.must,
                options.alpha,
                options.max_conditioning,
                stable=True,
                every=options.orientation == "any",
                report=report,
            )

    @property
    def adjacency(self) -> Adjacency:
        """(n, n) edges that are left."""
        return kernels.adjacent(self.skeleton, self.space.n_nodes)

    def separating_sets(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The set that separated each pair."""
        return self._of_separated(self.skeleton.separators)

    def judging_sets(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The nodes that are taken to separate each pair when triples and paths are judged."""
        return self._of_separated(self.skeleton.united) if self.options.orientation == "any" else self.separating_sets()

    def _of_separated(self, sets: list[list[int]]) -> dict[tuple[int, int], tuple[int, ...]]:
        n = self.space.n_nodes
        separated = np.argwhere(np.triu(kernels.separated(self.skeleton, n))).tolist()
        return {(i, j): tuple(sets[i * n + j]) for i, j in separated}


def conclude(work: Work, started: float) -> PagResult:
    """The result once a first skeleton stands: test further, judge colliders, apply the rules."""
    marks, _ = collide(work, "standard")
    prune(work, marks)
    marks, ambiguous = collide(work, work.options.orientation)
    sets = work.judging_sets()

    def separated_by(one: int, other: int, node: int) -> bool | None:
        found = sets.get((min(one, other), max(one, other)))
        return None if found is None else node in found

    apply_rules(
        Orientation(marks, work.adjacency == 1, ambiguous, separated_by),
        selection=work.options.selection,
    )
    if work.skeleton.interrupted:
        warn(SkeletonInterrupted())
    return PagResult(
        pag=Pag(marks, tuple(map(str, work.space.names))),
        skeleton=work.adjacency,
        separating_sets=work.separating_sets(),
        n_tests=work.skeleton.n_tests,
        interrupted=work.skeleton.interrupted,
        seconds=time.perf_counter() - started,
    )


def prune(work: Work, marks: Marks) -> None:
    """Take away edges whose ends are separated by nodes that are not their neighbours."""
    if work.skeleton.interrupted:
        return
    with counting("independence tests") as report:
        kernels.prune_skeleton(
            work.test,
            work.skeleton,
            work.space.allowed,
            work.space.must,
            possible_separators(marks),
            possible_causes(marks),
            work.options.alpha,
            work.options.max_possible,
            report,
        )


def collide(work: Work, orientation: str) -> tuple[Marks, npt.NDArray[np.bool_]]:
    """The skeleton with colliders, and the (n, n, n) triples that the tests contradict each other on."""
    n = work.space.n_nodes
    triples = kernels.judge_triples(
        work.test, work.skeleton, work.options.alpha, work.options.max_conditioning, orientation
    )
    judged = np.array(triples, dtype=np.intp).reshape(-1, 4)
    marks = marks_from(work.adjacency, work.space)
    point_at_colliders(marks, judged[judged[:, 3] == kernels.VERDICTS.index("collider"), :3])
    ambiguous = np.zeros((n, n, n), dtype=bool)
    first, middle, last, _ = judged[judged[:, 3] == kernels.VERDICTS.index("ambiguous")].T
    ambiguous[first, middle, last] = ambiguous[last, middle, first] = True
    return marks, ambiguous
