# SPDX-License-Identifier: MIT
"""Families of models compared by how well they describe the rows."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from ordag.data import OrdinalTable, encode
from ordag.errors import InputValueError, OptionError, collected_warnings, unknown_option
from ordag.families.contract import FamilyFit
from ordag.families.links import LinkPrice, link_price
from ordag.families.registry import DEFAULT, FAMILIES, SEARCHED_TWICE
from ordag.families.rows import comparable_rows, splits
from ordag.graphs import skeleton
from ordag.messages import OptionName
from ordag.model.display import Shown, counted
from ordag.options import as_count
from ordag.random_state import RandomStateLike, as_generator
from ordag.search import SearchSpace

# Nats of BIC by which another family has to lead the default: very strong evidence by Kass and Raftery (1995), "Bayes
# factors", who draw the line at 2 log B = 10.
DECISIVE_LEAD = 5.0
# Nats of BIC that a thorough search may gain over a first one: up to 15 in 500 rows that another family had generated.
WITHIN_REACH = 20.0


@dataclass(frozen=True, eq=False, repr=False)
class ModelComparison(Shown):
    """What `ordag.compare_models` returns: every family's best graph, and how well each describes the same rows.

    Attributes
    ----------
    names
        The columns, in the order of rows and columns of the graphs.
    fits
        The fitted families by name.
    n_rows
        Number of rows on which they are compared, by weight.
    left_out
        By family, log-likelihood of all rows, each by what was learned without its fold; empty without folds.
    ordered
        By family, BIC of what it learns from the ordered columns alone; empty where no column is nominal.
    prices
        By family other than *latent*, the links that it adds to those of *latent* and those that it spares.
    seconds
        Time that each family took.
    """

    names: tuple[str, ...]
    fits: Mapping[str, FamilyFit]
    n_rows: float
    left_out: Mapping[str, float]
    ordered: Mapping[str, float]
    prices: Mapping[str, LinkPrice]
    seconds: Mapping[str, float]

    def __getitem__(self, model: str) -> FamilyFit:
        if model not in self.fits:
            raise unknown_option("model", model, self.fits)
        return self.fits[model]

    @property
    def frame(self) -> pd.DataFrame:
        """One row per family, with log-likelihoods, parameters, BIC, edges, and the links added and spared."""
        rows = [
            {
                "model": model,
                "log_likelihood": fit.log_likelihood,
                "n_parameters": fit.n_parameters,
                "bic": fit.bic(self.n_rows),
                **({"bic_ordered": self.ordered[model]} if self.ordered else {}),
                "left_out_log_likelihood": self.left_out.get(model, np.nan),
                "n_edges": fit.n_edges,
                "added": getattr(self.prices.get(model), "added", 0),
                "spared": getattr(self.prices.get(model), "spared", 0),
            }
            for model, fit in self.fits.items()
        ]
        return pd.DataFrame(rows)

    @property
    def best(self) -> FamilyFit:
        """The family of highest BIC; another than *latent* has to lead it by over 5 nats, and on any left-out rows.

        Where columns are nominal, it has to lead among the ordered ones alone too: a nominal column has no latent
        variable in any family, and what better describes how it acts does not tell how answers with an order do.
        """
        return self._best_of(self.fits)

    @property
    def chosen(self) -> FamilyFit:
        """The family whose graph to take: the best of those that do not need more links than *latent*.

        More are those that it adds, between columns whose dependence *latent* sees, beyond those that it spares.
        """
        return self._best_of([model for model in self.fits if not self._needs_links(model)])

    def _needs_links(self, model: str) -> bool:
        price = self.prices.get(model)
        return price is not None and price.is_too_high

    def _best_of(self, models: Iterable[str]) -> FamilyFit:
        best = max((self.fits[model] for model in models), key=lambda fit: fit.bic(self.n_rows))
        default = self.fits.get(DEFAULT)
        if default is None or best is default:
            return best
        leads = best.bic(self.n_rows) - default.bic(self.n_rows) > DECISIVE_LEAD
        doubted = best.model in self.left_out and self.left_out[best.model] <= self.left_out[DEFAULT]
        return best if leads and not doubted and not self._is_by_nominal(best.model) else default

    def _is_by_nominal(self, model: str) -> bool:
        return bool(self.ordered) and self.ordered[model] - self.ordered[DEFAULT] <= DECISIVE_LEAD

    @property
    def led_by_nominal(self) -> bool:
        """Whether the family of highest BIC does not lead *latent* once nominal columns are left out."""
        leader = max(self.fits, key=lambda model: self.fits[model].bic(self.n_rows))
        return leader != DEFAULT and self._is_by_nominal(leader)

    def leads(self) -> dict[str, float]:
        """By how much BIC of the chosen family exceeds that of each other one."""
        chosen = self.chosen
        rest = [fit for fit in self.fits.values() if fit is not chosen]
        return {fit.model: chosen.bic(self.n_rows) - fit.bic(self.n_rows) for fit in rest}

    @property
    def shared_links(self) -> list[tuple[str, str]]:
        """Pairs of columns that all families join, in either direction."""
        shared = np.all([skeleton(fit.adjacency) for fit in self.fits.values()], axis=0)
        return [(self.names[i], self.names[j]) for i, j in combinations(range(len(self.names)), 2) if shared[i, j]]

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = (
            f"ModelComparison({counted(len(self.names), 'variable')}, {self.n_rows:g} rows: best {self.best.model}, "
            f"{counted(len(self.shared_links), 'link')} in all)"
        )
        return heading, self.frame.set_index("model")


def compare_models(
    frame: Any,
    models: Iterable[str] = tuple(FAMILIES),
    *,
    folds: int = 0,
    space: SearchSpace | None = None,
    levels: Any = None,
    kinds: Any = None,
    weights: Any = None,
    random_state: RandomStateLike = 0,
) -> ModelComparison:
    """Latent Gaussian, regressions on codes or levels, and tables: which describes the rows best.

    Each family learns its own graph from the same rows: those without missing entries.

    Parameters
    ----------
    frame
        Ordinal, binary and nominal columns in any form that `ordag.data.encode` takes.
    models
        Which of ``"latent"``, ``"codes"``, ``"dummies"`` and ``"tables"`` to compare.
    folds
        From 2 on: the rows are divided into so many folds, and each is also judged by what was learned from the others,
        which takes so many times as long. 0: no rows are left out.
    space
        Constraints on the graphs of all families.
    levels, kinds, weights
        Declarations for `ordag.data.encode`.
    random_state
        Seed or generator; equal seeds give equal results.

    Raises
    ------
    InputValueError
        If a model is unknown or a column is continuous.

    Examples
    --------
    >>> import ordag
    >>> rng = np.random.default_rng(0)
    >>> cause = rng.integers(0, 4, 500)
    >>> effect = np.digitize(1.5 * (cause == 1) + rng.normal(size=500), [-0.5, 0.5, 1.5])
    >>> ordag.compare_models(np.column_stack([cause, effect])).best.model
    'dummies'
    """
    chosen = _known(models)
    if as_count("folds", folds, least=0) == 1:
        raise OptionError("folds", folds, "0 for none, or 2 or more")
    table = comparable_rows(encode(frame, levels=levels, kinds=kinds, weights=weights))
    return compare_table(table, chosen, space or SearchSpace(table.names), folds, as_generator(random_state))


def compare_table(
    table: OrdinalTable, models: Sequence[str], space: SearchSpace, folds: int, rng: np.random.Generator
) -> ModelComparison:
    """The comparison on comparable rows; each family has a random stream of its own, the folds another."""
    fits: dict[str, FamilyFit] = {}
    seconds = dict.fromkeys((model for model in FAMILIES if model in models), 0.0)
    streams = rng.spawn(len(FAMILIES) + 1)

    def learn(chosen: Iterable[str], *, thorough: bool) -> None:
        for model, stream in zip(FAMILIES, streams, strict=False):
            if model in chosen:
                start = time.perf_counter()
                fits[model] = FAMILIES[model](table, space, stream, thorough=thorough)
                seconds[model] += time.perf_counter() - start

    learn(seconds, thorough=len(seconds) == 1)
    if len(seconds) > 1:
        learn(_in_question(fits, table.total_weight), thorough=True)
    left_out = left_out_log_likelihoods(table, models, space, folds, streams[-1]) if folds else {}
    return ModelComparison(
        table.names,
        MappingProxyType(fits),
        table.total_weight,
        MappingProxyType(left_out),
        MappingProxyType(_among_ordered(table, tuple(fits), space, rng)),
        MappingProxyType(_prices(table, fits)),
        MappingProxyType(seconds),
    )


def _among_ordered(
    table: OrdinalTable, models: Sequence[str], space: SearchSpace, rng: np.random.Generator
) -> dict[str, float]:
    """By family, BIC of what it learns from the columns with an order, where others have none."""
    ordered = [column for column, kind in enumerate(table.kinds) if kind != "nominal"]
    if len(ordered) == table.n_columns or DEFAULT not in models or len(models) == 1:
        return {}
    if len(ordered) < 2:
        return dict.fromkeys(models, 0.0)
    names = [table.names[column] for column in ordered]
    alone = compare_table(table.only(names), models, space.among(ordered), 0, rng)
    return {model: fit.bic(alone.n_rows) for model, fit in alone.fits.items()}


def _prices(table: OrdinalTable, fits: Mapping[str, FamilyFit]) -> dict[str, LinkPrice]:
    if DEFAULT not in fits:
        return {}
    default = fits[DEFAULT].adjacency
    return {model: link_price(table, default, fit.adjacency) for model, fit in fits.items() if model != DEFAULT}


def _in_question(fits: Mapping[str, FamilyFit], n_rows: float) -> list[str]:
    """Families whose graph decides something: the best, and those that a better graph may lift there."""
    best = max(fit.bic(n_rows) for fit in fits.values())
    return [model for model in SEARCHED_TWICE if model in fits and best - fits[model].bic(n_rows) < WITHIN_REACH]


def left_out_log_likelihoods(
    table: OrdinalTable, models: Sequence[str], space: SearchSpace, folds: int, rng: np.random.Generator
) -> dict[str, float]:
    """By family, log-likelihood of all rows, each by what was learned without its fold."""
    totals = dict.fromkeys(models, 0.0)
    for split in splits(table, folds, rng):
        for model, stream in zip(FAMILIES, rng.spawn(len(FAMILIES)), strict=True):
            if model in models:
                with collected_warnings():  # what is to be said of the fit of all rows was said there
                    fit = FAMILIES[model](split.train, space, stream, thorough=False)
                totals[model] += float(split.weights @ fit.log_probabilities(split.codes))
    return totals


def _known(models: Iterable[str]) -> list[str]:
    chosen = [models] if isinstance(models, str) else list(models)
    for model in chosen:
        if model not in FAMILIES:
            raise unknown_option("model", model, FAMILIES)
    if not chosen:
        raise InputValueError(OptionName("models"), "is empty", "name at least one family")
    return chosen
