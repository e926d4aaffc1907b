# SPDX-License-Identifier: MIT
"""Fonts for names in any script: characters that the usual font lacks are looked for in others that are installed."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

from ordag.errors import OrdagWarning, warn

# Fonts of wide coverage that come with the usual systems, and free ones; the first that has a character serves.
FALLBACKS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK TC", "Source Han Sans SC"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "NanumGothic", "IPAexGothic", "Unifont"),
    *("Microsoft YaHei", "Yu Gothic", "Meiryo", "Malgun Gothic", "Nirmala UI", "Leelawadee UI", "Segoe UI"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Arial Unicode MS"),
    *("Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", "Noto Sans Ethiopic"),
)
_LACKING = "no installed font has"
_MAX_SHOWN = 10  # characters in the warning


@contextmanager
def fonts_for(texts: Iterable[str]) -> Iterator[None]:
    """Within the block, what is drawn and saved is set in fonts that have the characters of the texts.

    Characters that no installed font has bring one `OrdagWarning` instead of one of matplotlib's for each. An SVG
    file then holds letters instead of outlines, which the reader sees in a font of the reader's system.

    Examples
    --------
    >>> with fonts_for(["sleep", "mood"]):  # nothing to do: every font has these
    ...     mpl.rcParams["font.family"]
    ['sans-serif']
    """
    used = list(mpl.rcParams["font.family"])
    lacking = _lacking("".join(texts), used)
    if not lacking:
        yield
        return
    installed = set(fontManager.get_font_names())
    for name in FALLBACKS:
        if name in installed and (rest := _lacking(lacking, [name])) != lacking:
            used, lacking = [*used, name], rest
    if lacking:
        shown = f"{lacking[:_MAX_SHOWN]}{' …' * (len(lacking) > _MAX_SHOWN)}"
        warn(
            f"{_LACKING} the characters {shown}; drawings show boxes in their place, and SVG files leave them to the "
            "fonts of the viewer. Install a font that has them, such as Noto Sans CJK.",
            OrdagWarning,
            stacklevel=4,
        )
    outlines = "none" if lacking else mpl.rcParams["svg.fonttype"]
    with mpl.rc_context({"font.family": used, "svg.fonttype": outlines}), warnings.catch_warnings():
        for told in (r"Glyph \d+ ", "Matplotlib currently does not support", _LACKING):
            warnings.filterwarnings("ignore", told, UserWarning)
        yield


def _lacking(text: str, families: Sequence[str]) -> str:
    """The characters of a text that none of the fonts has, each once."""
    had = [get_font(findfont(FontProperties(family=[name]))).get_charmap() for name in families]
    letters = filter(str.isprintable, dict.fromkeys(text))
    return "".join(letter for letter in letters if not any(ord(letter) in font for font in had))
