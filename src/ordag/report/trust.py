# SPDX-License-Identifier: MIT
"""How far to trust a network: one check per thing that can go wrong, each with a verdict and the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np

from ordag.checks.influential import Sensitivity
from ordag.data import OrdinalTable, summarize
from ordag.errors import OrdagWarning
from ordag.messages import (
    DeclareValues,
    If,
    LeaveOutColumns,
    MarkMissing,
    OptionName,
    Remedy,
    Text,
    UseFunction,
    Voice,
)
from ordag.messages.report import REPORT
from ordag.model import EdgeSupport, FittedNetwork, Standing
from ordag.model.standing import ARROW_SHARE
from ordag.posterior import Posterior
from ordag.remarks import RowsDoubted, RowsScreened, ScreeningStopped
from ordag.report.codes import find_codes
from ordag.report.findings import FEW_RESAMPLES, FEW_TELL, enough, link_text, listed, number
from ordag.report.links import Link
from ordag.report.row_counts import ENOUGH_ROWS_PER_ITEM, FEW_ROWS_PER_ITEM, count_rows
from ordag.report.suspects import find_identifiers, find_repeats
from ordag.stability import Bootstrap
from ordag.structural_em import Iteration

Verdict = Literal["good", "note", "caution"]

APART = 0.3  # between two shares of one link, which is no matter of chance among so many resamples
# An extreme level with so much mass leaves little information on the latent variable beyond it.
HEAVY_END = 0.8
MANY_MISSING = 0.2
_ROUNDS_TO_NONE = 0.0005  # a share below is told as a count
# Residual variance below which a variable is nearly a function of its parents.
NEARLY_DETERMINED = 0.05


class CheckTopic(StrEnum):
    """What a check looked at."""

    LINKS = "Stability of links"
    ARROWS = "Stability of arrows"
    SIDE_BY_SIDE = "Resamples beside posterior draws"
    SENSITIVITY = "Influential rows"
    CONVERGENCE = "Convergence"
    ROWS = "Amount of data"
    FIT = "Fit of the model"
    ANSWERS = "Rows that are no answers"
    LEFT_OUT = "Left out"
    MISSING = "Missing entries"
    LEVELS = "Levels"
    CODES = "Codes"
    ORDER = "Order of answers"
    ENDS = "Answers at one end"
    SHAPE = "Shape of measurements"
    DUPLICATES = "Near duplicates"
    IDENTIFIERS = "Identifiers"
    RESAMPLES = "Resamples"
    POSTERIOR = "Posterior draws"
    CAUSES = "Hidden causes"
    TENDENCY = "One tendency"
    KINDS = "Kinds of rows"
    TOTALS = "Totals"
    GIVEN = "Arrows into what is given"
    FILE = "Reading of the file"
    COLUMNS = "Reading of the columns"
    ASIDE = "Columns set aside"
    NO_ANSWER = "Entries taken as no answer"
    WEIGHTS = "Weights"
    CLUSTERS = "Clusters"
    INTERRUPTED = "Interruption"
    REMARK = "Remark of the fit"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: what, how it came out, what that means, and what to do about it."""

    topic: CheckTopic
    verdict: Verdict
    statement: Text
    remedies: tuple[Remedy, ...] = ()

    def worded(self, voice: Voice) -> str:
        """What the check says, in the words of an audience."""
        return " ".join(filter(None, [voice.sentence(self.statement), voice.advice(self.remedies)]))

    @property
    def text(self) -> str:
        """What the check says in a report."""
        return self.worded(REPORT)


def assess(
    network: FittedNetwork,
    links: Sequence[Link],
    table: OrdinalTable | None,
    trace: tuple[Iteration, ...],
    support: EdgeSupport | None,
) -> tuple[Check, ...]:
    """All checks for which there is something to look at."""
    checks = [
        _support(links, support),
        _arrows(network.names, links, support),
        _convergence(trace),
        _rows(network, table, links, support),
        _left_out(network),
        _missing(network, table),
        _merged(network),
        _codes(network, table),
        _order(network),
        _ends(table),
        _shape(network),
        _determined(network, table),
        _identifiers(table),
    ]
    return tuple(check for check in checks if check is not None)


