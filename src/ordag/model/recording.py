# SPDX-License-Identifier: MIT
"""What was chosen of the data of a network and asked in its columns, put into its provenance."""

from collections.abc import Sequence
from dataclasses import replace

from ordag.data import OrdinalTable, TablePlan, effective_weights
from ordag.model.network import FittedNetwork
from ordag.model.provenance import DataChoices


def recorded(
    network: FittedNetwork,
    table: OrdinalTable,
    plan: TablePlan,
    *,
    ignored: Sequence[str] = (),
    missing: Sequence[str] = (),
    dropped_rows: int = 0,
) -> FittedNetwork:
    """The network with what was chosen of its data, as ``ordag fit`` stores it.

    Parameters
    ----------
    network
        As it was fitted.
    table
        The encoded rows, before any were dropped.
    plan
        Of the columns; wordings and subscales are those in it.
    ignored, missing
        Columns and entries that were left out beside the plan.
    dropped_rows
        How many rows were dropped because they look like no answers.

    Examples
    --------
    >>> from ordag.data import ColumnPlan
    >>> table = OrdinalTable.from_codes([[0, 1], [1, 0], [1, 1]], names=["sleep", "mood"])
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> recorded(network, table, TablePlan(())).provenance is None  # it was not fitted to data
    True
    """
    if network.provenance is None:
        return network
    effective = None
    if table.weights is not None:
        effective = round(float(effective_weights(table.weights).sum()), 1)
    chosen = DataChoices(plan.weights, effective, tuple(ignored), tuple(missing), dropped_rows)
    made = replace(network.provenance, choices=chosen).with_plan(plan, network.names)
    return replace(network, provenance=made)
