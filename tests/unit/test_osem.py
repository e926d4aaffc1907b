"""The estimator: options, knowledge, kinds of data, weights, threads, and what scikit-learn expects."""

import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.special import ndtri
from sklearn import config_context
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import ordag
from ordag import OSEM, GraphPrior, polychoric
from ordag.data import effective_weights
from ordag.errors import (
    ConvergenceWarning,
    InferenceWarning,
    InputTypeError,
    InputValueError,
    NotFittedError,
    RepairWarning,
)
from ordag.graphs import dag_to_cpdag, is_acyclic
from ordag.learning.effort import Effort
from ordag.metrics import compare_patterns
from ordag.simulate import Missing
from ordag.strategies import SEARCHES
from reference.fits import problem

TRUTH, FRAME = problem()
NAMES = list(FRAME.columns)


def named(edges):
    return [(NAMES[i], NAMES[j]) for i, j in edges]


def fitted(frame=FRAME, penalty="auto", **options):
    return OSEM(penalty, **options).fit(frame)


@pytest.fixture(scope="module")
def model():
    return fitted()


# ---- what is learned ----


def test_rows_without_an_answer_change_nothing():
    gaps = FRAME.astype(float)
    gaps.iloc[7] = np.nan
    weights = np.arange(len(gaps)) % 3
    with pytest.warns(InferenceWarning, match="1 row holds no answer and was left out"):
        found = OSEM(4).fit(gaps, sample_weight=weights)
    expected = OSEM(4).fit(gaps.drop(index=7), sample_weight=np.delete(weights, 7))
    assert (found.adjacency_ == expected.adjacency_).all()
    assert found.log_likelihood_ == expected.log_likelihood_
    assert len(found.transform(gaps)) == len(gaps)


def test_the_default_recovers_a_small_network(model):
    assert compare_patterns(model.adjacency_, TRUTH).shd <= 2


def test_attributes_describe_one_network(model):
    assert is_acyclic(model.adjacency_)
    assert np.array_equal(model.cpdag_, dag_to_cpdag(model.adjacency_))
    assert np.array_equal(model.weights_ != 0, model.adjacency_ == 1)
    inverse = np.linalg.inv(np.eye(6) - model.weights_)
    assert inverse.T @ np.diag(model.noise_) @ inverse == pytest.approx(model.correlation_)
    assert [len(cuts) + 1 for cuts in model.thresholds_] == [FRAME[name].nunique() for name in NAMES]
    assert list(model.feature_names_in_) == NAMES
    assert model.n_features_in_ == 6


def test_the_trace_of_the_default_never_falls(model):
    assert np.all(np.diff([entry.score for entry in model.trace_]) >= 0)


def test_the_criterion_is_that_of_the_graph_chosen():
    by_price, by_evidence = fitted(criterion="ebic"), fitted()
    assert by_price.criterion_ == pytest.approx(by_price.trace_[-1].score, abs=0.6)
    assert np.array_equal(by_evidence.cpdag_, by_price.cpdag_)  # so much is clear in these rows
    assert by_evidence.criterion_ < by_price.criterion_


def test_the_log_likelihood_is_that_of_the_rows(model):
    assert model.log_likelihood(FRAME).sum() == pytest.approx(model.log_likelihood_, abs=1)
    assert model.score(FRAME) == pytest.approx(model.log_likelihood_ / len(FRAME), abs=1e-2)


@pytest.mark.parametrize("penalty", ["auto", 2.0])
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_two_binary_columns_have_their_polychoric_correlation(share, penalty):
    latent = np.random.default_rng(5).multivariate_normal([0, 0], [[1, 0.8], [0.8, 1]], size=20_000)
    table = (latent > ndtri(1 - share)).astype(int)
    found = OSEM(penalty=penalty).fit(table).correlation_[0, 1]
    assert found == pytest.approx(polychoric(table).iloc[0, 1], abs=0.005)


MIXED = FRAME.assign(**{NAMES[2]: 50.0 + 10.0 * FRAME[NAMES[2]].cat.codes + np.linspace(0, 5, len(FRAME))})
MIXED.loc[:20, NAMES[2]] = np.nan


