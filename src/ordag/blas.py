# SPDX-License-Identifier: MIT
"""Libraries of linear algebra kept to one thread.

The products of a fit are small. The threads that such a library adds do not quicken them, but wait for the next one by
spinning: a quarter of the processor time of a fit with 20 columns.
"""

from contextlib import ContextDecorator
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController


class _OneThread(ContextDecorator):
    """What `one_blas_thread` is."""

    def __init__(self) -> None:
        self._lock, self._n_inside = Lock(), 0
        self._controller: ThreadpoolController | None = None
        self._limits: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if self._n_inside == 0:
                # To find out which libraries are loaded takes some milliseconds, and is done once.
                self._controller = self._controller or ThreadpoolController()
                self._limits = self._controller.limit(limits=1, user_api="blas")
            self._n_inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._n_inside -= 1
            if self._n_inside == 0:
                self._limits.restore_original_limits()


one_blas_thread = _OneThread()
"""One thread for linear algebra within a ``with`` block or a function; what was set before comes back afterwards.

The number belongs to the process: where the blocks of several threads overlap, the last to end restores it.
"""
