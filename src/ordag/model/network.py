# SPDX-License-Identifier: MIT
"""`FittedNetwork`: graph, margins and parameters of a latent Gaussian network, frozen.

Data have the *declared* levels; the parameters know the *estimated* ones, which are fewer where a declared level was
never observed and so has no interval of its own. Everything that a user sees is in declared levels: a level without an
interval is never predicted, and as evidence it counts as the level that it was merged with.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Kind, Label, Levels, MergedLevels, OrdinalTable, encode_like
from ordag.data.table import kind_of
from ordag.errors import InputValueError, unknown_option
from ordag.expectation import BoxArrays, latent_boxes
from ordag.graphs import Adjacency, as_dag, dag_to_cpdag
from ordag.latent import Coordinates, Margins
from ordag.maximization import Parameters, standardize
from ordag.model import checks
from ordag.model.coordinates import LatentCoordinates, among_variables
from ordag.model.display import counted
from ordag.model.edge_support import EdgeSupport
from ordag.model.equality import same_value
from ordag.model.fit_check import FitCheck
from ordag.model.hidden_nodes import BesideHidden, HiddenNodes
from ordag.model.labels import with_plain_labels
from ordag.model.provenance import Provenance

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

Matrix = npt.NDArray[np.float64]  # (n, n)
LevelMap = tuple[npt.NDArray[np.int16], ...]  # one array per column, empty for a continuous one


@dataclass(frozen=True)
class Criteria:
    """How well the network fits: observed-data log-likelihood and BIC, where computed."""

    log_likelihood: float | None = None
    bic: float | None = None


@dataclass(frozen=True, eq=False)
class FittedNetwork(BesideHidden):
    """A Bayesian network of ordinal and continuous variables with its parameters.

    Two networks are equal if all that they hold is, provenance included; equal fits are, and so is a network read from
    its file.

    Attributes
    ----------
    names, kinds, levels
        Of the columns, as declared; levels are ``()`` for a continuous column.
    margins
        Cuts of the estimated levels, mean and scale of continuous columns.
    dag, cpdag : (n, n)
        The graph and its equivalence class; ``[i, j] == 1`` means i → j.
    weights, noise, correlation
        Parameters of the latent variables, each of variance one; ``weights[i, j]`` belongs to i → j.
    estimated_codes
        Per column, the estimated level of each declared level.
    declared_codes
        Per column, the declared level that each estimated level stands for.
    penalty, criteria, support, provenance
        How the network was found and how well it fits, where known.
    latent
        The network of latent coordinates, where nominal variables own several; None where every variable owns one.
        With it, `weights`, `noise` and `correlation` of nominal variables are sizes (`ordag.model.coordinates`).
    fit_check, hidden
        Tables of pairs beside those that the network expects (`ordag.check_fit`); hidden causes beside the columns.
    doubted : (n, n) or None
        Arrows that are not settled in a better network with hidden causes (`ordag.hints.better_with_hidden`), True at
        [i, j] for i → j; None where none is better, or none was looked for.

    Examples
    --------
    >>> from ordag.latent import estimate_thresholds
    >>> from ordag.maximization import maximize
    >>> table = OrdinalTable.from_codes([[0, 0], [1, 1], [2, 1], [1, 0]], names=["sleep", "mood"])
    >>> dag = np.array([[0, 1], [0, 0]])
    >>> parameters = maximize(np.array([[1.0, 0.6], [0.6, 1.0]]), dag)
    >>> network = FittedNetwork.of(table.merged(), table, estimate_thresholds(table), dag, parameters)
    >>> network
    FittedNetwork(2 variables, 1 edge)
    >>> network.thresholds[1]
    array([0.])
    """

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    levels: tuple[Levels, ...]
    margins: Margins
    dag: Adjacency
    cpdag: Adjacency
    weights: Matrix
    noise: npt.NDArray[np.float64]
    correlation: Matrix
    estimated_codes: LevelMap
    declared_codes: LevelMap
    penalty: float | None = None
    criteria: Criteria = field(default_factory=Criteria)
    support: EdgeSupport | None = None
    provenance: Provenance | None = None
    fit_check: FitCheck | None = None
    latent: LatentCoordinates | None = None
    hidden: HiddenNodes | None = None
    doubted: npt.NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        for name, dtype in (("dag", np.int8), ("cpdag", np.int8), ("weights", float), ("noise", float)):
            object.__setattr__(self, name, checks.frozen_array(getattr(self, name), dtype))
        object.__setattr__(self, "correlation", checks.frozen_array(self.correlation, float))
        if self.doubted is not None:
            object.__setattr__(self, "doubted", checks.frozen_array(self.doubted, bool))
        checks.consistent(self)

    @classmethod
    def of(
        cls,
        merged: MergedLevels,
        table: OrdinalTable,
        margins: Margins,
        dag: Adjacency,
        parameters: Parameters,
        *,
        coordinates: Coordinates | None = None,
        provenance: Provenance | None = None,
        hidden: HiddenNodes | None = None,
    ) -> "FittedNetwork":
        """The network of a fit to ``merged.table``, which came from the declared `table` by ``table.merged()``.

        The equivalence class is that of the DAG; where background knowledge directs more edges, or where penalty,
        criteria or support are known, use ``dataclasses.replace``. Where variables own several `coordinates`, margins,
        graph and parameters are those of the coordinates.
        """
        latent = None
        if coordinates is not None and not coordinates.is_plain:
            split = coordinates.split(merged.table)
            # A file keeps one half of it.
            parameters = replace(parameters, correlation=(parameters.correlation + parameters.correlation.T) / 2)
            latent = LatentCoordinates(coordinates, cls.of(split.merged(), split, margins, dag, parameters))
            margins, dag = coordinates.margins(margins), coordinates.blocks.collapsed(dag)
            parameters = among_variables(parameters, coordinates)
        declared = tuple(
            np.array([labels.index(label) for label in kept], dtype=np.int16)
            for labels, kept in zip(table.levels, merged.table.levels, strict=True)
        )
        return cls(
            names=table.names,
            kinds=table.kinds,
            levels=table.levels,
            margins=margins,
            dag=dag,
            cpdag=dag_to_cpdag(dag),
            weights=parameters.weights,
            noise=parameters.noise,
            correlation=parameters.correlation,
            estimated_codes=merged.new_codes,
            declared_codes=declared,
            provenance=provenance,
            latent=latent,
            hidden=hidden,
        )

    @classmethod
    def from_parameters(
        cls,
        weights: npt.ArrayLike,
        margins: Margins | Sequence[npt.ArrayLike],
        *,
        names: Sequence[str] | None = None,
        levels: Sequence[Sequence[Label]] | None = None,
        noise: npt.ArrayLike | None = None,
    ) -> "FittedNetwork":
        """A network with known parameters, for instance the truth behind simulated data.

        Parameters
        ----------
        weights
            (n, n) weights, ``[i, j]`` belongs to i → j; the graph is where they differ from zero.
        margins
            Cuts of each column on the scale where every latent variable has variance one, or complete `Margins`. No
            cuts: a continuous column, standard normal.
        names, levels
            Of the columns; ``x0, x1, …`` and ``0, 1, …`` when left out.
        noise
            (n,) residual variances; 1 when left out. Weights and noise are rescaled to latent variances of one.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0.0], [-1.0, 1.0]], names=["sleep", "mood"])
        >>> network.correlation.round(3)
        array([[1.   , 0.707],
               [0.707, 1.   ]])
        """
        matrix = np.asarray(weights, dtype=np.float64)
        dag = as_dag(matrix != 0, "weights")
        n = len(dag)
        parameters = standardize(matrix, np.ones(n) if noise is None else np.asarray(noise, dtype=np.float64))
        if not isinstance(margins, Margins):
            cuts = tuple(np.asarray(column, dtype=np.float64) for column in margins)
            margins = Margins(cuts, np.zeros(n), np.ones(n))
        counts = [cuts.size + 1 if cuts.size else 0 for cuts in margins.cuts]
        labels = tuple(tuple(column) for column in (map(range, counts) if levels is None else levels))
        identity = tuple(np.arange(count, dtype=np.int16) for count in counts)
        return cls(
            names=tuple(f"x{j}" for j in range(n)) if names is None else tuple(names),
            kinds=tuple(kind_of(column) for column in labels),
            levels=labels,
            margins=margins,
            dag=dag,
            cpdag=dag_to_cpdag(dag),
            weights=parameters.weights,
            noise=parameters.noise,
            correlation=parameters.correlation,
            estimated_codes=identity,
            declared_codes=identity,
        )

    def __repr__(self) -> str:
        n, edges = counted(self.n_columns, "variable"), counted(self.n_edges, "edge")
        return f"FittedNetwork({n}, {edges}{self.and_hidden()})"

    def __eq__(self, other: object) -> bool:
        return same_value(self, other) if isinstance(other, FittedNetwork) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.names, self.dag.tobytes()))

    def _repr_html_(self) -> str:
        from ordag.model.notebook import as_html

        return as_html(self)

    @property
    def n_columns(self) -> int:
        """Number of variables."""
        return len(self.names)

    @property
    def n_edges(self) -> int:
        """Number of edges among the variables."""
        return int(self.dag.sum())

    @property
    def n_slopes(self) -> int:
        """Number of parameters of the edges: one for each, more between variables that own several coordinates."""
        return self.n_whole_edges or int((self.coordinates.blocks.n_parameters * self.dag).sum())

    @property
    def thresholds(self) -> tuple[npt.NDArray[np.float64], ...]:
        """Inner cuts between the estimated levels of each column; empty for a continuous one."""
        return self.margins.cuts

    def by_normal_scores(self, kind: Kind) -> tuple[str, ...]:
        """Columns of a kind whose values count by their normal scores."""
        columns = zip(self.names, self.kinds, self.margins.curves, strict=True)
        return tuple(name for name, own, curve in columns if own == kind and curve is not None)

    @property
    def parameters(self) -> Parameters:
        """Weights, noise and correlation together."""
        return Parameters(self.weights, self.noise, self.correlation)

    @property
    def coordinates(self) -> Coordinates:
        """Which latent coordinates each variable owns."""
        return Coordinates(((),) * self.n_columns) if self.latent is None else self.latent.coordinates

    @property
    def of_coordinates(self) -> "FittedNetwork":
        """The network of the latent coordinates: this one, where every variable owns a single one."""
        return self if self.latent is None else self.latent.network

    def is_nominal(self, column: int) -> bool:
        """Whether a variable owns several coordinates, because its categories have no order."""
        return bool(self.coordinates.orders[column])

    def edges_frame(self) -> pd.DataFrame:
        """One row per edge, strongest weight first: its ends, weight, support and latent correlation.

        `kind` is ``undirected`` where the data leave the direction open. `support` is the share of resamples with the
        link, `direction` the share of all resamples with the arrow, and `direction_if_linked` its share among those
        with the link; NaN without resamples. `standing` is how the edge is drawn: as an ``arrow``, a ``line`` or faint,
        being ``weak``. `known` is ``link`` for a required one, and ``direction`` where the other direction was ruled
        out beforehand: resamples say nothing about these. ``edges.csv`` holds the same table.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> network.edges_frame()[["from", "to", "kind", "weight"]].round(3)
            from    to        kind  weight
        0  sleep  mood  undirected   0.707
        """
        from ordag.model.export import edges_frame

        return edges_frame(self)

    def correlation_frame(self) -> pd.DataFrame:
        """Latent correlations with the names of the variables.

        Examples
        --------
        >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
        >>> round(network.correlation_frame().loc["sleep", "mood"], 3)
        np.float64(0.707)
        """
        return pd.DataFrame(self.correlation, index=list(self.names), columns=list(self.names))

    def plot(self, **options: Any) -> "Axes":
        """Draw the network and return the axes; options are those of `ordag.plots.plot_network`.

        Examples
        --------
        >>> ax = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"]).plot()
        >>> ax.figure.savefig("network.svg")  # doctest: +SKIP
        """
        from ordag.model.notebook import draw

        return draw(self, **options)

    def index(self, name: str) -> int:
        """Position of a variable; one that a frame calls by a number is found by it too.

        Examples
        --------
        >>> FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"]).index("mood")
        1
        """
        if str(name) not in self.names:
            raise unknown_option("variable", name, self.names)
        return self.names.index(str(name))

    def code(self, column: int, label: Label) -> int:
        """Declared code of a level; text that reads like the label will do."""
        for code, other in enumerate(self.levels[column]):
            if same_value(other, label):
                return code
        texts = [str(other) for other in self.levels[column]]
        if str(label) in texts:
            return texts.index(str(label))
        if not self.levels[column]:
            raise InputValueError(f"variable {self.names[column]!r}", "is continuous", f"it has no level {label!r}")
        raise unknown_option(f"level of {self.names[column]!r}", label, texts)

    def encode(self, frame: Any, *, allow_absent: bool = False, unneeded: Sequence[str] = ()) -> OrdinalTable:
        """Table of new rows in the declared levels.

        With `allow_absent`, columns that they lack are all missing, which is warned of unless they are `unneeded`.
        """
        return encode_like(
            with_plain_labels(frame, self.names, self.levels),
            names=self.names,
            levels=self.levels,
            kinds=self.kinds,
            allow_absent=allow_absent,
            unneeded=unneeded,
        )

    def estimated(self, table: OrdinalTable) -> OrdinalTable:
        """The rows of a table with declared levels in estimated levels, each entry in the level it was merged with."""
        merged = [j for j in range(self.n_columns) if self.estimated_codes[j].size != self.declared_codes[j].size]
        if not merged:
            return table
        codes, levels = table.codes.copy(order="F"), list(table.levels)
        for j in merged:
            present = codes[:, j] >= 0
            codes[present, j] = self.estimated_codes[j][codes[present, j]]
            levels[j] = tuple(self.levels[j][code] for code in self.declared_codes[j])
        return replace(table, codes=codes, levels=tuple(levels))

    def boxes(self, table: OrdinalTable) -> BoxArrays:
        """Boxes of the latent coordinates for the rows of a table with declared levels."""
        return latent_boxes(self.coordinates.split(self.estimated(table)), self.of_coordinates.margins)

    def save(self, path: "str | os.PathLike[str]", *, force: bool = False) -> None:
        """Write the network to a JSON file, whole or not at all; an existing file is replaced only with `force`.

        Levels that are neither text nor numbers, such as dates, are text in the file; data with the objects still fit.
        """
        from ordag.model.storage import save

        save(self, path, force=force)

    @classmethod
    def load(cls, path: "str | os.PathLike[str] | Path") -> "FittedNetwork":
        """Read a network from a file that `save` wrote, with this version of ordag or an earlier one."""
        from ordag.model.storage import load

        return load(path)

    def export(
        self,
        path: "str | os.PathLike[str]",
        *,
        format: str | None = None,  # noqa: A002  # what users call it
        force: bool = False,
        raw: bool = False,
    ) -> None:
        """Write the network in the format of another program; see `ordag.model.export`."""
        from ordag.model.export import export

        export(self, path, format=format, force=force, raw=raw)
