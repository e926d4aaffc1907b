"""Nominal columns from the estimator's front door to the answers of the network."""

import itertools
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal

import ordag
from ordag import inference
from ordag.errors import InputValueError
from ordag.latent import Coordinates
from ordag.model import FittedNetwork
from ordag.model.tables import conditional_table
from ordag.report.contrasts import contrast
from reference.choices import KINDS, choices

# Integration by quadrature or points, and by sampling of so many rows.
INTEGRATION, N_DRAWN = 1e-3, 20_000
MONTE_CARLO = 4 * 0.5 / np.sqrt(N_DRAWN)
CATEGORIES = ["r0", "r1", "r2", "r3"]
PLACES = ["ash", "oak", "elm", "fir"]


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return choices(600, seed=1)


@pytest.fixture(scope="module")
def model(frame: pd.DataFrame) -> ordag.OSEM:
    return ordag.OSEM(kinds=KINDS).fit(frame)


@pytest.fixture(scope="module")
def network(model: ordag.OSEM) -> FittedNetwork:
    return model.network_


def test_links_with_a_nominal_column_are_found(network: FittedNetwork) -> None:
    linked = {frozenset(pair) for pair in network.edges_frame()[["from", "to"]].itertuples(index=False)}
    assert linked == {frozenset({"mood", "region"}), frozenset({"region", "work"})}


def test_what_the_estimator_shows_has_one_entry_a_variable(model: ordag.OSEM) -> None:
    assert model.adjacency_.shape == model.cpdag_.shape == model.weights_.shape == model.correlation_.shape == (4, 4)
    assert model.noise_.shape == (4,)
    assert [len(cuts) for cuts in model.thresholds_] == [3, 3, 3, 3]


def test_the_order_of_categories_does_not_matter_to_the_graph(frame: pd.DataFrame, model: ordag.OSEM) -> None:
    renamed = frame.assign(region=frame["region"].map(dict(zip(CATEGORIES, ["b", "d", "a", "c"], strict=True))))
    again = ordag.OSEM(kinds=KINDS).fit(renamed)
    np.testing.assert_array_equal(again.cpdag_, model.cpdag_)
    assert again.criterion_ == pytest.approx(model.criterion_, abs=0.05)


