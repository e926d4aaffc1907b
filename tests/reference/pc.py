"""The PC algorithm in plain words, with sets and dictionaries; later colliders overwrite earlier ones."""

from itertools import chain, combinations

import numpy as np


def plain_pc(test: object, alpha: float, orientation: str) -> np.ndarray:
    n = test.n_nodes

    def independent(x: int, y: int, given: tuple[int, ...]) -> bool:
        return test.p_value(x, y, given) >= alpha

    around, separator = find_skeleton(n, independent)
    triples = {
        (a, b, c): verdict(orientation, independent, around, separator, a, b, c)
        for b in range(n)
        for a, c in combinations(sorted(around[b]), 2)
        if c not in around[a]
    }
    arrows = {(i, j) for i in range(n) for j in around[i]}  # an undirected edge has both
    for (a, b, c), found in sorted(triples.items(), key=lambda item: item[0][1]):
        if found == "collider":
            arrows |= {(a, b), (c, b)}
            arrows -= {(b, a), (b, c)}
    ambiguous = {triple for triple, found in triples.items() if found == "ambiguous"}
    graph = np.zeros((n, n), dtype=int)
    for i, j in close(n, arrows, ambiguous):
        graph[i, j] = 1
    return graph


def find_skeleton(n: int, independent: object) -> tuple[dict, dict]:
    around = {i: set(range(n)) - {i} for i in range(n)}
    separator = {}
    for size in range(n):
        before = {i: sorted(around[i]) for i in range(n)}
        for x in range(n):
            for y in before[x]:
                if y not in around[x]:
                    continue
                for subset in combinations([k for k in before[x] if k != y], size):
                    if independent(x, y, subset):
                        around[x].discard(y)
                        around[y].discard(x)
                        separator[frozenset((x, y))] = subset
                        break
    return around, separator


def verdict(orientation: str, independent: object, around: dict, separator: dict, a: int, b: int, c: int) -> str:
    if orientation == "standard":
        return "noncollider" if b in separator[frozenset((a, c))] else "collider"
    votes = [
        b in subset
        for end in (a, c)
        for subset in chain.from_iterable(combinations(sorted(around[end]), k) for k in range(len(around[end]) + 1))
        if independent(a, c, subset)
    ]
    if not votes or (orientation == "majority" and 2 * sum(votes) == len(votes)):
        return "ambiguous"
    if orientation == "conservative" and 0 < sum(votes) < len(votes):
        return "ambiguous"
    return "collider" if 2 * sum(votes) < len(votes) else "noncollider"


class Marks:
    """Arrows of a partly directed graph; an undirected edge has both."""

    def __init__(self, n: int, arrows: set, ambiguous: set) -> None:
        self.n, self.arrows, self.ambiguous = n, arrows, ambiguous

    def joined(self, i: int, j: int) -> bool:
        return (i, j) in self.arrows or (j, i) in self.arrows

    def goes(self, i: int, j: int) -> bool:
        return (i, j) in self.arrows and (j, i) not in self.arrows

    def undecided(self, i: int, j: int) -> bool:
        return (i, j) in self.arrows and (j, i) in self.arrows

    def unclear(self, i: int, j: int, k: int) -> bool:
        return (min(i, k), j, max(i, k)) in self.ambiguous

    def point(self, i: int, j: int) -> None:
        self.arrows.add((i, j))
        self.arrows.discard((j, i))

    def edges(self, predicate: object) -> list[tuple[int, int]]:
        return [(a, b) for b in range(self.n) for a in range(self.n) if predicate(a, b)]


def rule_one(g: Marks) -> None:
    for a, b in g.edges(g.goes):
        for c in range(g.n):
            if c != a and g.undecided(b, c) and not g.joined(a, c) and not g.unclear(a, b, c):
                g.point(b, c)


def rule_two(g: Marks) -> None:
    for a, b in g.edges(g.undecided):
        if any(g.goes(a, c) and g.goes(c, b) for c in range(g.n)):
            g.point(a, b)


def rule_three(g: Marks) -> None:
    for a, b in g.edges(g.undecided):
        between = [c for c in range(g.n) if c != b and g.undecided(a, c) and g.goes(c, b)]
        if any(not g.joined(c, d) and not g.unclear(c, a, d) for c, d in combinations(between, 2)):
            g.point(a, b)


def close(n: int, arrows: set, ambiguous: set) -> set:
    """Meek's first three rules, each over the edges that its pass begins with, by columns, until nothing changes."""
    graph = Marks(n, arrows, ambiguous)
    while True:
        before = set(graph.arrows)
        for rule in (rule_one, rule_two, rule_three):
            rule(graph)
        if graph.arrows == before:
            return graph.arrows
