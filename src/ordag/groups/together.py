# SPDX-License-Identifier: MIT
"""`learn_groups`: the networks of several groups, learned from the rows of all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import InputValueError, unknown_option
from ordag.groups.comparison import comparing_estimator, settings_of
from ordag.groups.joint import JointFit, JointRows, learn_jointly
from ordag.groups.models import Learning, PreparedRows
from ordag.groups.split import GroupedRows, grouped_rows
from ordag.maximization import Parameters
from ordag.messages import Advise
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted
from ordag.osem import OSEM
from ordag.progress import terminal_bar
from ordag.random_state import RandomStateLike, as_generator
from ordag.strategies.contract import FEW

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class JointNetworks(Shown):
    """What `ordag.learn_groups` returns.

    Attributes
    ----------
    networks : mapping
        The network of each group, by its name.
    links : pandas.DataFrame
        One row per link that some group has, those that differ first: from, to, whether it is `shared` (there in all
        groups, with one weight), and the weight in each group, 0 where it has no such link.
    criterion : float
        Extended BIC of all groups less what it takes to say which links differ; comparable for the same rows.
    """

    networks: Mapping[str, FittedNetwork]
    links: pd.DataFrame
    criterion: float

    def __getitem__(self, group: str) -> FittedNetwork:
        if group not in self.networks:
            raise unknown_option("group", group, self.networks)
        return self.networks[group]

    @property
    def n_shared(self) -> int:
        """Number of links that all groups share."""
        return int(self.links["shared"].sum())

    def plot(self, **options: Any) -> "Figure":
        """The networks side by side, links that differ highlighted: `ordag.plots.plot_groups`."""
        from ordag.plots import plot_groups

        differing = self.links.loc[~self.links["shared"], ["from", "to"]]
        marked = list(differing.itertuples(index=False, name=None))
        return plot_groups(self.networks, **{"marked": marked} | options)

    def _shown(self) -> tuple[str, pd.DataFrame]:
        shared = f"{self.n_shared} of {counted(len(self.links), 'link')} shared"
        return f"JointNetworks({', '.join(self.networks)}; {shared})", self.links


def learn_groups(
    frame: Any,
    by: Any = None,
    *,
    model: OSEM | None = None,
    weights: npt.ArrayLike | str | None = None,
    n_jobs: int | None = None,
    random_state: RandomStateLike = 0,
    verbose: bool = False,
) -> JointNetworks:
    """The networks of several groups learned together: links are shared unless the data say otherwise.

    Small groups borrow strength from each other: a link counts as one parameter if all groups have it with one weight,
    and the cost of a difference follows from how many there are. Each group has its own thresholds.

    Parameters
    ----------
    frame
        Whatever `ordag.data.encode` takes; up to 50 columns.
    by
        The column of a data frame that names the group of each row (which is then no variable), or one label per row.
        None: the column whose role is "group" in the plan of the columns that `model` has.
    model
        An `ordag.OSEM` with the settings wanted: levels, kinds, tiers, required and forbidden edges.
    weights
        Weight of each row, or the column that holds it.
    n_jobs
        Threads; -1 for all cores.
    random_state
        Seed or generator.
    verbose
        Show a progress bar.

    Examples
    --------
    >>> import ordag
    >>> chain, cut = [[0, 0.8, 0], [0, 0, 0.8], [0, 0, 0]], [[0, 0.8, 0], [0, 0, 0], [0, 0, 0]]
    >>> parts = [
    ...     ordag.simulate.ordinal_data(np.sign(w), 150, [4] * 3, rng=k, weights=np.array(w)).frame
    ...     for k, w in enumerate([chain, cut])
    ... ]
    >>> frame = pd.concat(parts, ignore_index=True).assign(site=["north"] * 150 + ["south"] * 150)
    >>> learn_groups(frame, by="site").links["shared"].tolist()
    [False, True]
    """
    estimator = comparing_estimator(model).set_params(n_jobs=n_jobs)
    declared = {name: getattr(estimator, name) for name in ("levels", "kinds", "columns")}
    rows = grouped_rows(frame, by, weights=weights, **declared)
    if rows.table.n_columns > FEW:
        raise InputValueError(
            "the data",
            f"have {rows.table.n_columns} columns",
            f"groups are learned together with up to {FEW}",
            remedies=[Advise("leave columns out, or learn each group alone")],
        )
    with terminal_bar(verbose):
        return _together(rows, estimator, as_generator(random_state))


def _together(rows: GroupedRows, estimator: OSEM, rng: np.random.Generator) -> JointNetworks:
    settings, space = settings_of(estimator), estimator.search_space(rows.table.names)
    groups = [PreparedRows.of(table, settings.n_threads) for table in rows.tables()]
    learning = Learning(space, settings)
    own = [learning.common([group], rng) for group in groups]
    common = learning.common(groups, rng)
    graphs = [(fit.dag, fit.parameters) for fit in (*own, common)]
    fit = learn_jointly(JointRows(groups, space, settings.n_threads), graphs[:-1], graphs[-1], rng)
    found = fit.shared.correlations(fit.parameters)
    assert found is not None
    networks = {
        name: replace(group.network(dag, Parameters(weights, at.noise, at.correlation)), cpdag=space.class_of(dag))
        for name, group, dag, weights, at in zip(
            rows.names, groups, fit.shared.dags, fit.shared.matrices(fit.parameters), found, strict=True
        )
    }
    return JointNetworks(MappingProxyType(networks), _links(rows, fit), fit.criterion)


def _links(rows: GroupedRows, fit: JointFit) -> pd.DataFrame:
    """One row per link, in the direction that most groups have."""
    names, shared = rows.table.names, fit.shared
    matrices = fit.shared.matrices(fit.parameters)
    n_having = shared.dags.sum(axis=0)
    is_shown = (n_having > n_having.T) | (
        (n_having == n_having.T) & (n_having > 0) & np.triu(np.ones(n_having.shape, bool))
    )
    table = pd.DataFrame(
        [
            (names[i], names[j], not shared.differing[i, j], *(matrices[:, i, j] + matrices[:, j, i]))
            for i, j in np.argwhere(is_shown)
        ],
        columns=["from", "to", "shared", *(f"weight_{name}" for name in rows.names)],
    )
    size = table.iloc[:, 3:].abs().max(axis=1)
    return (
        table.assign(size=-size).sort_values(["shared", "size"], kind="stable", ignore_index=True).drop(columns="size")
    )
