# SPDX-License-Identifier: MIT
"""Items that hang together by hidden causes, and some of them by links beside these."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import OptionError
from ordag.graphs import Adjacency
from ordag.options import as_count
from ordag.random_state import RandomStateLike, as_generator
from ordag.simulate.ordinal import ordinal_data

Matrix = npt.NDArray[np.float64]

_LOADINGS, _CORRELATIONS, _LINKS = (0.4, 0.85), (0.1, 0.5), (0.3, 0.6)
# Correlations of factors are drawn anew until their smallest eigenvalue is at least this.
_LEAST_EIGENVALUE = 0.1


@dataclass(frozen=True, eq=False)
class FactorData:
    """Items of known hidden causes.

    Attributes
    ----------
    frame : pandas.DataFrame
        Ordered categoricals, the items of the first factor first.
    loadings : (k, n)
        Of each item on its factor, before links are added.
    correlation : (k, k)
        Of the factors.
    links : (n, n)
        Direct links among the items; ``[i, j] == 1`` is i → j.
    """

    frame: pd.DataFrame
    loadings: Matrix
    correlation: Matrix
    links: Adjacency


def factor_data(
    n_factors: int,
    n_items: int,
    n_rows: int,
    *,
    n_links: int = 0,
    levels: float = 4,
    random_state: RandomStateLike = None,
) -> FactorData:
    """Ordinal items of correlated factors, with some direct links among the items.

    Loadings are drawn from 0.4 to 0.85, correlations of factors from 0.1 to 0.5, weights of links from 0.3 to 0.6 with
    either sign, on the scale where items have variance one before links are added. No item has more than one link;
    links within a factor and between factors take turns.

    Parameters
    ----------
    n_factors, n_items
        Number of factors, and of items of each.
    n_rows
        Number of rows.
    n_links
        Number of direct links, at most half the number of items.
    levels
        Mean number of levels of an item; each has one fewer, as many or one more.
    random_state
        Seed or generator.

    Examples
    --------
    >>> data = factor_data(2, 4, 300, n_links=1, random_state=1)
    >>> data.frame.shape, data.loadings.shape, int(data.links.sum())
    ((300, 8), (2, 8), 1)
    """
    n_factors, n_items = as_count("n_factors", n_factors, least=1), as_count("n_items", n_items, least=2)
    n = n_factors * n_items
    if not 0 <= n_links <= n // 2:
        raise OptionError("n_links", n_links, f"a whole number from 0 to {n // 2}")
    rng = as_generator(random_state)
    factor = np.repeat(np.arange(n_factors), n_items)
    loadings = np.zeros((n_factors, n))
    loadings[factor, np.arange(n)] = rng.uniform(*_LOADINGS, n)
    correlation = _correlation(n_factors, rng)
    links = _links(factor, n_links, rng)
    weights = np.zeros((n + n_factors, n + n_factors))
    weights[n:, n:], sd = _factor_weights(correlation)
    noise = 1 - np.sum(loadings**2, axis=0)
    weights[n:, :n] = loadings / np.sqrt(noise) / sd[:, None]
    strength = rng.uniform(*_LINKS, (n, n)) * rng.choice([-1.0, 1.0], (n, n))
    weights[:n, :n] = links * strength * np.sqrt(noise)[:, None] / np.sqrt(noise)
    dag = (weights != 0).astype(np.int8)
    counts = [*_level_counts(levels, n, rng), *[0] * n_factors]
    data = ordinal_data(dag, n_rows, counts, rng=rng, weights=weights, continuous=range(n, n + n_factors))
    return FactorData(data.frame.iloc[:, :n], loadings, correlation, links)


def _correlation(n_factors: int, rng: np.random.Generator) -> Matrix:
    while True:
        upper = np.triu(rng.uniform(*_CORRELATIONS, (n_factors, n_factors)), 1)
        correlation = upper + upper.T + np.eye(n_factors)
        if np.linalg.eigvalsh(correlation)[0] >= _LEAST_EIGENVALUE:
            return np.asarray(correlation)


def _factor_weights(correlation: Matrix) -> tuple[Matrix, npt.NDArray[np.float64]]:
    """Weights with unit noise among factors of a correlation, each on those before it, and standard deviations."""
    n_factors = len(correlation)
    weights, sd = np.zeros((n_factors, n_factors)), np.ones(n_factors)
    for factor in range(1, n_factors):
        before = correlation[:factor, :factor]
        slopes = np.linalg.solve(before, correlation[:factor, factor])
        sd[factor] = 1 / np.sqrt(1 - slopes @ correlation[:factor, factor])
        weights[:factor, factor] = slopes * sd[factor] / sd[:factor]
    return weights, sd


def _links(factor: npt.NDArray[np.intp], n_links: int, rng: np.random.Generator) -> Adjacency:
    """Links of items that have no other, between factors and within factors in turns as far as there are such pairs."""
    n = len(factor)
    links, free = np.zeros((n, n), dtype=np.int8), np.ones(n, dtype=bool)
    for number in range(n_links):
        pairs = np.argwhere(np.triu(np.outer(free, free), 1))
        wanted = (factor[pairs[:, 0]] == factor[pairs[:, 1]]) == (number % 2 == 1)
        i, j = rng.choice(pairs[wanted] if wanted.any() else pairs)
        links[i, j], free[[i, j]] = 1, False
    return links


def _level_counts(mean: float, n: int, rng: np.random.Generator) -> list[int]:
    """Numbers of levels, uniform on the whole numbers from `mean` − 1 to `mean` + 1, two at least."""
    return [int(max(count, 2)) for count in rng.integers(round(mean) - 1, round(mean) + 2, n)]
