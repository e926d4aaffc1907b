# SPDX-License-Identifier: MIT
"""The files that the browser gets, read once: none is looked up by a path that a request names.

The drawing of the network and the answers to evidence are the report's own scripts, joined into one module.
"""

from importlib.resources import files

from ordag.report.render import source

# Scripts of the report that the page shares, and what of them it uses.
_SHARED = ("normal.js", "condition.js", "geometry.js", "drawing.js", "panel.js")
_EXPORTED = (
    "Drawing",
    "correlationMatrix",
    "covers",
    "curvePoints",
    "nCoordinates",
    "distributions",
    "itemCard",
    "changesCard",
    "answersOf",
    "make",
    "percent",
    "TOLD",
)

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
MAIN = "index.html"


def assets() -> dict[str, tuple[bytes, str]]:
    """Content and type of every file, by its name."""
    found = {}
    for entry in files("ordag.app").joinpath("pages").iterdir():
        ending = f".{entry.name.rpartition('.')[2]}"
        if ending in _TYPES:
            found[entry.name] = (entry.read_bytes(), _TYPES[ending])
    shared = "\n".join([*map(source, _SHARED), f"export {{ {', '.join(_EXPORTED)} }};"])
    found["report.js"] = (shared.encode(), _TYPES[".js"])
    found["report.css"] = (source("style.css").encode(), _TYPES[".css"])
    return found
