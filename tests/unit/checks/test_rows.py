"""Rows that are no answers are flagged, and honest ones are not; the network is then the one without them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.checks import RowScreen, screen_rows
from ordag.checks.durations import durations_in, too_fast
from ordag.checks.person_fit import misfit
from ordag.checks.reference import chances, drawn_rows, improbable
from ordag.checks.remarks import remark_on_look, remark_on_screen
from ordag.checks.repeated import copies
from ordag.checks.rows import look
from ordag.checks.same_answers import longest_strings, straightness
from ordag.checks.screening import REASONS, flag_rows
from ordag.data import OrdinalTable
from ordag.data.columns.edits import Options
from ordag.data.encoding.encode import Encoded, encode_source
from ordag.data.reading.sources import open_source
from ordag.errors import UnknownNameError, collected_warnings
from ordag.model import FittedNetwork
from ordag.remarks import RowsDoubted, RowsScreened, ScreeningStopped

N, N_ROWS, N_LEVELS = 10, 400, 5
N_BAD = 20
FASTEST = 30.0


@pytest.fixture(scope="module")
def honest() -> ordag.simulate.ordinal.SimulatedData:
    dag = ordag.simulate.random_dag(N, 3, rng=11)
    return ordag.simulate.ordinal_data(dag, N_ROWS, levels=[N_LEVELS] * N, rng=11)


@pytest.fixture(scope="module")
def network(honest: ordag.simulate.ordinal.SimulatedData) -> FittedNetwork:
    return ordag.OSEM().fit(table_of(honest.codes)).network_


def spoiled(codes: np.ndarray, how: str) -> np.ndarray:
    rng, codes = np.random.default_rng(1), codes.copy()
    if how == "straight":
        codes[:N_BAD] = rng.integers(0, N_LEVELS, (N_BAD, 1))
    elif how == "careless":
        codes[:N_BAD] = rng.integers(0, N_LEVELS, (N_BAD, N))
    else:
        codes[:N_BAD] = codes[0]
    return codes


def table_of(codes: np.ndarray) -> OrdinalTable:
    return OrdinalTable.from_codes(codes, levels=[tuple(range(N_LEVELS))] * N)


@pytest.fixture(scope="module")
def screened(honest: ordag.simulate.ordinal.SimulatedData) -> dict[str, RowScreen]:
    return {how: screen_rows(table_of(spoiled(honest.codes, how))) for how in ("straight", "careless", "copied")}


@pytest.mark.parametrize(
    ("how", "reason", "least"), [("straight", "same_answers", 1.0), ("careless", "improbable", 0.6)]
)
def test_bad_rows_are_flagged_for_what_they_are(
    screened: dict[str, RowScreen], how: str, reason: str, least: float
) -> None:
    flags = screened[how].flags[reason].to_numpy()
    assert flags[:N_BAD].mean() >= least
    assert flags[N_BAD:].mean() < 0.02


def test_all_copies_but_the_first_are_flagged(screened: dict[str, RowScreen]) -> None:
    flags = screened["copied"].flags["repeated"].to_numpy()
    assert flags[1:N_BAD].all()
    assert not flags[0]
    assert not flags[N_BAD:].any()


def test_honest_rows_are_not_flagged(honest: ordag.simulate.ordinal.SimulatedData) -> None:
    screen = screen_rows(honest.frame)
    assert screen.n_flagged <= 0.01 * N_ROWS
    assert screen.kept.sum() == N_ROWS - screen.n_flagged
    assert tuple(screen.flags) == REASONS


def test_straight_lines_make_links_that_screening_takes_away(
    screened: dict[str, RowScreen], honest: ordag.simulate.ordinal.SimulatedData
) -> None:
    screen = screened["straight"]
    truth = honest.dag | honest.dag.T
    index = {name: k for k, name in enumerate(screen.network.names)}
    assert len(screen.links_lost) >= 3
    assert np.mean([truth[index[a], index[b]] for a, b in screen.links_lost]) < 0.5
    assert ordag.metrics.compare_patterns(screen.network_without.cpdag, honest.dag).shd < (
        ordag.metrics.compare_patterns(screen.network.cpdag, honest.dag).shd
    )


def test_flags_stand_in_the_rows_of_the_frame(honest: ordag.simulate.ordinal.SimulatedData) -> None:
    codes = spoiled(honest.codes, "straight")
    frame = pd.DataFrame(codes, columns=list(honest.frame)).astype("Int64")
    frame.index = pd.Index([f"person {k}" for k in range(N_ROWS)])
    frame = frame.reindex(["nobody", *frame.index])
    with pytest.warns(ordag.errors.InferenceWarning):
        screen = screen_rows(frame)
    assert list(screen.flags.index) == list(frame.index)
    assert screen.kept[0]  # a blank row is left out by every fit, and is no careless one
    assert not screen.kept[1 : N_BAD + 1].any()
    assert len(frame[screen.kept]) == N_ROWS + 1 - screen.n_flagged


def test_a_column_of_durations_is_found_or_named(honest: ordag.simulate.ordinal.SimulatedData) -> None:
    frame = honest.frame.iloc[:200, :5].astype(int)
    times = np.random.default_rng(2).lognormal(6, 0.3, len(frame))
    times[:N_BAD] = FASTEST
    for name, options in (("Duration (in seconds)", {}), ("how_long", {"duration": "how_long"})):
        with collected_warnings():
            screen = screen_rows(frame.assign(**{name: times}), **options)
        assert screen.flags["too_fast"][:N_BAD].all()
        assert screen.flags["too_fast"][N_BAD:].mean() < 0.02


def test_an_unknown_column_of_durations_is_refused(honest: ordag.simulate.ordinal.SimulatedData) -> None:
    with pytest.raises(UnknownNameError, match="duration"):
        screen_rows(honest.frame, duration="seconds")


def test_of_several_durations_the_longest_is_taken() -> None:
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({f"q{k}": rng.integers(0, 5, 60) for k in range(4)})
    frame["page_duration"], frame["total_time"] = rng.lognormal(2, 0.3, 60), rng.lognormal(6, 0.3, 60)
    with pytest.warns(ordag.errors.InferenceWarning):
        encoded: Encoded = encode_source(open_source(frame), Options(nominal=False))
    np.testing.assert_array_equal(durations_in(encoded), frame["total_time"])


def test_slow_or_unknown_times_are_not_too_fast() -> None:
    times = np.random.default_rng(4).lognormal(6, 0.3, 200)
    times[:5], times[5] = np.nan, 1e6
    assert too_fast(times).mean() < 0.02
    assert not too_fast(times)[:6].any()


def test_misfit_has_the_same_scale_whatever_is_missing(network: FittedNetwork) -> None:
    rng = np.random.default_rng(5)
    table = ordag.data.encode(ordag.inference.sample(network, 3000, random_state=6))
    codes = np.where((rng.random((3000, 1)) < 0.5) & (np.arange(N) >= 4), -1, table.codes)
    table = OrdinalTable(table.names, table.kinds, table.levels, codes, table.continuous)
    own, drawn = misfit(network, table, drawn_rows(network, table, rng))
    few = table.missing.any(axis=1)
    for rows in (few, ~few):
        assert abs(own[rows].mean()) < 0.1
        assert 0.8 < own[rows].std() < 1.2
        alarms = (chances(own[rows], drawn) < 0.05).mean()
        assert 0.03 < alarms < 0.07


def test_without_wrong_rows_any_is_flagged_as_seldom_as_promised() -> None:
    rng = np.random.default_rng(7)
    alarms = np.mean([improbable(rng.random(200), 0.1).any() for _ in range(500)])
    assert 0.06 < alarms < 0.14


def test_strings_at_an_end_count_only_across_reversed_items() -> None:
    rows = np.array([[0, 0, 0, 0, 0, 0], [2, 2, 2, 2, 2, 2], [4, 4, 4, 4, 4, 4], [1, 1, 1, 0, 0, 0]])
    keyed, reversed_pairs = np.zeros((6, 6), bool), np.zeros((6, 6), bool)
    reversed_pairs[4, 1] = reversed_pairs[1, 4] = True
    assert longest_strings(rows, 4, keyed).tolist() == [1, 6, 1, 3]
    assert longest_strings(rows, 4, reversed_pairs).tolist() == [6, 6, 6, 3]


def test_a_reversed_item_before_the_string_does_not_count() -> None:
    reversed_pairs = np.zeros((5, 5), bool)
    reversed_pairs[0, 3] = reversed_pairs[3, 0] = True
    assert longest_strings(np.array([[1, 0, 0, 0, 0]]), 4, reversed_pairs).tolist() == [1]


def test_no_complaint_at_all_is_an_answer() -> None:
    loadings = np.full(8, 0.8)
    weights = np.zeros((9, 9))
    weights[0, 1:] = 1.3
    symptoms = FittedNetwork.from_parameters(weights, [[0.0]] + [[0.8, 1.4, 2.0]] * 8)
    rng = np.random.default_rng(8)
    latent = rng.normal(size=(300, 1)) * loadings + 0.6 * rng.normal(size=(300, 8))
    codes = np.column_stack([latent[:, 0] > 0, np.digitize(latent, [0.8, 1.4, 2.0])])
    codes[:100, 1:] = 0  # far more than the model expects
    levels = [(0, 1)] + [(0, 1, 2, 3)] * 8
    flags = flag_rows(symptoms, OrdinalTable.from_codes(codes, levels=levels), rng)
    assert not flags["same_answers"][:100].any()
    assert not flags["improbable"][:100].any()


def test_few_items_of_a_scale_make_no_straight_line() -> None:
    levels = [(0, 1, 2)] * 4 + [("no", "yes")]
    table = OrdinalTable.from_codes(np.ones((5, 5), int), levels=levels)
    own, drawn = straightness(table, table, np.eye(5))
    assert not own.any()
    assert not drawn.any()


def test_rows_that_repeat_by_chance_are_no_copies() -> None:
    network = FittedNetwork.from_parameters(np.zeros((3, 3)), [[0.0]] * 3)
    rows = np.random.default_rng(9).integers(0, 2, (200, 3))
    assert not copies(network, OrdinalTable.from_codes(rows)).any()


def test_rows_of_few_columns_are_no_copies_where_the_network_is_wrong() -> None:
    independent = FittedNetwork.from_parameters(np.zeros((2, 2)), [[0.0], [0.0]])
    table = OrdinalTable.from_codes([[0, 0]] * 100 + [[1, 1]] * 100 + [[0, 1], [1, 0]])
    assert not copies(independent, table).any()


def test_most_rows_are_never_flagged() -> None:
    rng = np.random.default_rng(10)
    group = rng.integers(0, 2, (300, 1))
    codes = np.where(rng.random((300, 8)) < 0.5, 4 * group, rng.integers(0, 5, (300, 8)))
    screen = screen_rows(OrdinalTable.from_codes(codes, levels=[tuple(range(5))] * 8))
    assert screen.kept.mean() >= 0.5


def test_a_look_speaks_of_many_rows_only(
    honest: ordag.simulate.ordinal.SimulatedData, screened: dict[str, RowScreen], network: FittedNetwork
) -> None:
    bent = screened["straight"].network
    flags = look(bent, table_of(spoiled(honest.codes, "straight")), None, 0)
    assert flags is not None
    assert flags.index.tolist() == list(range(len(flags)))  # places in the table
    remark = remark_on_look(flags)
    assert isinstance(remark, RowsDoubted)
    assert remark.n_flagged >= N_BAD
    assert remark_on_look(look(network, table_of(honest.codes), None, 0)) is None
    assert remark_on_look(None) is None


def test_the_remark_of_a_screening_says_what_changes(screened: dict[str, RowScreen]) -> None:
    remark = remark_on_screen(screened["straight"], dropped=False)
    assert isinstance(remark, RowsScreened)
    assert remark.n_flagged == screened["straight"].n_flagged
    assert "fewer" in str(remark)
    assert "gave the same answer" in str(remark)


def test_where_most_rows_fit_badly_the_model_is_doubted(screened: dict[str, RowScreen]) -> None:
    stopped = replace(screened["straight"], is_doubtful=True)
    assert isinstance(remark_on_screen(stopped, dropped=True), ScreeningStopped)
