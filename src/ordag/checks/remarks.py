# SPDX-License-Identifier: MIT
"""What is remarked of rows that look like no answers."""

from collections.abc import Mapping, Sequence

from ordag.checks.rows import RowScreen
from ordag.checks.screening import Flags, flag_counts
from ordag.errors import InferenceWarning
from ordag.messages import Advise, If, UseFunction
from ordag.messages.lists import listed

_SAID = {
    "same_answers": "gave the same answer to item after item",
    "improbable": "fit the network worse than hardly any row should",
    "too_fast": "took less than half the usual time",
    "repeated": "are copies of earlier ones",
}
# A look says nothing of fewer rows than these: a few are flagged where noise has heavy tails.
_FEWEST, _LEAST_SHARE = 5, 0.02


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
    """What screening found; `gained` and `lost` are the links that the network would have, or has, without the rows."""

    def __init__(self, screen: RowScreen, *, dropped: bool) -> None:
        self.n_flagged, self.n_rows, self.counts = screen.n_flagged, len(screen.flags), dict(screen.counts)
        self.is_doubtful = screen.is_doubtful
        self.gained, self.lost, self.dropped = tuple(screen.links_gained), tuple(screen.links_lost), dropped
        if screen.is_doubtful:
            doubt = "most rows fit badly, so that the model is to be doubted rather than the rows"
            super().__init__("the screening of rows", "was stopped", doubt)
        elif not screen.n_flagged:
            super().__init__(f"none of {self.n_rows} rows looks like no answers")
        else:
            kept = "were dropped" if dropped else "were kept"
            drop = [] if dropped else [If("they are to be dropped", Advise("fit with --drop-flagged"))]
            super().__init__(
                _flagged(self.n_flagged, self.n_rows),
                f"look like no answers ({_reasons(self.counts)}) and {kept}",
                _change(self.gained, self.lost, "the network" if dropped else "without them the network"),
                remedies=drop,
            )


def remark_on_look(flags: Flags | None) -> RowsDoubted | None:
    """What to say of flags under the network of all rows, if there are enough of them."""
    if flags is None:
        return None
    n_flagged = int(flags.to_numpy().any(axis=1).sum())
    if n_flagged < max(_FEWEST, _LEAST_SHARE * len(flags)):
        return None
    return RowsDoubted(n_flagged, len(flags), flag_counts(flags))


def _flagged(n_flagged: int, n_rows: int) -> str:
    return f"{n_flagged} of {n_rows} rows ({n_flagged / n_rows:.1%})"


def _reasons(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {_SAID[reason]}" for reason, count in counts.items())


def _change(gained: Sequence[tuple[str, str]], lost: Sequence[tuple[str, str]], subject: str) -> str:
    """Links gained and lost in words."""
    if not gained and not lost:
        return f"{subject} has the same links"
    parts = [
        f"{len(links)} link{'' if len(links) == 1 else 's'} {verb} ({listed([' — '.join(link) for link in links])})"
        for links, verb in ((gained, "more"), (lost, "fewer"))
        if links
    ]
    return f"{subject} has {' and '.join(parts)}"
