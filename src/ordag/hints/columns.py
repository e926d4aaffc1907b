# SPDX-License-Identifier: MIT
"""Hints in columns: arrows into what no answer can change, and totals of other columns."""

import re

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.model import FittedNetwork, Standing, standing_of
from ordag.remarks import ArrowsIntoGiven, TotalLeft

# What a person is born with, by usual names of columns in several languages.
_GIVEN = re.compile(
    r"age|agey?(ea)?rs?|sex|gender|female|male|race|ethnic\w*|(country|place|region|year|date)[ _.-]?of[ _.-]?birth|"
    r"birth[ _.-]?(country|place|region|year|date)|year[ _.-]?born|born\w*|alter|geschlecht|geburts\w+|sexe|genre|"
    r"edad|sexo|genero|género|idade|leeftijd|geslacht|età|eta|sesso",
    re.IGNORECASE,
)

# A total is explained by its parts, at least three of them, whose coefficients are nearly equal.
_EXPLAINED, _FEWEST_PARTS, _SPREAD = 0.9, 3, 0.25
# Coefficients smaller than this share of the largest are those of other columns.
_NO_PART = 0.4
_ROWS_PER_COLUMN = 5


def is_given(name: str) -> bool:
    """Whether a column holds what no answer can change, by its name.

    Parameters
    ----------
    name
        Of the column.

    Examples
    --------
    >>> is_given("Age"), is_given("mood")
    (True, False)
    """
    return _GIVEN.fullmatch(name.strip()) is not None


def arrows_into_given(network: FittedNetwork) -> ArrowsIntoGiven | None:
    """A hint if arrows, as they are drawn, lead into age, sex or place of birth from other columns.

    Parameters
    ----------
    network
        The network.
    """
    names = network.names
    given = [k for k, name in enumerate(names) if is_given(name)]
    others = [k for k in range(len(names)) if k not in given]
    arrows = [
        (names[i], names[j])
        for i in others
        for j in given
        if network.dag[i, j] and standing_of(network, i, j) is Standing.ARROW
    ]
    if not arrows:
        return None
    return ArrowsIntoGiven(arrows, ([names[k] for k in given], [names[k] for k in others]))


def totals_left(table: OrdinalTable) -> TotalLeft | None:
    """A hint if a column is, apart from rounding, the sum or mean of others.

    Parameters
    ----------
    table
        The rows; complete ones are looked at.
    """
    values = _numbers(table)
    complete = values[np.isfinite(values).all(axis=1)]
    if len(complete) < _ROWS_PER_COLUMN * table.n_columns or table.n_columns <= _FEWEST_PARTS:
        return None
    centred = complete - complete.mean(axis=0)
    spread = np.sqrt(np.mean(centred**2, axis=0))
    covariance = centred.T @ centred / len(centred)
    if not (spread > 0).all():
        return None
    # With the inverse covariance all columns are regressed on the others at once.
    precision = np.linalg.pinv(covariance + 1e-9 * np.diag(spread**2), hermitian=True)
    explained = 1 - 1 / (np.diag(precision) * spread**2)
    for column in np.argsort(-explained):
        if explained[column] < _EXPLAINED:
            return None
        slopes = np.delete(-precision[column] / precision[column, column], column)
        members = np.delete(np.arange(table.n_columns), column)[_parts(slopes)]
        if members.size >= _FEWEST_PARTS:
            names = [table.names[k] for k in members]
            return TotalLeft(table.names[column], names, float(explained[column]))
    return None


def _parts(slopes: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Which columns are parts: those of clear coefficients, if these are nearly equal apart from their sign."""
    sizes = np.abs(slopes)
    is_part = sizes > _NO_PART * sizes.max()
    middle = float(np.median(sizes[is_part]))
    is_alike = np.abs(sizes[is_part] - middle).max() <= _SPREAD * middle
    return is_part if is_alike else np.zeros_like(is_part)


def _numbers(table: OrdinalTable) -> npt.NDArray[np.float64]:
    """Codes and values as numbers, NaN where missing."""
    values = np.where(table.codes >= 0, table.codes, np.nan).astype(np.float64)
    is_continuous = np.array([not levels for levels in table.levels], dtype=bool)
    values[:, is_continuous] = table.continuous
    return values
