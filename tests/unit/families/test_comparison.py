"""Families of models: each is recognised on rows of its own, and all speak of the same rows."""

from dataclasses import replace

import numpy as np
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.errors import InputValueError
from ordag.families import ModelComparison
from ordag.families.comparison import compare_models
from ordag.families.links import LinkPrice, link_price
from ordag.remarks import IncompleteRowsLeftOut
from ordag.search import SearchSpace
from reference.families import regression_rows, table_rows

N_SETS = 10
ENOUGH = 9  # sets on which the right family has to win
N_NODES, N_ROWS = 6, 1000


def rows_of(family: str, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(N_NODES, 3, rng=rng)
    if family == "latent":
        table = ordag.data.encode(ordag.simulate.ordinal_data(dag, N_ROWS, levels=4, rng=rng).frame)
        return np.array(table.codes)
    if family == "tables":
        return table_rows(dag, N_ROWS, rng)
    return regression_rows(dag, N_ROWS, rng, family)


@pytest.fixture(scope="module")
def compared() -> ModelComparison:
    return compare_models(rows_of("codes", 0), folds=2)


@pytest.mark.parametrize("family", ["latent", "codes", "dummies", "tables"])
def test_a_family_wins_on_rows_of_its_own(family: str) -> None:
    won = [compare_models(rows_of(family, seed)).best.model for seed in range(N_SETS)]
    assert won.count(family) >= ENOUGH, won


def test_the_frame_has_a_row_for_each_family(compared: ModelComparison) -> None:
    frame = compared.frame
    assert list(frame["model"]) == ["latent", "codes", "dummies", "tables"]
    cost = np.log(N_ROWS) / 2 * frame["n_parameters"]
    np.testing.assert_allclose(frame["bic"], frame["log_likelihood"] - cost)
    assert (frame["left_out_log_likelihood"] < frame["log_likelihood"]).all()


def test_parameters_are_counted_by_family(compared: ModelComparison) -> None:
    thresholds = N_NODES * 3
    assert compared["latent"].n_parameters == thresholds + compared["latent"].n_edges
    assert compared["codes"].n_parameters == thresholds + compared["codes"].n_edges
    assert compared["dummies"].n_parameters == thresholds + 3 * compared["dummies"].n_edges


def test_the_log_likelihood_of_tables_is_that_of_the_shares() -> None:
    codes = np.array([[0, 0]] * 30 + [[0, 1]] * 10 + [[1, 1]] * 40)
    tables = compare_models(codes, ["tables"])["tables"]
    assert tables.n_edges == 1
    assert tables.n_parameters == 3
    counts = np.array([30, 10, 40])
    assert tables.log_likelihood == pytest.approx(counts @ np.log(counts / 80))


def test_fitted_probabilities_give_the_log_likelihood(compared: ModelComparison) -> None:
    codes = rows_of("codes", 0).astype(np.int16)
    for fit in compared.fits.values():
        # smoothing moves each of some thousand probabilities by about 1 / N_ROWS
        assert fit.log_probabilities(codes).sum() == pytest.approx(fit.log_likelihood, rel=0.01), fit.model


@pytest.mark.parametrize("family", ["codes", "dummies", "tables"])
def test_probabilities_of_all_rows_sum_to_one(family: str) -> None:
    codes = rows_of("codes", 1)[:, :3]
    fit = compare_models(codes, [family])[family]
    every_row = np.stack(np.meshgrid(*[np.arange(4)] * 3), axis=-1).reshape(-1, 3).astype(np.int16)
    assert np.exp(fit.log_probabilities(every_row)).sum() == pytest.approx(1.0)


def test_shared_links_are_those_of_all_families(compared: ModelComparison) -> None:
    links = [{frozenset(edge) for edge in np.argwhere(fit.adjacency).tolist()} for fit in compared.fits.values()]
    shared = set.intersection(*links)
    assert shared
    assert {frozenset(int(name[1:]) for name in pair) for pair in compared.shared_links} == shared


def test_codes_lead_on_left_out_rows_too(compared: ModelComparison) -> None:
    assert max(compared.left_out, key=compared.left_out.__getitem__) == "codes"
    assert compared.best.model == "codes"


def test_a_family_that_loses_on_left_out_rows_is_not_the_best(compared: ModelComparison) -> None:
    against = dict(compared.left_out) | {"latent": compared.left_out["codes"] + 1}
    assert replace(compared, left_out=against).best.model == "latent"


def test_the_graph_of_a_family_that_pays_for_its_lead_with_links_is_not_chosen(compared: ModelComparison) -> None:
    for price, chosen in ((LinkPrice(3, 3), "codes"), (LinkPrice(4, 3), "latent")):
        priced = replace(compared, prices={**compared.prices, "codes": price})
        assert (priced.best.model, priced.chosen.model) == ("codes", chosen)


def test_the_next_family_is_chosen_where_the_best_pays_with_links(compared: ModelComparison) -> None:
    fits, prices = compared.fits, {**compared.prices, "codes": LinkPrice(0, 0), "tables": LinkPrice(4, 3)}
    ahead = replace(fits["tables"], log_likelihood=fits["tables"].log_likelihood + 10_000.0)
    priced = replace(compared, fits={**fits, "tables": ahead}, prices=prices, left_out={})
    assert (priced.best.model, priced.chosen.model) == ("tables", "codes")
    assert priced.leads()["tables"] < 0


def test_links_are_added_where_the_default_sees_them_and_spared_where_it_has_them() -> None:
    rng = np.random.default_rng(2)
    cause = rng.integers(0, 5, 500)
    rising, turning = (np.digitize(shift + rng.normal(size=500), [1, 3]) for shift in (cause, (cause - 2) ** 2))
    rows = OrdinalTable.from_codes(np.column_stack([cause, rising, turning]))
    none, turning_only, both = np.zeros((3, 3), np.int8), np.zeros((3, 3), np.int8), np.zeros((3, 3), np.int8)
    turning_only[0, 2] = both[0, 1] = both[0, 2] = 1
    assert link_price(rows, none, turning_only) == LinkPrice(0, 0)
    assert link_price(rows, turning_only, both) == LinkPrice(1, 0)
    assert link_price(rows, both, none) == LinkPrice(0, 2)


def test_a_lead_of_a_few_nats_does_not_displace_the_default(compared: ModelComparison) -> None:
    lead = compared["codes"].bic(N_ROWS) - compared["latent"].bic(N_ROWS)
    fits = dict(compared.fits)
    for raised, best in ((lead - 4.9, "latent"), (lead - 5.1, "codes")):
        close = replace(fits["latent"], log_likelihood=fits["latent"].log_likelihood + raised)
        near = replace(compared, fits=fits | {"latent": close}, left_out={})
        assert near.best.model == best


def test_incomplete_rows_are_left_out_for_all() -> None:
    codes = rows_of("codes", 2)
    holes = codes.copy()
    holes[:300, 0] = -1
    with pytest.warns(IncompleteRowsLeftOut, match="300 of 1000 rows have missing entries"):
        compared = compare_models(OrdinalTable.from_codes(holes), ["codes", "tables"])
    assert compared.n_rows == 700
    complete = compare_models(codes[300:], ["codes", "tables"])
    for model in ("codes", "tables"):
        assert compared[model].log_likelihood == pytest.approx(complete[model].log_likelihood)


def test_constraints_hold_for_all_families() -> None:
    codes = rows_of("codes", 3)
    space = SearchSpace([f"x{k}" for k in range(N_NODES)], forbidden=[("x0", f"x{k}") for k in range(1, N_NODES)])
    compared = compare_models(codes, space=space)
    assert [int(fit.adjacency[0].sum()) for fit in compared.fits.values()] == [0, 0, 0, 0]


def test_equal_seeds_give_equal_results() -> None:
    codes = rows_of("codes", 4)
    first, second = (compare_models(codes, ["codes", "tables"], folds=2) for _ in range(2))
    assert first.frame.equals(second.frame)


def test_a_rare_level_may_fall_into_one_fold() -> None:
    codes = rows_of("codes", 5)[:200]
    codes[0, 0] = 4
    compared = compare_models(codes, ["codes", "dummies", "tables"], folds=2)
    assert np.isfinite(compared.frame["left_out_log_likelihood"]).all()


@pytest.fixture(scope="module")
def mixed() -> ordag.simulate.SimulatedChoices:
    dag = np.zeros((5, 5), dtype=int)
    dag[0, 1] = dag[1, 2] = dag[2, 3] = dag[3, 4] = 1
    return ordag.simulate.mixed_data(dag, 800, ["ordinal", "nominal", "ordinal", "ordinal", "nominal"], rng=3)


@pytest.fixture(scope="module")
def with_nominal(mixed: ordag.simulate.SimulatedChoices) -> ModelComparison:
    return compare_models(mixed.frame, kinds=mixed.kinds)


def test_parameters_of_links_with_nominal_columns_are_their_slopes(with_nominal: ModelComparison) -> None:
    slopes = np.array([1, 3, 1, 1, 3])
    latent, codes = with_nominal["latent"], with_nominal["codes"]
    assert latent.n_parameters == 15 + (np.outer(slopes, slopes) * latent.adjacency).sum()
    assert codes.n_parameters == 15 + (np.outer(slopes, slopes) * codes.adjacency).sum()


def test_probabilities_of_all_rows_with_a_nominal_column_sum_to_one(mixed: ordag.simulate.SimulatedChoices) -> None:
    some = mixed.frame[["V1", "V2", "V3"]]
    compared = compare_models(some, kinds={"V2": "nominal"})
    every_row = np.stack(np.meshgrid(*[np.arange(4)] * 3), axis=-1).reshape(-1, 3).astype(np.int16)
    for fit in compared.fits.values():
        assert np.exp(fit.log_probabilities(every_row)).sum() == pytest.approx(1.0, abs=1e-3), fit.model


def test_names_of_categories_change_no_family(mixed: ordag.simulate.SimulatedChoices) -> None:
    some = mixed.frame[["V1", "V2", "V3"]]
    renamed = some.assign(V2=some["V2"].cat.rename_categories({"a": "z", "b": "y"}))
    renamed["V2"] = renamed["V2"].cat.reorder_categories(["c", "d", "y", "z"])
    first, second = (compare_models(frame, kinds={"V2": "nominal"}).frame for frame in (some, renamed))
    np.testing.assert_allclose(first["bic"], second["bic"], atol=0.01)


def test_a_lead_that_nominal_columns_bring_displaces_no_default(with_nominal: ModelComparison) -> None:
    ahead = replace(with_nominal["codes"], log_likelihood=with_nominal["latent"].log_likelihood + 1_000)
    fits = {**with_nominal.fits, "codes": ahead}
    latent = with_nominal.ordered["latent"]
    for among_ordered, best in ((latent + 4.9, "latent"), (latent + 5.1, "codes")):
        told = replace(with_nominal, fits=fits, prices={}, ordered={**with_nominal.ordered, "codes": among_ordered})
        assert (told.best.model, told.led_by_nominal) == (best, best == "latent")


def test_the_ordered_columns_alone_are_compared_where_others_are_nominal(
    mixed: ordag.simulate.SimulatedChoices, with_nominal: ModelComparison
) -> None:
    alone = compare_models(mixed.frame[["V1", "V3", "V4"]])
    assert not alone.ordered
    assert "bic_ordered" not in alone.frame
    np.testing.assert_allclose(with_nominal.frame["bic_ordered"], alone.frame["bic"], atol=0.5)


def test_a_single_ordered_column_tells_no_families_apart(mixed: ordag.simulate.SimulatedChoices) -> None:
    compared = compare_models(mixed.frame[["V1", "V2"]], kinds={"V2": "nominal"})
    assert compared.best.model == "latent"


def test_what_correlations_of_categories_show_is_seen_by_the_default() -> None:
    rng = np.random.default_rng(6)
    region = rng.integers(0, 4, 500)
    trust = np.digitize(np.array([0.0, 1.5, -1.5, 0.2])[region] + rng.normal(size=500), [-1, 0, 1])
    codes = np.column_stack([region, trust]).astype(np.int16)
    ordered = OrdinalTable.from_codes(codes)
    nominal = replace(ordered, kinds=("nominal", "ordinal"))
    none, linked = np.zeros((2, 2), np.int8), np.array([[0, 1], [0, 0]], np.int8)
    assert link_price(nominal, none, linked) == LinkPrice(1, 0)
    assert link_price(ordered, none, linked) == LinkPrice(0, 0)


def test_a_continuous_column_is_refused(rng: np.random.Generator) -> None:
    with pytest.raises(InputValueError, match="column 'x1' holds numbers; families of models are compared on ordinal"):
        compare_models(np.column_stack([rng.integers(0, 3, 100), rng.normal(size=100)]), kinds={"x1": "continuous"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"models": ["code"]}, "unknown model 'code'; did you mean 'codes'"),
        ({"models": []}, "models is empty"),
        ({"folds": 1}, "folds is 1; it must be 0 for none, or 2 or more"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputValueError, match=message):
        compare_models(rows_of("codes", 0), **options)


def test_what_is_shown_names_the_best(compared: ModelComparison) -> None:
    assert repr(compared).startswith("ModelComparison(6 variables, 1000 rows: best codes, ")
