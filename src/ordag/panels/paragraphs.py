# SPDX-License-Identifier: MIT
"""A network of waves in sentences for a results section."""

from itertools import islice
from typing import TYPE_CHECKING

from ordag.model.display import counted

if TYPE_CHECKING:
    import pandas as pd

    from ordag.panels.result import PanelNetwork

# At most this many links are named.
_MOST_NAMED = 5


def paragraphs(found: "PanelNetwork") -> tuple[str, ...]:
    """Data and method, lagged links, links within a wave, levels of the persons, tests."""
    parts = [_method(found), _lagged(found), _contemporaneous(found)]
    parts += [text for text in (_levels(found), _tests(found)) if text]
    return tuple(parts)


def _method(found: "PanelNetwork") -> str:
    steps = (
        "links and weights are the same at each step"
        if found.is_stationary
        else "each step has links and weights of its own"
    )
    within = " within persons" if found.person_levels else ""
    levels = (
        " Each person may have a stable level in each item, so that links are those within persons."
        if found.person_levels
        else ""
    )
    return (
        f"A network of {counted(len(found.items), 'item')} at {counted(len(found.waves), 'wave')} was learned from "
        f"{found.n_persons:g} persons by the observed likelihood of all waves; {steps}.{levels} Persons who missed a "
        "wave count with what they answered, under the assumption that answers are missing at random. Weights are "
        f"slopes on the latent scale, where every item has variance one{within}; "
        "their intervals of 95 % take the graph as given."
    )


def _lagged(found: "PanelNetwork") -> str:
    links = found.links
    across, own = (links[links["kind"] == kind] for kind in ("lagged", "autoregression"))
    carried = f" Items carry over from wave to wave with weights {_range(own)}." if len(own) else ""
    if not len(across):
        return f"No item was found to act on another a wave later, which is no evidence that none does.{carried}"
    return f"From a wave to the next, {_count(found, len(across))} found: {_named(across)}.{carried}"


def _contemporaneous(found: "PanelNetwork") -> str:
    links = found.links
    within = links[links["kind"] == "same wave"]
    if not len(within):
        return "No links within a wave were found."
    n_open = int((within["direction"] == "open").sum())
    text = f"Within a wave, {_count(found, len(within))} found: {_named(within)}."
    return f"{text} The data leave the direction of {n_open} open." if n_open else text


def _levels(found: "PanelNetwork") -> str:
    levels = found.person_levels
    if levels is None:
        return ""
    shares = ", ".join(f"{item} {share:.0%}" for item, share in zip(found.items, levels.shares, strict=True))
    return f"Shares of the items' variance that are a stable level of the person: {shares}."


def _tests(found: "PanelNetwork") -> str:
    told = []
    for _, row in found.tests.iterrows():
        gain = float(row["aic_gain"])
        verdict = f"AIC speaks {'against' if gain > 0 else 'for'} it by {abs(gain):.1f} nats"
        chance = (
            ""
            if row.isna()["p_value"]
            else f", χ²({row['df']:.0f}) = {row['chi_squared']:.1f}, p = {row['p_value']:.2g}"
        )
        told.append(f"that {row['hypothesis']}: {verdict}{chance}")
    return f"Hypotheses: {'; '.join(told)}." if told else ""


def _count(found: "PanelNetwork", number: int) -> str:
    each = "" if found.is_stationary else " in all"
    return f"{counted(number, 'link')}{each} {'was' if number == 1 else 'were'}"


def _named(links: "pd.DataFrame") -> str:
    arrows = {"directed": "→", "open": "—"}
    told = [
        f"{row['from']} {arrows[row['direction']]} {row['to']} ({row['weight']:.2f}, {row['low']:.2f} to "
        f"{row['high']:.2f})"
        for _, row in islice(links.iterrows(), _MOST_NAMED)
    ]
    rest = len(links) - len(told)
    return "; ".join([*told, *([f"and {rest} more"] if rest else [])])


def _range(links: "pd.DataFrame") -> str:
    low, high = links["weight"].min(), links["weight"].max()
    return f"from {low:.2f} to {high:.2f}" if len(links) > 1 else f"of {low:.2f}"
