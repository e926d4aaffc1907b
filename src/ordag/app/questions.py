# SPDX-License-Identifier: MIT
"""Questions to a fitted network that the page cannot answer by itself: what would follow if an answer were set."""

from typing import Any

from ordag.errors import RequirementError
from ordag.inference import causal_effect
from ordag.model import FittedNetwork

MOST_DAGS = 200


def what_if(network: FittedNetwork, cause: str, position: int) -> dict[str, Any]:
    """Distributions of all other variables when one is set from outside, over the graphs that fit equally well.

    Parameters
    ----------
    network
        The network.
    cause
        The variable that is set.
    position
        Of the answer among those that the page shows (of a continuous variable: low, middle, high).

    Returns
    -------
    dict
        By outcome the mean, lowest and highest value over the graphs, of each answer's share or of the mean.
    """
    i = network.index(cause)
    kept = network.declared_codes[i].tolist() if network.levels[i] else [0, 1, 2]
    if not 0 <= position < len(kept):
        raise RequirementError("the answer", f"be numbered from 0 to {len(kept) - 1}")
    outcomes, complete = {}, True
    for j, name in enumerate(network.names):
        if j == i:
            continue
        effect = causal_effect(network, cause, name, max_dags=MOST_DAGS)
        complete &= effect.complete
        if network.levels[j]:
            values = effect.by_dag[:, kept[position]][:, network.declared_codes[j]]
        else:
            values = effect.expected[:, [kept[position]]]
        outcomes[name] = {
            "mean": values.mean(axis=0).tolist(),
            "low": values.min(axis=0).tolist(),
            "high": values.max(axis=0).tolist(),
        }
    return {"outcomes": outcomes, "complete": complete}
