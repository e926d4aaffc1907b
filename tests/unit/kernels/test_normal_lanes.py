"""The vector functions of the normal distribution, seen through one-dimensional problems whose answers are known."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ordag.expectation import Settling, integrate_rows
from ordag.kernels.latent import truncated_gibbs
from reference.latent_boxes import log_mass, philox, single_boxes, truncated_moments, truncated_quantile, uniforms

# Rounding only; the quantile is a rational approximation with this error.
ROUNDING = 1e-11
QUANTILE_ERROR = 2e-9
FAR = 36.9  # further out the sampler takes another road, without the quantile


def boxes_everywhere(rng):
    """Bounds of wide and narrow boxes from the centre to 60 standard deviations out, and half-lines."""
    lower = rng.normal(size=2000) * np.repeat([0.5, 2, 8, 20], 500)
    upper = lower + np.exp(rng.normal(size=2000))
    half = np.linspace(-50, 50, 201)
    lower = np.concatenate([lower, half, np.full(201, -np.inf), [-np.inf]])
    upper = np.concatenate([upper, np.full(201, np.inf), half, [np.inf]])
    return lower, upper


@pytest.fixture
def solved(rng):
    lower, upper = boxes_everywhere(rng)
    boxes = single_boxes(lower[:, None], upper[:, None])
    factors = np.zeros((1, len(lower))), np.zeros((1, len(lower)))
    settling = Settling(tolerance=ROUNDING)  # factors that move by much less are left alone
    return lower, upper, integrate_rows(boxes, np.eye(1), factors, by_row=True, settling=settling)


def test_log_mass_of_a_box_is_right_to_rounding(solved):
    lower, upper, rows = solved
    np.testing.assert_allclose(rows.log_probability, log_mass(lower, upper), rtol=ROUNDING, atol=ROUNDING)


def test_log_mass_survives_far_below_the_smallest_double():
    boxes = single_boxes([[1e3]], [[np.inf]])
    rows = integrate_rows(boxes, np.eye(1), (np.zeros((1, 1)), np.zeros((1, 1))))
    tail = -0.5e6 - np.log(1e3) - 0.5 * np.log(2 * np.pi) - 1e-6
    assert rows.log_probability[0] == pytest.approx(tail, rel=1e-9)


def test_mean_and_variance_of_a_box_are_right(solved):
    lower, upper, rows = solved
    mean, variance = truncated_moments(lower, upper)
    np.testing.assert_allclose(rows.mean[0], mean, rtol=ROUNDING, atol=ROUNDING)
    # The variance is a difference of squares: its error is that of rounding the square of the mean.
    assert np.all(np.abs(rows.second[0] - rows.mean[0] ** 2 - variance) < 1e-14 * (10 + mean**2))


@pytest.mark.parametrize("width", [1e-4, 1e-8, 1e-15, 0.0])
@pytest.mark.parametrize("place", [0.0, 1.0, -7.0, 30.0])
def test_thin_boxes_keep_their_moments_inside(place, width):
    boxes = single_boxes([[place]], [[place + width]])
    rows = integrate_rows(boxes, np.eye(1), (np.zeros((1, 1)), np.zeros((1, 1))), by_row=True)
    # Factors are never sharper than a variance of 1e-8, which is what a point is given.
    assert rows.mean[0, 0] == pytest.approx(place + width / 2, abs=max(width, 1e-7))
    assert 0 <= rows.second[0, 0] - rows.mean[0, 0] ** 2 < 1.1e-8 + width**2


@pytest.mark.parametrize("place", [0.3, 5.0, 30.0])
def test_mass_of_a_thin_box_is_width_times_density(place):
    boxes = single_boxes([[place]], [[place + 1e-13]])
    rows = integrate_rows(boxes, np.eye(1), (np.zeros((1, 1)), np.zeros((1, 1))))
    width = place + 1e-13 - place
    expected = np.log(width) - 0.5 * place**2 - 0.5 * np.log(2 * np.pi)
    assert rows.log_probability[0] == pytest.approx(expected, abs=0.01)


def test_generator_gives_the_published_answers():
    """Known answers of Philox 4x32-10, so that the twin below may be trusted."""
    assert [int(w) for w in philox((0, 0, 0, 0), 0)] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    ones = 0xFFFFFFFF
    assert [int(w) for w in philox((ones,) * 4, 2**64 - 1)] == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]


@pytest.mark.parametrize("seed", [7, 2**63 + 11])
def test_draws_are_quantiles_of_the_uniform_numbers(rng, seed):
    lower, upper = boxes_everywhere(rng)
    near = np.minimum(np.abs(lower), np.abs(upper)) < FAR
    lower, upper = lower[near], upper[near]
    boxes = single_boxes(lower[:, None], upper[:, None])
    draws = truncated_gibbs(boxes.native(), np.eye(1), np.zeros((1, len(lower))), 1, seed, 5, 1)
    expected = truncated_quantile(uniforms(1, len(lower), 0, 5, seed), lower, upper)
    np.testing.assert_allclose(draws[0], expected, rtol=0, atol=QUANTILE_ERROR)


EVERY_KERNEL = """
import sys
import numpy as np
from reference.latent_boxes import boxes_of, random_codes, random_correlation
from ordag.data import OrdinalTable
from ordag.expectation import Settling, advance_chains, log_probabilities, propagate, start_chains, start_factors
from ordag.latent import estimate_correlations
from ordag.kernels.dispatch import instruction_set

rng = np.random.default_rng(5)
correlation = random_correlation(rng, 7)
thresholds = [[-0.5, 0.4], [0.0], [-1, 0, 1.5], [2.0], [0.1], [-0.3, 0.3], [1.0]]
codes = random_codes(rng, correlation, thresholds, 203)
codes[rng.random(codes.shape) < 0.1] = -1
codes[:5] = 0
boxes = boxes_of(codes, thresholds, weights=rng.uniform(0.5, 2, 203))
state, sampled = advance_chains(start_chains(boxes, 3), boxes, correlation, 6)
factors, settled = propagate(start_factors(boxes), boxes, correlation, settling=Settling(1e-9, 100))
rows = log_probabilities(boxes, correlation)
table = OrdinalTable.from_codes(codes)
correlations = estimate_correlations(table, repair="none", smoothing="independence").raw
np.savez(sys.argv[1], set=instruction_set(), correlations=correlations, latent=state.latent, sampled=sampled.second,
         shift=factors.shift, settled=settled.second, likelihood=settled.log_likelihood,
         rows=rows.log_probability, error=rows.error)
"""


def run_under(instruction_set: str, folder: Path):
    tests = Path(__file__).resolve().parents[2]
    out = folder / f"{instruction_set}.npz"
    env = {**os.environ, "ORDAG_SIMD": instruction_set, "PYTHONPATH": str(tests)}
    subprocess.run([sys.executable, "-c", EVERY_KERNEL, str(out)], env=env, check=True)
    return np.load(out)


def test_instruction_sets_agree_to_rounding(tmp_path):
    baseline = run_under("baseline", tmp_path)
    for wish in ["avx2", "avx512"]:
        found = run_under(wish, tmp_path)
        if str(found["set"]) == "baseline":
            pytest.skip("this processor has the baseline only")
        for name in ["correlations", "latent", "sampled", "shift", "settled", "likelihood", "rows", "error"]:
            np.testing.assert_allclose(found[name], baseline[name], rtol=1e-9, atol=1e-9, err_msg=name)
