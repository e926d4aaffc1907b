# SPDX-License-Identifier: MIT
"""Learn Bayesian networks from ordinal data.

Ordinal variables are modelled as discretised latent Gaussian variables that follow a directed acyclic graph. The
names below are loaded when first used, so that ``import ordag`` is quick.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# public name -> module that holds it; None: the name is itself a module
_PUBLIC: dict[str, str | None] = {
    "OSEM": "ordag.osem",
    "FittedNetwork": "ordag.model",
    "HiddenCauses": "ordag.inference",
    "GraphPrior": "ordag.osem_options.graph_prior",
    "bootstrap": "ordag.stability",
    "compare": "ordag.learners",
    "compare_groups": "ordag.groups",
    "check_fit": "ordag.goodness",
    "checks": None,
    "clusters": None,
    "compare_models": "ordag.families",
    "confirm": None,
    "data": None,
    "datasets": None,
    "errors": None,
    "families": None,
    "fit_dag": "ordag.confirm",
    "goodness": None,
    "graphs": None,
    "groups": None,
    "hints": None,
    "independence": None,
    "inference": None,
    "latent": None,
    "learn": "ordag.learners",
    "learn_groups": "ordag.groups",
    "learners": None,
    "methods": "ordag.learners",
    "metrics": None,
    "model": None,
    "panels": None,
    "plan": None,
    "plan_sample_size": "ordag.plan",
    "plots": None,
    "polychoric": "ordag.latent.polychoric",
    "report": None,
    "scores": None,
    "screen_rows": "ordag.checks",
    "search": None,
    "simulate": None,
    "posterior": None,
    "stability": None,
    "waves": "ordag.panels",
}

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'ordag' has no attribute {name!r}")
    home = _PUBLIC[name]
    if home is None:
        return importlib.import_module(f"ordag.{name}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)


if TYPE_CHECKING:
    from ordag import checks as checks
    from ordag import clusters as clusters
    from ordag import confirm as confirm
    from ordag import data as data
    from ordag import datasets as datasets
    from ordag import errors as errors
    from ordag import families as families
    from ordag import goodness as goodness
    from ordag import graphs as graphs
    from ordag import groups as groups
    from ordag import hints as hints
    from ordag import independence as independence
    from ordag import inference as inference
    from ordag import latent as latent
    from ordag import learners as learners
    from ordag import metrics as metrics
    from ordag import model as model
    from ordag import panels as panels
    from ordag import plan as plan
    from ordag import plots as plots
    from ordag import posterior as posterior
    from ordag import report as report
    from ordag import scores as scores
    from ordag import search as search
    from ordag import simulate as simulate
    from ordag import stability as stability
    from ordag.checks import screen_rows as screen_rows
    from ordag.confirm import fit_dag as fit_dag
    from ordag.families import compare_models as compare_models
    from ordag.goodness import check_fit as check_fit
    from ordag.groups import compare_groups as compare_groups
    from ordag.groups import learn_groups as learn_groups
    from ordag.latent.polychoric import polychoric as polychoric
    from ordag.learners import compare as compare
    from ordag.learners import learn as learn
    from ordag.learners import methods as methods
    from ordag.model import FittedNetwork as FittedNetwork
    from ordag.osem import OSEM as OSEM
    from ordag.osem_options.graph_prior import GraphPrior as GraphPrior
    from ordag.panels import waves as waves
    from ordag.plan import plan_sample_size as plan_sample_size
    from ordag.stability import bootstrap as bootstrap
