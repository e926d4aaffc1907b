# SPDX-License-Identifier: MIT
"""A fitted network as one self-contained page.

`describe` decides what is said (values), `render` how it looks (HTML), `write_report` does both and writes the file.
The page fetches nothing; its graph is drawn and its questions are answered by the scripts inside it.
"""

from ordag.report.content import Content, describe
from ordag.report.findings import Topic, link_text
from ordag.report.links import Link
from ordag.report.render import render, write_report
from ordag.report.supplement import Repeat

__all__ = ["Content", "Link", "Repeat", "Topic", "describe", "link_text", "render", "write_report"]
