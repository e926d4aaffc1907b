# SPDX-License-Identifier: MIT
"""Margins when entries are missing: thresholds from all rows, not only from those where the entry was seen.

Where missingness depends on other entries (missing at random), the seen entries of a column are a biased sample of it,
and so are thresholds taken from them alone. Each threshold is therefore moved to where the model, given what every row
shows, expects the share below it to be:

    α(i, l) ← Φ⁻¹( mean over rows of P(Yᵢ < α(i, l) | the row) ),

in turn with EM on the full graph. Such a step goes only the seen share of the way, so it is lengthened by one over that
share. Mean and scale of a continuous column follow the same idea. Without missing entries
nothing changes.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ordag.data import OrdinalTable
from ordag.errors import warn
from ordag.expectation import BoxArrays, Settling, integrate_rows, latent_boxes, rows_at_a_time, start_factors
from ordag.kernels import normal
from ordag.latent import Margins, estimate_thresholds
from ordag.remarks import MarginsUnsettled
from ordag.strategies.saturated import RIDGE, shrink

# Rounding may leave a variance of a nearly known entry at or below zero, and a share of entries at zero or one.
_LEAST_VARIANCE, _LEAST_SHARE = 1e-9, 1e-9
# Steps are lengthened up to what this share of seen entries asks for.
_SHORTEST = 0.1
_MAX_ROUNDS = 300
# The largest move of a threshold or correlation at which the rounds end: small, because the moves shrink slowly.
_TOLERANCE = 1e-3
_SETTLING = Settling(tolerance=1e-2)
# Rows times cubed columns that a round may cost, about a second on one core; fewer rows than these are too few.
_WORK = 5e9
_FEWEST_ROWS = 200

Means = NDArray[np.float64]  # (n_columns, n_rows)


def estimate_margins(
    table: OrdinalTable,
    sampled: OrdinalTable | None = None,
    *,
    earlier: Sequence[Sequence[int]] | None = None,
    called: Sequence[str] | None = None,
    n_threads: int = 1,
) -> Margins:
    """Margins of every column, allowing for entries missing at random.

    What is seen is counted on all rows; what is missing is expected on the rows of `sampled` (all when left out), or,
    with very many columns, on some of them. A column that answers a question asked only after others were answered no
    (`earlier`, by column; see `ordag.latent.coordinates`) is not missing where it was not asked.
    Where the columns are coordinates, `called` names those that they belong to, which a remark is about.
    """
    seen = margins = estimate_thresholds(table)
    earlier = [()] * table.n_columns if earlier is None else earlier
    if not _unanswered(table, earlier).any():
        return margins
    shares = _seen_shares(table, margins)
    sampled = _affordable(table if sampled is None else sampled)
    boxes = latent_boxes(sampled, margins, distinct=True)
    factors, correlation = start_factors(boxes).copies(), np.eye(boxes.n_columns)
    for _ in range(_MAX_ROUNDS):
        means, variances, second = _row_moments(boxes, correlation, factors, n_threads)
        updated = shrink(second, boxes.total_weight, RIDGE)
        moved = _moved(margins, boxes, means, variances, shares, seen, earlier)
        change = max(np.abs(updated - correlation).max(), _distance(moved, margins))
        margins, correlation = moved, updated
        boxes = latent_boxes(sampled, margins, distinct=True)
        if change < _TOLERANCE:
            return margins
    shares_missing = _unanswered(table, earlier).mean(axis=0)
    most = int(np.argmax(shares_missing))
    warn(MarginsUnsettled(_MAX_ROUNDS, (called or table.names)[most], float(shares_missing[most])))
    return margins


def _unanswered(table: OrdinalTable, earlier: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Missing entries, without those of questions that were not asked."""
    first = [before[0] if before else column for column, before in enumerate(earlier)]
    return table.missing[:, first]


def _affordable(table: OrdinalTable) -> OrdinalTable:
    """Rows spread evenly over the table, as many as a round can pass over in about a second."""
    most = max(_FEWEST_ROWS, int(_WORK / table.n_columns**3))
    return table if table.n_rows <= most else table.rows(np.linspace(0, table.n_rows - 1, most).round().astype(np.intp))


def _distance(first: Margins, second: Margins) -> float:
    """The largest move of a threshold, of a mean in scales, or of a log scale."""
    cuts = [np.abs(a - b).max(initial=0.0) for a, b in zip(first.cuts, second.cuts, strict=True)]
    centres = np.abs(first.means - second.means) / second.scales
    return float(max(*cuts, centres.max(), np.abs(np.log(first.scales / second.scales)).max()))


