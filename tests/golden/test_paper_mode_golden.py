"""The paper mode against R, set by set and step by step: six fresh sets with R's every iteration, and the bank."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from ordag import OSEM
from ordag.data import OrdinalTable
from ordag.expectation import draw_moments, latent_boxes
from ordag.independence import FisherZ
from ordag.latent import estimate_thresholds
from ordag.maximization import maximize_best_subset
from ordag.metrics import compare_patterns
from ordag.scores import GaussianBIC
from ordag.search import iterative_mcmc, pc
from ordag.search.swap_mcmc import swap_mcmc

FRESH = ["n12_rep11", "n12_rep12", "n12_rep13", "n12_rep14", "n12_rep21", "n20_rep11"]
PENALTY, N_DRAWS, N_ROWS = 6.0, 5, 500
N_SEEDS = 16
ROUNDING = 0.01  # of R's correlations, which were written with eight digits, in the score


@pytest.fixture(params=FRESH)
def fresh(request, golden_data):
    return golden_data / "fresh" / request.param


def iterations(folder):
    """Σ before each E-step of R, and what R made of it."""
    trace = json.loads((folder / "trace_lambda6.json").read_text())
    before = trace["start_sigma"]
    for step in trace["iterations"]:
        yield np.array(before), {name: np.array(value) for name, value in step.items()}
        before = step["sigma"]


def boxes_of(folder):
    table = OrdinalTable.from_codes(pd.read_csv(folder / "data.csv").to_numpy())
    return latent_boxes(table, estimate_thresholds(table, smoothing=1), distinct=True)


def distances(folder, **options):
    """Mean square of R's correlations of draws about the mean of ours, in variances of ours: 1 but for noise."""
    boxes = boxes_of(folder)
    for before, step in iterations(folder):
        ours = [
            draw_moments(boxes, before, N_DRAWS, np.random.default_rng(seed), **options).correlation
            for seed in range(20)
        ]
        above = np.triu_indices(len(before), 1)
        deviations = (step["sigma_hat"] - np.mean(ours, axis=0))[above] / np.std(ours, axis=0, ddof=1)[above]
        yield np.mean(deviations**2)


def test_draws_are_those_of_r_but_for_noise(fresh):
    # The entries of one matrix are related: over the 21 iterations the figures lie between 0.6 and 1.6.
    assert max(distances(fresh)) < 2.2


def test_draws_without_burn_in_are_not(golden_data):
    """The control."""
    assert min(distances(golden_data / "fresh" / "n20_rep11", burn_in=0)) > 2.2


def test_parameters_after_an_update_are_those_of_r_but_for_noise(fresh):
    for before, step in iterations(fresh):
        second = draw_moments(boxes_of(fresh), before, N_DRAWS, np.random.default_rng(0)).second
        found = maximize_best_subset(second, step["dag"].astype(np.int8), PENALTY, N_ROWS * N_DRAWS).correlation
        assert np.abs(found - step["sigma"]).max() < 0.1


def test_a_chain_of_swaps_finds_what_r_found(fresh):
    """On R's own correlations: R's score is among those of twelve seeds, also where R stuck far below the best."""
    for _, step in iterations(fresh):
        correlation = (step["sigma_hat"] + step["sigma_hat"].T) / 2
        np.fill_diagonal(correlation, 1.0)
        core = pc(FisherZ(correlation, N_ROWS), 0.05).skeleton
        np.testing.assert_array_equal(core, step["start_space"])
        score = GaussianBIC(correlation, N_ROWS, PENALTY)
        of_r = score.total(step["dag"].astype(np.int8))
        ours = [swap_mcmc(score, core=core, max_searches=10, random_state=seed).score for seed in range(12)]
        assert min(ours) - ROUNDING < of_r < max(ours) + ROUNDING


def test_another_search_does_not_stick_where_r_did(golden_data):
    """The control: R ended 43 and 28 nats below what `iterative_mcmc` finds."""
    for _, step in iterations(golden_data / "fresh" / "n12_rep12"):
        score = GaussianBIC(step["sigma_hat"], N_ROWS, PENALTY)
        best = iterative_mcmc(score, core=step["start_space"], n_near=0).score
        assert best > score.total(step["dag"].astype(np.int8)) + 25


def shds(folder, mode):
    truth = (pd.read_csv(folder / "true_dag.csv").to_numpy() != 0).astype(int)
    frame = pd.read_csv(folder / "data.csv")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pairwise correlations are repaired, as in R
        models = [OSEM(PENALTY, mode=mode, random_state=seed).fit(frame) for seed in range(N_SEEDS)]
    return [compare_patterns(model.adjacency_, truth).shd for model in models]


def shd_of_r(golden_data, folder):
    runs = pd.read_csv(golden_data / f"{'fresh' if folder.parent.name == 'fresh' else 'osem'}_runs.csv")
    return float(runs[(runs["set"] == folder.name) & (runs["param"] == "lambda6")]["SHD"].iloc[0])


def is_within_range(golden_data, folder, mode):
    ours = shds(folder, mode)
    return min(ours) <= shd_of_r(golden_data, folder) <= max(ours)


def test_r_lies_within_the_range_of_our_seeds_where_it_sticks_and_where_its_draws_differ(golden_data):
    folders = [golden_data / "fresh" / name for name in ("n12_rep12", "n12_rep21")]
    assert [is_within_range(golden_data, folder, "paper") for folder in folders] == [True, True]
    assert [is_within_range(golden_data, folder, "paper-fast") for folder in folders] == [False, False]


@pytest.mark.slow
def test_r_lies_within_the_range_of_our_seeds_on_nine_sets_of_ten(golden_data):
    folders = sorted([*(golden_data / "fresh").iterdir(), *(golden_data / "bank").iterdir()])
    assert np.mean([is_within_range(golden_data, folder, "paper") for folder in folders]) >= 0.9