def answered(remarks: Sequence[OrdagWarning]) -> tuple[Check, ...]:
    """Whether rows look like no answers, where that was looked at and there is something to say."""
    return tuple(
        Check(CheckTopic.ANSWERS, _verdict_on_rows(remark), REPORT.capital(remark.statement), remark.remedies)
        for remark in remarks
        if isinstance(remark, RowsDoubted | RowsScreened | ScreeningStopped)
    )


def _verdict_on_rows(remark: RowsDoubted | RowsScreened | ScreeningStopped) -> Verdict:
    if not isinstance(remark, RowsScreened):
        return "caution"
    if not remark.n_flagged:
        return "good"
    return "note" if remark.dropped else "caution"


def resampling(bootstrap: Bootstrap) -> tuple[Check, ...]:
    """What went wrong in resamples, if anything did."""
    troubles = [
        (bootstrap.n_unsettled, "did not settle"),
        (bootstrap.n_redrawn, "had to be drawn anew because an item lost all levels but one"),
        (bootstrap.n_merged, "lacked a level, which was merged with its neighbour"),
    ]
    said = [f"{count:,} {what}" for count, what in troubles if count]
    if not said:
        return ()
    verdict: Verdict = "caution" if bootstrap.n_unsettled > bootstrap.n_boot / 2 else "note"
    return (Check(CheckTopic.RESAMPLES, verdict, f"Of {bootstrap.n_boot:,} resamples {listed(said)}."),)


def sampling(posterior: Posterior) -> tuple[Check, ...]:
    """Whether the draws of a posterior can be trusted."""
    doubts = listed(posterior.doubts())
    if not doubts:
        return (Check(CheckTopic.POSTERIOR, "good", "The chains agree."),)
    return (Check(CheckTopic.POSTERIOR, "caution", f"{doubts[0].upper()}{doubts[1:]}: take probabilities as rough."),)


def _support(links: Sequence[Link], support: EdgeSupport | None) -> Check:
    topic = CheckTopic.LINKS
    if support is None:
        text = "No resamples were drawn, so it is unknown which links other rows would show."
        return Check(topic, "note", text, (If("you want to rely on a link", UseFunction("ordag.bootstrap")),))
    few = "" if support.n_resamples >= FEW_RESAMPLES else f" {FEW_TELL.format(unit=support.unit)}"
    learned = [link for link in links if not link.required]
    weak = [link for link in learned if not link.stands]
    n_required = len(links) - len(learned)
    if not weak:
        which = f"Every link{' that was not required' * (n_required > 0)}" if learned or not links else ""
        text = f"{which} is {enough(support)}.{few}" if which else "Every link was required."
        return Check(topic, "caution" if few else "good", text)
    verb = "is" if len(weak) == 1 else "are"
    counted = f"{number(len(weak), 'link').capitalize()} of {len(learned)}{' not required' * (n_required > 0)}"
    return Check(topic, "caution", f"{counted} {verb} not {enough(support)}, so drawn faint.{few}")


