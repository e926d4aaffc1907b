"""Bivariate normal rectangles from the definition, in many digits: slow, for comparison only."""

import itertools
from functools import cache

import mpmath as mp
from mpmath.calculus.quadrature import GaussLegendre

DIGITS = 22
FAR = 45  # standard deviations, beyond which a density below 1e-440 is left out


def rectangle(lower, upper, rho) -> mp.mpf:
    """P(lower < (X, Y) <= upper) as the integral over x of the density times the conditional probability of y."""
    with mp.workdps(DIGITS):
        (a, c), (b, d) = ([mp.mpf(float(v)) for v in ends] for ends in (lower, upper))
        rho = mp.mpf(float(rho))
        if a >= b or c >= d:
            return mp.mpf(0)
        if abs(rho) == 1:
            ends = (c, d) if rho > 0 else (-d, -c)
            return interval(max(a, ends[0]), min(b, ends[1]))
        scale = mp.sqrt((1 - rho) * (1 + rho))

        def slice_at(x):
            return mp.npdf(x) * interval((c - rho * x) / scale, (d - rho * x) / scale)

        start, stop = max(a, -FAR), min(b, FAR)
        peak = peak_of(slice_at, start, stop)
        turns = [edge / rho for edge in (c, d) if rho and mp.isfinite(edge)]
        points = [p for turn in (peak, *turns) for p in geometric_steps(turn) if start < p < stop]
        ends = [start, *sorted(set(points)), stop]
        return sum(panel(slice_at, left, right) for left, right in itertools.pairwise(ends))


def interval(lower, upper) -> mp.mpf:
    """P(lower < X <= upper), from the tail in which it lies."""
    if lower >= upper:
        return mp.mpf(0)
    if lower > 0:
        lower, upper = -upper, -lower
    return (mp.erfc(-upper / mp.sqrt(2)) - mp.erfc(-lower / mp.sqrt(2))) / 2


@cache
def nodes():
    """Of the Gauss-Legendre rule with 24 points."""
    return GaussLegendre(mp.mp).calc_nodes(4, mp.mp.prec)


def panel(function, left, right) -> mp.mpf:
    """Integral over a short interval."""
    half = (right - left) / 2
    return half * sum(weight * function(left + half * (1 + node)) for node, weight in nodes())


def peak_of(function, left, right) -> mp.mpf:
    """Maximiser of a log-concave function."""
    for _ in range(60):
        third = (right - left) / 3
        if function(left + third) < function(right - third):
            left += third
        else:
            right -= third
    return (left + right) / 2


def geometric_steps(centre) -> list:
    """Points around a place where a function may turn quickly: the panels between them grow with the distance."""
    steps = [mp.mpf(4) ** k for k in range(-7, 3)]
    return [centre, *(centre - step for step in steps), *(centre + step for step in steps)]
