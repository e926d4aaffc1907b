# SPDX-License-Identifier: MIT
"""Correlations of a Gaussian copula, for Fisher's z (Hoff 2007; Cui, Groot and Heskes 2016)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.errors import RequirementError, warn
from ordag.kernels import normal
from ordag.kernels.copula import sample_copula
from ordag.messages import OptionName
from ordag.options import as_count
from ordag.remarks import CopulaInterrupted

Matrix = npt.NDArray[np.float64]  # (n, n), symmetric

LEAST_DRAWS = 2  # of which there is a standard deviation


@dataclass(frozen=True, eq=False)
class CopulaCorrelation:
    """Posterior of the correlations of a Gaussian copula.

    Attributes
    ----------
    mean, sd
        (n, n) posterior mean and standard deviation of each correlation.
    effective_rows
        (n, n) number of rows of complete normal data with the same information: ((1 − mean²) / sd)². Coarse levels and
        missing entries lower it.
    """

    mean: Matrix
    sd: Matrix

    @property
    def effective_rows(self) -> Matrix:
        """Number of rows of complete normal data with the same information about each correlation."""
        inside = ~np.eye(len(self.mean), dtype=bool)
        rows = np.divide(1 - self.mean**2, self.sd, out=np.zeros_like(self.mean), where=inside & (self.sd > 0)) ** 2
        np.fill_diagonal(rows, rows.max(initial=0.0))
        return rows


def copula_correlation(
    table: OrdinalTable, rng: np.random.Generator, *, n_draws: int = 1000, n_burn_in: int = 500
) -> CopulaCorrelation:
    """Correlations of the Gaussian copula of a table, sampled under the extended rank likelihood (Hoff 2007).

    Only the order of the levels enters. Missing entries are sampled along, which is right when they are missing at
    random. Continuous columns are put to their normal scores. Columns with few levels mix slowly: with 1 000 draws two
    seeds differ by some hundredths in each correlation, with 20 000 by less than one. Ctrl-C returns the mean so far,
    with a warning.

    Parameters
    ----------
    table
        The encoded rows.
    rng
        Source of the seed.
    n_draws, n_burn_in
        Sweeps, and how many of them are left out at the start.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> latent = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 1000)
    >>> table = OrdinalTable.from_codes(np.digitize(latent, [-0.5, 0.5]))
    >>> correlation = copula_correlation(table, rng, n_draws=200, n_burn_in=100).mean
    >>> bool(abs(correlation[0, 1] - 0.6) < 0.1)
    True
    """
    if not as_count("n_burn_in", n_burn_in, least=0) < as_count("n_draws", n_draws) - 1:
        raise RequirementError(OptionName("n_burn_in"), "be below n_draws - 1", f"found {n_burn_in} of {n_draws}")
    continuous = [kind in NUMBER_KINDS for kind in table.kinds]
    n = table.n_columns
    # Degrees of freedom and scale of the prior: those of the copula PC of Cui et al.
    prior_rows = n + 1.0
    mean, sd, kept = sample_copula(
        table.codes,
        [max(levels, 1) for levels in table.n_levels],
        _starting_values(table, continuous, rng),
        continuous,
        (prior_rows, prior_rows / table.n_rows),
        (n_draws, n_burn_in),
        int(rng.integers(2**63)),
    )
    if kept < n_draws - n_burn_in:
        _tell_interruption(kept)
    return CopulaCorrelation(mean, sd)


def _tell_interruption(kept: int) -> None:
    if kept < LEAST_DRAWS:
        raise KeyboardInterrupt
    warn(CopulaInterrupted(kept))


def _starting_values(table: OrdinalTable, continuous: list[bool], rng: np.random.Generator) -> Matrix:
    """Normal scores of the observed entries, normal draws for the missing ones."""
    from scipy.stats import rankdata  # takes longer to import than all else that prediction needs

    values = table.codes.astype(np.float64)
    values[:, continuous] = table.continuous
    latent = rng.normal(size=values.shape)
    for column, missing, out, is_continuous in zip(values.T, table.missing.T, latent.T, continuous, strict=True):
        # Ties of levels are broken at random, so that the entries of a level start spread over their interval.
        # Continuous entries stay where they are put, so that equal ones get equal scores.
        seen = rng.permutation(np.flatnonzero(~missing))
        ranks = rankdata(column[seen], method="average" if is_continuous else "ordinal")
        out[seen] = normal.quantile(ranks / (len(seen) + 1))
    return latent