def _arrows(names: Sequence[str], links: Sequence[Link], support: EdgeSupport | None) -> Check | None:
    """Arrows of the estimate whose direction few resamples share: the link may be beyond doubt, its direction not.

    Those that a hidden cause makes doubtful are told of elsewhere, and knowledge needs no resamples.
    """
    directed = [link for link in links if link.directed and link.stands and not (link.doubted or link.one_way)]
    if support is None or not directed:
        return None
    topic, share = CheckTopic.ARROWS, f"{ARROW_SHARE:.0%} of the {support.unit}s that have the link"
    open_ones = [link for link in directed if link.standing is not Standing.ARROW]
    if not open_ones:
        every = "Every arrow that knowledge does not direct" if any(link.one_way for link in links) else "Every arrow"
        return Check(topic, "good", f"{every} points the way that at least {share} have it.")
    shown = listed([f"{link_text(names, link)} ({link.share_of_arrow:.0%})" for link in open_ones])
    counted = number(len(open_ones), "link").capitalize()
    verb, drawn = ("points", "it is drawn") if len(open_ones) == 1 else ("point", "they are drawn")
    text = f"{counted} {verb} one way in the estimate, but so in fewer than {share}; {drawn} as lines: {shown}."
    return Check(topic, "note", text.replace("as lines", "as a line") if len(open_ones) == 1 else text)


def side_by_side(links: Sequence[Link], support: EdgeSupport | None, beside: EdgeSupport | None) -> tuple[Check, ...]:
    """Where resamples and draws of a posterior say different things of a link, and why they do."""
    if support is None or beside is None:
        return ()
    apart = [link for link in links if link.support is not None and link.beside is not None]
    n_apart = sum(abs(link.support - link.beside) > APART for link in apart if link.support is not None)  # type: ignore[operator]
    text = (
        f"{support.unit.capitalize()}s and {beside.unit}s are more than {APART:.0%} apart for {n_apart} of "
        f"{number(len(links), 'link')}. Posterior draws take the model as true and ask what these rows say of its "
        "graphs; resamples ask what the same method would have found with other rows, whether the model is true or "
        "not. Rely on a link that both have."
    )
    return (Check(CheckTopic.SIDE_BY_SIDE, "note", text),)


def changed(links: Sequence[Link], names: Sequence[str], found: Sensitivity | None) -> tuple[Check, ...]:
    """What becomes of the links without the most influential rows."""
    if found is None:
        return ()
    topic, left_out = CheckTopic.SENSITIVITY, f"Without the {number(found.n_left_out, 'most influential row')}"
    if found.n_left_out == 1:
        left_out = "Without the most influential row"
    if not found.gone and not found.come:
        return (Check(topic, "good", f"{left_out} the network has the same links."),)
    stand = {frozenset((names[link.start], names[link.end])) for link in links if link.stands}
    lost = [f"{a} — {b}" for a, b in found.gone if frozenset((a, b)) in stand]
    others = len(found.gone) - len(lost)
    said = [
        *(
            [f"of the links that stand {len(lost)} {'is' if len(lost) == 1 else 'are'} gone ({listed(lost)})"]
            if lost
            else []
        ),
        *([f"{others} unsure {'link is' if others == 1 else 'links are'} gone"] if others else []),
        *([f"{len(found.come)} {'is' if len(found.come) == 1 else 'are'} new"] if found.come else []),
    ]
    kept = "" if lost else "; every link that stands is there"
    return (Check(topic, "caution" if lost else "note", f"{left_out}, {listed(said)}{kept}."),)


def _convergence(trace: tuple[Iteration, ...]) -> Check | None:
    if not trace:
        return None
    last, n = trace[-1], number(len(trace), "iteration")
    if last.settled:
        # A cycle of graphs ends the loop, and so do few changes among many columns.
        rest = "; the last returned to an earlier graph or changed few links" if last.changed_edges else ""
        return Check(CheckTopic.CONVERGENCE, "good", f"The graph settled after {n}{rest}.")
    text = f"The search had not settled after {n}; another seed or more knowledge (tiers) may help."
    return Check(CheckTopic.CONVERGENCE, "caution", text)


