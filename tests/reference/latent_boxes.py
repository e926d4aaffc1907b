"""Plain twins of the latent engine: boxes, truncated normals, Gibbs sweeps, expectation propagation, quadrature."""

from functools import lru_cache

import numpy as np
from scipy import special

from ordag.expectation import BoxArrays


def boxes_of(codes, thresholds, *, values=None, weights=None):
    """Boxes of `codes` (rows first, -1 missing) between the inner `thresholds` of each column.

    A column whose thresholds are None is continuous; its observed entries are those of `values`, NaN where missing.
    """
    codes = np.array(codes, dtype=np.int16)
    n_rows, n = codes.shape
    stride = 2 + max(0 if cuts is None else len(cuts) for cuts in thresholds)
    lower, upper = np.full((n, stride), -np.inf), np.full((n, stride), np.inf)
    observed = np.zeros((n, n_rows))
    for i, cuts in enumerate(thresholds):
        if cuts is None:
            seen = ~np.isnan(values[:, i])
            codes[:, i] = np.where(seen, 0, -1)
            observed[i] = np.where(seen, values[:, i], 0.0)
        else:
            lower[i, 2 : 2 + len(cuts)] = cuts
            upper[i, 1 : 1 + len(cuts)] = cuts
    continuous = [cuts is None for cuts in thresholds]
    return BoxArrays(codes.T, lower, upper, continuous, observed, np.ones(n_rows) if weights is None else weights)


def single_boxes(lower, upper):
    """One row per box: `lower` and `upper` are (n_rows, n); level r of a column is the box of row r."""
    lower, upper = np.atleast_2d(lower), np.atleast_2d(upper)
    n_rows, n = lower.shape
    codes = np.tile(np.arange(n_rows), (n, 1))
    line = np.full((n, 1), np.inf)
    return BoxArrays(
        codes, np.hstack([-line, lower.T]), np.hstack([line, upper.T]), [0] * n, np.zeros((n, n_rows)), np.ones(n_rows)
    )


def bounds_of(boxes):
    """Bounds of every entry, (n, n_rows) each."""
    position = boxes.codes.astype(int) + 1
    return np.take_along_axis(boxes.lower, position, axis=1), np.take_along_axis(boxes.upper, position, axis=1)


def random_correlation(rng, n, smallest=None):
    """A random correlation matrix; with `smallest`, its smallest eigenvalue is of that size."""
    if smallest is None:
        factor = rng.normal(size=(n, n + 2))
        covariance = factor @ factor.T
    else:
        basis = np.linalg.qr(rng.normal(size=(n, n)))[0]
        covariance = basis * np.geomspace(smallest, 1, n) @ basis.T
    scale = np.sqrt(np.diag(covariance))
    return covariance / np.outer(scale, scale)


def random_codes(rng, correlation, thresholds, n_rows):
    """Codes of Gaussian rows cut at the thresholds."""
    latent = rng.multivariate_normal(np.zeros(len(correlation)), correlation, size=n_rows)
    return np.column_stack([np.searchsorted(cuts, latent[:, i]) for i, cuts in enumerate(thresholds)])


# ---- truncated standard normals ----


@lru_cache
def legendre(n_nodes):
    """Nodes and weights of Gauss-Legendre quadrature on (-1, 1)."""
    return np.polynomial.legendre.leggauss(n_nodes)


def leaning_left(a, b):
    """The boxes mirrored where needed so that they lie more to the left than to the right, and where that was done."""
    a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    turned = b > -a
    return np.where(turned, -b, a), np.where(turned, -a, b), turned


def log_mass(a, b):
    """log P(a < Z < b), in whichever tail keeps the digits."""
    a, b, _ = leaning_left(a, b)
    return special.log_ndtr(b) + np.log1p(-np.exp(special.log_ndtr(a) - special.log_ndtr(b)))


def truncated_moments(a, b):
    """Mean and variance of Z given a < Z < b, by quadrature about the bound nearest to zero."""
    a, b, turned = leaning_left(a, b)
    start = np.minimum(b, 9.0)
    # Beyond 40 of the lengths over which the density falls by e, nothing is left.
    length = np.minimum(start - np.maximum(a, -1e9), 40 / np.maximum(-start, 1.0) + np.maximum(start + 9, 0))
    unit, weight = legendre(100)
    step = length[..., None] * (1 + unit) / 2
    density = weight * np.exp(step * start[..., None] - step**2 / 2 - np.maximum(start, 0)[..., None] ** 2 / 2)
    density /= density.sum(axis=-1, keepdims=True)
    back = (density * step).sum(axis=-1)
    variance = (density * (step - back[..., None]) ** 2).sum(axis=-1)
    mean = start - back
    return np.where(turned, -mean, mean), variance


