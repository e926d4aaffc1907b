# SPDX-License-Identifier: MIT
"""Networks in the formats of other programs.

Graph formats carry the DAG with the attributes ``weight`` (latent weight of the edge), ``kind`` (``directed`` where all
graphs of the equivalence class agree, ``undirected`` where the data leave the direction open), ``standing`` (``arrow``,
``line`` or ``weak``: how far resamples bear it out) and ``support`` where it is known.
"""

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd

from ordag.characters import for_spreadsheet, for_xml, guarded
from ordag.data import write_text
from ordag.data.checks import no_nominal
from ordag.errors import InputValueError, unknown_option
from ordag.graphs import to_igraph as graph_to_igraph
from ordag.graphs import to_networkx as graph_to_networkx
from ordag.messages import Advise
from ordag.model.network import FittedNetwork
from ordag.model.standing import Standing, standing_of
from ordag.model.tables import to_bif

# Thresholds and residual variances are free, hidden causes have variance one, and nothing else is added.
_LAVAAN_OPTIONS = (
    'std.lv = TRUE, auto.var = TRUE, auto.th = TRUE, auto.delta = TRUE, int.ov.free = TRUE, parameterization = "theta"'
)


@dataclass(frozen=True)
class EdgeRow:
    """One edge of a network; what resamples say is None where there are none.

    `support` is the share of resamples that have the link, `direction` the share of all resamples that have it in this
    direction, and `direction_if_linked` the share of those that have the link at all, by which an arrow stands. `known`
    says what was known beforehand, so that no resample can lack it: "link", "direction" or nothing.
    `correlation` is the latent correlation of its two ends that the whole network implies, by all paths between them.
    `standing` is how it is drawn: as an arrow, as a line without a head, or faint, being weak.
    """

    source: str
    target: str
    kind: str
    weight: float
    support: float | None
    direction: float | None
    direction_if_linked: float | None
    correlation: float
    standing: Standing
    known: str = ""


def edge_rows(network: FittedNetwork) -> tuple[EdgeRow, ...]:
    """The edges of a network, strongest weight first.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> row = edge_rows(network)[0]
    >>> row.source, row.target, row.kind, round(row.weight, 3)
    ('sleep', 'mood', 'undirected', 0.707)
    """
    rows = [_edge_row(network, i, j) for i, j in np.argwhere(network.dag)]
    return tuple(sorted(rows, key=lambda row: (-abs(row.weight), row.source, row.target)))


def hidden_rows(network: FittedNetwork) -> tuple[EdgeRow, ...]:
    """The arrows from hidden causes, to columns and to each other, strongest weight first."""
    names = (*network.names, *_hidden_names(network))
    whole, n = network.whole_parameters, network.n_columns
    rows = [
        EdgeRow(
            source=names[i],
            target=names[j],
            kind="directed",
            standing=Standing.ARROW,
            weight=float(whole.weights[i, j]),
            support=None,
            direction=None,
            direction_if_linked=None,
            correlation=float(whole.correlation[i, j]),
        )
        for i, j in np.argwhere(network.whole_dag)
        if i >= n
    ]
    return tuple(sorted(rows, key=lambda row: (-abs(row.weight), row.source, row.target)))


def _hidden_names(network: FittedNetwork) -> tuple[str, ...]:
    return () if network.hidden is None else network.hidden.names


def edges_frame(network: FittedNetwork) -> pd.DataFrame:
    """The table of `FittedNetwork.edges_frame`."""
    columns = {"source": "from", "target": "to"}
    rows = pd.DataFrame(edge_rows(network), columns=[field.name for field in fields(EdgeRow)])
    numbers = ["weight", "support", "direction", "direction_if_linked", "correlation"]
    return rows.astype({**dict.fromkeys(numbers, float), "standing": str, "known": str}).rename(columns=columns)


def to_networkx(network: FittedNetwork) -> Any:
    """A ``networkx.DiGraph`` of the DAG with edge attributes; needs the extra ``graphs``."""
    graph = graph_to_networkx(network.dag, network.names)
    for row in edge_rows(network):
        graph.edges[row.source, row.target].update(_attributes(row))
    return graph


def to_igraph(network: FittedNetwork) -> Any:
    """A directed ``igraph.Graph`` of the DAG with vertex names and edge attributes."""
    graph = graph_to_igraph(network.dag, network.names)
    ordered = [_attributes(_edge_row(network, i, j)) for i, j in graph.get_edgelist()]
    for name in ordered[0] if ordered else ():
        graph.es[name] = [attributes[name] for attributes in ordered]
    return graph


