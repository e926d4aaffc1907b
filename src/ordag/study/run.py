# SPDX-License-Identifier: MIT
"""Running a study: trials out, rows in, here or on a cluster.

Only the process that runs the study writes rows, one for each trial, so that a worker that dies loses nothing and
counts nothing twice: its trials are handed to another.
"""

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from joblib import Parallel, delayed

from ordag.errors import MissingDependencyError
from ordag.options import as_jobs, as_threads
from ordag.progress import track
from ordag.study.design import TIME_LIMIT, Scale, Study, Trial
from ordag.study.estimate import seconds_left
from ordag.study.measure import bare_row
from ordag.study.rows import Row, appending, read_rows
from ordag.study.workers import close_workers, measure_in_worker

DASK_RETRIES = 3  # of a trial whose worker was lost, beside those that the scheduler allows itself


@dataclass(frozen=True)
class Plan:
    """What a run will do.

    Attributes
    ----------
    path
        File of the rows.
    trials
        Tasks that are still to be done.
    n_done
        Rows that are there already.
    seconds
        How long it will take, as far as that can be estimated.
    """

    path: Path
    trials: tuple[Trial, ...]
    n_done: int
    seconds: float


def run(
    study: Study,
    folder: Path,
    *,
    scale: Scale = "smoke",
    labels: Collection[str] = (),
    n_jobs: int = -1,
    dask: str | None = None,
    time_limit: float | None = None,
    retry: bool = False,
    tell: Callable[[Plan], None] | None = None,
) -> Path:
    """Run what is left of a study and return the file of its rows.

    Parameters
    ----------
    study
        What to run.
    folder
        Where its file of rows is, or will be.
    scale
        ``"smoke"``, ``"medium"`` or ``"paper"``.
    labels
        Labels of the methods whose rows are made; by default all.
    n_jobs
        Rows made at the same time, as joblib counts them; each uses one thread. A backend chosen with
        ``joblib.parallel_config`` is used.
    dask
        Address of a Dask scheduler; rows are then made by its workers.
    time_limit
        Seconds after which a row is given up; by default one minute, ten or sixty, by scale.
    retry
        Make rows again that ended in an error or ran out of time.
    tell
        Called with the plan before the first trial.

    Examples
    --------
    >>> import tempfile
    >>> from ordag.study import read_rows
    >>> from ordag.study.design import Arm, Study, Variant
    >>> from ordag.study.problems import Simulated
    >>> arm = Arm((Simulated(n_nodes=6, n_rows=100),), (Variant("GPC", "gpc", sweep="alpha", grid=(0.01, 0.1)),))
    >>> path = run(Study("tiny", "A tiny study", (arm,), "roc"), Path(tempfile.mkdtemp()), n_jobs=1)
    >>> [row.status for row in read_rows(path).values()]
    ['ok', 'ok', 'ok', 'ok']
    """
    path = folder / f"{study.store_name}.jsonl"
    rows = read_rows(path)
    done = {key for key, row in rows.items() if not (retry and row.status in ("error", "timeout"))}
    wanted = study.trials(scale, labels)
    trials = tuple(trial for trial in wanted if trial.key not in done)
    if tell is not None:
        seconds = seconds_left(trials, rows.values(), _n_workers(n_jobs, dask))
        tell(Plan(path, trials, len(wanted) - len(trials), seconds))
    limit = TIME_LIMIT[scale] if time_limit is None else time_limit
    made = _local_rows(trials, n_jobs, limit) if dask is None else _dask_rows(trials, dask, limit)
    with appending(path) as append, closing(made):
        for row in track(made, study.name, len(trials)):
            append(row)
    return path


def _local_rows(trials: Sequence[Trial], n_jobs: int, time_limit: float) -> Generator[Row]:
    """Rows as they are finished. Threads do, since they only wait for the processes that make the rows."""
    pool = Parallel(n_jobs=as_jobs(n_jobs), prefer="threads", batch_size=1, return_as="generator_unordered")
    try:
        yield from pool(delayed(measure_in_worker)(trial, time_limit) for trial in trials)
    finally:
        close_workers()


def _dask_rows(trials: Sequence[Trial], address: str, time_limit: float) -> Generator[Row]:
    """Rows as the workers of a cluster finish them; the scheduler hands trials of lost workers to others."""
    distributed = _distributed()
    with distributed.Client(address) as client:
        trial_of = {f"ordag-{trial.key}": trial for trial in trials}
        futures = client.map(
            measure_in_worker,
            list(trial_of.values()),
            time_limit=time_limit,
            key=list(trial_of),
            pure=False,
            retries=DASK_RETRIES,
        )
        pending = distributed.as_completed(futures)
        del futures  # the scheduler may forget a row that has been fetched
        for future in pending:
            try:
                row = future.result()
            except Exception as error:  # such as a trial that took several workers with it
                row = bare_row(trial_of[future.key], "error", f"{type(error).__name__}: {error}")
            yield row


def _n_workers(n_jobs: int, dask: str | None) -> int:
    if dask is None:
        return as_threads(n_jobs)
    with _distributed().Client(dask) as client:
        return sum(client.nthreads().values())


def _distributed() -> ModuleType:
    try:
        import distributed
    except ImportError as error:
        raise MissingDependencyError("running on a Dask cluster", "distributed", "distributed") from error
    return distributed
