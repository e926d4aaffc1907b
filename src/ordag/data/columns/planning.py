# SPDX-License-Identifier: MIT
"""From what is seen of all columns to the plan: what is declared, no variable, what answers mean, how they relate."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ordag.data.columns.asides import by_itself, set_aside, weight_like
from ordag.data.columns.blocks import rows_in_blocks
from ordag.data.columns.edits import Edits, Options, at_hand, declared_kind, declared_levels
from ordag.data.columns.kinds import plan_answers
from ordag.data.columns.observed import Observed, observe
from ordag.data.columns.order import ordered_by_data
from ordag.data.columns.plan import Certainty, ColumnPlan, TablePlan
from ordag.data.columns.reasons import DECISIONS, Ground, Reason
from ordag.data.columns.relations import repetitions, sharing, ticked_options
from ordag.data.columns.shape import clear_limits, shape_of, shared_limits
from ordag.data.columns.subscales import with_subscales
from ordag.data.columns.totals import totals
from ordag.data.missing.detected import no_answers, with_recurring
from ordag.data.reading.sources import Source, open_source
from ordag.data.table import Levels
from ordag.data.wordings.names import tools_in
from ordag.errors import InputValueError
from ordag.messages import Advise, Column, DeclareKind

_FEWEST_ANSWERS, _FEWEST_ITEMS = 2, 2
# Columns of so many groups are nominal variables: every category takes a latent coordinate, and rows that show it.
_FEWEST_CATEGORIES, _MOST_CATEGORIES = 3, 8
# Fewer at a limit may be there by chance, or be its last few answers.
_UNSURE_BELOW = 0.1
_NAMES = (Ground.GROUPS, Ground.GROUP_NAME, Ground.STEPS_NAMED_GROUP, Ground.NO_ORDER)


def plan_columns(data: Any, **options: Any) -> TablePlan:
    """What each column of some data is, and why: the plan by which they are encoded.

    Parameters
    ----------
    data
        The path of a file, or a frame, as `ordag.data.encode` takes it. A frame from `ordag.data.read_frame` gives the
        same plan as its file.
    **options
        ``levels``, ``kinds``, ``missing``, ``ignore``, ``weights``, ``clusters`` and ``columns`` as for
        `ordag.data.read`.

    Returns
    -------
    TablePlan
        One `ColumnPlan` for each column.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"id": range(20), "mood": ["bad", "good", "no answer", "fair"] * 5})
    >>> plan = plan_columns(frame)
    >>> plan["mood"].levels, plan["mood"].missing, plan["id"].role
    (('bad', 'fair', 'good'), ('no answer',), 'identifier')
    """
    return plan_source(open_source(data), Options(**{"nominal": True, **options}))[0]


def plan_source(source: Source, options: Options) -> tuple[TablePlan, Edits]:
    """Plan of the columns of an opened source, and the edits that the options are of these columns."""
    seen = {name: observe(source, name) for name in source.names}
    edits = options.resolved(seen)
    kept = {name: seen[name].without(entries) for name, entries in edits.missing.items()}
    silent = {
        name: (*edits.missing.get(name, ()), *(set(observed.entries) - set(observed.seen)))
        for name, observed in seen.items()
    }
    return _planned({**seen, **kept}, edits, source.kinds, named=source.named), replace(edits, silent=silent)


def _planned(seen: Mapping[str, Observed], edits: Edits, kinds: Mapping[str, str], *, named: bool) -> TablePlan:
    """Plans in passes: declared columns, those that are no variables, answers, and what the columns tell together."""
    plans: dict[str, ColumnPlan] = _declared(seen, edits, named=named)
    handed_back = set() if edits.plan is None else {column.name for column in edits.plan}
    open_names = [name for name in seen if name not in plans]
    if named:
        plans |= ticked_options(seen, open_names)
        tools = tools_in(tuple(seen))
        for name in open_names:
            plan = (
                None
                if name in plans or name in kinds
                else by_itself(seen[name], tools.get(name)) or weight_like(seen[name])
            )
            plans |= {} if plan is None else {name: plan}
    left = [name for name in seen if name not in plans]
    if not named:  # the columns of an array are those that somebody chose
        plans |= {name: ColumnPlan(name, "item", reason=Reason(Ground.AS_IS)) for name in left}
    else:
        plans |= _answers(seen, left, kinds)
        decided = {name for name in seen if plans[name].reason.ground in DECISIONS} | handed_back
        free = {name: plans[name] for name in seen if name not in decided}
        free |= ordered_by_data(seen, free)
        items = {name: free.get(name, plans[name]) for name in seen}
        found = totals(seen, items)
        found |= repetitions(seen, {name: found.get(name, plan) for name, plan in items.items()})
        plans |= free | {name: plan for name, plan in found.items() if name in free}
        plans |= {} if edits.any_order else _taken_back(seen, plans)
    if edits.any_order:
        plans = {name: _in_any_order(plan) for name, plan in plans.items()}
    if edits.nominal:
        plans = {name: plan if name in handed_back else _as_nominal(plan) for name, plan in plans.items()}
    columns = [_with_values(seen[name], _with_missing(plans[name], edits.missing.get(name, ()))) for name in seen]
    grouped = with_subscales(columns) if named and edits.plan is None else tuple(columns)
    return TablePlan(grouped, edits.weights, edits.clusters, rows_in_blocks(seen) if named else None)


def _declared(seen: Mapping[str, Observed], edits: Edits, *, named: bool) -> dict[str, ColumnPlan]:
    """Plans of the columns of which somebody has said what they are."""
    plans: dict[str, ColumnPlan] = {}
    for name, observed in seen.items():
        plain = ColumnPlan(name, "item", wording=observed.wording)
        if edits.plan is not None and name in edits.plan:
            plans[name] = at_hand(edits.plan[name], edits)
        elif name in edits.ignored:
            plans[name] = replace(plain, role="aside")
        elif name in (edits.weights, edits.clusters):
            plans[name] = plain
        elif named and name in (*edits.levels, *edits.kinds) and len(observed.seen) < _FEWEST_ANSWERS:
            plans[name] = by_itself(observed, None) or plain
        elif name in edits.levels:
            missing = tuple(x for x in no_answers(observed).said if x not in edits.levels[name])
            plans[name] = declared_levels(replace(plain, missing=missing), edits.levels[name], edits.kinds.get(name))
        elif name in edits.kinds:
            plans[name] = _of_kind(observed, plain, edits)
        if name in (edits.weights, edits.clusters):
            plans[name] = replace(plans[name], role="weight" if name == edits.weights else "cluster")
    return plans


def _of_kind(observed: Observed, plain: ColumnPlan, edits: Edits) -> ColumnPlan:
    """Plan of a column whose kind alone is declared: its levels are those that it would have."""
    kind, found = edits.kinds[observed.name], no_answers(observed)
    answers = observed.without(found.all)
    plan = replace(plain, missing=found.all)
    if kind in ("continuous", "censored") or answers.values is None:
        return declared_kind(plan, kind, ())
    own = plan_answers(answers, 1, is_unsure=False)
    is_known = own.levels and (own.is_item or kind == "nominal" or answers.numbers is not None)
    kept = declared_kind(plan, kind, own.levels if is_known else ())
    has_guess = kind != "nominal" and own.reason.ground == Ground.INFERRED
    return replace(kept, reason=own.reason) if kept.levels and has_guess else kept


def _answers(seen: Mapping[str, Observed], names: Sequence[str], kinds: Mapping[str, str]) -> dict[str, ColumnPlan]:
    """Plans of columns of answers, without what is none."""
    missing = with_recurring({name: no_answers(seen[name]) for name in names}, seen)
    answers = {name: seen[name].without(missing[name].all) for name in names}
    n_sharing = sharing(answers, names)
    plans = {}
    for name in names:
        if kinds.get(name) == "continuous":
            plan = ColumnPlan(name, "item", "continuous", wording=seen[name].wording)
        elif answers[name].values is None:
            plan = set_aside(seen[name], Ground.UNUSABLE, "holds values of no use")
        else:
            plan = plan_answers(answers[name], n_sharing[name], is_unsure=bool(missing[name].likely))
        plans[name] = replace(plan, missing=missing[name].all)
    return plans


def _taken_back(seen: Mapping[str, Observed], plans: Mapping[str, ColumnPlan]) -> dict[str, ColumnPlan]:
    """Items made of columns that were set aside in doubt, where there would be nothing to learn from without them."""
    changed: dict[str, ColumnPlan] = {}
    for ground in (Ground.STEPS_NAMED_GROUP, Ground.HARDLY_SEEN):
        n_items = sum(plan.is_item for plan in ({**plans, **changed}).values())
        for name in [x for x in plans if plans[x].reason.ground == ground] if n_items < _FEWEST_ITEMS else ():
            missing = no_answers(seen[name]).all
            again = plan_answers(seen[name].without(missing), _FEWEST_ITEMS + 1, is_unsure=True)
            changed |= (
                {name: replace(again, missing=missing, reason=Reason(Ground.TAKEN_BACK))} if again.is_item else {}
            )
    return changed


def _in_any_order(plan: ColumnPlan) -> ColumnPlan:
    """A column of groups takes part where the order of levels does not matter."""
    if plan.kind != "nominal" or len(plan.levels) < 2 or (plan.reason.ground == Ground.DECLARED and plan.is_item):
        return plan
    return replace(plan, role="item", reason=Reason(Ground.DECLARED))


def _as_nominal(plan: ColumnPlan) -> ColumnPlan:
    """A column of a few groups takes part without an order."""
    is_few = _FEWEST_CATEGORIES <= len(plan.levels) <= _MOST_CATEGORIES
    has_names = plan.kind == "nominal" and plan.reason.ground in _NAMES
    return replace(plan, role="item") if is_few and has_names and not plan.is_item else plan


def _with_missing(plan: ColumnPlan, entries: Levels) -> ColumnPlan:
    """A plan with the entries that somebody named as no answer."""
    return replace(plan, missing=tuple(dict.fromkeys((*entries, *plan.missing))))


def _with_values(observed: Observed, plan: ColumnPlan) -> ColumnPlan:
    """The plan of a measurement with its limits and what its values count as, unless that is said."""
    if not (plan.is_item and plan.is_number and plan.kind != "count" and plan.values is None):
        return plan
    values = observed.without(plan.missing).scores
    if values is None:
        return replace(plan, values="as they are")
    if plan.kind == "censored":
        return _with_limits(plan, values)
    if plan.reason.ground not in DECISIONS and (limits := clear_limits(values)).any:
        certainty: Certainty = "unsure" if limits.share < _UNSURE_BELOW or limits.is_apart else "likely"
        ground = Ground.APART if limits.is_apart else Ground.CENSORED
        reason = Reason(ground, (limits.worded, f"{limits.share:.0%}"))
        return replace(
            plan, kind="censored", floor=limits.floor, ceiling=limits.ceiling, reason=reason, certainty=certainty
        )
    shape = shape_of(values)
    return replace(plan, values="normal scores" if shape is not None and shape.is_far_from_normal else "as they are")


def _with_limits(plan: ColumnPlan, values: npt.NDArray[np.float64]) -> ColumnPlan:
    """A censored column with the limits that are declared, or those found."""
    if plan.floor is not None or plan.ceiling is not None:
        return plan
    limits = shared_limits(values)
    if not limits.any:
        raise InputValueError(
            Column(plan.name),
            "is declared censored, but few rows share its lowest value, and few its highest",
            "rows at a floor or a ceiling are needed",
            remedies=[Advise("set floor or ceiling in columns.toml"), DeclareKind(plan.name, "continuous")],
        )
    return replace(plan, floor=limits.floor, ceiling=limits.ceiling)
