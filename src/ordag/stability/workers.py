# SPDX-License-Identifier: MIT
"""Replicates done by workers: joblib spreads them, so that a cluster serves inside ``joblib.parallel_config("dask")``.

A replicate has a random stream of its own, by its number, so that the result depends neither on the number of workers
nor on the order in which they finish.
"""

import os
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

from joblib import Parallel

from ordag.options import as_jobs
from ordag.processes import safe_path, without_interrupts
from ordag.progress import track


def as_finished(jobs: Iterable[Any], n_jobs: int | None, label: str, total: int) -> Iterator[Any]:
    """Results of delayed calls as they are finished, in any order.

    Examples
    --------
    >>> from joblib import delayed
    >>> sorted(as_finished((delayed(abs)(k) for k in (-2, -1)), 1, "sizes", 2))
    [1, 2]
    """
    parallel = Parallel(n_jobs=as_jobs(n_jobs), return_as="generator_unordered")
    with safe_path(), _started(parallel, jobs) as results:
        yield from track(results, label, total=total)


@contextmanager
def _started(parallel: Parallel, jobs: Iterable[Any]) -> Iterator[Generator[Any]]:
    """Results as they are finished; whatever happens, no worker is left at work when the block ends."""
    if os.name != "nt" and parallel.n_jobs != 1:
        # The first worker would start it, and Python then lets Ctrl-C through again: the workers would hear it.
        resource_tracker.ensure_running()
    with without_interrupts():
        results = parallel(jobs)
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            # What joblib says of replicates that nobody waits for any more.
            warnings.filterwarnings("ignore", module="joblib")
            results.close()
