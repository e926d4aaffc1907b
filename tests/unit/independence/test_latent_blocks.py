"""Tests of latent partial correlations where columns are nominal, and what is learned and confirmed by them."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import encode
from ordag.independence import LatentPartialCorrelation
from ordag.simulate import mixed_data
from reference.choices import KINDS, choices

# Sets of 300 rows in which nothing depends on anything, and a bound that a size of 5 % keeps in 99.9 % of cases.
N_SETS, MOST_REJECTED = 120, 15
FORK = np.array([[0, 0, 0], [0, 0, 0], [1, 1, 0]])


def on_latent_scale(frame: pd.DataFrame, kinds: dict[str, str]) -> LatentPartialCorrelation:
    return LatentPartialCorrelation(encode(frame, kinds=kinds).merged().table)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return choices(800, seed=1)


def test_a_link_with_a_nominal_column_is_seen_and_explained_by_what_lies_between(frame: pd.DataFrame) -> None:
    test = on_latent_scale(frame, KINDS)
    mood, work, apart, region = (frame.columns.get_loc(name) for name in ("mood", "work", "apart", "region"))
    assert test.n_nodes == 4
    assert test.p_value(mood, region) < 1e-6
    assert test.p_value(work, region) < 1e-6
    assert test.p_value(work, mood, [region]) > 0.05
    assert test.p_value(apart, region) > 0.05


def test_two_categories_are_a_continuous_indicator(frame: pd.DataFrame) -> None:
    two = frame.assign(region=np.where(frame["region"] == "r1", "r1", "r0"))
    indicator = frame.assign(region=(frame["region"] == "r1").astype(float))
    first = on_latent_scale(two, KINDS).partial_correlation(0, 3, [1])
    second = on_latent_scale(indicator, {**KINDS, "region": "continuous"}).partial_correlation(0, 3, [1])
    assert first.p_value == pytest.approx(second.p_value)
    assert abs(first.estimate) == pytest.approx(abs(second.estimate))


def test_names_of_categories_hardly_move_a_p_value(frame: pd.DataFrame) -> None:
    renamed = frame.assign(region=frame["region"].map({"r0": "d", "r1": "b", "r2": "c", "r3": "a"}))
    first, second = (on_latent_scale(each, KINDS).p_value(1, 0, [3]) for each in (frame, renamed))
    assert first == pytest.approx(second, abs=0.02)


def test_the_estimate_of_a_nominal_column_is_that_of_its_strongest_contrast(frame: pd.DataFrame) -> None:
    found = on_latent_scale(frame, KINDS).partial_correlation(1, 3)
    means = frame.groupby("region")["work"].transform("mean")
    share = means.var() / frame["work"].var()  # of the codes, which is a little lower than that of the latent variable
    assert np.sqrt(share) < found.estimate < np.sqrt(share) + 0.15
    assert np.isnan(found.standard_error)


@pytest.mark.parametrize("kinds", [("nominal", "ordinal"), ("nominal", "nominal")])
def test_independent_columns_are_seldom_joined(kinds: tuple[str, str]) -> None:
    rejected = 0
    for seed in range(N_SETS):
        data = mixed_data(np.zeros((2, 2), dtype=int), 300, kinds, rng=seed)
        rejected += on_latent_scale(data.frame, data.kinds).p_value(0, 1) < 0.05
    assert rejected <= MOST_REJECTED


@pytest.mark.parametrize("method", ["fci", "bossfci"])
def test_marks_of_nominal_columns_are_learned(method: str) -> None:
    # Two regions with a common effect: a collider, which codes of regions would not show.
    data = mixed_data(FORK.T, 2_000, ["nominal", "ordinal", "ordinal"], rng=5)
    learned = ordag.learn(data.frame, method, kinds=data.kinds, alpha=0.01)
    assert learned.pag is not None
    assert str(learned.pag) == "V1 o→ V3\nV2 o→ V3"


def test_independences_of_a_graph_with_a_nominal_column_are_tested(frame: pd.DataFrame) -> None:
    right = ordag.fit_dag(frame, "mood -> region -> work; apart", kinds=KINDS).test_independences(frame)
    assert len(right.frame) == 4
    assert right.rejected().empty
    wrong = ordag.fit_dag(frame, "mood -> work -> region; apart", kinds=KINDS).test_independences(frame)
    assert {frozenset(pair) for pair in wrong.rejected()[["first", "second"]].to_numpy().tolist()} == {
        frozenset({"mood", "region"})
    }
