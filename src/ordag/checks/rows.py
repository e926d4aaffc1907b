# SPDX-License-Identifier: MIT
"""`screen_rows`: which rows look like no answers, and what the network would be without them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.checks.durations import durations_in
from ordag.checks.screening import Flags, flag_counts, flag_rows, settled_flags
from ordag.data import OrdinalTable, checks
from ordag.data.columns.edits import Options
from ordag.data.encoding.encode import encode_source
from ordag.data.reading.sources import Source, open_source
from ordag.errors import collected_warnings
from ordag.estimator import clone
from ordag.graphs import skeleton
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted
from ordag.options import as_threads
from ordag.osem import OSEM
from ordag.random_state import RandomStateLike, as_generator

Array = npt.NDArray[np.float64]
Link = tuple[str, str]

_LARGEST_SEED = 2**32
# The look that accompanies every fit takes at most this many rows, drawn at random, and this many columns. It reports
# only if one row in fifty has a flag, and therefore compares with fewer rows of the network than a screening, which
# looks for single rows.
_ROWS_OF_A_LOOK, _COLUMNS_OF_A_LOOK = 1_000, 100
_DRAWN_FOR_A_LOOK, _DRAWN_PER_COLUMN = 1_000, 20


@dataclass(frozen=True, eq=False, repr=False)
class RowScreen(Shown):
    """What `ordag.screen_rows` returns.

    Attributes
    ----------
    flags : pandas.DataFrame
        One row for each row of the data, one column of booleans for each reason: ``same_answers`` (a straight line),
        ``improbable`` (hardly any row of the network fits so badly), ``too_fast``, ``repeated`` (a copy of an earlier
        row).
    kept : (n_rows,) array of bool
        Rows without a flag.
    network, network_without : `ordag.FittedNetwork`
        Fitted to all rows, and to the rows without a flag.
    is_doubtful : bool
        Screening stopped because more than half of the rows were about to be flagged: the model is wrong, not the rows.
    """

    flags: Flags
    network: FittedNetwork
    network_without: FittedNetwork
    is_doubtful: bool = False

    @property
    def kept(self) -> npt.NDArray[np.bool_]:
        """Rows without a flag."""
        return np.asarray(~self.flags.to_numpy().any(axis=1))

    @property
    def n_flagged(self) -> int:
        """Number of rows with a flag."""
        return int((~self.kept).sum())

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of rows with each flag that any row has; a row may have several."""
        return flag_counts(self.flags)

    @property
    def links_gained(self) -> list[Link]:
        """Pairs that only the network without the flagged rows joins."""
        return _joined_only_in(self.network_without, self.network)

    @property
    def links_lost(self) -> list[Link]:
        """Pairs that only the network of all rows joins."""
        return _joined_only_in(self.network, self.network_without)

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = f"RowScreen({self.n_flagged} of {counted(len(self.flags), 'row')} flagged)"
        return heading, self.flags[~self.kept]


def screen_rows(
    frame: Any,
    *,
    estimator: OSEM | None = None,
    duration: str | None = None,
    random_state: RandomStateLike = 0,
    **options: Any,
) -> RowScreen:
    """Which rows look like no answers: straight lines, improbable rows, rows filled in too fast, copies.

    Every index of a row is compared with that of rows drawn from the fitted network with the same gaps, so that, as far
    as the model holds, about a tenth of the flagged rows are false alarms, and data without such rows mostly have no
    flag. The network is fitted again without the flagged rows until the flags no longer change. Nothing is dropped.

    Parameters
    ----------
    frame
        The data, in any form that `ordag.data.encode` reads.
    estimator
        An `ordag.OSEM` with the settings wanted; it is not changed.
    duration
        Column that tells how long each row took; when left out, a column that is no variable and is called so.
    random_state
        Seed or generator of the rows drawn for comparison.
    **options
        As for `ordag.data.read`: ``levels``, ``kinds``, ``missing``, ``ignore``, ``weights``, ``columns``.

    Returns
    -------
    RowScreen
        Its `kept` is a mask of the rows of `frame`.

    Examples
    --------
    >>> import ordag
    >>> dag = ordag.simulate.random_dag(8, 2, rng=1)
    >>> frame = ordag.simulate.ordinal_data(dag, 400, levels=[5] * 8, rng=1).frame
    >>> frame.iloc[:10] = 2
    >>> screen = ordag.screen_rows(frame)
    >>> screen.n_flagged, bool(screen.flags["same_answers"][:10].all())
    (10, True)
    """
    estimator = OSEM() if estimator is None else estimator
    if isinstance(frame, OrdinalTable):
        return screen_table(_fitted(estimator, frame), frame, None, random_state)
    source, declared = _source_of(frame, estimator, duration, options)
    encoded = encode_source(source, declared)
    durations = durations_in(encoded, duration)
    screen = screen_table(_fitted(estimator, encoded.table), encoded.table, durations, random_state)
    flags = screen.flags.set_axis(np.flatnonzero(encoded.kept)).reindex(range(source.n_rows), fill_value=False)
    return replace(screen, flags=flags.set_axis(frame.index) if isinstance(frame, pd.DataFrame) else flags)


