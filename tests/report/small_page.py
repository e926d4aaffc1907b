"""The small report whose page is stored beside; ``python tests/report/small_page.py`` stores it anew."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from ordag.data import OrdinalTable
from ordag.model import EdgeSupport, FittedNetwork, Provenance
from ordag.model.provenance import FitSettings
from ordag.report import Content, describe
from ordag.structural_em import Iteration

STORED = Path(__file__).with_name("small_page.html")


def small_network() -> FittedNetwork:
    """sleep → mood ← work, pain alone, and a continuous age that leads to work."""
    weights = np.zeros((5, 5))
    weights[0, 1], weights[2, 1], weights[4, 2] = 0.8, -0.5, 0.3
    network = FittedNetwork.from_parameters(
        weights,
        [[-0.5, 0.5], [0.0], [-1.0, 0.2, 1.0], [0.3], []],
        names=["sleep", "mood", "work", "pain", "age"],
        levels=[["bad", "fair", "good"], ["low", "high"], [0, 1, 2, 3], ["no", "yes"], []],
    )
    made = Provenance(200, 4, "0" * 64, FitSettings(penalty="auto"), (("ordag", "0"),), seed=1)
    return replace(network, provenance=made, penalty=2.5)


def small_table() -> OrdinalTable:
    """Twenty rows that fit the small network; all but one without pain, one entry of sleep missing."""
    rows = np.arange(20)
    codes = np.column_stack([rows % 3, rows % 2, rows % 4, rows == 7, 0 * rows])
    codes[3, 0] = -1
    network = small_network()
    return OrdinalTable(
        network.names, network.kinds, network.levels, codes.astype(np.int16), 20.0 + rows[:, None].astype(float)
    )


def small_support() -> EdgeSupport:
    support = np.zeros((5, 5))
    support[0, 1] = support[1, 0] = 1.0
    support[2, 1] = support[1, 2] = 0.4
    support[4, 2] = support[2, 4] = 0.75
    return EdgeSupport(support, support / 2, 100)


def small_content() -> Content:
    trace = (Iteration(-120.5, None, 3, 4, 0.1), Iteration(-118.25, -110.0, 3, 0, 0.1, settled=True))
    return describe(
        small_network(),
        table=small_table(),
        trace=trace,
        bootstrap=small_support(),
        wordings={"mood": "How is your mood & what <now>?"},
        title="A small survey",
    )


def normalised(page: str) -> str:
    """The page without style and script, which browser tests look at, and without the version."""
    page = re.sub(r"(<style>).*?(</style>)", r"\1\2", page, flags=re.DOTALL)
    page = re.sub(r"(<script>).*?(</script>)", r"\1\2", page, flags=re.DOTALL)
    page = re.sub(r"sha256-[^']*", "sha256-", page)
    return re.sub(r"(version = \{)[^}]*", r"\1", page)


if __name__ == "__main__":
    from ordag.report import render

    STORED.write_text(normalised(render(small_content())), encoding="utf-8")
