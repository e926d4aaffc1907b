"""Tables against numbers worked out by hand on made-up rows."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ordag.errors import InputValueError
from ordag.metrics import Comparison
from ordag.study import Arm, Row, Simulated, Split, Study, Trial, Variant, Whole, find_study, summarize
from ordag.study.measure import bare_row
from ordag.study.networks import networks_of
from ordag.study.problems import Resampled, StudyProblem
from ordag.study.rows import appending
from ordag.study.summarize import tables_of

PROBLEM = Simulated(n_nodes=5, n_rows=100)
GPC = Variant("GPC", "gpc", sweep="alpha", grid=(0.01, 0.1))
BDE = Variant("BDe", "bde", sweep="chi", grid=(1.0, 10.0))
STUDY = Study("made_up", "Made up", (Arm((PROBLEM,), (GPC,)),), "roc")


def good(
    variant: Variant, value: float | None, replicate: int, problem: StudyProblem = PROBLEM, **found: object
) -> Row:
    return replace(bare_row(Trial(problem, replicate, variant, value), "ok", "", 1.0), **found)


def with_shd(variant: Variant, value: float | None, replicate: int, tp: float, fp: float) -> Row:
    comparison = Comparison(tp=tp, fp=fp, fn=4 - int(tp), tn=0, n_true=4, n_pairs=10)
    return good(variant, value, replicate, pattern=comparison, skeleton=comparison)


def lost(value: float, replicate: int) -> Row:
    return bare_row(Trial(PROBLEM, replicate, GPC, value), "timeout", "stopped after 9 s", 9.0)


def test_lost_rows_are_counted_and_never_averaged() -> None:
    rows = [with_shd(GPC, 0.01, 0, tp=4, fp=0), with_shd(GPC, 0.01, 1, tp=2, fp=2), lost(0.01, 2), lost(0.1, 0)]
    table = tables_of(STUDY, rows)[""].set_index(["method", "parameter"])
    line = table.loc[("GPC", 0.01)]
    assert (line["tpr"], line["fprp"], line["shd"]) == (0.75, 0.25, 2.0)
    assert (line["n_ok"], line["n_timeout"], line["n_error"], line["seconds"]) == (2, 1, 0, 1.0)
    assert np.isnan(table.loc[("GPC", 0.1)]["shd"])


def test_times_are_those_of_the_processor_where_a_row_has_them() -> None:
    row = with_shd(GPC, 0.01, 0, tp=4, fp=0)
    assert tables_of(STUDY, [replace(row, cpu_seconds=0.25)])[".best"]["seconds"].tolist() == [0.25]
    assert tables_of(STUDY, [row])[".best"]["seconds"].tolist() == [1.0]


def test_empty_and_true_graph_bracket_the_table() -> None:
    table = tables_of(STUDY, [with_shd(GPC, 0.01, 0, tp=4, fp=0)])[""].set_index("method")
    assert table.loc["empty graph", "shd"] == 4
    assert table.loc["true graph", "shd"] == 0


def test_the_best_parameter_has_the_lowest_mean_shd() -> None:
    rows = [with_shd(GPC, 0.01, 0, tp=1, fp=0), with_shd(GPC, 0.1, 0, tp=4, fp=2)]
    (line,) = tables_of(STUDY, rows)[".best"].itertuples()
    assert (line.parameter, line.shd) == (0.1, 2.0)


def test_predictions_are_relative_to_bde_at_its_best_on_the_same_splits() -> None:
    split = Split("votes")
    study = Study("made_up", "Made up", (Arm((split,), (GPC, BDE)),), "prediction")
    values = {(BDE, 1.0): (-5.0, -6.0), (BDE, 10.0): (-4.0, -6.5), (GPC, 0.01): (-3.0, -6.0), (GPC, 0.1): (-9.0, -9.0)}
    rows = [
        good(variant, value, replicate, split, log_probability=found)
        for (variant, value), pair in values.items()
        for replicate, found in enumerate(pair)
    ]
    best = tables_of(study, rows)[".best"].set_index("method")
    assert best.loc["BDe", "parameter"] == 10.0  # −5.25 on average against −5.5
    assert best.loc["BDe", "relative"] == 0
    assert best.loc["GPC", "relative"] == pytest.approx((1.0 + 0.5) / 2)
    assert best.loc["GPC", "n_replicates"] == 2


def test_a_parameter_that_lost_splits_is_not_the_best() -> None:
    split = Split("votes")
    study = Study("made_up", "Made up", (Arm((split,), (BDE,)),), "prediction")
    rows = [good(BDE, 1.0, k, split, log_probability=-5.0) for k in range(2)]
    rows.append(good(BDE, 10.0, 0, split, log_probability=-1.0))
    assert tables_of(study, rows)[".best"]["parameter"].tolist() == [1.0]


def test_support_counts_undirected_edges_half_each_way() -> None:
    data, bge = Resampled("ocd"), Variant("BGe", "bge")
    edges = [((0, 1), (1, 0)), ((0, 1), (1, 0)), ((0, 1),), ()]
    rows = [good(bge, None, k, data, edges=one) for k, one in enumerate(edges)]
    (network,) = networks_of(["BGe", "OSEM"], rows)
    assert network.n_samples == 3
    assert (network.cpdag[0, 1], network.cpdag[1, 0]) == (1, 1)
    assert network.support[0, 1] == pytest.approx((0.5 + 1) / 3)
    assert network.strength[0, 1] == pytest.approx(2 / 3)


def test_a_method_with_its_own_samples_keeps_edges_of_85_percent() -> None:
    climb = Variant("HC", "hc")
    edges = [((0, 1), (1, 0), (2, 3))] * 17 + [((0, 1), (1, 0), (4, 5))] * 3
    (network,) = networks_of(["HC"], [good(climb, None, k, Whole("ocd"), edges=one) for k, one in enumerate(edges)])
    assert [sorted(pair) for pair in np.argwhere(np.triu(network.cpdag | network.cpdag.T)).tolist()] == [[0, 1], [2, 3]]


def test_bridges_are_edges_between_the_questionnaires() -> None:
    from ordag.datasets import describe

    names = [item.name for item in describe("ocd").items]
    sad, distress, guilt = (names.index(name) for name in ("sad", "obdistress", "guilt"))
    study = find_study("psych")
    edges = ((sad, distress), (distress, sad), (sad, guilt))
    rows = [good(Variant("BGe", "bge"), None, k, Resampled("ocd"), edges=edges) for k in range(2)]
    (bridge,) = tables_of(study, rows)[".bridges"].itertuples()
    assert (bridge.a, bridge.edge, bridge.b, bridge.strength) == ("sad", "--", "obdistress", 1.0)


def test_the_automatic_penalty_is_set_beside_hindsight() -> None:
    study = find_study("penalty")
    problem = study.arms[0].problems[0]
    swept, auto = study.arms[0].variants
    shds = {(swept, 2.0): (2, 6), (swept, 6.0): (3, 3), (auto, None): (4, 3)}
    rows = [
        good(variant, value, k, problem, pattern=Comparison(4, shd, 0, 0, 4, 10))
        for (variant, value), pair in shds.items()
        for k, shd in enumerate(pair)
    ]
    (line,) = tables_of(study, rows)[".hindsight"].itertuples()
    assert (line.shd_auto, line.shd_best_fixed, line.best_fixed, line.shd_best_each) == (3.5, 3.0, 6.0, 2.5)


def test_the_skeleton_study_reads_the_rows_of_recovery(tmp_path: Path) -> None:
    recovery, skeleton = find_study("recovery"), find_study("skeleton")
    trial = recovery.trials("smoke")[0]
    row = replace(
        bare_row(trial, "ok", "", 1.0), pattern=Comparison(1, 3, 0, 0, 4, 10), skeleton=Comparison(4, 0, 0, 0, 4, 10)
    )
    with appending(tmp_path / "recovery.jsonl") as append:
        append(row)
    means = [pd.read_csv(summarize(study, tmp_path)[1])["shd"].tolist() for study in (recovery, skeleton)]
    assert means == [[3.0], [0.0]]


def test_a_study_without_rows_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputValueError, match=r"holds no rows of study 'sparsity'. Run the study first"):
        summarize(find_study("sparsity"), tmp_path)
