"""The bootstrap: laws that hold whatever the learner."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import ordag
from ordag.data import OrdinalTable
from ordag.errors import ConvergenceWarning, warn
from ordag.graphs import is_acyclic
from ordag.stability import replication
from ordag.stability.resample import resample, rows_of_clusters

LEARNER = ordag.OSEM(penalty=3.0)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    dag = ordag.simulate.random_dag(5, 2, rng=3)
    return ordag.simulate.ordinal_data(dag, 250, levels=3, rng=3).frame


@pytest.fixture(scope="module")
def found(frame: pd.DataFrame) -> ordag.stability.Bootstrap:
    return ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1)


def test_the_number_of_workers_changes_nothing(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    assert np.array_equal(ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=2).cpdags, found.cpdags)


def test_replicates_that_begin_at_the_network_of_all_rows_find_what_others_find(frame: pd.DataFrame) -> None:
    warm, cold = (
        ordag.bootstrap(ordag.OSEM(), frame, n_boot=12, n_jobs=1, warm_start=warm_start) for warm_start in (True, False)
    )
    same = [np.array_equal(one, other) for one, other in zip(warm.cpdags, cold.cpdags, strict=True)]
    assert np.mean(same) > 0.9


def test_replicates_begin_at_the_network_of_all_rows(frame: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_within, known = ordag.OSEM.fit_within, []

    def listening(model: ordag.OSEM, table: OrdinalTable, *rest: Any) -> ordag.OSEM:
        known.append(rest[-1])
        return fit_within(model, table, *rest)

    monkeypatch.setattr(ordag.OSEM, "fit_within", listening)
    ordag.bootstrap(ordag.OSEM(), frame, n_boot=2, n_jobs=1)
    of_all_rows = ordag.OSEM(random_state=np.random.default_rng(0)).fit(frame)
    assert known[0] is None
    assert [network.dag.tolist() for network in known[1:3]] == [of_all_rows.adjacency_.tolist()] * 2


def test_a_store_with_starts_is_not_continued_without(frame: pd.DataFrame, tmp_path: Path) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(ordag.OSEM(), frame, n_boot=1, n_jobs=1, store=store)
    with pytest.raises(ordag.errors.InputValueError):
        ordag.bootstrap(ordag.OSEM(), frame, n_boot=1, n_jobs=1, store=store, warm_start=False)


@pytest.mark.parametrize("learner", [LEARNER, ordag.OSEM(criterion="cv"), ordag.OSEM(mode="paper", penalty=3.0)])
def test_a_learner_that_searches_otherwise_is_given_no_start(learner: ordag.OSEM) -> None:
    assert not learner.goes_on_from(5)


def test_another_seed_draws_other_rows(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    other = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, random_state=1)
    assert not np.array_equal(other.cpdags, found.cpdags)


def test_a_longer_run_begins_like_a_shorter_one(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    assert np.array_equal(ordag.bootstrap(LEARNER, frame, n_boot=3, n_jobs=1).cpdags, found.cpdags[:3])


def test_directions_add_up_to_the_support(found: ordag.stability.Bootstrap) -> None:
    assert np.allclose(found.direction + found.direction.T, found.support)
    assert 0 < found.support.max() <= 1


def test_an_undirected_edge_counts_half_each_way() -> None:
    codes = np.repeat([[0, 0], [1, 1], [2, 2], [0, 1]], 40, axis=0)
    counted = ordag.bootstrap("gpc", codes, n_boot=4, n_jobs=1, alpha=0.01)
    assert counted.support.tolist() == [[0, 1], [1, 0]]
    assert counted.direction.tolist() == [[0, 0.5], [0.5, 0]]


def test_a_method_takes_its_options_and_knowledge(frame: pd.DataFrame) -> None:
    first, second = frame.columns[:2]
    forbidden = [(first, second), (second, first)]
    counted = ordag.bootstrap("bge", frame, n_boot=4, n_jobs=1, forbidden=forbidden)
    assert counted.support[0, 1] == 0
    with pytest.raises(ordag.errors.InputValueError, match="unknown option"):
        ordag.bootstrap("gpc", frame, n_boot=2, n_jobs=1, nonsense=1)


def test_an_estimator_takes_no_further_options(frame: pd.DataFrame) -> None:
    with pytest.raises(ordag.errors.InputTypeError, match="'alpha' was given besides"):
        ordag.bootstrap(LEARNER, frame, alpha=0.1)


@pytest.mark.parametrize("n_boot", [0, -3, "x"])
def test_no_replicates_are_refused(frame: pd.DataFrame, n_boot: Any) -> None:
    with pytest.raises(ordag.errors.InputValueError, match=f"n_boot is {n_boot!r}; it must be a whole number"):
        ordag.bootstrap(LEARNER, frame, n_boot=n_boot)


def test_no_jobs_at_a_time_are_refused(frame: pd.DataFrame) -> None:
    with pytest.raises(ordag.errors.InputValueError, match="n_jobs is 0; it must be how many to run at a time"):
        ordag.bootstrap("gpc", frame, n_boot=2, n_jobs=0)


def test_a_senseless_seed_is_refused(frame: pd.DataFrame) -> None:
    with pytest.raises(ordag.errors.InputValueError, match="random_state is -1; it must be 0 or more"):
        ordag.bootstrap(LEARNER, frame, n_boot=1, n_jobs=1, random_state=-1)


def test_resuming_equals_an_uninterrupted_run(
    frame: pd.DataFrame, found: ordag.stability.Bootstrap, tmp_path: Path
) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(LEARNER, frame, n_boot=5, n_jobs=1, store=store)
    lines = store.read_text().splitlines(keepends=True)
    store.write_text("".join(lines[:1] + lines[2:5]) + lines[5][:7])  # one lost, the last one torn
    resumed = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, store=store)
    assert np.array_equal(resumed.cpdags, found.cpdags)
    assert [json.loads(line)["number"] for line in store.read_text().splitlines()[1:]] == [1, 2, 3, 0, 4, 5, 6, 7]


def test_finished_replicates_are_not_done_again(
    frame: pd.DataFrame, found: ordag.stability.Bootstrap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, store=store)
    monkeypatch.setattr(replication, "_replicate", lambda *_: pytest.fail("done again"))
    again = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, store=store, random_state=None)
    assert np.array_equal(again.cpdags, found.cpdags)


def test_replicates_of_another_learner_are_not_mixed_in(frame: pd.DataFrame, tmp_path: Path) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(LEARNER, frame, n_boot=2, n_jobs=1, store=store)
    with pytest.raises(ordag.errors.InputValueError, match=r"another bootstrap \(another learner\)"):
        ordag.bootstrap(ordag.OSEM(penalty=4.0), frame, n_boot=2, n_jobs=1, store=store)


@pytest.mark.parametrize(
    "content", [b"a,b\n1,2\n", b"[1]\n", b"a,b\n1,2\n3,4", b"no line ends here", b"\xff\xfe\n\x00"]
)
@pytest.mark.parametrize("random_state", [0, None])
def test_a_file_with_something_else_is_left_alone(
    frame: pd.DataFrame, tmp_path: Path, content: bytes, random_state: int | None
) -> None:
    store = tmp_path / "data.csv"
    store.write_bytes(content)
    with pytest.raises(ordag.errors.InputValueError, match="holds no bootstrap replicates"):
        ordag.bootstrap(LEARNER, frame, n_boot=2, store=store, random_state=random_state)
    assert store.read_bytes() == content


def test_a_torn_first_line_is_written_anew(frame: pd.DataFrame, tmp_path: Path) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(LEARNER, frame, n_boot=2, n_jobs=1, store=store)
    whole = store.read_text()
    store.write_text(whole[:100])
    ordag.bootstrap(LEARNER, frame, n_boot=2, n_jobs=1, store=store)
    assert store.read_text() == whole


@pytest.mark.parametrize(
    "learner", ["ordag.OSEM(penalty=3.0, forbidden=edges)", "'bge', space=ordag.search.SearchSpace(frame, edges)"]
)
def test_a_set_of_edges_is_the_same_learner_in_every_process(frame: pd.DataFrame, tmp_path: Path, learner: str) -> None:
    # The order of a set of texts follows a seed that every process draws for itself.
    frame.to_csv(tmp_path / "data.csv", index=False)
    script = (
        "import pandas as pd, ordag\n"
        "frame = pd.read_csv('data.csv')\n"
        "edges = {(a, b) for a in ('V1', 'V2') for b in ('V4', 'V5')}\n"
        f"ordag.bootstrap(frame=frame, n_boot=1, n_jobs=1, store='replicates.jsonl', learner={learner})\n"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, check=True)
    assert len((tmp_path / "replicates.jsonl").read_text().splitlines()) == 2  # the first one's, gone on from


def test_interruption_keeps_what_is_finished(
    frame: pd.DataFrame, found: ordag.stability.Bootstrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn_one = replication._replicate

    def interrupted(*arguments: object) -> object:
        if arguments[-1] == 3:
            raise KeyboardInterrupt
        return learn_one(*arguments)

    monkeypatch.setattr(replication, "_replicate", interrupted)
    with pytest.warns(ordag.errors.ConvergenceWarning, match="interrupted after 3 of 8"):
        kept = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1)
    assert kept.n_boot == 3
    assert np.array_equal(kept.cpdags, found.cpdags[:3])


def test_lost_levels_are_merged_and_counted() -> None:
    codes = np.random.default_rng(1).integers(0, 3, (120, 3))
    codes[0, 0] = 3  # a third of the resamples lack this row
    for learner in (LEARNER, "npc"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            counted = ordag.bootstrap(learner, codes, n_boot=12, n_jobs=1)
        assert counted.n_boot == 12
        assert 0 < counted.n_merged < 12


def test_a_column_that_loses_all_variation_is_drawn_anew() -> None:
    codes = np.random.default_rng(1).integers(0, 3, (60, 3))
    codes[:, 0] = 0
    codes[0, 0] = 1
    counted = ordag.bootstrap("bge", codes, n_boot=10, n_jobs=1)
    assert counted.n_redrawn > 0


def test_whole_weights_stand_for_repeated_rows(rng: np.random.Generator) -> None:
    table = OrdinalTable.from_codes([[0, 0], [0, 1], [1, 1]])
    weighted = OrdinalTable(
        table.names, table.kinds, table.levels, table.codes, table.continuous, np.array([500.0, 300, 0])
    )
    # The third row has weight 0, so that the first column never varies.
    with pytest.raises(ordag.errors.InputValueError, match="'x0' holds a single level"):
        resample(weighted, rng)
    third = OrdinalTable(
        table.names, table.kinds, table.levels, table.codes, table.continuous, np.array([500.0, 300, 200])
    )
    drawn = resample(third, rng).table
    assert drawn.weights is not None
    assert drawn.weights.sum() == 1000
    assert np.allclose(drawn.weights, [500, 300, 200], atol=5 * np.sqrt(250))  # five standard deviations


def test_survey_weights_travel_with_their_rows(rng: np.random.Generator) -> None:
    codes = rng.integers(0, 2, (50, 2))
    weights = np.where(codes[:, 0] == 1, 1.5, 0.5)
    table = OrdinalTable.from_codes(codes)
    table = OrdinalTable(table.names, table.kinds, table.levels, table.codes, table.continuous, weights)
    drawn = resample(table, rng).table
    assert drawn.weights is not None
    ratio = drawn.weights[drawn.codes[:, 0] == 1].mean() / drawn.weights[drawn.codes[:, 0] == 0].mean()
    assert ratio == pytest.approx(3)
    assert drawn.weights.sum() == pytest.approx(drawn.weights.sum() ** 2 / np.sum(drawn.weights**2))


def test_rows_without_weight_do_not_make_a_column_vary(rng: np.random.Generator) -> None:
    table = OrdinalTable.from_codes([[0, 0], [0, 1], [1, 0], [1, 1]])
    weights = np.array([1.5, 0.5, 0.0, 1.0])
    table = OrdinalTable(table.names, table.kinds, table.levels, table.codes, table.continuous, weights)
    for _ in range(50):
        drawn = resample(table, rng).table
        counted = drawn.codes[drawn.weights > 0]
        assert np.ptp(counted, axis=0).all()


def test_weights_change_the_result(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    weights = np.linspace(0.1, 2.0, len(frame))
    weighted = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, weights=weights)
    assert not np.array_equal(weighted.cpdags, found.cpdags)


def test_clusters_are_drawn_whole(rng: np.random.Generator) -> None:
    codes = np.column_stack([np.repeat(np.arange(10), 4), rng.integers(0, 2, 40)])
    members = rows_of_clusters(codes[:, 0], 40)
    drawn = resample(OrdinalTable.from_codes(codes), rng, members)
    assert drawn.table.n_rows == 40
    assert all(count % 4 == 0 for count in np.bincount(drawn.table.codes[:, 0]))


def test_clusters_need_a_label_per_row(frame: pd.DataFrame) -> None:
    with pytest.raises(ordag.errors.InputValueError, match=r"one label per row, 250 in all; found shape \(3,\)"):
        ordag.bootstrap(LEARNER, frame, clusters=[1, 2, 3])
    with pytest.raises(ordag.errors.InputValueError, match="same cluster"):
        ordag.bootstrap(LEARNER, frame, clusters=np.zeros(250))


@pytest.mark.parametrize("none", [np.nan, None, pd.NA])
def test_rows_without_a_cluster_are_refused(none: object) -> None:
    with pytest.raises(ordag.errors.InputValueError, match=r"2 of 4 rows have none, the first of them row 2"):
        rows_of_clusters([1, none, none, 2], 4)


def test_a_column_may_hold_the_clusters(frame: pd.DataFrame) -> None:
    school = np.arange(250) % 9
    by_name = ordag.bootstrap(LEARNER, frame.assign(school=school), 3, 1, clusters="school")
    by_hand = ordag.bootstrap(LEARNER, frame, 3, 1, clusters=school)
    assert by_name.names == by_hand.names
    np.testing.assert_array_equal(by_name.cpdags, by_hand.cpdags)


@pytest.mark.parametrize("as_array", [False, True])
def test_clusters_stay_with_their_rows_where_some_without_an_answer_are_left_out(
    frame: pd.DataFrame, as_array: bool
) -> None:
    school = np.arange(250) // 25
    gaps = frame.astype(float)
    gaps.iloc[[3, 40]] = np.nan
    whole = ordag.bootstrap(LEARNER, gaps.drop(index=[3, 40]), 3, 1, clusters=np.delete(school, [3, 40]))
    with pytest.warns(ordag.errors.InferenceWarning, match="2 rows hold no answer and were left out"):
        some = ordag.bootstrap(LEARNER, gaps.to_numpy() if as_array else gaps, 3, 1, clusters=school)
    assert np.array_equal(some.cpdags, whole.cpdags)


def test_a_column_of_clusters_must_be_there(frame: pd.DataFrame) -> None:
    with pytest.raises(ordag.errors.InputValueError, match=r"unknown column for clusters 'V9'\. Valid: V1"):
        ordag.bootstrap(LEARNER, frame, 3, 1, clusters="V9")
    with pytest.raises(
        ordag.errors.InputTypeError, match=r"the data have no named columns\. Pass one label per row, or read a file"
    ):
        ordag.bootstrap(LEARNER, frame.to_numpy(), 3, 1, clusters="V9")


def test_other_backends_of_joblib_serve(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    with joblib.parallel_config("threading"):
        assert np.array_equal(ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=2).cpdags, found.cpdags)


def test_replicates_on_threads_count_their_own_warnings(frame: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_within = ordag.OSEM.fit_within

    def unsettled_for_odd_sums(model: ordag.OSEM, table: OrdinalTable, *rest: Any) -> ordag.OSEM:
        if table.codes.sum() % 2:
            warn(ConvergenceWarning("the search", "has not settled"))
        return fit_within(model, table, *rest)

    monkeypatch.setattr(ordag.OSEM, "fit_within", unsettled_for_odd_sums)
    one_by_one = ordag.bootstrap(LEARNER, frame, n_boot=40, n_jobs=1)
    with joblib.parallel_config("threading"):
        on_threads = ordag.bootstrap(LEARNER, frame, n_boot=40, n_jobs=4)
    assert 0 < one_by_one.n_unsettled < 40
    assert on_threads.n_unsettled == one_by_one.n_unsettled


def test_warnings_of_others_are_not_swallowed(frame: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_within = ordag.OSEM.fit_within

    def overflowing(model: ordag.OSEM, *args: Any) -> ordag.OSEM:
        warnings.warn("overflow encountered", RuntimeWarning, stacklevel=1)
        return fit_within(model, *args)

    monkeypatch.setattr(ordag.OSEM, "fit_within", overflowing)
    with pytest.warns(RuntimeWarning, match="overflow encountered"):
        ordag.bootstrap(LEARNER, frame, n_boot=1, n_jobs=1)


def test_knowledge_that_can_be_read_only_once_is_refused(frame: pd.DataFrame) -> None:
    pairs = iter([tuple(frame.columns[:2])])
    with pytest.raises(ordag.errors.InputTypeError, match=r"required is a list_iterator.*Pass a list"):
        ordag.bootstrap(ordag.OSEM(required=pairs), frame, n_boot=2)


def test_the_averaged_network_is_acyclic_and_keeps_supported_edges(rng: np.random.Generator) -> None:
    for _ in range(50):
        direction = np.triu(rng.random((6, 6)), 1) / 2
        direction = direction + np.triu(rng.random((6, 6)), 1).T / 2
        np.fill_diagonal(direction, 0)
        support = direction + direction.T
        result = ordag.stability.Bootstrap(tuple("abcdef"), support, direction, 9, np.zeros((9, 6, 6), np.int8))
        dag = result.averaged(0.4)
        assert is_acyclic(dag)
        assert np.array_equal((dag | dag.T).astype(bool), support > 0.4)


def test_an_arrow_that_no_replicate_has_is_not_in_the_averaged_network() -> None:
    direction = np.array([[0, 0.9, 0], [0, 0, 0.8], [0.7, 0, 0]])  # a → b → c → a, as if a → c were forbidden
    graphs = np.zeros((9, 3, 3), np.int8)
    result = ordag.stability.Bootstrap(tuple("abc"), direction + direction.T, direction, 9, graphs)
    assert result.averaged().tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_an_edge_of_half_of_the_replicates_is_not_in_the_averaged_network() -> None:
    support = np.array([[0, 0.5], [0.5, 0]])
    result = ordag.stability.Bootstrap(("a", "b"), support, np.triu(support), 8, np.zeros((8, 2, 2), np.int8))
    assert result.averaged(0.5).sum() == 0
    assert result.averaged(0.49).sum() == 1


def test_a_threshold_of_one_keeps_the_edges_of_every_replicate() -> None:
    support = np.array([[0, 1, 0.9], [1, 0, 0], [0.9, 0, 0]])
    result = ordag.stability.Bootstrap(tuple("abc"), support, np.triu(support), 9, np.zeros((9, 3, 3), np.int8))
    assert result.averaged(1).tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]


def test_the_threshold_is_the_one_nearest_to_a_step(rng: np.random.Generator) -> None:
    """Scutari and Nagarajan's rule, by brute force: the step nearest to the distribution of the strengths."""
    strengths = np.sort(rng.beta(0.4, 0.4, 30))
    grid = np.linspace(0, 1, 20001)
    distribution = np.searchsorted(strengths, grid, side="right") / strengths.size
    heights = np.arange(31) / 30
    best = heights[np.argmin([np.mean(np.abs(distribution - height)) for height in heights])]
    assert np.sum(strengths <= 0.5) / strengths.size == pytest.approx(best)


