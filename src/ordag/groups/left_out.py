# SPDX-License-Identifier: MIT
"""Left-out rows, judged by each model of the groups as learned without them."""

from dataclasses import replace

import numpy as np

from ordag.errors import collected_warnings
from ordag.groups.models import STEPS, Graph, Learning, PreparedRows, models_of, with_shared_links
from ordag.groups.permutations import varies
from ordag.groups.split import GroupedRows, Members
from ordag.model import log_likelihood
from ordag.progress import track


def left_out_log_likelihoods(
    rows: GroupedRows, learning: Learning, n_folds: int, rng: np.random.Generator
) -> dict[str, float]:
    """By model, the log-likelihood of all rows, each by what was learned without its fold.

    Graphs are learned anew without each fold, at the λ of the fit to all rows. Empty if a fold would leave a group with
    a column that does not vary.
    """
    fold = _folds(rows, n_folds, rng)
    totals = dict.fromkeys(STEPS, 0.0)
    for k in track(range(n_folds), "left-out rows"):
        training, tested = _part(rows, fold != k), _part(rows, fold == k)
        if not all(map(varies, training.tables())):
            return {}
        with collected_warnings():  # all that there is to say was said of the fit to all rows
            for step, value in _judged(training, tested, learning, rng).items():
                totals[step] += value
    return totals


def _judged(
    training: GroupedRows, tested: GroupedRows, learning: Learning, rng: np.random.Generator
) -> dict[str, float]:
    """By model, the log-likelihood of the tested rows."""
    n_threads = learning.settings.n_threads
    groups = [PreparedRows.of(table, n_threads) for table in training.tables()]
    own = [
        _learned(replace(learning, settings=replace(learning.settings, penalty=penalty)), [group], rng)
        for group, penalty in zip(groups, learning.quick_penalties, strict=False)
    ]
    at_last = replace(learning, settings=replace(learning.settings, penalty=learning.quick_penalties[-1]))
    common = _learned(at_last, groups, rng)
    shared = with_shared_links(groups, own, common, n_threads)
    models = models_of(groups, own, shared, common, PreparedRows.of(training.table, n_threads), n_threads)
    return {
        step: sum(
            float(table.row_weights @ log_likelihood(network, table, n_threads=n_threads))
            for network, table in zip(model.networks, tested.tables(), strict=True)
            if table.n_rows
        )
        for step, model in models.items()
    }


def _learned(learning: Learning, groups: list[PreparedRows], rng: np.random.Generator) -> Graph:
    fit = learning.common(groups, rng)
    return fit.dag, fit.parameters


def _folds(rows: GroupedRows, n_folds: int, rng: np.random.Generator) -> Members:
    """The fold of each row: spread evenly over every group, clusters kept whole."""
    if rows.clusters is not None:
        return np.asarray(rng.permutation(rows.clusters.max() + 1)[rows.clusters] % n_folds)
    fold = np.empty(rows.table.n_rows, dtype=np.intp)
    for group in range(rows.n_groups):
        own = np.flatnonzero(rows.members == group)
        fold[own] = rng.permutation(len(own)) % n_folds
    return fold


def _part(rows: GroupedRows, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> GroupedRows:
    clusters = None if rows.clusters is None else rows.clusters[chosen]
    return replace(rows, table=rows.table.rows(chosen), members=rows.members[chosen], clusters=clusters)
