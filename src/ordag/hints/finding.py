# SPDX-License-Identifier: MIT
"""All hints about a network and its rows."""

from collections.abc import Iterator

import numpy as np

from ordag.data import OrdinalTable
from ordag.errors import OrdagWarning
from ordag.hints.answers import one_tendency, two_kinds_of_rows
from ordag.hints.columns import arrows_into_given, totals_left
from ordag.model import FittedNetwork

# With more columns a look takes too long beside a fit; fewer rows tell nothing.
_MOST_COLUMNS, _MOST_ROWS, _FEWEST_ROWS = 100, 5_000, 100


def find_hints(network: FittedNetwork, table: OrdinalTable) -> tuple[OrdagWarning, ...]:
    """What the rows of a network hint at, as remarks; those of clusters are looked at for their columns only.

    Parameters
    ----------
    network
        Fitted to the rows.
    table
        The rows; of more than 5 000 a random sample is looked at.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 300, levels=4, rng=1)
    >>> network = ordag.OSEM().fit(data.frame).network_
    >>> find_hints(network, network.encode(data.frame))
    ()
    """
    return tuple(_hints(network, table))


def _hints(network: FittedNetwork, table: OrdinalTable) -> Iterator[OrdagWarning]:
    found: list[OrdagWarning | None] = [arrows_into_given(network)]
    if table.n_columns <= _MOST_COLUMNS and table.n_rows >= _FEWEST_ROWS:
        rng = np.random.default_rng(0)  # the same rows are drawn in every look
        rows = table.rows(np.sort(rng.permutation(table.n_rows)[:_MOST_ROWS]))
        ordered = [name for name, kind in zip(table.names, table.kinds, strict=True) if kind != "nominal"]
        found.append(totals_left(rows.only(ordered)))
        if table.clusters is None:
            found += [one_tendency(network, rows), two_kinds_of_rows(network, rows, rng)]
    yield from (hint for hint in found if hint is not None)
