# SPDX-License-Identifier: MIT
"""What a network would be without the few most influential rows.

A row has an influence on every latent correlation (`ordag.latent.influence`). Its squares, each in units of the
standard error, are summed over the linked pairs; the rows with the largest sums are left out, and the network is
learned again. A nominal column is linked by each of its indicators.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.errors import collected_warnings
from ordag.estimator import clone
from ordag.latent import Coordinates, estimate_correlations
from ordag.latent.influence import CorrelationInfluence
from ordag.model import FittedNetwork

if TYPE_CHECKING:
    from ordag.osem import OSEM

Pair = tuple[str, str]
SHARE = 0.01


@dataclass(frozen=True)
class Sensitivity:
    """Links that are lost and gained when the most influential rows are left out.

    Attributes
    ----------
    n_left_out : int
        Rows that were left out.
    gone, come : tuple of pairs of names
        Links of the network that are no longer there, and new ones, whatever their direction.
    """

    n_left_out: int
    gone: tuple[Pair, ...]
    come: tuple[Pair, ...]


def sensitivity(learner: "OSEM", network: FittedNetwork, table: OrdinalTable, share: float = SHARE) -> Sensitivity:
    """How the network changes when a share of the rows, the most influential ones, is left out.

    Parameters
    ----------
    learner
        That learned the network; it is cloned.
    network, table
        The network and the rows that it was learned from.
    share
        Of the rows to leave out.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 400, levels=4, rng=1)
    >>> model = ordag.OSEM(penalty=3).fit(data.frame)
    >>> found = sensitivity(model, model.network_, model.network_.encode(data.frame))
    >>> found.n_left_out, found.gone
    (4, ())
    """
    n_left_out = math.ceil(share * table.n_rows)
    kept = np.sort(np.argsort(pull(network, table), kind="stable")[: table.n_rows - n_left_out])
    fitted, space = clone(learner), learner.search_space(table.names)
    with collected_warnings():  # the same as of the fit to all rows
        other = fitted.fit_within(
            table.rows(kept), space, network if fitted.goes_on_from(table.n_columns) else None
        ).network_
    before, after = (graph.dag | graph.dag.T for graph in (network, other))
    gone, come = (np.argwhere(np.triu(one & (1 - two))) for one, two in ((before, after), (after, before)))
    return Sensitivity(n_left_out, _named(network, gone), _named(network, come))


def pull(network: FittedNetwork, table: OrdinalTable) -> npt.NDArray[np.float64]:
    """(n_rows,) influence of each row on the correlations of linked pairs, in squared standard errors.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0.0], [0.0]], names=["a", "b"])
    >>> table = OrdinalTable.from_codes([[0, 0]] * 20 + [[1, 1]] * 20 + [[0, 1], [1, 0]], names=["a", "b"])
    >>> bool(pull(network, table)[-2:].min() > pull(network, table)[:-2].max())
    True
    """
    merged = table.merged().table
    coordinates = Coordinates.of(merged)
    shown = coordinates.indicators(merged)  # a nominal column by as many numbers as it owns coordinates
    influence = CorrelationInfluence.of(shown, estimate_correlations(shown))
    total = np.zeros(table.n_rows)
    for i, j in np.argwhere(coordinates.blocks.between(network.dag)).tolist():
        rows = influence.of_pair(i, j)
        total += rows**2 / max(float((rows**2).sum()), np.finfo(float).tiny)
    return total


def _named(network: FittedNetwork, pairs: npt.NDArray[np.intp]) -> tuple[Pair, ...]:
    return tuple((network.names[i], network.names[j]) for i, j in pairs.tolist())
