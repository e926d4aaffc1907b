# SPDX-License-Identifier: MIT
"""What speaks for each hidden cause: how much worse graphs without it, and without links among its items, are."""

from dataclasses import dataclass

import numpy as np

from ordag.hidden.climbing import HiddenTask, Judged, climbed_on_surrogate, judged, surrogate_around


@dataclass(frozen=True)
class CauseEvidence:
    """By how many nats a group of items speaks for a common cause and for links among them.

    Nats are those of the criterion with the surcharges of hidden causes and of links beside them
    (`ordag.hidden.climbing`).

    Attributes
    ----------
    for_cause : float
        Criterion of the graph less that of the best graph found without this hidden cause, which links among the items
        and the other hidden causes may replace.
    n_links : int
        Links among the items.
    for_links : float
        Criterion of the graph less that of the graph without these links; 0 if there are none.
    """

    for_cause: float
    n_links: int
    for_links: float


def evidence_of(task: HiddenTask, best: Judged) -> tuple[CauseEvidence, ...]:
    """The evidence for each hidden cause of a graph."""
    seen, found = surrogate_around(task, best), []
    for cause in range(best.n_hidden):
        items = best.graph.items(cause)
        without = judged(task, climbed_on_surrogate(task, seen, best.graph.without_cause(cause))[1])
        n_links = int(best.graph.links[np.ix_(items, items)].sum())
        bare = judged(task, best.graph.without_links_among(items)) if n_links else best
        for_links = max(best.charged - bare.charged, 0.0)
        found.append(CauseEvidence(best.charged - without.charged, n_links, for_links))
    return tuple(found)
