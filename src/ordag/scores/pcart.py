# SPDX-License-Identifier: MIT
"""Score of a family by its best binary decision tree on the parents (PCART), with categorical or ordinal response.

A split divides the remaining levels of one parent into two non-empty sets (for ordinal predictors: at one point of
their order). With c the number of possible splits at the root, the score of a tree T is

    sum over leaves [log marginal(leaf) - log(4c)] - log sum over all trees [(4c)^(-leaves)],

and the score of the family is that of its best tree. The marginal of a leaf is the Dirichlet-multinomial probability of
its rows with weight alpha per response level (PCART), or the sum over all divisions of the ordered response levels into
contiguous segments, where each segment brings a factor kappa, has weight alpha per level that it holds, and shares its
probability equally among its levels (OPCART). An empty leaf counts as 1.

The reference implementation of OPCART multiplies a segment of several levels by the multinomial coefficient of its
counts: the number of orders in which its rows could have come, which is no part of the rows' probability. It grows with
every merged level, so levels are merged where they should not be, trees stop splitting, and the graphs come out very
sparse. The plain likelihood is the default here; ``reference=True`` gives the reference's numbers.

Source: Talvitie, Eggeling and Koivisto (2019), Learning Bayesian networks with local structure, mixed variables, and
exact algorithms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordag.data import checks
from ordag.errors import InputValueError, unknown_option
from ordag.kernels.scores import LocalScore, cached
from ordag.kernels.trees import MAX_BOXES, PcartScore, pcart_score
from ordag.messages import Advise
from ordag.options import as_flag
from ordag.scores.checks import positive
from ordag.scores.contract import NativeScore

Kind = Literal["categorical", "ordinal"]
_KINDS = ("categorical", "ordinal")
_MAX_LEVELS = 31  # a set of levels is a 32-bit mask in the kernel


@dataclass(frozen=True)
class Leaf:
    """A cell of a decision tree: the levels of each parent that lead to it, and its rows by response level."""

    levels: tuple[frozenset[int], ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class DecisionTree:
    """The best tree of a family; its leaves cover every combination of parent levels once."""

    node: int
    parents: tuple[int, ...]
    leaves: tuple[Leaf, ...]
    data_score: float
    structure_score: float

    @property
    def score(self) -> float:
        """Score of the family: data and structure together."""
        return self.data_score + self.structure_score

    def leaf_of(self, codes: NDArray[np.integer]) -> NDArray[np.intp]:
        """Index of the leaf that each row (row x node) falls into."""
        leaf = np.full(len(codes), -1)
        for k, cell in enumerate(self.leaves):
            inside = np.ones(len(codes), dtype=bool)
            for parent, levels in zip(self.parents, cell.levels, strict=True):
                inside &= np.isin(codes[:, parent], list(levels))
            leaf[inside] = k
        return leaf


class PCART(NativeScore):
    """Score of a node given its parents by the best decision tree.

    Parameters
    ----------
    codes : (n_rows, n_nodes) integer array
        Level of each entry, from 0; no missing entries.
    n_levels : sequence of int
        Number of levels of each node, 2 to 31.
    alpha : float
        Dirichlet weight of each response level; larger values ask for more evidence before a split.
    kappa : float
        Weight of a segment of an ordinal response; unused for a categorical one.
    response : {"categorical", "ordinal"}
        ``"ordinal"`` is OPCART: neighbouring response levels may share their probability.
    predictors : {"categorical", "ordinal"}
        ``"ordinal"`` splits a parent's levels by their order only, which is also much faster for many levels.
    reference : bool
        Weight merged segments of an ordinal response as the reference implementation does; see the module's notes.

    Examples
    --------
    >>> import numpy as np
    >>> codes = np.repeat([[0, 0], [1, 1], [2, 1]], 10, axis=0)
    >>> score = PCART(codes, [3, 2])
    >>> score.local(1, [0]) > score.local(1, [])
    True
    >>> [sorted(leaf.levels[0]) for leaf in score.tree(1, [0]).leaves]
    [[0], [1, 2]]
    """

    def __init__(
        self,
        codes: ArrayLike,
        n_levels: Sequence[int],
        *,
        alpha: float = 1.5,
        kappa: float = 0.25,
        response: Kind = "categorical",
        predictors: Kind = "categorical",
        reference: bool = False,
    ) -> None:
        _check_kind("response", response)
        _check_kind("predictors", predictors)
        self.codes = checks.complete_codes(codes)
        self.n_levels = checks.level_counts(self.codes, n_levels)
        _check_number_of_levels(self.n_levels)
        self.alpha = positive("alpha", alpha)
        self.kappa = positive("kappa", kappa)
        self.response = response
        self.predictors = predictors
        self.reference = as_flag("reference", reference)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.n_levels)

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return cached(self._grow())

    def require_room(self, max_parents: int, names: Sequence[str]) -> None:
        """Raise an InputValueError if some `max_parents` parents have too many levels for the best of all trees."""
        widest = sorted(range(self.n_nodes), key=lambda node: -self.n_levels[node])[:max_parents]
        levels = [self.n_levels[node] for node in widest]
        ordinal = self.predictors == "ordinal"
        if prod(k * (k + 1) // 2 if ordinal else 2**k - 1 for k in levels) > MAX_BOXES:
            found = ", ".join(f"{names[node]!r} ({self.n_levels[node]} levels)" for node in widest)
            remedy = "" if ordinal else "Pass predictors='ordinal', "
            raise InputValueError(
                f"the best of all trees on {max_parents} parents such as {found}",
                "is out of reach",
                remedies=[
                    Advise(
                        f"{remedy}{'merge' if remedy else 'Merge'} levels of {names[widest[0]]!r} or lower max_parents"
                    )
                ],
            )

    def tree(self, node: int, parents: Sequence[int]) -> DecisionTree:
        """Best tree for `node` on `parents`."""
        ascending = self._family(node, parents)
        best = self._trees.tree(int(node), ascending)
        leaves = tuple(Leaf(tuple(map(_levels_in, leaf.levels)), tuple(leaf.counts)) for leaf in best.leaves)
        return DecisionTree(int(node), tuple(ascending), leaves, best.data_score, best.structure_score)

    def log_predictive(self, tree: DecisionTree, codes: NDArray[np.integer]) -> NDArray[np.float64]:
        """Log-probability of each row's level of the tree's node, given its parents and the rows that were scored.

        It is that of the plain likelihood, also with ``reference=True``, and sums to one over the levels.
        """
        table = np.array([self._trees.log_predictive(list(leaf.counts)) for leaf in tree.leaves])
        return np.asarray(table[tree.leaf_of(codes), codes[:, tree.node]])

    def _grow(self) -> PcartScore:
        return pcart_score(
            self.codes,
            self.n_levels,
            self.alpha,
            self.kappa,
            ordinal_response=self.response == "ordinal",
            ordinal_predictors=self.predictors == "ordinal",
            count_arrangements=self.reference,
        )

    @cached_property
    def _trees(self) -> PcartScore:
        """The handle behind `tree`, as `_handle` is that behind `local`; it remembers nothing but its scratch space."""
        return self._grow()

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in super().__getstate__().items() if name != "_trees"}


def _levels_in(mask: int) -> frozenset[int]:
    return frozenset(level for level in range(mask.bit_length()) if mask >> level & 1)


def _check_kind(what: str, value: str) -> None:
    if value not in _KINDS:
        raise unknown_option(what, value, _KINDS)


def _check_number_of_levels(n_levels: Sequence[int]) -> None:
    for node, n in enumerate(n_levels):
        if not 2 <= n <= _MAX_LEVELS:
            raise InputValueError(
                f"node {node}",
                f"has {n} levels",
                f"PCART needs 2 to {_MAX_LEVELS}",
                remedies=[Advise("drop the column or merge levels")],
            )
