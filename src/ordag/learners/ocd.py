# SPDX-License-Identifier: MIT
"""OCD: each node a cumulative regression on the levels of its parents, best order score search by BIC.

A cumulative regression of one column on another is in general none the other way round, so graphs of one equivalence
class differ in score and the DAG has arrows that no independence tells. They are as good as the assumption: that each
node follows such a regression on its causes and that no common cause is unobserved. The paper's own algorithm searches
exhaustively or greedily over single edges; the search here is from several orders and so at least as far. With the
defaults graphs and BIC are those of the authors' R package OrdCD 1.1.2, in which parents are factors.
"""

import numpy as np

from ordag.data import OrdinalTable, effective_weights
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.scores import CumulativeScore
from ordag.scores.cumulative import Coding, Link
from ordag.search import SearchSpace, boss

CARD = MethodCard(
    name="ocd",
    title="Ordinal causal discovery by cumulative regression",
    kinds=("ordinal", "binary"),
    missing=False,
    weights=True,
    result="dag",
    parameters=(
        Parameter("link", "probit", "distribution behind the thresholds: 'probit' or 'logit'"),
        Parameter(
            "coding", "levels", "'levels': a slope for each level of a parent; 'codes': its code times one slope"
        ),
        Parameter("penalty", 1.0, "multiplies the cost in BIC of every slope and threshold"),
        Parameter("max_parents", None, "at most so many parents a node; None: no limit"),
    ),
    random=True,
    reference="Ni, Mallick (2022), Ordinal causal discovery, Proceedings of UAI",
    constraints=("required", "forbidden", "tiers", "max_parents"),
    assumption="each variable follows a cumulative regression on the observed levels of its causes, and no common "
    "cause is unobserved",
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    link: Link = "probit",
    coding: Coding = "levels",
    penalty: float = 1.0,
    max_parents: int | None = None,
) -> MethodResult:
    """Learn by regressions on the parents' codes."""
    weights = None if table.weights is None else effective_weights(table.weights)
    score = CumulativeScore(table.codes, link=link, coding=coding, weights=weights, penalty=penalty)
    limited = space.limited_to(max_parents)
    result = boss(score, limited, random_state=rng)
    dag = result.adjacency
    return MethodResult(limited.class_of(dag), dag, result.score, detail=result)
