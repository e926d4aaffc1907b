# SPDX-License-Identifier: MIT
"""What a search requires of a conditional-independence test."""

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from ordag.data import checks
from ordag.errors import RequirementError, RequirementTypeError
from ordag.kernels.handles import Compiled
from ordag.kernels.independence import NativeTest, from_python
from ordag.messages import OptionName
from ordag.options import as_count

Native = TypeVar("Native", bound=NativeTest)


@runtime_checkable
class CITest(Protocol):
    """A test of conditional independence; a class of ten lines is enough.

    Examples
    --------
    A test that knows the answer, here of the chain 0 → 1 → 2:

    >>> from ordag.graphs import d_separated
    >>> from ordag.search import pc
    >>> class Oracle:
    ...     n_nodes = 3
    ...     chain = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    ...
    ...     def p_value(self, x, y, conditioning):
    ...         return float(d_separated(self.chain, x, y, conditioning))
    >>> pc(Oracle()).cpdag.tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""

    def p_value(self, x: int, y: int, conditioning: Sequence[int]) -> float:
        """The p-value of independence of ``x`` and ``y`` given the nodes in ``conditioning``."""


class CompiledTest(Compiled[Native]):
    """Base of the tests whose work is done by compiled code: a subclass gives `native`."""

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return self._handle.n_nodes

    def p_value(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """The p-value of independence of ``x`` and ``y`` given the nodes in ``conditioning``."""
        return self._handle.p_value(*self._checked(x, y, conditioning))

    def _checked(self, x: int, y: int, conditioning: Sequence[int]) -> tuple[int, int, list[int]]:
        first, second, *others = self._distinct("x, y and conditioning", x, y, *conditioning)
        return first, second, others

    def _distinct(self, what: str, *given: int) -> list[int]:
        """The nodes, checked for compiled code."""
        return distinct_nodes(self.n_nodes, what, *given)


def distinct_nodes(n_nodes: int, what: str, *given: int) -> list[int]:
    """The given nodes as plain integers, or an error if one is not there or given twice."""
    are_there = all(isinstance(node, int | np.integer) and 0 <= node < n_nodes for node in given)
    if len(set(given)) < len(given) or not are_there:
        raise RequirementError(OptionName(what), f"be distinct nodes from 0 to {n_nodes - 1}", f"found {list(given)}")
    return [int(node) for node in given]


def native_of(test: CITest) -> NativeTest:
    """A compiled test for one search: one of the kind of ``test``, or one that calls it."""
    if isinstance(test, CompiledTest):
        native: NativeTest = test.native()
        return native
    if isinstance(test, type) or not isinstance(test, CITest):
        found = f"the class {test.__name__}, not an object of it" if isinstance(test, type) else type(test).__name__
        raise RequirementTypeError(
            OptionName("test"),
            "have n_nodes and p_value(x, y, conditioning), as those of ordag.independence do",
            f"found {found}",
        )
    as_count("n_nodes of the test", test.n_nodes, least=0)
    return from_python(test)


def checked_codes(
    codes: npt.ArrayLike, n_levels: Sequence[int] | None
) -> tuple[npt.NDArray[np.int32], tuple[int, ...]]:
    """Codes as (rows, columns) integers, and the number of levels of each column (by default up to the largest)."""
    table = checks.whole_codes(codes, np.int32)
    return table, checks.level_counts(table, n_levels)
