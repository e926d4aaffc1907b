# SPDX-License-Identifier: MIT
"""Each column in a few bands, and functions of the bands that are uncorrelated with one another.

The bands of an ordinal column are its levels; many levels, rare ones and continuous values are grouped. The functions
of a column are polynomials in the mean latent value of a band, orthonormal under the fitted margin: the first tells low
from high, the second the ends from the middle, and so on. Averages of products of functions of two columns hold the
same information as their table, in coordinates that are uncorrelated if the columns are independent.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.kernels import normal
from ordag.latent import Margins
from ordag.latent.levels import cuts_outside

Array = npt.NDArray[np.float64]

# More levels than this are grouped into this many bands of about equal share; so are continuous values.
MOST_BANDS = 6
_EQUAL_BANDS = 5
# Bands in which fewer rows are expected, by number or share, are joined with their neighbour.
_FEWEST_ROWS, _LEAST_SHARE = 5.0, 0.02


@dataclass(frozen=True, eq=False)
class Bands:
    """Bands of all columns, padded to the same number of bands and functions.

    Attributes
    ----------
    cuts : (n, n_bands - 1)
        Latent values between bands, then +inf.
    is_continuous : (n,) bool
    single : (n, n_bands, n_bands - 1)
        Value of each function in each band; zero where a column has fewer.
    n_functions
        How many functions of a column are multiplied with those of others.
    """

    cuts: Array
    is_continuous: npt.NDArray[np.bool_]
    single: Array
    n_functions: int

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.cuts)

    @property
    def functions(self) -> Array:
        """(n, n_bands, n_functions) the functions that are multiplied."""
        return self.single[:, :, : self.n_functions]

    @property
    def shares(self) -> Array:
        """(n, n_bands) probability of each band."""
        return np.diff(normal.cdf(self.cuts), prepend=0.0, append=1.0, axis=1)

    def of_latent(self, latent: Array) -> npt.NDArray[np.intp]:
        """Band of each latent value, (n, n_rows)."""
        return np.stack([np.searchsorted(cuts, values) for cuts, values in zip(self.cuts, latent, strict=True)])

    def values(self, bands: npt.NDArray[np.intp]) -> Array:
        """(n · n_functions, n_rows) values of all functions in given bands, (n, n_rows)."""
        return np.concatenate([by_band[held].T for by_band, held in zip(self.functions, bands, strict=True)])


def bands_of(margins: Margins, n_rows: float, n_functions: int) -> Bands:
    """Bands of columns with the given margins.

    Parameters
    ----------
    margins
        Of a network.
    n_rows
        Of the data.
    n_functions
        How many functions of a column are multiplied with those of others; a column has one fewer than it has bands.

    Examples
    --------
    >>> margins = Margins((np.array([0.0]), np.empty(0)), np.zeros(2), np.ones(2))
    >>> bands = bands_of(margins, 100, 3)
    >>> bands.cuts.round(2)
    array([[ 0.  ,   inf,   inf,   inf],
           [-0.84, -0.25,  0.25,  0.84]])
    >>> bands.functions[0, :2, 0].round(2)
    array([-1.,  1.])
    """
    least = max(_LEAST_SHARE, _FEWEST_ROWS / max(n_rows, _FEWEST_ROWS))
    kept = [_cuts(cuts, margins.box_ends(column), least) for column, cuts in enumerate(margins.cuts)]
    most = max(1, *(cuts.size for cuts in kept))
    padded = np.full((len(kept), most), np.inf)
    for row, cuts in zip(padded, kept, strict=True):
        row[: cuts.size] = cuts
    functions = np.zeros((len(kept), most + 1, most))
    for column, cuts in enumerate(kept):
        functions[column, : cuts.size + 1, : cuts.size] = _polynomials(cuts)
    return Bands(padded, margins.is_continuous, functions, min(n_functions, most))


def _cuts(cuts: Array, boxes: Array, least: float) -> Array:
    """Cuts between bands: those of the levels, or of the quantiles nearest to them, without bands that are rare.

    Boxes of a continuous column, where many rows share a value, are not cut.
    """
    quantiles = normal.quantile(np.arange(1, _EQUAL_BANDS) / _EQUAL_BANDS)
    if not cuts.size and not len(boxes):
        return np.asarray(quantiles)
    if not cuts.size:
        cuts = cuts_outside(boxes, quantiles)
    if cuts.size >= MOST_BANDS:
        cuts = np.unique(cuts[np.abs(cuts[:, None] - quantiles).argmin(axis=0)])
    below = normal.cdf(cuts)
    kept: list[int] = []
    for position, share in enumerate(below):
        if share - (below[kept[-1]] if kept else 0.0) >= least and 1 - share >= least:
            kept.append(position)
    return cuts[kept]


def _polynomials(cuts: Array) -> Array:
    """(n_bands, n_bands - 1) polynomials in the mean latent value of a band, orthonormal under its share."""
    ends = np.concatenate([[-np.inf], cuts, [np.inf]])
    shares = np.diff(normal.cdf(ends))
    means = -np.diff(normal.pdf(ends)) / shares
    powers = means[:, None] ** np.arange(cuts.size + 1)
    root = np.sqrt(shares)[:, None]
    orthogonal, triangle = np.linalg.qr(root * powers)
    return np.asarray((orthogonal * np.sign(np.diag(triangle)) / root)[:, 1:])