@pytest.mark.parametrize(
    "options", [{}, {"penalty": 3}, {"penalty": 3, "mode": "paper"}, {"prior": GraphPrior(n_draws=5)}]
)
def test_the_log_likelihood_of_continuous_columns_is_in_their_units(options):
    weights = np.arange(len(MIXED)) % 3.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # few draws
        model = OSEM(**options, kinds={NAMES[2]: "continuous"}).fit(MIXED, sample_weight=weights)
    assert weights @ model.log_likelihood(MIXED) == pytest.approx(model.log_likelihood_, abs=1)
    assert model.network_.criteria.log_likelihood == model.log_likelihood_


def test_the_bic_charges_half_the_logarithm_of_the_rows_an_edge(model):
    criteria = model.network_.criteria
    price = np.log(len(FRAME)) / 2
    assert criteria.bic == pytest.approx(criteria.log_likelihood - price * model.adjacency_.sum())


def test_the_score_is_a_weighted_mean(model):
    weights = np.arange(len(FRAME)) % 3
    assert model.score(FRAME, sample_weight=weights) == pytest.approx(
        np.average(model.log_likelihood(FRAME), weights=weights)
    )
    assert model.score(FRAME, sample_weight=np.full(len(FRAME), 0.5)) == pytest.approx(model.score(FRAME))
    with pytest.raises(InputValueError, match=r"weights have shape \(2,\); one per row, \(300,\), is needed"):
        model.score(FRAME, sample_weight=[1, 2])


def test_scikit_learn_passes_weights_to_fit_and_score():
    weights = np.arange(len(FRAME)) % 3
    with config_context(enable_metadata_routing=True):
        asking = OSEM(3).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        scores = cross_val_score(asking, FRAME, cv=2, params={"sample_weight": weights})
    half = len(FRAME) // 2
    first = OSEM(3).fit(FRAME[half:], sample_weight=weights[half:])
    assert scores[0] == pytest.approx(first.score(FRAME[:half], sample_weight=weights[:half]))


def test_no_rows_have_no_score(model):
    with pytest.raises(InputValueError, match="the data have 0 rows; at least 1 are needed"):
        model.score(FRAME.iloc[:0])


@pytest.mark.parametrize("search", sorted(SEARCHES))
def test_every_search_works_in_the_default_mode(search):
    truth, frame = problem(n=4, n_rows=400)
    assert compare_patterns(fitted(frame, search=search).adjacency_, truth).shd <= 1


@pytest.mark.parametrize("mode", ["paper", "paper-fast"])
@pytest.mark.parametrize("search", sorted(SEARCHES))
def test_every_search_works_in_the_paper_modes(search, mode):
    truth, frame = problem(n=4, n_rows=400)
    assert compare_patterns(fitted(frame, penalty=3, mode=mode, search=search).adjacency_, truth).shd <= 2


def test_prices_order_the_number_of_edges():
    edges = [fitted(criterion=criterion).adjacency_.sum() for criterion in ("aic", "bic", "ebic")]
    assert edges[0] >= edges[1] >= edges[2]
    assert edges[0] > edges[2]


@pytest.mark.parametrize("mode", ["default", "paper", "paper-fast"])
def test_a_given_penalty_is_used(mode):
    few, many = (fitted(penalty=penalty, mode=mode) for penalty in (30, 1))
    assert (few.penalty_, many.penalty_) == (30, 1)
    assert few.adjacency_.sum() < many.adjacency_.sum()


def test_the_aic_makes_a_given_penalty_cheaper():
    assert fitted(penalty=1, criterion="aic").adjacency_.sum() > fitted(penalty=1).adjacency_.sum()


# ---- knowledge ----

KNOWLEDGE = {
    "required": {"required": named([(5, 0)])},
    "forbidden": {"forbidden": named([(i, j) for i, j in np.argwhere(TRUTH | TRUTH.T)[:4]])},
    "tiers": {"tiers": [NAMES[3:], NAMES[:3]]},
    "max_parents": {"max_parents": 1},
}


@pytest.mark.parametrize("mode", ["default", "paper", "paper-fast", "fixed"])
@pytest.mark.parametrize("kind", KNOWLEDGE)
def test_knowledge_is_honoured(kind, mode):
    options = KNOWLEDGE[kind]
    fixed = {} if mode == "default" else {"penalty": 3}
    model = fitted(mode="default" if mode == "fixed" else mode, **fixed, **options)
    position = {name: k for k, name in enumerate(NAMES)}
    for graph in (model.adjacency_, model.cpdag_):
        for source, target in options.get("required", ()):
            assert graph[position[source], position[target]]
            assert not graph[position[target], position[source]]
        for source, target in options.get("forbidden", ()):
            assert not graph[position[source], position[target]]
        if "tiers" in options:
            assert not graph[:3, 3:].any()
    assert model.adjacency_.sum(axis=0).max() <= options.get("max_parents", 6)


