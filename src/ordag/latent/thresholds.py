# SPDX-License-Identifier: MIT
"""From codes to the margins of the latent Gaussian.

Level ``l`` of an ordinal column is observed when its latent standard normal variable falls between the column's cuts
``l - 1`` and ``l`` (the outermost being -inf and +inf), and the cuts are estimated once, from the column alone (Luo,
Moffa and Kuipers, "Learning Bayesian networks from ordinal data", the equation of the thresholds). A continuous column
is its own latent variable, up to a mean and a scale, or stands for it by a curve where its shape is far from a bell
(`ordag.data.curves`). `Margins` holds all kinds, and everything after it works on the standardised latent scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.data.checks import no_nominal
from ordag.data.curves import Curves
from ordag.errors import InputValueError, OptionError
from ordag.kernels import normal
from ordag.messages import Advise, Column

Cuts = npt.NDArray[np.float64]  # (n_levels - 1,), ascending
Weights = npt.NDArray[np.float64] | None  # (n_rows,); None: all rows count once


@dataclass(frozen=True, eq=False)
class Margins:
    """How each column follows from its latent standard normal variable.

    Attributes
    ----------
    cuts
        One array per column: the inner cuts of an ordinal column, empty for a continuous one.
    means, scales
        Per column: a continuous value ``x``, or its normal score where the column has a curve, stands for the latent
        value ``(x - mean) / scale``; 0 and 1 for ordinal columns.
    curves
        Per column, the curve between its values and normal scores; None where values count as they are. Empty: none.
    """

    cuts: tuple[Cuts, ...]
    means: npt.NDArray[np.float64]
    scales: npt.NDArray[np.float64]
    curves: Curves = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "curves", self.curves or (None,) * len(self.cuts))

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.cuts)

    @property
    def is_continuous(self) -> npt.NDArray[np.bool_]:
        """Per column, whether it is continuous."""
        return np.array([cuts.size == 0 for cuts in self.cuts])

    def standardised(self, table: OrdinalTable) -> npt.NDArray[np.float64]:
        """Latent values of the continuous columns, (n_rows, n_continuous), NaN where missing."""
        columns = zip(np.flatnonzero(self.is_continuous), table.continuous.T, strict=True)
        found = [self.latent_of(int(column), values) for column, values in columns]
        return np.column_stack(found) if found else np.empty((table.n_rows, 0))

    def latent_of(self, column: int, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Latent values of some values of a continuous column."""
        curve, given = self.curves[column], np.asarray(values, dtype=np.float64)
        scores = given if curve is None else curve.scores_of(given)
        return np.asarray((scores - self.means[column]) / self.scales[column])

    def box_ends(self, column: int) -> npt.NDArray[np.float64]:
        """(n_boxes, 2) latent values between which those of each box of a continuous column lie."""
        curve = self.curves[column]
        return np.empty((0, 2)) if curve is None else (curve.boxes - self.means[column]) / self.scales[column]

    def boxes_of(self, column: int, values: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Which box each value of a continuous column stands for, counted from 1; 0 for a point."""
        curve = self.curves[column]
        return np.zeros(np.shape(values), dtype=np.int16) if curve is None else curve.box_of(values)

    def known(self, column: int, value: float) -> tuple[float, float]:
        """Between which latent values a continuous column lies where a value is known: equal ends unless in a box."""
        if box := int(self.boxes_of(column, value)):
            low, high = self.box_ends(column)[box - 1].tolist()
            return low, high
        latent = float(self.latent_of(column, value))
        return latent, latent

    def values_of(self, column: int, latent: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Values of a continuous column that latent values stand for.

        Examples
        --------
        >>> Margins((np.empty(0),), np.array([50.0]), np.array([10.0])).values_of(0, [-1.0, 0.0]).tolist()
        [40.0, 50.0]
        """
        curve, scores = self.curves[column], self.means[column] + self.scales[column] * np.asarray(latent)
        return np.asarray(scores if curve is None else curve.values_of(scores))

    def expected(self, column: int, means: npt.ArrayLike, deviations: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Mean value of a continuous column where its latent variable has other means and deviations."""
        curve = self.curves[column]
        centres = self.means[column] + self.scales[column] * np.asarray(means)
        if curve is None:
            return np.asarray(centres)
        return curve.expected(centres, self.scales[column] * np.asarray(deviations))

    def between(self, column: int, low: float, high: float) -> tuple[float, float]:
        """The latent values of a continuous column that stand for values from `low` to `high`, both included.

        Those of a single value are one, or many where rows share the value.
        """
        ends = np.array([low, high])
        if (curve := self.curves[column]) is not None:
            ends = np.array([curve.ends_of(low)[0], curve.ends_of(high)[1]])
            if low < high:  # what lies beyond the outer points is included
                ends = np.where([low < curve.values[0], high > curve.values[-1]], [-np.inf, np.inf], ends)
        lower, upper = (ends - self.means[column]) / self.scales[column]
        return float(lower), float(upper)

    def of(self, columns: Sequence[int] | npt.NDArray[np.intp]) -> "Margins":
        """The margins of some columns, in their order."""
        chosen = [int(column) for column in columns]
        cuts, curves = tuple(self.cuts[column] for column in chosen), tuple(self.curves[column] for column in chosen)
        return Margins(cuts, self.means[chosen], self.scales[chosen], curves)


def estimate_thresholds(table: OrdinalTable, smoothing: float = 0.0) -> Margins:
    """Margins of every column: cuts of the ordinal ones, mean and standard deviation of the continuous ones.

    Those of a column with a curve are of its normal scores.

    Missing entries are left out column by column and row weights count as frequencies. Standard deviations are those of
    maximum likelihood (divisor N).

    Parameters
    ----------
    table
        The encoded data.
    smoothing
        Added to the count of every level before the cumulative shares are formed. With 0, the estimate of the paper, a
        declared level that never occurs gets an interval without content: two equal cuts, or an infinite cut at either
        end. 1 is what the paper's own code uses; it keeps all cuts finite and distinct.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0]] * 5 + [[1]] * 5 + [[2]] * 10)
    >>> estimate_thresholds(table).cuts[0].round(3)
    array([-0.674,  0.   ])
    """
    if not smoothing >= 0:
        raise OptionError("smoothing", smoothing, "zero or positive")
    no_nominal("this method", table.names, table.kinds)
    cuts: list[Cuts] = []
    means, scales = np.zeros(table.n_columns), np.ones(table.n_columns)
    curves = table.column_curves
    continuous = iter(table.continuous.T)
    for column, n_levels in enumerate(table.n_levels):
        if not n_levels:
            values, curve = next(continuous), curves[column]
            means[column], scales[column] = _location_and_scale(
                values if curve is None else curve.scores_of(values),
                np.zeros_like(values) if curve is None else curve.hidden_variances(values),
                table.weights,
                table.names[column],
            )
            cuts.append(np.empty(0))
        else:
            cuts.append(_cuts(table.codes[:, column], table.weights, n_levels, smoothing, table.names[column]))
    return Margins(tuple(cuts), means, scales, curves)


def _cuts(codes: npt.NDArray[np.int16], weights: Weights, n_levels: int, smoothing: float, name: str) -> Cuts:
    """Normal quantiles of the cumulative shares of the levels."""
    if n_levels < 2:
        raise InputValueError(
            Column(name), f"has {n_levels} level", "an ordinal column needs at least 2", remedies=[Advise("drop it")]
        )
    # Shifted by one, so that missing entries are counted too, in a place that is then dropped.
    counts = np.bincount(codes + 1, weights, n_levels + 1)[1:] + smoothing
    below = np.cumsum(counts)[:-1]
    above = np.cumsum(counts[::-1])[-2::-1]
    total = counts.sum()
    if total == 0:
        raise InputValueError(
            Column(name), "has no observed value", "a threshold needs at least one", remedies=[Advise("drop it")]
        )
    # From the nearer end, so that rare top levels keep their digits and an empty one gives exactly +inf.
    return np.where(below <= above, normal.quantile(below / total), -normal.quantile(above / total))


def _location_and_scale(
    values: npt.NDArray[np.float64], hidden: npt.NDArray[np.float64], weights: Weights, name: str
) -> tuple[float, float]:
    """Weighted mean and standard deviation of the observed values, whose hidden variances are added."""
    observed = ~np.isnan(values)
    seen = values[observed]
    weights = np.ones(seen.size) if weights is None else weights[observed]
    total = weights.sum()
    if total == 0:
        raise InputValueError(
            Column(name), "has no observed value", "a mean needs at least one", remedies=[Advise("drop it")]
        )
    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(weights @ seen / total)
        scale = float(np.sqrt(weights @ ((seen - mean) ** 2 + hidden[observed]) / total))
    if not np.isfinite(scale):
        raise InputValueError(
            Column(name),
            f"holds values too large to be squared, up to {np.abs(seen).max():.3g}",
            remedies=[Advise("rescale it")],
        )
    # A constant column leaves rounding noise of the order of eps times its size.
    if scale <= 8 * np.finfo(float).eps * abs(mean):
        raise InputValueError(
            Column(name), f"is constant at {mean:g}", "a continuous column must vary", remedies=[Advise("drop it")]
        )
    return mean, scale
