"""Speed of the latent engine: truncated Gibbs, expectation propagation, rectangle probabilities.

The floors are counts of the work that no implementation of the same method avoids, at what the processor here can do
at best: one product and sum of eight numbers per cycle (512 bits) at 3 GHz. A truncated draw with its moments takes
about 120 such operations (two exponentials, two tails, a logarithm, a quantile, half a block of the generator), seven
divisions and roots of some 10 cycles each, and n for the conditional mean, n / 2 for the moments.
"""

import time
from collections.abc import Iterator, Sequence

import numpy as np
from benchmarks.timing import Timing, least_time
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri
from scipy.stats import multivariate_normal

from ordag.expectation import BoxArrays, advance_chains, log_probabilities, propagate, start_chains, start_factors
from ordag.kernels.latent import truncated_gibbs

CUTS = (-0.5, 0.7)
SECONDS_PER_OPERATION = 1 / 8 / 3e9
DRAW_OPERATIONS = 120 + 7 * 10


def engine_rows(rng: np.random.Generator) -> Iterator[Timing]:
    yield from sampler_against_numpy(rng)
    yield from rectangles_against_scipy(rng)
    yield from floors(rng)
    yield from sampler_threads(rng)


def sampler_against_numpy(rng: np.random.Generator) -> Iterator[Timing]:
    """A draw of the sampler, with its moments, against the same sweep in vectorised NumPy and SciPy."""
    for n, n_rows in [(20, 500), (20, 5_000), (50, 5_000)]:
        boxes, correlation = latent_problem(rng, n, n_rows)
        precision, start = np.linalg.inv(correlation), start_chains(boxes, 1).latent
        arguments = boxes.native(), precision, start, 10, 1, 1, 1, np.zeros((n, n))
        ours = least_time(lambda a=arguments: truncated_gibbs(*a)) / 10
        theirs = least_time(lambda b=boxes, p=precision, s=start: numpy_sweep(b, p, s.copy(), rng), repetitions=3)
        draws = n * n_rows
        yield Timing(f"truncated draw, n = {n}, N = {n_rows:,}", "NumPy, SciPy", ours / draws, theirs / draws, "")


def rectangles_against_scipy(rng: np.random.Generator) -> Iterator[Timing]:
    """Boxes of 10 and 20 dimensions at equal error, time per box.

    Ours takes 64 points; SciPy twice as many as before until its error, too, is as small, or until it has taken
    `most`. Errors are root mean squares of the log-probability over the boxes, against 32,768 of our points.
    """
    n_boxes, most = 4, 2**18
    for n in (10, 20):
        boxes, correlation = latent_problem(rng, n, n_boxes)
        exact = log_probabilities(boxes, correlation, n_points=32_768).log_probability
        runs = [log_probabilities(boxes, correlation, n_points=64, seed=s).log_probability for s in range(1, 20)]
        our_error = np.sqrt(np.mean((np.array(runs) - exact) ** 2))
        ours = least_time(lambda b=boxes, c=correlation: log_probabilities(b, c, n_points=64)) / n_boxes
        n_points, error = 500, np.inf
        while error > our_error and n_points < most:
            n_points *= 2
            theirs, error = scipy_boxes(boxes, correlation, n_points, exact)
        agreement = f"errors {our_error:.0e}, {error:.0e} ({n_points:,} points)"
        yield Timing(f"box of {n} dimensions", "SciPy", ours, theirs / n_boxes, agreement)


def scipy_boxes(
    boxes: BoxArrays, correlation: NDArray[np.float64], n_points: int, exact: NDArray[np.float64]
) -> tuple[float, float]:
    """Seconds that SciPy takes for all boxes with so many points, and its error."""
    lower, upper = sides(boxes)
    law = multivariate_normal(np.zeros(len(lower)), correlation, abseps=0, releps=1e-12, maxpts=n_points, seed=1)
    start = time.process_time()
    found = np.array([law.cdf(upper[:, r], lower_limit=lower[:, r]) for r in range(boxes.n_rows)])
    seconds = time.process_time() - start
    return seconds, float(np.sqrt(np.mean((np.log(np.maximum(found, 1e-300)) - exact) ** 2)))


