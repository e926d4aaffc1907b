# SPDX-License-Identifier: MIT
"""Data with nominal and count columns from a DAG, by regressions of the kinds that are usual for them.

Every column is drawn given its parents: a nominal one by a multinomial logit or probit (the category of highest utility
wins), a count by a Poisson or negative binomial regression with a log link, a continuous or ordinal one by a linear
regression, the latter then cut as in `ordinal_data`. A nominal parent acts by its category, a count by the logarithm of
one more than it, any other by its latent value. None of this is the latent Gaussian model that `ordag` fits: a network
has to hold where its model does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import RequirementError, unknown_option
from ordag.graphs import Adjacency, as_dag, topological_order
from ordag.messages import OptionName
from ordag.options import as_count

Choice = Literal["logit", "probit"]
Count = Literal["poisson", "negative_binomial", "zero_inflated"]
SimulatedKind = Literal["ordinal", "continuous", "nominal", "count", "censored"]

# Size of an effect per standard deviation of a parent, on columns whose noise has variance one; on the log of a mean.
_EFFECT, _LOG_EFFECT = (0.4, 1.0), (0.2, 0.5)
# Shares of levels and categories are even on the whole; counts have a variance of mean + mean² / size.
_CONCENTRATION, _SIZE = 3.0, 1.5
# Share of rows that are not counted at all, and of rows at the floor.
_NEVER, _AT_FLOOR = 0.4, (0.2, 0.5)


@dataclass(frozen=True, eq=False)
class SimulatedChoices:
    """A table with nominal and count columns, and the graph behind it.

    Attributes
    ----------
    frame : pandas.DataFrame
        Categoricals, ordered or not, whole numbers of counts, and floats.
    kinds : dict
        The kind of each column, to be handed to `ordag.OSEM`.
    dag : (n, n)
        The true graph.
    """

    frame: pd.DataFrame
    kinds: dict[str, str]
    dag: Adjacency


def mixed_data(
    dag: npt.ArrayLike,
    n_rows: int,
    kinds: Sequence[SimulatedKind],
    *,
    n_levels: int = 4,
    choice: Choice = "logit",
    count: Count = "poisson",
    mean_count: float = 2.0,
    rng: np.random.Generator | int | None = None,
) -> SimulatedChoices:
    """Rows from a DAG whose columns are of the given kinds.

    Parameters
    ----------
    dag
        (n, n) adjacency matrix.
    n_rows
        Number of rows.
    kinds
        For each column ``"ordinal"``, ``"continuous"``, ``"nominal"``, ``"count"`` or ``"censored"`` (continuous, with
        20 to 50 % of the rows at its floor, which is 0).
    n_levels
        Levels of ordinal columns, and categories of nominal ones, at least 3.
    choice
        How categories are chosen: by ``"logit"`` or ``"probit"``.
    count
        How counts are drawn: ``"poisson"``, ``"negative_binomial"`` or ``"zero_inflated"`` (Poisson counts, and zeros
        of rows that a logistic regression on the same parents takes out, 40 % on the whole).
    mean_count
        Of a column of counts before its parents act.
    rng
        Generator, or a seed for one.

    Examples
    --------
    >>> data = mixed_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 200, ["ordinal", "nominal", "count"], rng=1)
    >>> data.frame["V2"].cat.categories.tolist(), data.kinds["V2"]
    (['a', 'b', 'c', 'd'], 'nominal')
    """
    adjacency, n_rows = as_dag(dag), as_count("n_rows", n_rows, least=2)
    n_levels = as_count("n_levels", n_levels, least=3)
    for name, value, known in (("choice", choice, get_args(Choice)), ("count", count, get_args(Count))):
        if value not in known:
            raise unknown_option(name, value, known)
    if len(kinds) != len(adjacency):
        raise RequirementError(OptionName("kinds"), f"name {len(adjacency)} columns", f"found {len(kinds)}")
    generator = np.random.default_rng(rng)
    columns: dict[int, object] = {}
    acts: dict[int, npt.NDArray[np.float64]] = {}
    for node in topological_order(adjacency):
        parents = [acts[parent] for parent in np.flatnonzero(adjacency[:, node]).tolist()]
        inputs = np.column_stack([np.empty((n_rows, 0)), *parents])
        match kinds[node]:
            case "nominal":
                columns[node], acts[node] = _chosen(inputs, n_levels, choice, generator)
            case "count":
                columns[node], acts[node] = _counted(inputs, count, mean_count, generator)
            case "censored":
                columns[node], acts[node] = _censored(inputs, generator)
            case "ordinal" | "continuous":
                latent = _scaled(inputs @ _effects(inputs, _EFFECT, generator) + generator.standard_normal(n_rows))
                columns[node] = latent if kinds[node] == "continuous" else _cut(latent, n_levels, generator)
                acts[node] = latent[:, None]
            case other:
                raise unknown_option("kind", other, get_args(SimulatedKind))
    names = [f"V{node + 1}" for node in range(len(adjacency))]
    frame = pd.DataFrame({name: columns[node] for node, name in enumerate(names)}, index=range(n_rows))
    return SimulatedChoices(frame, dict(zip(names, kinds, strict=True)), adjacency)


def _effects(
    inputs: npt.NDArray[np.float64], size: tuple[float, float], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """One for each input, of either sign."""
    n = inputs.shape[1]
    return np.asarray(rng.uniform(*size, n) * rng.choice([-1.0, 1.0], n))


def _chosen(
    inputs: npt.NDArray[np.float64], n_categories: int, choice: Choice, rng: np.random.Generator
) -> tuple["pd.Categorical[str]", npt.NDArray[np.float64]]:
    """The category of highest utility of each row, and how it acts on children: two numbers for each category."""
    noise = (rng.gumbel if choice == "logit" else rng.standard_normal)(size=(len(inputs), n_categories))
    effects = np.column_stack([_effects(inputs, _EFFECT, rng) for _ in range(n_categories)])
    liking = 0.5 * rng.standard_normal(n_categories)
    chosen = np.argmax(liking + inputs @ effects + noise, axis=1).astype(np.int16)
    labels: pd.Index[str] = pd.Index(
        [chr(ord("a") + k) if n_categories <= 26 else f"c{k}" for k in range(n_categories)]
    )
    # Two scales of the categories, which each child weighs in its own way.
    scales = rng.standard_normal((n_categories, 2))[chosen]
    return pd.Categorical.from_codes(chosen, labels), np.column_stack([_scaled(column) for column in scales.T])


def _counted(
    inputs: npt.NDArray[np.float64], count: Count, mean: float, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Counts with a log link, and how they act on children."""
    means = mean * np.exp(inputs @ _effects(inputs, _LOG_EFFECT, rng))
    if count == "negative_binomial":
        means = means * rng.gamma(_SIZE, 1 / _SIZE, len(means))
    counts = rng.poisson(means)
    if count == "zero_inflated":
        pull = np.log(_NEVER / (1 - _NEVER)) + inputs @ _effects(inputs, _EFFECT, rng)
        counts[rng.random(len(counts)) < 1 / (1 + np.exp(-pull))] = 0
    return counts, _scaled(np.log1p(counts))[:, None]


def _censored(
    inputs: npt.NDArray[np.float64], rng: np.random.Generator
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Values above a floor, and how they act on children: by what is seen."""
    wanted = inputs @ _effects(inputs, _EFFECT, rng) + rng.standard_normal(len(inputs))
    values = np.maximum(wanted - np.quantile(wanted, rng.uniform(*_AT_FLOOR)), 0.0)
    return values, _scaled(values)[:, None]


def _cut(latent: npt.NDArray[np.float64], n_levels: int, rng: np.random.Generator) -> "pd.Categorical[int]":
    """Levels with random shares, each seen."""
    shares = np.cumsum(rng.dirichlet(np.full(n_levels, _CONCENTRATION)))[:-1]
    codes = np.searchsorted(np.quantile(latent, shares), latent).astype(np.int16)
    labels: pd.Index[int] = pd.Index(range(n_levels))
    return pd.Categorical.from_codes(codes, labels, ordered=True)


def _scaled(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mean zero and variance one; a constant stays zero."""
    deviation = values.std()
    return np.asarray((values - values.mean()) / (deviation if deviation > 0 else 1.0))