def test_tiers_direct_edges_that_the_data_leave_open():
    free, tiered = fitted(), fitted(tiers=[[name] for name in NAMES])
    assert (free.cpdag_ & free.cpdag_.T).any()
    assert not (tiered.cpdag_ & tiered.cpdag_.T).any()


# ---- kinds of data ----


@pytest.mark.parametrize("mechanism", ["mcar", "mar"])
@pytest.mark.parametrize(
    "options",
    [{}, {"penalty": 3}, {"penalty": 3, "mode": "paper"}, {"penalty": 3, "mode": "paper-fast"}],
    ids=["auto", "fixed", "paper", "paper-fast"],
)
def test_missing_entries_and_continuous_columns_are_part_of_the_likelihood(mechanism, options):
    data = ordag.simulate.ordinal_data(TRUTH, 600, levels=4, rng=4, continuous=[1, 4], missing=Missing(0.2, mechanism))
    assert data.frame.isna().to_numpy().mean() > 0.1
    model = fitted(data.frame, kinds={NAMES[1]: "continuous", NAMES[4]: "continuous"}, **options)
    assert compare_patterns(model.adjacency_, TRUTH).shd <= 5
    assert [len(cuts) for cuts in model.thresholds_][1] == 0


def test_columns_that_are_all_continuous_give_the_gaussian_answer():
    data = ordag.simulate.ordinal_data(TRUTH, 1000, rng=4, continuous=range(6))
    model = fitted(data.frame, kinds=dict.fromkeys(NAMES, "continuous"))
    assert compare_patterns(model.adjacency_, TRUTH).shd <= 1
    missing_edges = model.adjacency_ == 0
    assert np.abs(model.correlation_ - np.corrcoef(data.frame.to_numpy().T))[~missing_edges].max() < 0.02


def test_arrays_and_frames_give_the_same_network(model):
    from_array = fitted(FRAME.to_numpy())
    assert np.array_equal(from_array.adjacency_, model.adjacency_)


def test_other_labels_change_nothing(model):
    renamed = FRAME.apply(
        lambda column: column.map(lambda code: "abcdefgh"[int(code)]).astype("category").cat.as_ordered()
    )
    relabelled = fitted(renamed)
    assert np.array_equal(relabelled.adjacency_, model.adjacency_)
    assert np.array_equal(relabelled.weights_, model.weights_)


def test_a_reversed_column_flips_the_signs_of_its_edges(model):
    codes = FRAME[NAMES[2]].astype(int)
    turned = FRAME.assign(**{NAMES[2]: codes.max() - codes})
    reversed_model = fitted(turned)
    sign = np.where(np.arange(6) == 2, -1, 1)
    assert np.array_equal(reversed_model.cpdag_, model.cpdag_)
    assert reversed_model.correlation_ == pytest.approx(model.correlation_ * np.outer(sign, sign), abs=5e-3)


def test_permuted_columns_give_the_permuted_class(model):
    order = [4, 2, 0, 5, 1, 3]
    permuted = fitted(FRAME[[NAMES[k] for k in order]])
    assert np.array_equal(permuted.cpdag_, model.cpdag_[np.ix_(order, order)])


@pytest.mark.parametrize("options", [{}, {"penalty": 3}], ids=["auto", "fixed"])
def test_whole_weights_count_as_repeated_rows(rng, options):
    counts = rng.integers(0, 3, len(FRAME))
    weighted = OSEM(**options).fit(FRAME, sample_weight=counts)
    repeated = OSEM(**options).fit(FRAME.loc[FRAME.index.repeat(counts)])
    assert np.array_equal(weighted.cpdag_, repeated.cpdag_)
    assert weighted.log_likelihood_ == pytest.approx(repeated.log_likelihood_, abs=0.05)
    assert weighted.correlation_ == pytest.approx(repeated.correlation_, abs=1e-3)


