"""The judge of graphs: what it hears again, what it ranks, and which graph it chooses."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from ordag.expectation import log_probabilities, scattered_points
from ordag.maximization.observed import Climb, slope_posterior
from ordag.strategies import Judge, JudgedSteps, fit_saturated
from ordag.strategies.effort import Effort
from ordag.structural_em import structural_em
from reference.fits import boxes_of_frame, heard, problem, proposal, proposals

PRICE = 3.5
CLOSE = 0.1  # nats: the tolerance of the climb, twice
WITHIN_CHOICE = 3.0
CLOSE_CALL = 0.6


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem()[1])


@pytest.fixture(scope="module")
def saturated(boxes):
    return fit_saturated(boxes)


@pytest.fixture(scope="module")
def doubtful():
    """Few rows of few levels: many graphs come close to the best by price, and the evidence prefers another."""
    boxes = boxes_of_frame(problem(n=7, n_rows=150, seed=24, levels=3, neighbours=3)[1])
    return boxes, fit_saturated(boxes)


def judge_of(boxes, **options):
    return Judge(boxes, PRICE, Effort().climb, **options)


def searched(judge, saturated):
    steps = JudgedSteps(judge, proposals(judge.boxes.n_columns), Effort())
    structural_em(steps, steps.start(saturated), 60)
    steps.hear_rivals()
    return judge


def test_a_hopeless_graph_reaches_its_top_when_asked_to(boxes, saturated):
    judge = searched(judge_of(boxes), saturated)
    dag = judge.ranking(1)[0].fit.dag.copy()
    dag[tuple(np.argwhere(dag)[0])] = 0
    flat = proposal(dag, np.eye(len(dag)))  # a start from which much is left to climb
    cut_short = judge.hear(flat, saturated.factors)
    whole = judge.hear(flat, saturated.factors, to_the_top=True)
    assert not cut_short.at_the_top
    assert whole.at_the_top
    assert whole.criterion == pytest.approx(judge_of(boxes).hear(flat, saturated.factors).criterion, abs=CLOSE)


def test_evidence_is_that_of_the_last_fit(boxes, saturated):
    judge = judge_of(boxes, arrow_log_odds=-2.0)
    dag = searched(judge_of(boxes), saturated).ranking(1)[0].fit.dag
    flat = proposal(dag, np.eye(len(dag)))
    rough = replace(judge._climb, max_passes=1)
    judge._keep(judge._climbed(flat, flat.slopes, saturated.factors, rough))
    before = judge.log_marginal(judge.ranking(1)[0])
    settled = judge.settle(Effort().last_climb)
    alone = slope_posterior(boxes, settled.fit).log_volume() + settled.log_likelihood
    assert judge.log_marginal(settled) == pytest.approx(alone, abs=1e-9)
    assert before != pytest.approx(alone, abs=0.1)


def test_all_graphs_that_come_close_are_climbed_further(doubtful):
    boxes, saturated = doubtful
    judge = searched(judge_of(boxes), saturated)
    close = [judged.key for judged in judge.ranking() if judged.criterion > judge.highest() - CLOSE_CALL]
    assert len(close) > 1
    judge.settle(Climb(tolerance=1e-9, max_passes=200))
    refitted = {judged.key: judged for judged in judge.ranking()}
    assert all(refitted[key].fit.expected_gain < 1e-8 for key in close)


def test_a_review_judges_the_best_graphs_by_their_integrated_likelihood(boxes, saturated):
    judge = searched(judge_of(boxes), saturated)
    reviewed = judge.review(Climb(points=scattered_points(boxes.n_columns, 1024)), 3)
    assert {judged.key for judged in reviewed.ranking()} == {judged.key for judged in judge.ranking(3)}
    for judged in reviewed.ranking():
        rows = log_probabilities(boxes, judged.fit.parameters.correlation, n_points=1024)
        assert judged.fit.log_likelihood == pytest.approx(rows.total, abs=5 * rows.total_error + 0.01)


def test_equivalent_graphs_have_the_same_criterion(boxes, saturated):
    chain = np.zeros((6, 6), dtype=np.int8)
    chain[0, 1] = chain[1, 2] = chain[2, 3] = 1
    first, second = (heard(judge_of(boxes), dag, saturated) for dag in (chain, chain.T.copy()))
    assert first.criterion == pytest.approx(second.criterion, abs=CLOSE)


def test_an_equivalent_graph_is_not_fitted_again(boxes, saturated):
    judge = judge_of(boxes)
    edge = np.zeros((6, 6), dtype=np.int8)
    edge[0, 1] = 1
    assert heard(judge, edge, saturated) is heard(judge, edge.T.copy(), saturated)
    assert len(judge.ranking()) == 1


def test_close_calls_are_decided_at_the_very_top(boxes, saturated):
    rough = Climb(tolerance=0.4)
    judge = Judge(boxes, PRICE, rough)
    steps = JudgedSteps(judge, proposals(boxes.n_columns), Effort(n_roots=2, n_beams=2, climb=rough))
    structural_em(steps, steps.start(saturated), 10)
    steps.hear_rivals()
    chosen = judge.settle(Climb(tolerance=1e-4, max_passes=40))
    assert chosen.fit.expected_gain < 1e-3
    assert chosen.criterion == judge.highest()
    assert all(
        judged.fit.expected_gain < 1e-3 for judged in judge.ranking() if judged.criterion > chosen.criterion - 0.2
    )


def test_a_merit_that_is_no_number_does_not_keep_it_busy(boxes, saturated, monkeypatch):
    judge, n_asked = searched(judge_of(boxes), saturated), itertools.count()

    def merit(judged):
        assert next(n_asked) < 1000
        return np.nan

    monkeypatch.setattr(judge, "merit", merit)
    assert judge.has_heard(judge.settle(Climb()).key)


def test_without_odds_the_best_graph_is_chosen(boxes, saturated):
    judge = searched(judge_of(boxes), saturated)
    assert judge.preferred(1)[0] is judge.ranking(1)[0]
    assert judge.merit(judge.preferred(1)[0]) == judge.highest()


def merit_anew(judge, judged, odds):
    """What the judge should go by, from a volume computed afresh."""
    volume = slope_posterior(judge.boxes, judged.fit).log_volume()
    return min(judged.criterion, judged.log_likelihood + volume + odds * judged.fit.n_edges)


def test_the_evidence_chooses_among_graphs_close_to_the_best(doubtful):
    boxes, saturated = doubtful
    judge = searched(judge_of(boxes, arrow_log_odds=-3.0), saturated)
    chosen = judge.settle(Climb(tolerance=1e-4, max_passes=40))
    close = [judged for judged in judge.ranking() if judged.criterion >= judge.highest() - WITHIN_CHOICE]
    assert chosen.key == max(close, key=lambda judged: merit_anew(judge, judged, -3.0)).key
    assert chosen.key != judge.ranking(1)[0].key  # the price would have chosen another
    assert chosen.fit.expected_gain < 1e-3
    assert judge.merit(chosen) == pytest.approx(merit_anew(judge, chosen, -3.0))


def test_the_evidence_sees_three_nats_down(doubtful, monkeypatch):
    boxes, saturated = doubtful
    judge = searched(judge_of(boxes, arrow_log_odds=0.0), saturated)
    monkeypatch.setattr(judge, "log_marginal", lambda judged: -judged.criterion)  # the worse, the better
    seen = {judged.key for judged in judge.preferred()}
    assert seen == {judged.key for judged in judge.ranking() if judged.criterion >= judge.highest() - WITHIN_CHOICE}
    assert len(seen) < len(judge.ranking())


def test_no_graph_is_charged_less_than_the_price(doubtful):
    boxes, saturated = doubtful
    judge = searched(judge_of(boxes, arrow_log_odds=10.0), saturated)
    assert all(judge.merit(judged) == judged.criterion for judged in judge.preferred())
    assert judge.preferred(1)[0] is judge.ranking(1)[0]


def test_rivals_are_those_of_the_preferred_graph(doubtful, monkeypatch):
    boxes, saturated = doubtful
    judge = judge_of(boxes, arrow_log_odds=-3.0)
    steps = JudgedSteps(judge, proposals(boxes.n_columns), Effort())
    structural_em(steps, steps.start(saturated), 60)
    around = []
    monkeypatch.setattr(
        steps, "_changes_of", lambda judged, surrogate, n_best, *, wide: around.append((judged.key, wide)) or []
    )
    steps.hear_rivals()
    assert around == [(judge.preferred(1)[0].key, True)]
    assert judge.preferred(1)[0].key != judge.ranking(1)[0].key


def test_longer_odds_choose_no_more_edges(doubtful):
    boxes, saturated = doubtful
    edges = [
        searched(judge_of(boxes, arrow_log_odds=odds), saturated).preferred(1)[0].fit.n_edges for odds in (0.0, -3, -30)
    ]
    assert edges[0] >= edges[1] >= edges[2]
    assert edges[0] > edges[2]


def test_of_two_verdicts_on_a_graph_that_of_the_longer_climb_is_adopted(boxes, saturated):
    edge = np.zeros((6, 6), dtype=np.int8)
    edge[0, 1] = 1
    short, long = (Judge(boxes, PRICE, Climb(max_passes=passes)) for passes in (1, 20))
    verdicts = [judge.hear(proposal(edge, np.eye(6)), saturated.factors) for judge in (short, long)]
    assert verdicts[0].criterion < verdicts[1].criterion
    short.adopt(long)
    assert short.ranking(1)[0] is verdicts[1]
    long.adopt(short)
    assert long.ranking(1)[0] is verdicts[1]
    long.adopt(Judge(boxes, PRICE, Climb()))
    assert long.ranking() == [verdicts[1]]


def test_a_graph_that_comes_first_only_when_others_fall_is_settled_too(boxes, saturated, monkeypatch):
    """Far apart as they are, the second becomes the best when the first is climbed further and turns out worse."""
    judge = judge_of(boxes)
    for child in (1, 2):
        edge = np.zeros((6, 6), dtype=np.int8)
        edge[0, child] = 1
        heard(judge, edge, saturated)
    first, second = judge.ranking()
    worse = replace(first, fit=replace(first.fit, log_likelihood=second.fit.log_likelihood - 10))
    better = replace(second, fit=replace(second.fit, expected_gain=0.0))
    monkeypatch.setattr(judge, "_refitted", lambda judged, climb: worse if judged.key == first.key else better)
    assert first.criterion > second.criterion + 1
    assert judge.settle(Climb()) is better
