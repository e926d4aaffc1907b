# SPDX-License-Identifier: MIT
"""The price of a better description: links that a family adds to those of the default, and links that it spares.

A better description is no proof of a better graph. A family that does not hold needs extra links for the dependence
that its paths cannot carry: dummies describe skewed latent variables better than the normal model does, but with more
links. Where a family does hold, the default is the one with extra links, or with missing ones: it detects dependence
that is monotone, but not one that changes direction. What counts, therefore, are the links that a family adds between
columns whose dependence the default detects, and those that it spares.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.graphs import Adjacency, skeleton

# The default detects a dependence if rank correlation accounts for at least this share of it.
_SEEN_SHARE = 0.5


@dataclass(frozen=True)
class LinkPrice:
    """Links of a family beside those of the default.

    Attributes
    ----------
    added
        Links that the default does without, although it detects the dependence of the two columns.
    spared
        Links of the default that the family does without.
    """

    added: int
    spared: int

    @property
    def is_too_high(self) -> bool:
        """Whether more links are added than spared."""
        return self.added > self.spared


def link_price(rows: OrdinalTable, default: Adjacency, other: Adjacency) -> LinkPrice:
    """What another graph adds to that of the default, and what it spares.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> cause = rng.integers(0, 5, 500)
    >>> rising, turning = (np.digitize(shift + rng.normal(size=500), [1, 3]) for shift in (cause, (cause - 2) ** 2))
    >>> rows = OrdinalTable.from_codes(np.column_stack([cause, rising, turning]))
    >>> link_price(rows, np.zeros((3, 3), dtype=np.int8), np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]]))
    LinkPrice(added=1, spared=0)
    """
    before, after = (skeleton(graph).astype(bool) for graph in (default, other))
    new = np.argwhere(np.triu(after & ~before)).tolist()
    seen = [pair for pair in new if _is_seen(rows, *pair)]
    return LinkPrice(len(seen), int(np.triu(before & ~after).sum()))


def _is_seen(rows: OrdinalTable, first: int, second: int) -> bool:
    """Whether correlations of ranks, and of indicators of categories, account for half of two columns' dependence."""
    counts = np.zeros((rows.n_levels[first], rows.n_levels[second]))
    np.add.at(counts, (rows.codes[:, first], rows.codes[:, second]), rows.row_weights)
    shares = counts / counts.sum()
    margins = shares.sum(axis=1), shares.sum(axis=0)
    independent = np.outer(*margins)
    held = shares > 0
    information = float(shares[held] @ np.log(shares[held] / independent[held]))
    kinds = rows.kinds[first], rows.kinds[second]
    left, right = (
        _contrasts(share) if kind == "nominal" else _ranks(share) for share, kind in zip(margins, kinds, strict=True)
    )
    correlations = np.linalg.svd(left.T @ shares @ right, compute_uv=False)
    return bool(-np.log1p(-np.minimum(correlations**2, 1 - 1e-12)).sum() / 2 >= _SEEN_SHARE * information)


def _ranks(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(levels, 1) mean rank of each level, with mean zero and variance one."""
    centred = np.cumsum(shares) - shares / 2 - 0.5
    return np.asarray(centred / np.sqrt(shares @ centred**2))[:, None]


def _contrasts(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(categories, categories − 1) uncorrelated contrasts of the categories, with mean zero and variance one."""
    root = np.sqrt(shares)
    axes = np.linalg.svd(root[None, :])[2]  # the first is the mean
    return np.asarray(axes[1:].T / root[:, None])
