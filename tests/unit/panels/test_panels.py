"""Several waves: the algebra of tied weights, reading of both shapes, what is found and what is refused."""

import re
import warnings
from collections.abc import Iterator

import numpy as np
import pandas as pd
import polars
import pytest

import ordag
from ordag import remarks
from ordag.errors import InputTypeError, InputValueError, OptionError, OptionsClashError, UnknownNameError
from ordag.maximization import standardize
from ordag.maximization.correlations import likelihood_of_surrogate
from ordag.panels.climb import PanelFit, climb, information
from ordag.panels.learning import PanelKnowledge
from ordag.panels.reading import read_panel
from ordag.panels.result import PanelNetwork
from ordag.panels.search import pooled_moments
from ordag.panels.transitions import TransitionGraph, WaveLayout
from ordag.simulate.panel import SimulatedPanel

GRAPH = TransitionGraph(
    np.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]], dtype=np.int8),
    np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0]], dtype=np.int8),
)
LAGGED, WITHIN = np.array([[0.5, 0.4, 0], [0, 0.5, 0], [0, 0, 0.5]]), np.array([[0, 0, 0.5], [0, 0, 0], [0, 0, 0.0]])


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ordag.errors.OrdagWarning)
        yield


@pytest.fixture(scope="module")
def panel() -> SimulatedPanel:
    return ordag.simulate.panel_data(LAGGED, WITHIN, 300, 4, levels=4, rng=3, drop_out=0.05)


@pytest.fixture(scope="module")
def found(panel: SimulatedPanel) -> PanelNetwork:
    return ordag.waves(panel.frame)


@pytest.fixture(scope="module")
def with_levels() -> PanelNetwork:
    return ordag.waves(ordag.simulate.panel_data(LAGGED, WITHIN, 400, 4, rng=5, trait_shares=0.4).frame)


def layouts() -> list[WaveLayout]:
    return [WaveLayout(steps, 3, has) for steps in ((GRAPH,), (GRAPH, GRAPH)) for has in (False, True)]


@pytest.mark.parametrize("layout", layouts(), ids=["tied", "tied, levels", "free", "free, levels"])
def test_derivatives_are_those_of_differences(layout: WaveLayout) -> None:
    rng = np.random.default_rng(1)
    parameters = rng.uniform(-0.3, 0.3, layout.n_parameters)
    at = layout.correlation(parameters)
    assert at is not None
    assert np.allclose(np.diag(at.correlation), 1)
    size = 1e-6
    moved = [
        (layout.correlation(parameters + step), layout.correlation(parameters - step))
        for step in size * np.eye(len(parameters))
    ]
    numeric = np.array(
        [(a.correlation - b.correlation) / (2 * size) for a, b in moved if a is not None and b is not None]
    )
    assert np.allclose(layout.derivatives(parameters, at), numeric, atol=1e-7)
    slope = rng.normal(size=at.correlation.shape)
    slope = slope + slope.T
    assert np.allclose(layout.gradient(parameters, at, slope), np.sum(slope * numeric, axis=(1, 2)), atol=1e-6)


def test_the_correlation_is_that_of_the_network_of_all_waves() -> None:
    layout = WaveLayout((GRAPH,), 3)
    parameters = np.random.default_rng(2).uniform(-0.4, 0.4, layout.n_parameters)
    at = layout.correlation(parameters)
    assert at is not None
    unrolled = standardize(layout.weights(parameters), at.within_persons.noise)
    assert np.allclose(unrolled.correlation, at.correlation)
    assert np.allclose(unrolled.weights, layout.weights(parameters))


def test_weights_that_no_process_has_give_no_correlation() -> None:
    layout = WaveLayout((TransitionGraph(np.eye(1, dtype=np.int8), np.zeros((1, 1), dtype=np.int8)),), 2)
    assert layout.correlation(np.array([1.2])) is None


