# SPDX-License-Identifier: MIT
"""Whether hidden causes explain the rows better than links alone, and which arrows are then open.

Items that reflect a common trait are correlated, and a graph of the items alone explains that by links whose arrows
mean nothing. Resamples reproduce them faithfully. The network is therefore compared with one that has hidden causes: if
that is better, an arrow that is not settled in both is doubted, unless knowledge forbids the other direction.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.errors import collected_warnings
from ordag.estimator import clone
from ordag.model import FittedNetwork
from ordag.osem import OSEM
from ordag.remarks import HiddenCausesBetter

# In fewer columns no hidden cause could be told from links; with more the search takes minutes.
_FEWEST_COLUMNS, _MOST_COLUMNS = 4, 40


@dataclass(frozen=True, eq=False)
class BetterWithHidden:
    """A network with hidden causes that is better than the fitted one.

    Attributes
    ----------
    network : FittedNetwork
        It, with its hidden causes.
    doubted : (n, n)
        Arrows of the fitted network that are not settled in it and that knowledge does not imply.
    """

    network: FittedNetwork
    doubted: npt.NDArray[np.bool_]

    def marked(self, network: FittedNetwork) -> FittedNetwork:
        """The fitted network with its doubted arrows, which are drawn as lines.

        Parameters
        ----------
        network
            The network that was fitted without hidden causes.
        """
        return replace(network, doubted=self.doubted)

    @property
    def remark(self) -> HiddenCausesBetter:
        """What to tell of it."""
        hidden = self.network.hidden
        assert hidden is not None
        n_items = int(hidden.loadings.any(axis=0).sum())
        return HiddenCausesBetter(hidden.n_hidden, n_items, int(self.doubted.sum()))


def better_with_hidden(fitted: OSEM, table: OrdinalTable) -> BetterWithHidden | None:
    """A network with hidden causes, if that is better than the fitted one; None where none was looked for.

    Parameters
    ----------
    fitted
        The estimator, fitted without hidden causes by its observed likelihood; its knowledge holds here, too.
    table
        The rows that it was fitted to. None is looked for where columns are nominal, rows belong to clusters, or there
        are more than 40 columns.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.factor_data(1, 5, 400, random_state=1)
    >>> model = ordag.OSEM().fit(data.frame)
    >>> found = better_with_hidden(model, ordag.data.encode(data.frame))
    >>> found.network.hidden.n_hidden, bool(found.doubted.any())
    (1, True)
    """
    plain = not (table.clusters is not None or "nominal" in table.kinds)
    learner: OSEM = clone(fitted).set_params(prior=None)
    if not (plain and _FEWEST_COLUMNS <= table.n_columns <= _MOST_COLUMNS and learner.goes_on_from(table.n_columns)):
        return None
    network, space = fitted.network_, fitted.search_space(table.names)
    with collected_warnings():  # what they say of the rows is known
        other = learner.set_params(hidden="auto").fit_within(table, space, known=network).network_
    if other.hidden is None:
        return None
    settled = (network.dag == 1) & (network.cpdag.T == 0)
    known = (space.must == 1) | (space.allowed.T == 0)
    still = (other.cpdag == 1) & (other.cpdag.T == 0)
    return BetterWithHidden(other, settled & ~still & ~known)
