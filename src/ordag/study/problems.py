# SPDX-License-Identifier: MIT
"""The problems of a study: frozen descriptions that draw the same data for the same replicate, anywhere.

The data of a replicate depend on the problem and the number of the replicate alone, so every method meets the same
data, whichever process draws them and in whatever order.
"""

import hashlib
from collections.abc import Hashable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Protocol

import numpy as np

from ordag.data import OrdinalTable, encode
from ordag.datasets import describe, load
from ordag.graphs import Adjacency
from ordag.simulate import Missing, factor_data, ordinal_data, random_dag

TEST_SHARE = 0.2  # of the rows of a real data set, as in the paper


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows to learn from, rows to predict (or None), and the true DAG where it is known."""

    train: OrdinalTable
    test: OrdinalTable | None = None
    dag: Adjacency | None = None


class StudyProblem(Hashable, Protocol):
    """What a study requires of a problem; the implementations are frozen dataclasses of plain values."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, from which run times are guessed."""

    def draw(self, replicate: int) -> Sample:
        """The data of a replicate, always the same."""


@dataclass(frozen=True)
class Simulated:
    """Ordinal data from a random DAG, by default as in the paper's simulations.

    Attributes
    ----------
    n_nodes, n_rows
        n and N of the paper.
    neighbours
        Expected neighbours of a node, d.
    levels, concentration
        Expected number of levels, E[L], and ν of the Dirichlet distribution of their shares.
    missing, mechanism
        Share of missing entries, and how they go missing.
    continuous
        Share of the columns that are not cut.
    n_test
        Further rows of the same model, for prediction.
    """

    n_nodes: int = 20
    n_rows: int = 500
    neighbours: float = 4.0
    levels: float = 3.0
    concentration: float = 2.0
    missing: float = 0.0
    mechanism: str = "mcar"
    continuous: float = 0.0
    n_test: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.n_nodes, self.n_rows

    def draw(self, replicate: int) -> Sample:
        """A DAG and its data; problems that differ in missing or continuous entries alone share both."""
        complete = replace(self, missing=0.0, mechanism="mcar", continuous=0.0)
        rng = np.random.default_rng(seed_of(complete, replicate))
        dag = random_dag(self.n_nodes, self.neighbours, rng)
        uncut = rng.permutation(self.n_nodes)[: round(self.continuous * self.n_nodes)]
        holes = Missing(self.missing, self.mechanism) if self.missing else None
        n_rows = self.n_rows + self.n_test
        data = ordinal_data(dag, n_rows, self.levels, self.concentration, rng, continuous=uncut.tolist(), missing=holes)
        kinds = {str(name): "continuous" for name, count in zip(data.frame, data.n_levels, strict=True) if count == 0}
        table = encode(data.frame, kinds=kinds)
        test = table.rows(np.arange(self.n_rows, n_rows)) if self.n_test else None
        return Sample(table.rows(np.arange(self.n_rows)), test, dag)


@dataclass(frozen=True)
class FactorItems:
    """Items of correlated hidden causes, with direct links among some of them: these are the DAG to be found.

    Attributes
    ----------
    n_factors, n_items
        Number of hidden causes, and of items of each.
    n_rows
        Number of rows.
    n_links
        Direct links among the items.
    levels
        Mean number of levels of an item.
    """

    n_factors: int = 3
    n_items: int = 5
    n_rows: int = 500
    n_links: int = 3
    levels: float = 4.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.n_factors * self.n_items, self.n_rows

    def draw(self, replicate: int) -> Sample:
        """Items and the links among them."""
        data = factor_data(
            self.n_factors,
            self.n_items,
            self.n_rows,
            n_links=self.n_links,
            levels=self.levels,
            random_state=np.random.default_rng(seed_of(self, replicate)),
        )
        return Sample(encode(data.frame), dag=data.links)


@dataclass(frozen=True)
class Confounded:
    """Ordinal data from a random DAG some of whose nodes are not shown; the DAG to be found is that of the others.

    Attributes
    ----------
    n_nodes, n_rows
        Columns that are shown, and rows.
    n_hidden
        Nodes that are not: drawn among those with two effects or more.
    neighbours, levels
        As in `Simulated`.
    """

    n_nodes: int = 15
    n_rows: int = 500
    n_hidden: int = 2
    neighbours: float = 3.0
    levels: float = 4.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.n_nodes, self.n_rows

    def draw(self, replicate: int) -> Sample:
        """A DAG and its data, less the nodes that are not shown."""
        rng = np.random.default_rng(seed_of(self, replicate))
        while True:
            dag = random_dag(self.n_nodes + self.n_hidden, self.neighbours, rng)
            forks = np.flatnonzero(dag.sum(axis=1) >= 2)
            if len(forks) >= self.n_hidden:
                break
        shown = np.setdiff1d(np.arange(len(dag)), rng.choice(forks, self.n_hidden, replace=False))
        data = ordinal_data(dag, self.n_rows, self.levels, rng=rng)
        return Sample(encode(data.frame.iloc[:, shown]), dag=np.ascontiguousarray(dag[np.ix_(shown, shown)]))


@dataclass(frozen=True)
class Split:
    """A real data set split at random into rows to learn from and rows to predict.

    Missing entries are filled at random from the observed ones of their column, as the paper's authors did: the
    methods compared need complete rows. ``share`` is the share of rows kept before the split.
    """

    dataset: str
    share: float = 1.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        dataset = describe(self.dataset)
        return len(dataset.items), round(self.share * dataset.n_rows)

    def draw(self, replicate: int) -> Sample:
        """The split of that number."""
        rng = np.random.default_rng(seed_of(self, replicate))
        table = _filled(_table(self.dataset), rng)
        order = rng.permutation(table.n_rows)[: round(self.share * table.n_rows)]
        n_test = round(TEST_SHARE * len(order))
        return Sample(table.rows(order[n_test:]), table.rows(order[:n_test]))


@dataclass(frozen=True)
class Resampled:
    """A real data set: itself as replicate 0, bootstrap samples of its rows from 1 on."""

    dataset: str

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        dataset = describe(self.dataset)
        return len(dataset.items), dataset.n_rows

    def draw(self, replicate: int) -> Sample:
        """The data, or a bootstrap sample."""
        table = _table(self.dataset)
        if replicate == 0:
            return Sample(table)
        rng = np.random.default_rng(seed_of(self, replicate))
        return Sample(table.rows(rng.integers(table.n_rows, size=table.n_rows)))


@dataclass(frozen=True)
class Whole:
    """A real data set, the same in each replicate: for methods that draw bootstrap samples themselves."""

    dataset: str

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return Resampled(self.dataset).size

    def draw(self, replicate: int) -> Sample:
        """The data."""
        return Sample(_table(self.dataset))


def describe_problem(problem: StudyProblem) -> dict[str, object]:
    """The problem as plain values, its kind first; this is how rows keep it."""
    return {"kind": type(problem).__name__.lower(), **asdict(problem)}  # type: ignore[call-overload]


def seed_of(*parts: object) -> int:
    """A seed that depends on the parts alone: not on the process, the machine or what ran before."""
    text = "|".join(map(repr, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=8)
def _table(name: str) -> OrdinalTable:
    return encode(load(name), kinds=describe(name).kinds)


def _filled(table: OrdinalTable, rng: np.random.Generator) -> OrdinalTable:
    """The table with missing codes drawn from the observed codes of their column."""
    codes = table.codes.copy()
    for column in codes.T:
        observed = column[column >= 0]
        column[column < 0] = rng.choice(observed, size=int((column < 0).sum()))
    return OrdinalTable.from_codes(codes, names=table.names, levels=table.levels)