def to_dot(network: FittedNetwork) -> str:
    """Text for graphviz; edges whose direction is open have no arrowhead, negative ones are dashed.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, -1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> print(to_dot(network), end="")
    digraph network {
      "sleep";
      "mood";
      "sleep" -> "mood" [label="-0.71", style=dashed, dir=none];
    }
    """
    lines = [f"  {_quoted(name)};" for name in network.names]
    lines += [f"  {_quoted(name)} [shape=circle];" for name in _hidden_names(network)]
    lines += [
        f'  {_quoted(row.source)} -> {_quoted(row.target)} [label="{row.weight:.2f}"];' for row in hidden_rows(network)
    ]
    for row in edge_rows(network):
        style = [f'label="{row.weight:.2f}"', f"style={'dashed' if row.weight < 0 else 'solid'}"]
        if row.standing is Standing.LINE or row.kind == "undirected":
            style.append("dir=none")
        if row.standing is Standing.WEAK:
            style.append("color=gray70")
        lines.append(f"  {_quoted(row.source)} -> {_quoted(row.target)} [{', '.join(style)}];")
    return _lines(["digraph network {", *lines, "}"])


def to_adjacency_csv(network: FittedNetwork, *, raw: bool = False) -> str:
    """The DAG as a table of 0 and 1 with names; row i, column j stands for i → j. Names as in `to_edges_csv`."""
    rows: list[list[object]] = [[name, *map(int, line)] for name, line in zip(network.names, network.dag, strict=True)]
    lines: list[list[object]] = [["", *network.names], *rows]
    return _csv(lines if raw else [[for_spreadsheet(cell) for cell in line] for line in lines])


def to_edges_csv(network: FittedNetwork, *, raw: bool = False) -> str:
    """One line per edge, with the columns of `EdgeRow`; what resamples say is empty where there are none.

    A name that a spreadsheet would take as a formula, such as ``=1+1``, gets an apostrophe in front unless it is `raw`.
    """
    frame = edges_frame(network)
    return (frame if raw else guarded(frame)).to_csv(index=False, lineterminator="\n")


def to_dagitty(network: FittedNetwork) -> str:
    """The DAG in the syntax of dagitty, hidden causes marked as latent.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> print(to_dagitty(network), end="")
    dag {
    "sleep"
    "mood"
    "sleep" -> "mood"
    }
    """
    rows = [*edge_rows(network), *hidden_rows(network)]
    edges = [f"{_quoted(row.source)} -> {_quoted(row.target)}" for row in rows]
    latent = [f"{_quoted(name)} [latent]" for name in _hidden_names(network)]
    return _lines(["dag {", *map(_quoted, network.names), *latent, *edges, "}"])


def to_lavaan(network: FittedNetwork) -> str:
    """The structural equations in the syntax of lavaan, one regression per variable with parents.

    Hidden causes make a measurement model, with the call that fits it in a comment.

    Columns must be declared with ``ordered=`` when lavaan fits them. Names that are no names in R are changed: what is
    neither letter nor digit becomes a dot.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "low mood"])
    >>> print(to_lavaan(network), end="")
    low.mood ~ sleep
    """
    no_nominal("lavaan", network.names, network.kinds)
    names = _identifiers((*network.names, *_hidden_names(network)), ".")
    n, whole = network.n_columns, network.whole_dag
    families = [(names[j], np.flatnonzero(whole[: n if j < n else None, j])) for j in range(len(whole))]
    measured = [(names[h], np.flatnonzero(whole[h, :n])) for h in range(n, len(whole))]
    ordinal = ", ".join(f'"{names[j]}"' for j in range(n) if network.levels[j])
    # sem() would add covariances of hidden causes, and of items, that the graph does not have.
    call = f"# lavaan(model, data, ordered = c({ordinal}), {_LAVAAN_OPTIONS})"
    return _lines(
        [
            *([call] if measured else []),
            *(f"{cause} =~ {' + '.join(names[j] for j in items)}" for cause, items in measured),
            *(f"{child} ~ {' + '.join(names[i] for i in parents)}" for child, parents in families if len(parents)),
        ]
    )


def to_gml(network: FittedNetwork) -> str:
    """The DAG as GML. GML is ASCII: other characters are written as character references, as its authors say."""
    lines = ["graph [", "  directed 1"]
    lines += [f"  node [ id {k} label {_gml_value(name)} ]" for k, name in enumerate(network.names)]
    for row in edge_rows(network):
        ends = f"source {network.names.index(row.source)} target {network.names.index(row.target)}"
        fields = " ".join(f"{name} {_gml_value(value)}" for name, value in _attributes(row).items())
        lines.append(f"  edge [ {ends} {fields} ]")
    return _lines([*lines, "]"])


