# SPDX-License-Identifier: MIT
"""When a plan stops a fit: there is nothing to learn from, or somebody wants every column used or named."""

from collections.abc import Sequence

from ordag.data.columns.plan import ColumnPlan, TablePlan
from ordag.data.columns.reasons import DECISIONS
from ordag.errors import InputValueError
from ordag.messages import LeaveOutColumns, LeaveOutOptions
from ordag.messages.lists import listed
from ordag.remarks import AS_AN_ITEM


def check_plan(plan: TablePlan, *, strict: bool) -> None:
    """Refuse a plan without items, and a strict one that sets columns aside of its own."""
    out = [column for column in plan if not column.is_item and column.reason.ground not in DECISIONS]
    if strict and out:
        raise _not_used(out)
    if not plan.items:
        raise no_item(plan)


def _not_used(out: Sequence[ColumnPlan]) -> InputValueError:
    """Error for columns that would be set aside."""
    return InputValueError(
        f"{len(out)} column{'s' * (len(out) > 1)}",
        f"would be set aside: {_reasons(out)}",
        remedies=[LeaveOutColumns(tuple(column.name for column in out)), AS_AN_ITEM, LeaveOutOptions(("strict",))],
    )


def no_item(plan: TablePlan) -> InputValueError:
    """Error for data of which no column is a variable."""
    return InputValueError(
        f"none of the {len(plan)} columns", f"can be used: {_reasons(list(plan))}", remedies=[AS_AN_ITEM]
    )


def _reasons(columns: Sequence[ColumnPlan]) -> str:
    return listed((f"{column.name!r} ({column.why})" for column in columns), "; ")
