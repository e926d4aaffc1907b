# SPDX-License-Identifier: MIT
"""A learned graph against the true one, edge by edge.

Data determine a DAG only up to its equivalence class, and one wrong v-structure turns many edges of a CPDAG. So the
paper (Luo, Moffa and Kuipers, 2021, section on performance metrics) compares patterns: skeletons in which the edges of
v-structures are the only directed ones.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs import Adjacency, as_adjacency, to_pattern
from ordag.kernels import graph as kernels
from ordag.messages import Advise

HALF = 0.5  # credit for an edge that is directed in one of the two patterns and undirected in the other


@dataclass(frozen=True)
class Comparison:
    """Counts of right and wrong edges, and the rates made from them.

    An edge at the right place with the wrong direction is a false positive (in part or whole) and no false negative:
    ``fn`` counts the true edges whose ends are not joined at all. Rates without a denominator are NaN.

    Attributes
    ----------
    tp : float
        True edges found; halves where the direction is half right.
    fp : float
        Estimated edges less true positives.
    fn : int
        True edges between nodes that the estimate leaves apart.
    tn : int
        Pairs of nodes that are apart in both.
    n_true : int
        Edges of the true graph, P in the paper.
    n_pairs : int
        Pairs of nodes.
    """

    tp: float
    fp: float
    fn: int
    tn: int
    n_true: int
    n_pairs: int

    @property
    def n_estimated(self) -> int:
        """Edges of the estimated graph."""
        return round(self.tp + self.fp)

    @property
    def shd(self) -> float:
        """Structural Hamming distance: false positives plus false negatives."""
        return self.fp + self.fn

    @property
    def tpr(self) -> float:
        """True positives per true edge."""
        return _ratio(self.tp, self.n_true)

    @property
    def fprp(self) -> float:
        """False positives per true edge; may exceed 1."""
        return _ratio(self.fp, self.n_true)

    @property
    def fprn(self) -> float:
        """False positives per pair of nodes that the true graph leaves apart."""
        return _ratio(self.fp, self.n_pairs - self.n_true)

    @property
    def precision(self) -> float:
        """True positives per estimated edge."""
        return _ratio(self.tp, self.n_estimated)


def compare_patterns(estimated: npt.ArrayLike, truth: npt.ArrayLike, *, half_credit: bool = True) -> Comparison:
    """The estimated graph against the truth, both as patterns.

    An edge with the same mark in both patterns is one true positive. If it is directed in one and undirected in the
    other, it is half a true positive and half a false one; if the two point in opposite ways, a false positive.

    Parameters
    ----------
    estimated, truth
        A DAG or a CPDAG each. Directed cycles are not refused, because what PC finds in few rows may hold some.
    half_credit
        False counts an edge that is directed in one pattern only as wholly false.

    Examples
    --------
    >>> chain = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> collider = [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    >>> comparison = compare_patterns(chain, truth=collider)
    >>> comparison.tp, comparison.fp, comparison.shd, comparison.tpr
    (1.0, 1.0, 1.0, 0.5)
    """
    estimated_pattern, true_pattern = (to_pattern(graph) for graph in _same_size(estimated, truth))
    same, half = _agreement(estimated_pattern, true_pattern)
    return _compare(estimated_pattern, true_pattern, same + HALF * half * half_credit)


def compare_skeletons(estimated: npt.ArrayLike, truth: npt.ArrayLike) -> Comparison:
    """The estimated graph against the truth with all directions left aside.

    Parameters
    ----------
    estimated, truth
        (n, n) adjacency matrices, DAGs or CPDAGs.

    Examples
    --------
    >>> compare_skeletons([[0, 1, 0], [0, 0, 1], [0, 0, 0]], truth=[[0, 0, 0], [1, 0, 0], [0, 0, 0]]).shd
    1
    """
    one, other = (graph | graph.T for graph in _same_size(estimated, truth))
    return _compare(one, other, _agreement(one, other)[0])


def structural_hamming_distance(estimated: npt.ArrayLike, truth: npt.ArrayLike) -> int:
    """Pairs of nodes that differ between the two CPDAGs: edge missing, added, or marked in another way.

    The distance of Tsamardinos, Brown and Aliferis (2006). DAGs are turned into their CPDAGs first.

    Parameters
    ----------
    estimated, truth
        (n, n) adjacency matrices, DAGs or CPDAGs.

    Examples
    --------
    >>> structural_hamming_distance([[0, 1], [0, 0]], [[0, 0], [1, 0]])  # equivalent
    0
    """
    one, other = (_as_class(graph) for graph in _same_size(estimated, truth))
    different = one != other
    return int(np.triu(different | different.T).sum())


def _same_size(estimated: npt.ArrayLike, truth: npt.ArrayLike) -> tuple[Adjacency, Adjacency]:
    one, other = as_adjacency(estimated, "estimated"), as_adjacency(truth, "truth")
    if one.shape != other.shape:
        raise RequirementError(
            "estimated and truth",
            "have the same nodes",
            f"found {len(one)} and {len(other)}",
            remedies=[Advise("bring both to the same variables in the same order")],
        )
    return one, other


def _as_class(graph: Adjacency) -> Adjacency:
    is_dag = len(kernels.topological_order(graph)) == len(graph)
    return kernels.dag_to_cpdag(graph) if is_dag else graph


def _agreement(estimated: Adjacency, truth: Adjacency) -> tuple[int, int]:
    """How many edges have the same mark in both graphs, and how many are directed in exactly one."""
    shared = np.triu((estimated | estimated.T) & (truth | truth.T)).astype(bool)
    same = (estimated == truth) & (estimated.T == truth.T)
    half = (estimated & estimated.T) != (truth & truth.T)
    return int((shared & same).sum()), int((shared & half).sum())


def _compare(estimated: Adjacency, truth: Adjacency, tp: float) -> Comparison:
    joined, truly_joined = (np.triu(graph | graph.T).astype(bool) for graph in (estimated, truth))
    n_pairs = len(truth) * (len(truth) - 1) // 2
    return Comparison(
        tp=tp,
        fp=int(joined.sum()) - tp,
        fn=int((truly_joined & ~joined).sum()),
        tn=n_pairs - int((truly_joined | joined).sum()),
        n_true=int(truly_joined.sum()),
        n_pairs=n_pairs,
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")
