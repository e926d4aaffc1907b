# SPDX-License-Identifier: MIT
"""Diagnostics of a sampler: effective sample sizes and split R-hat over chains.

Both take draws of shape (n_chains, n_draws, ...) and work on every trailing entry at once, so that the score trace and
all edge indicators go through the same code. Definitions follow Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021),
"Rank-normalization, folding, and localization: an improved R-hat", without the rank step, which would do nothing for
0/1 indicators. Each chain is cut into halves first, so that a drift within one chain shows.
"""

import numpy as np
import numpy.typing as npt

Draws = npt.NDArray[np.float64]  # (n_chains, n_draws, ...)
Values = npt.NDArray[np.float64]  # the trailing shape of the draws

_FEWEST_DRAWS = 4  # two per half: below that no variance within


def split_r_hat(draws: npt.ArrayLike) -> Values:
    """Ratio of pooled to within-chain standard deviation, near 1 once the chains agree.

    Parameters
    ----------
    draws
        Shape (n_chains, n_draws, ...). One chain is enough: its halves are compared.

    Returns
    -------
    Values
        One ratio per trailing entry; 1 for an entry that never changes, infinity for one that is constant within each
        half but not across them, NaN with fewer than four draws.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> agree = rng.normal(size=(4, 500))
    >>> bool(split_r_hat(agree) < 1.01)
    True
    >>> bool(split_r_hat(agree + np.arange(4)[:, None]) > 1.5)
    True
    """
    halves = _split(draws)
    if halves.shape[1] < _FEWEST_DRAWS // 2:
        return np.full(halves.shape[2:], np.nan)
    within = halves.var(axis=1, ddof=1).mean(axis=0)
    pooled = _pooled_variance(halves, within)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.sqrt(pooled / within)
    return np.where(pooled == 0, 1.0, ratio)


def effective_sample_size(draws: npt.ArrayLike) -> Values:
    """Number of independent draws that would estimate the mean as well.

    The autocorrelation time is summed over Geyer's initial monotone sequence, pooled over the half chains.

    Parameters
    ----------
    draws
        Shape (n_chains, n_draws, ...).

    Returns
    -------
    Values
        One size per trailing entry; the number of draws for an entry that never changes, NaN with fewer than four
        draws.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> independent = rng.normal(size=(2, 1000))
    >>> bool(effective_sample_size(independent) > 1500)
    True
    >>> bool(effective_sample_size(np.repeat(independent, 10, axis=1)) < 2500)
    True
    """
    halves = _split(draws)
    n_halves, length = halves.shape[:2]
    if length < _FEWEST_DRAWS // 2:
        return np.full(halves.shape[2:], np.nan)
    covariance = _autocovariance(halves).mean(axis=0)
    within = covariance[0] * length / (length - 1)
    pooled = _pooled_variance(halves, within)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = 1.0 - (within - covariance * length / (length - 1)) / pooled
    correlation[0] = 1.0
    n_total = n_halves * length
    # antithetic chains may beat independence, but a time shorter than this is noise (Vehtari et al., section 3.2)
    time = np.maximum(_autocorrelation_time(correlation), 1.0 / max(np.log10(n_total), 1.0))
    return np.where(pooled == 0, float(n_total), n_total / time)


def _split(draws: npt.ArrayLike) -> Draws:
    """Halves of each chain as chains of their own; the middle draw of an odd number is left out."""
    chains = np.asarray(draws, dtype=np.float64)
    half = chains.shape[1] // 2
    return np.concatenate([chains[:, :half], chains[:, chains.shape[1] - half :]])


def _pooled_variance(halves: Draws, within: Values) -> Values:
    """Variance of the target, overestimated while the chains have not met."""
    length = halves.shape[1]
    between = halves.mean(axis=1).var(axis=0, ddof=1)
    pooled: Values = within * (length - 1) / length + between
    return pooled


def _autocovariance(halves: Draws) -> Draws:
    """Autocovariance at every lag (axis 1), divided by the length, through the Fourier transform."""
    length = halves.shape[1]
    centred = halves - halves.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, n=2 * length, axis=1)
    covariance: Draws = np.fft.irfft(np.abs(spectrum) ** 2, n=2 * length, axis=1)[:, :length] / length
    return covariance


def _autocorrelation_time(correlation: Draws) -> Values:
    """1 + 2 Σ ρ(lag), cut where sums of neighbouring lags turn negative and kept from rising (Geyer 1992)."""
    n_pairs = correlation.shape[0] // 2
    pairs = correlation[0 : 2 * n_pairs : 2] + correlation[1 : 2 * n_pairs : 2]
    kept = np.cumprod(pairs > 0, axis=0)
    falling = np.minimum.accumulate(pairs, axis=0)
    time: Values = 2.0 * np.where(kept, falling, 0.0).sum(axis=0) - 1.0
    return time
