# SPDX-License-Identifier: MIT
"""Totals and means of other columns, found by least squares: nearly no residual, and coefficients of one size.

The direction of arrows plays no part: a column that the others reproduce without error is one, whatever it is called.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ordag.data.columns.asides import set_aside
from ordag.data.columns.observed import Observed
from ordag.data.columns.plan import ColumnPlan
from ordag.data.columns.reasons import Ground

Array = npt.NDArray[np.float64]

# A total has more different values than an item, and at least two parts.
_FEWEST_VALUES, _FEWEST_PARTS = 5, 2
_MOST_ITEM_VALUES = 20
# Rows beyond the number of coefficients, without which any column is reproduced.
_SPARE_ROWS = 10
# Residual variance beside that of the column: rounding of a mean to two digits stays below.
_RESIDUAL = 5e-3
# Coefficients of parts differ by no more than this from their median; those of other columns are nearly zero.
_SPREAD, _NOTHING = 0.1, 0.2
# Share of rows that the rounded coefficients have to reproduce exactly; the others may be typing errors.
_EXACT = 0.9
_MOST_PARTS = 400
_COPY = 1 - 1e-9


def totals(seen: Mapping[str, Observed], plans: Mapping[str, ColumnPlan]) -> dict[str, ColumnPlan]:
    """Plans of columns that are sums or means of items, perhaps with some of these reversed."""
    scores = {name: values for name in plans if plans[name].is_item and (values := seen[name].scores) is not None}
    by_size = sorted(scores, key=lambda name: -len(seen[name].seen))
    candidates = [name for name in by_size if len(seen[name].seen) >= _FEWEST_VALUES]
    sizes = {name: (len(seen[name].seen), float(np.nanstd(values))) for name, values in scores.items()}
    changed: dict[str, ColumnPlan] = {}
    for name in candidates:
        parts = [x for x in scores if x != name and x not in changed and _may_be_part(sizes[x], sizes[name])]
        found = _parts_of(scores[name], {x: scores[x] for x in parts[:_MOST_PARTS]}, seen[name])
        if found is not None:
            sort, members = found
            changed[name] = set_aside(seen[name], Ground.TOTAL, sort, *members, kind="continuous")
    return changed


def _may_be_part(part: tuple[int, float], total: tuple[int, float]) -> bool:
    """Whether a column has fewer values than a total or, where both are measurements, varies less."""
    (n_part, spread), (n_total, total_spread) = part, total
    if n_part < n_total and n_part <= _MOST_ITEM_VALUES:
        return True
    return min(n_part, n_total) > _MOST_ITEM_VALUES and spread < total_spread


def _parts_of(total: Array, others: Mapping[str, Array], observed: Observed) -> tuple[str, list[str]] | None:
    """Whether a column is a sum or a mean of others, in complete rows or of what was answered, and of which."""
    answered = np.isfinite(total)
    if np.nanstd(total) == 0:
        return None
    shares = {name: float(np.isfinite(values[answered]).mean()) for name, values in others.items()}
    whole = [name for name in others if shares[name] >= _EXACT]
    found = _parts_among({name: others[name] for name in whole}, total, answered)
    if found is None and min(shares.values(), default=1.0) < 1 and len(observed.seen) >= _FEWEST_VALUES:
        filled = {name: np.nan_to_num(values, nan=0.0) for name, values in others.items()}
        found = _parts_among(filled, total, answered)
    return found


def _parts_among(
    others: Mapping[str, Array], total: Array, answered: npt.NDArray[np.bool_]
) -> tuple[str, list[str]] | None:
    """The parts of a total among columns, by the rows that have an entry in all of them."""
    names = list(others)
    if len(names) < _FEWEST_PARTS:
        return None
    design = np.column_stack([others[x] for x in names])
    kept = answered & np.isfinite(design).all(axis=1)
    if kept.sum() < _SPARE_ROWS + 2:
        return None
    first_of_each = _without_copies(design[kept])
    names, design = [names[k] for k in first_of_each], design[:, first_of_each]
    chosen = _chosen(design[kept], total[kept])
    if chosen is None:
        return None
    columns, weights = chosen
    members = _members(weights)
    if members is None or len(members) < _FEWEST_PARTS:
        return None
    columns = [columns[k] for k in members]
    return _exactly(design[kept][:, columns], total[kept], [names[k] for k in columns])


def _without_copies(design: Array) -> list[int]:
    """Positions of the columns that are no copy of an earlier one, reversed or not: copies would share one weight."""
    centred = design - design.mean(axis=0)
    norms = np.sqrt((centred**2).sum(axis=0)) + np.finfo(float).tiny
    alike = np.abs((centred / norms).T @ (centred / norms)) > _COPY
    return np.flatnonzero(~np.tril(alike, -1).any(axis=1)).tolist()


def _chosen(design: Array, total: Array) -> tuple[list[int], Array] | None:
    """Columns that reproduce a total, with their coefficients: all at once if the rows suffice, else one by one."""
    n_rows, n_columns = design.shape
    centred, target = design - design.mean(axis=0), total - total.mean()
    if n_rows >= n_columns + 1 + _SPARE_ROWS + n_columns // 4:
        weights, *_ = np.linalg.lstsq(centred, target, rcond=None)
        left = target - centred @ weights
        return (list(range(n_columns)), weights) if left @ left < _RESIDUAL * (target @ target) else None
    columns: list[int] = []
    left, weights = target, np.empty(0)
    norms = np.sqrt((centred**2).sum(axis=0)) + np.finfo(float).tiny
    while len(columns) < min(n_columns, (n_rows - _SPARE_ROWS) // 2):
        gains = np.abs(centred.T @ left) / norms
        gains[columns] = -1
        columns.append(int(gains.argmax()))
        weights, *_ = np.linalg.lstsq(centred[:, columns], target, rcond=None)
        left = target - centred[:, columns] @ weights
        if left @ left < _RESIDUAL * (target @ target):
            return columns, weights
    return None


def _members(weights: Array) -> list[int] | None:
    """Positions of the coefficients that are of one size, if the others are next to nothing."""
    size = np.abs(weights)
    big = size > size.max() / 2
    typical = float(np.median(size[big]))
    alike = np.abs(size[big] - typical) <= _SPREAD * typical
    return np.flatnonzero(big).tolist() if alike.all() and (size[~big] <= _NOTHING * typical).all() else None


def _exactly(parts: Array, total: Array, names: Sequence[str]) -> tuple[str, list[str]] | None:
    """The sum or mean, if equal coefficients reproduce the total but for rounding in nearly all rows."""
    centred = parts - parts.mean(axis=0)
    signs = np.sign(np.linalg.lstsq(centred, total - total.mean(), rcond=None)[0])
    plain = parts @ signs
    if plain.std() == 0:
        return None
    for sort, made in (("sum", plain), ("mean", plain / len(names))):
        constant = float(np.median(total - made))
        if (np.abs(total - made - constant) <= _rounding(total, sort)).mean() >= _EXACT:
            return sort, list(names)
    return None


def _rounding(total: Array, sort: str) -> float:
    """By how much the numbers of a column may be rounded."""
    if sort == "sum":
        return 1e-6 * max(1.0, float(np.abs(total).max()))
    decimals = next((k for k in range(7) if np.allclose(total, np.round(total, k), atol=1e-9)), 7)
    return 0.5001 * 10.0**-decimals if decimals else 1e-6
