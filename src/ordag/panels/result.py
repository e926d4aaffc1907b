# SPDX-License-Identifier: MIT
"""What was learned from items at several waves."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.graphs import Adjacency
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Matrix = npt.NDArray[np.float64]
_QUANTILE = 1.959964


@dataclass(frozen=True, eq=False)
class Transition:
    """What acts on what from a wave to the next, and within it.

    Attributes
    ----------
    lagged, contemporaneous : (n, n)
        Weights, ``[i, j]`` of i → j, on the scale where every item has variance one within persons; 0 without a link.
    lagged_errors, contemporaneous_errors : (n, n)
        Standard errors.
    cpdag : (n, n)
        Of the contemporaneous links: those that the data leave open in direction have both entries.
    """

    lagged: Matrix
    contemporaneous: Matrix
    lagged_errors: Matrix
    contemporaneous_errors: Matrix
    cpdag: Adjacency


@dataclass(frozen=True, eq=False)
class PersonLevels:
    """The part of the items that is a stable level of the person, the same at all waves.

    Attributes
    ----------
    shares : (n,)
        Of each item's variance.
    correlation : (n, n)
        Of the levels.
    """

    shares: npt.NDArray[np.float64]
    correlation: Matrix


@dataclass(frozen=True, eq=False, repr=False)
class PanelNetwork(Shown):
    """What `ordag.waves` returns.

    Attributes
    ----------
    items, waves : tuple of str
    n_persons : float
    transitions : tuple of Transition
        One for all steps from a wave to the next, or, without `stationary`, one for each.
    person_levels : PersonLevels or None
        With intercepts.
    first_wave : (n, n)
        Correlation of the items at the first wave, within persons.
    network : FittedNetwork
        Of all items at all waves, for prediction, imputation and samples. With intercepts, which are hidden, it is the
        full graph in the order of the columns, and its arrows mean nothing.
    tests : pandas.DataFrame
        One row per hypothesis: hypothesis, chi_squared, df, p_value, aic_gain (of giving it up, in nats).
    log_likelihood, bic : float
        Observed data; the second less log(steps)/2 for each link and log(persons)/2 for each number of the levels.
    """

    items: tuple[str, ...]
    waves: tuple[str, ...]
    n_persons: float
    transitions: tuple[Transition, ...]
    person_levels: PersonLevels | None
    first_wave: Matrix
    network: FittedNetwork
    tests: pd.DataFrame
    log_likelihood: float
    bic: float

    @property
    def is_stationary(self) -> bool:
        """Whether graph and weights are the same at each step."""
        return len(self.transitions) < len(self.waves) - 1 or len(self.waves) == 2

    @property
    def lagged(self) -> pd.DataFrame:
        """Weights from each item (row) to each item a wave later (column); of the first step if they differ."""
        return self._frame(self.transitions[0].lagged)

    @property
    def contemporaneous(self) -> pd.DataFrame:
        """Weights from each item (row) to each item in the same wave; of the first step if they differ."""
        return self._frame(self.transitions[0].contemporaneous)

    @property
    def links(self) -> pd.DataFrame:
        """One row per link, strongest first within its kind.

        `kind` is ``"lagged"``, ``"same wave"`` or ``"autoregression"``; `direction` is ``"open"`` where the data leave
        it so; `low` and `high` bound the weight with 95 %. Without `stationary`, `step` has the wave that links lead
        to.
        """
        rows = [row for number, each in enumerate(self.transitions) for row in self._rows_of(number, each)]
        columns = ["step", "kind", "from", "to", "weight", "low", "high", "direction"]
        frame = pd.DataFrame(rows, columns=columns)
        order = {"lagged": 0, "same wave": 1, "autoregression": 2}
        keys = pd.DataFrame({"kind": frame["kind"].map(order), "size": -frame["weight"].abs(), "step": frame["step"]})
        frame = frame.loc[keys.sort_values(["step", "kind", "size"], kind="stable").index].reset_index(drop=True)
        return frame.drop(columns="step") if self.is_stationary else frame

    def paragraphs(self) -> tuple[str, ...]:
        """The result in sentences: data and method, lagged links, links within a wave, levels, tests."""
        from ordag.panels.paragraphs import paragraphs

        return paragraphs(self)

    def plot(self, **options: Any) -> "Figure":
        """Links from a wave to the next beside those within a wave: `ordag.plots.plot_waves`."""
        from ordag.plots import plot_waves

        return plot_waves(self.items, self.links, **options)

    def _rows_of(self, number: int, step: Transition) -> list[tuple[Any, ...]]:
        name = self.waves[number + 1]
        rows: list[tuple[Any, ...]] = []
        for i, j in np.argwhere(step.lagged_errors > 0).tolist():
            kind = "autoregression" if i == j else "lagged"
            rows.append((name, kind, *self._link(i, j, step.lagged[i, j], step.lagged_errors[i, j]), "directed"))
        for i, j in np.argwhere(step.contemporaneous_errors > 0).tolist():
            direction = "open" if step.cpdag[j, i] else "directed"
            link = self._link(i, j, step.contemporaneous[i, j], step.contemporaneous_errors[i, j])
            rows.append((name, "same wave", *link, direction))
        return rows

    def _link(self, start: int, end: int, weight: float, error: float) -> tuple[Any, ...]:
        bound = _QUANTILE * error
        return self.items[start], self.items[end], weight, weight - bound, weight + bound

    def _frame(self, matrix: Matrix) -> pd.DataFrame:
        return pd.DataFrame(matrix, index=list(self.items), columns=list(self.items))

    def _shown(self) -> tuple[str, pd.DataFrame]:
        size = f"{counted(len(self.items), 'item')}, {counted(len(self.waves), 'wave')}, {self.n_persons:g} persons"
        levels = "; with person levels" if self.person_levels else ""
        return f"PanelNetwork({size}{levels})", self.links
