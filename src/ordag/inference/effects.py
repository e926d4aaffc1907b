# SPDX-License-Identifier: MIT
"""Ordinal causal effects: how an outcome's levels would be distributed if another variable were set to a level.

After Scauda, Kuipers and Moffa (2025), "A latent causal inference framework for ordinal variables", arXiv:2502.10276:
interventions act on the latent Gaussian network, where everything is in closed form. Cut the edges into the cause i,
let B' be the weights that remain and A = (I − B')⁻¹; then the latent outcome is Y_o = t Y_i + e with

    t = A_io        var(e) = s² = Σ_{k ≠ i} A_ko² v_k

Setting i to a level keeps its latent variable within the level's interval, standard normal truncated to it, as they do
(see `ordag.inference.interventions` for why), so that P(X_o = m | do(X_i = l)) is the probability of a rectangle of
the bivariate normal distribution with variances 1 and t² + s² and covariance t, divided by the probability of level l.
A continuous cause is set to a value, and a continuous outcome has an expectation instead of levels.

Data determine the graph only up to its equivalence class, so effects are computed in each DAG of the class, with the
weights that the latent correlation implies for it, and reported as mean and range (as IDA of Maathuis, Kalisch and
Bühlmann, 2009, does for Gaussian data).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Label, Levels
from ordag.errors import InputValueError, OptionError
from ordag.expectation.cells import interval_probability
from ordag.graphs import Adjacency, enumerate_dags
from ordag.inference.block_effects import SettingEffect, block_effect
from ordag.inference.conditions import single_box
from ordag.kernels import bivariate, normal
from ordag.latent import Margins
from ordag.maximization import Parameters, maximize
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

_ROUNDING = 1e-12  # of probabilities and slopes
_N_POINTS = 64  # within an interval of a cause whose outcome is a curve


@dataclass(frozen=True, eq=False, repr=False)
class LevelChange(Shown):
    """Change of an outcome when the cause goes from one level to another.

    Attributes
    ----------
    levels
        Of the outcome.
    mean, lowest, highest
        Change of each level's probability: mean and range over the DAGs of the class.
    expected, expected_range
        Change of the outcome's expectation (as in `CausalEffect`): mean and range over the DAGs.
    """

    levels: Levels
    mean: npt.NDArray[np.float64]
    lowest: npt.NDArray[np.float64]
    highest: npt.NDArray[np.float64]
    expected: float
    expected_range: tuple[float, float]

    def to_frame(self) -> pd.DataFrame:
        """One row per level of the outcome, or a single one for the mean of a continuous outcome.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> causal_effect(network, "sleep", "mood").change().to_frame()  # doctest: +NORMALIZE_WHITESPACE
               change  lowest  highest
        level
        0       -0.25    -0.5      0.0
        1        0.25     0.0      0.5
        """
        columns = ["change", "lowest", "highest"]
        if not self.levels:
            return pd.DataFrame([[self.expected, *self.expected_range]], ["mean"], columns).rename_axis("level")
        values = np.column_stack([self.mean, self.lowest, self.highest])
        return pd.DataFrame(values, list(self.levels), columns).rename_axis("level")

    def _shown(self) -> tuple[str, pd.DataFrame]:
        size = counted(len(self.levels), "level") if self.levels else "continuous outcome"
        return f"LevelChange({size})", self.to_frame()


@dataclass(frozen=True, eq=False, repr=False)
class CausalEffect(Shown):
    """Distribution of an outcome's levels under interventions on a cause.

    Attributes
    ----------
    cause, outcome
        Names of the variables.
    cause_levels, outcome_levels
        Their declared levels; the values that a continuous cause is set to, none for a continuous outcome.
    by_dag : (n_dags, cause levels, outcome levels)
        P(outcome level | do(cause = level)) in every DAG that was considered.
    expected : (n_dags, cause levels)
        Expectation of a continuous outcome, in its units; of the latent variable, in standard deviations, if ordinal.
        A nominal outcome has none (NaN).
    slopes : (n_dags,)
        Change of the latent outcome, in standard deviations, per standard deviation of the latent cause; NaN if either
        of them is nominal.
    complete : bool
        Whether these are all DAGs of the equivalence class.
    cause_has_order : bool
        Whether the levels of the cause have an order; those of a nominal one have none.
    """

    cause: str
    outcome: str
    cause_levels: Levels
    outcome_levels: Levels
    by_dag: npt.NDArray[np.float64]
    expected: npt.NDArray[np.float64]
    slopes: npt.NDArray[np.float64]
    complete: bool
    cause_has_order: bool = True

    @property
    def n_dags(self) -> int:
        """Number of DAGs that were considered."""
        return len(self.by_dag)

    @property
    def mean(self) -> npt.NDArray[np.float64]:
        """(cause levels, outcome levels) mean over the DAGs; each row is a distribution."""
        return np.asarray(self.by_dag.mean(axis=0), dtype=np.float64)

    @property
    def lowest(self) -> npt.NDArray[np.float64]:
        """(cause levels, outcome levels) smallest probability over the DAGs."""
        return np.asarray(self.by_dag.min(axis=0), dtype=np.float64)

    @property
    def highest(self) -> npt.NDArray[np.float64]:
        """(cause levels, outcome levels) largest probability over the DAGs."""
        return np.asarray(self.by_dag.max(axis=0), dtype=np.float64)

    def to_frame(self) -> pd.DataFrame:
        """P(outcome level | do(cause = level)), mean over the DAGs: one row per level of the cause.

        A continuous outcome has the single column ``mean``, its expectation.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> causal_effect(network, "sleep", "mood", over_class=False).to_frame()  # doctest: +NORMALIZE_WHITESPACE
        mood      0     1
        sleep
        0      0.75  0.25
        1      0.25  0.75
        """
        rows = pd.Index(list(self.cause_levels), name=self.cause)
        if not self.outcome_levels:
            return pd.DataFrame({"mean": self.expected.mean(axis=0)}, rows)
        return pd.DataFrame(self.mean, rows, pd.Index(list(self.outcome_levels), name=self.outcome))

    def change(self, start: Label | None = None, end: Label | None = None) -> LevelChange:
        """The ordinal causal effect: what happens to the outcome when the cause is set to `end` instead of `start`.

        Parameters
        ----------
        start, end
            Levels of the cause; when left out, its lowest and its highest, and of a nominal cause the two categories
            between which the outcome differs most.
        """
        usual = self._ends()
        start = usual[0] if start is None else start
        end = usual[1] if end is None else end
        rows = [_position(self.cause_levels, label, self.cause) for label in (start, end)]
        moved = self.by_dag[:, rows[1]] - self.by_dag[:, rows[0]]
        moved[np.abs(moved) < _ROUNDING] = 0.0
        shifted = self.expected[:, rows[1]] - self.expected[:, rows[0]]
        shifted[np.abs(self.slopes) < _ROUNDING] = 0.0
        return LevelChange(
            levels=self.outcome_levels,
            mean=moved.mean(axis=0),
            lowest=moved.min(axis=0),
            highest=moved.max(axis=0),
            expected=float(shifted.mean()),
            expected_range=(float(shifted.min()), float(shifted.max())),
        )

    def _ends(self) -> tuple[Label, Label]:
        """The levels of the cause that are compared when none are named."""
        lowest, highest = 0, len(self.cause_levels) - 1
        outcome = self.to_frame().to_numpy()
        apart = np.abs(outcome[:, None] - outcome).sum(axis=-1)
        if not self.cause_has_order and apart.max() > _ROUNDING:
            lowest, highest = divmod(int(np.argmax(apart)), len(apart))
            if self.expected[:, lowest].mean() > self.expected[:, highest].mean():
                lowest, highest = highest, lowest
        return self.cause_levels[lowest], self.cause_levels[highest]

    def _shown(self) -> tuple[str, pd.DataFrame]:
        """The distributions at the two levels of the cause that are compared, and their difference."""
        levels = self._ends()
        ends = self.to_frame().iloc[[_position(self.cause_levels, level, self.cause) for level in levels]].T
        ends.columns = [f"{self.cause} = {short_label(level)}" for level in levels]
        known = "" if self.complete else ", not all of the class"
        heading = f"CausalEffect({self.cause} → {self.outcome}: mean over {counted(self.n_dags, 'DAG')}{known})"
        return heading, ends.join(self.change().to_frame()).rename_axis(self.outcome)


def causal_effect(
    network: FittedNetwork,
    cause: str,
    outcome: str,
    *,
    values: Sequence[float] | None = None,
    over_class: bool = True,
    max_dags: int = 1000,
) -> CausalEffect:
    """Distribution of the outcome when the cause is set to each of its levels.

    Parameters
    ----------
    network
        The network.
    cause, outcome
        Two variables.
    values
        What a continuous cause is set to; its mean, and one standard deviation below and above, when left out.
    over_class
        Average over all DAGs of the equivalence class; otherwise use the network's own DAG alone.
    max_dags
        Largest number of DAGs considered; where there are more, `complete` is False.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> effect = causal_effect(network, "sleep", "mood")
    >>> effect.by_dag[:, 1]  # sleep → mood and mood → sleep fit equally well
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    >>> effect.change().highest  # from the lowest to the highest level
    array([0. , 0.5])
    """
    i, o = network.index(cause), network.index(outcome)
    if i == o:
        raise InputValueError("cause and outcome", f"are both {cause!r}", "name two variables")
    if max_dags < 1:
        raise OptionError("max_dags", max_dags, "at least 1")
    settings = _settings(network, i, values)
    members = list(islice(enumerate_dags(network.whole_cpdag, max_dags + 1), max_dags + 1)) if over_class else []
    fits, which = _distinct_fits(network, members[:max_dags], i)
    boxes = np.array([single_box(network, cause, setting) for setting in settings])
    if network.is_nominal(i) or network.is_nominal(o):
        found = [block_effect(network, fit, i, o, boxes) for fit in fits]
    else:
        found = [_single_effect(network, fit, i, o, boxes[:, 0]) for fit in fits]
    return CausalEffect(
        cause=cause,
        outcome=outcome,
        cause_levels=settings,
        outcome_levels=network.levels[o],
        by_dag=np.stack([each.table for each in found])[which],
        expected=np.stack([each.expected for each in found])[which],
        slopes=np.array([each.slope for each in found])[which],
        complete=over_class and len(members) <= max_dags,
        cause_has_order=not network.is_nominal(i),
    )


def _distinct_fits(
    network: FittedNetwork, members: Sequence[Adjacency], cause: int
) -> tuple[list[Parameters], npt.NDArray[np.intp]]:
    """Parameters of the coordinates that matter among the DAGs, and which of them each DAG has.

    Adjusting for the parents of the cause gives the effect, so that DAGs in which it has the same ones agree.
    """
    behind, blocks = network.of_coordinates, network.coordinates.blocks
    if not members:
        return [behind.whole_parameters], np.zeros(1, dtype=np.intp)
    parents = np.stack([dag[:, cause] for dag in members])
    _, first, which = np.unique(parents, axis=0, return_index=True, return_inverse=True)
    correlation = behind.whole_parameters.correlation
    graphs = [members[k] if network.hidden is not None else blocks.expanded(members[k]) for k in first]
    return [maximize(correlation, graph) for graph in graphs], which.reshape(-1)


def _single_effect(
    network: FittedNetwork, fit: Parameters, cause: int, outcome: int, intervals: npt.NDArray[np.float64]
) -> SettingEffect:
    """The effect where cause and outcome have a single latent coordinate each."""
    starts = network.coordinates.blocks.starts
    slope, variance = latent_effect(fit, starts[cause], starts[outcome])
    table = _level_table(network, outcome, intervals, slope, variance)
    if network.margins.curves[outcome] is None:
        moved = network.margins.expected(outcome, slope * _interval_means(intervals), 1.0)
    else:
        causes = _points_within(intervals)
        moved = network.margins.expected(outcome, slope * causes, np.sqrt(variance)).mean(axis=1)
    return SettingEffect(table, moved, slope)


def latent_effect(parameters: Parameters, cause: int, outcome: int) -> tuple[float, float]:
    """Slope t and residual variance s² of the latent outcome when the latent cause is set."""
    weights = parameters.weights.copy()
    weights[:, cause] = 0.0
    total = np.linalg.inv(np.eye(len(weights)) - weights)[:, outcome]
    others = np.arange(len(weights)) != cause
    return float(total[cause]), float(total[others] ** 2 @ parameters.noise[others])


def _settings(network: FittedNetwork, column: int, values: Sequence[float] | None) -> Levels:
    """What the cause is set to, one after the other."""
    name, levels = network.names[column], network.levels[column]
    if levels and values is not None:
        raise InputValueError(repr(name), "has levels and is set to each of them", "values are for a continuous cause")
    if levels:
        return levels
    if values is None:
        return _typical(network.margins, column)
    if not len(values):
        raise InputValueError(f"values of {name!r}", "are empty", "give at least one")
    return tuple(float(value) for value in values)


def _typical(margins: Margins, column: int) -> Levels:
    """Values of a continuous variable at its mean and a deviation to either side; the highest if these are one."""
    values = dict.fromkeys(margins.values_of(column, [-1.0, 0.0, 1.0]).tolist())
    return (*values, float(margins.values_of(column, np.inf))) if len(values) == 1 else tuple(values)


def _level_table(
    network: FittedNetwork, o: int, intervals: npt.NDArray[np.float64], slope: float, variance: float
) -> npt.NDArray[np.float64]:
    """P(declared level of o | latent cause in an interval), one row per interval; equal ends are a value."""
    table = np.zeros((len(intervals), len(network.levels[o])))
    if not network.levels[o]:
        return table
    ends = np.array([-np.inf, *network.margins.cuts[o], np.inf])
    is_value = intervals[:, 0] == intervals[:, 1]
    found = np.empty((len(intervals), len(ends) - 1))
    residual = (ends - slope * intervals[is_value, :1]) / np.sqrt(variance)
    found[is_value] = interval_probability(residual[:, :-1], residual[:, 1:])
    # On the scale where the outcome under intervention has variance one.
    deviation, boxes = np.sqrt(slope**2 + variance), intervals[~is_value]
    lower = np.stack(np.meshgrid(boxes[:, 0], ends[:-1] / deviation, indexing="ij"), axis=-1)
    upper = np.stack(np.meshgrid(boxes[:, 1], ends[1:] / deviation, indexing="ij"), axis=-1)
    found[~is_value] = bivariate.rectangle(lower, upper, slope / deviation) / interval_probability(*boxes.T)[:, None]
    table[:, network.declared_codes[o]] = found
    return table


def _interval_means(intervals: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mean of a standard normal variable within each interval; equal ends are a value."""
    low, high = intervals.T
    mass = interval_probability(low, high)
    inside = (normal.pdf(low) - normal.pdf(high)) / np.where(mass > 0, mass, 1.0)
    return np.where(low == high, low, inside)


def _points_within(intervals: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points that stand for a standard normal variable within each interval, in equal shares of it."""
    shares = (np.arange(_N_POINTS) + 0.5) / _N_POINTS
    low, high = normal.cdf(intervals[:, :1]), normal.cdf(intervals[:, 1:])
    inside = normal.quantile(low + shares * (high - low))
    return np.where(intervals[:, :1] == intervals[:, 1:], intervals[:, :1], inside)


def short_label(level: Label) -> str:
    """A level, or the value that a continuous cause is set to, as text."""
    return f"{level:g}" if isinstance(level, float) else str(level)


def _position(levels: Levels, label: Label, name: str) -> int:
    if label in levels:
        return levels.index(label)
    shown = ", ".join(map(short_label, levels))
    if all(isinstance(level, float) for level in levels):
        raise InputValueError(
            repr(name),
            f"was set to {shown}, not to {label!r}",
            f"if it is continuous, pass the values to causal_effect: values=[{label!r}, ...]",
        )
    raise InputValueError(repr(name), f"has no level {label!r}", f"its levels are {shown}")
