# SPDX-License-Identifier: MIT
"""From an encoded table to a fitted graph, in each of the three ways of `ordag.OSEM`.

Each function reads from top to bottom: merge levels that nobody chose, estimate margins, put every row in its box, less
what the rows of its cluster share, learn.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ordag.clusters import ClusterShifts, estimate_shifts, shifted_boxes
from ordag.data import MergedLevels, OrdinalTable
from ordag.data.checks import no_nominal
from ordag.errors import InputValueError
from ordag.expectation import BoxArrays, latent_boxes
from ordag.fitting import (
    check_columns_for_hidden,
    fit_found,
    fit_network,
    fit_paper,
    fit_posterior,
    with_hidden_causes,
)
from ordag.hidden import HiddenFit
from ordag.latent import Coordinates, Margins, estimate_correlations, estimate_thresholds
from ordag.learning.draws import StructureDraws
from ordag.learning.prior import StructurePrior, arrow_log_odds
from ordag.messages import Advise, OptionName, Setting
from ordag.osem_options.fit_options import FitOptions
from ordag.osem_options.graph_prior import GraphPrior
from ordag.search import SearchSpace
from ordag.strategies import Fit, Settings, estimate_margins, rows_to_fit
from ordag.strategies.memory import check_memory
from ordag.strategies.paper import AS_PUBLISHED, QUICK, PaperVariant
from ordag.structural_em import State


@dataclass(frozen=True)
class Learned:
    """What the estimator keeps of a fit.

    Attributes
    ----------
    merged : MergedLevels
    coordinates : Coordinates
        Of the merged columns.
    margins : Margins
        Of the coordinates.
    fit : Fit
        Of the coordinates.
    draws : StructureDraws or None
        Of graphs, under a prior.
    n_learned : int or None
        Rows, if a sample of them was drawn.
    clusters : ClusterShifts or None
        What was taken out of rows that belong together.
    hidden : HiddenFit or None
        Hidden causes, where some were found; the fit has the part among the columns.
    """

    merged: MergedLevels
    coordinates: Coordinates
    margins: Margins
    fit: Fit
    draws: StructureDraws | None = None
    n_learned: int | None = None
    hidden: HiddenFit | None = None
    clusters: ClusterShifts | None = None

    @property
    def scales(self) -> npt.NDArray[np.float64]:
        """Of the columns, in whose units the fit has densities."""
        margins = self.margins if self.clusters is None else self.clusters.margins
        return margins.scales[self.coordinates.blocks.starts]


@dataclass(frozen=True, eq=False)
class _LatentRows:
    """Margins of all rows together, the box of every row that is learned from, and what was taken out of it."""

    margins: Margins
    boxes: BoxArrays
    clusters: ClusterShifts | None = None

    @classmethod
    def of(
        cls,
        table: OrdinalTable,
        sampled: OrdinalTable,
        coordinates: Coordinates,
        *,
        distinct: bool,
        n_threads: int,
    ) -> "_LatentRows":
        """The rows of a sample in the coordinates of its columns, with the margins of the whole table."""
        called, table, sampled = _called(table, coordinates), coordinates.split(table), coordinates.split(sampled)
        margins = estimate_margins(table, sampled, earlier=coordinates.earlier, called=called, n_threads=n_threads)
        return cls(margins, *_boxes(table, sampled, margins, distinct=distinct))


Pipeline: TypeAlias = Callable[[OrdinalTable, SearchSpace, FitOptions, State | None, np.random.Generator], Learned]


def pipeline_of(options: FitOptions) -> Pipeline:
    """The way in which these options learn."""
    if options.mode != "default":
        return partial(learn_paper, variant=QUICK if options.mode == "paper-fast" else AS_PUBLISHED)
    return learn_default if options.prior is None else partial(learn_posterior, prior=options.prior)


def learn_default(
    table: OrdinalTable, space: SearchSpace, options: FitOptions, known: State | None, rng: np.random.Generator
) -> Learned:
    """The graph chosen by its observed likelihood, or found at a given penalty."""
    _check_columns(table, options)
    check_memory(1, table.n_columns)  # before the rows, of which equal ones count once, are looked at
    merged = table.merged()
    coordinates = Coordinates.of(merged.table)
    settings = _settings(options, known)
    sampled = rows_to_fit(merged.table, options.max_rows, settings, rng)
    check_memory(sampled.n_rows, len(coordinates.blocks.owners))
    # Cross-validation leaves out rows, so equal rows must stay apart for it.
    distinct = options.criterion != "cv"
    rows = _LatentRows.of(merged.table, sampled, coordinates, distinct=distinct, n_threads=options.n_threads)
    if coordinates.is_plain:
        fit = fit_network(rows.boxes, space, settings, rng)
    else:
        shown = _indicators(sampled, coordinates, distinct=distinct, n_threads=options.n_threads)
        fit = fit_found(rows.boxes, fit_network(shown, space, settings, rng, coordinates.blocks), settings)
    hidden = None
    if options.hidden != 0:
        fit, hidden = with_hidden_causes(rows.boxes, space, settings, fit, options.hidden, rng)
    fit = fit.scaled_up(table.total_weight / sampled.total_weight)
    n_learned = None if sampled.n_rows == table.n_rows else sampled.n_rows
    return Learned(merged, coordinates, rows.margins, fit, n_learned=n_learned, hidden=hidden, clusters=rows.clusters)


def learn_posterior(
    table: OrdinalTable,
    space: SearchSpace,
    options: FitOptions,
    known: State | None,
    rng: np.random.Generator,
    *,
    prior: GraphPrior,
) -> Learned:
    """Graphs drawn from their posterior, and the best or the average of them."""
    structure = StructurePrior(arrow_log_odds(prior.edges, table.names), prior.over == "classes")
    merged = table.merged()
    coordinates = _single_coordinates(merged.table, Setting("prior", "wishart"))
    check_memory(table.n_rows, table.n_columns)
    rows = _LatentRows.of(merged.table, merged.table, coordinates, distinct=True, n_threads=options.n_threads)
    settings = _settings(options, known)
    fit, draws = fit_posterior(rows.boxes, space, settings, structure, prior.n_draws, rng, average=prior.average)
    return Learned(merged, coordinates, rows.margins, fit, draws, clusters=rows.clusters)


def learn_paper(
    table: OrdinalTable,
    space: SearchSpace,
    options: FitOptions,
    known: State | None,
    rng: np.random.Generator,
    *,
    variant: PaperVariant,
) -> Learned:
    """The graph of the paper's algorithm."""
    if table.clusters is not None:
        raise InputValueError(
            OptionName("clusters"), ("mean nothing to ", Setting("mode", options.mode)), "its rows are independent"
        )
    merged = table.merged()
    coordinates = _single_coordinates(merged.table, Setting("mode", options.mode))
    check_memory(table.n_rows, table.n_columns)
    margins = estimate_thresholds(merged.table, smoothing=1)
    rows = merged.table if variant.groups_rows else merged.table.repeated()
    boxes = latent_boxes(rows, margins, distinct=variant.groups_rows)

    def pairwise() -> npt.NDArray[np.float64]:
        return estimate_correlations(merged.table, margins, smoothing="add_one", repair="eigenvalue").correlation

    penalty = cast(float, options.penalty)  # the options admit no other in this mode
    fit = fit_paper(boxes, space, _settings(options, known), penalty, pairwise, options.n_draws, rng, variant=variant)
    return Learned(merged, coordinates, margins, fit)


