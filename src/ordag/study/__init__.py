# SPDX-License-Identifier: MIT
"""The paper's experiments, for anyone to run: `run` makes rows, `summarize` tables, `draw` figures.

A study is a frozen description (`design`); its rows are JSON lines in a file (`rows`), which the other two only read.
"""

from pathlib import Path

from ordag.study.catalogue import find_study, studies
from ordag.study.design import Arm, Study, Trial, Variant
from ordag.study.problems import Confounded, FactorItems, Resampled, Simulated, Split, Whole
from ordag.study.rows import Row, read_rows
from ordag.study.run import Plan, run
from ordag.study.summarize import summarize

__all__ = [
    "Arm",
    "Confounded",
    "FactorItems",
    "Plan",
    "Resampled",
    "Row",
    "Simulated",
    "Split",
    "Study",
    "Trial",
    "Variant",
    "Whole",
    "draw",
    "find_study",
    "read_rows",
    "run",
    "studies",
    "summarize",
]


def draw(study: Study, folder: Path) -> tuple[Path, ...]:
    """Write the figures of a study beside its rows, and return their paths."""
    # Processes that make rows import this package too, and need no matplotlib.
    from ordag.study import figures

    return figures.draw(study, folder)
