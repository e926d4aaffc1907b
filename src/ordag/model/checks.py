# SPDX-License-Identifier: MIT
"""What must hold for a network to make sense; a damaged file fails here at the latest."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ordag.data.table import KINDS, NUMBER_KINDS, Levels
from ordag.errors import InputValueError, OptionError, RequirementError
from ordag.graphs import as_adjacency, as_dag, skeleton
from ordag.maximization import Parameters, standardize
from ordag.messages import OptionName, UseFunction

if TYPE_CHECKING:
    from ordag.model.network import FittedNetwork

# Weights and noise imply the correlation; what files and float arithmetic may lose lies far below this.
CORRELATION_TOLERANCE = 1e-6


def frozen_array(array: npt.ArrayLike, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The array with this dtype, read-only."""
    out = np.array(array, dtype=dtype)
    out.flags.writeable = False
    return out


def consistent(network: "FittedNetwork") -> None:
    """Raise an error unless all parts of a network fit together."""
    _columns(network)
    for column in range(network.n_columns):
        _levels(network, column)
    _graphs(network)
    _parameters(network)
    _latent(network)
    if network.doubted is not None:
        _matrix(network.doubted.astype(float), "doubted", network.n_columns)
        if network.doubted[network.dag == 0].any():
            raise RequirementError("doubted arrows", "be arrows of the network")
    if network.support is not None:
        for name in ("support", "direction"):
            shares = getattr(network.support, name)
            _matrix(shares, name, network.n_columns)
            if (shares < 0).any() or (shares > 1).any():
                raise RequirementError(name, "hold shares between 0 and 1")


def _columns(network: "FittedNetwork") -> None:
    n = network.n_columns
    if n == 0:
        raise InputValueError("a network", "needs at least one variable", "found none")
    if len(set(network.names)) != n:
        twice = next(name for name in network.names if network.names.count(name) > 1)
        raise RequirementError("names of variables", "differ", f"{twice!r} occurs more than once")
    margins = network.margins
    for what, length in (
        ("kinds", len(network.kinds)),
        ("levels", len(network.levels)),
        ("cuts", len(margins.cuts)),
        ("means", len(margins.means)),
        ("scales", len(margins.scales)),
        ("estimated_codes", len(network.estimated_codes)),
        ("declared_codes", len(network.declared_codes)),
    ):
        if length != n:
            raise RequirementError(what, f"have one entry per variable ({n})", f"found {length}")
    if not (np.isfinite(margins.means).all() and np.isfinite(margins.scales).all() and (margins.scales > 0).all()):
        raise RequirementError("means and scales", "be finite, and scales positive")


def _levels(network: "FittedNetwork", column: int) -> None:
    """Kind, levels, cuts and level maps of one variable."""
    name, levels, cuts = network.names[column], network.levels[column], network.margins.cuts[column]
    _labels(name, network.kinds[column], levels)
    estimated, declared = network.estimated_codes[column], network.declared_codes[column]
    n_estimated = cuts.size + 1 if levels else 0
    if cuts.ndim != 1 or not np.isfinite(cuts).all() or (cuts[1:] <= cuts[:-1]).any():
        raise RequirementError(f"cuts of {name!r}", "be finite and ascending", f"found {cuts.tolist()}")
    if bool(levels) != bool(cuts.size):
        raise InputValueError(
            repr(name), f"has {len(levels)} levels and {cuts.size} cuts", "both or neither must be there"
        )
    # Each estimated level stands for a declared one that maps back to it, and the maps keep the order. Of a nominal
    # variable a category that was never seen has none.
    to_estimated, to_declared = estimated.tolist(), declared.tolist()
    standing = [code for code in to_estimated if code >= 0] if network.kinds[column] == "nominal" else to_estimated
    fits = (
        estimated.shape == (len(levels),)
        and declared.shape == (n_estimated,)
        and all(0 <= code < n_estimated for code in standing)
        and all(0 <= code < len(levels) for code in to_declared)
        and [to_estimated[code] for code in to_declared] == list(range(n_estimated))
        and standing == sorted(standing)
    )
    if not fits:
        raise InputValueError(
            repr(name),
            f"has {len(levels)} declared and {n_estimated} estimated levels",
            f"its codes {estimated.tolist()} and {declared.tolist()} do not map one onto the other",
        )


