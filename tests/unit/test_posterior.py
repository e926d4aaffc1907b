"""The posterior of a Bayesian fit: what it says, its file, and the options of the estimator that ask for it."""

import json
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag import OSEM, GraphPrior
from ordag.errors import ConvergenceWarning, InputValueError
from ordag.graphs import class_size
from ordag.latent import Margins
from ordag.model import FittedNetwork
from ordag.posterior import Diagnostics, Posterior, draw_margins
from ordag.simulate import Missing
from reference.fits import problem

TRUTH, FRAME = problem(n=5, n_rows=300)
NAMES = list(FRAME.columns)


def fitted(frame=FRAME, options=None, *, n_draws=60, **prior):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # few draws, short chains
        return OSEM(prior=GraphPrior(n_draws=n_draws, **prior), **(options or {})).fit(frame)


@pytest.fixture(scope="module")
def model():
    return fitted(average=True)


@pytest.fixture(scope="module")
def posterior(model):
    return model.posterior_


def two_networks(weights=(0.75, 0.25)):
    """a → b → c and a → b, c alone."""
    networks = tuple(
        FittedNetwork.from_parameters([[0, 0.8, 0], [0, 0, slope], [0, 0, 0]], [[0.0]] * 3, names=["a", "b", "c"])
        for slope in (0.8, 0.0)
    )
    return Posterior(networks, np.array(weights), Diagnostics(1.6, 2.0, 1.0, 1))


# ---- what it says ----


def test_probabilities_are_weighted_shares_of_the_draws():
    posterior = two_networks()
    assert posterior.arrow_probabilities == pytest.approx(np.array([[0, 1, 0], [0, 0, 0.75], [0, 0, 0]]))
    assert posterior.edge_probabilities == pytest.approx(np.array([[0, 1, 0], [1, 0, 0.75], [0, 0.75, 0]]))
    assert posterior.path_probabilities == pytest.approx(np.array([[0, 1, 0.75], [0, 0, 0.75], [0, 0, 0]]))
    assert not posterior.compelled_probabilities.any()
    assert posterior.edge_support.direction[0, 1] == pytest.approx(0.5)
    assert posterior.edge_support.unit == "posterior draw"


def test_probabilities_keep_their_order(posterior):
    for shares in (posterior.edge_probabilities, posterior.arrow_probabilities, posterior.path_probabilities):
        assert np.all((shares >= 0) & (shares <= 1))
    arrows = posterior.arrow_probabilities
    assert np.all(posterior.path_probabilities >= arrows - 1e-12)
    assert posterior.edge_probabilities == pytest.approx(arrows + arrows.T)
    assert np.all(posterior.compelled_probabilities <= arrows + 1e-12)


def test_strong_edges_of_the_truth_are_near_certain(posterior):
    shares = posterior.edge_probabilities
    assert shares[TRUTH == 1].mean() > shares[(TRUTH | TRUTH.T) == 0].sum() / 20 + 0.3


def test_correlation_intervals_are_weighted_quantiles():
    low, high = two_networks().correlation_interval(0.4)
    strong = two_networks().networks[0].correlation
    assert low[1, 2] == high[1, 2] == strong[1, 2]  # a quarter of the mass lies below: outside the middle 40 %
    low, high = two_networks().correlation_interval(0.8)
    assert (low[1, 2], high[1, 2]) == (0, strong[1, 2])


def test_correlation_intervals_hold_the_fit_and_widen_with_their_level(model, posterior):
    narrow, wide = posterior.correlation_interval(0.5), posterior.correlation_interval(0.99)
    assert np.all(wide[0] <= narrow[0])
    assert np.all(wide[1] >= narrow[1])
    inside = (wide[0] - 0.02 <= model.correlation_) & (model.correlation_ <= wide[1] + 0.02)
    assert inside.mean() > 0.9


def test_a_level_that_is_no_share_is_refused(posterior):
    with pytest.raises(InputValueError, match=r"level is 90; it must be between 0 and 1"):
        posterior.correlation_interval(90)


