"""Polychoric and polyserial correlations from their likelihoods, by quadrature and root finding: slow and plain."""

import itertools

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import multivariate_normal, norm

# Roots are looked for between these; the quadrature is good to 1e-13 there.
BRACKET = (-0.99, 0.99)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(400)
SMALLEST = 1e-300


def polychoric(counts, cuts_x, cuts_y, bracket=BRACKET) -> float:
    """Root in rho of the derivative of sum counts log P(cell), cells by quadrature and slopes by corner densities."""

    def score(rho):
        return sum(
            counts[i, j] * cell_slope(x, y, rho) / cell_probability(x, y, rho)
            for i, x in enumerate(intervals(cuts_x))
            for j, y in enumerate(intervals(cuts_y))
            if counts[i, j] > 0
        )

    return brentq(score, *bracket, xtol=1e-12)


def polyserial(codes, values, cuts) -> float:
    """Root in rho of the derivative of sum log P(level | value), by differences of eighth order."""
    lower, upper = (np.array(ends)[codes] for ends in zip(*intervals(cuts), strict=True))

    def log_likelihood(rho):
        scale = np.sqrt(1 - rho**2)
        return np.log(between((lower - rho * values) / scale, (upper - rho * values) / scale)).sum()

    step = 1e-3
    stencil = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}

    def score(rho):
        return sum(c * (log_likelihood(rho + k * step) - log_likelihood(rho - k * step)) for k, c in stencil.items())

    return brentq(score, BRACKET[0] + 0.1, BRACKET[1] - 0.1, xtol=1e-12)


def intervals(cuts) -> list:
    """Between neighbouring cuts, the outermost unbounded."""
    return list(itertools.pairwise([-np.inf, *cuts, np.inf]))


def between(lower, upper):
    """P(lower < X <= upper), from the tail in which it lies."""
    return np.maximum(np.where(lower > 0, ndtr(-lower) - ndtr(-upper), ndtr(upper) - ndtr(lower)), SMALLEST)


def cell_probability(x, y, rho) -> float:
    scale = np.sqrt(1 - rho**2)
    start, stop = max(x[0], -9), min(x[1], 9)
    t = start + (stop - start) * (NODES + 1) / 2
    return (stop - start) / 2 * WEIGHTS @ (norm.pdf(t) * between((y[0] - rho * t) / scale, (y[1] - rho * t) / scale))


def cell_slope(x, y, rho) -> float:
    normal = multivariate_normal([0, 0], [[1, rho], [rho, 1]])
    signs = [(1, x[1], y[1]), (-1, x[0], y[1]), (-1, x[1], y[0]), (1, x[0], y[0])]
    return sum(sign * normal.pdf([h, k]) for sign, h, k in signs if np.isfinite([h, k]).all())
