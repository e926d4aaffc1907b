# SPDX-License-Identifier: MIT
"""The code of the tutorials and how-to pages: run block by block, and held against the output and figures shown.

The ``python`` blocks of a page run in one namespace and its ``sh`` blocks in the same temporary folder, in the order in
which they stand. A ``text`` block shows what the block before it prints; ``bash`` blocks are not run. A figure that
a page shows from ``images/`` is one that its code writes under the same name.

``python docs/_ext/page_code.py`` writes outputs and figures anew; look at what changed before you keep it.
"""

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
README = DOCS.parent / "README.md"
IMAGES = DOCS / "images"
PAGES = (
    README,
    DOCS / "index.md",
    DOCS / "comparison.md",
    *(page for folder in ("tutorials", "how-to") for page in sorted((DOCS / folder).glob("*.md"))),
)

_FENCE = re.compile(r"^```(python|sh|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\]]*\]\(\.\./images/([^)]+\.svg)\)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_CHECKER = doctest.OutputChecker()
_FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
_POINTS = 1.0  # by which a drawn coordinate may differ: fonts are measured a little differently from release to release


@dataclass(frozen=True)
class Block:
    """A block of code, the line it starts at, and the output that the page shows below it."""

    language: str
    code: str
    line: int
    shown: str


def blocks_of(text: str) -> list[Block]:
    """The blocks of a page that run."""
    blocks: list[Block] = []
    for match in _FENCE.finditer(text):
        language, code = match.groups()
        if language == "text":
            last = blocks.pop()
            blocks.append(Block(last.language, last.code, last.line, last.shown + code))
        else:
            blocks.append(Block(language, code, text.count("\n", 0, match.start(2)) + 1, ""))
    return blocks


def figures_of(text: str) -> list[str]:
    """Names of the figures that a page shows."""
    return _IMAGE.findall(text)


def run_page(page: Path, folder: Path) -> Iterator[tuple[Block, str]]:
    """Each block of a page with what it printed when run in a folder, in which the data beside the page lie too."""
    namespace: dict[str, object] = {"__name__": page.stem}
    for file in (page.parent / "data").glob("*"):
        shutil.copy(file, folder)
    with contextlib.chdir(folder), _steady_figures():
        for block in blocks_of(page.read_text(encoding="utf-8")):
            run = _run_python if block.language == "python" else _run_shell
            yield block, run(block, page, namespace)


def agrees(block: Block, printed: str) -> bool:
    """Whether a block printed what its page shows; ``...`` stands for anything, white space does not count."""
    return not (block.shown or printed.strip()) or _CHECKER.check_output(block.shown, printed, _FLAGS)


def same_drawing(first: str, second: str) -> bool:
    """Whether two SVG files draw the same but for small shifts."""
    shapes = [re.sub(r"<(metadata|defs|style).*?</\1>", "", text, flags=re.DOTALL) for text in (first, second)]
    shapes = [re.sub(r'id="[^"]*"|#[a-zA-Z][0-9a-f_]{6,}|url\([^)]*\)', "", text) for text in shapes]
    words = [_NUMBER.sub("", text).split() for text in shapes]
    numbers = [[float(number) for number in _NUMBER.findall(text)] for text in shapes]
    if words[0] != words[1] or len(numbers[0]) != len(numbers[1]):
        return False
    return all(abs(a - b) <= _POINTS for a, b in zip(*numbers, strict=True))


def _run_python(block: Block, page: Path, namespace: dict[str, object]) -> str:
    printed = io.StringIO()
    # Empty lines before the code make a traceback name the line of the page.
    code = compile("\n" * (block.line - 1) + block.code, str(page), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def _run_shell(block: Block, page: Path, namespace: dict[str, object]) -> str:
    del page, namespace
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "COLUMNS": "92", "NO_COLOR": "1", "MPLBACKEND": "agg"}
    done = subprocess.run(
        ["bash", "-euc", block.code], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise RuntimeError(f"line {block.line} ended with code {done.returncode}:\n{done.stdout}")
    return done.stdout


@contextlib.contextmanager
def _steady_figures() -> Iterator[None]:
    """Within the block the same drawing gives the same file, and no figure stays open."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    try:
        with mpl.rc_context({"svg.hashsalt": "ordag"}):
            yield
    finally:
        plt.close("all")
        os.environ.pop("SOURCE_DATE_EPOCH")
        if before is not None:
            os.environ["SOURCE_DATE_EPOCH"] = before


def main() -> None:
    """Run every page, or those named, and write the output and the figures that no longer agree into it."""
    for page in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for block, printed in run_page(page, Path(folder)):
                if not agrees(block, printed):
                    sys.stdout.write(f"{page.name}, line {block.line} prints\n{printed}\n")
                    text = text.replace(_shown(block, block.shown), _shown(block, printed), 1)
            for name in figures_of(text):
                shutil.copy(Path(folder) / name, IMAGES / name)
        page.write_text(text, encoding="utf-8")


def _shown(block: Block, output: str) -> str:
    """A block and the output that directly follows it, as a page has them."""
    lines = "\n".join(line.rstrip() for line in output.strip("\n").split("\n"))
    return f"{block.code}```\n\n```text\n{lines}\n```\n" if lines else f"{block.code}```\n\n```text\n```\n"


if __name__ == "__main__":
    main()