def test_support_goes_into_a_network(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    network = ordag.OSEM(penalty=3.0).fit(frame).network_
    supported = found.attached(network)
    assert supported.support is not None
    assert supported.support.n_resamples == 8
    other = ordag.OSEM(penalty=3.0).fit(frame.iloc[:, :4]).network_
    with pytest.raises(ordag.errors.InputValueError, match="the bootstrap has"):
        found.attached(other)


def test_kept_networks_are_those_whose_edges_are_counted(
    frame: pd.DataFrame, found: ordag.stability.Bootstrap, tmp_path: Path
) -> None:
    store = tmp_path / "replicates.jsonl"
    ordag.bootstrap(LEARNER, frame, n_boot=2, n_jobs=1, store=store)  # without networks: these are done again
    kept = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, store=store, keep_networks=True)
    assert np.array_equal([network.cpdag for network in kept.networks], found.cpdags)
    again = ordag.bootstrap(LEARNER, frame, n_boot=8, n_jobs=1, store=store, keep_networks=True)
    for one, other in zip(kept.networks, again.networks, strict=True):
        assert np.array_equal(one.weights, other.weights)
        assert np.array_equal(one.correlation, other.correlation)


def test_effects_have_intervals_over_the_replicates(frame: pd.DataFrame) -> None:
    kept = ordag.bootstrap(LEARNER, frame, n_boot=6, n_jobs=1, keep_networks=True)
    cause, outcome = (frame.columns[k] for k in np.argwhere(np.triu(kept.support == 1))[0])
    change = kept.effect(cause, outcome)
    assert change.n_networks == 6
    assert (change.low < change.high).any()
    assert ((change.low <= change.mean) & (change.mean <= change.high)).all()


