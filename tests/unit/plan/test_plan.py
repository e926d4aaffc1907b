"""How many respondents a study needs, by simulation."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import ordag
from ordag.cli.app import app
from ordag.errors import OptionError, UnknownNameError
from ordag.plan import SamplePlan, Scenario, plan_sample_size
from ordag.plan.sizes import MEASURES, _counts, _ratio

SMALL = Scenario(5, levels=4, neighbours=2)
QUICK = ordag.OSEM(penalty=3.0)


@pytest.fixture(scope="module")
def found():
    return plan_sample_size(SMALL, [60, 1500], n_sets=6, learner=QUICK, n_jobs=1)


def share(plan, size, measure):
    part = plan.frame[(plan.frame["rows"] == size) & (plan.frame["measure"] == measure)]
    return float(part["share"].iloc[0])


def test_more_respondents_find_more_of_the_links(found):
    assert share(found, 1500, "link recall") > share(found, 60, "link recall")
    assert share(found, 1500, "link recall") > 0.8


def test_intervals_hold_their_shares(found):
    frame = found.frame.dropna()
    assert (frame["low"] <= frame["share"]).all()
    assert (frame["share"] <= frame["high"]).all()
    assert set(found.frame["measure"]) == set(MEASURES)


def test_the_same_seed_gives_the_same_plan_whatever_the_number_of_workers(found):
    again = plan_sample_size(SMALL, [1500, 60], n_sets=6, learner=QUICK, n_jobs=2)
    pd.testing.assert_frame_equal(found.frame, again.frame)
    other = plan_sample_size(SMALL, [60], n_sets=6, learner=QUICK, n_jobs=1, random_state=1)
    assert not np.allclose(other.frame["share"], found.frame["share"][:4], equal_nan=True)


def test_counts_are_those_of_the_graphs():
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])  # a collider: both arrows are compelled
    chain = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]])  # one of its links, without a direction
    assert _counts(dag, dag) == (2, 2, 2, 2, 2, 2, 2)
    assert _counts(chain, dag) == (2, 1, 1, 2, 0, 0, 0)
    turned = np.array([[0, 0, 1], [0, 0, 0], [0, 1, 0]])
    assert _counts(turned, dag) == (2, 2, 2, 2, 1, 2, 1)


def test_a_share_without_a_whole_is_unknown():
    assert np.isnan(_ratio(np.zeros(3), np.zeros(3))).all()
    assert _ratio(np.array([1, 1, 1]), np.array([2, 2, 2])) == (0.5, 0.5, 0.5)


def plan_of(shares, half=0.05):
    rows = [(n, "link recall", s, s - half, s + half) for n, s in shares]
    return SamplePlan(pd.DataFrame(rows, columns=["rows", "measure", "share", "low", "high"]), "x", 10, 0)


def test_the_number_needed_lies_between_the_sizes_that_bracket_it():
    best, least, most = plan_of([(100, 0.5), (200, 0.7), (400, 0.9)]).needed(0.8)
    assert best == pytest.approx(np.sqrt(200 * 400), rel=0.01)
    assert 200 < least < best < most < 400
    assert plan_of([(100, 0.5), (200, 0.7)]).needed(0.9) == (None, None, None)
    assert plan_of([(100, 0.95), (200, 0.97)]).needed(0.8)[0] == 100


@pytest.mark.parametrize(("asked", "error"), [((0.8, "links"), UnknownNameError), ((1.0, "link recall"), OptionError)])
def test_what_cannot_be_asked_is_refused(asked, error):
    with pytest.raises(error):
        plan_of([(100, 0.5)]).needed(*asked)


def test_the_paragraph_has_the_numbers_of_the_plan(found):
    text = found.paragraph(0.8)
    best, _, _ = found.needed(0.8)
    assert f"{best:,.0f} respondents" in text
    assert "6 studies were simulated" in text
    assert "seed 0" in text
    for size in (60, 1500):
        shares = [share(found, size, measure) for measure in MEASURES]
        told = [f"{value:.0%}" if value == value else "none" for value in shares]
        sentence = re.search(rf"With {size:,} respondents .*?those found\.", text)[0]
        assert all(each in sentence for each in told)


def test_a_pilot_is_taken_for_true():
    data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 400, levels=4, rng=1)
    pilot = QUICK.fit(data.frame).network_
    plan = plan_sample_size(pilot, [2000], n_sets=3, learner=QUICK, n_jobs=1)
    assert share(plan, 2000, "link recall") == 1.0
    assert "like that of a pilot study (2 links)" in plan.paragraph()


def test_curves_are_drawn_for_each_measure(found):
    ax = found.plot()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(MEASURES)


def test_the_command_writes_table_curves_and_paragraph(tmp_path):
    options = ["--items", "4", "--neighbours", "2", "--rows", "100", "--rows", "300", "--sets", "3", "--jobs", "1"]
    answer = CliRunner().invoke(app, ["plan", "-o", str(tmp_path), *options, "--json"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    assert {path.name for path in tmp_path.glob("[!.]*")} == {"plan.csv", "plan.svg", "paragraph.txt"}
    assert (tmp_path / "paragraph.txt").read_text().strip() == told["paragraph"]
    assert set(pd.read_csv(tmp_path / "plan.csv")["rows"]) == {100, 300}