def test_the_effect_is_that_of_the_weighted_networks():
    effect = two_networks((1.0, 0.0)).effect("b", "c")
    alone = ordag.inference.effect_interval(two_networks().networks[:1], "b", "c")
    assert effect.mean == pytest.approx(alone.mean)


def test_the_log_likelihood_averages_probabilities():
    posterior = two_networks((0.5, 0.5))
    rows = pd.DataFrame({"a": [0, 1], "b": [0, 1], "c": [0, 0]})
    single = [ordag.model.log_likelihood(network, rows) for network in posterior.networks]
    assert posterior.log_likelihood(rows) == pytest.approx(np.log(np.exp(single).mean(axis=0)))


def test_the_log_likelihood_follows_the_weights_of_many_draws():
    strong, weak = two_networks().networks
    networks = tuple(strong if k in (33, 71) else weak for k in range(100))
    weights = np.full(100, 0.2 / 98)
    weights[[33, 71]] = 0.4
    rows = pd.DataFrame({"a": [0, 1], "b": [0, 1], "c": [0, 0]})
    posterior = Posterior(networks, weights, Diagnostics(1.0, 2.0, 1.0, 1))
    expected = two_networks((0.8, 0.2)).log_likelihood(rows)
    assert posterior.log_likelihood(rows) == pytest.approx(expected, abs=0.02)


def test_the_estimator_averages_only_when_asked(model):
    assert model.log_likelihood(FRAME) == pytest.approx(model.posterior_.log_likelihood(FRAME))
    single = fitted()
    assert single.log_likelihood(FRAME) == pytest.approx(ordag.model.log_likelihood(single.network_, FRAME))


def test_the_network_carries_the_edge_probabilities(model, posterior):
    assert model.network_.support.support == pytest.approx(posterior.edge_probabilities)
    joined = (model.adjacency_ + model.adjacency_.T) > 0
    # Sixty draws tell a probability to 0.06; the network was chosen without them.
    clear = np.abs(posterior.edge_probabilities - 0.5) > 0.15
    assert clear.sum() > 12
    assert np.array_equal(joined[clear], posterior.edge_probabilities[clear] > 0.5)


# ---- doubts ----


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, []),
        ({"r_hat": 1.3}, ["chains disagree (R-hat 1.30"]),
        ({"r_hat": np.nan}, ["chains disagree"]),
        ({"ratio_size": 0.01}, ["single graphs outweigh"]),
        ({"n_repeats": 312.5}, ["each different row stands for 312"]),
        ({"r_hat": 2.0, "ratio_size": 0.01}, ["chains disagree", "single graphs outweigh"]),
    ],
)
def test_doubts_name_what_is_wrong(changes, said):
    posterior = two_networks()
    doubts = replace(posterior, diagnostics=replace(posterior.diagnostics, **changes)).doubts()
    assert len(doubts) == len(said)
    assert all(part in doubt for part, doubt in zip(said, doubts, strict=True))


def test_doubts_become_warnings(monkeypatch):
    monkeypatch.setattr(Posterior, "doubts", lambda self: ("the moon is full",))
    with pytest.warns(ConvergenceWarning, match="posterior: the moon is full"):
        OSEM(prior=GraphPrior(n_draws=2)).fit(FRAME)


# ---- files ----


def test_saving_and_loading_gives_the_same_posterior(posterior, tmp_path):
    posterior.save(tmp_path / "p.json")
    again = Posterior.load(tmp_path / "p.json")
    assert again.diagnostics == posterior.diagnostics
    assert np.array_equal(again.weights, posterior.weights)
    assert np.array_equal(again.arrow_probabilities, posterior.arrow_probabilities)
    assert np.array_equal(again.correlation_interval(), posterior.correlation_interval())
    assert again.networks[3].names == tuple(NAMES)


def test_an_r_hat_that_is_not_known_survives_the_file(tmp_path):
    posterior = two_networks()
    unknown = replace(posterior, diagnostics=replace(posterior.diagnostics, r_hat=np.nan))
    unknown.save(tmp_path / "p.json")
    assert "NaN" not in (tmp_path / "p.json").read_text()
    assert np.isnan(Posterior.load(tmp_path / "p.json").diagnostics.r_hat)


