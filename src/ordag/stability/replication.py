# SPDX-License-Identifier: MIT
"""The bootstrap: any learner on resampled rows, in parallel, resumable.

Each replicate has a random stream of its own, so that the result depends neither on the number of workers nor on the
order in which they finish.
"""

import hashlib
import itertools
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from joblib import delayed
from threadpoolctl import threadpool_limits

from ordag.data import OrdinalTable, effective_weights
from ordag.data.columns.edits import Options
from ordag.data.encoding.beside import labels_of_rows, taken_out
from ordag.data.encoding.encode import encode_by_plan
from ordag.errors import (
    ConvergenceWarning,
    InputTypeError,
    InputValueError,
    RequirementTypeError,
    collected_warnings,
    warn,
)
from ordag.estimator import clone
from ordag.graphs import Adjacency
from ordag.graphs.averaging import direction_shares
from ordag.graphs.pag import Pag
from ordag.inference import hidden_causes
from ordag.learners import learn
from ordag.learners.registry import find
from ordag.messages import OptionName
from ordag.model import FittedNetwork
from ordag.model.provenance import fingerprint
from ordag.options import as_count, as_number
from ordag.osem import OSEM
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.remarks import BootstrapInterrupted, ReplicatesLearnedFromSample
from ordag.search import SearchSpace
from ordag.stability.journal import Journal, Origin, Replicate, opened, seed_of
from ordag.stability.resample import Resample, resample, rows_of_clusters
from ordag.stability.result import Bootstrap
from ordag.stability.workers import as_finished

# Settings of the estimator that do not change what is learned from a resample.
_IRRELEVANT = ("n_jobs", "verbose", "random_state", "levels", "kinds", "columns")
_LARGEST_SEED = 2**63


def bootstrap(
    learner: OSEM | str,
    frame: Any,
    n_boot: int = 500,
    n_jobs: int | None = -1,
    *,
    weights: npt.ArrayLike | str | None = None,
    clusters: npt.ArrayLike | str | None = None,
    random_state: RandomStateLike = 0,
    store: str | os.PathLike[str] | None = None,
    keep_networks: bool = False,
    within: float | None = None,
    warm_start: bool | FittedNetwork = True,
    verbose: bool = False,
    **options: Any,
) -> Bootstrap:
    """How often each edge is found again in resampled rows.

    Work is spread by joblib, so that a cluster serves inside ``joblib.parallel_config("dask")``. Ctrl-C keeps the
    replicates that are finished, with a `ConvergenceWarning`.

    Parameters
    ----------
    learner
        An `ordag.OSEM` with the settings wanted, or the name of a method of `ordag.learn`.
    frame
        Whatever `ordag.data.encode` takes. Declared levels stay declared in every resample; those that a resample lacks
        are merged there with their neighbours, which is counted.
    n_boot
        Number of replicates.
    n_jobs
        Worker processes, each computing in one thread; -1 for all cores. The result does not depend on it.
    weights
        Weight of each row, or the column that holds it: whole numbers count rows, others are survey weights.
    clusters
        One label per row, or the column of a data frame that holds it (which is then no variable): whole clusters are
        drawn instead of rows, and an `ordag.OSEM` takes out what the rows of a cluster share, as in its `fit`. Every
        row needs a label. Clusters of an encoded table count without being named.
    random_state
        Seed or generator; None draws a seed, or takes that of the replicates in `store`.
    store
        File to which each finished replicate is appended; those that are there already are not done again.
    keep_networks
        Keep the network that each replicate fitted, not only its edges: causal effects then have intervals, see
        `Bootstrap.effect`. Needs an OSEM.
    within
        Seconds after which no further replicate is begun, so that `n_boot` is the most of them; those that were begun
        are finished. How many there are then depends on the machine, but ``n_boot`` of the result, given as `n_boot`,
        gives the same result anywhere.
    warm_start
        Where an OSEM chooses among graphs without a penalty, begin every replicate at the network of all rows beside
        graphs of its own, which takes less than half the time; support differs by less than the Monte Carlo error of
        100 replicates (docs/decisions/support.md). The network that the learner fitted to all rows, where it is at
        hand, spares fitting it again. False searches every replicate as if nothing were known.
    verbose
        Show a progress bar.
    **options
        With a method's name: its options, and whatever else `ordag.learn` takes.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(4, 2, rng=1), 300, levels=3, rng=1)
    >>> found = ordag.bootstrap(ordag.OSEM(penalty=3), data.frame, n_boot=5, n_jobs=1)
    >>> found.n_boot, found.support.shape
    (5, (4, 4))
    """
    n_boot = as_count("n_boot", n_boot)
    seconds = math.inf if within is None else as_number("within", within)
    if keep_networks and isinstance(learner, str):
        raise InputValueError(f"method {learner!r}", "fits no network, only a graph", "keep_networks needs an OSEM")
    if isinstance(clusters, str):
        frame, clusters = taken_out(frame, clusters, "clusters")
    known = warm_start if isinstance(warm_start, FittedNetwork) else None
    table, task = _prepared(learner, frame, weights, options, warm=bool(warm_start))
    task = replace(task, known=known if task.warm else None)
    if clusters is not None:
        table = table.with_clusters(labels_of_rows(clusters, frame, table))
    members = None if table.clusters is None else rows_of_clusters(table.clusters, table.n_rows)
    if not task.shifts_clusters:
        table = table.with_clusters(None)
    path = None if store is None else Path(store)
    seed = chosen_seed(random_state, path)
    origin = Origin(table.names, fingerprint(table), _cluster_hash(members), task.description, seed)
    # Replicates limit their own threads; where they are threads of this process, one may end after another began.
    with opened(path, origin) as journal, terminal_bar(verbose), threadpool_limits(1):
        missing = journal.missing(n_boot, with_networks=keep_networks)
        task = replace(task, keep=keep_networks).from_all_rows(table, seed) if missing else task
        job = _job(task, table, members, seed)
        if not _done(job, journal, missing, seconds, n_jobs):
            warn(BootstrapInterrupted(len(journal.replicates), n_boot))
    replicates = [journal.replicates[k] for k in sorted(journal.replicates) if k < n_boot]
    if (n_learned := replicates[0].n_learned) is not None:
        warn(ReplicatesLearnedFromSample(n_learned, table.n_rows))
    return _summed_up(table.names, replicates)


