# SPDX-License-Identifier: MIT
"""FCI: marks that allow for hidden common causes, from tests of latent partial correlations.

The tests keep their size on columns of all kinds with missing entries (`LatentPartialCorrelation`).
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import LatentPartialCorrelation
from ordag.learners.constraint import ALPHA
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.search import PagResult, SearchSpace, fci

ORIENTATION = Parameter("orientation", "any", "how colliders are judged: 'any', 'standard', 'conservative', 'majority'")
MAX_CONDITIONING = Parameter("max_conditioning", None, "most variables that a test holds fixed; None: no limit")
MAX_POSSIBLE = Parameter("max_possible", 3, "the same for variables that are no neighbours; None: no limit")
SELECTION = Parameter("selection", False, "whether rows may have been selected by what the variables cause")

CARD = MethodCard(
    name="fci",
    title="FCI with tests of latent partial correlations",
    kinds=("ordinal", "binary", "continuous", "nominal"),
    missing=True,
    weights=True,
    result="pag",
    parameters=(ALPHA, ORIENTATION, MAX_CONDITIONING, MAX_POSSIBLE, SELECTION),
    random=False,
    reference="Spirtes, Glymour and Scheines (2000), Causation, Prediction, and Search; Zhang (2008), Artif. Intell. "
    "172; Ramsey, Zhang and Spirtes (2006), UAI, and Colombo and Maathuis (2014), J. Mach. Learn. Res. 15, for the "
    "conservative and majority rules",
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    alpha: float = 0.05,
    orientation: str = "any",
    max_conditioning: int | None = None,
    max_possible: int | None = 3,
    selection: bool = False,
) -> MethodResult:
    """Learn by FCI."""
    test = LatentPartialCorrelation(table.merged().table)
    result = fci(
        test,
        alpha,
        space,
        orientation=orientation,
        max_conditioning=max_conditioning,
        max_possible=max_possible,
        selection=selection,
    )
    return finding_of(result)


def finding_of(result: PagResult) -> MethodResult:
    """What a method returns of a PAG."""
    return MethodResult(cpdag=result.pag.partly_directed, detail=result, pag=result.pag)
