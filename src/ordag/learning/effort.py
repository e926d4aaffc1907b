# SPDX-License-Identifier: MIT
"""How much the best-first search tries, by the number of variables: a pass over the rows costs n³ each."""

from dataclasses import dataclass, replace

import numpy as np

from ordag.expectation import Settling
from ordag.maximization.observed import Climb
from ordag.strategies.contract import FEW

# The likelihood hardly depends on factors that are not quite settled, and every pass goes on settling them.
_CLIMB = Climb(tolerance=0.02, settling=Settling(tolerance=1e-2, max_sweeps=1))

# Beyond this many variables an expansion takes long, and fewer roots have led to graphs as good.
_SEVERAL = 30
# Up to this many variables moves and near ties are looked at, as with few.
_SOME = 100


@dataclass(frozen=True)
class Effort:
    """What is tried before the best graph is taken (docs/decisions/structure-update.md).

    Attributes
    ----------
    root_costs : tuple of float
        Edge costs at which the roots are searched, as multiples of the criterion's; which one is good varies with the
        levels.
    kappas, costs : tuples of float
        Inverse shares of information with which moments are extrapolated, and multiples of the edge cost at which they
        are searched.
    n_root_starts, n_starts, enough_starts, n_near, margin : int, int, int or None, int, float
        Starts of every search for roots and of every other search, how many of them must meet at its best graph to end
        it before (None: it is not), and how many of the graphs it ends in are kept, if they score within so many edge
        costs of the best.
    most_idle : float
        Expansions in a row in which nothing was refitted that a search had found, after which no expansion searches.
    n_moves, n_climbed, n_refitted : int
        Moves of an expanded graph that become candidates beside what the searches find (as many of single edges), how
        many of all candidates, the most promising first, are improved by a hill climb on the surrogate while lineages
        are followed, and how many are refitted then. Without moves all candidates are refitted.
    wide, n_linked : bool, int or None
        Whether around the best graph more moves are tried, see `ordag.learning.moves`; and among how many pairs for
        each variable new links are looked for, those that the graph leaves most of to explain (None: all).
    n_roots, n_lineages, followed_within, beam_width, max_expansions : int, tuple of int, float, int, int
        Roots that are expanded, unless enough of them meet before; how many lineages are followed in each round after
        that, if their best graphs are within so many nats of the best of all; preferred graphs of all that are expanded
        in the end; and expansions in all.
    n_searches, enough_meeting : int, int or None
        Searches of this kind, each from new roots; once so many lineages have met at the best graph no further root,
        lineage or search is needed (None: all are).
    n_near_ties : int
        Moves of the preferred graph, nearly as good as it is, that are refitted in the end.
    n_kept : int or None
        Graphs that keep the factors of their rows (None: all).
    climb : Climb
        Of every graph that is refitted.
    """

    root_costs: tuple[float, ...] = (1.0, 1.4, 1.7, 2.0, 2.4, 2.7, 3.3, 4.0, 5.0, 6.0)
    kappas: tuple[float, ...] = (2.0, 4.0)
    costs: tuple[float, ...] = (0.8, 1.25)
    n_root_starts: int = 14
    n_starts: int = 8
    enough_starts: int | None = 3
    n_near: int = 8
    margin: float = 3.0
    most_idle: float = 10
    n_moves: int = 6
    n_climbed: int = 6
    n_refitted: int = 2
    wide: bool = True
    n_linked: int | None = None
    n_roots: int = 12
    n_lineages: tuple[int, ...] = (12, 6, 3)
    followed_within: float = 8.0
    beam_width: int = 6
    max_expansions: int = 100
    n_searches: int = 1
    enough_meeting: int | None = 7
    n_near_ties: int = 8
    n_kept: int | None = 12
    climb: Climb = _CLIMB


_FULL = Effort()
_MODERATE = replace(_FULL, n_root_starts=8, n_roots=6, n_lineages=(4, 2), beam_width=4, enough_meeting=3)
# With more columns the quadratic model of a graph takes as long as a search: no hill climbs on it, and fewer moves.
_REDUCED = replace(
    _FULL,
    root_costs=(2.0, 4.0, 6.0),
    n_root_starts=9,
    n_starts=9,
    n_climbed=0,
    wide=False,
    n_linked=8,
    n_roots=3,
    n_lineages=(2,),
    followed_within=np.inf,
    beam_width=2,
    enough_meeting=2,
    n_kept=4,
)
# With still more, candidates come from searches at one κ, and near ties are left alone.
_LEAST = replace(
    _REDUCED,
    kappas=(2.5,),
    n_root_starts=5,
    n_starts=5,
    enough_starts=2,
    n_near=4,
    margin=2.0,
    n_linked=6,
    n_roots=2,
    n_lineages=(),
    beam_width=1,
    n_near_ties=0,
)
# From a network of much the same rows, such as those that resamples are drawn from.
_NEAR = replace(
    _FULL,
    root_costs=(1.7, 3.3),
    n_roots=2,
    n_lineages=(2,),
    beam_width=2,
    enough_meeting=2,
)
# With very many rows, from the network of a part of them: weaker edges, which only all rows show, are what is missing.
AGAIN = replace(
    _FULL,
    root_costs=(),
    n_starts=8,
    n_climbed=0,
    wide=False,
    n_roots=1,
    n_lineages=(),
    beam_width=1,
    enough_meeting=None,
    n_kept=2,
)
# For the posterior: graphs that a single best network would not need, and runners-up of runners-up. Searches that know
# nothing of each other end in different parts of the space where the likelihood has far-off tops; where lineages meet,
# one search has seen them.
THOROUGH = replace(
    _FULL,
    n_starts=14,
    most_idle=np.inf,
    n_moves=30,
    n_refitted=4,
    followed_within=np.inf,
    beam_width=12,
    n_near_ties=0,
    n_kept=None,
)


def effort_for(n_columns: int, *, near: bool = False) -> Effort:
    """The effort that fits a number of variables; less of it where the best graph is `near` one that is known."""
    if n_columns > _SOME:
        return _LEAST
    if n_columns > FEW:
        return _REDUCED
    if near:
        return _NEAR
    return _MODERATE if n_columns > _SEVERAL else _FULL
