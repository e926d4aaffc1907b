# SPDX-License-Identifier: MIT
"""The options of a posterior under the names that they had as options of the estimator itself."""

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ParamSpec

from ordag.errors import DeprecatedOptionWarning, InputTypeError, InputValueError, warn
from ordag.osem_options.graph_prior import WISHART, GraphPrior
from ordag.osem_options.table import OPTIONS

# Former name -> field of `GraphPrior`.
RENAMED: Mapping[str, str] = MappingProxyType(
    {"average": "average", "edge_prior": "edges", "prior_over": "over", "n_posterior": "n_draws"}
)
_REMOVED_IN = "1.0"

Arguments = ParamSpec("Arguments")


def takes_renamed(initialise: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """The ``__init__`` of an estimator that takes former names too, without a place for them in its signature.

    Scikit-learn reads the options of an estimator from that signature.
    """
    known = set(inspect.signature(initialise).parameters)

    @functools.wraps(initialise)
    def taking(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        renamed = {name: kwargs.pop(name) for name in list(kwargs) if name not in known}
        _check_names(renamed)
        initialise(*args, **kwargs)
        if renamed:
            estimator: Any = args[0]
            estimator.prior = with_renamed(estimator.prior, renamed, stacklevel=2)

    return taking


def with_renamed(prior: Any, given: Mapping[str, Any], *, stacklevel: int = 1) -> Any:
    """The option `prior` with what is `given` under former names, of which a warning tells.

    Examples
    --------
    >>> from ordag.errors import collected_warnings
    >>> with collected_warnings() as collected:
    ...     with_renamed("wishart", {"n_posterior": 100})
    GraphPrior(edges='sparse', over='dags', n_draws=100, average=False)
    """
    chosen = {RENAMED[name]: value for name, value in given.items()}
    stated = GraphPrior(**chosen)
    if prior is None and stated.average:
        raise InputValueError("average=True needs a posterior to average over; write prior=GraphPrior(average=True).")
    arguments = ", ".join(f"{name}={value!r}" for name, value in chosen.items())
    verb = "is an option" if len(given) == 1 else "are options"
    warn(
        f"{_listed(given)} {verb} of ordag.GraphPrior now, and OSEM will refuse such arguments from {_REMOVED_IN} on; "
        f"write prior=ordag.GraphPrior({arguments}).",
        DeprecatedOptionWarning,
        stacklevel=stacklevel + 1,
    )
    if isinstance(prior, GraphPrior):
        return replace(prior, **chosen)
    return stated if prior == WISHART else prior


def _check_names(given: Iterable[str]) -> None:
    """Refuse names that the estimator has never had, with the nearest that it has."""
    for name in given:
        if name not in RENAMED:
            near = difflib.get_close_matches(name, OPTIONS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" Valid: {', '.join(OPTIONS)}."
            raise InputTypeError(f"OSEM got an unexpected keyword argument {name!r}.{hint}")


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
