# SPDX-License-Identifier: MIT
"""Causal effects with intervals: one effect in many networks, from resamples or from a posterior.

Two things are uncertain. Where the data leave the direction of edges open, the effect depends on the DAG of the class;
and other data would have given other parameters and another class. `low` and `high` show the second for the mean over
the class, `lowest` and `highest` both at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Label, Levels
from ordag.errors import InputValueError, OptionError, RequirementError
from ordag.inference.effects import LevelChange, causal_effect, short_label
from ordag.messages import OptionName
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class EffectInterval(Shown):
    """Change of an outcome when a cause is set to `end` instead of `start`, over several networks.

    Attributes
    ----------
    cause, outcome, start, end
        Names of the variables, and the two levels (or values) of the cause.
    levels
        Of the outcome; none if it is continuous.
    level : float
        Share of the networks that an interval holds.
    mean, low, high : (n_levels,)
        Change of each level's probability, averaged over the DAGs of each network's class: mean and interval.
    lowest, highest : (n_levels,)
        The interval widened by the directions left open: from the lower end of each class's smallest change to the
        upper end of its largest.
    expected, expected_interval, expected_range
        Change of the outcome's expectation, as in `ordag.inference.CausalEffect`: mean, interval and widened interval.
    n_networks : int
    """

    cause: str
    outcome: str
    start: Label
    end: Label
    levels: Levels
    level: float
    mean: Array
    low: Array
    high: Array
    lowest: Array
    highest: Array
    expected: float
    expected_interval: tuple[float, float]
    expected_range: tuple[float, float]
    n_networks: int

    def to_frame(self) -> pd.DataFrame:
        """One row per level of the outcome, or a single one for the mean of a continuous outcome.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> effect_interval([network], "sleep", "mood").to_frame()  # doctest: +NORMALIZE_WHITESPACE
               change   low  high  lowest  highest
        level
        0       -0.25 -0.25 -0.25    -0.5      0.0
        1        0.25  0.25  0.25     0.0      0.5
        """
        columns = ["change", "low", "high", "lowest", "highest"]
        if not self.levels:
            row = [self.expected, *self.expected_interval, *self.expected_range]
            return pd.DataFrame([row], ["mean"], columns).rename_axis("level")
        values = np.column_stack([self.mean, self.low, self.high, self.lowest, self.highest])
        return pd.DataFrame(values, list(self.levels), columns).rename_axis("level")

    def _shown(self) -> tuple[str, pd.DataFrame]:
        ends = f"from {short_label(self.start)} to {short_label(self.end)}"
        share = f"{self.level:.0%} of {counted(self.n_networks, 'network')}"
        heading = f"EffectInterval({self.cause} {ends} → {self.outcome}: {share})"
        return heading, self.to_frame().rename_axis(self.outcome)


def effect_interval(
    networks: Sequence[FittedNetwork],
    cause: str,
    outcome: str,
    *,
    between: tuple[Label, Label] | None = None,
    weights: npt.ArrayLike | None = None,
    level: float = 0.9,
    max_dags: int = 100,
) -> EffectInterval:
    """Change of the outcome when the cause is set to another level, with its interval over the networks.

    Parameters
    ----------
    networks
        Networks of the same variables: ``Bootstrap.networks``, or draws of a posterior.
    cause, outcome
        Two variables.
    between
        Levels (or values) of the cause: from, to. Its lowest and highest level when left out; for a continuous cause
        one standard deviation below and above the mean of the first network.
    weights
        Of the networks; equal when left out.
    level
        Share of the networks that an interval holds.
    max_dags
        Largest number of DAGs considered in each class.

    Examples
    --------
    >>> networks = [
    ...     FittedNetwork.from_parameters([[0, weight], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    ...     for weight in (0.8, 1.0, 1.2)
    ... ]
    >>> change = effect_interval(networks, "sleep", "mood")  # half of it, as the direction is open
    >>> change.mean.round(2), change.highest.round(2)
    (array([-0.25,  0.25]), array([0.  , 0.56]))
    """
    if not networks:
        raise InputValueError(OptionName("networks"), "is empty", "an interval needs at least one")
    if not 0 < level < 1:
        raise OptionError("level", level, "between 0 and 1, such as 0.9")
    shares = _shares(weights, len(networks))
    start, end = _ends(networks[0], cause) if between is None else between
    changes = [_change(network, cause, outcome, start, end, max_dags) for network in networks]
    lower, upper = (1 - level) / 2, (1 + level) / 2
    means = np.stack([change.mean for change in changes])
    expected = np.array([(change.expected, *change.expected_range) for change in changes])
    below, above = (weighted_quantile(expected, shares, tail) for tail in (lower, upper))
    return EffectInterval(
        cause=cause,
        outcome=outcome,
        start=start,
        end=end,
        levels=changes[0].levels,
        level=level,
        mean=shares @ means,
        low=weighted_quantile(means, shares, lower),
        high=weighted_quantile(means, shares, upper),
        lowest=weighted_quantile(np.stack([change.lowest for change in changes]), shares, lower),
        highest=weighted_quantile(np.stack([change.highest for change in changes]), shares, upper),
        expected=float(shares @ expected[:, 0]),
        expected_interval=(float(below[0]), float(above[0])),
        expected_range=(float(below[1]), float(above[2])),
        n_networks=len(networks),
    )


def weighted_quantile(values: Array, shares: Array, at: float) -> Array:
    """Smallest value with at least the share `at` of the first axis at or below it.

    Examples
    --------
    >>> weighted_quantile(np.array([3.0, 1.0, 2.0]), np.array([0.5, 0.25, 0.25]), 0.5)
    array(2.)
    """
    order = np.argsort(values, axis=0, kind="stable")
    reached = np.cumsum(shares[order], axis=0)
    # A hair less: sums of shares such as ten times 0.1 fall short of one.
    first = np.argmax(reached >= at * (1 - 1e-12), axis=0)
    chosen = np.take_along_axis(order, first[None], axis=0)
    return np.asarray(np.take_along_axis(values, chosen, axis=0)[0])


def _change(network: FittedNetwork, cause: str, outcome: str, start: Label, end: Label, max_dags: int) -> LevelChange:
    continuous = not network.levels[network.index(cause)]
    values = [float(start), float(end)] if continuous else None
    effect = causal_effect(network, cause, outcome, values=values, max_dags=max_dags)
    return effect.change(*effect.cause_levels) if continuous else effect.change(start, end)


def _ends(network: FittedNetwork, cause: str) -> tuple[Label, Label]:
    column = network.index(cause)
    if levels := network.levels[column]:
        return levels[0], levels[-1]
    low, high = network.margins.values_of(column, [-1.0, 1.0]).tolist()
    return low, high


def _shares(weights: npt.ArrayLike | None, n: int) -> Array:
    found = np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
    if found.shape != (n,) or not np.isfinite(found).all() or (found < 0).any() or found.sum() <= 0:
        raise RequirementError(
            OptionName("weights"), f"be one number per network ({n}), none negative and not all zero"
        )
    return np.asarray(found / found.sum())