def floors(rng: np.random.Generator) -> Iterator[Timing]:
    """Measured figures beside the counted floor, from few to many columns and rows."""
    for n, n_rows in [
        (10, 500),
        (20, 500),
        (50, 500),
        (100, 500),
        (500, 500),
        (20, 100),
        (20, 10_000),
        (20, 1_000_000),
    ]:
        boxes, correlation = latent_problem(rng, n, n_rows)
        precision, start = np.linalg.inv(correlation), start_chains(boxes, 1).latent
        arguments = boxes.native(), precision, start, 2, 1, 1, 1, np.zeros((n, n))
        seconds = least_time(lambda a=arguments: truncated_gibbs(*a), 3) / 2
        floor = (DRAW_OPERATIONS + 1.5 * n) * SECONDS_PER_OPERATION
        yield Timing(f"truncated draw, n = {n}, N = {n_rows:,}", "floor", seconds / n / n_rows, floor, "")
    for n, n_rows in [(10, 512), (20, 512), (50, 128), (100, 32)]:
        boxes, correlation = latent_problem(rng, n, n_rows)
        settled, _ = propagate(start_factors(boxes), boxes, correlation)
        seconds = least_time(lambda b=boxes, c=correlation, f=settled: propagate(f, b, c), 3)
        # Two passes over the factors: putting them in, and one sweep that finds them settled.
        floor = 2 * n * (n * n / 2 + DRAW_OPERATIONS) * SECONDS_PER_OPERATION
        yield Timing(f"propagation of a settled row, n = {n}", "floor", seconds / n_rows, floor, "")


def sampler_threads(rng: np.random.Generator) -> Iterator[Timing]:
    boxes, correlation = latent_problem(rng, 50, 5_000)
    state = start_chains(boxes, 1)
    one, two = (
        least_time(
            lambda k=k: advance_chains(state, boxes, correlation, 5, n_batches=1, n_threads=k),
            repetitions=15,
            clock=time.perf_counter,
        )
        for k in (1, 2)
    )
    yield Timing("sweeps, n = 50, N = 5,000, 2 threads", "ordag, 1 thread", two, one, "equal")


def latent_problem(rng: np.random.Generator, n: int, n_rows: int) -> tuple[BoxArrays, NDArray[np.float64]]:
    """Boxes of three levels a column, and a dense correlation of moderate size that they come from."""
    loadings = rng.uniform(-0.8, 0.8, size=(n, 3)) / np.sqrt(3)
    correlation = loadings @ loadings.T
    np.fill_diagonal(correlation, 1.0)
    latent = loadings @ rng.normal(size=(3, n_rows))
    latent += np.sqrt(1 - np.sum(loadings**2, axis=1))[:, None] * rng.normal(size=(n, n_rows))
    return boxes_between(np.searchsorted(CUTS, latent), [CUTS] * n), correlation


def boxes_between(codes: NDArray[np.integer], cuts: Sequence[Sequence[float]]) -> BoxArrays:
    """Boxes of codes ``(n, n_rows)`` between the inner cuts of each column."""
    n, n_rows = codes.shape
    stride = 2 + max(map(len, cuts))
    lower, upper = np.full((n, stride), -np.inf), np.full((n, stride), np.inf)
    for i, inner in enumerate(cuts):
        lower[i, 2 : 2 + len(inner)] = inner
        upper[i, 1 : 1 + len(inner)] = inner
    return BoxArrays(codes, lower, upper, np.zeros(n), np.zeros((n, n_rows)), np.ones(n_rows))


def sides(boxes: BoxArrays) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds of every entry."""
    place = boxes.codes.astype(int) + 1
    return np.take_along_axis(boxes.lower, place, axis=1), np.take_along_axis(boxes.upper, place, axis=1)


def numpy_sweep(
    boxes: BoxArrays, precision: NDArray[np.float64], latent: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.float64]:
    """One sweep over all rows at once, and the second moments of the draws."""
    lower, upper = sides(boxes)
    for i in range(boxes.n_columns):
        sd = precision[i, i] ** -0.5
        mean = latent[i] - (precision[i] @ latent) / precision[i, i]
        below, above = ndtr((lower[i] - mean) / sd), ndtr((upper[i] - mean) / sd)
        latent[i] = mean + sd * ndtri(below + (above - below) * rng.random(boxes.n_rows))
    return latent @ latent.T