def _labels(name: str, kind: str, levels: Levels) -> None:
    if kind not in KINDS or (kind in NUMBER_KINDS) != (not levels) or (kind == "binary" and len(levels) != 2):
        raise InputValueError(f"kind of {name!r}", f"is {kind!r}, which does not go with {len(levels)} levels")
    if levels and (len(levels) < 2 or len(set(map(repr, levels))) != len(levels)):
        raise RequirementError(f"levels of {name!r}", "be two or more different labels", f"found {list(levels)}")


def _graphs(network: "FittedNetwork") -> None:
    """The DAG is one, and a member of its class."""
    dag, cpdag = as_dag(network.dag), as_adjacency(network.cpdag, "cpdag")
    n = network.n_columns
    if dag.shape != (n, n) or cpdag.shape != (n, n):
        raise RequirementError("dag and cpdag", f"be {n} × {n}", f"found {dag.shape} and {cpdag.shape}")
    if not np.array_equal(skeleton(dag), skeleton(cpdag)) or (dag > cpdag).any():
        raise RequirementError(
            OptionName("dag"), "be a member of the class cpdag", "some edge is absent there or points elsewhere"
        )


def _parameters(network: "FittedNetwork") -> None:
    n = network.n_columns
    _matrix(network.weights, "weights", n)
    _matrix(network.correlation, "correlation", n)
    if network.noise.shape != (n,) or not np.isfinite(network.noise).all() or (network.noise <= 0).any():
        raise OptionError("noise", network.noise.tolist(), f"{n} finite positive variances")
    if (network.weights[network.dag == 0] != 0).any():
        raise RequirementError(OptionName("weights"), "be zero wherever the dag has no edge")
    if network.hidden is not None:
        network.hidden.check(network.dag, network.weights, network.correlation, network.names)
    elif network.latent is None:  # else they are sizes, of which the coordinates have the numbers
        _implied(network)


def implied_by(weights: npt.NDArray[np.float64], noise: npt.NDArray[np.float64]) -> Parameters:
    """What weights and noise give; infinite or no numbers where weights are too large for a computer."""
    with np.errstate(all="ignore"):
        try:
            return standardize(weights, noise)
        except np.linalg.LinAlgError:  # products of small numbers that vanish
            unknown = np.full_like(weights, np.nan)
            return Parameters(unknown, np.full_like(noise, np.nan), unknown)


def _implied(network: "FittedNetwork") -> None:
    """Weights and noise imply the correlation, and variances of one."""
    implied = implied_by(network.weights, network.noise)
    gaps = (implied.correlation - network.correlation, implied.noise - network.noise)
    gap = float(np.abs(np.concatenate([part.ravel() for part in gaps])).max())
    if not gap <= CORRELATION_TOLERANCE:
        raise RequirementError(
            "weights and noise",
            "give every latent variable the variance one, and imply the correlation",
            f"they are off by {gap:.2g}",
            remedies=[UseFunction("ordag.maximization.standardize")],
        )


def _latent(network: "FittedNetwork") -> None:
    """The coordinates are those of the variables, and their graph is that of the variables."""
    if network.latent is None:
        for name, kind, declared in zip(network.names, network.kinds, network.declared_codes, strict=True):
            if kind == "nominal" and declared.size > 2:
                raise InputValueError(f"kind of {name!r}", "is 'nominal', which needs latent coordinates of its own")
        return
    coordinates, behind = network.latent.coordinates, network.latent.network
    blocks = coordinates.blocks
    told = [
        sorted(order) == list(range(declared.size)) if order else kind != "nominal" or declared.size == 2
        for order, declared, kind in zip(coordinates.orders, network.declared_codes, network.kinds, strict=True)
    ]
    if len(told) != network.n_columns or not all(told) or behind.n_columns != len(blocks.owners):
        raise RequirementError("coordinates", "be those of the variables", "each category is asked for once")
    if not np.array_equal(blocks.expanded(network.dag), behind.dag):
        raise RequirementError("the graph of the coordinates", "be that of the variables")


def _matrix(matrix: npt.NDArray[np.float64], name: str, n: int) -> None:
    if np.shape(matrix) != (n, n) or not np.isfinite(matrix).all():
        raise RequirementError(name, f"be a finite {n} × {n} matrix", f"found shape {np.shape(matrix)}")
