# SPDX-License-Identifier: MIT
"""What an analysis leaves in its folder: the picture that the page draws, and the files to download."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import cast

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from ordag.app.words import PAGE
from ordag.checks.screening import REASONS, Flags
from ordag.data.columns.remarks import unconfirmed
from ordag.data.encoding.encode import Encoded
from ordag.errors import OrdagWarning
from ordag.files import atomic_path, write_text
from ordag.graphs.arrangement import MOST_FOR_LAYERS, Kind
from ordag.groups.split import MOST_GROUPS
from ordag.model import FittedNetwork
from ordag.plots.fonts import fonts_for
from ordag.posterior import Posterior
from ordag.report import Content, describe
from ordag.report.drawing import drawing
from ordag.report.pages import as_svg
from ordag.report.render import render
from ordag.report.supplement import Repeat
from ordag.report.word import word_document
from ordag.stability import Bootstrap
from ordag.structural_em import Iteration

VIEW, MODEL, PAPER = "view.json", "model.json", "paper.docx"


def model_of(group: int) -> str:
    """The file of the network of a group, numbered from 1; 0 for the one network of all rows."""
    return f"model-{group}.json" if group else MODEL


# What can be downloaded: file, and its type.
FILES = {
    "report.html": "text/html; charset=utf-8",
    "network.svg": "image/svg+xml",
    "network.pdf": "application/pdf",
    "network.png": "image/png",
    "edges.csv": "text/csv; charset=utf-8",
    PAPER: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    MODEL: "application/json",
    **{model_of(number): "application/json" for number in range(1, MOST_GROUPS + 1)},
    "columns.toml": "application/toml",
    "posterior.json": "application/json",
}
_DPI = 200
MOST_LISTED = 200  # flagged rows


@dataclass(frozen=True, eq=False)
class Found:
    """A fitted network with what the report needs."""

    network: FittedNetwork
    encoded: Encoded
    trace: Sequence[Iteration]
    remarks: tuple[OrdagWarning, ...]
    title: str
    support: Bootstrap | Posterior | None
    repeat: Repeat
    flags: Flags | None = None

    def supported(self, resampled: Bootstrap) -> "Found":
        """The same with the support of resamples."""
        return replace(self, network=resampled.attached(self.network), support=resampled)

    def content(self) -> Content:
        """What the report says."""
        return describe(
            self.network,
            table=self.encoded.table,
            trace=self.trace,
            bootstrap=self.support,
            wordings=self.encoded.plan.wordings,
            remarks=(*unconfirmed(self.encoded.plan), *self.remarks),
            title=self.title,
            repeat=self.repeat,
        )


def write_picture(found: Found, folder: Path) -> None:
    """The network, and what the page shows of it."""
    found.network.save(folder / MODEL, force=True)
    content = found.content()
    write_view(
        {
            **picture_of(content, found.encoded.table.n_rows),
            "others": _other_drawings(content),
            "rows": _flagged_rows(found),
        },
        folder,
    )


def write_view(view: Mapping[str, object], folder: Path) -> None:
    """What the page shows of an analysis."""
    write_text(folder / VIEW, json.dumps(view, ensure_ascii=False), force=True)


def picture_of(content: Content, n_rows: int) -> dict[str, object]:
    """What the page shows of one network."""
    return {
        "title": content.title,
        "n_rows": n_rows,
        "drawing": asdict(drawing(content)),
        "findings": [
            {"topic": entry.topic, "text": entry.text, "lines": list(entry.lines)} for entry in content.findings
        ],
        "checks": [
            {"topic": check.topic, "verdict": check.verdict, "text": check.worded(PAGE)} for check in content.checks
        ],
        "links": [asdict(link) | {"way": link.share_of_arrow} for link in content.links],
        "effects": [asdict(effect) for effect in content.effects],
        "misfits": [asdict(pair) for pair in content.misfits],
        "words": _words(content),
        "n_resamples": 0 if content.support is None else content.support.n_resamples,
        "unit": content.unit,
    }


def _other_drawings(content: Content) -> dict[str, object]:
    """The same network with what was asked in the boxes, and arranged in the other way where that is readable."""
    usual = drawing(content)
    found = {}
    if any(item.wording for item in content.items):
        found["questions"] = drawing(content, has_questions=True)
    other: Kind = "stress" if usual.layout == "layered" else "layered"
    if not content.causes and len(content.links) <= MOST_FOR_LAYERS * len(content.items):
        found[other] = drawing(content, kind=other)
    # The model behind all of them is that of the first.
    return {name: {**asdict(each), "correlation": None} for name, each in found.items()}


def _flagged_rows(found: Found) -> dict[str, object] | None:
    """Rows that look like no answers, by their numbers in the data."""
    if found.flags is None:
        return None
    numbers = found.encoded.kept.nonzero()[0] + 1
    flagged = found.flags[found.flags.any(axis=1)]
    reasons = [[reason for reason in REASONS if row[reason]] for _, row in flagged.iterrows()]
    listed = list(zip(numbers[flagged.index.to_numpy()].tolist(), reasons, strict=True))
    return {"n_looked": len(found.flags), "n_flagged": len(listed), "listed": listed[:MOST_LISTED]}


def _words(content: Content) -> dict[str, object] | None:
    """Paragraphs for a paper, and what they cite."""
    if content.supplement is None:
        return None
    said = content.supplement
    return {"methods": said.methods.text, "results": said.results.text, "references": list(said.references)}


def write_results(found: Found, folder: Path) -> None:
    """All files to download."""
    network = found.network
    network.export(folder / "edges.csv", format="edges", force=True)
    write_text(folder / "report.html", render(found.content()), force=True)
    with atomic_path(folder / PAPER) as path:
        path.write_bytes(word_document(found.content()))
    with fonts_for(network.names):
        write_figure(cast(Figure, network.plot().figure), folder)
    found.encoded.plan.to_toml(folder / "columns.toml", force=True)
    if isinstance(found.support, Posterior):
        found.support.save(folder / "posterior.json", force=True)


def write_figure(figure: Figure, folder: Path) -> None:
    """A drawing as vector graphics, for print and in pixels."""
    try:
        write_text(folder / "network.svg", as_svg(figure), force=True)
        for ending in ("pdf", "png"):
            with atomic_path(folder / f"network.{ending}") as path:
                figure.savefig(path, format=ending, dpi=_DPI, bbox_inches="tight")
    finally:
        plt.close(figure)