def test_the_order_of_questions_moves_the_evidence_of_the_best_graph_by_less_than_a_nat(
    frame: pd.DataFrame, model: ordag.OSEM, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Coordinates.of
    turned = staticmethod(lambda table: Coordinates(tuple(order[::-1] for order in usual(table).orders)))
    monkeypatch.setattr(Coordinates, "of", turned)
    again = ordag.OSEM(kinds=KINDS).fit(frame)
    assert again.criterion_ == pytest.approx(model.criterion_, abs=1)
    np.testing.assert_array_equal(again.cpdag_, model.cpdag_)


def test_two_categories_are_a_binary_column_exactly(frame: pd.DataFrame) -> None:
    two = frame.assign(region=np.where(frame["region"] == "r1", "yes", "no"))
    kinds = [{name: kind for name, kind in KINDS.items() if name != "region"}, KINDS]
    binary, nominal = (ordag.OSEM(levels={"region": ["no", "yes"]}, kinds=declared).fit(two) for declared in kinds)
    np.testing.assert_array_equal(nominal.weights_, binary.weights_)
    assert nominal.log_likelihood_ == binary.log_likelihood_


def test_probabilities_of_all_rows_sum_to_one(network: FittedNetwork) -> None:
    rows = pd.DataFrame(list(itertools.product(*network.levels)), columns=list(network.names))
    assert np.exp(ordag.model.log_likelihood(network, rows)).sum() == pytest.approx(1, abs=INTEGRATION)


def test_the_probability_of_a_row_is_that_of_its_rectangle(network: FittedNetwork) -> None:
    column = network.index("region")
    behind, boxes = network.of_coordinates, np.array(inference.conditions.level_boxes(network, column))
    places = list(network.coordinates.blocks.of(column))
    correlation = behind.correlation[np.ix_(places, places)]
    for box, category in zip(boxes, CATEGORIES, strict=True):
        corners = [
            np.prod([-1.0 if end == 0 else 1.0 for end in ends])
            * multivariate_normal(cov=correlation).cdf(np.clip([box[k, end] for k, end in enumerate(ends)], -9, 9))
            for ends in itertools.product((0, 1), repeat=len(places))
        ]
        found = np.exp(ordag.model.log_likelihood(network, [{**dict.fromkeys(network.names), "region": category}]))
        assert found[0] == pytest.approx(sum(corners), abs=INTEGRATION)


def test_predictions_are_conditional_probabilities(network: FittedNetwork, model: ordag.OSEM) -> None:
    known = {"mood": 0, "work": 3, "apart": 1}
    predicted = model.predict_proba([known], target="region").to_numpy()[0]
    np.testing.assert_allclose(predicted, inference.query(network, "region", known).probabilities, atol=0.01)
    joint = [np.exp(ordag.model.log_likelihood(network, [{**known, "region": each}]))[0] for each in CATEGORIES]
    np.testing.assert_allclose(predicted, np.array(joint) / sum(joint), atol=0.01)


def test_a_set_of_categories_is_evidence(network: FittedNetwork) -> None:
    joint = inference.query(network, ["region", "work"]).probabilities
    found = inference.query(network, "work", {"region": {"r0", "r2"}}).probabilities
    np.testing.assert_allclose(found, joint[[0, 2]].sum(axis=0) / joint[[0, 2]].sum(), atol=INTEGRATION)


def test_an_event_and_its_opposite_sum_to_one(network: FittedNetwork) -> None:
    chances = [inference.probability(network, {"region": each}, {"mood": 2}).value for each in ("r1", "!= r1")]
    assert sum(chances) == pytest.approx(1, abs=INTEGRATION)


def test_conditions_that_need_an_order_are_refused(network: FittedNetwork) -> None:
    with pytest.raises(InputValueError, match="asks for an order, and its categories have none"):
        inference.query(network, "work", {"region": ">= r1"})


def test_samples_have_the_joint_distribution_of_the_network(network: FittedNetwork) -> None:
    drawn = inference.sample(network, N_DRAWN, random_state=1)
    assert not drawn["region"].cat.ordered
    found = pd.crosstab(drawn["region"], drawn["work"], normalize=True).to_numpy()
    np.testing.assert_allclose(found, inference.query(network, ["region", "work"]).probabilities, atol=MONTE_CARLO)


@pytest.mark.parametrize(("cause", "outcome"), [("region", "work"), ("work", "region"), ("mood", "work")])
def test_an_effect_is_a_query_under_the_intervention(network: FittedNetwork, cause: str, outcome: str) -> None:
    effect = inference.causal_effect(network, cause, outcome, over_class=False)
    for level, row in zip(effect.cause_levels, effect.mean, strict=True):
        expected = inference.query(network, outcome, do={cause: level}).probabilities
        np.testing.assert_allclose(row, expected, atol=INTEGRATION)


def test_a_nominal_cause_is_shown_by_the_categories_that_move_the_outcome_most(network: FittedNetwork) -> None:
    effect = inference.causal_effect(network, "region", "work", over_class=False)
    means = effect.expected.mean(axis=0)
    low, high = (CATEGORIES[int(place)] for place in (np.argmin(means), np.argmax(means)))
    assert list(effect._shown()[1].columns[:2]) == [f"region = {low}", f"region = {high}"]
    np.testing.assert_allclose(effect.change().mean, effect.change(low, high).mean)
    none = inference.causal_effect(network, "work", "region", over_class=False)
    assert list(none._shown()[1].columns[:2]) == ["work = 0", "work = 3"]


def test_rows_sampled_under_an_intervention_follow_it(network: FittedNetwork) -> None:
    drawn = inference.sample(network, N_DRAWN, do={"region": "r2"}, random_state=1)
    assert drawn["region"].unique().tolist() == ["r2"]
    found = drawn["work"].value_counts(normalize=True, sort=False).to_numpy()
    expected = inference.query(network, "work", do={"region": "r2"}).probabilities
    np.testing.assert_allclose(found, expected, atol=MONTE_CARLO)


def test_a_nominal_outcome_has_no_expectation(network: FittedNetwork) -> None:
    assert np.isnan(inference.causal_effect(network, "mood", "region").expected).all()


def test_missing_categories_are_imputed(frame: pd.DataFrame, model: ordag.OSEM) -> None:
    holes = frame.assign(region=frame["region"].where(np.arange(len(frame)) >= 50))
    filled = model.impute(holes)
    assert set(filled["region"].iloc[:50]) <= set(CATEGORIES)
    best = model.predict(holes.iloc[:50], target="region")
    assert filled["region"].iloc[:50].tolist() == best.tolist()


def test_draws_of_missing_entries_keep_the_seen_ones(frame: pd.DataFrame, network: FittedNetwork) -> None:
    holes = frame.assign(region=frame["region"].where(np.arange(len(frame)) >= 300))
    drawn = inference.impute_draws(network, holes, n_draws=1, random_state=1)[0]
    assert drawn["region"].iloc[300:].tolist() == frame["region"].iloc[300:].tolist()
    shares = drawn["region"].iloc[:300].value_counts(normalize=True).reindex(CATEGORIES)
    np.testing.assert_allclose(shares, frame["region"].value_counts(normalize=True).reindex(CATEGORIES), atol=0.1)


def test_entries_missing_at_random_leave_the_margins_in_place() -> None:
    frame = choices(3000, seed=2)
    hidden = (frame["mood"] >= 2) & (np.random.default_rng(1).random(len(frame)) < 0.7)
    network = ordag.OSEM(kinds=KINDS).fit(frame.assign(region=frame["region"].where(~hidden))).network_
    found = inference.query(network, "region").probabilities
    whole = frame["region"].value_counts(normalize=True).reindex(CATEGORIES)
    seen = frame["region"][~hidden].value_counts(normalize=True).reindex(CATEGORIES)
    assert np.abs(found - whole).max() < np.abs(seen - whole).max() / 2


def test_a_stored_network_is_the_network(network: FittedNetwork, tmp_path: Path) -> None:
    network.save(tmp_path / "model.json")
    assert FittedNetwork.load(tmp_path / "model.json") == network


def test_tables_of_a_nominal_variable_and_its_child_are_distributions(network: FittedNetwork) -> None:
    for name in network.names:
        np.testing.assert_allclose(conditional_table(network, name).sum(axis=-1), 1, atol=1e-9)


def test_lavaan_has_no_place_for_a_nominal_variable(network: FittedNetwork, tmp_path: Path) -> None:
    with pytest.raises(InputValueError, match="lavaan takes no nominal columns, and 'region' is one"):
        network.export(tmp_path / "model.lav")


def test_categories_that_no_row_holds_have_no_probability(frame: pd.DataFrame) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = ordag.OSEM(levels={"region": [*CATEGORIES, "r9"]}, kinds=KINDS).fit(frame)
    assert inference.query(model.network_, "region").probabilities[-1] == 0
    blank, unseen = ({**dict.fromkeys(model.network_.names), "work": 1, "region": each} for each in (None, "r9"))
    assert model.log_likelihood([blank])[0] == pytest.approx(model.log_likelihood([unseen])[0])


@pytest.mark.parametrize("options", [{"mode": "paper", "penalty": 3.0}, {"prior": "wishart"}])
def test_what_cannot_deal_with_nominal_columns_says_so(frame: pd.DataFrame, options: dict[str, object]) -> None:
    with pytest.raises(InputValueError, match="takes no nominal columns, and 'region' is one"):
        ordag.OSEM(kinds=KINDS, **options).fit(frame)


def test_required_edges_between_variables_are_kept(frame: pd.DataFrame) -> None:
    model = ordag.OSEM(kinds=KINDS, required=[("apart", "region")], forbidden=[("mood", "region")]).fit(frame)
    names = list(model.network_.names)
    assert model.adjacency_[names.index("apart"), names.index("region")] == 1
    assert model.adjacency_[names.index("mood"), names.index("region")] == 0


def test_a_given_penalty_learns_a_network_too(frame: pd.DataFrame, model: ordag.OSEM) -> None:
    given = ordag.OSEM(penalty=3.0, kinds=KINDS).fit(frame)
    np.testing.assert_array_equal(given.cpdag_, model.cpdag_)
    assert given.trace_[-1].n_edges == 2


def test_methods_that_ignore_the_order_of_levels_take_nominal_columns(frame: pd.DataFrame) -> None:
    assert ordag.learn(frame, "bde", kinds=KINDS).cpdag.shape == (4, 4)
    with pytest.raises(InputValueError, match="column 'region' is nominal"):
        ordag.learn(frame, "gpc", kinds=KINDS)


def test_a_report_says_where_categories_differ_most(network: FittedNetwork) -> None:
    strongest = ordag.report.describe(network).findings[1].text
    assert "is highest where region is" in strongest


def test_text_without_an_order_is_nominal_by_itself(frame: pd.DataFrame) -> None:
    named = frame.assign(region=frame["region"].map(dict(zip(CATEGORIES, PLACES, strict=True))))
    others = {name: kind for name, kind in KINDS.items() if name != "region"}
    with pytest.warns(ordag.errors.InferenceWarning, match="'region': nominal, its name or wording is that of groups"):
        model = ordag.OSEM(kinds=others).fit(named)
    assert model.network_.kinds[-1] == "nominal"


def test_methods_without_nominal_columns_set_them_aside(frame: pd.DataFrame) -> None:
    named = frame.assign(region=frame["region"].map(dict(zip(CATEGORIES, PLACES, strict=True))))
    others = {name: kind for name, kind in KINDS.items() if name != "region"}
    with pytest.warns(ordag.errors.InferenceWarning, match="set aside: 'region' is nominal"):
        assert ordag.learn(named, "gpc", kinds=others).names == ("mood", "work", "apart")


@pytest.mark.parametrize("options", [{"hidden": 1}, {"mode": "paper-fast", "penalty": 3.0, "n_draws": 5}])
def test_methods_that_take_no_nominal_columns_set_them_aside(frame: pd.DataFrame, options: dict[str, object]) -> None:
    regions = frame.assign(region=frame["region"].map(dict(zip(CATEGORIES, PLACES, strict=True))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "region" not in ordag.learn(regions, "osem", random_state=1, **options).names
        ordag.screen_rows(regions.iloc[:200], estimator=ordag.OSEM(random_state=1, **options))


def test_a_method_by_name_is_bootstrapped_on_the_columns_that_it_learns_from(frame: pd.DataFrame) -> None:
    regions = frame.assign(region=frame["region"].map(dict(zip(CATEGORIES, PLACES, strict=True)))).iloc[:300]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert ordag.bootstrap("osem", regions, 2, random_state=1).names == ordag.learn(regions, "osem").names


def test_nominal_numbers_are_not_said_to_be_read_in_order(frame: pd.DataFrame) -> None:
    numbered = frame.assign(region=frame["region"].map({name: k for k, name in enumerate(CATEGORIES)}))
    network = ordag.OSEM(kinds=KINDS).fit(numbered).network_
    said = [check.text for check in ordag.report.describe(network).checks if check.topic == "Order of answers"]
    assert said
    assert all("region" not in text and "All items" not in text for text in said)


def test_an_answer_in_words_is_given_most_often_in_a_category(frame: pd.DataFrame) -> None:
    voted = frame.assign(work=np.where(frame["work"] >= 2, "yes", "no"))
    network = ordag.OSEM(kinds=KINDS, levels={"work": ["no", "yes"]}, required=[("region", "work")]).fit(voted).network_
    said = contrast(network, network.index("region"), network.index("work"))
    assert said.startswith("work is most often yes where region is ")