@pytest.mark.parametrize("mode", ["paper", "paper-fast"])
def test_whole_weights_count_as_repeated_rows_in_the_paper_modes(rng, mode):
    rows = pd.DataFrame(rng.integers(0, 2, (2000, 4)), columns=list("abcd"))
    counts = rows.value_counts().reset_index(name="n")
    models = [OSEM(2.0, mode=mode, random_state=seed) for seed in range(4)]
    # Independent columns; five draws for a hundred equal rows would feign edges.
    assert sum(m.fit(counts[list("abcd")], sample_weight=counts["n"]).adjacency_.sum() for m in models) == 0


def test_survey_weights_do_not_feign_more_rows(rng):
    weights = rng.uniform(0.5, 2, 300)
    assert effective_weights(weights).sum() == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    first, second = (OSEM().fit(FRAME, sample_weight=scale * weights) for scale in (1.0, 10.0))
    assert first.criterion_ == pytest.approx(second.criterion_)


def test_survey_weights_count_the_same_through_every_door(rng):
    weights = rng.uniform(0.5, 2, 300)
    model = OSEM(3).fit(FRAME, sample_weight=weights)
    learned = ordag.learn(FRAME, "osem", weights=weights / weights.sum(), penalty=3.0)
    assert np.array_equal(learned.cpdag, model.cpdag_)
    assert learned.score == pytest.approx(model.criterion_)


def test_a_level_of_rows_without_weight_does_no_harm(rng):
    counts = rng.integers(1, 3, len(FRAME))
    counts[(FRAME[NAMES[0]] == FRAME[NAMES[0]].max()).to_numpy()] = 0
    with pytest.warns(RepairWarning, match=NAMES[0]):
        weighted = OSEM(3).fit(FRAME, sample_weight=counts)
    with pytest.warns(RepairWarning, match=NAMES[0]):
        repeated = OSEM(3).fit(FRAME.loc[FRAME.index.repeat(counts)])
    assert np.array_equal(weighted.cpdag_, repeated.cpdag_)
    assert weighted.correlation_ == pytest.approx(repeated.correlation_, abs=1e-3)


@pytest.mark.parametrize("options", [{}, {"penalty": 3}], ids=["auto", "fixed"])
def test_rows_without_weight_are_no_rows_even_if_they_alone_miss_entries(options):
    holes = FRAME.astype("Int64")
    holes.iloc[:20, 0] = pd.NA
    weighted = OSEM(**options).fit(holes, sample_weight=np.arange(len(FRAME)) >= 20)
    fewer = OSEM(**options).fit(FRAME[20:])
    assert np.array_equal(weighted.cpdag_, fewer.cpdag_)
    assert weighted.correlation_ == pytest.approx(fewer.correlation_, abs=1e-3)
    assert weighted.thresholds_[0] == pytest.approx(fewer.thresholds_[0], abs=1e-9)


# ---- randomness and threads ----


@pytest.mark.parametrize(
    "options",
    [{}, {"penalty": 3}, {"penalty": 3, "mode": "paper"}, {"penalty": 3, "mode": "paper-fast"}],
    ids=["auto", "fixed", "paper", "paper-fast"],
)
def test_a_seed_fixes_the_result_for_any_number_of_threads(options):
    first, second = (fitted(random_state=5, n_jobs=jobs, **options) for jobs in (1, 2))
    assert np.array_equal(first.weights_, second.weights_)
    assert first.log_likelihood_ == second.log_likelihood_
    assert [entry.score for entry in first.trace_] == [entry.score for entry in second.trace_]


@pytest.mark.parametrize("mode", ["paper", "paper-fast"])
def test_draws_of_the_paper_modes_depend_on_the_seed(mode):
    first, second = (fitted(penalty=3, mode=mode, random_state=seed) for seed in (1, 2))
    assert not np.array_equal(first.correlation_, second.correlation_)


def test_verbose_shows_progress_and_changes_nothing(model, capfd):
    assert np.array_equal(fitted(verbose=True).weights_, model.weights_)
    assert np.array_equal(fitted(verbose=2).weights_, model.weights_)


