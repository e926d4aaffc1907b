# SPDX-License-Identifier: MIT
"""How the links of a network are drawn: width by weight, opacity by support, sign by colour and dashes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency
from ordag.plots import style

Matrix = npt.NDArray[np.float64]
Dashes = str | tuple[float, tuple[float, float]]  # as matplotlib has them

WIDTHS = (0.5, 3.2)  # points: of an edge that hardly any replicate supports, and of one that all support
WEIGHT_WIDTHS = (0.5, 5.0)  # points: of a weight of zero, and of one
PLAIN_WIDTH = 1.1
WEAK_OPACITY, LEAST_OPACITY = 0.22, 0.45  # of a weak link, and of one that barely stands
LONG_DASHES, WIDE_DASH, WIDE_GAP = 2.0, 6.5, 3.2  # points of width from which on dashes and gaps are this long
COLOURS = {1: style.POSITIVE, -1: style.NEGATIVE, 0: style.INK}


@dataclass(frozen=True)
class Look:
    """What is drawn by: (n, n) matrices as far as they are known, and how many of the last nodes are hidden causes.

    `nominal` are nodes whose links have sizes in the place of weights.
    """

    support: Matrix | None = None
    weights: Matrix | None = None
    weak: npt.NDArray[np.bool_] | None = None
    n_hidden: int = 0
    nominal: npt.NDArray[np.bool_] | None = None

    def has_sign(self, start: int, end: int) -> bool:
        """Whether the weight of a link has a sign."""
        return self.nominal is None or not (self.nominal[start] or self.nominal[end])


@dataclass(frozen=True)
class DrawnLink:
    """A link as it is drawn; `arrow` is a matplotlib arrow style from `start` to `end`."""

    start: int
    end: int
    arrow: str
    width: float
    sign: int
    opacity: float
    is_weak: bool
    is_bridge: bool

    @property
    def colour(self) -> str:
        """By its sign."""
        return COLOURS[self.sign]

    @property
    def dashes(self) -> Dashes:
        """Negative links are broken, so that they differ without colour; dashes of wide ones do not grow with them."""
        if self.sign >= 0:
            return "-"
        return "--" if self.width < LONG_DASHES else (0.0, (WIDE_DASH / self.width, WIDE_GAP / self.width))


def drawn_link(adjacency: Adjacency, start: int, end: int, look: Look, groups: Sequence[str] | None) -> DrawnLink:
    """How the link between two nodes is drawn.

    Examples
    --------
    >>> link = drawn_link(np.array([[0, 1], [0, 0]]), 1, 0, Look(weights=np.array([[0, -0.5], [0, 0]])), None)
    >>> link.arrow, link.sign, link.width
    ('<|-', -1, 2.75)
    """
    forward, backward = adjacency[start, end], adjacency[end, start]
    is_weak = look.weak is not None and bool(look.weak[start, end])
    arrow = "-" if is_weak or (forward and backward) else "-|>" if forward else "<|-"
    sign, width, opacity = 0, PLAIN_WIDTH, 1.0
    if look.weights is not None:
        weight = float(forward * look.weights[start, end] + backward * look.weights[end, start])
        sign = int(np.sign(weight)) if look.has_sign(start, end) else 0
        width = WEIGHT_WIDTHS[0] + min(abs(weight), 1.0) * (WEIGHT_WIDTHS[1] - WEIGHT_WIDTHS[0])
    if look.support is not None and look.weights is None:
        share = min(1.0, float(forward * look.support[start, end] + backward * look.support[end, start]))
        width = WIDTHS[0] + share * (WIDTHS[1] - WIDTHS[0])
    elif look.support is not None:
        share = min(1.0, float(look.support[start, end] + look.support[end, start]))
        opacity = LEAST_OPACITY + share**2 * (1 - LEAST_OPACITY)
    if is_weak:
        opacity = WEAK_OPACITY
    is_bridge = groups is not None and "" not in (groups[start], groups[end]) and groups[start] != groups[end]
    return DrawnLink(start, end, arrow, width, sign, opacity, is_weak, is_bridge)


def without_small(adjacency: Adjacency, look: Look, least_weight: float, least_support: float) -> Adjacency:
    """The graph without links whose weight or support is below the least that is asked for.

    Examples
    --------
    >>> without_small(np.array([[0, 1], [0, 0]]), Look(weights=np.array([[0, 0.2], [0, 0]])), 0.3, 0.0).sum()
    np.int64(0)
    """
    kept = adjacency != 0
    if look.weights is not None:
        kept &= np.maximum(np.abs(look.weights), np.abs(look.weights.T)) >= least_weight
    if look.support is not None:
        kept &= look.support + look.support.T >= least_support - 1e-9
    return np.asarray(np.where(kept, adjacency, 0))
