# SPDX-License-Identifier: MIT
"""Rows that look like no answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ordag.errors import InferenceWarning
from ordag.messages import Advise, If, UseFunction
from ordag.messages.lists import listed, quoted

_SAID = {
    "same_answers": "gave the same answer to item after item",
    "improbable": "fit the network worse than almost any row should",
    "too_fast": "took less than half the usual time",
    "repeated": "are copies of earlier ones",
}


@dataclass(frozen=True)
class ChangedLinks:
    """Links that a network would have, and those that it would not have, without some rows."""

    gained: Sequence[tuple[str, str]] = ()
    lost: Sequence[tuple[str, str]] = ()

    def worded(self, subject: str) -> str:
        """The change as a sentence about a network."""
        parts = [
            f"{len(links)} link{'' if len(links) == 1 else 's'} {verb} ({listed([' — '.join(link) for link in links])})"
            for links, verb in ((self.gained, "more"), (self.lost, "fewer"))
            if links
        ]
        return f"{subject} has {' and '.join(parts) if parts else 'the same links'}"


class RowsDoubted(InferenceWarning):
    """Rows look like no answers, and the fit has them all; `counts` has their number by reason."""

    def __init__(self, n_flagged: int, n_looked_at: int, counts: Mapping[str, int]) -> None:
        self.n_flagged, self.n_looked_at, self.counts = n_flagged, n_looked_at, dict(counts)
        super().__init__(
            _flagged(n_flagged, n_looked_at),
            f"look like no answers ({_reasons(counts)}), and the network has them",
            remedies=[If("you want to know what it would be without them", UseFunction("ordag.screen_rows"))],
        )


class RowsScreened(InferenceWarning):
    """What screening found: the number of flagged rows, by reason, and what they change."""

    def __init__(
        self, n_flagged: int, n_rows: int, counts: Mapping[str, int], links: ChangedLinks, *, dropped: bool
    ) -> None:
        self.n_flagged, self.n_rows, self.counts = n_flagged, n_rows, dict(counts)
        self.links, self.dropped = links, dropped
        if not n_flagged:
            super().__init__(f"none of {n_rows} rows", "looks like no answers")
            return
        super().__init__(
            _flagged(n_flagged, n_rows),
            f"look like no answers ({_reasons(counts)}) and were {'dropped' if dropped else 'kept'}",
            links.worded("the network" if dropped else "without them the network"),
            remedies=[] if dropped else [If("they are to be dropped", Advise("fit with --drop-flagged"))],
        )


class ScreeningStopped(InferenceWarning):
    """Most rows were about to be flagged; none is."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows = n_rows
        super().__init__(
            f"the screening of {n_rows} rows",
            "was stopped: most of them fit badly, so that the model is to be doubted rather than the rows",
            remedies=[UseFunction("ordag.compare_models", "to see which model they speak for")],
        )


class RowsWithoutGroup(InferenceWarning):
    """Rows that name no group were left out of a comparison."""

    def __init__(self, n_without: int, n_rows: int) -> None:
        self.n_without, self.n_rows = n_without, n_rows
        are = "names no group and was" if n_without == 1 else "name no group and were"
        super().__init__(f"{n_without} of {n_rows} rows", f"{are} left out")


class ColumnsWithoutWave(InferenceWarning):
    """Columns of panel data that belong to no wave, or to a single one, were left out."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        are = "is no item measured" if len(self.columns) == 1 else "are no items measured"
        super().__init__(quoted(self.columns), f"{are} at several waves and left out")


def _flagged(n_flagged: int, n_rows: int) -> str:
    return f"{n_flagged} of {n_rows} rows ({n_flagged / n_rows:.1%})"


def _reasons(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {_SAID[reason]}" for reason, count in counts.items())
