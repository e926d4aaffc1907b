# SPDX-License-Identifier: MIT
"""A comparison of groups as one page."""

import os
from collections.abc import Iterator

from matplotlib.figure import Figure

from ordag.data import write_text
from ordag.groups import GroupComparison, JointNetworks
from ordag.model.display import counted
from ordag.report.pages import PageFigure, PageTable, closed, page_of

# Rows of the table of links; edges.csv has all.
_MOST_LINKS = 60


def write_group_report(
    found: GroupComparison, path: str | os.PathLike[str], *, title: str = "Groups compared", force: bool = False
) -> None:
    """Write a comparison of groups as one self-contained HTML file.

    Parameters
    ----------
    found
        What `ordag.compare_groups` gave.
    path
        The file to write, whole or not at all.
    title
        Title of the page.
    force
        Replace a file that is already there.
    """
    write_text(path, group_page(found, title), force=force)


def group_page(found: GroupComparison, title: str) -> str:
    """The page as text."""
    sizes = ", ".join(f"{group}: {size:g} rows" for group, size in found.sizes.items())
    size = f"{counted(len(found.names), 'variable')}; {sizes}; {counted(found.n_permutations, 'permutation')}"
    return page_of(title, size, found.paragraphs(), list(_figures(found)), list(_tables(found)))


def together_page(found: JointNetworks, title: str, size: str) -> str:
    """Groups that were learned together as one page of text."""
    caption = "Learned together: links are shared unless the data say otherwise, and those that differ are highlighted."
    with closed(found.plot()) as figure:
        figures = [PageFigure.of("Networks of the groups", caption, figure)]
    said = "Small groups borrow strength from each other, so a difference that is drawn is one that the data ask for."
    links = PageTable.of("Links", "Those that differ come first.", found.links)
    return page_of(title, size, [said], figures, [links])


def _figures(found: GroupComparison) -> Iterator[PageFigure]:
    caption = "Learned from each group alone. Wide: strong. Links whose weights differ are highlighted."
    if "difference" in found.pairs:
        caption += " Last: differences of weights, faint where they do not stand after correction for all pairs."
    with closed(found.plot()) as figure:
        yield PageFigure.of("Networks of the groups", caption, figure)
    if "difference" in found.edges and len(found.edges):
        caption = "Full dots stand after correction for all pairs; at most 40 pairs are drawn."
        ax = found.plot_differences()
        assert isinstance(ax.figure, Figure)
        with closed(ax.figure) as figure:
            yield PageFigure.of("Differences of weights", caption, figure)


def _tables(found: GroupComparison) -> Iterator[PageTable]:
    yield PageTable.of("Tests of the whole", "By permutation of the groups.", found.tests)
    caption = "log(N)/2 nats a parameter; higher is better. Left out: rows judged by what was learned without them."
    yield PageTable.of("What the groups share", caption, found.invariance)
    caption = "p corrected allows for all pairs. odds: that the weight differs, if both were equally likely beforehand."
    yield PageTable.of("Links", caption, found.edges.head(_MOST_LINKS))
    yield PageTable.of("Thresholds", "shift: how far answers lie above those of all rows.", found.thresholds)
    if len(found.effects):
        yield PageTable.of("Total effects", "Along the arrows of the graph that the groups share.", found.effects)
