# SPDX-License-Identifier: MIT
"""The finding in words: how much is linked, what most strongly, in which groups, and over which bridges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ordag.errors import OrdagWarning
from ordag.inference import HiddenCauses
from ordag.messages.report import REPORT
from ordag.remarks import ModelChosen
from ordag.report.links import Link, group_letter

N_STRONGEST = 5
MAX_BRIDGES = 6
MAX_LISTED = 12  # names in one sentence; a longer list is in the tables
MINUS = "−"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Topic(StrEnum):
    """What a finding is about."""

    MODEL = "Model"
    EXTENT = "Extent"
    STRONGEST = "Strongest links"
    HIDDEN = "Hidden causes"
    GROUPS = "Groups"
    BRIDGES = "Bridges"
    LONE = "Without links"
    DIRECTIONS = "Directions"


@dataclass(frozen=True)
class Finding:
    """One statement: a sentence, and the lines that spell it out."""

    topic: Topic
    text: str
    lines: tuple[str, ...] = ()


def find(
    names: Sequence[str],
    links: Sequence[Link],
    groups: Sequence[Sequence[int]],
    lone: Sequence[int],
    unit: str = "resample",
    *,
    all_forbidden: bool = False,
    few_rows: bool = False,
) -> tuple[Finding, ...]:
    """The findings in the order of the report; those about nothing are left out. Support counts `unit`s."""
    found = [
        _extent(len(names), links, all_forbidden=all_forbidden, few_rows=few_rows),
        _strongest(names, links, unit),
        _groups(names, groups),
        _bridges(names, links, groups),
        _lone(names, lone),
        _directions(links),
    ]
    return tuple(finding for finding in found if finding is not None)


def model_chosen(remarks: Sequence[OrdagWarning]) -> tuple[Finding, ...]:
    """Which family of models the graph is of, where families were compared or one was asked for."""
    return tuple(
        Finding(Topic.MODEL, REPORT.capital(remark.statement)) for remark in remarks if isinstance(remark, ModelChosen)
    )


def hidden_found(causes: HiddenCauses, wordings: Mapping[str, str]) -> tuple[Finding, ...]:
    """Which items hang together by common causes, and by links beside them."""
    if not causes.n_hidden:
        return ()
    verb = "explains" if causes.n_hidden == 1 else "explain"
    text = (
        f"{_capital(number(causes.n_hidden, 'hidden cause'))} behind the items {verb} why these go together; "
        "links are what is left between items. Names in quotation marks are suggestions."
    )
    return (Finding(Topic.HIDDEN, text, causes.sentences(wordings)),)


def link_text(names: Sequence[str], link: Link) -> str:
    """The two names with an arrow, or with a dash where the direction is open.

    Examples
    --------
    >>> link_text(["a", "b"], Link(0, 1, True, 0.5, 0.5, None, None, False))
    'a → b'
    """
    return f"{names[link.start]} {'→' if link.directed else '—'} {names[link.end]}"


def signed(value: float) -> str:
    """Two decimals with a sign, which is + for what rounds to zero.

    Examples
    --------
    >>> signed(-0.5), signed(0.251), signed(-0.001)
    ('−0.50', '+0.25', '+0.00')
    """
    return f"{value:+z.2f}".replace("-", MINUS)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence; a long list ends with how many more there are.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(names) > MAX_LISTED:
        return f"{', '.join(names[: MAX_LISTED - 1])} and {len(names) - MAX_LISTED + 1} more"
    return " and ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])


def number(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: words up to twelve, digits beyond.

    Examples
    --------
    >>> number(1, "link"), number(3, "link"), number(14, "link")
    ('one link', 'three links', '14 links')
    """
    return f"{_word(count)} {noun if count == 1 else plural or noun + 's'}"


