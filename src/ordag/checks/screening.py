# SPDX-License-Identifier: MIT
"""Which rows look like no answers, by each of four reasons, under one network; and the rounds of fit and screen.

Rows that are no real answers distort the network by which they are judged. The network is therefore fitted again
without the rows that it flags, all rows are judged by the new one, and so on until the same rows are flagged.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.checks.durations import too_fast
from ordag.checks.person_fit import misfit
from ordag.checks.reference import chances, drawn_rows, improbable
from ordag.checks.repeated import copies
from ordag.checks.same_answers import straightness
from ordag.data import OrdinalTable
from ordag.model import FittedNetwork

Flags = pd.DataFrame  # of booleans, one row for each row of the table, one column for each of `REASONS`
Refit = Callable[[OrdinalTable], FittedNetwork]

REASONS = ("same_answers", "improbable", "too_fast", "repeated")
# Share of the rows flagged by the network that are expected to be honest.
FALSE_SHARE = 0.1
_MOST_ROUNDS = 4
# Where more rows are flagged, the network is wrong rather than the rows.
_MOST_FLAGGED = 0.5


@dataclass(frozen=True, eq=False)
class Settled:
    """Flags, and the network of the rows without one; `is_doubtful` if the next round would have flagged most rows."""

    flags: Flags
    network: FittedNetwork
    is_doubtful: bool = False

    @property
    def unflagged(self) -> npt.NDArray[np.bool_]:
        """Rows without a flag."""
        return np.asarray(~self.flags.to_numpy().any(axis=1))


def flag_rows(
    network: FittedNetwork,
    table: OrdinalTable,
    rng: np.random.Generator,
    durations: npt.NDArray[np.float64] | None = None,
    *,
    n_drawn: int | None = None,
    n_threads: int = 1,
) -> Flags:
    """Rows that look like no answers under a network.

    Parameters
    ----------
    network
        A network of the columns of the table.
    table
        The rows.
    rng
        Source of the rows that are drawn from the network for comparison.
    durations
        How long each row took, where that is known.
    n_drawn
        How many rows to compare with; None: enough to flag a single row.
    n_threads
        Threads to use; the result does not depend on it.
    """
    drawn = drawn_rows(network, table, rng, n_drawn)
    indices = {
        "same_answers": straightness(table, drawn, network.correlation),
        "improbable": misfit(network, table, drawn, n_threads=n_threads),
    }
    flags = {reason: improbable(chances(*index), FALSE_SHARE) for reason, index in indices.items()}
    flags["too_fast"] = np.zeros(table.n_rows, dtype=bool) if durations is None else too_fast(durations)
    # Two straight lines are equal without one being a copy of the other.
    flags["repeated"] = copies(network, table, n_threads=n_threads) & ~flags["same_answers"]
    return pd.DataFrame(flags)


def settled_flags(
    network: FittedNetwork,
    table: OrdinalTable,
    refit: Refit,
    seed: int,
    durations: npt.NDArray[np.float64] | None = None,
    *,
    n_threads: int = 1,
) -> Settled:
    """Flags of the rows once fitting and screening agree, and the network of the rows without a flag.

    Parameters
    ----------
    network
        Fitted to all rows.
    table, durations, n_threads
        As for `flag_rows`.
    refit
        Fits the network of a part of the rows.
    seed
        Of the rows drawn for comparison, the same in each round, so that rounds differ by the network alone.
    """
    state = Settled(_no_flags(table), network)
    for _ in range(_MOST_ROUNDS):
        found = flag_rows(state.network, table, np.random.default_rng(seed), durations, n_threads=n_threads)
        unflagged = ~found.to_numpy().any(axis=1)
        if np.array_equal(unflagged, state.unflagged):
            break
        if unflagged.mean() < 1 - _MOST_FLAGGED:
            return replace(state, is_doubtful=True)
        state = Settled(found, refit(table.rows(unflagged)))
    return state


def flag_counts(flags: Flags) -> dict[str, int]:
    """Number of rows with each flag that any row has; a row may have several."""
    return {reason: int(flags[reason].sum()) for reason in REASONS if flags[reason].any()}


def _no_flags(table: OrdinalTable) -> Flags:
    return pd.DataFrame(dict.fromkeys(REASONS, np.zeros(table.n_rows, dtype=bool)))
