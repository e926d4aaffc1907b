# SPDX-License-Identifier: MIT
"""How much each variable has to do with the others, with intervals over resamples, and which variables differ.

Centralities of undirected networks that count walks (closeness, betweenness) mean little in a graph of causes
(Bringmann and others 2019). These do: how well a variable is predicted, how much it acts on others and others on it
along the arrows, and how strongly it is tied to other groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import InputValueError, OptionError, RequirementError, unknown_option
from ordag.messages import InPython, OptionName
from ordag.model import FittedNetwork
from ordag.model.coordinates import effect_size
from ordag.model.display import Shown, counted

Array = npt.NDArray[np.float64]

QUANTITIES = ("r_squared", "effects_in", "effects_out", "strength", "bridge_strength")


@dataclass(frozen=True, eq=False, repr=False)
class Centralities(Shown):
    """Quantities of each variable of a network, and of the same variable in resamples.

    Attributes
    ----------
    names : tuple of str
        The variables.
    groups : tuple of str
        A label for each, of which `bridge_strength` speaks.
    values : (5, n)
        In the order of `QUANTITIES`.
    resampled : (n_networks, 5, n)
        The same in each resample, or draw of a posterior.
    level : float
        Share of the resamples that an interval contains.
    """

    names: tuple[str, ...]
    groups: tuple[str, ...]
    values: Array
    resampled: Array
    level: float

    @property
    def frame(self) -> pd.DataFrame:
        """One row per variable: each quantity, and where there are resamples its interval."""
        columns: dict[str, object] = {"variable": list(self.names), "group": list(self.groups)}
        for place, quantity in enumerate(QUANTITIES):
            columns[quantity] = self.values[place]
            if len(self.resampled):
                columns[f"{quantity}_low"], columns[f"{quantity}_high"] = self._interval(self.resampled[:, place])
        return pd.DataFrame(columns)

    def differences(self, quantity: str) -> pd.DataFrame:
        """One row per pair of variables: the difference of a quantity, its interval, and whether that is without zero.

        Parameters
        ----------
        quantity
            One of `QUANTITIES`.
        """
        if quantity not in QUANTITIES:
            raise unknown_option("quantity", quantity, QUANTITIES)
        if not len(self.resampled):
            raise InputValueError(
                "differences", "need networks of resamples", remedies=[InPython("pass Bootstrap.networks")]
            )
        place = QUANTITIES.index(quantity)
        i, j = np.array(list(combinations(range(len(self.names)), 2)), dtype=np.intp).reshape(-1, 2).T
        low, high = self._interval(self.resampled[:, place][:, i] - self.resampled[:, place][:, j])
        frame = pd.DataFrame(
            {
                "first": [self.names[k] for k in i],
                "second": [self.names[k] for k in j],
                "difference": self.values[place, i] - self.values[place, j],
                "low": low,
                "high": high,
                "differ": (low > 0) | (high < 0),
            }
        )
        return frame.sort_values("difference", key=abs, ascending=False, kind="stable", ignore_index=True)

    def _interval(self, drawn: Array) -> tuple[Array, Array]:
        low, high = np.quantile(drawn, [(1 - self.level) / 2, (1 + self.level) / 2], axis=0)
        return low, high

    def _shown(self) -> tuple[str, pd.DataFrame]:
        over = f", intervals over {counted(len(self.resampled), 'network')}" if len(self.resampled) else ""
        return f"Centralities({counted(len(self.names), 'variable')}{over})", self.frame


def centralities(
    network: FittedNetwork,
    networks: Sequence[FittedNetwork] = (),
    *,
    groups: Sequence[str] | None = None,
    level: float = 0.95,
) -> Centralities:
    """How much each variable has to do with the others.

    Parameters
    ----------
    network
        The network. `r_squared` is the share of the variance of a variable that those pointing to it explain;
        `effects_in` and `effects_out` are the sums of the sizes of total effects of others on it and of it on others,
        along the arrows of the DAG, also where their direction is open; `strength` is the sum of the sizes of the
        weights of its links, and `bridge_strength` that of its links to other groups.
    networks
        The same network from resamples (`Bootstrap.networks`, with ``keep_networks=True``) or draws of a posterior, for
        intervals and differences. Directions that resamples turn round make intervals of effects wide, as they should.
    groups
        One label per variable; without them all are of one group.
    level
        Share of the networks that an interval contains.

    Examples
    --------
    >>> chain = FittedNetwork.from_parameters([[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0], [0], [0]])
    >>> centralities(chain, groups=["a", "a", "b"]).frame.round(2).iloc[:, 2:]
       r_squared  effects_in  effects_out  strength  bridge_strength
    0       0.00        0.00         1.28      0.71             0.00
    1       0.50        0.71         0.82      1.52             0.82
    2       0.67        1.39         0.00      0.82             0.82
    """
    if not 0 < level < 1:
        raise OptionError("level", level, "between 0 and 1")
    labels = tuple(map(str, groups)) if groups is not None else ("",) * network.n_columns
    if len(labels) != network.n_columns:
        raise RequirementError(OptionName("groups"), "have one entry per variable", f"found {len(labels)}")
    if any(each.names != network.names for each in networks):
        raise InputValueError("networks", "have other variables than the network")
    resampled = [_quantities(each, labels) for each in networks]
    shape = (len(resampled), len(QUANTITIES), network.n_columns)
    return Centralities(
        network.names, labels, _quantities(network, labels), np.array(resampled).reshape(shape), float(level)
    )


def total_effects(network: FittedNetwork) -> Array:
    """(n, n): effect of i on j along all directed paths, in standard deviations: (I − W)⁻¹ − I; sizes, if nominal.

    Examples
    --------
    >>> chain = FittedNetwork.from_parameters([[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0], [0], [0]])
    >>> effects = total_effects(chain)
    >>> bool(np.isclose(effects[0, 2], chain.weights[0, 1] * chain.weights[1, 2]))
    True
    """
    inner, blocks = network.of_coordinates, network.coordinates.blocks
    unit = np.eye(inner.n_columns)
    if blocks.is_plain:
        return np.asarray(np.linalg.inv(unit - inner.weights) - unit)
    found = np.zeros((network.n_columns, network.n_columns))
    within = [inner.correlation[np.ix_(blocks.of(column), blocks.of(column))] for column in range(network.n_columns)]
    for i in range(network.n_columns):
        own = list(blocks.of(i))
        kept = np.where(np.isin(np.arange(inner.n_columns), own), 0.0, inner.weights)
        effects = np.asarray(np.linalg.inv(unit - kept)[own], dtype=np.float64)
        for j in range(network.n_columns):
            moved = effects[:, list(blocks.of(j))]
            single = moved.size == 1
            found[i, j] = 0.0 if i == j else moved[0, 0] if single else effect_size(moved, within[i], within[j])
    return found


def _quantities(network: FittedNetwork, groups: tuple[str, ...]) -> Array:
    """(5, n), in the order of `QUANTITIES`."""
    effects, sizes = np.abs(total_effects(network)), np.abs(network.weights)
    sizes = sizes + sizes.T
    labels = np.array(groups)
    across = sizes * (labels[:, None] != labels)
    explained = np.clip(1 - network.noise, 0, 1) * network.whole_dag[:, : network.n_columns].any(axis=0)
    return np.stack([explained, effects.sum(axis=0), effects.sum(axis=1), sizes.sum(axis=0), across.sum(axis=0)])