@dataclass(frozen=True)
class _Task:
    """A learner with its search space, ready to be sent to a worker."""

    learner: OSEM | str
    space: SearchSpace
    options: Mapping[str, Any]
    description: str
    warm: bool = False
    keep: bool = False
    known: FittedNetwork | None = None

    def from_all_rows(self, table: OrdinalTable, seed: int) -> "_Task":
        """The task with the network of all rows, if replicates begin there."""
        if not self.warm or self.known is not None:
            return self
        with collected_warnings():  # replicates say what matters
            return replace(self, known=self.fitted(table, np.random.default_rng(seed)))

    def fitted(self, table: OrdinalTable, rng: np.random.Generator) -> FittedNetwork:
        """The network of some rows by an OSEM, in one thread."""
        assert isinstance(self.learner, OSEM)
        model: OSEM = clone(self.learner).set_params(n_jobs=1, verbose=False, random_state=rng)
        return model.fit_within(table, self.space, self.known).network_

    @property
    def seeks_hidden(self) -> bool:
        """Whether the learner looks for hidden causes."""
        return isinstance(self.learner, OSEM) and self.learner.hidden != 0

    @property
    def shifts_clusters(self) -> bool:
        """Whether the learner takes out what the rows of a cluster share."""
        return isinstance(self.learner, OSEM) and self.learner.mode == "default"

    def learn(self, drawn: Resample, rng: np.random.Generator) -> "_Found":
        """What the learner finds in a resample."""
        if isinstance(self.learner, str):
            found = learn(drawn.table, self.learner, space=self.space, random_state=rng, **self.options)
            return _Found(found.cpdag, pag=found.pag)
        # With the declared levels, so that the networks of all resamples speak of the same ones.
        network = self.fitted(drawn.declared, rng)
        return _Found(network.cpdag, network)


@dataclass(frozen=True, eq=False)
class _Found:
    """Equivalence class learned from a resample, and the network or the marks if the learner gives them."""

    cpdag: Adjacency
    network: FittedNetwork | None = None
    pag: Pag | None = None


def _prepared(
    learner: OSEM | str, frame: Any, weights: Any, options: dict[str, Any], *, warm: bool
) -> tuple[OrdinalTable, _Task]:
    """The encoded rows, and the task for each resample of them."""
    if isinstance(learner, OSEM):
        if options:
            raise InputTypeError("an OSEM", "has its options already", f"{next(iter(options))!r} was given besides")
        settings = learner.get_params(deep=False)
        declared = {name: settings[name] for name in ("levels", "kinds", "columns")}
        declared["nominal"] = learner.takes_nominal()
        relevant = {name: value for name, value in settings.items() if name not in _IRRELEVANT}
    elif isinstance(learner, str):
        declared = {name: options.pop(name, None) for name in ("levels", "kinds")}
        declared["nominal"] = find(learner)[0].takes("nominal", options)
        relevant = dict(options)
    else:
        raise RequirementTypeError(
            OptionName("learner"), "be an OSEM or the name of a method", f"found {type(learner).__name__}"
        )
    knowledge = {name: options.pop(name, ()) for name in ("required", "forbidden", "tiers")}
    any_order = isinstance(learner, str) and find(learner)[0].ignores_order(options)
    named = weights if isinstance(weights, str) else None
    table, _ = encode_by_plan(frame, Options(**declared, weights=named, any_order=any_order), weights)
    if table.weights is not None:
        table = replace(table, weights=effective_weights(table.weights))
    if isinstance(learner, OSEM):
        name, space = type(learner).__name__, learner.search_space(table.names)
        warm = warm and learner.goes_on_from(table.n_columns)
    else:
        name, space, warm = learner, options.pop("space", None) or SearchSpace(table.names, **knowledge), False
    described = f"{name} {_settled(relevant)!r}"
    return table, _Task(learner, space, options, f"{described} from all rows" if warm else described, warm)


