# SPDX-License-Identifier: MIT
"""The part of a report that goes into a paper: paragraphs, tables, the commands that repeat it, and a check list."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordag.confirm import GivenNetwork
from ordag.data import OrdinalTable
from ordag.inference import Centralities, Estimates, estimates
from ordag.model import EdgeSupport, FittedNetwork
from ordag.report.item_groups import ItemGroup
from ordag.report.links import Link
from ordag.report.methods import Paragraph, methods_paragraph, results_paragraph
from ordag.report.tables import PaperTable, paper_tables

LARGEST = 100  # columns up to which standard errors are computed: they take n³ for each row
LEVEL = 0.95
# Settings of the estimator that are written into the script where they were changed.
_WRITTEN = ("penalty", "criterion", "mode", "required", "forbidden", "tiers", "max_parents", "max_rows")
_LAST = "print(network.edges_frame())"
_UNCHANGED = {"penalty": "auto", "criterion": "evidence", "mode": "default", "max_rows": "auto"}


@dataclass(frozen=True)
class Repeat:
    """How the result can be obtained again: the name of the data file, and the command, where they are known."""

    data: str = "survey.csv"
    command: str = ""


@dataclass(frozen=True)
class Reported:
    """An item of the check list: what should be reported, and where the report does; empty where it does not."""

    what: str
    where: str


@dataclass(frozen=True, eq=False)
class Supplement:
    """Paragraphs, tables, commands and the check list."""

    methods: Paragraph
    results: Paragraph
    tables: tuple[PaperTable, ...]
    script: str
    command: str
    checklist: tuple[Reported, ...]

    @property
    def references(self) -> tuple[str, ...]:
        """The works cited in the paragraphs."""
        return tuple(sorted({*self.methods.references, *self.results.references}))


def supplement_of(
    network: FittedNetwork,
    links: Sequence[Link],
    groups: Sequence[ItemGroup],
    central: Centralities,
    table: OrdinalTable | None,
    support: EdgeSupport | None,
    repeat: Repeat,
    *,
    has_wordings: bool,
) -> Supplement:
    """The supplement of a network of latent variables."""
    found = _estimates(network, table)
    tables = () if found is None else paper_tables(network, links, support, found, central)
    return Supplement(
        methods=methods_paragraph(network, table, support, groups, errors=found is not None),
        results=results_paragraph(network, links, groups, support, found),
        tables=tables,
        script=_script(network, support, repeat),
        command=repeat.command,
        checklist=_checklist(network, table, support, has_wordings=has_wordings, has_tables=bool(tables)),
    )


def _estimates(network: FittedNetwork, table: OrdinalTable | None) -> Estimates | None:
    """Standard errors, where there are rows to compute them from."""
    if table is None or not network.n_edges or len(network.coordinates.blocks.owners) > LARGEST:
        return None
    return estimates(network, table, level=LEVEL)


def _script(network: FittedNetwork, support: EdgeSupport | None, repeat: Repeat) -> str:
    """Lines of Python that give the same network from the same rows."""
    made = network.provenance
    if isinstance(network, GivenNetwork):
        arrows = "; ".join(f"{network.names[i]} -> {network.names[j]}" for i, j in np.argwhere(network.dag).tolist())
        read = f'table = ordag.data.read({repeat.data!r}, columns="columns.toml")'
        return "\n".join(["import ordag", "", read, f"network = ordag.fit_dag(table, {arrows!r})", _LAST])
    settings = {} if made is None else made.settings.known()
    options = [f"random_state={0 if made is None or made.seed is None else made.seed}"]
    for name in _WRITTEN:
        value = settings.get(name)
        if value not in (None, "[]", "()", _UNCHANGED.get(name)):
            is_text = isinstance(value, str) and name in ("criterion", "mode")
            options.append(f"{name}={value!r}" if is_text else f"{name}={value}")
    lines = [
        "import ordag",
        "",
        f'table = ordag.data.read({repeat.data!r}, columns="columns.toml")',
        f"model = ordag.OSEM({', '.join(options)}).fit(table)",
        "network = model.network_",
    ]
    if support is not None and support.unit == "resample":
        lines += [
            f"resamples = ordag.bootstrap(model, table, n_boot={support.n_resamples}, random_state={options[0][13:]})",
            "network = resamples.attached(network)",
        ]
    return "\n".join([*lines, _LAST])


def _checklist(
    network: FittedNetwork,
    table: OrdinalTable | None,
    support: EdgeSupport | None,
    *,
    has_wordings: bool,
    has_tables: bool,
) -> tuple[Reported, ...]:
    """What a paper on a network should report."""
    made = network.provenance is not None
    items = [
        ("Number of participants, and how many entries were missing and what was done about it", made, "Methods"),
        ("Number of items, and their kinds and levels", True, "Methods"),
        ("Wording of the items", has_wordings, "All items"),
        ("Distribution of the answers to each item", table is not None, "All items"),
        ("Model, estimation, and how links were selected", made, "Methods"),
        ("What was known or required beforehand", made, "Methods, Settings and fit"),
        ("Programs with versions, seed, and data fingerprint", made, "Versions, Settings and fit"),
        ("Number of links out of those possible, and all links with their weights", True, "Results, Links"),
        ("Uncertainty of the weights", has_tables, "Tables for a paper"),
        ("Stability of links and directions under resampling", support is not None, "Links, How far to trust it"),
        ("Fit of the model", network.fit_check is not None, "How far to trust it"),
        ("How groups of items were found", True, "Methods"),
        ("How the layout of the figure was chosen", True, "The network"),
        ("A script that repeats the analysis", made, "To repeat it"),
        ("How participants were recruited, and who was left out", False, ""),
        ("Whether the analysis was preregistered", False, ""),
        ("Whether data can be had", False, ""),
    ]
    return tuple(Reported(what, where if covered else "") for what, covered, where in items)
