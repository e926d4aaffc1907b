# SPDX-License-Identifier: MIT
"""What interventions on the strongest links would change, with intervals over resamples or posterior draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ordag.hints import is_given
from ordag.model import FittedNetwork
from ordag.posterior import Posterior
from ordag.report.contrasts import furthest_categories
from ordag.report.links import Link
from ordag.stability import Bootstrap

N_EFFECTS = 12


@dataclass(frozen=True)
class Effect:
    """Change at the end of a link when its start is set to another level.

    `what` is the level of the outcome whose probability changes: its highest, or of a nominal one the category that
    changes most; empty if the outcome is continuous, and the change is then one of its mean. `lowest` and `highest` add
    what the open directions leave unknown; `spread` is the standard deviation of a continuous outcome.
    """

    cause: str
    start: str
    end: str
    outcome: str
    what: str
    change: float
    low: float
    high: float
    lowest: float
    highest: float
    spread: float


def find_effects(network: FittedNetwork, links: Sequence[Link], bootstrap: Bootstrap | Posterior) -> tuple[Effect, ...]:
    """Effects along the strongest links; none if the bootstrap kept no networks.

    Links that end at what nothing can change, such as age, are left out.
    """
    if not bootstrap.networks:
        return ()
    changing = (link for link in links if not is_given(network.names[link.end]))
    return tuple(_effect(network, link, bootstrap) for link in islice(changing, N_EFFECTS))


def _effect(network: FittedNetwork, link: Link, bootstrap: Bootstrap | Posterior) -> Effect:
    between = furthest_categories(network, link.start, link.end) if network.is_nominal(link.start) else None
    found = bootstrap.effect(network.names[link.start], network.names[link.end], between=between)
    told = int(np.argmax(np.abs(found.mean))) if network.is_nominal(link.end) else -1
    if found.levels:
        bounds = (found.mean, found.low, found.high, found.lowest, found.highest)
        numbers = [float(values[told]) for values in bounds]
    else:
        numbers = [found.expected, *found.expected_interval, *found.expected_range]
    what = str(found.levels[told]) if found.levels else ""
    numbers.append(_spread(network, link.end))
    return Effect(found.cause, _text(found.start), _text(found.end), found.outcome, what, *numbers)


def _spread(network: FittedNetwork, column: int) -> float:
    """The standard deviation of a continuous column."""
    curve = network.margins.curves[column] if network.margins.curves else None
    return float(network.margins.scales[column] if curve is None else curve.spread)


def _text(label: object) -> str:
    return f"{label:.3g}" if isinstance(label, float) else str(label)