def test_a_climb_of_exact_moments_gives_the_weights_back() -> None:
    layout = WaveLayout((GRAPH,), 4, has_intercepts=True)
    rng = np.random.default_rng(3)
    loadings = np.tril(rng.uniform(0.2, 0.5, (3, 3)))
    lagged, within = np.where(GRAPH.lagged, 0.35, 0.0), np.where(GRAPH.contemporaneous, -0.3, 0.0)
    pair = np.block([[np.zeros((3, 3)), lagged], [np.zeros((3, 3)), within]])
    truth = layout.started(np.full((3, 3), 0.2), [pair], loadings)
    at = layout.correlation(truth)
    assert at is not None
    moments = ordag.maximization.surrogate.SurrogateMoments(at.correlation + np.eye(12) / 2, np.full(12, 0.5), 500.0)
    start = layout.started(np.zeros((3, 3)), [np.zeros((6, 6))], np.eye(3) / 2)
    fit = climb(PanelFit(layout, start), likelihood_of_surrogate(moments), moments, tolerance=1e-9, max_steps=200)
    assert np.allclose(fit.at.correlation, at.correlation, atol=1e-4)
    assert np.linalg.eigvalsh(information(PanelFit(layout, truth), moments)).min() > 0


def test_pooled_moments_are_the_mean_of_neighbouring_waves() -> None:
    correlation = np.arange(36.0).reshape(6, 6)
    expected = (correlation[:4, :4] + correlation[2:, 2:]) / 2
    assert np.array_equal(pooled_moments(correlation, 2), expected)


def test_the_links_of_the_truth_are_found(found: PanelNetwork) -> None:
    links = found.links.set_index(["kind", "from", "to"])
    assert ("lagged", "V1", "V2") in links.index
    same = [kind for kind, *ends in links.index if kind == "same wave" and set(ends) == {"V1", "V3"}]
    assert same == ["same wave"]
    assert len(links) == 5
    assert links.loc[("lagged", "V1", "V2"), "low"] > 0
    assert found.lagged.loc["V1", "V2"] > 0
    assert found.person_levels is None
    assert found.is_stationary


def test_levels_are_taken_where_they_are_and_leave_no_link_that_is_not_there(with_levels: PanelNetwork) -> None:
    assert with_levels.person_levels is not None
    assert np.allclose(with_levels.person_levels.shares, 0.4, atol=0.2)
    lagged = with_levels.links.query("kind == 'lagged'")
    assert lagged[["from", "to"]].to_numpy().tolist() == [["V1", "V2"]]
    assert with_levels.tests["aic_gain"][0] > 0
    assert "stable level" in " ".join(with_levels.paragraphs())


def test_long_and_wide_files_and_frames_of_polars_give_the_same(panel: SimulatedPanel, found: PanelNetwork) -> None:
    long = ordag.waves(panel.long().rename(columns={"wave": "week"}), person="person", wave="week")
    pd.testing.assert_frame_equal(long.links, found.links)
    numbers = panel.frame.apply(lambda column: column.astype(float).astype("Int64"))
    read = read_panel(polars.from_pandas(numbers))
    assert np.array_equal(read.wide().codes, read_panel(panel.frame).wide().codes)


def test_the_network_of_all_waves_has_their_likelihood(found: PanelNetwork, with_levels: PanelNetwork) -> None:
    for each in (found, with_levels):
        network = each.network
        implied = standardize(network.weights, network.noise).correlation
        assert np.allclose(implied, network.correlation, atol=1e-6)
    assert found.network.names[:4] == ("V1_t1", "V2_t1", "V3_t1", "V1_t2")


def test_steps_of_their_own_are_a_graph_each(panel: SimulatedPanel) -> None:
    apart = ordag.waves(panel.frame, stationary=False, intercepts=False)
    assert len(apart.transitions) == 3
    assert not apart.is_stationary
    assert apart.links["step"].unique().tolist() == ["2", "3", "4"]
    assert len(apart.plot().axes) == 6


def test_tied_thresholds_are_the_same_at_all_waves(panel: SimulatedPanel) -> None:
    tied = ordag.waves(panel.frame, thresholds="tied", intercepts=False)
    cuts = tied.network.thresholds
    assert all(np.array_equal(cuts[k], cuts[k + 3]) for k in range(9))
    assert tied.lagged.loc["V1", "V2"] > 0.2


