"""What clusters share is found, taken out of fits, checks and resamples, and reported."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.stats import norm

import ordag
from ordag.clusters import estimate_shifts, shifted_boxes
from ordag.clusters.intercepts import intercepts_of_levels, intercepts_of_numbers
from ordag.data import OrdinalTable
from ordag.errors import InferenceWarning, InputValueError, OrdagWarning
from ordag.expectation import latent_boxes
from ordag.latent import estimate_thresholds
from ordag.metrics import compare_patterns
from ordag.remarks import ClustersModelled, ClustersNotUsed
from ordag.stability.resample import resample, rows_of_clusters

N, N_ROWS, N_SCHOOLS, SHARED = 6, 600, 20, 0.8
SCHOOL = np.arange(N_ROWS) % N_SCHOOLS
DAG = np.zeros((N, N), dtype=int)
DAG[0, 1] = DAG[1, 2] = DAG[3, 4] = 1


def latent_rows(seed: int, shared: float = SHARED) -> np.ndarray:
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((N_ROWS, N)) @ np.linalg.inv(np.eye(N) - 0.8 * DAG)
    return rows / rows.std(axis=0) + shared * rng.standard_normal(N_SCHOOLS)[SCHOOL, None]


def frame_of(seed: int, shared: float = SHARED) -> pd.DataFrame:
    return pd.DataFrame(np.digitize(latent_rows(seed, shared), [-1, 0, 1]), columns=[f"q{k}" for k in range(N)])


FRAME = frame_of(1)


def fitted(frame: pd.DataFrame, kinds: dict[str, str] | None = None, **options: object) -> ordag.OSEM:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OrdagWarning)
        return ordag.OSEM(kinds=kinds).fit(frame, **options)


def test_what_clusters_share_gives_no_links():
    assert compare_patterns(fitted(FRAME, clusters=SCHOOL).cpdag_, DAG).shd <= 1
    assert compare_patterns(fitted(FRAME).cpdag_, DAG).shd > 4


def test_clusters_without_anything_in_common_change_hardly_anything():
    frame = frame_of(2, shared=0.0)
    model = fitted(frame, clusters=SCHOOL)
    assert model.clusters_.intraclass_correlations.max() < 0.05
    assert compare_patterns(model.cpdag_, fitted(frame).cpdag_).shd <= 1


def test_intraclass_correlations_are_near_the_truth():
    correlations = fitted(FRAME, clusters=SCHOOL).clusters_.intraclass_correlations
    assert correlations.mean() == pytest.approx(SHARED**2 / (1 + SHARED**2), abs=0.15)


def test_a_random_intercept_is_near_the_maximum_of_the_integrated_likelihood():
    rng = np.random.default_rng(3)
    latent = rng.standard_normal((60, 20)) + rng.standard_normal((60, 1))
    counts = np.stack([(np.digitize(latent, [-0.5, 0.8]) == level).sum(axis=1) for level in range(3)], axis=1)
    found = intercepts_of_levels(counts.astype(float), np.array([-0.3, 0.5]))
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)

    def loss(parameters: np.ndarray) -> float:
        low, high, log_deviation = parameters
        ends = np.array([low, high]) - np.exp(log_deviation) * nodes[:, None]
        levels = np.diff(norm.cdf(ends), axis=1, prepend=0.0, append=1.0)
        by_node = np.exp(counts @ np.log(np.maximum(levels, 1e-300).T))
        return -float(np.log(by_node @ weights).sum())

    best = minimize(loss, [-0.3, 0.5, 0.0], method="Nelder-Mead").x
    assert found.cuts == pytest.approx(best[:2], abs=0.03)
    assert np.sqrt(found.variance) == pytest.approx(np.exp(best[2]), abs=0.05)


def test_a_random_intercept_of_numbers_is_that_of_balanced_analysis_of_variance():
    rng = np.random.default_rng(4)
    values = 2 * rng.standard_normal((40, 25)) + rng.standard_normal((40, 1))
    found = intercepts_of_numbers(values.ravel(), np.repeat(np.arange(40), 25).astype(np.int32), np.ones(1000), 40)
    within = values.var(axis=1, ddof=1).mean()
    between = values.mean(axis=1).var(ddof=0) - within / 25
    assert found.scale == pytest.approx(np.sqrt(within), rel=0.01)
    assert found.variance == pytest.approx(between / within, rel=0.05)


def test_boxes_at_no_shift_are_those_of_the_levels():
    table = OrdinalTable.from_codes(FRAME.to_numpy()).with_clusters(SCHOOL)
    margins = estimate_thresholds(table)
    none = replace(estimate_shifts(table, margins), shifts=np.zeros((N_SCHOOLS, N)), margins=margins)
    shifted, plain = shifted_boxes(table, none), latent_boxes(table, margins)
    assert np.array_equal(shifted.codes, plain.codes)
    assert np.array_equal(shifted.lower, plain.lower)


def test_a_box_moves_against_the_shift_of_its_cluster():
    table = OrdinalTable.from_codes(FRAME.to_numpy()).with_clusters(SCHOOL)
    found = estimate_shifts(table, estimate_thresholds(table))
    boxes = shifted_boxes(table, found)
    ends = boxes.upper[0, boxes.codes[0].astype(int) + 1]
    expected = np.append(found.margins.cuts[0], np.inf)[FRAME["q0"]] - found.shifts[SCHOOL, 0]
    assert ends == pytest.approx(expected, abs=0.006)


def test_missing_entries_weights_and_numbers_are_taken():
    rng = np.random.default_rng(5)
    frame = FRAME.astype(float).mask(rng.random(FRAME.shape) < 0.1).assign(q5=latent_rows(1)[:, 5])
    model = ordag.OSEM(kinds={"q5": "continuous"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OrdagWarning)
        model.fit(frame, clusters=SCHOOL, sample_weight=rng.uniform(0.5, 1.5, N_ROWS))
    assert compare_patterns(model.cpdag_, DAG).shd <= 2
    assert model.clusters_.intraclass_correlations["q5"] == pytest.approx(0.4, abs=0.2)


def test_the_check_of_fit_is_that_within_clusters():
    with_clusters, without = (fitted(frame_of(6), **given).network_ for given in ({"clusters": SCHOOL}, {}))
    assert with_clusters.fit_check is not None
    assert with_clusters.fit_check.acceptable
    assert with_clusters.fit_check.n_rows == N_ROWS
    assert not np.array_equal(with_clusters.correlation, without.correlation)


def test_a_posterior_is_that_within_clusters():
    model = ordag.OSEM(prior=ordag.GraphPrior(n_draws=50))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OrdagWarning)
        model.fit(FRAME, clusters=SCHOOL)
    support = model.posterior_.edge_support.support
    assert support[0, 1] > 0.9
    assert support[0, 3] < 0.5


def test_a_column_of_clusters_is_no_variable():
    named = FRAME.assign(school=[f"s{k}" for k in SCHOOL])
    by_name, by_label = fitted(named, clusters="school"), fitted(FRAME, clusters=SCHOOL)
    assert by_name.network_.names == tuple(FRAME)
    assert np.array_equal(by_name.cpdag_, by_label.cpdag_)


def test_the_column_of_clusters_in_a_plan_is_used_when_chosen(tmp_path: Path):
    named = FRAME.assign(school=SCHOOL)
    plan = ordag.data.plan_columns(named, clusters="school")
    plan.to_toml(tmp_path / "columns.toml")
    read = ordag.data.columns.plan.TablePlan.from_toml(tmp_path / "columns.toml")
    assert (read.clusters, read.weights, read["school"].role) == ("school", None, "cluster")
    model = ordag.OSEM(columns=read)
    with pytest.warns(ClustersModelled, match="20 clusters"):
        model.fit(named)
    assert model.clusters_.n_clusters == N_SCHOOLS


def test_a_column_that_looks_like_clusters_is_offered():
    with pytest.warns(InferenceWarning) as caught:
        ordag.data.encode(FRAME.assign(school_id=np.arange(N_ROWS) % 50))
    remark = next(one.message for one in caught if isinstance(one.message, ClustersNotUsed))
    assert remark.column == "school_id"


def test_a_second_fit_without_clusters_forgets_them():
    model = fitted(FRAME, clusters=SCHOOL)
    model.fit(FRAME)
    assert not hasattr(model, "clusters_")


def test_a_remark_says_how_much_clusters_differ():
    with pytest.warns(ClustersModelled) as caught:
        ordag.OSEM().fit(FRAME, clusters=SCHOOL)
    remark = caught[0].message
    assert isinstance(remark, ClustersModelled)
    assert (remark.n_clusters, set(remark.correlations)) == (N_SCHOOLS, set(FRAME))


def test_the_paper_mode_refuses_clusters():
    with pytest.raises(InputValueError, match="mean nothing to mode='paper'"):
        ordag.OSEM(6.0, mode="paper").fit(FRAME, clusters=SCHOOL)


def test_an_encoded_table_has_no_column_of_clusters():
    with pytest.raises(ordag.errors.InputTypeError, match="name of a column"):
        ordag.OSEM().fit(OrdinalTable.from_codes(FRAME.to_numpy()), clusters="school")


def test_every_row_needs_a_cluster():
    with pytest.raises(InputValueError, match="1 of 600 rows have none"):
        ordag.OSEM().fit(FRAME, clusters=[None, *SCHOOL[1:]])


def test_a_cluster_that_is_drawn_twice_is_two():
    table = OrdinalTable.from_codes(FRAME.to_numpy()).with_clusters(SCHOOL)
    drawn = resample(table, np.random.default_rng(1), rows_of_clusters(SCHOOL, N_ROWS)).declared
    assert np.unique(drawn.clusters).size == N_SCHOOLS


def test_the_bootstrap_supports_no_link_that_clusters_give():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OrdagWarning)
        found = ordag.bootstrap(ordag.OSEM(), FRAME, 6, 1, clusters=SCHOOL)
        plain = ordag.bootstrap("bge", FRAME, 6, 1, clusters=SCHOOL)
    wrong = np.triu(DAG + DAG.T == 0, 1)
    assert found.support[wrong].mean() + 0.15 < plain.support[wrong].mean()


def with_regions(seed: int, shared: float) -> tuple[pd.DataFrame, np.ndarray]:
    """A chain mood → region → work and two answers apart, in 50 schools that differ in all of them."""
    rng = np.random.default_rng(seed)
    school = rng.permutation(np.arange(1_000) % 50)
    shift = shared * (rng.normal(size=(50, 4)) + rng.normal(size=(50, 1)))[school]
    mood = rng.normal(size=1_000) + shift[:, 0]
    pull = np.outer(mood, 1.5 * np.array([1.0, -1.0, 0.4, 0.0])) + 1.5 * shared * rng.normal(size=(50, 4))[school]
    region = np.argmax(pull + rng.gumbel(size=(1_000, 4)), axis=1)
    work = np.array([1.2, -0.3, -1.2, 0.4])[region] + rng.normal(size=1_000) + shift[:, 1]
    apart = rng.normal(size=(1_000, 2)) + shift[:, 2:]
    values = {"mood": mood, "work": work, "first": apart[:, 0], "second": apart[:, 1]}
    frame = pd.DataFrame({name: np.digitize(each, [-1, 0, 1]) for name, each in values.items()})
    return frame.assign(region=np.array(["ash", "oak", "elm", "fir"])[region]), school


def test_what_clusters_share_of_a_nominal_column_gives_no_links():
    frame, school = with_regions(5, shared=0.8)
    kinds = {"region": "nominal"}
    within, ignored = (fitted(frame, kinds, **given) for given in ({"clusters": school}, {}))
    true = {frozenset({"mood", "region"}), frozenset({"region", "work"})}
    assert {frozenset(pair) for pair in within.network_.edges_frame()[["from", "to"]].to_numpy().tolist()} == true
    assert ignored.network_.n_edges > 2
    found = within.clusters_.intraclass_correlations
    assert sum(name.startswith("region: ") for name in found.index) == 3
    assert found.min() > 0.15
    assert within.network_.fit_check is not None
    assert within.network_.fit_check.acceptable


def test_a_nominal_column_that_is_the_same_in_each_cluster_has_no_links():
    frame, school = with_regions(6, shared=0.5)
    constant = frame.assign(region=np.array(["ash", "oak", "elm", "fir"])[school % 4])
    model = fitted(constant, {"region": "nominal"}, clusters=school)
    assert not any("region" in pair for pair in model.network_.edges_frame()[["from", "to"]].to_numpy().tolist())
    assert model.clusters_.intraclass_correlations.max() > 0.9
