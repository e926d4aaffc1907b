# SPDX-License-Identifier: MIT
"""ROC points: comparisons of many replicates averaged at each value of a tuning parameter."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ordag.errors import InputValueError, RequirementError
from ordag.messages import Advise, OptionName
from ordag.metrics.comparison import Comparison


@dataclass(frozen=True)
class RocPoint:
    """Means over the replicates at one value of the tuning parameter (penalty, significance level, …)."""

    parameter: float
    tpr: float
    fprp: float
    shd: float
    precision: float
    n_replicates: int


def roc_points(comparisons: Mapping[float, Sequence[Comparison]]) -> tuple[RocPoint, ...]:
    """The averages over replicates, one point per value of the tuning parameter, in ascending order of that value.

    The line of the paper's figures joins them in this order. Replicates in which a rate is undefined (NaN) do not
    enter its mean.

    Parameters
    ----------
    comparisons
        For each value of the parameter the comparisons of all replicates; at least one.

    Examples
    --------
    >>> from ordag.metrics import compare_skeletons
    >>> truth, empty = [[0, 1], [0, 0]], [[0, 0], [0, 0]]
    >>> (point,) = roc_points({2.0: [compare_skeletons(truth, truth), compare_skeletons(empty, truth)]})
    >>> point.tpr, point.shd, point.precision
    (0.5, 0.5, 1.0)
    """
    return tuple(_average(parameter, comparisons[parameter]) for parameter in sorted(comparisons))


def lowest_shd(points: Iterable[RocPoint]) -> RocPoint:
    """The point with the lowest mean SHD; of equals the first.

    Examples
    --------
    >>> lowest_shd([RocPoint(1.0, 0.9, 0.8, 9.0, 0.5, 10), RocPoint(2.0, 0.8, 0.3, 5.0, 0.7, 10)]).parameter
    2.0
    """
    return min(_at_least_one(points), key=lambda point: point.shd)


def best_balance(points: Iterable[RocPoint]) -> RocPoint:
    """The point with the highest TPR + (1 − FPRp), at which the paper reads its run times; of equals the first.

    Examples
    --------
    >>> best_balance([RocPoint(1.0, 0.9, 0.8, 9.0, 0.5, 10), RocPoint(2.0, 0.8, 0.3, 5.0, 0.7, 10)]).parameter
    2.0
    """
    return max(_at_least_one(points), key=lambda point: point.tpr - point.fprp)


def _average(parameter: float, replicates: Sequence[Comparison]) -> RocPoint:
    if not replicates:
        raise InputValueError(
            f"parameter {parameter}",
            "has no comparisons",
            "each value needs at least one",
            remedies=[Advise("leave it out")],
        )
    rates = np.array([[c.tpr, c.fprp, c.shd, c.precision] for c in replicates])
    tpr, fprp, shd, precision = (_mean_of_defined(column) for column in rates.T)
    return RocPoint(parameter, tpr, fprp, shd, precision, len(replicates))


def _mean_of_defined(values: np.ndarray) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


def _at_least_one(points: Iterable[RocPoint]) -> list[RocPoint]:
    found = list(points)
    if not found:
        raise RequirementError(OptionName("points"), "hold at least one ROC point", "found none")
    return found