def test_answers_that_shift_reject_tied_thresholds_and_steady_ones_do_not(panel: SimulatedPanel) -> None:
    steady = ordag.waves(panel.frame, intercepts=False).tests.set_index("hypothesis")
    numbers = panel.frame.apply(lambda column: column.astype(float))
    numbers["V1_t4"] = np.minimum(numbers["V1_t4"] + 1, 3)
    shifted = ordag.waves(numbers, intercepts=False).tests.set_index("hypothesis")
    hypothesis = "thresholds are the same at all waves"
    assert steady.loc[hypothesis, "p_value"] > 0.01
    assert steady.loc[hypothesis, "df"] == 27
    assert shifted.loc[hypothesis, "p_value"] < 1e-6


def test_knowledge_is_kept(panel: SimulatedPanel) -> None:
    known = ordag.waves(panel.frame, forbidden=[("V1", "V2")], contemporaneous=False, intercepts=False)
    assert not (known.links["kind"] == "same wave").any()
    assert known.lagged.loc["V1", "V2"] == 0
    space = PanelKnowledge().space(("a", "b"), 3)
    assert not space.allowed[0, 4:].any()
    assert not space.allowed[2:, :2].any()
    assert space.must[0, 2]
    assert space.must[2, 4]


def test_sentences_and_drawing_tell_the_links(found: PanelNetwork) -> None:
    text = " ".join(found.paragraphs())
    assert "V1 → V2" in text
    assert "300 persons" in text
    assert [ax.get_title() for ax in found.plot().axes] == ["from a wave to the next", "within a wave"]


def test_columns_of_no_wave_are_left_out_with_a_remark(panel: SimulatedPanel) -> None:
    frame = panel.frame.assign(age=30, V9_t1=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read = read_panel(frame)
    assert read.items == ("V1", "V2", "V3")
    remark = next(each.message for each in caught if isinstance(each.message, remarks.ColumnsWithoutWave))
    assert remark.columns == ("age", "V9_t1")


def test_waves_are_in_the_order_of_their_numbers(panel: SimulatedPanel) -> None:
    renamed = panel.frame.rename(columns=lambda name: re.sub(r"_t1$", "_t10", name))
    assert read_panel(renamed).waves == ("2", "3", "4", "10")
    words = panel.long().assign(
        wave=lambda frame: pd.Categorical(
            frame["wave"].map({4: "d", 3: "b", 2: "c", 1: "a"}), list("acbd"), ordered=True
        )
    )
    assert read_panel(words, person="person", wave="wave").waves == ("a", "c", "b", "d")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"pattern": "{item}"}, InputValueError),
        ({"pattern": "{item}-{wave}"}, InputValueError),
        ({"person": "id"}, InputValueError),
        ({"person": "id", "wave": "t", "pattern": "{item}_t{wave}"}, OptionsClashError),
        ({"person": "id", "wave": "t"}, UnknownNameError),
        ({"thresholds": "some"}, UnknownNameError),
        ({"intercepts": "maybe"}, OptionError),
        ({"forbidden": [("V1", "V7")]}, UnknownNameError),
    ],
)
def test_what_cannot_be_meant_is_refused(
    panel: SimulatedPanel, options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        ordag.waves(panel.frame, **options)


def test_data_that_are_no_panel_are_refused(panel: SimulatedPanel) -> None:
    with pytest.raises(InputValueError):
        ordag.waves(panel.frame.drop(columns="V1_t2"))
    with pytest.raises(InputTypeError):
        ordag.waves(panel.frame.to_numpy())
    with pytest.raises(InputValueError):
        ordag.waves(panel.frame.head(10))
    long = panel.long()
    with pytest.raises(InputValueError):
        ordag.waves(pd.concat([long, long.head(1)]), person="person", wave="wave")
    with pytest.raises(OptionError):
        ordag.waves(panel.frame.iloc[:, :6], intercepts=True)


def test_two_waves_are_enough_for_a_step() -> None:
    two = ordag.waves(ordag.simulate.panel_data(LAGGED, WITHIN, 800, 2, rng=4).frame)
    assert two.is_stationary
    assert two.person_levels is None
    assert two.links.query("kind == 'lagged'")[["from", "to"]].to_numpy().tolist() == [["V1", "V2"]]
