# SPDX-License-Identifier: MIT
"""Tables for a paper: links with intervals, thresholds and explained variance, as rows of text and as LaTeX."""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ordag.inference import Centralities, Estimates
from ordag.model import EdgeSupport, FittedNetwork
from ordag.report.findings import MINUS, link_text, signed, size_text
from ordag.report.links import Link

_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "→": r"$\to$",
    "—": "---",
    "┄": "- -",
    MINUS: "$-$",
}


@dataclass(frozen=True)
class PaperTable:
    """A table as text: a caption, headings, rows, and a note below; the first column stands on the left."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def latex(self) -> str:
        """The table for LaTeX, with the rules of booktabs."""
        columns = "l" + "r" * (len(self.headings) - 1)
        lines = [r"\begin{table}", rf"\caption{{{_escaped(self.caption)}}}", rf"\begin{{tabular}}{{{columns}}}"]
        lines += [r"\toprule", _line(self.headings), r"\midrule", *map(_line, self.rows), r"\bottomrule"]
        lines += [r"\end{tabular}", *([rf"\par\footnotesize {_escaped(self.note)}"] if self.note else [])]
        return "\n".join([*lines, r"\end{table}"])


def paper_tables(
    network: FittedNetwork,
    links: Sequence[Link],
    support: EdgeSupport | None,
    estimates: Estimates,
    central: Centralities,
) -> tuple[PaperTable, ...]:
    """All tables: of links, of items, and of the categories of nominal items where there are some that are linked."""
    unit = "resample" if support is None else support.unit
    tables = (
        links_table(network.names, links, support, estimates),
        items_table(network, estimates, central, unit),
    )
    return tables if estimates.categories.empty else (*tables, categories_table(estimates))


def categories_table(estimates: Estimates) -> PaperTable:
    """Means of the items that are linked to nominal ones, in each of their categories."""
    rows = tuple(
        (
            f"{row['variable']}: {row['category']}",
            str(row["other"]),
            signed(row["mean"]),
            f"{row['standard_error']:.2f}",
            f"[{signed(row['low'])}, {signed(row['high'])}]",
        )
        for row in estimates.categories.to_dict("records")
    )
    headings = ("Category", "Item", "Mean", "SE", f"{estimates.level:.0%} CI")
    note = (
        "Mean: of the latent variable of the item among rows of the category, in standard deviations and against all "
        "rows. The rows of a category differ in other items, too: a mean is no effect of the category."
    )
    return PaperTable("Categories of the nominal items", headings, rows, note)


def links_table(
    names: Sequence[str], links: Sequence[Link], support: EdgeSupport | None, estimates: Estimates
) -> PaperTable:
    """Weights with standard errors and intervals, and how many resamples have each link."""
    known = {(row["from"], row["to"]): row for row in estimates.weights.to_dict("records")}
    headings = ["Link", "Weight", "SE", f"{estimates.level:.0%} CI", "r"]
    if support is not None:
        headings += [f"In {support.unit}s", "Direction"]
    rows = []
    for link in links:
        found = known[names[link.start], names[link.end]]
        interval = f"[{size_text(found['low'], link)}, {size_text(found['high'], link)}]"
        cells = [link_text(names, link), size_text(link.weight, link), f"{found['standard_error']:.2f}", interval]
        cells.append(size_text(link.correlation, link))
        if support is not None and link.support is not None:
            cells += [link.support_text, link.direction_text]
        rows.append(tuple(cells))
    note = (
        "Weight: standardised regression weight of the latent variables. CI: interval given the graph; that the graph "
        "was chosen by the same rows is not allowed for. r: latent correlation that the network implies."
    )
    if not all(link.has_sign for link in links):
        note += (
            " Of links with a nominal item weight and r are sizes, over the contrast of its categories that is largest."
        )
    if support is not None:
        note += f" Direction: of the {support.unit}s that have the link, those that point this way."
        if any(link.one_way for link in links):
            note += " Required, given: known beforehand, so that no resample lacks it."
    return PaperTable("Links of the network", tuple(headings), tuple(rows), note)


def items_table(network: FittedNetwork, estimates: Estimates, central: Centralities, unit: str) -> PaperTable:
    """Explained variance, total effects in and out, bridge strength, and thresholds of each item."""
    explained = {row["variable"]: row for row in estimates.r_squared.to_dict("records")}
    has_bridges = len(set(central.groups)) > 1
    shown = ("effects_in", "effects_out", *(["bridge_strength"] if has_bridges else []))
    rows = []
    for j, (name, about) in enumerate(zip(network.names, central.frame.to_dict("records"), strict=True)):
        row = explained[name]
        cuts = [] if network.is_nominal(j) else [f"{cut:z.2f}".replace("-", MINUS) for cut in network.thresholds[j]]
        interval = _between(row["low"], row["high"]) if row["n_parents"] else "–"
        quantities = [_with_interval(about, quantity) for quantity in shown]
        rows.append((name, f"{row['r_squared']:.2f}", interval, *quantities, ", ".join(cuts) or "–"))
    bridges = ["Bridge strength"] if has_bridges else []
    headings = ("Item", "R²", f"{estimates.level:.0%} CI", "Effects in", "Effects out", *bridges, "Thresholds")
    note = (
        "R²: share of the latent variance that the items pointing to this one explain. Effects in and out: sums of the "
        "sizes of total effects of all others on the item, and of it on all others, along the arrows of the estimated "
        "graph; where directions are open they depend on the one drawn. "
    )
    if has_bridges:
        note += "Bridge strength: sum of the sizes of the weights of links to items of other groups. "
    if n_networks := len(central.resampled):
        note += f"In brackets {central.level:.0%} of the values in {n_networks:,} {unit}s. "
    return PaperTable("Items of the network", headings, tuple(rows), f"{note}Thresholds: on the standard normal scale.")


def _with_interval(about: Mapping[Hashable, Any], quantity: str) -> str:
    """A quantity, with its interval where there is one."""
    text = f"{about[quantity]:.2f}"
    if f"{quantity}_low" not in about:
        return text
    return f"{text} {_between(about[f'{quantity}_low'], about[f'{quantity}_high'])}"


def _between(low: float, high: float) -> str:
    return f"[{low:.2f}, {high:.2f}]"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    r"""Text for LaTeX.

    Examples
    --------
    >>> print(_escaped("50 % of a_1"))
    50 \% of a\_1
    """
    return re.sub("|".join(map(re.escape, _LATEX)), lambda found: _LATEX[found[0]], text)