def _row_moments(
    boxes: BoxArrays, correlation: NDArray[np.float64], factors: tuple[Means, Means], n_threads: int
) -> tuple[Means, Means, NDArray[np.float64]]:
    """Mean and variance of every latent entry given its row, and the pooled second moments."""
    means, variances = np.empty(boxes.codes.shape), np.empty(boxes.codes.shape)
    summed = np.zeros_like(correlation)
    diagonal = np.cumsum(np.arange(1, boxes.n_columns + 1)) - 1
    n_rows = rows_at_a_time(boxes.n_columns)
    for first in range(0, boxes.n_rows, n_rows):
        rows = slice(first, first + n_rows)
        local = (np.ascontiguousarray(factors[0][:, rows]), np.ascontiguousarray(factors[1][:, rows]))
        part = boxes.rows(rows)
        found = integrate_rows(part, correlation, local, by_row=True, settling=_SETTLING, n_threads=n_threads)
        assert found.mean is not None
        assert found.second is not None
        assert found.moments is not None
        factors[0][:, rows], factors[1][:, rows] = local
        means[:, rows] = found.mean
        variances[:, rows] = found.second[diagonal] - found.mean**2
        summed += found.moments
    return means, variances, summed / boxes.total_weight


def _seen_shares(table: OrdinalTable, margins: Margins) -> list[NDArray[np.float64]]:
    """For each column the share of all rows that were seen below each of its cuts, and last the share seen at all."""
    weights = table.row_weights
    shares = []
    for codes, cuts in zip(table.codes.T, margins.cuts, strict=True):
        counts = np.bincount(codes + 1, weights, minlength=cuts.size + 2)
        shares.append(np.cumsum(counts[1:]) / weights.sum())
    return shares


def _moved(
    margins: Margins,
    boxes: BoxArrays,
    means: Means,
    variances: Means,
    shares: list[NDArray[np.float64]],
    seen: Margins,
    earlier: Sequence[Sequence[int]],
) -> Margins:
    """Margins that agree with the expected shares, means and scales of all rows; `seen` are those of seen entries."""
    cuts, centres, scales = list(margins.cuts), margins.means.copy(), margins.scales.copy()
    for column, old in enumerate(margins.cuts):
        first = earlier[column][0] if earlier[column] else column
        missing = (boxes.codes[first] < 0) & (boxes.weights > 0)
        if not missing.any():
            continue
        counted = boxes.weights[missing]
        own_shares = shares[column]
        for question in earlier[column]:
            deviation = np.sqrt(np.maximum(variances[question, missing], _LEAST_VARIANCE))
            counted = counted * normal.cdf((margins.cuts[question][0] - means[question, missing]) / deviation)
        if earlier[column]:  # of the rows in which the question is asked, or would have been
            own_shares = own_shares / (own_shares[-1] + counted.sum() / boxes.total_weight)
        weights = counted / counted.sum()
        mean, variance = means[column, missing], variances[column, missing]
        if old.size:
            spread = np.sqrt(np.maximum(variance, _LEAST_VARIANCE))
            below = weights @ normal.cdf((old - mean[:, None]) / spread[:, None])
            cuts[column] = _moved_cuts(old, own_shares, below)
            continue
        share, expected = own_shares[-1], centres[column] + scales[column] * mean
        moved = scales[column] ** 2 * variance
        centres[column] = share * seen.means[column] + (1 - share) * (weights @ expected)
        scales[column] = np.sqrt(
            share * (seen.scales[column] ** 2 + (seen.means[column] - centres[column]) ** 2)
            + (1 - share) * (weights @ (moved + (expected - centres[column]) ** 2))
        )
    return replace(margins, cuts=tuple(cuts), means=centres, scales=scales)


def _moved_cuts(
    cuts: NDArray[np.float64], shares: NDArray[np.float64], below: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Cuts after a lengthened step, given the shares of missing entries expected below them.

    Where few entries were seen the step may carry a cut past its neighbour, so they are put in order; where hardly any
    were, a step as long as their share asks for would overshoot without end.
    """
    seen_below, seen = shares[:-1], shares[-1]
    expected = normal.quantile(np.clip(seen_below + (1 - seen) * below, _LEAST_SHARE, 1 - _LEAST_SHARE))
    return np.sort(cuts + (expected - cuts) / max(seen, _SHORTEST))