def truncated_quantile(u, a, b):
    """The point of (a, b) with a share u of the mass of Z below it; above it, where the box leans to the right."""
    lower, upper, turned = leaning_left(a, b)
    log_below = np.logaddexp(special.log_ndtr(lower), np.log(u) + log_mass(lower, upper))
    log_above = np.logaddexp(special.log_ndtr(-upper), np.log1p(-u) + log_mass(lower, upper))
    left = log_below < log_above
    tail = special.ndtri_exp(np.minimum(np.where(left, log_below, log_above), np.log(0.5)))
    x = np.clip(np.where(left, tail, -tail), lower, upper)
    return np.where(turned, -x, x)


# ---- counter-based random numbers, as the header of the sampler describes them ----


def philox(counter, seed):
    """Four 32-bit words of Philox 4x32-10 (Salmon et al. 2011) for a counter of four words."""
    c0, c1, c2, c3 = (np.asarray(c, dtype=np.uint64) for c in counter)
    low = np.uint64(0xFFFFFFFF)
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(10):
        p0, p1 = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c2 = (p1 >> np.uint64(32)) ^ c1 ^ np.uint64(k0), (p0 >> np.uint64(32)) ^ c3 ^ np.uint64(k1)
        c1, c3 = p1 & low, p0 & low
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


def uniforms(n, n_rows, coordinate, sweep, seed):
    """Uniform numbers of one coordinate and sweep: two rows half a tile apart share a block of the generator."""
    tile = min(max(4096 // n // 16 * 16, 32), 128)
    rows = np.arange(n_rows)
    within = rows % tile
    pair = rows // tile * (tile // 2) + within % (tile // 2)
    words = philox((pair, np.full(n_rows, coordinate), np.full(n_rows, sweep), np.zeros(n_rows)), seed)
    first = within < tile // 2
    high, low = np.where(first, words[0], words[2]), np.where(first, words[1], words[3])
    return ((high << np.uint64(20)) | (low >> np.uint64(12))).astype(float) * 2.0**-52 + 2.0**-53


def gibbs_sweeps(boxes, correlation, latent, n_sweeps, seed, first_sweep):
    """State after the sweeps and the weighted sum of second moments in conditional-mean form."""
    n, n_rows = boxes.codes.shape
    precision = np.linalg.inv(correlation)
    lower, upper = bounds_of(boxes)
    fixed = (boxes.continuous[:, None] == 1) & (boxes.codes >= 0)
    latent, moments = latent.copy(), np.zeros((n, n))
    for sweep in range(first_sweep, first_sweep + n_sweeps):
        for i in range(n):
            others = np.arange(n) != i
            sd = precision[i, i] ** -0.5
            mean = -(precision[i, others] / precision[i, i]) @ latent[others]
            a, b = (lower[i] - mean) / sd, (upper[i] - mean) / sd
            draw = mean + sd * truncated_quantile(uniforms(n, n_rows, i, sweep, seed), a, b)
            m, v = truncated_moments(a, b)
            expected = np.where(fixed[i], latent[i], mean + sd * m)
            second = expected**2 + np.where(fixed[i], 0, sd**2 * v)
            latent[i] = np.where(fixed[i], latent[i], draw)
            moments[i, i] += boxes.weights @ second
            moments[i, :i] += latent[:i] @ (boxes.weights * expected)
    return latent, np.tril(moments) + np.tril(moments, -1).T


def cholesky_sweeps(lower, upper, factor, white, n_sweeps, seed, first_sweep):
    """White state after sweeps in which one coordinate after the other is drawn between the bounds it is left."""
    n, n_rows = white.shape
    white = white.copy()
    for sweep in range(first_sweep, first_sweep + n_sweeps):
        for j in range(n):
            words = philox((np.arange(n_rows), np.full(n_rows, j), np.full(n_rows, sweep), np.zeros(n_rows)), seed)
            uniform = ((words[0] << np.uint64(20)) | (words[1] >> np.uint64(12))).astype(float) * 2.0**-52 + 2.0**-53
            without = factor @ white - np.outer(factor[:, j], white[j])
            moved = np.flatnonzero(factor[:, j])
            ends = [(bound[moved] - without[moved]) / factor[moved, j][:, None] for bound in (lower, upper)]
            white[j] = truncated_quantile(uniform, np.minimum(*ends).max(axis=0), np.maximum(*ends).min(axis=0))
    return white


# ---- expectation propagation of one row, in dense algebra ----


def propagate_row(covariance, lower, upper, tolerance=1e-12, max_sweeps=100):
    """Log-mass, mean and covariance of N(0, covariance) over a box, each factor refreshed from full inverses."""
    n = len(covariance)
    shift, tau = np.zeros(n), np.zeros(n)
    prior = np.linalg.inv(covariance)
    for _ in range(max_sweeps):
        before = np.concatenate([shift, tau])
        for i in range(n):
            posterior = np.linalg.inv(prior + np.diag(tau))
            mean = posterior @ shift
            variance = 1 / (1 / posterior[i, i] - tau[i])
            centre = variance * (mean[i] / posterior[i, i] - shift[i])
            m, v = truncated_moments((lower[i] - centre) / variance**0.5, (upper[i] - centre) / variance**0.5)
            tau[i] = max((1 / v - 1) / variance, 0)
            shift[i] = (centre + variance**0.5 * m) / (v * variance) - centre / variance
        if np.max(np.abs(np.concatenate([shift, tau]) - before)) < tolerance * (1 + np.max(np.abs(before))):
            break
    posterior = np.linalg.inv(prior + np.diag(tau))
    mean = posterior @ shift
    log_z = 0.5 * (np.linalg.slogdet(posterior)[1] - np.linalg.slogdet(covariance)[1] + shift @ mean)
    for i in range(n):
        variance = 1 / (1 / posterior[i, i] - tau[i])
        centre = variance * (mean[i] / posterior[i, i] - shift[i])
        together = 1 / variance + tau[i]
        log_factor = 0.5 * ((centre / variance + shift[i]) ** 2 / together - centre**2 / variance)
        log_factor -= 0.5 * np.log(together * variance)
        log_z += log_mass((lower[i] - centre) / variance**0.5, (upper[i] - centre) / variance**0.5) - log_factor
    return log_z, mean, posterior


# ---- brute force ----


def quadrature_row(covariance, lower, upper, n_nodes=80, reach=9.0):
    """Mass, mean and second moments of N(0, covariance) over a box by Gauss-Legendre on a full grid (up to 3-D)."""
    unit, weight = legendre(n_nodes)
    sides = [(max(lo, -reach), min(hi, reach)) for lo, hi in zip(lower, upper, strict=True)]
    nodes = [(lo + hi) / 2 + (hi - lo) / 2 * unit for lo, hi in sides]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*nodes, indexing="ij")])
    scale = np.prod([(hi - lo) / 2 for lo, hi in sides])
    weights = np.prod(np.meshgrid(*[weight] * len(sides), indexing="ij"), axis=0).ravel() * scale
    exponent = -0.5 * np.einsum("ip,ij,jp->p", grid, np.linalg.inv(covariance), grid)
    density = weights * np.exp(exponent) / np.sqrt(np.linalg.det(2 * np.pi * covariance))
    mass = density.sum()
    return mass, grid @ density / mass, (grid * density) @ grid.T / mass