def to_graphml(network: FittedNetwork) -> str:
    """The DAG as GraphML; nodes have the attribute ``name``."""
    root = ElementTree.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    rows = [_attributes(row) for row in edge_rows(network)]
    keys = {"name": "node", **dict.fromkeys((key for row in rows[:1] for key in row), "edge")}
    for key, owner in keys.items():
        kind = "string" if key in {"name", "kind", "standing"} else "double"
        ElementTree.SubElement(root, "key", {"id": key, "for": owner, "attr.name": key, "attr.type": kind})
    graph = ElementTree.SubElement(root, "graph", edgedefault="directed")
    for name in network.names:
        node = ElementTree.SubElement(graph, "node", id=f"n{network.names.index(name)}")
        ElementTree.SubElement(node, "data", key="name").text = for_xml(name)
    for row, attributes in zip(edge_rows(network), rows, strict=True):
        ends = {"source": f"n{network.names.index(row.source)}", "target": f"n{network.names.index(row.target)}"}
        edge = ElementTree.SubElement(graph, "edge", ends)
        for key, value in attributes.items():
            ElementTree.SubElement(edge, "data", key=key).text = str(value)
    ElementTree.indent(root)
    return _lines([ElementTree.tostring(root, encoding="unicode")])


def export(
    network: FittedNetwork,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # what users call it
    force: bool = False,
    raw: bool = False,
) -> None:
    """Write a network for another program, whole or not at all.

    Parameters
    ----------
    network
        The network.
    path
        The file; without `format` its ending determines the format.
    format
        One of `FORMATS`.
    force
        Replace a file that is there.
    raw
        Write names to the formats ``"edges"`` and ``"adjacency"`` as they are, even if a spreadsheet would take them as
        formulas.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "network.dot"
    >>> export(FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]]), target)
    >>> target.read_text().splitlines()[0]
    'digraph network {'
    """
    name = Path(path).suffix.lstrip(".").lower() if format is None else format
    name = _ENDINGS.get(name, name)
    if name not in _WRITERS:
        raise unknown_option("format", name, FORMATS)
    text = _TABLES[name](network, raw=raw) if name in _TABLES else _WRITERS[name](network)
    write_text(path, text, force=force)


_WRITERS: Mapping[str, Callable[[FittedNetwork], str]] = {
    "dot": to_dot,
    "graphml": to_graphml,
    "gml": to_gml,
    "edges": to_edges_csv,
    "adjacency": to_adjacency_csv,
    "dagitty": to_dagitty,
    "lavaan": to_lavaan,
    "bif": to_bif,
}
FORMATS: tuple[str, ...] = tuple(_WRITERS)
_TABLES = {"edges": to_edges_csv, "adjacency": to_adjacency_csv}
_ENDINGS = {"gv": "dot", "csv": "edges", "lav": "lavaan"}


def _edge_row(network: FittedNetwork, i: int, j: int) -> EdgeRow:
    drawn = network.support
    support, direction = (None, None) if drawn is None else (float(drawn.support[i, j]), float(drawn.direction[i, j]))
    return EdgeRow(
        source=network.names[i],
        target=network.names[j],
        kind="undirected" if network.cpdag[j, i] else "directed",
        weight=float(network.weights[i, j]),
        support=support,
        direction=direction,
        direction_if_linked=direction / support if support and direction is not None else None,
        correlation=float(network.correlation[i, j]),
        standing=standing_of(network, int(i), int(j)),
        known=_known(network, network.names[i], network.names[j]),
    )


def _known(network: FittedNetwork, source: str, target: str) -> str:
    """What was known of an edge beforehand."""
    if network.provenance is None:
        return ""
    edge, known = (source, target), network.provenance.known
    return "link" if edge in known.required else "direction" if edge in known.one_way else ""


def _attributes(row: EdgeRow) -> dict[str, str | float]:
    """What graph formats keep of an edge; they cannot hold None."""
    known = {"support": row.support, "direction": row.direction}
    return {
        "weight": row.weight,
        "correlation": row.correlation,
        "kind": row.kind,
        "standing": str(row.standing),
        **{name: value for name, value in known.items() if value is not None},
    }


def _gml_value(value: str | float) -> str:
    if isinstance(value, str):
        escaped = for_xml(value).replace("&", "&amp;").replace('"', "&quot;")
        in_one_line = re.sub(r"[\t\r\n]", lambda found: f"&#{ord(found[0])};", escaped)
        return '"' + in_one_line.encode("ascii", "xmlcharrefreplace").decode() + '"'
    return repr(float(value))


def _csv(lines: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def _lines(lines: Iterable[str]) -> str:
    """Text of lines, each with its end; some readers insist on the last one."""
    return "".join(f"{line}\n" for line in lines)


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _identifiers(names: tuple[str, ...], filler: str) -> list[str]:
    """Names with only letters (of any language), digits and the filler; an error if two become alike."""
    plain = [re.sub(r"^(?=[\W\d_])", "x", re.sub(r"[^\w.]", filler, name)) for name in names]
    twice = [k for k, name in enumerate(plain) if name in plain[:k]]
    if twice:
        first = plain.index(plain[twice[0]])
        raise InputValueError(
            f"variables {names[first]!r} and {names[twice[0]]!r}",
            f"would both be called {plain[first]!r}",
            remedies=[Advise("rename one")],
        )
    return plain