def _rows(
    network: FittedNetwork, table: OrdinalTable | None, links: Sequence[Link], support: EdgeSupport | None
) -> Check | None:
    rows = count_rows(network, table)
    if rows is None:
        return None
    ratio = rows.effective / network.n_columns
    each = f"{ratio:,.0f} row{'s' * (round(ratio) != 1)}" if ratio >= 1 else "less than one row"
    text: Text = f"{rows.n_learned:,} rows{rows.weights_text} for {network.n_columns} items: {each} per item"
    if rows.n_learned < rows.n_rows:
        drawn = f"The links were learned from {rows.n_learned:,} of {rows.n_rows:,} rows, drawn at random ("
        text = (drawn, OptionName("max_rows"), "): ", text)
    if ratio < FEW_ROWS_PER_ITEM:
        return Check(
            CheckTopic.ROWS,
            "caution",
            (text, ". This is little: weak links will be missed, and those found are unstable."),
        )
    if support is not None and 2 * sum(link.stands for link in links) < len(links):
        unstable = f". Fewer than half of the links are {enough(support)}: for these links that is little."
        return Check(CheckTopic.ROWS, "caution", (text, unstable))
    if ratio < ENOUGH_ROWS_PER_ITEM:
        return Check(CheckTopic.ROWS, "note", (text, ". Strong links can be found, weak ones may be missed."))
    return Check(CheckTopic.ROWS, "good", text)


def _left_out(network: FittedNetwork) -> Check | None:
    """Columns and entries that were left out on request."""
    if network.provenance is None:
        return None
    chosen = network.provenance.choices
    said = [
        f"{what}: {', '.join(items)}"
        for what, items in (("columns", chosen.ignored), ("entries taken as missing", chosen.missing))
        if items
    ]
    return Check(CheckTopic.LEFT_OUT, "note", f"Left out on request: {'; '.join(said)}.") if said else None


def _missing(network: FittedNetwork, table: OrdinalTable | None) -> Check | None:
    if table is not None:
        n_missing, n_rows, by_item = int(table.missing.sum()), table.n_rows, table.missing.mean(axis=0)
    elif network.provenance is not None:
        n_missing, n_rows, by_item = network.provenance.n_missing, network.provenance.n_rows, np.empty(0)
    else:
        return None
    if n_missing == 0:
        return Check(CheckTopic.MISSING, "good", "No entry is missing.")
    share = n_missing / (n_rows * network.n_columns)
    verb = "entry is" if n_missing == 1 else "entries are"
    text = f"{share:.1%} of the entries are missing" if share >= _ROUNDS_TO_NONE else f"{n_missing:,} {verb} missing"
    heavy = [
        f"{name} ({share:.0%})" for name, share in zip(network.names, by_item, strict=False) if share > MANY_MISSING
    ]
    most = f"; most in {listed(heavy)}" if heavy else ""
    reason = "Missing entries are integrated out, which is valid if answers are missing at random given the others."
    return Check(CheckTopic.MISSING, "caution" if heavy else "note", f"{text}{most}. {reason}")


def _merged(network: FittedNetwork) -> Check | None:
    changed = [
        f"{network.names[j]} ({listed([str(network.levels[j][code]) for code in lost])})"
        for j in range(network.n_columns)
        if (lost := sorted(set(range(len(network.levels[j]))) - set(network.declared_codes[j].tolist())))
    ]
    if not changed:
        return Check(CheckTopic.LEVELS, "good", "Every declared level occurs; none was merged.")
    text = f"Levels that nobody chose were merged with a neighbour: {listed(changed)}."
    return Check(CheckTopic.LEVELS, "note", text)


def _codes(network: FittedNetwork, table: OrdinalTable | None) -> Check | None:
    """Numbers such as 99 after 1 to 5, which files often hold where there was no answer."""
    apart = [(name, [f"{code:.15g}" for code in codes]) for name, codes in find_codes(network, table)]
    if not apart:
        return None
    codes = tuple(f"{name}={code}" for name, found in apart for code in found)
    verb, stands = ("lies", "it stands") if len(codes) == 1 else ("lie", "these stand")
    shown = listed([f"{name} ({listed(found)})" for name, found in apart])
    text = f"{shown} {verb} apart from the other answers."
    return Check(CheckTopic.CODES, "caution", text, (If(f"{stands} for no answer", MarkMissing(codes)),))


