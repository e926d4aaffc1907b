# SPDX-License-Identifier: MIT
"""Independent pieces of a search, computed in threads while compiled code has let go of the interpreter.

The result of a piece must not depend on the others, so that results do not depend on the number of threads.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ordag.errors import OrdagWarning, collected_warnings, warn

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(function: Callable[[Item], Result], items: Sequence[Item], n_threads: int) -> list[Result]:
    """The function of every item, in order; warnings are issued as if the items had been taken one by one.

    Examples
    --------
    >>> side_by_side(abs, [-1, 2, -3], n_threads=2)
    [1, 2, 3]
    """
    if n_threads < 2 or len(items) < 2:
        return [function(item) for item in items]

    def apart(item: Item) -> tuple[Result, list[OrdagWarning]]:
        with collected_warnings() as collected:
            return function(item), collected

    with ThreadPoolExecutor(min(n_threads, len(items))) as threads:
        found = list(threads.map(apart, items))
    for _, collected in found:
        for warning in collected:
            warn(warning)
    return [result for result, _ in found]