def test_an_existing_file_is_kept_unless_forced(posterior, tmp_path):
    path = tmp_path / "p.json"
    path.write_text("mine")
    with pytest.raises(Exception, match=r"p\.json"):
        posterior.save(path)
    assert path.read_text() == "mine"
    posterior.save(path, force=True)
    assert Posterior.load(path).names == tuple(NAMES)


SPOILED = {
    "no JSON": lambda record: "{",
    "a list": lambda record: "[]",
    "another format": lambda record: json.dumps(record | {"format": "ordag-network"}),
    "another version": lambda record: json.dumps(record | {"version": 2}),
    "no networks": lambda record: json.dumps(record | {"networks": [], "weights": []}),
    "too few weights": lambda record: json.dumps(record | {"weights": [1.0]}),
    "negative weights": lambda record: json.dumps(record | {"weights": [-0.5, 1.5]}),
    "weights that do not sum to one": lambda record: json.dumps(record | {"weights": [3.0, 1.0]}),
    "words as weights": lambda record: json.dumps(record | {"weights": ["a", "b"]}),
    "no diagnostics": lambda record: json.dumps({key: record[key] for key in record if key != "diagnostics"}),
    "odd diagnostics": lambda record: json.dumps(record | {"diagnostics": {"mood": 1}}),
    "words as diagnostics": lambda record: json.dumps(
        record | {"diagnostics": dict.fromkeys(record["diagnostics"], "good")}
    ),
    "a network that is none": lambda record: json.dumps(record | {"networks": [1, 2]}),
    "networks of other variables": lambda record: json.dumps(
        record | {"networks": [record["networks"][0], ordag.model.storage.to_record(other_network())]}
    ),
    "no text": lambda record: "\ud800".encode("utf-16", "surrogatepass"),
}


def other_network():
    return FittedNetwork.from_parameters([[0, 0.8], [0, 0]], [[0.0]] * 2, names=["x", "y"])


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputValueError, match=r"none\.json' does not exist\. Check the path"):
        Posterior.load(tmp_path / "none.json")


@pytest.mark.parametrize("kind", SPOILED)
def test_a_file_that_is_no_posterior_is_refused(kind, tmp_path):
    path = tmp_path / "p.json"
    two_networks().save(path)
    spoiled = SPOILED[kind](json.loads(path.read_text()))
    path.write_bytes(spoiled if isinstance(spoiled, bytes) else spoiled.encode())
    with pytest.raises(InputValueError, match=r"p\.json' cannot be read as a posterior"):
        Posterior.load(path)


# ---- options ----


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prior": "wishart", "penalty": 3}, "penalty=3"),
        ({"prior": "wishart", "penalty": 3, "mode": "paper"}, "mode='paper'"),
        ({"prior": "normal"}, "unknown prior 'normal'. Valid: wishart, a GraphPrior"),
        ({"prior": "wishart", "criterion": "bic"}, "criterion='bic'"),
        ({"prior": GraphPrior(edges={("nobody", NAMES[0]): 0.5})}, "'nobody'"),
    ],
)
def test_options_without_meaning_are_refused(options, message):
    with pytest.raises(InputValueError, match=message):
        OSEM(**options).fit(FRAME)


def test_rows_that_tell_next_to_nothing_are_refused():
    with pytest.raises(InputValueError, match=r"the 2 rows found carry that of 0\.81\. Pass more rows"):
        fitted(pd.DataFrame({"a": [0, 1], "b": [0, 1]}))


@pytest.mark.parametrize("edges", [0.99, {(i, j): 0.999 for i in NAMES for j in NAMES if i < j}])
def test_a_prior_under_which_most_edges_are_likely_is_taken(edges):
    dense = fitted(edges=edges, n_draws=20).posterior_
    sparse = fitted(n_draws=20).posterior_
    assert dense.edge_support.support.sum() > sparse.edge_support.support.sum() + 1


def test_more_than_fifty_columns_are_refused():
    wide = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (80, 51)))
    with pytest.raises(InputValueError, match="at most 50 columns; found 51"):
        OSEM(prior="wishart").fit(wide)


