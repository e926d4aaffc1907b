# SPDX-License-Identifier: MIT
"""Settings of the documentation: `make docs` builds it into site/, with warnings as errors.

The pages fetch nothing from outside: the theme uses the reader's own fonts, formulas are MathML.
"""

import sys
from pathlib import Path

import ordag

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project, author, release = "ordag", "The ordag developers", ordag.__version__
project_copyright = "The ordag developers, MIT licence"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_copybutton",
    "formulas",
    "signatures",
    "written_pages",
]
exclude_patterns = ["_ext"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

default_role = "py:obj"  # `encode` in a docstring is a link where the name is known
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # autodoc lists them
python_maximum_signature_line_length = 100
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "ordag"
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_math_renderer = "mathml"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style, pygments_dark_style = "friendly", "github-dark"
copybutton_exclude = ".linenos, .gp, .go"
copybutton_selector = "div:not(.highlight-text) > div.highlight > pre"
