# SPDX-License-Identifier: MIT
"""Colours and sizes shared by the figures; lines use colours of Okabe and Ito (2008), safe for colour-blind eyes."""

from collections import Counter
from collections.abc import Sequence

INK = "#333333"
FAINT = "#e2e2e2"
POSITIVE = "#0072b2"
NEGATIVE = "#d55e00"
HIGHLIGHT = "#f6df8f"  # light enough to lie under a line of any colour

# Light fills that dark text can be read on, one per group; after the last they repeat with another shape.
FILLS = ("#cfe8f7", "#fbe0b3", "#cdebdd", "#f3d5e5", "#f7f3b5", "#dddddd")

# Fills of groups that also differ in lightness, so that they are told apart in grey; dark text can be read on all.
GROUP_FILLS = ("#9cc9ee", "#fbf3c0", "#e8936b", "#cfe9c9", "#a98bc4", "#b9bd6a", "#f3cadb", "#7688a0")
NO_FILL = "#ffffff"


def kinds_of(groups: Sequence[str] | None, *, by_shape: bool) -> dict[str, int]:
    """A number for each group that has a look of its own: fills, and fills with shapes, are not endless.

    Nodes with an empty label are in no group; where there are too many groups, the smaller ones look like these.

    Examples
    --------
    >>> kinds_of(["b", "a", "", "a"], by_shape=False)
    {'a': 0, 'b': 1}
    """
    counts = Counter(label for label in groups or () if label)
    most = len(FILLS) ** 2 if by_shape else len(GROUP_FILLS)
    own = sorted(counts, key=lambda label: (-counts[label], label))[:most]
    return {label: kind for kind, label in enumerate(sorted(own))}


def fill_of(kind: int | None, *, by_shape: bool) -> str:
    """Fill of the group of that number, white for None."""
    fills = FILLS if by_shape else GROUP_FILLS
    return NO_FILL if kind is None else fills[kind % len(fills)]


SVG_SALT = "ordag"  # with a fixed one the same drawing gives the same SVG file

FONT_SIZE = 8.0
LEGEND_SIZE = 8.0

# One look per method, with a marker and line style of its own; colours of Okabe and Ito, the yellow left out, which
# is too light for lines.
LINE_COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)), (0, (3, 3)))
HATCHES = ("", "////", "....", "xxxx", "----", "\\\\\\\\", "++++")


def plain(text: object) -> str:
    r"""A name or label as text: dollar signs in it, as of incomes, start no formula.

    Examples
    --------
    >>> print(plain("$3,000 to $5,000"))
    \$3,000 to \$5,000
    """
    return str(text).replace("$", "\\$")
