# SPDX-License-Identifier: MIT
"""`GraphPrior`: what is believed of the graph beforehand, and how its posterior is sampled."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

from ordag.errors import InputValueError, OptionError, unknown_option
from ordag.messages import OptionName
from ordag.osem_options.documentation import documents
from ordag.osem_options.reading import read
from ordag.osem_options.table import GRAPH_PRIOR_OPTIONS

EdgePrior: TypeAlias = str | float | Mapping[tuple[str, str], float]

WISHART = "wishart"  # short for a GraphPrior with its defaults
_WORDS = ("sparse", "uniform")


@documents(GRAPH_PRIOR_OPTIONS)
@dataclass(frozen=True)
class GraphPrior:
    """Options of `ordag.OSEM` with a posterior: prior beliefs about the graph, and the draws under them.

    Parameters
    ----------
    {options}

    Raises
    ------
    InputValueError, InputTypeError
        If a value cannot be used; names of columns are compared with the data by `ordag.OSEM.fit`.

    Examples
    --------
    >>> import ordag
    >>> dag = ordag.simulate.random_dag(4, 2, rng=1)
    >>> data = ordag.simulate.ordinal_data(dag, 500, levels=4, rng=1)
    >>> prior = ordag.GraphPrior(edges={("V1", "V2"): 0.9}, n_draws=300)
    >>> len(ordag.OSEM(prior=prior).fit(data.frame).posterior_.networks)
    300
    """

    edges: EdgePrior = "sparse"
    over: str = "dags"
    n_draws: int = 400
    average: bool = False

    def __post_init__(self) -> None:
        _check_edges(self.edges)
        for field in fields(self):
            object.__setattr__(self, field.name, read(GRAPH_PRIOR_OPTIONS[field.name], getattr(self, field.name)))


def as_graph_prior(prior: object) -> GraphPrior | None:
    """What the option `prior` of the estimator stands for.

    Examples
    --------
    >>> as_graph_prior("wishart")
    GraphPrior(edges='sparse', over='dags', n_draws=400, average=False)
    """
    if prior is None or isinstance(prior, GraphPrior):
        return prior
    if isinstance(prior, str) and prior == WISHART:
        return GraphPrior()
    raise unknown_option("prior", prior, (WISHART, "a GraphPrior"))


def _check_edges(edges: object) -> None:
    """Refuse what cannot be a probability of edges, whatever the columns are called."""
    if isinstance(edges, Mapping):
        for pair, share in edges.items():
            if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] == pair[1]:
                found = f"has the key {pair!r}"
                raise InputValueError(OptionName("edges"), found, "each must be a pair (from, to) of two columns")
            _check_probability(f"edges, {pair[0]} → {pair[1]},", share)
    elif not isinstance(edges, str):
        _check_probability("edges", edges)
    elif edges not in _WORDS:
        raise unknown_option("edges", edges, _WORDS)


def _check_probability(what: str, value: object) -> None:
    try:
        usable = 0 < float(value) < 1  # type: ignore[arg-type]
    except (TypeError, ValueError):
        usable = False
    if not usable:
        raise OptionError(what, value, "a probability between 0 and 1")