def test_resamples_that_lose_a_level_keep_the_declared_ones(frame: pd.DataFrame) -> None:
    rare = frame.astype(int)
    rare.iloc[0, 0] = rare.iloc[:, 0].max() + 1  # drawn in two resamples of three
    kept = ordag.bootstrap(LEARNER, rare, n_boot=6, n_jobs=1, keep_networks=True)
    assert 0 < kept.n_merged < 6
    assert {network.levels for network in kept.networks} == {ordag.data.encode(rare).levels}
    assert kept.effect(frame.columns[0], frame.columns[1]).end == rare.iloc[0, 0]


def test_effects_need_networks(frame: pd.DataFrame, found: ordag.stability.Bootstrap) -> None:
    with pytest.raises(ordag.errors.InputValueError, match="keep_networks=True"):
        found.effect(*frame.columns[:2])
    with pytest.raises(ordag.errors.InputValueError, match="'bge' fits no network"):
        ordag.bootstrap("bge", frame, n_boot=2, keep_networks=True)


@pytest.mark.slow
def test_intervals_of_effects_cover_the_truth() -> None:
    """Nominal 90 % over 60 data sets: 46 and more cover with probability 0.999 if the interval is right."""
    truth = ordag.FittedNetwork.from_parameters(
        [[0, 0, 0.8], [0, 0, -0.8], [0, 0, 0]], [[-0.5, 0.5]] * 3, names=["a", "b", "c"]
    )
    expected = ordag.inference.causal_effect(truth, "a", "c").change(0, 2).mean[-1]
    covered = 0
    for seed in range(60):
        rows = ordag.inference.sample(truth, 500, random_state=seed)
        kept = ordag.bootstrap(LEARNER, rows, n_boot=100, n_jobs=1, random_state=seed, keep_networks=True)
        change = kept.effect("a", "c")
        covered += bool(change.low[-1] <= expected <= change.high[-1])
    assert covered >= 46


def test_a_bootstrap_ends_in_time_with_replicates_that_do_not_depend_on_it(frame: pd.DataFrame) -> None:
    started = ordag.bootstrap(LEARNER, frame, n_boot=50, n_jobs=1, within=0.0)
    assert started.n_boot == 1  # the first is always done
    assert np.array_equal(started.cpdags, ordag.bootstrap(LEARNER, frame, n_boot=1, n_jobs=1).cpdags)


def test_time_enough_changes_nothing(frame: pd.DataFrame) -> None:
    timed, plain = (ordag.bootstrap(LEARNER, frame, n_boot=3, n_jobs=1, within=w) for w in (1e6, None))
    assert np.array_equal(timed.cpdags, plain.cpdags)


def test_the_network_of_all_rows_need_not_be_fitted_again():
    data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(5, 2, rng=1), 200, levels=3, rng=1)
    learner = ordag.OSEM(random_state=3)
    network = clone(learner).fit(data.frame).network_
    again, given = (ordag.bootstrap(learner, data.frame, 3, 1, random_state=3, warm_start=at) for at in (True, network))
    assert np.array_equal(again.cpdags, given.cpdags)