def screen_table(
    fitted: OSEM, table: OrdinalTable, durations: Array | None = None, random_state: RandomStateLike = 0
) -> RowScreen:
    """The same for encoded rows and an estimator that was fitted to them.

    Parameters
    ----------
    fitted
        The estimator; its network judges the rows first.
    table
        The rows.
    durations
        How long each row took, where that is known.
    random_state
        Seed or generator of the rows drawn for comparison.
    """

    def refit(rows: OrdinalTable) -> FittedNetwork:
        with collected_warnings():  # all that there is to say was said of the fit to all rows
            return _fitted(fitted, rows).network_

    seed, n_threads = int(as_generator(random_state).integers(_LARGEST_SEED)), as_threads(fitted.n_jobs)
    settled = settled_flags(fitted.network_, table, refit, seed, durations, n_threads=n_threads)
    return RowScreen(settled.flags, fitted.network_, settled.network, settled.is_doubtful)


def look(
    network: FittedNetwork, table: OrdinalTable, durations: Array | None, seed: int, *, n_threads: int = 1
) -> Flags | None:
    """Flags of at most 1 000 rows, by their places in the table, under the network; None for more than 100 columns.

    Parameters
    ----------
    network
        Fitted to the rows.
    table, durations
        The rows, and how long each took, where that is known.
    seed
        Of what is drawn.
    n_threads
        Threads to use; the result does not depend on it.
    """
    if table.n_columns > _COLUMNS_OF_A_LOOK:
        return None
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.permutation(table.n_rows)[:_ROWS_OF_A_LOOK])
    part = None if durations is None else durations[chosen]
    n_drawn = max(_DRAWN_FOR_A_LOOK, _DRAWN_PER_COLUMN * table.n_columns)
    flags = flag_rows(network, table.rows(chosen), rng, part, n_drawn=n_drawn, n_threads=n_threads)
    return flags.set_axis(chosen)


def _fitted(estimator: OSEM, table: OrdinalTable) -> OSEM:
    """A fresh estimator with the same settings, fitted to encoded rows."""
    fresh: OSEM = clone(estimator)
    return fresh.fit_within(table, estimator.search_space(table.names))


def _source_of(frame: Any, estimator: OSEM, duration: str | None, options: Mapping[str, Any]) -> tuple[Source, Options]:
    """The data, and what the estimator and the options declare of them."""
    declared = {name: getattr(estimator, name) for name in ("levels", "kinds", "columns")} | dict(options)
    declared["nominal"] = estimator.takes_nominal()
    source = open_source(frame, declared["levels"])
    if duration is not None:
        checks.known_columns("duration", [duration], source.names)
        declared["ignore"] = (*declared.get("ignore", ()), duration)
    return source, Options(**declared)


def _joined_only_in(network: FittedNetwork, other: FittedNetwork) -> list[Link]:
    joined = np.triu(skeleton(network.dag) > skeleton(other.dag))
    return [(network.names[i], network.names[j]) for i, j in zip(*np.nonzero(joined), strict=True)]
