# SPDX-License-Identifier: MIT
"""Ordinal causal effects: how an outcome's levels would be distributed if another variable were set to a level.

After Scauda, Kuipers and Moffa (2025), "A latent causal inference framework for ordinal variables": interventions act
on the latent Gaussian network, where everything is in closed form. Cut the edges into the cause i, let B' be the
weights that remain and A = (I − B')⁻¹; then the latent outcome is Y_o = t Y_i + e with

    t = A_io        var(e) = s² = Σ_{k ≠ i} A_ko² v_k

Setting i to a level keeps its latent variable within the level's interval, standard normal truncated to it (see
`ordag.inference.sample` for this choice), so that P(X_o = m | do(X_i = l)) is the probability of a rectangle of the
bivariate normal distribution with variances 1 and t² + s² and covariance t, divided by the probability of level l.

Data tell the graph up to its equivalence class only, so that effects are computed in each DAG of the class, with the
weights that the latent correlation implies for it, and reported as mean and range (as IDA of Maathuis, Kalisch and
Bühlmann, 2009, does for Gaussian data).
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from ordag.data import Label, Levels
from ordag.errors import InputValueError
from ordag.expectation.cells import interval_probability
from ordag.graphs import enumerate_dags
from ordag.kernels import bivariate
from ordag.maximization import Parameters, maximize
from ordag.model import FittedNetwork


@dataclass(frozen=True, eq=False)
class LevelChange:
    """Change of each outcome level's probability when the cause goes from one level to another.

    `mean`, `lowest` and `highest` are over the DAGs of the class, level by level.
    """

    levels: Levels
    mean: npt.NDArray[np.float64]
    lowest: npt.NDArray[np.float64]
    highest: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CausalEffect:
    """Distribution of an outcome's levels under interventions on a cause.

    Attributes
    ----------
    cause, outcome
        Names of the variables.
    cause_levels, outcome_levels
        Their declared levels.
    by_dag : (n_dags, cause levels, outcome levels)
        P(outcome level | do(cause = level)) in every DAG that was looked at.
    slopes : (n_dags,)
        Change of the latent outcome, in standard deviations, per standard deviation of the latent cause.
    complete : bool
        Whether these are all DAGs of the equivalence class.
    """

    cause: str
    outcome: str
    cause_levels: Levels
    outcome_levels: Levels
    by_dag: npt.NDArray[np.float64]
    slopes: npt.NDArray[np.float64]
    complete: bool

    @property
    def n_dags(self) -> int:
        """Number of DAGs that were looked at."""
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

    def change(self, start: Label, end: Label) -> LevelChange:
        """The ordinal causal effect: what happens to the outcome when the cause is set to `end` instead of `start`."""
        rows = [_position(self.cause_levels, label, self.cause) for label in (start, end)]
        moved = self.by_dag[:, rows[1]] - self.by_dag[:, rows[0]]
        return LevelChange(self.outcome_levels, moved.mean(axis=0), moved.min(axis=0), moved.max(axis=0))


def causal_effect(
    network: FittedNetwork, cause: str, outcome: str, *, over_class: bool = True, max_dags: int = 1000
) -> CausalEffect:
    """Distribution of the outcome's levels when the cause is set to each of its levels.

    Parameters
    ----------
    network
        The network.
    cause, outcome
        Two ordinal variables.
    over_class
        Look at all DAGs of the equivalence class; otherwise at the network's own DAG alone.
    max_dags
        Look at so many at most; `complete` then tells that there are more.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> effect = causal_effect(network, "sleep", "mood")
    >>> effect.by_dag[:, 1]  # sleep → mood and mood → sleep fit equally well
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    >>> effect.change(0, 1).highest
    array([0. , 0.5])
    """
    i, o = network.index(cause), network.index(outcome)
    if i == o:
        raise InputValueError(f"cause and outcome are both {cause!r}; name two variables.")
    for column in (i, o):
        if not network.levels[column]:
            raise InputValueError(f"{network.names[column]!r} is continuous; ordinal causal effects need levels.")
    if max_dags < 1:
        raise InputValueError(f"max_dags must be at least 1; found {max_dags}.")
    members = list(islice(enumerate_dags(network.cpdag, max_dags + 1), max_dags + 1)) if over_class else []
    fits = [maximize(network.correlation, dag) for dag in members[:max_dags]] or [network.parameters]
    paths = [latent_effect(fit, i, o) for fit in fits]
    estimated = np.stack([_level_table(network, i, o, slope, variance) for slope, variance in paths])
    return CausalEffect(
        cause=cause,
        outcome=outcome,
        cause_levels=network.levels[i],
        outcome_levels=network.levels[o],
        by_dag=_declared(network, i, o, estimated),
        slopes=np.array([slope for slope, _ in paths]),
        complete=over_class and len(members) <= max_dags,
    )


def latent_effect(parameters: Parameters, cause: int, outcome: int) -> tuple[float, float]:
    """Slope t and residual variance s² of the latent outcome when the latent cause is set."""
    weights = parameters.weights.copy()
    weights[:, cause] = 0.0
    total = np.linalg.inv(np.eye(len(weights)) - weights)[:, outcome]
    others = np.arange(len(weights)) != cause
    return float(total[cause]), float(total[others] ** 2 @ parameters.noise[others])


def _level_table(network: FittedNetwork, i: int, o: int, slope: float, variance: float) -> npt.NDArray[np.float64]:
    """P(estimated level of o | do(estimated level of i)), one row per level of i."""
    deviation = np.sqrt(slope**2 + variance)
    ends_i, ends_o = (np.array([-np.inf, *network.margins.cuts[k], np.inf]) for k in (i, o))
    ends_o = ends_o / deviation  # on the scale where the outcome under intervention has variance one
    lower = np.stack(np.meshgrid(ends_i[:-1], ends_o[:-1], indexing="ij"), axis=-1)
    upper = np.stack(np.meshgrid(ends_i[1:], ends_o[1:], indexing="ij"), axis=-1)
    joint = bivariate.rectangle(lower, upper, slope / deviation)
    table: npt.NDArray[np.float64] = joint / interval_probability(ends_i[:-1], ends_i[1:])[:, None]
    return table


def _declared(network: FittedNetwork, i: int, o: int, estimated: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The same in declared levels."""
    out = np.zeros((len(estimated), len(network.levels[i]), len(network.levels[o])))
    out[:, :, network.declared_codes[o]] = estimated[:, network.estimated_codes[i]]
    return out


def _position(levels: Levels, label: Label, name: str) -> int:
    if label not in levels:
        raise InputValueError(f"{name!r} has no level {label!r}; its levels are {list(levels)}.")
    return levels.index(label)