def _order(network: FittedNetwork) -> Check | None:
    """Numbers that stand for names look like numbers that rank, so the reader has to check."""
    numbered = [
        name
        for k, (name, levels) in enumerate(zip(network.names, network.levels, strict=True))
        if len(levels) > 2 and not network.is_nominal(k) and not any(isinstance(level, str) for level in levels)
    ]
    if not numbered:
        return None
    verb = "was" if len(numbered) == 1 else "were"
    which = "All items" if len(numbered) == network.n_columns else listed(numbered)
    text = (
        f"{which} {verb} read in numerical order. If the numbers of an item are only names (1 = north, 2 = south), its "
        "links mean nothing: leave it out."
    )
    return Check(CheckTopic.ORDER, "note", text)


def _ends(table: OrdinalTable | None) -> Check | None:
    if table is None:
        return None
    heavy = [
        f"{column.name} ({max(column.shares[0], column.shares[-1]):.0%} “{column.levels[end]}”)"
        for column in summarize(table)
        if column.shares and max(column.shares[0], column.shares[-1]) > HEAVY_END
        for end in [0 if column.shares[0] >= column.shares[-1] else -1]
    ]
    if not heavy:
        return Check(CheckTopic.ENDS, "good", f"No item has more than {HEAVY_END:.0%} of its answers at one end.")
    text = f"Most answers lie at one end for {listed(heavy)}. Links of such items rest on few rows."
    return Check(CheckTopic.ENDS, "note", text)


def _shape(network: FittedNetwork) -> Check | None:
    """Continuous items that count by normal scores."""
    if not (scored := network.by_normal_scores("continuous")):
        return None
    count, whose = ("counts", "its") if len(scored) == 1 else ("count", "their")
    statement = (
        f"{listed(scored)} {count} by normal scores, since {whose} values are far from bell-shaped; results are in the "
        "values themselves."
    )
    as_they_are = If("the values are to count as they are", DeclareValues(tuple(scored), "as they are"))
    return Check(CheckTopic.SHAPE, "note", statement, (as_they_are,))


def _determined(network: FittedNetwork, table: OrdinalTable | None) -> Check:
    topic = CheckTopic.DUPLICATES
    repeats = () if table is None else find_repeats(table)
    repeated = {name for pair in repeats for name in pair}
    close = [name for name in network.names if name not in repeated and _noise(network, name) < NEARLY_DETERMINED]
    said: list[str] = []
    remedies: tuple[Remedy, ...] = ()
    if repeats:
        shown = listed([f"{name} repeats {other}" for name, other in repeats])
        remedies = (LeaveOutColumns(tuple(name for name, _ in repeats)),)
        said.append(f"{shown}: each determines the other, which hides their links to other items.")
    if close:
        verb = "is" if len(close) == 1 else "are"
        said.append(
            f"{listed(close)} {verb} almost determined by the items that point to it; nearby weights may be unstable."
        )
    if not said:
        return Check(topic, "good", "No item is nearly a function of others.")
    return Check(topic, "caution", " ".join(said), remedies)


def _noise(network: FittedNetwork, name: str) -> float:
    return float(network.noise[network.names.index(name)])


def _identifiers(table: OrdinalTable | None) -> Check | None:
    """Columns that number or name the rows."""
    found = [] if table is None else find_identifiers(table)
    if not found:
        return None
    looks, they, its = ("looks like an identifier", "it only identifies", "its")
    if len(found) > 1:
        looks, they, its = ("look like identifiers", "they only identify", "their")
    text = f"{listed(found)} {looks}. If {they} rows, {its} links mean nothing."
    return Check(CheckTopic.IDENTIFIERS, "caution", text, (LeaveOutColumns(tuple(found)),))