def _check_columns(table: OrdinalTable, options: FitOptions) -> None:
    """Refuse columns with which hidden causes cannot be learned."""
    if options.hidden != 0:
        no_nominal(OptionName("hidden"), table.names, table.kinds)
        check_columns_for_hidden(table.n_columns, options.hidden)


def _indicators(table: OrdinalTable, coordinates: Coordinates, *, distinct: bool, n_threads: int) -> BoxArrays:
    """Rows with indicators of categories, on which a graph does not depend on the order of the categories."""
    shown = coordinates.indicators(table)
    margins = estimate_margins(shown, called=_called(table, coordinates), n_threads=n_threads)
    return _boxes(shown, shown, margins, distinct=distinct)[0]


def _boxes(
    table: OrdinalTable, sampled: OrdinalTable, margins: Margins, *, distinct: bool
) -> tuple[BoxArrays, ClusterShifts | None]:
    """Boxes of the rows of a sample, less what rows of a cluster share in the whole table, and what that is."""
    if table.clusters is None:
        return latent_boxes(sampled, margins, distinct=distinct), None
    shifts = estimate_shifts(table, margins)
    return shifted_boxes(sampled, shifts, distinct=distinct), shifts


def _called(table: OrdinalTable, coordinates: Coordinates) -> list[str]:
    """The name of the column of each coordinate."""
    return [table.names[column] for column in coordinates.blocks.owners]


def _single_coordinates(table: OrdinalTable, asked: Setting) -> Coordinates:
    """The coordinates of columns that own one each; what cannot deal with others refuses nominal columns."""
    no_nominal(asked, table.names, table.kinds, [Advise("use the default mode without a prior")])
    return Coordinates.of(table)


def _settings(options: FitOptions, known: State | None) -> Settings:
    return Settings(options.penalty, options.criterion, options.search, options.n_threads, known)
