# SPDX-License-Identifier: MIT
"""A network of waves as one page."""

import os
from collections.abc import Iterator

import pandas as pd

from ordag.data import write_text
from ordag.model.display import counted
from ordag.panels import PanelNetwork
from ordag.report.pages import PageFigure, PageTable, closed, page_of


def write_wave_report(
    found: PanelNetwork, path: str | os.PathLike[str], *, title: str = "Network of waves", force: bool = False
) -> None:
    """Write a network of waves as one self-contained HTML file.

    Parameters
    ----------
    found
        What `ordag.waves` gave.
    path
        The file to write, whole or not at all.
    title
        Title of the page.
    force
        Replace a file that is already there.
    """
    write_text(path, wave_page(found, title), force=force)


def wave_page(found: PanelNetwork, title: str) -> str:
    """The page as text."""
    size = f"{counted(len(found.items), 'item')}; {counted(len(found.waves), 'wave')}; {found.n_persons:g} persons"
    caption = "Left: from each item to those a wave later. Right: within a wave. Wide: strong. No head: direction open."
    with closed(found.plot()) as figure:
        figures = [PageFigure.of("The network", caption, figure)]
    return page_of(title, size, found.paragraphs(), figures, list(_tables(found)))


def _tables(found: PanelNetwork) -> Iterator[PageTable]:
    yield PageTable.of("Links", "low and high bound the weight with 95 %, the graph taken as given.", found.links)
    if found.person_levels is not None:
        yield PageTable.of("Stable levels of persons", "share: of an item's variance.", levels_frame(found))
    if len(found.tests):
        caption = "aic gain: of dropping the hypothesis, in nats; below 0 it is kept."
        yield PageTable.of("Hypotheses", caption, found.tests)


def levels_frame(found: PanelNetwork) -> pd.DataFrame:
    """Items with the share of their variance that is a stable level, and the correlations of the levels."""
    levels = found.person_levels
    assert levels is not None
    correlations = pd.DataFrame(levels.correlation, columns=[f"correlation_{item}" for item in found.items])
    return pd.concat([pd.DataFrame({"item": found.items, "share": levels.shares}), correlations], axis=1)
