# SPDX-License-Identifier: MIT
"""Formulas as MathML, which browsers draw by themselves: no script, and nothing to fetch."""

from typing import Any

from docutils.nodes import SkipNode
from latex2mathml.converter import convert
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Make ``html_math_renderer = "mathml"`` known to Sphinx."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: Any, node: Any) -> None:
    writer.body.append(convert(node.astext(), display="inline"))
    raise SkipNode


def _block(writer: Any, node: Any) -> None:
    writer.body.append(f'<div class="formula">{convert(node.astext(), display="block")}</div>\n')
    raise SkipNode