def _word(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _extent(n_items: int, links: Sequence[Link], *, all_forbidden: bool, few_rows: bool) -> Finding:
    if not links and all_forbidden:
        return Finding(Topic.EXTENT, f"No link was looked for among {n_items} items: every link was forbidden.")
    if not links:
        meaning = "with so few rows one could hardly be detected" if few_rows else "these data give no evidence of one"
        return Finding(Topic.EXTENT, f"No link was found among {n_items} items: {meaning}.")
    verb = "joins" if len(links) == 1 else "join"
    n_linked = len({end for link in links for end in (link.start, link.end)})
    linked = f"{n_linked} of {n_items} items" if n_linked < n_items else f"{n_items} items"
    return Finding(Topic.EXTENT, f"{_capital(number(len(links), 'link'))} {verb} {linked}.")


def _strongest(names: Sequence[str], links: Sequence[Link], unit: str) -> Finding | None:
    if not links:
        return None
    first = links[0]
    way = f"a higher answer to one goes with a {'higher' if first.correlation > 0 else 'lower'}"
    text = (
        f"The strongest link is {link_text(names, first)} (weight {signed(first.weight)}): {way} answer to the other."
    )
    lines = tuple(
        f"{link_text(names, link)}: {signed(link.weight)}{_supported(link, unit)}" for link in links[:N_STRONGEST]
    )
    return Finding(Topic.STRONGEST, text, lines if len(lines) > 1 else ())


def _supported(link: Link, unit: str) -> str:
    return "" if link.support is None else f" ({link.support:.0%} of {unit}s)"


def _groups(names: Sequence[str], groups: Sequence[Sequence[int]]) -> Finding | None:
    if not groups:
        return None
    if len(groups) == 1:
        return Finding(Topic.GROUPS, f"The linked items form one group: {listed([names[k] for k in groups[0]])}.")
    lines = tuple(
        f"{group_letter(position)}: {listed([names[k] for k in group])}" for position, group in enumerate(groups)
    )
    return Finding(Topic.GROUPS, f"The linked items fall into {number(len(groups), 'group')}.", lines)


def _bridges(names: Sequence[str], links: Sequence[Link], groups: Sequence[Sequence[int]]) -> Finding | None:
    if len(groups) < 2:
        return None
    bridges = [link for link in links if link.bridge]
    if not bridges:
        return Finding(Topic.BRIDGES, "No link joins one group to another.")
    group_of = {node: group_letter(k) for k, group in enumerate(groups) for node in group}
    shown = [
        f"{link_text(names, link)} ({group_of[link.start]} and {group_of[link.end]}, {signed(link.weight)})"
        for link in bridges[:MAX_BRIDGES]
    ]
    more = len(bridges) - len(shown)
    lines = (*shown, f"and {more} more") if more else tuple(shown)
    verb = "bridges" if len(bridges) == 1 else "bridge"
    return Finding(Topic.BRIDGES, f"{_capital(number(len(bridges), 'link'))} {verb} the groups.", lines)


def _lone(names: Sequence[str], lone: Sequence[int]) -> Finding | None:
    if not lone or len(lone) == len(names):
        return None
    verb = "is" if len(lone) == 1 else "are"
    return Finding(Topic.LONE, f"{listed([names[k] for k in lone])} {verb} without links.")


def _directions(links: Sequence[Link]) -> Finding | None:
    if not links:
        return None
    n_directed = sum(link.directed for link in links)
    if n_directed == len(links):
        text = "Given these links, the data determine the direction of each."
    elif n_directed == 0:
        return Finding(
            Topic.DIRECTIONS, "The data do not determine the direction of any link; all are drawn without an arrow."
        )
    else:
        others = number(len(links) - n_directed, "link")
        fits = "fits" if len(links) - n_directed == 1 else "fit"
        text = (
            f"Given these links, the data determine the direction of {_word(n_directed)}; {others}, drawn without an "
            f"arrow, {fits} the data equally well in both directions."
        )
    caution = "Read an arrow as a cause only if nothing outside the network acts on both ends."
    return Finding(Topic.DIRECTIONS, f"{text} {caution}")
