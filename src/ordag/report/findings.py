# SPDX-License-Identifier: MIT
"""The finding in words: how much is linked, what most strongly, in which groups, and by which bridges."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ordag.errors import OrdagWarning
from ordag.inference import HiddenCauses
from ordag.messages.report import REPORT
from ordag.model import EdgeSupport, Standing
from ordag.model.standing import ARROW_SHARE, LINK_SUPPORT
from ordag.remarks import (
    ClustersNotUsed,
    ColumnsUnsure,
    ModelChosen,
    ModelOutdone,
    OrderUnconfirmed,
    RowsInBlocks,
    WeightsNotUsed,
)
from ordag.report.item_groups import ItemGroup, group_of_items
from ordag.report.links import Link

N_STRONGEST = 5
MAX_BRIDGES = 6
MAX_LISTED = 12  # names in one sentence; a longer list is in the tables
FEW_RESAMPLES = 10
FEW_TELL = "So few {unit}s tell little: shares are rough."
MINUS = "−"
MARKS = {Standing.ARROW: "→", Standing.LINE: "—", Standing.WEAK: "┄"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Topic(StrEnum):
    """What a finding is about."""

    READING = "Check first"
    MODEL = "Model"
    EXTENT = "Extent"
    UNSURE = "Unsure links"
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
    groups: Sequence[ItemGroup],
    lone: Sequence[int],
    support: EdgeSupport | None = None,
    *,
    all_forbidden: bool = False,
    few_rows: bool = False,
    is_given: bool = False,
) -> tuple[Finding, ...]:
    """The findings in the order of the report; those about nothing are left out.

    `is_given` is whether the graph was given and not learned.
    """
    found = [
        _extent(len(names), links, support, all_forbidden=all_forbidden, few_rows=few_rows),
        _strongest(names, links, support),
        _groups(names, groups),
        _bridges(names, links, groups),
        _lone(names, lone),
        Finding(Topic.DIRECTIONS, f"Links and arrows are those of the graph that was given. {_CAUTION}")
        if is_given
        else _directions(links, support),
        _unsure(names, links, support),
    ]
    return tuple(finding for finding in found if finding is not None)


def doubts_of_reading(remarks: Sequence[OrdagWarning]) -> tuple[Finding, ...]:
    """What of the data may be misread, in short, since it decides what the links mean."""
    said = []
    for remark in remarks:
        if isinstance(remark, ColumnsUnsure):
            names = [name for of_one_reason in remark.reasons.values() for name in of_one_reason]
            said.append(f"what {listed(names)} {'is' if len(names) == 1 else 'are'} is not sure")
        elif isinstance(remark, OrderUnconfirmed):
            said.append(f"that the numbers of {listed(remark.columns)} are steps of a scale is not sure")
        elif isinstance(remark, WeightsNotUsed):
            said.append(f"{remark.column} looks like weights, which were not used")
        elif isinstance(remark, ClustersNotUsed | RowsInBlocks):
            said.append("several rows seem to belong together, but count as independent")
    text = f"To check before you read on: {'; '.join(said)}. The first lines on trust say what to do."
    return (Finding(Topic.READING, text),) if said else ()


def model_chosen(remarks: Sequence[OrdagWarning]) -> tuple[Finding, ...]:
    """Which family of models the graph is of, where families were compared or one was asked for, or should be of."""
    said = (remark for remark in remarks if isinstance(remark, ModelChosen | ModelOutdone))
    return tuple(Finding(Topic.MODEL, REPORT.capital((remark.worded(REPORT),))) for remark in said)


def hidden_found(causes: HiddenCauses, wordings: Mapping[str, str] | None) -> tuple[Finding, ...]:
    """Which items have common causes, and links beside them."""
    if not causes.n_hidden:
        return ()
    verb = "explains" if causes.n_hidden == 1 else "explain"
    text = (
        f"{_capital(number(causes.n_hidden, 'hidden cause'))} behind the items {verb} why these go together; "
        "links are what is left between items. Names in quotation marks are suggestions."
    )
    return (Finding(Topic.HIDDEN, text, causes.sentences(wordings)),)


def link_text(names: Sequence[str], link: Link) -> str:
    """The two names with an arrow, with a dash where the direction is open, or with a broken one for a weak link.

    Examples
    --------
    >>> link_text(["a", "b"], Link(0, 1, True, 0.5, 0.5, None, None, False, Standing.ARROW))
    'a → b'
    """
    return f"{names[link.start]} {MARKS[link.standing]} {names[link.end]}"


def times(share: float, support: EdgeSupport) -> str:
    """A share of resamples as a count, one of the draws of a posterior as a probability.

    Examples
    --------
    >>> import numpy as np
    >>> times(0.87, EdgeSupport(np.eye(2), np.eye(2), 100))
    'in 87 of 100 resamples'
    """
    if support.unit == "resample":
        return f"in {round(share * support.n_resamples):,} of {number_of(support)}"
    return f"with probability {share:.2f}"


def number_of(support: EdgeSupport) -> str:
    """How much was drawn.

    Examples
    --------
    >>> import numpy as np
    >>> number_of(EdgeSupport(np.eye(2), np.eye(2), 1))
    '1 resample'
    """
    return f"{support.n_resamples:,} {support.unit}{'' if support.n_resamples == 1 else 's'}"


def enough(support: EdgeSupport) -> str:
    """What a link needs to stand, in words."""
    if support.unit == "resample":
        needed = math.ceil(LINK_SUPPORT * support.n_resamples - 1e-9)
        if needed == support.n_resamples > 1:
            return f"in all {number_of(support)}"
        return f"in at least {needed:,} of {number_of(support)}"
    return f"of probability {LINK_SUPPORT} or more"


def signed(value: float) -> str:
    """Two decimals with a sign, which is + for what rounds to zero.

    Examples
    --------
    >>> signed(-0.5), signed(0.251), signed(-0.001)
    ('−0.50', '+0.25', '+0.00')
    """
    return f"{value:+z.2f}".replace("-", MINUS)


def size_text(value: float, link: Link) -> str:
    """The weight or correlation of a link with its sign, or without one where it is a size."""
    return signed(value) if link.has_sign else f"{value:.2f}"


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


def _extent(
    n_items: int,
    links: Sequence[Link],
    support: EdgeSupport | None,
    *,
    all_forbidden: bool,
    few_rows: bool,
) -> Finding:
    if not links and all_forbidden:
        return Finding(Topic.EXTENT, f"No link was looked for among {n_items} items: every link was forbidden.")
    if not links:
        meaning = "with so few rows one could hardly be detected" if few_rows else "these data give no evidence of one"
        return Finding(Topic.EXTENT, f"No link was found among {n_items} items: {meaning}.")
    verb = "joins" if len(links) == 1 else "join"
    n_linked = len({end for link in links for end in (link.start, link.end)})
    linked = f"{n_linked} of {n_items} items" if n_linked < n_items else f"{n_items} items"
    text = f"{_capital(number(len(links), 'link'))} {verb} {linked}"
    learned = [link for link in links if not link.required]
    if not learned:
        return Finding(Topic.EXTENT, f"{text}; {'it was' if len(links) == 1 else 'all of them were'} required.")
    n_required = len(links) - len(learned)
    it, them = ("the other", "the others") if n_required else ("it", "them")
    if n_required:
        text += f"; {_word(n_required)} of them {'was' if n_required == 1 else 'were'} required"
    link = ", and" if n_required else ";"
    if support is None:
        return Finding(Topic.EXTENT, f"{text}{link} which of {them} other rows would show is unknown.")
    few = f" {FEW_TELL.format(unit=support.unit)}" if support.n_resamples < FEW_RESAMPLES else ""
    return Finding(Topic.EXTENT, f"{text}{link} {_standing_among(learned, it, them)} {enough(support)}.{few}")


def _standing_among(links: Sequence[Link], it: str, them: str) -> str:
    """How many of some links stand, as the beginning of a clause."""
    n_stand = sum(link.stands for link in links)
    if n_stand == 0:
        return f"{f'{it} does not stand' if len(links) == 1 else f'none of {them} stands'}, not being"
    if n_stand == len(links):
        return f"{f'{it} stands' if n_stand == 1 else f'all of {them} stand'}, being"
    return f"{_word(n_stand)} of {them} {'stands' if n_stand == 1 else 'stand'}, being"


def _strongest(names: Sequence[str], links: Sequence[Link], support: EdgeSupport | None) -> Finding | None:
    if not links:
        return None
    shown = [link for link in links if link.stands] or links
    first = shown[0]
    way = f"a higher answer to one goes with a {'higher' if first.correlation > 0 else 'lower'} answer to the other"
    way = way if first.has_sign else first.contrast
    which = "strongest link" if first.stands else "strongest link, which is itself unsure,"
    text = f"The {which} is {link_text(names, first)} (weight {size_text(first.weight, first)}): {way}."
    lines = tuple(
        f"{link_text(names, link)}: {size_text(link.weight, link)}{_supported(link, support)}"
        f"{'' if link.has_sign else f'; {link.contrast}'}"
        for link in shown[:N_STRONGEST]
    )
    return Finding(Topic.STRONGEST, text, lines if len(lines) > 1 else ())


def _supported(link: Link, support: EdgeSupport | None) -> str:
    return "" if support is None or link.support is None else f" ({times(link.support, support)})"


def _unsure(names: Sequence[str], links: Sequence[Link], support: EdgeSupport | None) -> Finding | None:
    """Links that many resamples do not have."""
    weak = [link for link in links if not link.stands]
    if support is None or not weak:
        return None
    verb, they = ("is", "it is") if len(weak) == 1 else ("are", "they are")
    text = f"{_capital(number(len(weak), 'link'))} {verb} not {enough(support)}: {they} drawn faint and listed apart."
    lines = [f"{link_text(names, link)}{_supported(link, support)}" for link in weak[:N_STRONGEST]]
    more = len(weak) - len(lines)
    return Finding(Topic.UNSURE, text, (*lines, *([f"and {more} more"] if more else [])))


def _groups(names: Sequence[str], groups: Sequence[ItemGroup]) -> Finding | None:
    if not groups:
        return None
    called = [listed([names[k] for k in group.members]) for group in groups]
    if len(groups) == 1:
        return Finding(Topic.GROUPS, f"The linked items form one group: {called[0]}.")
    lines = tuple(
        f"{group.badge}{f' ({group.subscale})' if group.subscale not in ('', group.badge) else ''}: {items}"
        for group, items in zip(groups, called, strict=True)
    )
    if groups[0].subscale:
        return Finding(Topic.GROUPS, f"The items belong to {number(len(groups), 'subscale')}.", lines)
    return Finding(Topic.GROUPS, f"The linked items fall into {number(len(groups), 'group')}.", lines)


def _bridges(names: Sequence[str], links: Sequence[Link], groups: Sequence[ItemGroup]) -> Finding | None:
    if len(groups) < 2:
        return None
    kind = "subscale" if groups[0].subscale else "group"
    bridges = [link for link in links if link.bridge and link.stands]
    if not bridges:
        none = "No link joins" if all(link.stands for link in links) else "None of the links that stand joins"
        return Finding(Topic.BRIDGES, f"{none} one {kind} to another.")
    badges = {item: group.badge for item, group in group_of_items(groups).items()}
    shown = [
        f"{link_text(names, link)} ({badges[link.start]} and {badges[link.end]}, {size_text(link.weight, link)})"
        for link in bridges[:MAX_BRIDGES]
    ]
    more = len(bridges) - len(shown)
    lines = (*shown, f"and {more} more") if more else tuple(shown)
    verb = "bridges" if len(bridges) == 1 else "bridge"
    return Finding(Topic.BRIDGES, f"{_capital(number(len(bridges), 'link'))} {verb} the {kind}s.", lines)


def _lone(names: Sequence[str], lone: Sequence[int]) -> Finding | None:
    if not lone or len(lone) == len(names):
        return None
    verb = "is" if len(lone) == 1 else "are"
    return Finding(Topic.LONE, f"{listed([names[k] for k in lone])} {verb} without links.")


_CAUTION = "Read an arrow as a cause only if nothing outside the network acts on both ends."
_BESIDE_HIDDEN = (
    "Hidden causes explain the answers better than links alone, so arrows that they leave open are drawn as lines."
)


def _directions(links: Sequence[Link], support: EdgeSupport | None) -> Finding | None:
    if not links:
        return None
    if support is not None:
        return _supported_directions([link for link in links if link.stands], support)
    n_directed, n_open = (sum(link.directed is settled for link in links) for settled in (True, False))
    text = "If these links are right, "
    if n_directed == 0:
        text = "The data do not determine the direction of any link; all are drawn without an arrow."
        return Finding(Topic.DIRECTIONS, text)
    if n_open == 0:
        text += "the direction of each follows from them."
    else:
        text += (
            f"the direction of {_word(n_directed)} follows from them; {number(n_open, 'link')}, drawn without an "
            f"arrow, {'fits' if n_open == 1 else 'fit'} the data equally well in both directions."
        )
    unknown = "No resamples were drawn, so whether they are is unknown."
    return Finding(Topic.DIRECTIONS, " ".join([text, unknown, *_doubts(links), _CAUTION]))


def _supported_directions(stand: Sequence[Link], support: EdgeSupport) -> Finding | None:
    """How many of the links that stand have an arrow that does, too."""
    if not stand:
        return None
    arrows = [link for link in stand if link.standing is Standing.ARROW]
    kept = "stand or were required" if any(link.required for link in stand) else "stand"
    need = f"at least {ARROW_SHARE:.0%} of the {support.unit}s that have the link agree on its direction"
    if not arrows:
        none = (
            "The link that stands is not"
            if len(stand) == 1
            else f"Of the {_word(len(stand))} links that {kept}, none is"
        )
        text = f"{none} drawn as an arrow, for which {need}."
        return Finding(Topic.DIRECTIONS, " ".join([text, *_doubts(stand)]))
    lines = len(stand) - len(arrows)
    rest = f"; {number(lines, 'line')} without a head may point either way" if lines else ""
    verb = "is drawn as an arrow" if len(arrows) == 1 else "are drawn as arrows"
    one = f"The link that {'was required' if stand[0].required else 'stands'}"
    whose = one if len(stand) == 1 else f"Of the {_word(len(stand))} links that {kept}, {_word(len(arrows))}"
    text = f"{whose} {verb}: {_why_arrows(arrows, need)}{rest}."
    return Finding(Topic.DIRECTIONS, " ".join([text, *_doubts(stand), _CAUTION]))


def _why_arrows(arrows: Sequence[Link], need: str) -> str:
    """What the directions rest on: resamples, or what was known beforehand, which no resample can speak against."""
    n_known = sum(link.one_way for link in arrows)
    ruled_out = "the other direction was ruled out beforehand"
    if n_known == 0:
        return need
    if n_known == len(arrows):
        return ruled_out
    return f"{_word(n_known)} because {ruled_out}, {_word(len(arrows) - n_known)} because {need}"


def _doubts(links: Sequence[Link]) -> list[str]:
    """Why arrows are lines that hidden causes explain, where there are such."""
    return [_BESIDE_HIDDEN] if any(link.doubted for link in links) else []
