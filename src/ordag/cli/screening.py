# SPDX-License-Identifier: MIT
"""What ``ordag fit`` says of rows that look like no answers: a look beside every fit, or a screening on request."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.errors import OptionsClashError
from ordag.messages import OptionName

if TYPE_CHECKING:
    import pandas as pd

    from ordag import OSEM
    from ordag.data import OrdinalTable
    from ordag.data.encoding.encode import Encoded

ROWS = "rows.csv"
_BOTH = ("screen", "drop_flagged")

Screen = Annotated[
    bool,
    typer.Option(
        "--screen",
        help="Which rows look like no answers, and what the network would be without them; rows.csv lists them.",
    ),
]
DropFlagged = Annotated[
    bool, typer.Option("--drop-flagged", help="Screen the rows, and learn without those that look like no answers.")
]
Duration = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="How long each row took; default: a column that is called so."),
]


@dataclass(frozen=True)
class Screening:
    """What was asked for: to screen the rows, to drop the flagged ones, by which column of durations."""

    wanted: bool
    drop: bool
    duration: str | None

    @property
    def ignored(self) -> list[str]:
        """Columns that are no variables."""
        return [] if self.duration is None else [self.duration]

    def files(self, folder: Path) -> list[Path]:
        """Files that it writes."""
        return [folder / ROWS] if self.wanted or self.drop else []

    def rows(self, encoded: "Encoded", estimator: "OSEM") -> tuple["OrdinalTable", "dict[str, pd.DataFrame]"]:
        """The rows to learn from, and by file the flags of those that have any; warns of what it finds."""
        if not (self.wanted or self.drop):
            return encoded.table, {}
        if encoded.table.clusters is not None:
            raise OptionsClashError(OptionName("clusters"), "shift rows, which a screening would take for odd", _BOTH)
        from ordag.checks.durations import durations_in
        from ordag.checks.remarks import remark_on_screen
        from ordag.checks.rows import screen_table
        from ordag.errors import collected_warnings, warn
        from ordag.estimator import clone

        plain = clone(estimator).set_params(prior=None)  # draws of a posterior would not be looked at
        with collected_warnings():  # the fit that is kept has the same to say
            fitted = plain.fit(encoded.table)
        durations = durations_in(encoded, self.duration)
        screen = screen_table(fitted, encoded.table, durations, estimator.random_state)
        warn(remark_on_screen(screen, dropped=self.drop))
        table = encoded.table.rows(screen.kept) if self.drop and screen.n_flagged else encoded.table
        return table, {ROWS: listed_rows(screen.flags, encoded)}

    def look(self, model: "OSEM", encoded: "Encoded") -> None:
        """Warn if many rows look like no answers, where no screening was asked for and rows are independent."""
        if self.wanted or self.drop or encoded.table.clusters is not None:
            return
        from ordag.checks.durations import durations_in
        from ordag.checks.remarks import remark_on_look
        from ordag.checks.rows import look
        from ordag.errors import warn
        from ordag.options import as_threads

        flags = look(model.network_, encoded.table, durations_in(encoded), _SEED, n_threads=as_threads(model.n_jobs))
        if (remark := remark_on_look(flags)) is not None:
            warn(remark)


# The rows that a look compares with are the same in every run.
_SEED = 0


def listed_rows(flags: "pd.DataFrame", encoded: "Encoded") -> "pd.DataFrame":
    """Rows with a flag, by their number in the data, with a 1 for each reason."""
    numbers = encoded.kept.nonzero()[0] + 1
    table = flags.astype(int)
    table.insert(0, "row", numbers)
    return table[flags.any(axis=1).to_numpy()]