def test_one_draw_is_enough_to_ask_for():
    assert len(fitted(n_draws=1, average=True).posterior_.networks) == 1


def test_two_columns_are_enough():
    shares = fitted(FRAME.iloc[:, :2]).posterior_.edge_probabilities
    assert shares.shape == (2, 2)


# ---- kinds of data, knowledge, threads ----


def test_missing_entries_continuous_columns_and_weights_are_taken_in():
    data = ordag.simulate.ordinal_data(TRUTH, 400, levels=4, rng=4, continuous=[1], missing=Missing(0.15, "mcar"))
    weights = np.random.default_rng(0).uniform(0.5, 2, 400)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = OSEM(prior=GraphPrior(n_draws=40, average=True), kinds={NAMES[1]: "continuous"}).fit(
            data.frame, sample_weight=weights
        )
    means = np.array([network.margins.means[1] for network in model.posterior_.networks])
    scales = np.array([network.margins.scales[1] for network in model.posterior_.networks])
    n_seen = ordag.data.effective_weights(weights) @ data.frame[NAMES[1]].notna()
    assert means.std() == pytest.approx(scales.mean() / np.sqrt(n_seen), rel=0.4)
    assert np.isfinite(model.log_likelihood(data.frame)).all()


def test_a_row_of_weight_two_is_two_rows():
    weights = np.random.default_rng(1).integers(1, 3, 300)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        weighted = OSEM(prior=GraphPrior(n_draws=40)).fit(FRAME, sample_weight=weights)
    repeated = fitted(FRAME.loc[np.repeat(FRAME.index, weights)], n_draws=40)
    difference = weighted.posterior_.edge_probabilities - repeated.posterior_.edge_probabilities
    assert np.abs(difference).max() < 0.3


def test_knowledge_shows_in_every_draw_and_directs_its_class():
    tiers = [NAMES[3:], NAMES[:3]]
    posterior = fitted(options={"tiers": tiers}).posterior_
    for network in posterior.networks:
        assert not network.dag[:3, 3:].any()
        assert not network.cpdag[:3, 3:].any()


def test_neither_threads_nor_repetition_change_the_result(posterior):
    other = fitted(options={"n_jobs": 2}, average=True).posterior_
    for a, b in zip(posterior.networks, other.networks, strict=True):
        assert np.array_equal(a.dag, b.dag)
        assert np.array_equal(a.weights, b.weights)
        assert all(np.array_equal(x, y) for x, y in zip(a.thresholds, b.thresholds, strict=True))


def test_another_seed_gives_other_draws(posterior):
    other = fitted(options={"random_state": 1}, average=True).posterior_
    assert any(
        not np.array_equal(a.weights, b.weights) for a, b in zip(posterior.networks, other.networks, strict=True)
    )


def test_a_prior_over_classes_divides_the_weights_by_the_sizes_of_classes(posterior):
    def slope(draws):
        sizes = [np.log(class_size(network.cpdag)) for network in draws.networks]
        return np.polyfit(sizes, np.log(draws.weights), 1)[0]

    assert abs(slope(posterior)) < 0.3
    assert slope(fitted(over="classes").posterior_) == pytest.approx(-1, abs=0.3)


def test_mean_and_variance_of_a_continuous_column_are_drawn_from_jeffreys_posterior(rng):
    margins, n = Margins((np.empty(0),), np.array([10.0]), np.array([3.0])), 20
    draws = [draw_margins(margins, np.array([float(n)]), rng) for _ in range(4000)]
    precisions = np.array([n * 9 / draw.scales[0] ** 2 for draw in draws])  # chi-squared with n - 1 degrees of freedom
    assert precisions.mean() == pytest.approx(n - 1, abs=0.5)  # standard error 0.1
    assert precisions.var() == pytest.approx(2 * (n - 1), rel=0.15)
    standard = np.array([(draw.means[0] - 10) / draw.scales[0] * np.sqrt(n) for draw in draws])
    assert (standard.mean(), standard.std()) == pytest.approx((0, 1), abs=0.06)
