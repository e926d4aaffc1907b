# SPDX-License-Identifier: MIT
"""`compare_groups`: from rows and their groups to networks, tests, odds and what is shared."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import OrdinalTable
from ordag.errors import InputValueError, OptionError, RepairWarning, collected_warnings, unknown_option, warn
from ordag.estimator import clone
from ordag.graphs import skeleton
from ordag.groups.left_out import left_out_log_likelihoods
from ordag.groups.links import GroupEstimates, WeightDesign, estimate_groups
from ordag.groups.margins import shifts
from ordag.groups.models import Graph, GroupModel, Learning, PreparedRows, models_of, with_shared_links
from ordag.groups.odds import bayes_factors, probability_of_difference
from ordag.groups.permutations import (
    GroupTests,
    Permuting,
    Statistics,
    joint_p_value,
    largest_p_values,
    p_values,
    permute,
)
from ordag.groups.result import GroupComparison
from ordag.groups.split import GroupedRows, grouped_rows
from ordag.kernels import normal
from ordag.messages import Advise, OptionName
from ordag.model import FittedNetwork
from ordag.options import as_count
from ordag.osem import OSEM
from ordag.osem_options.fit_options import read_options
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.search import SearchSpace
from ordag.stability.replication import chosen_seed
from ordag.strategies import Settings
from ordag.strategies.contract import MANY

Array = npt.NDArray[np.float64]
_QUANTILE = float(normal.quantile(0.975))


def compare_groups(
    frame: Any,
    by: Any = None,
    n_permutations: int = 500,
    *,
    model: OSEM | None = None,
    effects: Iterable[tuple[str, str]] = (),
    weights: npt.ArrayLike | str | None = None,
    clusters: npt.ArrayLike | str | None = None,
    folds: int = 5,
    posterior: bool = False,
    n_jobs: int | None = -1,
    random_state: RandomStateLike = 0,
    store: str | os.PathLike[str] | None = None,
    verbose: bool = False,
) -> GroupComparison:
    """Do groups differ in their network? Networks, permutation tests, odds, and what the groups share.

    Parameters
    ----------
    frame
        Whatever `ordag.data.encode` takes.
    by
        The column of a data frame that names the group of each row (which is then no variable), or one label per row.
        Rows without a label are left out. 2 to 12 groups. None: the column whose role is "group" in the plan of the
        columns that `model` has.
    n_permutations
        How often the group labels are permuted at random; no p-value is below 1 / (1 + this number).
    model
        An `ordag.OSEM` with the settings wanted: levels, kinds, tiers, required and forbidden edges, penalty.
    effects
        Pairs (cause, outcome) whose total effect is compared, too, along the arrows of the graph that the groups share.
    weights
        Weight of each row, or the column that holds it.
    clusters
        One label per row, or the column that holds it: rows of a cluster depend on each other. Clusters that lie within
        one group are permuted as wholes; in the others labels are permuted within the cluster.
    folds
        Number of folds in which rows are left out to judge what groups share; 0 for none.
    posterior
        Draw graphs of each group from their posterior, for the probability that a link is in one group and not in
        another. Takes about as long as the fits; up to 50 columns.
    n_jobs
        Worker processes for the permutations, threads for the fits; -1 for all cores. The result does not depend on it.
    random_state
        Seed or generator; None draws a seed, or takes that of the permutations in `store`.
    store
        File to which each finished permutation is appended; those already there are not repeated.
    verbose
        Show a progress bar.

    Examples
    --------
    >>> import ordag
    >>> chain, cut = [[0, 0.8, 0], [0, 0, 0.8], [0, 0, 0]], [[0, 0.8, 0], [0, 0, 0], [0, 0, 0]]
    >>> parts = [
    ...     ordag.simulate.ordinal_data(np.sign(w), 300, [4] * 3, rng=k, weights=np.array(w)).frame
    ...     for k, w in enumerate([chain, cut])
    ... ]
    >>> frame = pd.concat(parts, ignore_index=True).assign(site=["north"] * 300 + ["south"] * 300)
    >>> found = compare_groups(frame, by="site", n_permutations=39, folds=0, n_jobs=1)
    >>> found.p_value
    0.025
    >>> found.differing_links()[["from", "to"]].to_numpy().tolist()
    [['V2', 'V3']]
    """
    n_permutations = as_count("n_permutations", n_permutations)
    if as_count("folds", folds, least=0) == 1:
        raise OptionError("folds", folds, "0 for none, or 2 or more")
    estimator = comparing_estimator(model)
    declared = {name: getattr(estimator, name) for name in ("levels", "kinds", "columns")}
    rows = grouped_rows(frame, by, weights=weights, clusters=clusters, **declared)
    path = None if store is None else Path(store)
    how = Permuting(n_permutations, n_jobs, chosen_seed(random_state, path), path)
    with terminal_bar(verbose):
        return compared(rows, estimator.set_params(n_jobs=n_jobs), _indices(effects, rows), how, folds, posterior)


def compared(
    rows: GroupedRows,
    estimator: OSEM,
    effects: tuple[tuple[int, int], ...],
    how: Permuting,
    folds: int,
    posterior: bool = False,
) -> GroupComparison:
    """The comparison of rows whose groups are known."""
    space, names = estimator.search_space(rows.table.names), rows.names
    settings = settings_of(estimator)
    rng = as_generator(how.seed)
    own = [_own_network(estimator, table, space) for table in rows.tables()]
    groups = [PreparedRows.of(table, settings.n_threads) for table in rows.tables()]
    learning = Learning(space, settings)
    fit = learning.common(groups, rng)
    learning = replace(learning, quick_penalties=(*(network.penalty or 1.0 for network in own), fit.penalty))
    of_all = (fit.dag, fit.parameters)
    shared = with_shared_links(groups, [(each.dag, each.parameters) for each in own], of_all, settings.n_threads)
    comparison = GroupTests(rows, WeightDesign(shared.networks[0].dag, effects), space)
    observed, permuted = comparison.statistics(rows), permute(comparison, how)
    estimates = estimate_groups(rows, comparison.design)
    differing = probability_of_difference(rows, estimator, space) if posterior else None
    common = [replace(group.network(*of_all), cpdag=space.class_of(fit.dag)) for group in groups]
    return GroupComparison(
        networks=MappingProxyType(dict(zip(names, own, strict=True))),
        common=MappingProxyType(dict(zip(names, common, strict=True))),
        dag=comparison.design.dag,
        sizes=MappingProxyType(dict(zip(names, rows.sizes, strict=True))),
        tests=tests_of_the_whole(observed, permuted, comparison),
        pairs=_pairs(comparison, estimates, own, observed, permuted, differing),
        thresholds=_thresholds(rows, observed, permuted),
        effects=_effects(comparison, estimates, observed, permuted),
        invariance=_invariance(rows, learning, _Fitted(groups, own, shared, of_all), folds, rng),
        n_permutations=len(permuted),
    )


def _own_network(estimator: OSEM, table: OrdinalTable, space: SearchSpace) -> FittedNetwork:
    """What is learned from one group alone; a level that it lacks and others have is not reported."""
    with collected_warnings() as collected:
        network: FittedNetwork = clone(estimator).fit_within(table, space).network_
    for warning in collected:
        if not isinstance(warning, RepairWarning):
            warn(warning)
    return network


@dataclass(frozen=True, eq=False)
class _Fitted:
    """What was fitted to all rows: by group, with one graph, with one network."""

    groups: list[PreparedRows]
    own: list[FittedNetwork]
    shared: GroupModel
    common: Graph


def settings_of(estimator: OSEM) -> Settings:
    """How the estimator searches, for graphs of several groups."""
    options = read_options(estimator.get_params(deep=False))
    return Settings(options.penalty, options.criterion, options.search, options.n_threads)


def comparing_estimator(model: OSEM | None) -> OSEM:
    """A copy of the estimator, if groups can be compared by it."""
    estimator = OSEM() if model is None else clone(model)
    if estimator.mode != "default" or estimator.prior is not None:
        raise InputValueError(
            OptionName("model"),
            "has another mode or a prior",
            "groups are compared by the default mode",
            remedies=[Advise("leave them out")],
        )
    return estimator


def _indices(effects: Iterable[tuple[str, str]], rows: GroupedRows) -> tuple[tuple[int, int], ...]:
    names = rows.table.names
    wanted = [tuple(pair) for pair in effects]
    for name in (name for pair in wanted for name in pair):
        if name not in names:
            raise unknown_option("variable", name, names)
    return tuple((names.index(cause), names.index(outcome)) for cause, outcome in wanted)


def _stacked(permuted: list[Statistics], name: str) -> Array:
    return np.stack([getattr(each, name) for each in permuted])


def tests_of_the_whole(observed: Statistics, permuted: list[Statistics], comparison: GroupTests) -> pd.DataFrame:
    """The hypotheses on the whole."""
    n_pairs = len(comparison.design.pairs)
    whole = {
        "weights": (observed.weights[:n_pairs], _stacked(permuted, "weights")[:, :n_pairs]),
        "presence": (observed.presence, _stacked(permuted, "presence")),
        "thresholds": (observed.margins, _stacked(permuted, "margins")),
    }
    summed = {
        name: (
            _summary(own, is_count=name == "presence"),
            np.array([_summary(each, is_count=name == "presence") for each in others]),
        )
        for name, (own, others) in whole.items()
    }
    return pd.DataFrame(
        {
            "test": list(summed),
            "statistic": [float(own[-1]) for own, _ in summed.values()],
            "p_value": [joint_p_value(own, others) for own, others in summed.values()],
        }
    )


def _summary(values: Array, *, is_count: bool) -> Array:
    """The largest and the sum; of counts the sum alone."""
    return np.array([values.sum()]) if is_count else np.array([values.max(), values.sum()])


def _pairs(
    comparison: GroupTests,
    estimates: list[GroupEstimates],
    own: list[FittedNetwork],
    observed: Statistics,
    permuted: list[Statistics],
    differing: Array | None,
) -> pd.DataFrame:
    """One row per pair of columns, those of the common graph and those that differ most first."""
    design, names = comparison.design, comparison.rows.table.names
    starts, ends = design.pairs.T
    n_pairs = len(starts)
    pairs = pd.DataFrame({"from": [names[i] for i in starts], "to": [names[j] for j in ends]})
    for group, each in zip(comparison.rows.names, estimates, strict=True):
        pairs[f"weight_{group}"] = each.weights[:n_pairs]
    if len(estimates) == 2:
        first, second = estimates
        pairs["difference"] = (second.weights - first.weights)[:n_pairs]
        error = _QUANTILE * np.sqrt(first.variances + second.variances)[:n_pairs]
        pairs["low"], pairs["high"] = pairs["difference"] - error, pairs["difference"] + error
    weights = _stacked(permuted, "weights")[:, :n_pairs]
    pairs["statistic"] = observed.weights[:n_pairs]
    pairs["p_value"] = p_values(observed.weights[:n_pairs], weights)
    pairs["p_corrected"] = largest_p_values(observed.weights[:n_pairs], weights)
    pairs["odds"] = bayes_factors(estimates)[:n_pairs]
    pairs["in_common"] = skeleton(design.dag)[starts, ends] == 1
    for group, network in zip(comparison.rows.names, own, strict=True):
        pairs[f"in_{group}"] = skeleton(network.dag)[starts, ends] == 1
    pairs["p_presence"] = p_values(observed.presence, _stacked(permuted, "presence"))
    if differing is not None:
        pairs["probability_presence_differs"] = differing[starts, ends]
    return pairs.sort_values("statistic", ascending=False, kind="stable", ignore_index=True)


def _thresholds(rows: GroupedRows, observed: Statistics, permuted: list[Statistics]) -> pd.DataFrame:
    margins = _stacked(permuted, "margins")
    shifted = {f"shift_{group}": own for group, own in zip(rows.names, shifts(rows), strict=True)}
    table = pd.DataFrame({"variable": rows.table.names, **shifted, "statistic": observed.margins})
    table["p_value"] = p_values(observed.margins, margins)
    table["p_corrected"] = largest_p_values(observed.margins, margins)
    return table


def _effects(
    comparison: GroupTests, estimates: list[GroupEstimates], observed: Statistics, permuted: list[Statistics]
) -> pd.DataFrame:
    design, names = comparison.design, comparison.rows.table.names
    table = pd.DataFrame([(names[i], names[j]) for i, j in design.effects], columns=["cause", "outcome"])
    if table.empty:
        return table
    n_pairs = len(design.pairs)
    for group, each in zip(comparison.rows.names, estimates, strict=True):
        table[f"effect_{group}"] = each.weights[n_pairs:]
    weights = _stacked(permuted, "weights")[:, n_pairs:]
    table["statistic"] = observed.weights[n_pairs:]
    table["p_value"] = p_values(observed.weights[n_pairs:], weights)
    table["p_corrected"] = largest_p_values(observed.weights[n_pairs:], weights)
    return table


def _invariance(
    rows: GroupedRows, learning: Learning, fitted: _Fitted, folds: int, rng: np.random.Generator
) -> pd.DataFrame:
    """What the groups share, step by step; empty with so many columns that likelihoods take too long."""
    columns = ["model", "log_likelihood", "n_parameters", "bic", "left_out_log_likelihood"]
    if rows.table.n_columns > MANY:
        return pd.DataFrame(columns=columns)
    n_threads = learning.settings.n_threads
    own = [(network.dag, network.parameters) for network in fitted.own]
    pooled = PreparedRows.of(rows.table, n_threads)
    models = models_of(fitted.groups, own, fitted.shared, fitted.common, pooled, n_threads)
    left_out = left_out_log_likelihoods(rows, learning, folds, rng) if folds else {}
    return pd.DataFrame(
        [
            (step, each.log_likelihood, each.n_parameters, each.bic, left_out.get(step, np.nan))
            for step, each in models.items()
        ],
        columns=columns,
    )