# ---- bad options ----


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "papr"}, "unknown mode 'papr'; did you mean 'paper'"),
        ({"criterion": "bicc"}, "unknown criterion 'bicc'"),
        ({"search": "bos"}, "unknown search 'bos'; did you mean 'boss'"),
        ({"penalty": "high"}, "penalty is 'high'; it must be 'auto' or a number"),
        ({"penalty": -1}, "penalty is -1; it must be 'auto' or a number from 0 on"),
        ({"penalty": float("nan")}, "penalty is nan"),
        ({"penalty": True}, "penalty is True; it must be 'auto' or a number"),
        ({"penalty": np.array([1.0, 2.0])}, r"penalty is array.*; it must be 'auto' or a number"),
        ({"n_jobs": 0}, "n_jobs is 0; it must be how many to run at a time, or -1 for all cores"),
        ({"penalty": 3, "mode": "paper", "n_draws": True}, "n_draws is True; it must be a whole number from 1 on"),
        ({"mode": "paper"}, "mode='paper' needs a number as penalty"),
        ({"mode": "paper-fast"}, "mode='paper-fast' needs a number as penalty"),
        ({"n_draws": 0}, "n_draws is 0; it must be a whole number from 1 on"),
        ({"penalty": 3, "n_draws": 0}, "n_draws is 0; it must be a whole number from 1 on"),
        ({"penalty": float("inf")}, "penalty is inf; it must be 'auto' or a number"),
        ({"max_rows": 1}, "max_rows is 1; it must be 'auto', None or a whole number from 2 on"),
        ({"penalty": 3, "mode": "paper", "n_draws": 0}, "n_draws is 0; it must be a whole number from 1 on"),
        ({"penalty": 3, "mode": "paper", "n_draws": "two"}, "n_draws is 'two'; it must be a whole number from 1 on"),
        ({"penalty": 3, "mode": "paper", "max_rows": 100}, "max_rows is 100, but .* learn from all rows"),
        ({"penalty": 3, "mode": "paper-fast", "max_rows": 100}, "max_rows is 100, but .* learn from all rows"),
        ({"prior": "wishart", "max_rows": 100}, "max_rows is 100, but .* learn from all rows"),
        ({"search": ["boss"]}, r"unknown search \['boss'\]"),
        (
            {"penalty": 3, "criterion": "cv"},
            "criterion='cv' chooses the penalty and needs penalty='auto'. Leave out penalty",
        ),
        ({"search": "boss", "mode": "default", "warm_start": True, "n_draws": 2.5}, "n_draws is 2.5"),
        ({"random_state": -1}, "random_state is -1; it must be 0 or more"),
        ({"max_parents": -1}, "max_parents"),
        ({"required": [("nobody", NAMES[0])]}, "nobody"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(InputValueError, match=message.replace("(", r"\(")):
        fitted(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"random_state": "a"},
            "random_state is 'a'; it must be a whole number, a numpy.random.Generator, a RandomState or None",
        ),
        ({"random_state": 0.5}, "random_state is 0.5; it must be a whole number"),
        ({"n_jobs": "a"}, "n_jobs is 'a'; it must be a whole number or None"),
        ({"verbose": "no"}, "verbose is 'no'; it must be True or False"),
        ({"required": 5}, "required is 5; it must be a list"),
        ({"tiers": 5}, "tiers is 5; it must be a list"),
        ({"tiers": [5]}, "tier 1 of tiers is 5; it must be a list"),
        ({"n_jobs": 1.5}, "n_jobs is 1.5; it must be a whole number or None"),
    ],
)
def test_options_of_the_wrong_kind_are_named(options, message):
    with pytest.raises(InputTypeError, match=message):
        fitted(**options)


def test_words_in_place_of_weights_are_refused():
    with pytest.raises(InputValueError, match="sample_weight must hold one number per row"):
        OSEM().fit(FRAME, sample_weight=["a"] * len(FRAME))


@pytest.mark.parametrize(
    ("knowledge", "found"),
    [
        ({"required": iter([(NAMES[0], NAMES[1])])}, "required is a list_iterator"),
        ({"forbidden": (pair for pair in [(NAMES[0], NAMES[1])])}, "forbidden is a generator"),
        ({"tiers": iter([NAMES])}, "tiers is a list_iterator"),
        ({"tiers": [NAMES[:1], map(str, NAMES[1:])]}, "tier 2 of tiers is a map"),
    ],
)
def test_knowledge_that_only_the_first_fit_could_read_is_refused(knowledge, found):
    with pytest.raises(InputTypeError, match=f"{found}, which can be read only once.*Pass a list"):
        fitted(**knowledge)


def test_one_column_is_not_a_network():
    with pytest.raises(InputValueError, match="at least 2 columns; found 1"):
        fitted(FRAME[NAMES[:1]])


