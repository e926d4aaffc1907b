# SPDX-License-Identifier: MIT
"""Boxes of rows whose cuts are shifted by their cluster.

A column's levels under one shift are codes of their own, so that one latent network is fitted to all rows and no kernel
knows of clusters. Shifts are rounded to a grid, which keeps the codes few however many clusters there are.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.clusters.shifts import ClusterShifts
from ordag.data import OrdinalTable
from ordag.expectation import BoxArrays, latent_boxes

Array = npt.NDArray[np.float64]

# Steps of the grid, in latent standard deviations: well below the error of a shift.
_STEP = 0.01


def shifted_boxes(table: OrdinalTable, found: ClusterShifts, *, distinct: bool = False) -> BoxArrays:
    """Box of the latent vector of every row, less the shifts of its cluster.

    Parameters
    ----------
    table
        Rows with the clusters that the shifts are of.
    found
        The shifts.
    distinct
        Keep one box for rows of a cluster that are equal.
    """
    if distinct:
        groups = table.distinct()
        table = replace(table.rows(groups.index), weights=groups.counts)
    assert table.clusters is not None, "the rows belong to clusters"
    margins = found.margins
    plain = latent_boxes(table, margins)
    steps = np.round(found.shifts / _STEP).astype(np.intp)
    columns = [
        _shifted(codes, cuts, of_column)
        for codes, cuts, of_column in zip(plain.codes, margins.cuts, steps[table.clusters].T, strict=True)
    ]
    stride = max(len(lower) for _, lower, _ in columns)
    observed = plain.observed.copy()
    is_number = margins.is_continuous
    seen = plain.codes[is_number] >= 0
    observed[is_number] = np.where(seen, observed[is_number] - found.shifts[table.clusters].T[is_number], 0.0)
    return replace(
        plain,
        codes=np.stack([codes for codes, _, _ in columns]),
        lower=np.stack([_padded(lower, stride, -np.inf) for _, lower, _ in columns]),
        upper=np.stack([_padded(upper, stride, np.inf) for _, _, upper in columns]),
        observed=observed,
    )


def _shifted(
    codes: npt.NDArray[np.int16], cuts: Array, steps: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.int16], Array, Array]:
    """Codes of one column, a set of levels for each shift, and the ends of their boxes."""
    if not cuts.size:
        return codes, np.array([-np.inf]), np.array([np.inf])
    used, position = np.unique(steps, return_inverse=True)
    ends = cuts - _STEP * used[:, None]
    lower = np.column_stack([np.full(len(used), -np.inf), ends])
    upper = np.column_stack([ends, np.full(len(used), np.inf)])
    shifted = np.where(codes >= 0, codes + position * (cuts.size + 1), codes)
    return shifted.astype(np.int16), np.append(-np.inf, lower), np.append(np.inf, upper)


def _padded(ends: Array, stride: int, value: float) -> Array:
    return np.concatenate([ends, np.full(stride - len(ends), value)])
