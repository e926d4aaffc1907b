"""`OSEM(hidden=...)`: what it finds, and that the network works with it."""

import shutil
import subprocess

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.errors import InputValueError, OptionsClashError
from ordag.inference import hidden_causes
from ordag.model import FittedNetwork
from ordag.simulate import FactorData, factor_data

N_ITEMS = 5


@pytest.fixture(scope="module")
def data() -> FactorData:
    return factor_data(3, N_ITEMS, 1000, n_links=2, random_state=3)


@pytest.fixture(scope="module")
def model(data: FactorData) -> ordag.OSEM:
    return ordag.OSEM(hidden="auto").fit(data.frame)


def test_factors_and_links_are_found(model: ordag.OSEM, data: FactorData) -> None:
    found, true = model.hidden_.loadings != 0, data.loadings != 0
    assert sorted(map(tuple, found.tolist())) == sorted(map(tuple, true.tolist()))
    assert np.array_equal(model.adjacency_ | model.adjacency_.T, data.links | data.links.T)


def test_the_default_finds_no_hidden_cause(data: FactorData) -> None:
    assert ordag.OSEM().fit(data.frame.iloc[:200, :6]).hidden_.n_hidden == 0


def test_a_plain_network_has_no_hidden_cause() -> None:
    rng = np.random.default_rng(5)
    plain = ordag.simulate.ordinal_data(ordag.simulate.random_dag(10, 3, rng=rng), 500, levels=4, rng=rng)
    asked, default = (ordag.OSEM(hidden=hidden).fit(plain.frame) for hidden in ("auto", 0))
    assert asked.hidden_.n_hidden == 0
    assert np.array_equal(asked.adjacency_, default.adjacency_)


def test_independent_items_have_no_hidden_cause() -> None:
    frame = pd.DataFrame(np.random.default_rng(0).integers(0, 3, (300, 6)), columns=list("abcdef"))
    assert ordag.OSEM(hidden="auto").fit(frame).hidden_.n_hidden == 0


def test_a_number_asks_for_so_many(data: FactorData) -> None:
    assert ordag.OSEM(hidden=2).fit(data.frame).hidden_.n_hidden == 2


def test_the_strongest_item_of_a_hidden_cause_has_a_positive_loading(model: ordag.OSEM) -> None:
    loadings = model.hidden_.loadings
    strongest = np.abs(loadings).argmax(axis=1)
    assert (loadings[np.arange(len(loadings)), strongest] > 0).all()


def test_reversed_items_turn_their_loadings(model: ordag.OSEM, data: FactorData) -> None:
    frame = data.frame.copy()
    for name in frame.columns[:N_ITEMS]:
        frame[name] = (
            frame[name]
            .cat.rename_categories(list(frame[name].cat.categories[::-1]))
            .cat.reorder_categories(list(frame[name].cat.categories))
        )
    turned = ordag.OSEM(hidden="auto").fit(frame).hidden_
    sizes = np.sort(np.abs(turned.loadings).max(axis=0))
    assert sizes == pytest.approx(np.sort(np.abs(model.hidden_.loadings).max(axis=0)), abs=0.01)


def test_the_criterion_is_above_that_of_the_best_graph_without(model: ordag.OSEM, data: FactorData) -> None:
    assert model.criterion_ > ordag.OSEM(criterion="ebic").fit(data.frame).criterion_ + 20


def test_correlations_of_columns_are_those_of_the_whole_graph(model: ordag.OSEM) -> None:
    hidden = model.network_.hidden
    assert hidden is not None
    implied = ordag.maximization.standardize(hidden.weights, hidden.noise).correlation
    n = model.n_features_in_
    assert model.correlation_ == pytest.approx(implied[:n, :n])


def test_standard_errors_belong_to_loadings(model: ordag.OSEM) -> None:
    errors = model.hidden_.standard_errors
    assert np.array_equal(np.isfinite(errors), model.hidden_.loadings != 0)
    assert 0.01 < np.nanmin(errors) < np.nanmax(errors) < 0.2


def test_scores_go_with_the_factors(model: ordag.OSEM, data: FactorData) -> None:
    scores = model.hidden_.scores(data.frame)
    for cause, name in enumerate(model.hidden_.names):
        items = np.flatnonzero(model.hidden_.loadings[cause])
        total = data.frame.iloc[:, items].astype(int).to_numpy() @ model.hidden_.loadings[cause, items]
        assert np.corrcoef(scores[name], total)[0, 1] > 0.9
        spread = scores[name].var() + (scores[f"{name}_error"] ** 2).mean()
        assert spread == pytest.approx(1.0, abs=0.1)


def test_nobody_without_answers_has_a_score(model: ordag.OSEM, data: FactorData) -> None:
    nothing = pd.DataFrame(np.nan, index=["somebody"], columns=data.frame.columns)
    scores = model.hidden_.scores(nothing)
    assert scores.loc["somebody", list(model.hidden_.names)].to_numpy() == pytest.approx(0.0, abs=1e-9)
    assert scores.loc["somebody", "H1_error"] == pytest.approx(1.0, abs=1e-6)


