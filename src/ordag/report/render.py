# SPDX-License-Identifier: MIT
"""How a report looks: the template, style and scripts of ``page/`` filled with the content, in one file.

Names, labels and wordings come from users. The template escapes them, the embedded JSON cannot close its own element,
and a content policy in the page allows the one script of the report, by its hash, and no request at all.
"""

import base64
import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ordag.data import OrdinalTable, write_text
from ordag.errors import OrdagWarning
from ordag.files import atomic_path
from ordag.model import FittedNetwork
from ordag.report.content import Content, Drawn, describe
from ordag.report.drawing import drawing
from ordag.report.effects import Effect
from ordag.report.findings import MINUS, link_text, signed, size_text
from ordag.report.word import word_document
from ordag.structural_em import Iteration

SCRIPTS = ("normal.js", "condition.js", "geometry.js", "drawing.js", "panel.js", "start.js")
WORD = ".docx"
VERDICTS = {"good": ("✓", "fine"), "note": ("i", "note"), "caution": ("!", "caution")}


def write_report(
    network: FittedNetwork,
    path: str | os.PathLike[str],
    *,
    table: OrdinalTable | None = None,
    trace: Sequence[Iteration] = (),
    bootstrap: Drawn | Sequence[Drawn] | None = None,
    wordings: Mapping[str, str] | None = None,
    remarks: Sequence[OrdagWarning] = (),
    title: str | None = None,
    force: bool = False,
) -> None:
    """Write a report on a fitted network, as one self-contained HTML file, or what of it goes into a paper for Word.

    Parameters
    ----------
    network
        The network.
    path
        The file to write, whole or not at all. If it ends in ``.docx``, it is a document for Word and LibreOffice, with
        methods, results, references and tables.
    table
        The data it was fitted to; with them the report shows shares, missing entries and items with answers at one end.
    trace
        Iterations of the fit, as in ``OSEM.trace_``.
    bootstrap
        How often resamples agree, from `ordag.bootstrap`, or the posterior of a Bayesian fit; the support stored in
        the network when None. If networks were kept, the report shows effects of interventions, with intervals. Two of
        them are shown side by side; the first decides what is drawn.
    wordings
        Wording of the items, by name.
    remarks
        Warnings of the fit, such as repairs; they are listed among the checks.
    title
        Title of the page.
    force
        Replace a file that is already there.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> path = pathlib.Path(tempfile.mkdtemp(), "report.html")
    >>> write_report(network, path, title="Sleep and mood")
    >>> "<h1>Sleep and mood</h1>" in path.read_text(encoding="utf-8")
    True
    """
    content = describe(
        network, table=table, trace=trace, bootstrap=bootstrap, wordings=wordings, remarks=remarks, title=title
    )
    if os.fspath(path).lower().endswith(WORD):
        with atomic_path(path, force=force) as temporary:
            temporary.write_bytes(word_document(content))
    else:
        write_text(path, render(content), force=force)


def render(content: Content) -> str:
    """The page as text.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["<b>", "mood"])
    >>> "<b>" in render(describe(network))
    False
    """
    environment = Environment(
        loader=PackageLoader("ordag.report", "page"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters |= {"signed": signed, "size": size_text, "change": _change, "place": _place}
    script = "\n".join(["(() => {", '"use strict";', *map(source, SCRIPTS), "})();"])
    drawn = drawing(content)
    return environment.get_template("page.html").render(
        content=content,
        layout=drawn.layout,
        names=content.network.names,
        link_text=link_text,
        verdicts=VERDICTS,
        has_wordings=any(item.wording for item in content.items),
        data=embedded_json(asdict(drawn)),
        style=Markup(source("style.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def embedded_json(value: object) -> Markup:
    r"""JSON that can stand inside a script element: no character in it can end the element or open a comment.

    Examples
    --------
    >>> embedded_json("</script>")
    Markup('"\\u003c/script\\u003e"')
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return Markup(text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}))


def _change(value: float, effect: Effect) -> str:
    """Percentage points of a probability, or units of a mean, with decimals as the spread of the outcome calls for."""
    if effect.what:
        text = f"{100 * value:+.0f}"
    else:
        decimals = max(0, 2 - math.floor(math.log10(effect.spread))) if effect.spread > 0 else 2
        text = f"{value:+,.{decimals}f}"
    return text.replace("-", MINUS) if text.strip("+-0.,") else "0"


def _place(change: float) -> str:
    """Where a change of a probability lies between -1 and 1, in percent of the way."""
    return f"{50 + 50 * change:.1f}"


def source(name: str) -> str:
    """A file of the page."""
    return files("ordag.report").joinpath("page", name).read_text(encoding="utf-8").strip()
