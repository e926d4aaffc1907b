# SPDX-License-Identifier: MIT
"""A given graph in whatever form it comes: matrix, networkx, text, file, or a network that was learned."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ordag.characters import from_spreadsheet
from ordag.confirm.notations import NamedGraph, parse_graph
from ordag.data import read_frame
from ordag.errors import FileError, InputTypeError, InputValueError, OrdagError, unknown_option
from ordag.files.bounds import bytes_of_regular
from ordag.graphs import Adjacency, as_dag
from ordag.messages import Advise

_GRAPH_FILES = (".txt", ".dag", ".dagitty", ".dot", ".gv", ".gml", ".csv", ".lav", ".lavaan", ".json")


def named_graph(graph: Any, columns: Sequence[str]) -> NamedGraph:
    """Nodes and arrows of a graph by name.

    Parameters
    ----------
    graph
        An adjacency matrix (array, nested lists; a data frame with names), a directed graph of networkx, a fitted
        network or estimator, a text as for `ordag.confirm.parse_graph`, or the path of a file that holds one, of a GML
        file, or of a model or a table of edges that ordag wrote.
    columns
        Names for a matrix that has none.

    Examples
    --------
    >>> named_graph([[0, 1], [0, 0]], ["sleep", "mood"]).arrows
    (('sleep', 'mood'),)
    """
    if isinstance(graph, NamedGraph):
        return graph
    if isinstance(graph, str | Path):
        return _from_text(graph)
    network = getattr(graph, "network_", graph)
    if hasattr(network, "dag") and hasattr(network, "names"):
        return _from_matrix(network.dag, network.names)
    if isinstance(graph, pd.DataFrame):
        if list(graph.index) != list(graph.columns):
            raise InputValueError("the graph", "has other names in its rows than in its columns")
        return _from_matrix(graph.to_numpy(), [str(name) for name in graph.columns])
    if hasattr(graph, "edges") and hasattr(graph, "is_directed"):
        return _from_networkx(graph)
    if isinstance(graph, np.ndarray | Sequence):
        return _from_matrix(graph, columns)
    raise InputTypeError(
        "the graph",
        f"is of type {type(graph).__name__}",
        "it must be a matrix, a directed graph of networkx, a network, a text or the path of a file",
    )


def placed(graph: NamedGraph, names: Sequence[str]) -> Adjacency:
    """The adjacency matrix of a graph over columns in their order; columns that it does not name have no arrows.

    Examples
    --------
    >>> placed(NamedGraph.of([], [("mood", "sleep")]), ["sleep", "mood"]).tolist()
    [[0, 0], [1, 0]]
    """
    place = {name: j for j, name in enumerate(names)}
    for name in graph.nodes:
        if name not in place:
            raise unknown_option("column in the graph", name, names)
    adjacency = np.zeros((len(names), len(names)), dtype=np.int8)
    for source, target in graph.arrows:
        adjacency[place[source], place[target]] = 1
    return as_dag(adjacency, "the graph")


def _from_matrix(matrix: Any, names: Sequence[str]) -> NamedGraph:
    adjacency = as_dag(matrix, "the graph")
    if len(adjacency) != len(names):
        raise InputValueError("the graph", f"has {len(adjacency)} nodes, the data have {len(names)} columns")
    return NamedGraph.of(names, ((names[i], names[j]) for i, j in np.argwhere(adjacency)))


def _from_networkx(graph: Any) -> NamedGraph:
    if not graph.is_directed():
        raise InputValueError("the graph", "is undirected", "it must be a directed graph without cycles")
    return NamedGraph.of(map(str, graph.nodes), ((str(source), str(target)) for source, target in graph.edges()))


def _from_text(text: str | Path) -> NamedGraph:
    """A file, or the text itself; a text that looks like the name of a file that is not there is no graph."""
    looks_like_path = isinstance(text, Path) or (
        "\n" not in text and Path(text).suffix.lower() in _GRAPH_FILES and not any(mark in text for mark in "{[~>")
    )
    if not looks_like_path:
        return parse_graph(str(text))
    path = Path(text)
    try:
        content = bytes_of_regular(path, "bytes of declarations").decode("utf-8-sig")
    except FileNotFoundError as error:
        raise FileError(path, "does not exist", remedies=[Advise("check the path")]) from error
    except UnicodeDecodeError as error:
        raise FileError(path, "is no text in UTF-8", remedies=[Advise("save the graph as plain text")]) from error
    return _from_file(path, content)


def _from_file(path: Path, content: str) -> NamedGraph:
    suffix = path.suffix.lower()
    if suffix == ".json":
        from ordag.model.storage import load

        network = load(path)
        return _from_matrix(network.dag, network.names)
    if suffix == ".gml":
        return _from_gml(path, content)
    return _from_edges(path) if suffix == ".csv" else parse_graph(content)


def _from_gml(path: Path, content: str) -> NamedGraph:
    import networkx

    try:
        return _from_networkx(networkx.parse_gml(content))
    except OrdagError:
        raise
    except Exception as error:  # whatever the library raises on a damaged file
        raise FileError(path, "is no graph in GML") from error


def _from_edges(path: Path) -> NamedGraph:
    """A table of edges with the columns ``from`` and ``to``, as ``edges.csv``."""
    frame = read_frame(path, variables=())  # as it is written: a name may be 1 or NA
    if not {"from", "to"} <= set(frame.columns):
        raise FileError(path, "has no columns 'from' and 'to'", "a table of edges has one row for each arrow")
    if frame[["from", "to"]].isna().to_numpy().any():
        raise FileError(path, "has a row without both ends", "a table of edges has one row for each arrow")
    starts, ends = ([from_spreadsheet(str(name)) for name in frame[side]] for side in ("from", "to"))
    return NamedGraph.of([], zip(starts, ends, strict=True))