def _settled(value: Any) -> Any:
    """The value without the order of sets and dictionaries, which may differ from one process to the next."""
    if isinstance(value, Mapping):
        return sorted(((name, _settled(entry)) for name, entry in value.items()), key=repr)
    if isinstance(value, set | frozenset):
        return sorted(map(_settled, value), key=repr)
    if isinstance(value, list | tuple):
        return type(value)(map(_settled, value))
    if isinstance(value, SearchSpace):
        rules = hashlib.sha256(value.allowed.tobytes() + value.must.tobytes()).hexdigest()
        return value.names, rules, value.limit
    return value.tolist() if isinstance(value, np.ndarray) else value


def _job(
    task: _Task, table: OrdinalTable, members: tuple[npt.NDArray[np.intp], ...] | None, seed: int
) -> Callable[[int], Any]:
    """What does the replicate of a number, ready to be sent to a worker."""
    return lambda number: delayed(_replicate)(task, table, members, seed, number)


def _done(
    job: Callable[[int], Any], journal: Journal, missing: Sequence[int], seconds: float, n_jobs: int | None
) -> bool:
    """Do the replicates that are missing, beginning none but the first after so many seconds; False if interrupted."""
    ends = time.monotonic() + seconds
    begun = itertools.takewhile(lambda k: k == missing[0] or time.monotonic() < ends, missing)
    label = "bootstrap" if seconds == math.inf else f"resamples, for {seconds:g} s"
    try:
        for replicate in as_finished(map(job, begun), n_jobs, label, len(missing)):
            journal.add(replicate)
    except KeyboardInterrupt:
        if not journal.replicates:
            raise
        return False
    return True


def _replicate(
    task: _Task, table: OrdinalTable, members: tuple[npt.NDArray[np.intp], ...] | None, seed: int, number: int
) -> Replicate:
    """Resample and learn, in one thread; what a single resample is warned of is counted instead."""
    streams = np.random.SeedSequence(seed, spawn_key=(number,)).spawn(2)
    rng, learner_rng = (np.random.default_rng(stream) for stream in streams)
    with collected_warnings() as collected, threadpool_limits(1):
        drawn = resample(table, rng, members)
        found = task.learn(drawn, learner_rng)
    network = found.network
    made = None if network is None else network.provenance
    kept = replace(network, provenance=None) if network is not None and task.keep else None
    settled = not any(isinstance(warning, ConvergenceWarning) for warning in collected)
    n_learned = None if made is None else made.n_learned
    cpdag, marks = np.asarray(found.cpdag, dtype=np.int8), None if found.pag is None else found.pag.marks
    loadings = None if network is None or not task.seeks_hidden else hidden_causes(network).loadings
    return Replicate(number, cpdag, drawn.merged, drawn.n_redrawn, settled, kept, n_learned, marks, loadings)


def _summed_up(names: tuple[str, ...], replicates: list[Replicate]) -> Bootstrap:
    cpdags = np.stack([replicate.cpdag for replicate in replicates])
    marks = [replicate.marks for replicate in replicates if replicate.marks is not None]
    return Bootstrap(
        names=names,
        support=np.mean(cpdags | cpdags.transpose(0, 2, 1), axis=0),
        direction=np.mean(direction_shares(cpdags), axis=0),
        n_boot=len(replicates),
        cpdags=cpdags,
        n_merged=sum(replicate.merged for replicate in replicates),
        n_redrawn=sum(replicate.n_redrawn for replicate in replicates),
        n_unsettled=sum(not replicate.settled for replicate in replicates),
        networks=tuple(replicate.network for replicate in replicates if replicate.network is not None),
        marks=np.stack(marks) if len(marks) == len(replicates) else None,
        loadings=tuple(replicate.loadings for replicate in replicates if replicate.loadings is not None),
    )


def chosen_seed(random_state: RandomStateLike, path: Path | None) -> int:
    """A seed for all replicates: the one given, that of the replicates in a file, or a new one."""
    rng = as_generator(random_state)
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    if random_state is None and (stored := seed_of(path)) is not None:
        return stored
    return int(rng.integers(_LARGEST_SEED))


def _cluster_hash(members: tuple[npt.NDArray[np.intp], ...] | None) -> str:
    if members is None:
        return ""
    return hashlib.sha256(repr([rows.tolist() for rows in members]).encode()).hexdigest()
