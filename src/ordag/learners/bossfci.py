# SPDX-License-Identifier: MIT
"""BOSS-FCI: as FCI, but only pairs that the best graph by score joins are tested.

The score is the BIC of a Gaussian with the latent correlations. Levels hide part of every variable, so it counts as
many rows of numbers as would give these correlations the errors that they have. A nominal column is a block of
indicators, whose links cost as much as their slopes.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import LatentPartialCorrelation
from ordag.latent import Coordinates, estimate_correlations
from ordag.learners.constraint import ALPHA
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.learners.fci import MAX_CONDITIONING, MAX_POSSIBLE, ORIENTATION, SELECTION, finding_of
from ordag.scores import PricedBlocks
from ordag.search import SearchSpace, boss_fci

CARD = MethodCard(
    name="bossfci",
    title="FCI from the best graph by latent Gaussian BIC",
    kinds=("ordinal", "binary", "continuous", "nominal"),
    missing=True,
    weights=True,
    result="pag",
    parameters=(
        ALPHA,
        Parameter("penalty", 1.0, "multiplies the cost of an edge in the score"),
        ORIENTATION,
        MAX_CONDITIONING,
        MAX_POSSIBLE,
        SELECTION,
    ),
    random=True,
    reference="Ogarrio, Spirtes and Ramsey (2016), Proc. PGM; Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld "
    "(2023), NeurIPS, for the search",
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    alpha: float = 0.05,
    penalty: float = 1.0,
    orientation: str = "any",
    max_conditioning: int | None = None,
    max_possible: int | None = 3,
    selection: bool = False,
) -> MethodResult:
    """Learn by BOSS-FCI."""
    merged = table.merged().table
    test = LatentPartialCorrelation(merged)
    correlation = estimate_correlations(Coordinates.of(merged).indicators(merged)).correlation
    edge_cost = penalty * float(np.log(test.equivalent_rows)) / 2
    result = boss_fci(
        PricedBlocks.by_slopes(test.blocks).score(correlation, test.equivalent_rows, edge_cost),
        test,
        alpha,
        space,
        orientation=orientation,
        max_conditioning=max_conditioning,
        max_possible=max_possible,
        selection=selection,
        random_state=rng,
    )
    return finding_of(result)