def test_a_network_with_hidden_causes_survives_its_file(model: ordag.OSEM, tmp_path) -> None:
    model.network_.save(tmp_path / "model.json")
    read = FittedNetwork.load(tmp_path / "model.json")
    assert read == model.network_
    assert hidden_causes(read).sentences() == model.hidden_.sentences()


def test_rows_are_drawn_with_the_hidden_causes(model: ordag.OSEM) -> None:
    drawn = model.sample(4000, random_state=0)
    assert np.abs(np.asarray(ordag.polychoric(drawn)) - model.correlation_).max() < 0.12


def test_setting_an_item_leaves_its_hidden_cause_alone(model: ordag.OSEM, data: FactorData) -> None:
    (first, _), *_ = np.argwhere(data.links | data.links.T)
    others = [j for j in range(15) if not (data.links | data.links.T)[j].any()]
    effect = ordag.inference.causal_effect(model.network_, data.frame.columns[others[0]], data.frame.columns[first])
    assert effect.slopes == pytest.approx(0.0, abs=1e-9)
    assert np.abs(model.correlation_[others[0], others[1]]) > 0.05


def test_arrows_beside_hidden_causes_are_not_settled(model: ordag.OSEM) -> None:
    assert np.array_equal(model.cpdag_, model.cpdag_.T)


def test_exports_have_the_measurement_model(model: ordag.OSEM, tmp_path) -> None:
    model.network_.export(tmp_path / "model.lav")
    model.network_.export(tmp_path / "model.txt", format="dagitty")
    lavaan, dagitty = (tmp_path / "model.lav").read_text(), (tmp_path / "model.txt").read_text()
    assert lavaan.count("=~") == 3
    assert "std.lv = TRUE" in lavaan
    assert dagitty.count("[latent]") == 3


@pytest.mark.slow
def test_lavaan_fits_the_export_with_the_call_in_it(model: ordag.OSEM, data: FactorData, tmp_path) -> None:
    script = "if (!requireNamespace('lavaan', quietly = TRUE)) quit(status = 3)"
    if shutil.which("Rscript") is None or subprocess.run(["Rscript", "-e", script], check=False).returncode == 3:
        pytest.skip("needs R with lavaan")
    model.network_.export(tmp_path / "model.lav")
    data.frame.to_csv(tmp_path / "data.csv", index=False)
    call = (tmp_path / "model.lav").read_text().splitlines()[0].removeprefix("# ")
    program = f"""
    suppressMessages(library(lavaan)); setwd("{tmp_path.as_posix()}")
    data <- read.csv("data.csv"); model <- paste(readLines("model.lav"), collapse = "\n")
    fit <- {call}; stopifnot(lavInspect(fit, "converged"))
    found <- standardizedSolution(fit)
    write.csv(found[found$op == "=~", c("lhs", "rhs", "est.std")], "found.csv", row.names = FALSE)
    stopifnot(sum(found$op == "~~" & found$lhs != found$rhs) == 0)
    """
    subprocess.run(["Rscript", "-e", program], check=True, capture_output=True)
    theirs = pd.read_csv(tmp_path / "found.csv").set_index(["lhs", "rhs"])["est.std"]
    ours = model.hidden_.to_frame().set_index(["cause", "item"])["loading"]
    assert np.abs(theirs - ours.loc[theirs.index]).max() < 0.08


def test_tables_of_columns_are_refused(model: ordag.OSEM, tmp_path) -> None:
    with pytest.raises(InputValueError, match="hidden causes"):
        model.network_.export(tmp_path / "model.bif")


def test_hidden_causes_are_drawn(model: ordag.OSEM) -> None:
    drawn = model.network_.plot()
    plt.close(drawn.figure)
    assert {text.get_text() for text in drawn.texts} >= set(model.hidden_.names)


def test_a_sentence_says_by_how_many_nats(model: ordag.OSEM) -> None:
    sentences = model.hidden_.sentences()
    assert len(sentences) == 3
    assert all("common cause" in sentence and "nats" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    "options", [{"prior": "wishart"}, {"penalty": 3}, {"mode": "paper", "penalty": 3}, {"criterion": "cv"}]
)
def test_hidden_causes_need_a_criterion(options: dict[str, object]) -> None:
    with pytest.raises(OptionsClashError):
        ordag.OSEM(hidden="auto", **options).fit(pd.DataFrame({"a": [0, 1], "b": [1, 0]}))


def test_many_columns_are_refused() -> None:
    frame = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (60, 51)))
    with pytest.raises(InputValueError, match="at most 50 columns"):
        ordag.OSEM(hidden=1).fit(frame.add_prefix("x"))
