"""Every decision tree of a small family, one by one, and the marginal likelihood of a leaf from its definition."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import lgamma, log

import numpy as np

Worker = tuple[tuple[int, ...], ...]  # remaining levels of each parent
Tree = tuple[Worker, ...]  # leaves


def divisions(levels: tuple[int, ...], ordinal: bool) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to divide a set of levels in two."""
    if ordinal:
        yield from ((levels[:cut], levels[cut:]) for cut in range(1, len(levels)))
        return
    first, *others = levels
    for size in range(len(others)):
        for beside in combinations(others, size):
            left = (first, *beside)
            yield left, tuple(level for level in levels if level not in left)


def trees(cell: Worker, ordinal: bool) -> Iterator[Tree]:
    """All trees on a cell; trees with the same leaves but other splits come separately."""
    yield (cell,)
    for v, levels in enumerate(cell):
        for left, right in divisions(levels, ordinal):
            parts = ((*cell[:v], part, *cell[v + 1 :]) for part in (left, right))
            for grown in product(*(list(trees(part, ordinal)) for part in parts)):
                yield grown[0] + grown[1]


def root(level_counts: Sequence[int]) -> Worker:
    return tuple(tuple(range(n)) for n in level_counts)


def leaf_penalty(level_counts: Sequence[int], ordinal: bool) -> float:
    if not level_counts:
        return 1.0
    return 1 / (4 * sum(len(list(divisions(levels, ordinal))) for levels in root(level_counts)))


def log_normaliser(level_counts: Sequence[int], ordinal: bool) -> float:
    penalty = leaf_penalty(level_counts, ordinal)
    return log(sum(penalty ** len(tree) for tree in trees(root(level_counts), ordinal)))


def categorical_leaf(counts: Sequence[int], alpha: float) -> float:
    """Probability of the rows one after the other (Polya's urn)."""
    total, seen, log_probability = 0, [0] * len(counts), 0.0
    for level, count in enumerate(counts):
        for _ in range(count):
            log_probability += log((seen[level] + alpha) / (total + alpha * len(counts)))
            seen[level] += 1
            total += 1
    return log_probability


def ordinal_leaf(counts: Sequence[int], alpha: float, kappa: float, arrangements: bool = False) -> float:
    """Sum over all segmentations, each a Dirichlet-multinomial over segments whose levels share equally."""
    n = len(counts)
    if sum(counts) == 0:
        return 0.0
    terms = []
    for inner in product([False, True], repeat=n - 1):
        cuts = [0, *(k + 1 for k in range(n - 1) if inner[k]), n]
        term = lgamma(n * alpha) - lgamma(n * alpha + sum(counts))
        for start, end in pairwise(cuts):
            inside, length = sum(counts[start:end]), end - start
            term += log(kappa) + lgamma(length * alpha + inside) - lgamma(length * alpha) - inside * log(length)
            if arrangements:
                term += lgamma(inside + 1) - sum(lgamma(count + 1) for count in counts[start:end])
        terms.append(term)
    return float(np.logaddexp.reduce(terms))


def best_score(codes: np.ndarray, n_levels: Sequence[int], node: int, parents: Sequence[int], leaf, ordinal=False):
    """Score of a family: the best of all its trees."""
    level_counts = [n_levels[parent] for parent in parents]
    log_penalty = log(leaf_penalty(level_counts, ordinal))

    @cache
    def value(cell: Worker) -> float:
        inside = np.ones(len(codes), dtype=bool)
        for parent, levels in zip(parents, cell, strict=True):
            inside &= np.isin(codes[:, parent], levels)
        return leaf(np.bincount(codes[inside, node], minlength=n_levels[node]).tolist()) + log_penalty

    best = max(sum(value(cell) for cell in tree) for tree in trees(root(level_counts), ordinal))
    return best - log_normaliser(level_counts, ordinal)
