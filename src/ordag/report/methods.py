# SPDX-License-Identifier: MIT
"""The paragraphs of a report for a paper: how the network was learned, and what was found, in the past tense.

Every number comes from the network, its provenance and its resamples, so that nothing has to be filled in.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordag.citation import CITATION
from ordag.confirm import GivenNetwork
from ordag.data import OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.inference import Estimates
from ordag.model import EdgeSupport, FittedNetwork, Standing
from ordag.model.standing import ARROW_SHARE, LINK_SUPPORT
from ordag.report.findings import listed, number, number_of, size_text, times
from ordag.report.item_groups import ItemGroup
from ordag.report.links import Link
from ordag.report.row_counts import count_rows

assert "luo2021ordinal" in CITATION  # the method that the paragraph describes
_REFERENCES = {
    "luo": "Luo, X. G., Moffa, G., & Kuipers, J. (2021). Learning Bayesian networks from ordinal data. Journal of "
    "Machine Learning Research, 22(266), 1–44.",
    "minka": "Minka, T. P. (2001). Expectation propagation for approximate Bayesian inference. Proceedings of the 17th "
    "Conference on Uncertainty in Artificial Intelligence, 362–369.",
    "friedman": "Friedman, N., Goldszmidt, M., & Wyner, A. (1999). Data analysis with Bayesian networks: A bootstrap "
    "approach. Proceedings of the 15th Conference on Uncertainty in Artificial Intelligence, 196–205.",
    "clauset": "Clauset, A., Newman, M. E. J., & Moore, C. (2004). Finding community structure in very large networks. "
    "Physical Review E, 70, 066111.",
    "maydeu": "Maydeu-Olivares, A., & Joe, H. (2006). Limited information goodness-of-fit testing in multidimensional "
    "contingency tables. Psychometrika, 71, 713–732.",
}
_COSTS = {
    "evidence": "the marginal likelihood deciding among the graphs close to the best",
    "ebic": "that of the extended Bayesian information criterion",
    "bic": "that of the Bayesian information criterion",
    "aic": "that of the Akaike information criterion",
    "cv": "chosen by cross-validation",
}
_LINES = 3  # links that the results name


@dataclass(frozen=True)
class Paragraph:
    """Text for a paper, and the works that it cites."""

    text: str
    references: tuple[str, ...] = ()


def methods_paragraph(
    network: FittedNetwork,
    table: OrdinalTable | None,
    support: EdgeSupport | None,
    groups: Sequence[ItemGroup],
    *,
    errors: bool,
) -> Paragraph:
    """How the network was learned; `errors` is whether standard errors are given."""
    sentences = [
        _data(network, table),
        "Each ordinal item was taken as a latent normal variable cut at thresholds, and the latent variables as linear "
        "regressions on each other along a directed acyclic graph (Luo et al., 2021).",
        *_nominal(network),
        *_scored(network),
        *_search(network),
        *_hidden_sought(network),
        *_knowledge(network),
        *_resamples(support),
        *_beside_hidden(network),
    ]
    cited = ["luo", *(["minka"] if any("Minka" in sentence for sentence in sentences) else [])]
    if support is not None and support.unit == "resample":
        cited.append("friedman")
    if errors:
        sentences.append(
            "Standard errors of weights were computed from the covariance of the row scores, given the graph."
        )
    if network.fit_check is not None:
        sentences.append(
            "The fit was judged by the two-way tables of all pairs of items beside those that the network implies "
            "(limited-information statistic; Maydeu-Olivares & Joe, 2006)."
        )
        cited.append("maydeu")
    if len(groups) > 1 and groups[0].subscale:
        sentences.append("Items were grouped by the subscales that they belong to.")
    elif len(groups) > 1:
        sentences.append("Groups of items were found by greedy modularity (Clauset et al., 2004).")
        cited.append("clauset")
    return Paragraph(" ".join([*sentences, *_programs(network)]), tuple(sorted(_REFERENCES[name] for name in cited)))


def _scored(network: FittedNetwork) -> list[str]:
    """Which items of numbers were taken by their normal scores, and what their shared values stand for."""
    sentences = []
    if scored := network.by_normal_scores("continuous"):
        sentences.append(
            f"The values of {listed(scored)}, which were far from normally distributed, were taken by normal scores."
        )
    if counts := network.by_normal_scores("count"):
        sentences.append(
            f"The counts of {listed(counts)} were taken by normal scores, those that many rows share by their interval."
        )
    if censored := network.by_normal_scores("censored"):
        sentences.append(
            f"The values of {listed(censored)} were taken by normal scores, those at a limit as lying beyond it."
        )
    return sentences


def results_paragraph(
    network: FittedNetwork,
    links: Sequence[Link],
    groups: Sequence[ItemGroup],
    support: EdgeSupport | None,
    estimates: Estimates | None,
) -> Paragraph:
    """What was found, the links that stand before all others."""
    if not links:
        none = f"No link was found among the {network.n_columns} items."
        return Paragraph(" ".join([*_hidden_found(network), none]))
    stand = [link for link in links if link.stands]
    learned = [link for link in links if not link.required]
    possible = network.n_columns * (network.n_columns - 1) // 2
    sentences = [
        *_hidden_found(network),
        f"The network had {len(links):,} {_plural(len(links), 'link')} of {possible:,} possible ones among "
        f"{network.n_columns} items.",
    ]
    if n_required := len(links) - len(learned):
        sentences.append(f"Of these, {n_required:,} {'was' if n_required == 1 else 'were'} required.")
    if support is not None and learned:
        sentences.append(_stable(learned, "Of the others" if n_required else "Of these"))
    strongest = (stand or links)[:_LINES]
    sentences.append(f"The strongest {'stable ' if support and stand else ''}{_plural(len(strongest), 'link')} "
                     f"{'was' if len(strongest) == 1 else 'were'} "
                     f"{listed([_link(network, link, support, estimates) for link in strongest])}.")  # fmt: skip
    if len(groups) > 1 and groups[0].subscale:
        n_between = sum(link.bridge for link in links)
        sentences.append(f"{n_between:,} of the {len(links):,} links joined items of different subscales.")
    elif len(groups) > 1:
        sentences.append(f"The linked items fell into {number(len(groups), 'group')}.")
    explained = (1 - network.noise)[network.whole_dag[:, : network.n_columns].any(axis=0)]
    pointing = "others point to" if network.hidden is None else "others or hidden causes point to"
    sentences.append(
        f"Of the variance of the {number(len(explained), 'item')} that {pointing}, these explained "
        f"{explained.min():.0%} to {explained.max():.0%} (median {np.median(explained):.0%}), most of "
        f"{network.names[int(network.noise.argmin())]}."
    )
    return Paragraph(" ".join([*sentences, *_fit(network)]))


def _stable(links: Sequence[Link], which: str) -> str:
    """How many of some links that were learned are stable, and what the directions of these rest on."""
    stand = [link for link in links if link.stands]
    arrows = [link for link in stand if link.standing is Standing.ARROW]
    n_known = sum(link.one_way for link in arrows)
    text = f"{which}, {len(stand):,} ({len(stand) / len(links):.0%}) were stable, and {len(arrows) - n_known:,} of the "
    text += "stable ones had a stable direction"
    if n_known:
        text += f"; the other direction of {n_known:,} more had been ruled out beforehand"
    return f"{text}."


def _hidden_sought(network: FittedNetwork) -> list[str]:
    """How hidden causes were looked for, where any were found."""
    if network.hidden is None:
        return []
    return [
        "Graphs with hidden causes of several items, searched from factor solutions and from densely linked groups, "
        "were judged by the likelihood of the observed answers as graphs without them were, every loading costing as "
        "much as a link; an arrow was not called settled next to a hidden cause."
    ]


def _hidden_found(network: FittedNetwork) -> list[str]:
    """How many hidden causes, and the range of their loadings."""
    hidden = network.hidden
    if hidden is None:
        return []
    sizes = np.abs(hidden.loadings[hidden.loadings != 0])
    verb = "was" if hidden.n_hidden == 1 else "were"
    found = number(hidden.n_hidden, "hidden cause")
    text = f"{found[:1].upper()}{found[1:]} of {int((hidden.loadings != 0).any(axis=0).sum())} items {verb} found, "
    text += f"with {number(len(sizes), 'loading')} of {sizes.min():.2f} to {sizes.max():.2f} in size"
    if hidden.support is None:
        return [f"{text}."]
    shares = listed([f"{share:.0%}" for share in hidden.support.found.tolist()])
    return [f"{text}; {'it was' if hidden.n_hidden == 1 else 'they were'} found again in {shares} of the resamples."]


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _nominal(network: FittedNetwork) -> list[str]:
    """How items without an order were treated, if there are any."""
    if "nominal" not in network.kinds:
        return []
    return [
        "A nominal item of k categories was taken as k − 1 latent variables, which answer in turn whether it is its "
        "most frequent category, the next one, and so on; the graph was found on uncorrelated indicators of its "
        "categories, each link counting as many parameters as slopes."
    ]


def _data(network: FittedNetwork, table: OrdinalTable | None) -> str:
    rows = count_rows(network, table)
    counts = [
        len(labels) for labels, kind in zip(network.levels, network.kinds, strict=True) if labels and kind != "nominal"
    ]
    kinds = []
    if counts:
        spread = f"{min(counts)}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"
        kinds.append(f"{len(counts)} ordinal with {spread} levels")
    if n_nominal := network.kinds.count("nominal"):
        kinds.append(f"{n_nominal} nominal")
    for kind in NUMBER_KINDS:
        if n_of_kind := network.kinds.count(kind):
            kinds.append(f"{n_of_kind} {_plural(n_of_kind, kind) if kind == 'count' else kind}")
    text = f"A Bayesian network of {network.n_columns} items ({', '.join(kinds)}) was learned"
    if rows is None:
        return f"{text}."
    text += f" from {rows.text}"
    n_missing = network.provenance.n_missing if network.provenance is not None else None
    if table is not None:
        n_missing = int(table.missing.sum())
    if not n_missing:
        return f"{text}. No entry was missing."
    share = n_missing / (rows.n_rows * network.n_columns)
    return (
        f"{text}. Of the entries, {share:.1%} were missing; these were integrated out, assuming that they were missing "
        "at random given the others."
    )


def _setting(network: FittedNetwork, name: str) -> object:
    return None if network.provenance is None else getattr(network.provenance.settings, name)


def _search(network: FittedNetwork) -> list[str]:
    if network.provenance is None:
        return []
    if isinstance(network, GivenNetwork):
        return [
            "The graph was given and not learned; its parameters maximised the log-likelihood of the observed answers, "
            "computed by expectation propagation (Minka, 2001)."
        ]
    mode, penalty, criterion = (_setting(network, name) for name in ("mode", "penalty", "criterion"))
    if mode not in ("default", None):
        return [f"Graph and parameters were estimated by structural expectation maximization (mode “{mode}”)."]
    if _setting(network, "prior") is not None:
        return ["Graphs were drawn from their posterior distribution, and the network summarises these draws."]
    if penalty not in ("auto", None):
        return [
            "Graph and parameters were estimated by structural expectation maximization with a penalty of "
            f"{float(str(penalty)):g} times the cost of a link by the Bayesian information criterion."
        ]
    cost = _COSTS.get(str(criterion), "chosen by default")
    return [
        "Graphs were searched best first and ranked by the log-likelihood of the observed answers, computed by "
        f"expectation propagation (Minka, 2001), less a cost for each link, {cost}. Directions on which all graphs of "
        "equal fit do not agree were left open."
    ]


def _knowledge(network: FittedNetwork) -> list[str]:
    said = []
    for name in ("required", "forbidden"):
        if n_edges := _count(_setting(network, name)):
            said.append(f"{number(n_edges, 'arrow')} {'was' if n_edges == 1 else 'were'} {name} beforehand")
    if _count(_setting(network, "tiers")):
        said.append("the order of groups of items in time was given")
    if (most := _setting(network, "max_parents")) is not None:
        said.append(f"no item had more than {most} parents")
    text = listed(said)
    return [f"{text[0].upper()}{text[1:]}."] if said else []


def _count(setting: object) -> int:
    """Entries of a setting that provenance keeps as the text of a list.

    Examples
    --------
    >>> _count("[('a', 'b')]"), _count("()"), _count(None)
    (1, 0, 0)
    """
    try:
        return len(ast.literal_eval(str(setting)))
    except (ValueError, SyntaxError, TypeError):
        return 0


def _resamples(support: EdgeSupport | None) -> list[str]:
    if support is None:
        return []
    stable = f"a link was called stable if at least {LINK_SUPPORT:.0%} of them had it, and its direction if at least "
    stable += f"{ARROW_SHARE:.0%} of those that had the link agreed on it"
    if support.unit == "resample":
        return [f"The same analysis was repeated on {number_of(support)} of the rows drawn with replacement "
                f"(bootstrap; Friedman et al., 1999): {stable}."]  # fmt: skip
    return [f"Stability was judged by {number_of(support)}: {stable}."]


def _beside_hidden(network: FittedNetwork) -> list[str]:
    if network.doubted is None:
        return []
    return [
        "Graphs with hidden causes of several items were searched as well and explained the answers better; directions "
        "that these left open were not interpreted."
    ]


def _programs(network: FittedNetwork) -> list[str]:
    made = network.provenance
    if made is None:
        return []
    versions = ", ".join(f"{name} {version}" for name, version in made.versions)
    seed = "" if made.seed is None else f", seed {made.seed}"
    return [f"The analysis was run with {versions}{seed} (SHA-256 of the data: {made.data_sha256[:12]}…)."]


def _link(network: FittedNetwork, link: Link, support: EdgeSupport | None, estimates: Estimates | None) -> str:
    mark = "→" if link.standing is Standing.ARROW else "—"
    told = [f"{'weight' if link.has_sign else 'size'} {size_text(link.weight, link)}"]
    if estimates is not None:
        frame = estimates.weights
        ends = (frame["from"] == network.names[link.start]) & (frame["to"] == network.names[link.end])
        low, high = (float(frame.loc[ends, end].iloc[0]) for end in ("low", "high"))
        told.append(f"{estimates.level:.0%} CI [{size_text(low, link)}, {size_text(high, link)}]")
    if support is not None and link.support is not None:
        told.append(times(link.support, support))
    return f"{network.names[link.start]} {mark} {network.names[link.end]} ({', '.join(told)})"


def _fit(network: FittedNetwork) -> list[str]:
    check = network.fit_check
    if check is None:
        return []
    chance = "p < .001" if check.p_value < 0.001 else f"p = {check.p_value:.3f}".replace("0.", ".", 1)
    low, high = check.interval
    verdict = (
        "were as the network implied, apart from chance"
        if not check.significant
        else "deviated slightly from what the network implied"
        if check.acceptable
        else "were not explained by the network"
    )
    return [
        f"The two-way tables of the items {verdict}, χ²({check.df:.0f}) = {check.statistic:.1f}, {chance}; "
        f"associations were off by {check.size:.3f} on average, 90% CI [{low:.3f}, {high:.3f}]."
    ]
