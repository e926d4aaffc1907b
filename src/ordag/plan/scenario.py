# SPDX-License-Identifier: MIT
"""What is expected of a study: random networks of a kind, or the network of a pilot."""

from dataclasses import dataclass

import numpy as np

from ordag.data import OrdinalTable, encode
from ordag.graphs import Adjacency
from ordag.inference import sample
from ordag.model import FittedNetwork
from ordag.options import as_count, as_number
from ordag.simulate import ordinal_data, random_dag, random_weights


@dataclass(frozen=True)
class Scenario:
    """Random networks, a new one for each simulated study.

    Attributes
    ----------
    n_items
        Number of items.
    levels
        Expected number of levels of an item.
    neighbours
        Expected number of items that an item is linked with.
    strengths : (low, high)
        Sizes of the weights where noise has variance one: 0.4 alone explains 14 % of the variance of an item, 1 half of
        it.
    missing
        Share of entries that are missing, completely at random.
    """

    n_items: int = 20
    levels: float = 5.0
    neighbours: float = 3.0
    strengths: tuple[float, float] = (0.4, 1.0)
    missing: float = 0.0

    def __post_init__(self) -> None:
        as_count("n_items", self.n_items, least=2)
        as_number("neighbours", self.neighbours)

    def draw(self, n_rows: int, rng: np.random.Generator) -> tuple[OrdinalTable, Adjacency]:
        """Answers of a number of respondents, and the true DAG."""
        dag = random_dag(self.n_items, min(self.neighbours, self.n_items - 1), rng)
        weights = random_weights(dag, rng, self.strengths)
        data = ordinal_data(dag, n_rows, self.levels, rng=rng, weights=weights, missing=self.missing or None)
        return encode(data.frame), dag

    @property
    def text(self) -> str:
        """The scenario in a sentence, after "networks of".

        Examples
        --------
        >>> Scenario(10).text
        '10 items with 5 expected levels, 3 expected neighbours and weights of size 0.4 to 1'
        """
        low, high = self.strengths
        holes = f", {self.missing:.0%} of the entries missing" if self.missing else ""
        return (
            f"{self.n_items} items with {self.levels:g} expected levels, {self.neighbours:g} expected neighbours and "
            f"weights of size {low:g} to {high:g}{holes}"
        )


@dataclass(frozen=True, eq=False)
class Pilot:
    """The network of a pilot study, taken as true."""

    network: FittedNetwork

    def draw(self, n_rows: int, rng: np.random.Generator) -> tuple[OrdinalTable, Adjacency]:
        """Answers of a number of respondents, and the DAG of the pilot."""
        frame = sample(self.network, n_rows, random_state=rng)
        return self.network.encode(frame), self.network.dag

    @property
    def text(self) -> str:
        """The scenario in a sentence."""
        return f"{self.network.n_columns} items like that of a pilot study ({self.network.n_edges} links)"
