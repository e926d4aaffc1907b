# SPDX-License-Identifier: MIT
"""Graphs as other programs write them: arrows by dagitty, DOT and by hand, formulas by lavaan, strings by bnlearn.

Each reader gives the names of the nodes in the order of their appearance and the arrows between them. What says more
than arrows (a covariance, a latent variable) is refused rather than dropped: it would be another model.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ordag.errors import InputValueError
from ordag.files.bounds import enough, most
from ordag.messages import Advise

Arrow = tuple[str, str]
_GRAPH = "the graph"


@dataclass(frozen=True)
class NamedGraph:
    """Nodes and arrows by name.

    Attributes
    ----------
    nodes
        In the order of their appearance.
    arrows
        From, to.
    """

    nodes: tuple[str, ...]
    arrows: tuple[Arrow, ...]

    @classmethod
    def of(cls, nodes: Iterable[str], arrows: Iterable[Arrow]) -> "NamedGraph":
        """The graph with each node and each arrow once; ends of arrows are nodes."""
        pairs = tuple(dict.fromkeys(arrows))
        return cls(tuple(dict.fromkeys([*nodes, *(name for pair in pairs for name in pair)])), pairs)


def parse_graph(text: str) -> NamedGraph:
    r"""The graph that a text describes, in the notation that it is written in.

    Parameters
    ----------
    text
        ``dag {a -> b}`` (dagitty), ``digraph {a -> b}`` (DOT), ``a -> b`` by line (or separated by semicolons),
        ``b ~ a`` (lavaan), or ``[a][b|a]`` (bnlearn).

    Examples
    --------
    >>> parse_graph("dag { stress -> {sleep mood}; sleep -> mood }").arrows
    (('stress', 'sleep'), ('stress', 'mood'), ('sleep', 'mood'))
    >>> formulas = parse_graph("sleep ~ stress\nmood ~ 0.4*stress + sleep")
    >>> set(formulas.arrows) == set(parse_graph("[stress][sleep|stress][mood|stress:sleep]").arrows)
    True
    """
    if text.lstrip().startswith("["):
        return _bnlearn(text)
    return _lavaan(text) if "~" in text else _arrows(text)


_TOKEN = re.compile(
    r"""\s*(?:
        (?P<comment>//[^\n]*|\#[^\n]*) |
        (?P<block>/\*) |
        (?P<options>\[(?:[^\]"]|"[^"]*")*\]) |
        (?P<setting>\w+\s*=\s*(?:"[^"]*"|[^\s;]+)) |
        (?P<edge><->|--|->|<-|@->|@-@|→|←) |
        (?P<mark>[{};\n,]) |
        "(?P<quoted>[^"]*)" |
        (?P<word>[^\s{}\[\];,"<>→←]+?(?=\s|$|[{}\[\];,"<→←]|->|--))
    )""",
    re.VERBOSE | re.DOTALL,
)
_FORWARD, _BACKWARD = {"->", "→"}, {"<-", "←"}
_HEADS = {"dag", "digraph", "strict", "graph", "pdag", "mag", "pag"}
_KEYWORDS = {"node", "edge", "graph"}  # in front of how nodes and edges are drawn


def _arrows(text: str) -> NamedGraph:
    """Chains of nodes joined by arrows, within braces or not; square brackets hold how they are drawn."""
    body = _within_braces(text)
    nodes: list[str] = []
    arrows: list[Arrow] = []
    for chain in _chains(list(_tokens(body))):
        if len(chain) == 1 and _KEYWORDS.intersection(chain[0][:1]):
            continue
        nodes += [name for group in chain[::2] for name in group]
        for left, (edge,), right in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            _check_number(len(arrows) + len(left) * len(right))
            arrows += _joined(left, edge, right)
    return NamedGraph.of(nodes, arrows)


def _within_braces(text: str) -> str:
    """The body of ``dag NAME {…}``, or the whole text if it has no such head."""
    head, text = re.match(r"\s*(?:strict\s+)?(\w+)\b[^{\n]*\{", text), text.rstrip()
    if head is None or head[1] not in _HEADS or not text.endswith("}"):
        return text
    if head[1] not in {"dag", "digraph"}:
        raise InputValueError(_GRAPH, f"is a {head[1]}", "it must be directed and without cycles (dag, digraph)")
    return text[head.end() : -1]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    text = text.rstrip()
    while position < len(text):
        found = _TOKEN.match(text, position)
        newline = "\n" in text[position : found.start(found.lastgroup) if found and found.lastgroup else None]
        kind = None if found is None else found.lastgroup
        # The end of a remark is looked for here, once: a pattern would look for it from every beginning of one.
        end = text.find("*/", found.end()) + 2 if found is not None and kind == "block" else 2
        if found is None or kind is None or end < 2:
            line = text.count("\n", 0, position) + 1
            raise InputValueError(
                _GRAPH,
                f"cannot be read in line {line}",
                remedies=[Advise('put names with spaces or signs into double quotes: "sleep quality" -> mood')],
            )
        if newline:
            yield "mark", "\n"
        if kind in {"edge", "mark", "quoted", "word"}:
            yield "word" if kind == "quoted" else kind, found[kind]
        position = end if kind == "block" else found.end()


def _chains(tokens: list[tuple[str, str]]) -> Iterator[list[list[str]]]:
    """Groups of nodes and the edges between them, in turn: ``a -> {b c}`` is [[a], [->], [b, c]]."""
    chain: list[list[str]] = []
    group: list[str] | None = None  # within braces
    for kind, text in [*tokens, ("mark", ";")]:
        after_edge = len(chain) % 2 == 0
        if kind == "mark" and text == "{":
            group = []
        elif kind == "mark" and text == "}" and group is not None:
            if not after_edge:
                yield chain
                chain = []
            chain, group = [*chain, group], None
        elif group is not None:
            group += [text] if kind == "word" else []
        elif kind == "edge" or (kind == "word" and after_edge):
            chain.append([text])
        elif kind == "word" or text != "\n" or not after_edge:
            if chain:
                yield chain
            chain = [[text]] if kind == "word" else []


def _check_number(n_arrows: int) -> None:
    """Raise an error before more arrows are made than are allowed: braces join all with all."""
    if n_arrows > most("arrows"):
        found = f"has {n_arrows:,} arrows, and {most('arrows'):,} are allowed"
        raise InputValueError(_GRAPH, found, remedies=[Advise("check the graph"), enough("arrows", n_arrows)])


def _joined(left: list[str], edge: str, right: list[str]) -> list[Arrow]:
    if not left or not right:  # empty braces
        return []
    if edge in _BACKWARD:
        left, right = right, left
    elif edge not in _FORWARD:
        raise InputValueError(
            _GRAPH,
            f"joins {left[0]!r} and {right[0]!r} by {edge!r}",
            "every link must be an arrow",
            remedies=[Advise("decide on a direction, or give the common cause a column of its own")],
        )
    return [(source, target) for source in left for target in right]


def _lavaan(text: str) -> NamedGraph:
    """Regressions ``y ~ x + z`` by line; fixed values and labels before a ``*`` are left out."""
    nodes: list[str] = []
    arrows: list[Arrow] = []
    for line in re.split(r"[\n;]", re.sub(r"[#!][^\n]*", "", text)):
        if not line.strip():
            continue
        sign = re.search(r"=~|~~|~\*~|\||~", line)
        if sign is None or sign[0] != "~" or not line[: sign.start()].strip():
            shown = sign[0] if sign else line.strip()[:20]
            raise InputValueError(
                _GRAPH,
                f"holds {shown!r}",
                "only regressions (y ~ x) describe a DAG among columns",
                remedies=[Advise("leave out variances and thresholds, which are estimated anyway")],
            )
        targets, sources = (
            [term.rpartition("*")[2].strip() for term in part.split("+")]
            for part in (line[: sign.start()], line[sign.end() :])
        )
        sources = [source for source in sources if source not in {"", "0", "1"}]
        _check_number(len(arrows) + len(targets) * len(sources))
        nodes += [*targets, *sources]
        arrows += [(source, target) for target in targets for source in sources]
    return NamedGraph.of(nodes, arrows)


def _bnlearn(text: str) -> NamedGraph:
    """A model string: ``[a][b|a][c|a:b]``."""
    parts = re.findall(r"\[([^\[\]|]+)(?:\|([^\[\]]*))?\]", text)
    if (
        "".join(f"[{node}{f'|{parents}' if parents else ''}]" for node, parents in parts)
        != "".join(text.split("\n")).strip()
    ):
        raise InputValueError(_GRAPH, "is no model string", "it must read like [a][b|a][c|a:b]")
    arrows = [(parent, node) for node, parents in parts for parent in parents.split(":") if parent]
    return NamedGraph.of((node for node, _ in parts), arrows)