def test_questions_before_the_fit_are_refused():
    with pytest.raises(NotFittedError, match="Call fit first"):
        OSEM().predict(FRAME, NAMES[0])


def test_a_loop_that_does_not_settle_warns(monkeypatch):
    monkeypatch.setattr("ordag.fitting.effort_for", lambda n_columns, near: Effort(max_expansions=1))
    with pytest.warns(ConvergenceWarning, match="had not settled after 1 iterations"):
        model = fitted()
    assert not model.trace_[-1].settled


@pytest.mark.parametrize("penalty", ["auto", 2.0])
def test_a_loop_that_settles_says_so_in_its_trace(penalty):
    assert fitted(penalty=penalty).trace_[-1].settled


# ---- as an estimator ----


def test_parameters_can_be_read_set_and_cloned():
    model = OSEM(3, tiers=[NAMES])
    assert model.get_params()["penalty"] == 3
    copy = clone(model.set_params(penalty=6, mode="paper"))
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "network_")


def test_it_ends_a_pipeline():
    pipeline = make_pipeline(FunctionTransformer(lambda frame: frame.iloc[:, :4]), OSEM())
    pipeline.fit(FRAME)
    assert pipeline[-1].n_features_in_ == 4
    assert pipeline.score(FRAME) == pytest.approx(pipeline[-1].score(FRAME.iloc[:, :4]))


def test_it_imputes_within_a_pipeline():
    holes = FRAME.astype("Int64").mask(np.eye(len(FRAME), 6, dtype=bool))
    pipeline = make_pipeline(OSEM(3), FunctionTransformer(lambda frame: frame.astype(int)))
    completed = pipeline.fit_transform(holes)
    assert list(completed) == NAMES
    assert (completed == FRAME).to_numpy()[holes.notna().to_numpy()].all()
    assert not completed.isna().any(axis=None)


@pytest.mark.parametrize(
    ("wanted", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("default", np.ndarray)]
)
def test_set_output_decides_what_transform_gives(wanted, kind):
    model = OSEM(3).set_output(transform=wanted).fit(FRAME.to_numpy())
    rows = FRAME.head(4).astype(float).mask(np.eye(4, 6, dtype=bool)).to_numpy()
    given = model.transform(rows)
    assert isinstance(given, kind)
    assert model.get_feature_names_out().tolist() == [f"x{j}" for j in range(6)]
    values = np.asarray(given).astype(float)
    assert wanted != "default" or given.dtype == float
    assert np.array_equal(values, model.impute(rows).to_numpy().astype(float))
    assert wanted == "default" or list(given.columns) == [f"x{j}" for j in range(6)]


def test_cross_validation_scores_rows_that_were_left_out():
    scores = cross_val_score(OSEM(3), FRAME, cv=3)
    empty = cross_val_score(OSEM(1e6), FRAME, cv=3)
    assert scores.shape == (3,)
    assert (scores > empty).all()


def test_a_grid_search_over_the_penalty_keeps_the_best():
    search = GridSearchCV(OSEM(), {"penalty": [3.0, 1e6]}, cv=3).fit(FRAME)
    assert search.best_params_ == {"penalty": 3.0}
    assert np.array_equal(search.best_estimator_.adjacency_, OSEM(3.0).fit(FRAME).adjacency_)
    assert search.score(FRAME) == pytest.approx(search.best_estimator_.score(FRAME))


def test_a_notebook_shows_settings_and_network(model):
    unfitted, shown = OSEM(3)._repr_html_(), model._repr_html_()
    assert "penalty" in unfitted
    assert "<figure>" not in unfitted
    assert shown.count("<figure><img alt=") == 1
    assert model._repr_mimebundle_()["text/html"].endswith("</figure>")
    with config_context(display="text"):
        assert "text/html" not in model._repr_mimebundle_()


def test_a_fitted_model_survives_pickling(model):
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copy.predict_proba(FRAME[:5], NAMES[0]), model.predict_proba(FRAME[:5], NAMES[0]))


def test_questions_go_to_the_network(model):
    holes = FRAME[:20].astype("Int64").mask(np.eye(20, 6, dtype=bool))
    assert not model.impute(holes).isna().any(axis=None)
    assert model.predict(FRAME[:20], NAMES[0]).isin(FRAME[NAMES[0]]).all()
    assert model.predict_proba(FRAME[:20], NAMES[0]).sum(axis=1).to_numpy() == pytest.approx(1)
    assert list(model.sample(7, random_state=1).columns) == NAMES


