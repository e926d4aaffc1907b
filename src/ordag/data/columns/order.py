# SPDX-License-Identifier: MIT
"""What the other columns tell of the order of a column's codes: they rise or fall along it, or go up and down.

Codes without labels are taken as a scale where something says that they are one: labels, a name, columns with the same
answers, or the data. Two of the k! orders of k codes are monotone, so few codes are no evidence.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data.columns.observed import Array, Observed
from ordag.data.columns.plan import ColumnPlan
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.columns.trend import Others, Trend, trend
from ordag.data.wordings.groups import names_measure, names_rank

Plans = Mapping[str, ColumnPlan]
Seen = Mapping[str, Observed]

# Columns to compare with for the order of codes; more tell hardly more.
_MOST_REFERENCES = 40
_FEWEST_GROUPS = 3
# Of the orders of so many codes two in 120 are monotone.
_FEWEST_TELLING = 5
# Scales hardly have more answers; 0 to 10 are eleven.
_MOST_ANSWERS = 11
# Grounds that leave it open whether the answers have an order, so that the other columns are asked.
_OPEN = (
    Ground.NO_ORDER, Ground.MEASURE_LEVEL, Ground.STRAY_LABELS, Ground.CODES_WITH_GAPS, Ground.STEPS, Ground.RECURRING,
    Ground.ENDS, Ground.FEW_VALUES,
)  # fmt: skip
_ALONE = (Ground.STEPS, Ground.FEW_VALUES)


def ordered_by_data(seen: Seen, plans: Plans) -> dict[str, ColumnPlan]:
    """Plans of columns with codes whose order the other columns support, leave open, or put in doubt."""
    references = _references(seen, plans)
    place = {name: k for k, name in enumerate(references)}
    others = Others.of(list(references.values()))
    changed = {}
    for name, plan in plans.items():
        if plan.reason.ground in _OPEN and len(plan.levels) >= _FEWEST_GROUPS and seen[name].numbers is not None:
            found = trend(_ranks(seen[name].without(plan.missing)), others, place.get(name))
            changed[name] = _by_trend(seen[name], plan, found)
    return {name: plan for name, plan in changed.items() if plan != plans[name]}


def _by_trend(observed: Observed, plan: ColumnPlan, found: Trend) -> ColumnPlan:
    """The plan of a column as far as the other columns change it."""
    if not plan.is_item:
        is_ordered = plan.kind == "nominal" and plan.reason.ground == Ground.NO_ORDER and found.supports_order
        return _unsure(plan, Ground.MONOTONE, role="item", kind="ordinal") if is_ordered else plan
    if plan.certainty == "sure":
        return plan
    is_alone = plan.reason.ground in _ALONE and not observed.file_values and _is_whole(observed)
    is_named = names_measure(observed.name, observed.wording) or names_rank(observed.name, observed.wording)
    if found.doubts_order:
        if is_alone and not is_named and len(plan.levels) > _MOST_ANSWERS and found.denies_order:
            return _unsure(plan, Ground.NUMBERED_GROUPS, role="aside", kind="nominal")
        return _unsure(plan, Ground.NOT_MONOTONE)
    is_confirmed = is_named or (len(plan.levels) >= _FEWEST_TELLING and found.supports_order)
    return _unsure(plan, Ground.UNCONFIRMED) if is_alone and not is_confirmed else plan


def _unsure(plan: ColumnPlan, ground: Ground, **changes: str) -> ColumnPlan:
    return replace(plan, reason=Reason(ground), certainty="unsure", **changes)  # type: ignore[arg-type]


def _is_whole(observed: Observed) -> bool:
    numbers = np.asarray(observed.numbers)
    return bool((numbers == np.floor(numbers)).all())


def _references(seen: Seen, plans: Plans) -> dict[str, Array]:
    """Numbers of the columns that are ordered without doubt, those seen most first."""
    firm = [name for name, plan in plans.items() if plan.is_item and plan.certainty != "unsure"]
    scores = {name: values for name in firm if (values := seen[name].scores) is not None}
    most = sorted(scores, key=lambda name: -seen[name].n_seen)[:_MOST_REFERENCES]
    return {name: scores[name] for name in most}


def _ranks(observed: Observed) -> npt.NDArray[np.intp]:
    """Position of each row among the numbers of a column, −1 where missing."""
    numbers = np.asarray(observed.numbers)
    ranks = np.argsort(np.argsort(numbers))
    return np.append(ranks, -1)[observed.codes]
