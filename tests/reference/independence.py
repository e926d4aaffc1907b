"""Plain twins of the compiled tests of conditional independence, from their formulas."""

from itertools import combinations

import numpy as np
from scipy import optimize, stats


def fisher_z(correlation: np.ndarray, n_rows: float, x: int, y: int, given: list[int]) -> float:
    nodes = [x, y, *given]
    precision = np.linalg.inv(correlation[np.ix_(nodes, nodes)])
    r = -precision[0, 1] / np.sqrt(precision[0, 0] * precision[1, 1])
    return 2 * stats.norm.sf(np.sqrt(n_rows - len(given) - 3) * abs(np.arctanh(r)))


def strata(codes: np.ndarray, given: list[int]) -> list[np.ndarray]:
    """Rows of each configuration that occurs."""
    if not given:
        return [np.arange(len(codes))]
    _, label = np.unique(codes[:, given], axis=0, return_inverse=True)
    return [np.flatnonzero(label.ravel() == k) for k in range(label.max() + 1)]


def g_squared(codes: np.ndarray, levels: list[int], x: int, y: int, given: list[int], adaptive: bool) -> float:
    statistic, empty = 0.0, float(np.prod([levels[node] for node in [x, y, *given]]))
    for rows in strata(codes, given):
        table = np.zeros((levels[x], levels[y]))
        np.add.at(table, (codes[rows, x], codes[rows, y]), 1)
        expected = table.sum(1, keepdims=True) * table.sum(0) / table.sum()
        seen = table > 0
        statistic += 2 * np.sum(table[seen] * np.log(table[seen] / expected[seen]))
        empty -= seen.sum()
    df = (levels[x] - 1) * (levels[y] - 1) * np.prod([levels[node] for node in given])
    return stats.chi2.sf(statistic, max(1, df - empty) if adaptive else df)


def jonckheere(codes: np.ndarray, x: int, y: int, given: list[int]) -> float:
    """Standardised statistic; the moments come from all pairings of the values of a stratum, by the same formula as
    Kendall's (1970) variance, whose three terms are written out over tied groups."""
    deviation, variance = 0.0, 0.0
    for rows in strata(codes, given):
        a, b = codes[rows, x], codes[rows, y]
        for i, j in combinations(range(len(rows)), 2):
            deviation += 0.5 * np.sign(int(a[i]) - int(a[j])) * np.sign(int(b[i]) - int(b[j]))
        n = len(rows)
        if n < 3:
            continue
        ties = [np.unique(column, return_counts=True)[1] for column in (a, b)]
        first = [np.sum(t * (t - 1) * (2 * t + 5)) for t in ties]
        second = [np.sum(t * (t - 1) * (t - 2)) for t in ties]
        third = [np.sum(t * (t - 1)) for t in ties]
        variance += (n * (n - 1) * (2 * n + 5) - sum(first)) / 72
        variance += second[0] * second[1] / (36 * n * (n - 1) * (n - 2))
        variance += third[0] * third[1] / (8 * n * (n - 1))
    return 0.0 if variance <= 0 else deviation / np.sqrt(variance)


def dummies(codes: np.ndarray, columns: list[int]) -> np.ndarray:
    parts = [np.zeros((len(codes), 0))]
    parts += [(codes[:, [c]] == np.unique(codes[:, c])[1:]).astype(float) for c in columns]
    return np.hstack(parts)


def proportional_odds(target: np.ndarray, design: np.ndarray) -> float:
    """Maximised log-likelihood by a general optimiser, cuts parametrised by their logarithmic gaps."""
    n_cuts = int(target.max())

    def negative(parameters: np.ndarray) -> float:
        first, gaps, slope = parameters[0], parameters[1:n_cuts], parameters[n_cuts:]
        cuts = np.concatenate([[-np.inf, first], first + np.cumsum(np.exp(gaps)), [np.inf]])
        shift = design @ slope
        upper = stats.logistic.cdf(cuts[target + 1] - shift)
        lower = stats.logistic.cdf(cuts[target] - shift)
        # The line search may step to where a probability vanishes.
        return -np.sum(np.log(np.maximum(upper - lower, 1e-300)))

    start = np.zeros(n_cuts + design.shape[1])
    start[0] = stats.logistic.ppf(np.mean(target == 0))
    found = optimize.minimize(negative, start, method="BFGS", options={"gtol": 1e-8})
    return -found.fun


def symmetric_lrt(codes: np.ndarray, x: int, y: int, given: list[int]) -> float:
    ps = []
    for target, other in ((x, y), (y, x)):
        small, large = dummies(codes, given), dummies(codes, [*given, other])
        gain = 2 * (proportional_odds(codes[:, target], large) - proportional_odds(codes[:, target], small))
        ps.append(stats.chi2.sf(gain, large.shape[1] - small.shape[1]))
    return min(2 * min(ps), max(ps))
