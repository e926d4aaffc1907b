# SPDX-License-Identifier: MIT
"""Every learner of the paper behind one contract.

`learn` runs one method, `methods` lists the methods' cards, and `compare` shows the networks of several methods side by
side. All three are also names of ``ordag`` itself.
"""

import time
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Any

from ordag.data.columns.edits import Options
from ordag.data.encoding.encode import encode_by_plan
from ordag.errors import InputValueError
from ordag.learners.comparison import compare
from ordag.learners.contract import LearnedNetwork, MethodCard, MethodResult, Parameter
from ordag.learners.registry import MethodCards, find, methods
from ordag.messages import Advise, OptionName
from ordag.random_state import RandomStateLike, as_generator
from ordag.search import SearchSpace

__all__ = ["LearnedNetwork", "MethodCard", "MethodCards", "MethodResult", "Parameter", "compare", "learn", "methods"]


def learn(
    frame: Any,
    method: str,
    *,
    space: SearchSpace | None = None,
    required: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
    tiers: Sequence[Iterable[str]] = (),
    levels: Any = None,
    kinds: Any = None,
    weights: Any = None,
    random_state: RandomStateLike = 0,
    **options: object,
) -> LearnedNetwork:
    """The network that a method learns from a table.

    Parameters
    ----------
    frame
        Whatever `ordag.data.encode` takes: pandas, polars, numpy, or an `OrdinalTable`. Text labels and unordered
        categoricals need no declared levels where the method ignores their order (`bde`, `npc`, `pcart`).
    method
        Name of the method; `ordag.methods` lists them with their options.
    space
        Constraints on the graph; or give ``required``, ``forbidden`` and ``tiers`` by column names.
    required, forbidden
        Pairs (from, to) of columns: edges that must be present, and that must be absent.
    tiers
        Groups of columns in order; no edge goes from a later to an earlier group.
    levels, kinds, weights
        Declarations for `ordag.data.encode`.
    random_state
        Seed or generator; equal seeds give equal results.
    **options
        Options of the method, as on its card.

    Raises
    ------
    InputValueError
        If the method or an option is unknown, or the method cannot take the table or the constraints.

    Examples
    --------
    >>> import numpy as np, ordag
    >>> rng = np.random.default_rng(0)
    >>> cause = rng.integers(0, 3, 500)
    >>> effect = np.clip(cause + rng.integers(-1, 2, 500), 0, 2)
    >>> ordag.learn(np.column_stack([cause, effect]), "gpc", alpha=0.01).cpdag.tolist()
    [[0, 1], [1, 0]]
    """
    card, run = find(method)
    chosen = card.options(options)
    named = weights if isinstance(weights, str) else None
    asked = Options(
        levels, kinds, weights=named, any_order=card.ignores_order(chosen), nominal=card.takes("nominal", chosen)
    )
    table, _ = encode_by_plan(frame, asked, weights)
    card.check_table(table, chosen)
    space = _space(table.names, space, required, forbidden, tiers)
    card.check_space(space)
    start = time.perf_counter()
    finding = run(table, space, as_generator(random_state), **chosen)
    return LearnedNetwork(
        method=method,
        names=table.names,
        cpdag=finding.cpdag,
        adjacency=finding.adjacency,
        score=finding.score,
        seconds=time.perf_counter() - start,
        options=MappingProxyType(chosen),
        detail=finding.detail,
        assumption=card.assumption,
        pag=finding.pag,
    )


def _space(
    names: tuple[str, ...],
    space: SearchSpace | None,
    required: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
    tiers: Sequence[Iterable[str]],
) -> SearchSpace:
    required, forbidden, groups = list(required), list(forbidden), [list(tier) for tier in tiers]
    if space is None:
        return SearchSpace(names, required=required, forbidden=forbidden, tiers=groups)
    if required or forbidden or groups:
        both = (
            "were given both as ",
            OptionName("space"),
            " and as ",
            OptionName("required"),
            ", ",
            OptionName("forbidden"),
        )
        raise InputValueError("constraints", (*both, " or ", OptionName("tiers")), "use one")
    if tuple(space.names) != names:
        raise InputValueError(
            "the search space",
            f"names {', '.join(map(str, space.names))}",
            f"the table has {', '.join(names)}",
            remedies=[Advise("build the space with the table's names, in its order")],
        )
    return space
