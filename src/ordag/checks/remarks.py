# SPDX-License-Identifier: MIT
"""Remarks on flagged rows."""

from ordag.checks.rows import RowScreen
from ordag.checks.screening import Flags, flag_counts
from ordag.remarks import ChangedLinks, RowsDoubted, RowsScreened, ScreeningStopped

# A look says nothing of fewer rows than these: a few are flagged where noise has heavy tails.
_FEWEST, _LEAST_SHARE = 5, 0.02


def remark_on_look(flags: Flags | None) -> RowsDoubted | None:
    """What to say of flags under the network of all rows, if there are enough of them."""
    if flags is None:
        return None
    n_flagged = int(flags.to_numpy().any(axis=1).sum())
    if n_flagged < max(_FEWEST, _LEAST_SHARE * len(flags)):
        return None
    return RowsDoubted(n_flagged, len(flags), flag_counts(flags))


def remark_on_screen(screen: RowScreen, *, dropped: bool) -> RowsScreened | ScreeningStopped:
    """What a screening found, and what the flagged rows change."""
    n_rows = len(screen.flags)
    if screen.is_doubtful:
        return ScreeningStopped(n_rows)
    links = ChangedLinks(tuple(screen.links_gained), tuple(screen.links_lost))
    return RowsScreened(screen.n_flagged, n_rows, screen.counts, links, dropped=dropped)
