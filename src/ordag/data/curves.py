# SPDX-License-Identifier: MIT
"""Curves that turn the values of a column into normal scores, and normal scores back into values.

The model needs of a continuous column only that it is a monotone function of a normal variable, not that it is normal.
A `Curve` is that function, estimated from the ranks: a line through a few points, flat where many rows hold the same
value. Every point is a mean of several rows, or a value that several rows hold, so that a stored curve tells nothing of
a single row.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ordag.kernels import normal

Array = npt.NDArray[np.float64]

Limits = tuple[float | None, float | None]  # a floor and a ceiling

# Rows behind each point of a curve, at least, and the share of all rows.
_FEWEST_ROWS, _SHARE = 5, 0.02
_LEAST_DEVIATION = 1e-9


@dataclass(frozen=True, eq=False)
class Curve:
    """A value as a function of a standard normal variable: a line through points, constant beyond the outer ones.

    Attributes
    ----------
    latent, values : (n_points,)
        Where the points lie, neither of them decreasing. Between two points of one value the curve is flat: as many
        rows hold that value as have their normal variable there.
    boxed
        Whether a value of a flat piece stands for all of it, a box, in place of the mean score there.

    Examples
    --------
    >>> curve = curve_of(np.repeat([0.0, 1.0, 2.0, 4.0], 25))
    >>> curve.values_of([-2.0, -0.1, 0.1, 2.0]).tolist()
    [0.0, 1.0, 2.0, 4.0]
    >>> curve.scores_of([0.0, 4.0]).round(2).tolist()
    [-1.37, 1.37]
    """

    latent: Array
    values: Array
    boxed: bool = False

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the scores: below 1 where rows share a mean score."""
        lost = 0.0 if self.boxed else sum(heap.mass * heap.variance for heap in self._heaps)
        return float(np.sqrt(max(1 - lost, np.finfo(float).eps)))

    @cached_property
    def boxes(self) -> Array:
        """(n_boxes, 2) between which normal variables the values of boxes lie; none unless `boxed`."""
        ends = [(heap.low, heap.high) for heap in self._heaps if self.boxed]
        return np.array(ends).reshape(-1, 2)

    def box_of(self, values: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Which box each value stands for, counted from 1; 0 for a value that stands for a point.

        Examples
        --------
        >>> hours = curve_of(np.repeat([0.0, 1.0, 2.5, 4.0], [40, 1, 1, 1]), boxed=True)
        >>> hours.box_of([0.0, 2.5])
        array([1, 0], dtype=int16)
        """
        given = np.asarray(values, dtype=np.float64)
        found = np.zeros(given.shape, dtype=np.int16)
        for place, heap in enumerate(self._heaps if self.boxed else ()):
            found[heap.holds(given)] = place + 1
        return found

    def hidden_variances(self, values: npt.ArrayLike) -> Array:
        """Variance of the normal variable that each value leaves: that within its box, 0 for a point."""
        within = np.array([0.0, *(heap.variance for heap in self._heaps if self.boxed)])
        return np.asarray(within[self.box_of(values)])

    def scores_of(self, values: npt.ArrayLike) -> Array:
        """Normal scores of some values, of variance one over the rows behind the curve; NaN where missing.

        Rows that share a value have the mean of the scores that they cover.
        """
        given = np.asarray(values, dtype=np.float64)
        found = np.interp(given, self.values, self.latent)
        for heap in self._heaps:
            found = np.where(heap.holds(given), heap.mean, found)
        return np.asarray(found / self.spread)

    def values_of(self, latent: npt.ArrayLike) -> Array:
        """Values that some standard normal variables stand for."""
        return np.asarray(np.interp(np.asarray(latent, dtype=np.float64), self.latent, self.values))

    def ends_of(self, value: float) -> tuple[float, float]:
        """Between which normal variables a value lies: two that differ where rows share it."""
        shared = next((heap for heap in self._heaps if heap.value == value), None)
        if shared is not None:
            return shared.low, shared.high
        latent = float(np.interp(value, self.values, self.latent))
        return latent, latent

    def expected(self, means: npt.ArrayLike, deviations: npt.ArrayLike) -> Array:
        """Mean value where the normal variable has other means and deviations.

        Examples
        --------
        >>> curve = Curve(np.array([-1.0, 1.0]), np.array([0.0, 10.0]))
        >>> curve.expected([0.0, 5.0], 1.0).round(2).tolist()
        [5.0, 10.0]
        """
        centre, spread = np.broadcast_arrays(
            np.asarray(means, float)[..., None], np.asarray(deviations, float)[..., None]
        )
        ends = (self.latent - centre) / np.maximum(spread, _LEAST_DEVIATION)
        below, density = normal.cdf(ends), normal.pdf(ends)
        widths = np.diff(self.latent)
        slopes = np.divide(np.diff(self.values), widths, out=np.zeros_like(widths), where=widths > 0)
        offsets = self.values[:-1] + slopes * (centre - self.latent[:-1])
        inside = offsets * np.diff(below, axis=-1) - slopes * spread * np.diff(density, axis=-1)
        return np.asarray(inside.sum(axis=-1) + self.values[0] * below[..., 0] + self.values[-1] * (1 - below[..., -1]))

    @cached_property
    def _heaps(self) -> tuple["_Heap", ...]:
        """The flat pieces; one at an end reaches to infinity."""
        last = len(self.latent) - 2
        flat = np.flatnonzero((np.diff(self.values) == 0) & (np.diff(self.latent) > 0)).tolist()
        return tuple(
            _Heap(
                float(self.values[k]),
                -np.inf if k == 0 else float(self.latent[k]),
                np.inf if k == last else float(self.latent[k + 1]),
            )
            for k in flat
        )


Curves = tuple[Curve | None, ...]  # one per continuous column


@dataclass(frozen=True)
class _Heap:
    """A value that many rows share, and the normal variables that they have."""

    value: float
    low: float
    high: float

    def holds(self, values: Array) -> npt.NDArray[np.bool_]:
        """Which values are its own; those further out, where it is the last, are too."""
        below = (values < self.value) & (self.low == -np.inf)
        return np.asarray((values == self.value) | below | ((values > self.value) & (self.high == np.inf)))

    @property
    def mass(self) -> float:
        """Share of the rows."""
        return float(normal.cdf(self.high) - normal.cdf(self.low))

    @property
    def mean(self) -> float:
        """Mean of the normal variable."""
        return float(normal.pdf(self.low) - normal.pdf(self.high)) / self.mass

    @property
    def variance(self) -> float:
        """Its variance."""
        turned = [end * float(normal.pdf(end)) if np.isfinite(end) else 0.0 for end in (self.low, self.high)]
        return 1 + (turned[0] - turned[1]) / self.mass - self.mean**2


def curve_of(
    values: Array, weights: Array | None = None, *, boxed: bool = False, limits: Limits = (None, None)
) -> Curve:
    """The curve of a column.

    Parameters
    ----------
    values
        Its entries, NaN where missing; at least two differ.
    weights
        Of the rows; all count once when left out.
    boxed
        Whether values that many rows share stand for boxes.
    limits
        A floor and a ceiling: values at them and beyond are the same value, shared however few the rows are.

    Examples
    --------
    >>> curve_of(np.repeat([0.0, 1.0], [90, 10])).latent.round(2).tolist()
    [-2.58, 1.28, 1.28, 2.58]
    """
    values = _within(limits, values)
    seen = ~np.isnan(values)
    counted = np.ones(len(values)) if weights is None else weights
    distinct, place = np.unique(values[seen], return_inverse=True)
    shares = np.bincount(place, counted[seen]) / counted[seen].sum()
    n_rows = np.bincount(place)
    latent: list[float] = []
    points: list[float] = []
    below = 0.0
    enough = max(_FEWEST_ROWS, _SHARE * n_rows.sum())
    is_shared = (n_rows >= enough) | np.isin(distinct, [limit for limit in limits if limit is not None])
    for group in _groups(n_rows, is_shared, enough):
        mass, is_heap = float(shares[group].sum()), len(group) == 1 and bool(is_shared[group[0]])
        if mass == 0:
            continue
        ends = normal.quantile(np.clip([below, below + mass], 0.0, 1.0))
        heap = _Heap(float(shares[group] @ distinct[group]) / mass, float(ends[0]), float(ends[1]))
        latent += [heap.low, heap.high] if is_heap else [heap.mean]
        points += [heap.value] * (1 + is_heap)
        below += mass
    if len(points) == 1:  # too few rows for two points: a line with their mean and deviation
        deviation = float(np.sqrt(shares @ (distinct - points[0]) ** 2))
        latent, points = [-1.0, 1.0], [points[0] - deviation, points[0] + deviation]
    found = _with_ends(np.array(latent), np.array(points), int(n_rows.sum()), lowest=float(distinct[0]))
    return replace(found, values=_within(limits, found.values), boxed=boxed)


def _within(limits: Limits, values: Array) -> Array:
    floor, ceiling = limits
    return values if floor is None and ceiling is None else np.clip(values, floor, ceiling)


def _groups(
    n_rows: npt.NDArray[np.intp], is_shared: npt.NDArray[np.bool_], enough: float
) -> list[npt.NDArray[np.intp]]:
    """Neighbours among the distinct values that make a point together; one that is shared is alone."""
    groups: list[list[int]] = [[]]
    for place, shared in enumerate(is_shared.tolist()):
        if shared:
            groups += [[place], []]
            continue
        groups[-1].append(place)
        if n_rows[groups[-1]].sum() >= enough:
            groups.append([])
    kept = [group for group in groups if group]
    if len(kept) > 1 and n_rows[kept[-1]].sum() < enough and not is_shared[np.r_[kept[-2], kept[-1]]].any():
        kept[-2:] = [kept[-2] + kept[-1]]
    return [np.array(group) for group in kept]


def _with_ends(latent: Array, values: Array, n_rows: int, lowest: float) -> Curve:
    """A curve to as far out as so many rows reach: flat from a heap, else straight on, but to no sign that is new."""
    reach = float(normal.quantile(1 - 0.5 / n_rows))
    if np.isfinite(latent[0]) and -reach < latent[0]:
        slope = _slope(latent[:2], values[:2])
        first = values[0] - slope * (latent[0] + reach)
        latent, values = np.insert(latent, 0, -reach), np.insert(values, 0, max(first, 0.0) if lowest >= 0 else first)
    if np.isfinite(latent[-1]) and latent[-1] < reach:
        slope = _slope(latent[-2:], values[-2:])
        last = values[-1] + slope * (reach - latent[-1])
        latent, values = np.append(latent, reach), np.append(values, min(last, 0.0) if values[-1] <= 0 else last)
    return Curve(np.clip(latent, -reach, reach), values)


def _slope(latent: Array, values: Array) -> float:
    return float((values[1] - values[0]) / (latent[1] - latent[0])) if latent[1] > latent[0] else 0.0
