# SPDX-License-Identifier: MIT
"""Prediction of one variable from the other entries of each row.

P(level | the row's other entries) is a ratio of rectangle probabilities: that of the row with each level in turn, over
their sum. By default these come from expectation propagation, whose errors nearly cancel in the ratio: in random
networks like the paper's the root mean square error is about 0.001 and the largest 0.005
(``docs/decisions/prediction.md``). Up to three variables the integrals are done by quadrature.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import OrdinalTable
from ordag.data.frames import like_given
from ordag.data.table import NUMBER_KINDS
from ordag.errors import InputValueError
from ordag.expectation import BoxArrays, integrate_rows, log_probabilities, rows_at_a_time, start_factors
from ordag.expectation.cells import MAX_QUADRATURE, cell_probabilities
from ordag.inference.query import conditional
from ordag.messages import UseFunction
from ordag.model import FittedNetwork
from ordag.model.likelihood import row_parts

Probabilities = npt.NDArray[np.float64]  # (n_rows, n_levels)


def predict_proba(
    network: FittedNetwork, frame: Any, target: str, *, n_points: int | None = None, n_threads: int = 1
) -> Any:
    """P(each level of the target | the row's other entries), one column per declared level.

    The frame is of the kind given (polars from polars), else one of pandas, with the row labels of a pandas frame.

    Parameters
    ----------
    network
        The network.
    frame
        Rows in any form that `ordag.data.encode` reads. Missing entries are integrated out, and so is a column that
        the frame lacks (with a warning); its entries of the target are ignored.
    target
        An ordinal or nominal variable.
    n_points
        Number of integration points per row and level, a power of two from 64 on, to use instead of expectation
        propagation; more accurate than the default from 2048 points on.
    n_threads
        Threads to use; the result does not depend on it.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> predict_proba(network, [{"sleep": 1}, {"sleep": None}], "mood").round(2)
          0     1
    0  0.25  0.75
    1  0.50  0.50
    """
    column = network.index(target)
    table = network.encode(frame, allow_absent=True, unneeded=[network.names[column]])
    values = level_probabilities(network, table, column, n_points=n_points, n_threads=n_threads)
    found = pd.DataFrame(values, index=_index(frame), columns=list(network.levels[column]))
    return like_given(found, frame)


def predict(network: FittedNetwork, frame: Any, target: str, *, n_points: int | None = None, n_threads: int = 1) -> Any:
    """The most likely level of the target given the row's other entries; the mean of a continuous target.

    The series is one of the library that `frame` is of (polars from polars), else one of pandas.

    Parameters
    ----------
    network, frame, n_points, n_threads
        As for `predict_proba`; the mean of a continuous target is always by expectation propagation.
    target
        A variable.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> predict(network, [{"sleep": 1}, {"sleep": 0}], "mood").tolist()
    [1, 0]
    """
    column = network.index(target)
    table = network.encode(frame, allow_absent=True, unneeded=[network.names[column]])
    if not network.levels[column]:
        means = conditional_means(network, table, column, n_threads=n_threads)
        return _series(pd.Series(means, index=_index(frame), name=target), frame)
    best = level_probabilities(network, table, column, n_points=n_points, n_threads=n_threads).argmax(axis=1)
    labels: pd.Index[Any] = pd.Index(network.levels[column])
    most_likely = pd.Categorical.from_codes(best, labels, ordered=not network.is_nominal(column))
    return _series(pd.Series(most_likely, index=_index(frame), name=target), frame)


def level_probabilities(
    network: FittedNetwork, table: OrdinalTable, column: int, *, n_points: int | None, n_threads: int = 1
) -> Probabilities:
    """P(declared level | the row's other entries) of one ordinal column for every row of a table."""
    if not network.levels[column]:
        raise InputValueError(
            repr(network.names[column]),
            "is continuous and has no levels",
            remedies=[UseFunction("ordag.inference.predict", "for its mean")],
        )
    without = _without(table, column)
    groups = without.distinct()
    kept = without.rows(groups.index)
    estimated = np.empty((kept.n_rows, network.declared_codes[column].size))
    for part in row_parts(kept):
        boxes = network.boxes(kept.rows(part))
        scores = [
            _log_probability(with_level, network.of_coordinates.correlation, n_points, n_threads)
            for with_level in _with_each_level(boxes, network, column)
        ]
        joint = np.stack(scores, axis=1)
        estimated[part] = np.exp(joint - np.logaddexp.reduce(joint, axis=1, keepdims=True))
    declared = np.zeros((table.n_rows, len(network.levels[column])))
    declared[:, network.declared_codes[column]] = estimated[groups.inverse]
    return declared


def _log_probability(
    boxes: BoxArrays, correlation: npt.NDArray[np.float64], n_points: int | None, n_threads: int
) -> npt.NDArray[np.float64]:
    """Log-probability of every box, by quadrature, points, or expectation propagation."""
    if n_points is not None:
        return log_probabilities(boxes, correlation, n_points=n_points, n_threads=n_threads).log_probability
    if len(correlation) <= MAX_QUADRATURE:
        return _by_quadrature(boxes, correlation)
    factors = start_factors(boxes).copies()
    return integrate_rows(boxes, correlation, factors, n_threads=n_threads).log_probability


def _by_quadrature(boxes: BoxArrays, correlation: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Log-probability of the boxes of every row given its values that are known.

    The density of these is left out: it is the same for all levels of the target.
    """
    exact = boxes.exact
    found = np.empty(boxes.n_rows)
    for pattern in np.unique(exact, axis=1).T:
        rows, known, boxed = (pattern == exact.T).all(axis=1), np.flatnonzero(pattern), np.flatnonzero(~pattern)
        slope, covariance = conditional(correlation, boxed.tolist(), known.tolist())
        mean, deviation = boxes.observed[np.ix_(known, rows)].T @ slope, np.sqrt(np.diag(covariance))
        codes = boxes.codes[np.ix_(boxed, rows)].T + 1
        low, high = ((ends[boxed, codes] - mean) / deviation for ends in (boxes.lower, boxes.upper))
        found[rows] = cell_probabilities(low, high, covariance / np.outer(deviation, deviation)).log_probability
    return found


def conditional_means(
    network: FittedNetwork, table: OrdinalTable, column: int, *, n_threads: int = 1
) -> npt.NDArray[np.float64]:
    """Mean of a continuous column given the row's other entries, by expectation propagation.

    Its error stayed below 0.01 standard deviations except where all correlations were 0.9 and more (0.025).
    """
    without = _without(table, column)
    means, squares = np.empty(table.n_rows), np.empty(table.n_rows)
    correlation, coordinate = network.of_coordinates.correlation, network.coordinates.blocks.starts[column]
    for part in row_parts(without, rows_at_a_time(len(correlation))):
        boxes = network.boxes(without.rows(part))
        factors = start_factors(boxes).copies()
        rows = integrate_rows(boxes, correlation, factors, by_row=True, n_threads=n_threads)
        assert rows.mean is not None
        assert rows.second is not None
        means[part] = rows.mean[coordinate]
        squares[part] = rows.second[coordinate * (coordinate + 3) // 2]
    return network.margins.expected(column, means, np.sqrt(np.maximum(squares - means**2, 0.0)))


def _without(table: OrdinalTable, column: int) -> OrdinalTable:
    """The table with one column missing everywhere."""
    codes = table.codes.copy(order="F")
    codes[:, column] = -1
    continuous = table.continuous
    if not table.levels[column]:
        continuous = continuous.copy(order="F")
        continuous[:, sum(kind in NUMBER_KINDS for kind in table.kinds[:column])] = np.nan
    return replace(table, codes=codes, continuous=continuous, weights=None)


def _with_each_level(boxes: BoxArrays, network: FittedNetwork, column: int) -> Iterator[BoxArrays]:
    own = list(network.coordinates.blocks.of(column))
    for answers in network.coordinates.answers(column, network.declared_codes[column].size):
        codes = boxes.codes.copy()
        codes[own] = answers[:, None]
        yield replace(boxes, codes=codes)


def _series(values: "pd.Series[Any]", frame: Any) -> Any:
    """Predicted values as a series of the library that the rows came in; of a lazy frame the lazy column."""
    alike = like_given(values.to_frame(), frame)
    if isinstance(alike, pd.DataFrame):
        return values
    import narwhals as nw

    opened = nw.from_native(alike)
    return opened[str(values.name)].to_native() if isinstance(opened, nw.DataFrame) else alike


def _index(frame: Any) -> Any:
    """Row labels of a pandas frame, so that results line up with it."""
    return frame.index if isinstance(frame, pd.DataFrame) else None
