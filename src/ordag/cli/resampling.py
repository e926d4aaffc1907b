# SPDX-License-Identifier: MIT
"""What ``ordag fit`` draws to see which links stand: as many resamples as fit in a while, so many, or none."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli import inputs
from ordag.cli.page import say

if TYPE_CHECKING:
    from ordag import OSEM
    from ordag.checks.influential import Sensitivity
    from ordag.data import OrdinalTable
    from ordag.model import FittedNetwork
    from ordag.stability import Bootstrap

# Resamples are drawn for so long; less if fit and looks took long, so that the whole command takes a minute, but not
# less than the least.
SECONDS, LEAST_SECONDS, SECONDS_BEFORE_AND_WITH = 30.0, 15.0, 45.0
MOST = 100  # resamples that are drawn without being asked for; a share of links is then good to 5 points

WIDEST = 50  # columns up to which the network is learned once more, without the most influential rows

Boot = Annotated[
    int | None,
    typer.Option(
        min=0,
        envvar="ORDAG_BOOT",
        help="Number of resamples that show which links stand; default: as many as fit in 30 s.",
    ),
]
Quick = Annotated[bool, typer.Option("--quick", help="Draw no resamples: which links stand remains unknown.")]


@dataclass(frozen=True)
class Took:
    """Seconds of the fit, and of all that came before the resamples."""

    fit: float
    before: float

    @property
    def left(self) -> float:
        """Seconds for resamples."""
        return min(max(SECONDS_BEFORE_AND_WITH - self.before, LEAST_SECONDS), SECONDS)


@dataclass(frozen=True)
class Resampling:
    """What was asked for: a number of resamples, none, or what is usual, unless something else stands in for them."""

    boot: int | None
    quick: bool
    replaced: bool = False

    def __post_init__(self) -> None:
        if self.quick and self.boot:
            raise typer.BadParameter("draws none, but --boot asks for some.", param_hint="--quick")

    def drawn(
        self,
        learner: "OSEM",
        table: "OrdinalTable",
        network: "FittedNetwork",
        took: "Took",
        *,
        jobs: int,
        seed: int,
        as_json: bool,
    ) -> tuple["Bootstrap | None", str]:
        """The resamples, beginning at the network of all rows, and what to tell of their number."""
        from ordag import bootstrap

        if self.quick or self.boot == 0 or (self.boot is None and self.replaced):
            return None, ""
        if self.boot is None and took.fit > SECONDS:
            return None, f"No resamples were drawn, since the fit took {took.fit:.0f} s; --boot 20 draws 20 of them."
        n_boot, within = (MOST, took.left) if self.boot is None else (self.boot, None)
        bar = inputs.shows_bar(as_json)
        if bar:
            say("Estimated. Now resamples are drawn, to see which links stand (--quick draws none).")
        found = bootstrap(
            learner,
            table,
            n_boot,
            jobs,
            random_state=seed,
            keep_networks=True,
            within=within,
            warm_start=True if self.replaced else network,
            verbose=bar,
        )
        if within is None:
            return found, ""
        return (
            found,
            f"{found.n_boot} resamples were drawn in {within:.0f} s; --boot {found.n_boot} repeats them"
            f"{f', --boot {MOST} draws more' if found.n_boot < MOST else ''}.",
        )


def moved(learner: "OSEM", network: "FittedNetwork", table: "OrdinalTable") -> "Sensitivity | None":
    """What changes without the most influential rows, unless learning anew takes long."""
    from ordag.checks.influential import sensitivity

    return sensitivity(learner, network, table) if network.n_columns <= WIDEST and network.n_edges else None
