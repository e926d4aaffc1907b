# SPDX-License-Identifier: MIT
"""Pages of text, figures and tables without scripts, as comparisons have them."""

import base64
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from ordag.characters import for_xml
from ordag.citation import CITATION
from ordag.plots.style import SVG_SALT
from ordag.report.render import source


@dataclass(frozen=True)
class PageFigure:
    """A figure of a page: its title, caption, and drawing as base64 of SVG."""

    title: str
    caption: str
    image: str

    @classmethod
    def of(cls, title: str, caption: str, figure: Figure) -> "PageFigure":
        """A drawing of matplotlib."""
        return cls(title, caption, base64.b64encode(as_svg(figure).encode()).decode())


@dataclass(frozen=True)
class PageTable:
    """A table of a page, as text."""

    title: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, title: str, caption: str, frame: pd.DataFrame) -> "PageTable":
        """A frame, numbers to three digits."""
        rows = tuple(tuple(map(_cell, row)) for row in frame.itertuples(index=False, name=None))
        return cls(title, caption, tuple(str(name).replace("_", " ") for name in frame.columns), rows)


def page_of(
    title: str,
    size: str,
    paragraphs: Sequence[str],
    figures: Sequence[PageFigure] = (),
    tables: Sequence[PageTable] = (),
) -> str:
    """The page as text.

    Examples
    --------
    >>> page = page_of("Sleep", "2 groups", ["<b>"], tables=[PageTable.of("T", "", pd.DataFrame({"a": [0.123456]}))])
    >>> "<h1>Sleep</h1>" in page, "<b>" in page, "0.123" in page
    (True, False, True)
    """
    environment = Environment(
        loader=PackageLoader("ordag.report", "page"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("groups.html").render(
        title=title,
        size=size,
        paragraphs=paragraphs,
        figures=figures,
        tables=tables,
        citation=CITATION,
        style=Markup(source("style.css")),
    )


def as_svg(figure: Figure) -> str:
    """A drawing as SVG, the same for the same drawing."""
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": SVG_SALT}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return for_xml(buffer.getvalue())


@contextmanager
def closed(figure: Figure) -> Iterator[Figure]:
    """A figure that is closed in the end."""
    try:
        yield figure
    finally:
        plt.close(figure)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return "" if pd.isna(value) else _fixed(value)
    return str(value)


def _fixed(value: float) -> str:
    """About three digits of a number, and bounds for what is smaller than 0.0001.

    Examples
    --------
    >>> [_fixed(value) for value in (0.251, 12.34, 1234.56, 0.0005, 4.95e-05, -4e-9, 0.0)]
    ['0.251', '12.3', '1234.6', '0.0005', '< 0.0001', '> -0.0001', '0']
    """
    if 0 < abs(value) < 0.0001:
        return "< 0.0001" if value > 0 else "> -0.0001"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.1f}"
