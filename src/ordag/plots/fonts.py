# SPDX-License-Identifier: MIT
"""Fonts for names in any script: characters that the usual font lacks are looked for in others that are installed."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

from ordag.errors import warn
from ordag.remarks import GlyphsLacking

# Fonts of wide coverage that come with the usual systems, and free ones; the first that has a character serves.
FALLBACKS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK TC", "Source Han Sans SC"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "NanumGothic", "IPAexGothic", "Unifont"),
    *("Microsoft YaHei", "Yu Gothic", "Meiryo", "Malgun Gothic", "Nirmala UI", "Leelawadee UI", "Segoe UI"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Arial Unicode MS"),
    *("Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", "Noto Sans Ethiopic"),
)


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
        warn(GlyphsLacking(lacking))
    outlines = "none" if lacking else mpl.rcParams["svg.fonttype"]
    with mpl.rc_context({"font.family": used, "svg.fonttype": outlines}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=GlyphsLacking)
        for pattern in (
            r"Glyph \d+ ",
            "Matplotlib currently does not support",
        ):  # matplotlib's have no class of their own
            warnings.filterwarnings("ignore", pattern, UserWarning)
        yield


def _lacking(text: str, families: Sequence[str]) -> str:
    """The characters of a text that none of the fonts has, each once."""
    had = [get_font(findfont(FontProperties(family=[name]))).get_charmap() for name in families]
    letters = filter(str.isprintable, dict.fromkeys(text))
    return "".join(letter for letter in letters if not any(ord(letter) in font for font in had))
