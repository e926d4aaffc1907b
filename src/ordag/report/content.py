# SPDX-License-Identifier: MIT
"""What a report says, as values: the finding, the checks, the items, the links, the settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ordag.checks.influential import Sensitivity
from ordag.citation import CITATION
from ordag.confirm import GivenNetwork
from ordag.data import OrdinalTable, summarize
from ordag.errors import InputValueError, OrdagWarning
from ordag.expectation.cells import interval_probability
from ordag.inference import Centralities, centralities, hidden_causes
from ordag.messages import Advise
from ordag.model import EdgeSupport, FittedNetwork
from ordag.model.display import counted
from ordag.model.provenance import Provenance
from ordag.posterior import Posterior
from ordag.remarks import ModelChosen
from ordag.report.causes import Loading, ShownCause, correlated_causes, find_causes
from ordag.report.effects import Effect, find_effects
from ordag.report.findings import Finding, doubts_of_reading, find, hidden_found, model_chosen
from ordag.report.fit import Picture, fit_of, pictures_of
from ordag.report.item_groups import ItemGroup, find_groups, group_of_items
from ordag.report.links import Link, find_links, lone_variables
from ordag.report.remarked import doubted, remarked
from ordag.report.row_counts import count_rows, is_little
from ordag.report.supplement import Repeat, Supplement, supplement_of
from ordag.report.trust import (
    Check,
    answered,
    assess,
    changed,
    resampling,
    sampling,
    side_by_side,
)
from ordag.stability import Bootstrap
from ordag.structural_em import Iteration

_HOW_RUN = ("random_state",)  # the seed has a line of its own
# Settings that mean something only beside another one.
_ONLY_WITH = {"n_draws": ("mode", ("paper", "paper-fast")), "criterion": ("penalty", ("auto",))}


@dataclass(frozen=True)
class Item:
    """A variable as the report shows it.

    `levels` are those with an interval of their own, `shares` how often each occurs: in the data if these are given,
    else under the model. A continuous variable has neither. `group` is None for a variable in no group.
    """

    name: str
    wording: str
    kind: str
    group: ItemGroup | None
    levels: tuple[str, ...]
    shares: tuple[float, ...]
    n_missing: int | None


@dataclass(frozen=True, eq=False)
class Content:
    """Everything that a report says."""

    title: str
    size: str
    findings: tuple[Finding, ...]
    checks: tuple[Check, ...]
    items: tuple[Item, ...]
    links: tuple[Link, ...]
    effects: tuple[Effect, ...]
    misfits: tuple[Picture, ...]
    trace: tuple[Iteration, ...]
    settings: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    citation: str
    network: FittedNetwork
    support: EdgeSupport | None
    beside: EdgeSupport | None
    supplement: Supplement | None
    causes: tuple[ShownCause, ...] = ()
    correlated: tuple[Loading, ...] = ()

    @property
    def unit(self) -> str:
        """What shares of links count."""
        return "resample" if self.support is None else self.support.unit


Drawn = Bootstrap | Posterior | EdgeSupport


def describe(
    network: FittedNetwork,
    *,
    table: OrdinalTable | None = None,
    trace: Sequence[Iteration] = (),
    bootstrap: Drawn | Sequence[Drawn] | None = None,
    wordings: Mapping[str, str] | None = None,
    remarks: Sequence[OrdagWarning] = (),
    title: str | None = None,
    sensitivity: Sensitivity | None = None,
    repeat: Repeat = Repeat(),  # noqa: B008  # frozen
) -> Content:
    """What a report on this network says; the parameters are those of `write_report`.

    `sensitivity` is what changes without the most influential rows, `repeat` how the result can be obtained again.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> describe(network).findings[0].text
    'One link joins 2 items; which of them other rows would show is unknown.'
    """
    if table is not None and table.names != network.names:
        raise InputValueError(
            "table",
            f"has the columns {list(table.names)}, the network {list(network.names)}",
            remedies=[Advise("pass the fitted table")],
        )
    drawn = () if bootstrap is None else tuple(bootstrap) if isinstance(bootstrap, Sequence) else (bootstrap,)
    supports = [each if isinstance(each, EdgeSupport) else each.edge_support for each in drawn]
    support, beside = (*supports, network.support, None)[:2] if not supports else (*supports, None)[:2]
    network = _with_hidden_support(network, drawn)
    causes = hidden_causes(network)
    groups = find_groups(network, support)
    links = find_links(network, groups, support, beside)
    return Content(
        title=title or "Network of ordinal items",
        size=_size(network, table),
        findings=(
            *doubts_of_reading(remarks),
            *model_chosen(remarks),
            *hidden_found(causes, wordings or None),
            *_links_found(network, links, groups, support, table),
        ),
        checks=(
            *doubted(remarks),
            *fit_of(network),
            *answered(remarks),
            *assess(network, links, table, tuple(trace), support),
            *side_by_side(links, support, beside),
            *changed(links, network.names, sensitivity),
            *(check for each in drawn for check in _of_draws(each)),
            *remarked(remarks),
        ),
        items=_items(network, table, groups, wordings or _stored_wordings(network)),
        links=links,
        effects=_effects(network, links, drawn),
        misfits=pictures_of(network),
        trace=tuple(trace),
        settings=_settings(network),
        versions=() if network.provenance is None else network.provenance.versions,
        citation=CITATION,
        network=network,
        support=support,
        beside=beside,
        supplement=_supplement(
            network, links, groups, _central(network, groups, drawn), table, support, repeat, wordings or {}, remarks
        ),
        causes=find_causes(causes, wordings or None),
        correlated=correlated_causes(causes),
    )


def _links_found(
    network: FittedNetwork,
    links: Sequence[Link],
    groups: Sequence[ItemGroup],
    support: EdgeSupport | None,
    table: OrdinalTable | None,
) -> tuple[Finding, ...]:
    """The findings on links and groups."""
    return find(
        network.names,
        links,
        groups,
        lone_variables(network),
        support,
        all_forbidden=_all_forbidden(network),
        few_rows=is_little(network, table),
        is_given=isinstance(network, GivenNetwork),
    )


def _with_hidden_support(network: FittedNetwork, drawn: Sequence[Drawn]) -> FittedNetwork:
    """The network with the support of its hidden causes by the first resamples that looked for such."""
    for each in drawn:
        if isinstance(each, Bootstrap) and network.hidden is not None and each.loadings:
            return replace(network, hidden=each.attached(network).hidden)
    return network


def _supplement(
    network: FittedNetwork,
    links: Sequence[Link],
    groups: Sequence[ItemGroup],
    central: Centralities,
    table: OrdinalTable | None,
    support: EdgeSupport | None,
    repeat: Repeat,
    wordings: Mapping[str, str],
    remarks: Sequence[OrdagWarning],
) -> Supplement | None:
    """The supplement, for networks of latent variables."""
    if any(isinstance(remark, ModelChosen) and remark.model != "latent" for remark in remarks):
        return None
    has_wordings = any(wordings.get(name) for name in network.names)
    return supplement_of(network, links, groups, central, table, support, repeat, has_wordings=has_wordings)


def _central(network: FittedNetwork, groups: Sequence[ItemGroup], drawn: Sequence[Drawn]) -> Centralities:
    """How each item is related to the others, with intervals over the first that kept networks."""
    badges = {item: group.badge for item, group in group_of_items(groups).items()}
    networks = next((each.networks for each in drawn if isinstance(each, Bootstrap | Posterior) and each.networks), ())
    return centralities(network, networks, groups=[badges.get(j, "") for j in range(network.n_columns)])


def _of_draws(drawn: Drawn) -> tuple[Check, ...]:
    """What went wrong on the way."""
    if isinstance(drawn, Bootstrap):
        return resampling(drawn)
    return sampling(drawn) if isinstance(drawn, Posterior) else ()


def _effects(network: FittedNetwork, links: Sequence[Link], drawn: Sequence[Drawn]) -> tuple[Effect, ...]:
    """Effects over the first of the resamples or draws that kept networks."""
    for each in drawn:
        if isinstance(each, Bootstrap | Posterior) and each.networks:
            return find_effects(network, links, each)
    return ()


def _size(network: FittedNetwork, table: OrdinalTable | None) -> str:
    rows = count_rows(network, table)
    parts = [f"{network.n_columns} items", f"{network.n_edges} link{'' if network.n_edges == 1 else 's'}"]
    if network.hidden is not None:
        parts.append(counted(network.hidden.n_hidden, "hidden cause"))
    if rows is not None:
        parts.insert(0, rows.text)
    return " · ".join(parts)


def _all_forbidden(network: FittedNetwork) -> bool:
    return network.provenance is not None and network.provenance.all_forbidden


def _stored_wordings(network: FittedNetwork) -> Mapping[str, str]:
    """What was asked, as the network has it from its data."""
    return {} if network.provenance is None else dict(network.provenance.wordings)


def _items(
    network: FittedNetwork, table: OrdinalTable | None, groups: Sequence[ItemGroup], wordings: Mapping[str, str]
) -> tuple[Item, ...]:
    group_of = group_of_items(groups)
    summaries = None if table is None else summarize(table)
    items = []
    for j, name in enumerate(network.names):
        kept = network.declared_codes[j].tolist()
        cuts = [-float("inf"), *network.thresholds[j].tolist(), float("inf")]
        if summaries is not None:
            shares = tuple(summaries[j].shares[code] for code in kept)
        else:
            shares = tuple(interval_probability(cuts[:-1], cuts[1:]).tolist()) if kept else ()
        items.append(
            Item(
                name=name,
                wording=str(wordings.get(name, "")),
                kind=network.kinds[j],
                group=group_of.get(j),
                levels=tuple(str(network.levels[j][code]) for code in kept),
                shares=shares,
                n_missing=None if summaries is None else summaries[j].n_missing,
            )
        )
    return tuple(items)


def _choices(made: Provenance) -> list[tuple[str, object]]:
    """What was chosen of the data, as far as anything was."""
    chosen, worth = made.choices, made.choices.effective_rows
    lines = [
        ("weights", chosen.weights),
        ("effective rows", worth),
        ("design effect", f"{made.n_rows / worth:.2f}" if worth is not None and 0 < worth <= made.n_rows else None),
        ("columns left out", ", ".join(chosen.ignored) or None),
        ("taken as missing", ", ".join(chosen.missing) or None),
        ("rows dropped as no answers", chosen.dropped_rows or None),
        ("links", "all forbidden" if made.all_forbidden else None),
    ]
    return [(name, value) for name, value in lines if value is not None]


def _settings(network: FittedNetwork) -> tuple[tuple[str, str], ...]:
    """What the fit was asked for, what it used and reached, and the fingerprint of its data."""
    made = network.provenance
    lines: list[tuple[str, object]] = []
    if made is not None:
        # What was not asked for, and what changes no result, is left out.
        given = made.settings.known()
        beside = {name for name, (other, values) in _ONLY_WITH.items() if given.get(other) not in values}
        shown = [(name, value) for name, value in given.items() if name not in beside and name not in _HOW_RUN]
        lines += [(name, value) for name, value in shown if value not in ("()", "[]") and value is not False]
        lines += _choices(made)
        lines.append(("seed", made.seed))
    if network.penalty is not None:
        lines.append(("penalty used", f"{network.penalty:g}"))
    if network.criteria.log_likelihood is not None:
        lines.append(("log-likelihood", f"{network.criteria.log_likelihood:,.1f}".replace("-", "−")))
    if network.criteria.bic is not None:
        lines.append(("log-likelihood less BIC cost of the links", f"{network.criteria.bic:,.1f}".replace("-", "−")))
    if made is not None:
        lines.append(("data (SHA-256)", made.data_sha256))
        lines.append(("created", made.created))
    return tuple((name.replace("_", " "), str(value)) for name, value in lines if value is not None)
