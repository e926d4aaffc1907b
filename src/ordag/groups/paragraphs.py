# SPDX-License-Identifier: MIT
"""A comparison of groups in sentences for a results section."""

from itertools import islice
from typing import TYPE_CHECKING

from ordag.messages.lists import listed

if TYPE_CHECKING:
    import pandas as pd

    from ordag.groups.result import GroupComparison

# At most this many links are named.
_MOST_NAMED = 4
# Odds beyond which the data are said to speak for or against a difference (Kass and Raftery 1995: "positive").
_POSITIVE = 3.0
# Nats of BIC below which two steps are called as good as each other.
_CLOSE = 2.0

_SHARED = {
    "own networks": "every group has a network of its own",
    "same links": "the groups share their links and differ in weights and thresholds",
    "same weights": "the groups share one network and differ in thresholds",
    "same thresholds": "the groups share one network and its thresholds",
}


def paragraphs(found: "GroupComparison") -> tuple[str, ...]:
    """What was compared and how, then links, thresholds, effects, and what is shared."""
    parts = [_method(found), _weights(found), _presence(found), _thresholds(found)]
    if len(found.effects):
        parts.append(_effects(found))
    if len(found.invariance):
        parts.append(_invariance(found))
    return tuple(parts)


def _method(found: "GroupComparison") -> str:
    sizes = listed([f"{group} ({size:g} rows)" for group, size in found.sizes.items()])
    return (
        f"Groups {sizes} were compared in {len(found.names)} variables. Thresholds were estimated in each group; "
        f"weights are slopes on the latent scale along the order of one graph; p-values are those of "
        f"{found.n_permutations} permutations of the groups and, for single links, allow for all "
        f"{len(found.pairs)} pairs (step-down by the largest statistic)."
    )


def _weights(found: "GroupComparison") -> str:
    links = found.differing_links()
    odds = found.pairs["odds"]
    balance = (
        f"Of {len(odds)} pairs, each judged alone with no correction for their number, the odds speak for a difference "
        f"(above {_POSITIVE:g}) in {int((odds > _POSITIVE).sum())}, for equality "
        f"(below 1/{_POSITIVE:g}) in {int((odds < 1 / _POSITIVE).sum())}, and leave the others open."
    )
    if found.p_value > 0.05:
        verdict = (
            f"No difference in weights was found on the whole ({_p(found.p_value, found)}), which is not evidence that "
            "there is none."
        )
    else:
        verdict = f"Weights differ on the whole ({_p(found.p_value, found)})."
    if len(links):
        verdict += f" Single links that differ: {_named(links, found)}."
    elif found.p_value <= 0.05:
        verdict += " No single link differs after correction."
    return f"{verdict} {balance}"


def _presence(found: "GroupComparison") -> str:
    p_value = found.p_value_of("presence")
    n_pairs = float(found.tests.set_index("test")["statistic"]["presence"])
    differ = "more pairs than chance explains" if p_value <= 0.05 else "no more pairs than chance explains"
    return (
        f"Quickly learned graphs of the groups disagree on whether a link is there in {n_pairs:g} pairs, "
        f"{differ} ({_p(p_value, found)})."
    )


def _thresholds(found: "GroupComparison") -> str:
    p_value = found.p_value_of("thresholds")
    items = found.thresholds[found.thresholds["p_corrected"] <= 0.05]["variable"].tolist()
    if p_value > 0.05:
        return f"No shift of thresholds was found on the whole ({_p(p_value, found)})."
    shifted = listed(items) if items else "none singly after correction"
    return f"Thresholds differ on the whole ({_p(p_value, found)}); columns whose answers are shifted: {shifted}."


def _effects(found: "GroupComparison") -> str:
    told = [
        f"{row['cause']} on {row['outcome']} ({_by_group(row, 'effect', found)}; {_p(row['p_corrected'], found)})"
        for _, row in found.effects.iterrows()
    ]
    return f"Total effects along the arrows of one graph, on the latent scale: {listed(told)}."


def _invariance(found: "GroupComparison") -> str:
    steps = found.invariance.set_index("model")
    by_bic = found.preferred
    lead = steps["bic"].max() - steps["bic"].nlargest(2).iloc[-1]
    told = f"By BIC {_SHARED[by_bic]}, {'only ' if lead < _CLOSE else ''}{lead:.1f} nats ahead of the next step"
    if steps["left_out_log_likelihood"].isna().any():
        return f"{told}."
    by_rows = str(steps["left_out_log_likelihood"].idxmax())
    if by_rows == by_bic:
        return f"{told}; rows left out say the same."
    return f"{told}; rows left out speak for another step: {_SHARED[by_rows]}."


def _named(links: "pd.DataFrame", found: "GroupComparison") -> str:
    told = [
        f"{row['from']} — {row['to']} ({_by_group(row, 'weight', found)}; {_p(row['p_corrected'], found)})"
        for _, row in islice(links.iterrows(), _MOST_NAMED)
    ]
    rest = len(links) - len(told)
    return listed([*told, *([f"{rest} more"] if rest else [])])


def _by_group(row: "pd.Series", what: str, found: "GroupComparison") -> str:
    return ", ".join(f"{group} {row[f'{what}_{group}']:.2f}" for group in found.networks)


def _p(value: float, found: "GroupComparison") -> str:
    """A p-value as it is written; the smallest that the permutations allow is only an upper bound."""
    least = 1 / (found.n_permutations + 1)
    return f"p < {1.5 * least:.1g}" if value < 1.5 * least else f"p = {value:.2g}"
