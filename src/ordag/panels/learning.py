# SPDX-License-Identifier: MIT
"""`ordag.waves`: from items at several waves to what acts on what within a wave, and a wave later."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import MergedLevels, OrdinalTable
from ordag.errors import OptionError, collected_warnings, unknown_option
from ordag.expectation import latent_boxes
from ordag.fitting import fit_network
from ordag.graphs import Adjacency
from ordag.kernels import normal
from ordag.kernels.tails import chi_squared_tail
from ordag.latent import Margins
from ordag.latent.thresholds import Cuts
from ordag.maximization import Parameters, maximize
from ordag.maximization.quasi_newton import inverse_information
from ordag.model import Criteria, FittedNetwork
from ordag.options import as_threads
from ordag.panels.climb import information
from ordag.panels.reading import Panel, read_panel
from ordag.panels.result import PanelNetwork, PersonLevels, Transition
from ordag.panels.search import PanelRows, RankedFit, learn_transitions, refitted_steps
from ordag.panels.transitions import TransitionGraph
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.search import SearchSpace
from ordag.strategies import Settings, estimate_margins
from ordag.strategies.contract import cost_of_an_edge
from ordag.strategies.memory import check_memory
from ordag.strategies.saturated import fit_saturated

Matrix = npt.NDArray[np.float64]
Pairs = Iterable[tuple[str, str]]

_FEWEST_WAVES_WITH_LEVELS = 3


@dataclass(frozen=True)
class PanelKnowledge:
    """What is known of the links of a step.

    Attributes
    ----------
    forbidden : tuple of (str, str)
        Neither in the same wave nor a wave later.
    autoregression : bool
        Whether every item depends on itself a wave before.
    contemporaneous : bool
        Whether items of the same wave may act on each other.
    """

    forbidden: tuple[tuple[str, str], ...] = ()
    autoregression: bool = True
    contemporaneous: bool = True

    def space(self, items: tuple[str, ...], n_waves: int = 2) -> SearchSpace:
        """Graphs of several waves: no link leads back, into the first of two waves, or further than to the next."""
        n, n_columns = len(items), len(items) * n_waves
        ruled_out, required = np.ones((n_columns, n_columns), dtype=bool), []
        known = np.zeros((n, n), dtype=bool)
        for pair in self.forbidden:
            for name in pair:
                if name not in items:
                    raise unknown_option("item", name, items)
            known[items.index(pair[0]), items.index(pair[1])] = True
        for wave in range(n_waves):
            here, before = slice(wave * n, (wave + 1) * n), slice((wave - 1) * n, wave * n)
            if n_waves > 2 or wave:  # of two waves the first is given
                ruled_out[here, here] = known if self.contemporaneous else ~known | known
            if wave:
                ruled_out[before, here] = known & ~np.eye(n, dtype=bool) if self.autoregression else known
                required += [((wave - 1) * n + k, wave * n + k) for k in range(n)] if self.autoregression else []
        np.fill_diagonal(ruled_out, val=False)
        return SearchSpace(
            range(n_columns), required=required, forbidden=[(int(i), int(j)) for i, j in np.argwhere(ruled_out)]
        )


def waves(
    frame: Any,
    pattern: str | None = None,
    *,
    person: str | None = None,
    wave: str | None = None,
    stationary: bool = True,
    intercepts: bool | str = "auto",
    thresholds: str = "free",
    forbidden: Pairs = (),
    autoregression: bool = True,
    contemporaneous: bool = True,
    levels: Any = None,
    kinds: Any = None,
    n_jobs: int | None = None,
    random_state: RandomStateLike = 0,
    verbose: bool = False,
) -> PanelNetwork:
    """The network of items that were measured repeatedly: what acts on what in the same wave, and a wave later.

    Parameters
    ----------
    frame
        A data frame or the path of a file: with a row per person and a column per item and wave, or, with `person` and
        `wave`, with a row per person and wave and a column per item. Persons who miss a wave, or drop out, contribute
        what they answered.
    pattern
        How columns are named, with places for item and wave; ``"{item}_t{wave}"`` when left out.
    person, wave
        The columns that name them, of a frame with a row per person and wave.
    stationary
        Whether graph and weights are the same at each step from a wave to the next; if not, each step has its own.
    intercepts
        Whether persons differ in a stable level of each item, so that links are those within persons; takes three
        waves. ``"auto"``: if AIC says so.
    thresholds
        ``"free"``: each item has its own at each wave. ``"tied"``: those of an item are the same at all waves.
    forbidden
        Pairs (from, to) of items without a link, neither in the same wave nor a wave later.
    autoregression
        Whether every item depends on itself a wave before; if not, only where the data say so.
    contemporaneous
        Whether items may act on each other within a wave; if not, only a wave later.
    levels, kinds
        By item, as for `ordag.data.encode`.
    n_jobs
        Threads; -1 for all cores.
    random_state
        Seed or generator.
    verbose
        Show a progress bar.

    Examples
    --------
    >>> import ordag
    >>> panel = ordag.simulate.panel_data([[0.5, 0.4], [0, 0.5]], [[0, 0], [0, 0]], n_rows=300, n_waves=3, rng=1)
    >>> found = waves(panel.frame)
    >>> found.links[["kind", "from", "to"]].to_numpy().tolist()
    [['lagged', 'V1', 'V2'], ['autoregression', 'V1', 'V1'], ['autoregression', 'V2', 'V2']]
    """
    if intercepts not in ("auto", True, False):
        raise OptionError("intercepts", intercepts, "'auto', yes or no")
    if thresholds not in ("free", "tied"):
        raise unknown_option("thresholds", thresholds, ("free", "tied"))
    panel = read_panel(frame, pattern, person, wave, levels=levels, kinds=kinds)
    if intercepts is True and len(panel.waves) < _FEWEST_WAVES_WITH_LEVELS:
        raise OptionError("intercepts", intercepts, f"left out with {len(panel.waves)} waves; they take three or more")
    knowledge = PanelKnowledge(tuple(forbidden), autoregression, contemporaneous)
    with terminal_bar(verbose):
        prepared = PreparedPanel.of(panel, as_threads(n_jobs), tied_thresholds=thresholds == "tied")
        return learned(prepared, knowledge, intercepts, as_generator(random_state), stationary=stationary)


@dataclass(frozen=True, eq=False)
class PreparedPanel:
    """A panel with its margins, ready to be fitted."""

    panel: Panel
    declared: OrdinalTable
    merged: MergedLevels
    margins: Margins
    rows: PanelRows
    is_tied: bool

    @classmethod
    def of(cls, panel: Panel, n_threads: int = 1, *, tied_thresholds: bool = False) -> "PreparedPanel":
        """The panel with margins of each wave, or with the same for all."""
        n_waves, declared = len(panel.waves), panel.wide()
        check_memory(declared.n_rows, declared.n_columns)
        with collected_warnings() if tied_thresholds else nullcontext():  # levels that a single wave lacks
            merged = declared.merged()
        margins = estimate_margins(merged.table, n_threads=n_threads)
        if tied_thresholds:
            merged = panel.merged_alike()
            margins = tied_margins(margins, merged.table, n_waves)
        boxes = latent_boxes(merged.table, margins, distinct=True)
        saturated = fit_saturated(boxes, n_threads=n_threads)
        rows = PanelRows(boxes, len(panel.items), n_waves, saturated, n_threads)
        return cls(panel, declared, merged, margins, rows, tied_thresholds)

    def otherwise(self) -> "PreparedPanel":
        """The panel with the other kind of margins."""
        with collected_warnings():  # all that there is to say of the levels has been said
            return PreparedPanel.of(self.panel, self.rows.n_threads, tied_thresholds=not self.is_tied)

    @property
    def n_margins(self) -> int:
        """Number of parameters that are free at each wave: thresholds, means and scales."""
        return int(sum(cuts.size or 2 for cuts in self.margins.cuts))

    @property
    def log_units(self) -> float:
        """What converts the density of standardised values into that of the data."""
        seen = (~self.merged.table.missing).sum(axis=0)
        return -float(seen @ np.log(self.margins.scales))


def tied_margins(margins: Margins, table: OrdinalTable, n_waves: int) -> Margins:
    """Margins that are the same at all waves: of all answers together, including those that are missing at random.

    The margins of each wave are those of levels that the wave has; the table has the levels of all waves.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0, 0], [1, 1]])
    >>> tied_margins(Margins((np.array([-1.0]), np.array([1.0])), np.zeros(2), np.ones(2)), table, 2).cuts
    (array([0.]), array([0.]))
    """
    n = margins.n_columns // n_waves
    below = [_shares_below(cuts, table.codes[:, k], table.n_levels[k]) for k, cuts in enumerate(margins.cuts)]
    means, variances = margins.means.reshape(n_waves, n), margins.scales.reshape(n_waves, n) ** 2
    scales = np.sqrt(variances.mean(axis=0) + means.var(axis=0))
    cuts = tuple(normal.quantile(np.mean(below[item::n], axis=0)) for item in range(n))
    return Margins(cuts * n_waves, np.tile(means.mean(axis=0), n_waves), np.tile(scales, n_waves), margins.curves)


def _shares_below(cuts: Cuts, codes: npt.NDArray[np.int16], n_levels: int) -> Cuts:
    """Share of answers up to each level but the last, by the cuts between the levels that occur."""
    if not n_levels:
        return np.empty(0)
    occurs = np.bincount(codes[codes >= 0], minlength=n_levels) > 0
    shares = np.concatenate([[0.0], normal.cdf(cuts), [1.0]])
    return np.asarray(shares[np.cumsum(occurs)[:-1]])


def learned(
    prepared: PreparedPanel,
    knowledge: PanelKnowledge,
    intercepts: bool | str,
    rng: np.random.Generator,
    *,
    stationary: bool = True,
) -> PanelNetwork:
    """The network of a panel."""
    rows, items = prepared.rows, prepared.panel.items
    space = knowledge.space(items)
    fits = [learn_transitions(rows, space, rng)] if intercepts in ("auto", False) else []
    if intercepts is True or (intercepts == "auto" and rows.n_waves >= _FEWEST_WAVES_WITH_LEVELS):
        fits.append(learn_transitions(rows, space, rng, has_intercepts=True))
    best = max(fits, key=lambda each: _criterion(rows, each))
    tests = [_test_of_levels(rows, fits)] if len(fits) == 2 else []
    if rows.n_waves > 2:
        tests.append(_test_of_steps(rows, best))
    if not stationary and rows.n_waves > 2:
        best = refitted_steps(rows, best.fit, graphs_by_step(rows, knowledge.space(items, rows.n_waves), rng))
    tests.append(_test_of_thresholds(prepared, best))
    columns = ["hypothesis", "chi_squared", "df", "p_value", "aic_gain"]
    return _result(prepared, best, space, pd.DataFrame(tests, columns=columns))


def graphs_by_step(rows: PanelRows, space: SearchSpace, rng: np.random.Generator) -> tuple[TransitionGraph, ...]:
    """A graph for each step, learned from all waves at once."""
    dag = fit_network(rows.boxes, space, Settings(n_threads=rows.n_threads), rng).dag
    n = rows.n_items
    windows = [slice(step * n, (step + 2) * n) for step in range(rows.n_waves - 1)]
    return tuple(TransitionGraph.of_two_waves(dag[window, window]) for window in windows)


def _criterion(rows: PanelRows, ranked: RankedFit) -> float:
    """The number by which fits with and without levels of the persons are compared."""
    return ranked.criterion - (rows.cost_of_intercepts if ranked.fit.layout.has_intercepts else 0.0)


def _test_of_levels(rows: PanelRows, fits: list[RankedFit]) -> tuple[Any, ...]:
    """Each has a graph of its own, so that there is no p-value."""
    gain = _criterion(rows, fits[1]) - _criterion(rows, fits[0])
    return "persons have no stable levels", np.nan, np.nan, np.nan, gain


def _test_of_steps(rows: PanelRows, best: RankedFit) -> tuple[Any, ...]:
    """The same graph with weights of its own at each step."""
    free = refitted_steps(rows, best.fit, (best.graph,) * (rows.n_waves - 1))
    df = free.fit.layout.n_parameters - best.fit.layout.n_parameters
    statistic = 2 * (free.fit.log_likelihood - best.fit.log_likelihood)
    return _ratio_test("the weights are the same at each step", statistic, df)


def _test_of_thresholds(prepared: PreparedPanel, best: RankedFit) -> tuple[Any, ...]:
    """The same network with thresholds of each wave, and with those of all."""
    free, tied = (prepared if prepared.is_tied == is_tied else prepared.otherwise() for is_tied in (False, True))
    fits = [refitted_steps(each.rows, best.fit, best.fit.layout.steps).fit for each in (free, tied)]
    difference = fits[0].log_likelihood + free.log_units - fits[1].log_likelihood - tied.log_units
    df = free.n_margins - tied.n_margins // len(prepared.panel.waves)
    return _ratio_test("thresholds are the same at all waves", 2 * difference, df)


def _ratio_test(hypothesis: str, statistic: float, df: int) -> tuple[Any, ...]:
    statistic = max(statistic, 0.0)
    return hypothesis, statistic, df, float(chi_squared_tail(statistic, df)), statistic / 2 - df


def _result(prepared: PreparedPanel, best: RankedFit, space: SearchSpace, tests: pd.DataFrame) -> PanelNetwork:
    rows, panel, fit = prepared.rows, prepared.panel, best.fit
    n, layout = rows.n_items, fit.layout
    surrogate = rows.around(fit.at.correlation, best.second)
    covariance = inverse_information(information(fit, surrogate))
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    transitions = []
    for step, graph in enumerate(layout.steps):
        weights, spread = layout.of_step(fit.parameters, step), layout.of_step(errors, step)
        cpdag = space.class_of(graph.two_waves)[n:, n:]
        transitions.append(Transition(weights[:n, n:], weights[n:, n:], spread[:n, n:], spread[n:, n:], cpdag))
    levels = _levels(layout.between(fit.parameters)) if layout.has_intercepts else None
    return PanelNetwork(
        items=panel.items,
        waves=panel.waves,
        n_persons=rows.n_persons,
        transitions=tuple(transitions),
        person_levels=levels,
        first_wave=fit.at.within[:n, :n],
        network=_network(prepared, best),
        tests=tests,
        log_likelihood=fit.log_likelihood,
        bic=_bic(rows, best),
    )


def _bic(rows: PanelRows, ranked: RankedFit) -> float:
    n_links = sum(step.n_edges for step in ranked.fit.layout.steps)
    cost = n_links * cost_of_an_edge("bic", max(rows.n_steps, 1.0), rows.n_items)
    n_levels = rows.n_items * (rows.n_items + 1) / 2 if ranked.fit.layout.has_intercepts else 0.0
    return ranked.fit.log_likelihood - cost - n_levels * cost_of_an_edge("bic", rows.n_persons, rows.n_items)


def _levels(between: Matrix) -> PersonLevels:
    shares = np.diag(between)
    scale = np.sqrt(np.maximum(shares, np.finfo(float).tiny))
    return PersonLevels(shares, between / np.outer(scale, scale))


def _network(prepared: PreparedPanel, best: RankedFit) -> FittedNetwork:
    """The distribution of all items at all waves."""
    fit, n = best.fit, prepared.rows.n_items
    if fit.layout.has_intercepts:
        full: Adjacency = np.triu(np.ones(fit.at.correlation.shape, dtype=np.int8), 1)
        parameters = maximize(fit.at.correlation, full)
        dag = full
    else:
        weights = fit.layout.weights(fit.parameters)
        dag = (weights != 0).astype(np.int8)
        dag[:n, :n] = np.triu(np.ones((n, n), dtype=np.int8), 1)
        parameters = Parameters(weights, fit.at.within_persons.noise, fit.at.correlation)
    network = FittedNetwork.of(prepared.merged, prepared.declared, prepared.margins, dag, parameters)
    return replace(network, criteria=Criteria(fit.log_likelihood, _bic(prepared.rows, best)))
