# SPDX-License-Identifier: MIT
"""The options of a fit, checked one by one and against each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ordag.errors import InputValueError, OptionsClashError
from ordag.messages import OptionName, SetOption, Setting, Value
from ordag.osem_options.graph_prior import GraphPrior, as_graph_prior
from ordag.osem_options.reading import read
from ordag.osem_options.table import OPTIONS

# Beside a prior, graphs are weighed by their marginal likelihood, and these stay as they are.
_SETTLED_BY_A_PRIOR = ("mode", "penalty", "criterion")


@dataclass(frozen=True)
class FitOptions:
    """What a fit is asked for.

    Attributes
    ----------
    penalty : float or None
        None for "auto".
    mode, criterion, search : str
    n_draws : int
    prior : GraphPrior or None
    warm_start : bool
    max_rows : int, "auto" or None
    hidden : int or None
        None for "auto".
    n_threads : int
    verbose : bool
    """

    penalty: float | None
    mode: str
    criterion: str
    search: str
    n_draws: int
    prior: GraphPrior | None
    warm_start: bool
    max_rows: int | str | None
    hidden: int | None
    n_threads: int
    verbose: bool


def read_options(given: Mapping[str, Any]) -> FitOptions:
    """The options under their names, read.

    Raises
    ------
    InputValueError, InputTypeError
        For the first value that cannot be used, alone or beside the others.

    Examples
    --------
    >>> defaults = {name: option.default for name, option in OPTIONS.items()}
    >>> read_options(defaults | {"mode": "paper", "penalty": 6}).search
    'iterative_mcmc'
    """
    values = {name: read(option, given[name]) for name, option in OPTIONS.items()}
    prior = as_graph_prior(values["prior"])
    if prior is not None:
        _check_beside_prior(given)
    _check_penalty(values)
    _check_max_rows(values)
    _check_hidden(values)
    return FitOptions(
        penalty=None if values["penalty"] == "auto" else values["penalty"],
        mode=values["mode"],
        criterion=values["criterion"],
        search=values["search"] or ("boss" if values["mode"] == "default" else "iterative_mcmc"),
        n_draws=values["n_draws"],
        prior=prior,
        warm_start=values["warm_start"],
        max_rows=values["max_rows"],
        hidden=None if values["hidden"] == "auto" else values["hidden"],
        n_threads=values["n_jobs"],
        verbose=values["verbose"],
    )


def _check_beside_prior(given: Mapping[str, Any]) -> None:
    """Refuse a prior beside options that would have no meaning."""
    if any(given[name] != OPTIONS[name].default for name in _SETTLED_BY_A_PRIOR):
        others = tuple(name for name in _SETTLED_BY_A_PRIOR if given[name] != OPTIONS[name].default)
        found = tuple((" or " if k else "", Setting(name, given[name])) for k, name in enumerate(others))
        raise OptionsClashError("a prior", ("weighs graphs by their marginal likelihood, without ", found), others)


def _check_penalty(values: Mapping[str, Any]) -> None:
    """Refuse a penalty that the mode or the criterion cannot have."""
    penalty = values["penalty"]
    if values["mode"] != "default" and penalty == "auto":
        found = ("needs a number as ", OptionName("penalty"), ", as in the paper")
        raise InputValueError(Setting("mode", values["mode"]), found, remedies=[SetOption("penalty", 6)])
    if values["criterion"] == "cv" and penalty != "auto":
        needs = ("chooses the penalty and needs ", Setting("penalty", "auto"))
        raise OptionsClashError(Setting("criterion", "cv"), needs, ("penalty",))


def _check_max_rows(values: Mapping[str, Any]) -> None:
    """Refuse a limit that would not be kept."""
    if (values["prior"] is not None or values["mode"] != "default") and values["max_rows"] not in ("auto", None):
        found = ("is ", Value(values["max_rows"]), ", but a prior and ", Setting("mode", "paper"))
        raise OptionsClashError(OptionName("max_rows"), (*found, " learn from all rows"), ("max_rows",))


def _check_hidden(values: Mapping[str, Any]) -> None:
    """Refuse hidden causes where graphs are not ranked by their observed likelihood."""
    if values["hidden"] == 0:
        return
    asked = Setting("hidden", values["hidden"])
    if values["prior"] is not None:
        raise OptionsClashError(asked, "is found by a criterion, and a prior weighs graphs without one", ("prior",))
    for name, needed in (("mode", "default"), ("penalty", "auto")):
        if values[name] != needed:
            raise OptionsClashError(
                asked, ("ranks graphs by their likelihood and needs ", Setting(name, needed)), (name,)
            )
    if values["criterion"] == "cv":
        needs = ("is found by an information criterion, not by ", Setting("criterion", "cv"))
        raise OptionsClashError(asked, needs, ("criterion",))
