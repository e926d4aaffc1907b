# SPDX-License-Identifier: MIT
"""The options of a posterior under the names that they had as options of the estimator itself."""

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ParamSpec

from ordag.errors import DeprecatedOptionWarning, InputTypeError, InputValueError, warn
from ordag.messages import InPython, Setting
from ordag.osem_options.graph_prior import WISHART, GraphPrior
from ordag.osem_options.table import OPTIONS

# Former name -> field of `GraphPrior`.
RENAMED: Mapping[str, str] = MappingProxyType(
    {"average": "average", "edge_prior": "edges", "prior_over": "over", "n_posterior": "n_draws"}
)
_REMOVED_IN = "1.0"

Arguments = ParamSpec("Arguments")


class UnknownArgumentError(InputTypeError):
    """The estimator has no such option; `nearest` are those that resemble it."""

    def __init__(self, name: str, valid: Sequence[str]) -> None:
        self.name, self.valid = name, tuple(valid)
        self.nearest = tuple(difflib.get_close_matches(name, valid, n=1))
        hint = f"did you mean {self.nearest[0]!r}?" if self.nearest else f"valid are {', '.join(valid)}"
        super().__init__("OSEM", f"got an unexpected keyword argument {name!r}", hint)


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
            estimator.prior = with_renamed(estimator.prior, renamed)

    return taking


def with_renamed(prior: Any, given: Mapping[str, Any]) -> Any:
    """The option `prior` with what is `given` under former names, with a warning.

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
        raise InputValueError(
            Setting("average", True),
            "needs a posterior to average over",
            remedies=[InPython("write prior=GraphPrior(average=True)")],
        )
    arguments = ", ".join(f"{name}={value!r}" for name, value in chosen.items())
    instead = f"prior=ordag.GraphPrior({arguments})"
    warn(DeprecatedOptionWarning(tuple(given), "ordag.GraphPrior", instead, removed_in=_REMOVED_IN))
    if isinstance(prior, GraphPrior):
        return replace(prior, **chosen)
    return stated if prior == WISHART else prior


def _check_names(given: Iterable[str]) -> None:
    """Refuse names that the estimator has never had, with the nearest that it has."""
    for name in given:
        if name not in RENAMED:
            raise UnknownArgumentError(name, tuple(OPTIONS))