def test_the_method_gives_what_the_estimator_gives(model):
    learned = ordag.learn(FRAME, "osem")
    assert np.array_equal(learned.adjacency, model.adjacency_)


def test_a_frame_with_a_constant_level_merged_away_is_learned():
    frame = FRAME.assign(**{NAMES[0]: pd.Categorical(FRAME[NAMES[0]], categories=range(9), ordered=True)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = fitted(frame)
    assert model.correlation_ == pytest.approx(fitted().correlation_, abs=1e-9)


# ---- warm start ----


def test_a_warm_start_goes_on_from_the_network_before():
    cold = OSEM(6.0).fit(FRAME)
    warm = OSEM(6.0, warm_start=True).fit(FRAME).fit(FRAME)
    assert np.array_equal(warm.cpdag_, cold.cpdag_)
    assert warm.trace_[0].changed_edges == 0
    assert cold.trace_[0].changed_edges > 0


def test_a_warm_start_judges_the_known_network_too():
    """With one start of the search the second fit may find less, but not lose what is known."""
    frame = problem(n=7, n_rows=150, levels=3, neighbours=3)[1]
    for seed in range(3):
        model = OSEM(warm_start=True, criterion="ebic", random_state=seed).fit(frame)
        first = model.criterion_
        assert model.set_params(random_state=seed + 10).fit(frame).criterion_ >= first - 0.1  # noise of integration


def test_a_warm_start_leaves_a_network_that_breaks_the_rules():
    model = OSEM(6.0, warm_start=True).fit(FRAME)
    i, j = np.argwhere(model.adjacency_)[0]
    model.set_params(forbidden=named([(i, j), (j, i)])).fit(FRAME)
    assert not model.adjacency_[i, j]
    assert not model.adjacency_[j, i]


def test_a_warm_start_on_other_columns_starts_afresh():
    model = OSEM(6.0, warm_start=True).fit(FRAME)
    fewer = model.fit(FRAME.iloc[:, :4])
    assert fewer.adjacency_.shape == (4, 4)


@pytest.mark.parametrize("name", ["warm_start", "average"])
@pytest.mark.parametrize("value", ["no", 1, None])
def test_a_flag_must_be_true_or_false(name, value):
    with pytest.raises(InputTypeError, match=f"{name} is {value!r}; it must be True or False"):
        OSEM(**{name: value}).fit(problem(n=3, n_rows=50)[1])


def test_columns_that_a_frame_numbers_go_by_their_numbers():
    numbered = FRAME.set_axis(range(len(NAMES)), axis=1)
    knowledge = {"required": [(0, 1)], "forbidden": [(2, 3)], "tiers": [[0], [1]], "kinds": {0: "ordinal"}}
    model = OSEM(4, **knowledge, levels={1: sorted(FRAME[NAMES[1]].unique())}).fit(numbered)
    assert model.adjacency_[0, 1]
    assert not model.adjacency_[2, 3]
    pd.testing.assert_frame_equal(model.predict_proba(numbered, 0), model.predict_proba(numbered, "0"))
    assert model.predict(numbered.drop(columns=0), 0).name == 0


def test_imputed_rows_have_the_labels_of_the_frame():
    numbered = FRAME.astype(float).set_axis(range(len(NAMES)), axis=1).assign(id=np.arange(len(FRAME)))
    numbered.loc[3, 1] = np.nan
    model = OSEM(4).fit(numbered.drop(columns="id"))
    filled = model.impute(numbered)
    assert list(filled.columns) == list(range(len(NAMES)))
    numbered[filled.columns] = filled
    assert not numbered.isna().any(axis=None)
    drawn = ordag.inference.impute_draws(model.network_, numbered, 1, random_state=0)[0]
    assert list(drawn.columns) == list(range(len(NAMES)))


def test_weights_by_the_name_of_a_column_are_refused():
    with pytest.raises(InputValueError) as raised:
        OSEM(4).fit(FRAME, sample_weight="w")
    assert str(raised.value) == (
        "sample_weight must hold one number per row; found the text 'w'. Pass frame['w'], and fit without the column, "
        "which is no variable."
    )


def test_the_random_state_of_scikit_learn_serves():
    found = [OSEM(4, random_state=np.random.RandomState(0)).fit(FRAME).network_.dag for _ in range(2)]
    assert (found[0] == found[1]).all()
