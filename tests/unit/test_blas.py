# SPDX-License-Identifier: MIT
"""Linear algebra within a fit runs in one thread, and as before around it."""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from ordag import OSEM, simulate
from ordag.blas import one_blas_thread
from ordag.progress import showing


def threads() -> set[int]:
    np.linalg.inv(np.eye(2))
    return {library["num_threads"] for library in ThreadpoolController().info() if library["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    with threadpool_limits(2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("linear algebra has one thread here")
        yield


def test_a_block_has_one_thread_and_gives_the_others_back() -> None:
    with one_blas_thread:
        assert threads() == {1}
    assert threads() == {2}


def test_the_last_of_overlapping_blocks_gives_the_others_back() -> None:
    with one_blas_thread:
        with one_blas_thread:
            pass
        assert threads() == {1}
    assert threads() == {2}


def test_a_block_that_fails_gives_the_others_back() -> None:
    with pytest.raises(ZeroDivisionError), one_blas_thread:
        raise ZeroDivisionError
    assert threads() == {2}


def test_a_fit_has_one_thread() -> None:
    class Watch:
        seen: ClassVar[set[int]] = set()

        def start(self, label: str, total: int | None) -> None:
            self.seen |= threads()

        def advance(self, steps: int = 1) -> None: ...

        def stop(self) -> None: ...

    with showing(Watch()):
        OSEM(random_state=0).fit(simulate.ordinal_data([[0, 1], [0, 0]], 100, rng=1).frame)
    assert Watch.seen == {1}
    assert threads() == {2}