def one_factor_correlation(loadings):
    """Correlation of y_i = loading_i f + sqrt(1 - loading_i^2) e_i."""
    correlation = np.outer(loadings, loadings)
    np.fill_diagonal(correlation, 1.0)
    return correlation


def one_factor_log_mass(loadings, lower, upper):
    """log-mass of a box under `one_factor_correlation`, in any number of dimensions, however far out.

    Given the factor the coordinates are independent, so one integral is left: log-concave, taken by Gauss-Legendre
    panels between the two points where the integrand has fallen by exp(-45) from its peak.
    """
    deviation = np.sqrt(1 - loadings**2)

    def log_integrand(f):
        shift = loadings * np.asarray(f)[..., None]
        inner = log_mass((lower - shift) / deviation, (upper - shift) / deviation).sum(axis=-1)
        return inner - 0.5 * np.square(f) - 0.5 * np.log(2 * np.pi)

    start, end = -5000.0, 5000.0
    while end - start > 1e-10:
        left, right = start + (end - start) / 3, end - (end - start) / 3
        start, end = (left, end) if log_integrand(left) < log_integrand(right) else (start, right)
    peak, top = (start + end) / 2, log_integrand((start + end) / 2)
    reach = [1e-9, 1e-9]
    for side, sign in enumerate((-1, 1)):
        while log_integrand(peak + sign * reach[side]) > top - 45:
            reach[side] *= 1.3
    edges = np.linspace(peak - reach[0], peak + reach[1], 41)
    half = np.diff(edges)[:, None] / 2
    unit, weight = legendre(60)
    return top + np.log(np.sum(half * weight * np.exp(log_integrand(edges[:-1, None] + half * (1 + unit)) - top)))
