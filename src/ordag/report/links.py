# SPDX-License-Identifier: MIT
"""Links of a network: what the text, the table and the drawing of a report have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordag.graphs import skeleton
from ordag.model import EdgeSupport, FittedNetwork, KnownEdges, Standing, standing_of
from ordag.report.contrasts import contrast
from ordag.report.item_groups import ItemGroup, group_of_items


@dataclass(frozen=True)
class Link:
    """An edge of the equivalence class.

    Attributes
    ----------
    start, end : int
        Its variables; for a directed edge start → end, else in the direction of the fitted DAG.
    directed : bool
        Whether all DAGs of the class agree on the direction.
    weight : float
        Of the edge in the fitted DAG: standard deviations of the end per standard deviation of the start.
    correlation : float
        Of the two latent variables.
    standing : Standing
        How it is drawn: as an arrow, a line, or faint.
    support, direction : float or None
        Shares of resamples with this edge, and with it in this direction.
    beside : float or None
        Share of the draws of a posterior that have it, where resamples and draws are shown side by side.
    bridge : bool
        Whether it joins two groups.
    has_sign : bool
        Whether weight and correlation have a sign; between a nominal variable and others they are sizes.
    doubted : bool
        Whether a better network with hidden causes leaves the arrow open, which is then drawn as a line.
    required, one_way : bool
        Whether the link, and whether its direction, was known beforehand, so that resamples cannot speak against it.
    contrast : str
        Of a link with a nominal variable, where the categories differ most, in words.
    """

    start: int
    end: int
    directed: bool
    weight: float
    correlation: float
    support: float | None
    direction: float | None
    bridge: bool
    standing: Standing
    beside: float | None = None
    has_sign: bool = True
    contrast: str = ""
    doubted: bool = False
    required: bool = False
    one_way: bool = False

    @property
    def stands(self) -> bool:
        """Whether it is more than a weak link."""
        return self.standing is not Standing.WEAK

    @property
    def share_of_arrow(self) -> float:
        """Of the resamples that have the link, the share that points this way; 0 where none has it."""
        return self.direction / self.support if self.support and self.direction is not None else 0.0

    @property
    def support_text(self) -> str:
        """The share of resamples that have the link, for a table; those of a required link tell nothing."""
        return "required" if self.required else f"{self.support or 0.0:.0%}"

    @property
    def direction_text(self) -> str:
        """The share of an arrow, for a table; that of one whose direction was given tells nothing."""
        return "given" if self.one_way else f"{self.share_of_arrow:.0%}"


def find_links(
    network: FittedNetwork,
    groups: Sequence[ItemGroup],
    support: EdgeSupport | None,
    beside: EdgeSupport | None = None,
) -> tuple[Link, ...]:
    """All edges, those that stand before the weak ones, the strongest first."""
    group_of = group_of_items(groups)
    known = KnownEdges() if network.provenance is None else network.provenance.known
    links = [
        Link(
            start=i,
            end=j,
            directed=not network.cpdag[j, i],
            weight=float(network.weights[i, j]),
            correlation=float(network.correlation[i, j]),
            support=None if support is None else float(support.support[i, j]),
            direction=None if support is None else float(support.direction[i, j]),
            bridge=i in group_of and j in group_of and group_of[i] != group_of[j],
            standing=standing_of(network, i, j, support),
            beside=None if beside is None else float(beside.support[i, j]),
            has_sign=not (network.is_nominal(i) or network.is_nominal(j)),
            contrast=contrast(network, i, j),
            doubted=network.doubted is not None and bool(network.doubted[i, j]),
            required=(network.names[i], network.names[j]) in known.required,
            one_way=(network.names[i], network.names[j]) in known.one_way,
        )
        for i, j in np.argwhere(network.dag).tolist()
    ]
    return tuple(sorted(links, key=lambda link: (not link.stands, -abs(link.weight), link.start, link.end)))


def lone_variables(network: FittedNetwork) -> tuple[int, ...]:
    """Variables without an edge, to a hidden cause either."""
    joined = skeleton(network.whole_dag)[: network.n_columns]
    return tuple(np.flatnonzero(joined.sum(axis=1) == 0).tolist())
