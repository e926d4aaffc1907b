"""Small latent networks and plain answers about them: quadrature from the formula, simulation from the definition."""

import numpy as np
from scipy import integrate
from scipy.special import ndtr

from ordag.model import FittedNetwork

COLLIDER = np.array([[0.0, 0.0, 0.8], [0.0, 0.0, -0.6], [0.0, 0.0, 0.0]])
CHAIN = np.array([[0.0, 0.9, 0.0], [0.0, 0.0, 0.7], [0.0, 0.0, 0.0]])
CUTS = ([-0.4, 0.9], [0.2], [-1.0, 0.0, 0.8])
LEVELS = (("bad", "fair", "good"), ("no", "yes"), (1, 2, 3, 4))
NAMES = ("sleep", "pain", "mood")


def three_variables(weights=COLLIDER) -> FittedNetwork:
    """Three ordinal variables with 3, 2 and 4 levels."""
    return FittedNetwork.from_parameters(weights, CUTS, names=NAMES, levels=LEVELS)


def random_network(n, rng, *, continuous=(), density=0.4) -> FittedNetwork:
    """Weights of size 0.4 to 1 on a random DAG, 2 to 4 levels."""
    edges = np.triu(rng.random((n, n)) < density, 1)
    weights = edges * rng.uniform(0.4, 1, (n, n)) * rng.choice([-1, 1], (n, n))
    order = rng.permutation(n)
    cuts = [[] if j in continuous else np.sort(rng.normal(size=rng.integers(1, 4))) for j in range(n)]
    return FittedNetwork.from_parameters(weights[np.ix_(order, order)], cuts)


def density(z):
    """Of a standard normal variable; scipy.stats takes fifty times as long for one value."""
    return np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)


def box_probability(lower, upper, correlation) -> float:
    """Mass of a box of three correlated standard normal variables by nested adaptive quadrature."""
    factor = np.linalg.cholesky(correlation)

    def inner(first: float, second: float) -> float:
        mean = factor[2, :2] @ (first, second)
        edges = ndtr((np.array([lower[2], upper[2]]) - mean) / factor[2, 2])
        return float(edges[1] - edges[0])

    def middle(first: float) -> float:
        low, high = ((end - factor[1, 0] * first) / factor[1, 1] for end in (lower[1], upper[1]))
        low, high = max(low, -9.0), min(high, 9.0)
        if low >= high:
            return 0.0
        found = integrate.quad(lambda z: density(z) * inner(first, z), low, high, epsabs=1e-10, limit=100)
        return found[0]

    low, high = max(lower[0], -9.0), min(upper[0], 9.0)
    return integrate.quad(lambda z: density(z) * middle(z), low, high, epsabs=1e-9, limit=100)[0]


def joint_table(network) -> np.ndarray:
    """Probability of every combination of levels of a network of three ordinal variables."""
    ends = [np.concatenate([[-np.inf], cuts, [np.inf]]) for cuts in network.thresholds]
    table = np.empty([len(e) - 1 for e in ends])
    for cell in np.ndindex(table.shape):
        lower = [ends[k][c] for k, c in enumerate(cell)]
        upper = [ends[k][c + 1] for k, c in enumerate(cell)]
        table[cell] = box_probability(lower, upper, network.correlation)
    return table


def simulate_codes(network, n_rows, rng, *, do=None) -> np.ndarray:
    """Estimated codes of rows drawn by y = yB + e, node after node; `do` maps a node to a level and keeps it by
    rejection from its margin."""
    n = network.n_columns
    latent = np.zeros((n_rows, n))
    done = set()
    while len(done) < n:
        for node in range(n):
            parents = set(np.flatnonzero(network.dag[:, node]).tolist())
            if node in done or not parents <= done:
                continue
            if do is not None and node in do:
                draws = rng.standard_normal(n_rows * 200)
                kept = draws[np.searchsorted(network.thresholds[node], draws) == do[node]]
                latent[:, node] = rng.choice(kept, n_rows)
            else:
                noise = rng.standard_normal(n_rows) * np.sqrt(network.noise[node])
                latent[:, node] = latent @ network.weights[:, node] + noise
            done.add(node)
    columns = [
        np.searchsorted(cuts, y) if len(cuts) else np.zeros(n_rows, int)
        for cuts, y in zip(network.thresholds, latent.T, strict=True)
    ]
    return np.column_stack(columns)
