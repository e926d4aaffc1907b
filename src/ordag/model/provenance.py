# SPDX-License-Identifier: MIT
"""Where a network comes from: the data, the settings, the programs."""

import hashlib
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy

from ordag import __version__
from ordag.data import OrdinalTable, TablePlan
from ordag.graphs import Adjacency
from ordag.search import SearchSpace

Plain: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True)
class DataChoices:
    """What was chosen of the data before the fit.

    Attributes
    ----------
    weights
        Column with the weights of the rows.
    effective_rows
        As how many rows of equal weight the weighted ones count.
    ignored
        Columns that were left out.
    missing
        Entries that were taken as missing, as the option ``missing`` has them.
    dropped_rows
        How many rows were dropped because they look like no answers.
    """

    weights: str | None = None
    effective_rows: float | None = None
    ignored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    dropped_rows: int = 0


@dataclass(frozen=True)
class FitSettings:
    """What a fit was asked for: options of `ordag.OSEM`, described there; None where nothing is known.

    Options that are no plain values are texts: the edges that are required, a search, a prior.

    Attributes
    ----------
    model
        Family of models that the graph comes from, where another than the latent one was asked for or chosen.
    """

    mode: str | None = None
    model: str | None = None
    hidden: int | str | None = None
    penalty: float | str | None = None
    criterion: str | None = None
    prior: str | None = None
    n_draws: int | None = None
    search: str | None = None
    max_parents: int | None = None
    required: str | None = None
    forbidden: str | None = None
    tiers: str | None = None
    levels: str | None = None
    kinds: str | None = None
    columns: str | None = None
    max_rows: int | str | None = None
    warm_start: bool | None = None
    random_state: int | str | None = None

    @classmethod
    def of(cls, options: Mapping[str, object]) -> "FitSettings":
        """The settings among some options; those on which no result depends are left out.

        Examples
        --------
        >>> FitSettings.of({"penalty": "auto", "tiers": [["age"], ["mood"]], "verbose": True}).known()
        {'penalty': 'auto', 'tiers': "[['age'], ['mood']]"}
        """
        named: dict[str, Any] = {each.name: plain(options.get(each.name)) for each in fields(cls)}
        return cls(**named)

    def known(self) -> dict[str, Plain]:
        """What is known, by name."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name)) is not None}


@dataclass(frozen=True)
class KnownEdges:
    """Edges of a network, by name, that rest on what was known beforehand, so that no resample can lack them.

    Attributes
    ----------
    required
        Edges that had to be there.
    one_way
        Edges whose other direction was ruled out, required ones among them.
    """

    required: tuple[tuple[str, str], ...] = ()
    one_way: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, dag: Adjacency, space: SearchSpace) -> "KnownEdges":
        """Those of a graph that the space settles; nodes beyond those of the space are left out.

        Examples
        --------
        >>> space = SearchSpace(["age", "mood", "ill"], required=[("mood", "ill")], tiers=[["age"], ["mood", "ill"]])
        >>> known = KnownEdges.of(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]), space)
        >>> known.required, known.one_way
        ((('mood', 'ill'),), (('age', 'mood'), ('mood', 'ill')))
        """
        edges = dag[: space.n_nodes, : space.n_nodes] != 0
        must = space.must != 0

        def named(chosen: npt.NDArray[np.bool_]) -> tuple[tuple[str, str], ...]:
            return tuple((str(space.names[i]), str(space.names[j])) for i, j in np.argwhere(edges & chosen))

        return cls(named(must), named(must | ~space.allowed.T))


@dataclass(frozen=True)
class Provenance:
    """The data that a network was fitted to, and how.

    Attributes
    ----------
    n_rows, n_missing
        Size of the data, and how many of its entries are missing.
    n_learned
        Rows that the graph was learned from, if these are a random sample of all.
    data_sha256
        Fingerprint of names, levels, codes, continuous values, weights, clusters and curves.
    settings
        What was asked for.
    versions
        Versions of the programs by name.
    seed
        Of the random numbers, if it was a number.
    created
        When, in ISO 8601; None unless asked for, so that equal fits give equal files.
    choices
        What was chosen of the data before the fit, as far as it is known.
    all_forbidden
        Whether no link was allowed, however this was stated.
    wordings
        What was asked, by column, where the data tell.
    known
        Which of the edges, and of their directions, were known beforehand.
    subscales
        Of a questionnaire, to which columns belong, by column.
    """

    n_rows: int
    n_missing: int
    data_sha256: str
    settings: FitSettings = FitSettings()
    versions: tuple[tuple[str, str], ...] = ()
    seed: int | None = None
    created: str | None = None
    n_learned: int | None = None
    choices: DataChoices = DataChoices()
    all_forbidden: bool = False
    wordings: tuple[tuple[str, str], ...] = ()
    known: KnownEdges = KnownEdges()
    subscales: tuple[tuple[str, str], ...] = ()

    def with_plan(self, plan: TablePlan, names: Collection[str]) -> "Provenance":
        """The same with what was asked in the columns of these names, and the subscales that they belong to."""
        wordings, subscales = (
            tuple((name, text) for name, text in texts.items() if name in names)
            for texts in (plan.wordings, plan.subscales)
        )
        return replace(self, wordings=wordings, subscales=subscales)


def provenance_of(
    table: OrdinalTable,
    options: Mapping[str, object],
    *,
    seed: int | None = None,
    created: str | None = None,
    n_learned: int | None = None,
    all_forbidden: bool = False,
    known: KnownEdges = KnownEdges(),
) -> Provenance:
    """Provenance of a fit to this table, by an estimator with these options, with the programs that are running.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0, 1], [1, -1]])
    >>> provenance = provenance_of(table, {"penalty": "auto"}, seed=1)
    >>> provenance.n_rows, provenance.n_missing, provenance.settings.penalty
    (2, 1, 'auto')
    """
    return Provenance(
        n_rows=table.n_rows,
        n_missing=int(np.count_nonzero(table.missing)),
        data_sha256=fingerprint(table),
        settings=FitSettings.of(options),
        versions=(("ordag", __version__), ("numpy", np.__version__), ("scipy", scipy.__version__)),
        seed=seed,
        created=created,
        n_learned=n_learned,
        all_forbidden=all_forbidden,
        known=known,
    )


def fingerprint(table: OrdinalTable) -> str:
    """SHA-256 of all that a table holds, the same on every machine."""
    digest = hashlib.sha256(repr((table.names, table.kinds, table.levels, table.codes.shape)).encode())
    # The stored order, column after column, is hashed without a copy.
    digest.update(np.ascontiguousarray(table.codes.T, dtype="<i2").data)
    digest.update(np.ascontiguousarray(table.continuous.T, dtype="<f8").data)
    if table.weights is not None:
        digest.update(np.ascontiguousarray(table.weights, dtype="<f8").data)
    if table.clusters is not None:
        digest.update(np.ascontiguousarray(table.clusters, dtype="<i4").data)
    for place, curve in enumerate(table.column_curves):
        if curve is not None:
            digest.update(repr((place, len(curve.latent))).encode())
            digest.update(np.ascontiguousarray([curve.latent, curve.values], dtype="<f8").data)
    return digest.hexdigest()


def plain(value: object) -> Plain:
    """A value as a file can hold it: one that is no plain value as text."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
