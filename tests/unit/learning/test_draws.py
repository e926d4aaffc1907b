"""Draws of graphs: priors over edges and classes, knowledge, and what the draws are weighed by."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.special import logsumexp

from ordag.fitting import graphs_of_posterior
from ordag.graphs import class_size, dag_to_cpdag
from ordag.learning.draws import Region, _log_mixture, _weigh, best_on_average, draw_structures
from ordag.learning.prior import StructurePrior, arrow_log_odds
from ordag.search import SearchSpace
from ordag.strategies import Settings
from reference.dags import all_dags
from reference.fits import boxes_of_frame, problem
from reference.latent_boxes import random_correlation

NAMES = ["a", "b", "c"]
TRUTH, FRAME = problem(n=5, n_rows=300)
BOXES = boxes_of_frame(FRAME)


def searched(boxes, space, prior, rng):
    """Objective and pool of a search for graphs of high posterior probability."""
    return graphs_of_posterior(boxes, space, Settings(), prior, rng)[:2]


def drawn(space=None, prior=None, n_draws=60, **options):
    space = space or SearchSpace.unrestricted(5)
    prior = prior or StructurePrior(arrow_log_odds("sparse", list(FRAME.columns)))
    rng = np.random.default_rng(0)
    return draw_structures(*searched(BOXES, space, prior, rng), space, prior, n_draws, rng, **options)[0]


def test_the_graph_that_is_best_on_average_follows_the_prior():
    space, names = SearchSpace.unrestricted(5), list(FRAME.columns)
    n_edges = []
    for share in (0.001, 0.5):
        prior = StructurePrior(arrow_log_odds(share, names))
        objective, pool = searched(BOXES, space, prior, np.random.default_rng(0))
        chosen = best_on_average(objective, pool, prior, space)
        assert chosen.converged
        assert chosen.criterion > pool.highest - 8
        n_edges.append(chosen.fit.n_edges)
    assert n_edges[0] < n_edges[1]


@pytest.mark.parametrize("arrow", [(0, 1), (1, 0)])
def test_an_arrow_that_is_likely_beforehand_is_taken_whichever_member_was_refitted(arrow, rng):
    first = rng.normal(size=300)
    frame = pd.DataFrame({"a": first, "b": 0.1 * first + rng.normal(size=300)}).apply(np.digitize, bins=[-0.7, 0, 0.7])
    prior = StructurePrior(arrow_log_odds({tuple("ab"[k] for k in arrow): 0.95}, ["a", "b"]))
    space = SearchSpace.unrestricted(2)
    objective, pool = searched(boxes_of_frame(frame), space, prior, rng)
    chosen = best_on_average(objective, pool, prior, space)
    assert np.argwhere(chosen.fit.dag).tolist() == [list(arrow)]
    assert chosen.fit.parameters.correlation[0, 1] == pytest.approx(pool.best.fit.parameters.correlation[0, 1])


def test_a_stated_arrow_comes_more_often():
    names = list(FRAME.columns)
    absent = next((i, j) for i, j in np.argwhere(1 - np.eye(5)) if not TRUTH[i, j] and not TRUTH[j, i])
    stated = {(names[absent[0]], names[absent[1]]): 0.99}
    shares = [
        np.mean([dag[absent] for dag in drawn(prior=StructurePrior(arrow_log_odds(prior, names))).dags])
        for prior in ("sparse", stated)
    ]
    assert shares[1] > shares[0] + 0.3


# ---- draws ----


def test_weights_sum_to_one_and_every_draw_is_fitted():
    found = drawn()
    assert len(found.dags) == len(found.weights) == 60
    assert found.weights.sum() == pytest.approx(1)
    for slopes in found.slopes:
        assert not slopes.fit.slopes[slopes.fit.dag == 0].any()
        assert slopes.fit.slopes[slopes.fit.dag == 1].any()
        assert len(slopes.covariance) == slopes.fit.n_edges


def test_sizes_of_regions_follow_from_the_draws_they_share(rng):
    """Two densities on ten states, known up to constants that the draws must tell."""
    scores = np.stack([-0.3 * np.arange(10), 0.4 * np.arange(10)])
    log_sizes = logsumexp(scores, axis=1)
    counts = np.array([3000, 2000])
    states = np.concatenate(
        [rng.choice(10, n, p=np.exp(s - z)) for n, s, z in zip(counts, scores, log_sizes, strict=True)]
    )
    expected = logsumexp(scores[:, states] + (np.log(counts) - log_sizes)[:, None], axis=0)
    found = _log_mixture(scores[:, states], np.log(counts), np.zeros(2))
    assert np.ptp(found - expected) < 0.1
    assert np.ptp(logsumexp(scores[:, states] + np.log(counts)[:, None], axis=0) - expected) > 1


def test_regions_that_share_no_draw_keep_their_sizes():
    scores = np.array([[0.0, 0.0, -1e4, -1e4], [-1e4, -1e4, 0.0, 0.0]])
    assert np.ptp(_log_mixture(scores, np.log([2, 2]), np.array([0.0, 3.0]))) == pytest.approx(3)


def region_of(moments, n_rows):
    """A region around the graph without edges, of which only the graph matters here."""
    empty = np.zeros(moments.shape, dtype=np.int8)
    return Region(SimpleNamespace(dag=empty), moments, n_rows, 0.0)


def test_draws_weigh_the_same_where_a_region_has_the_posterior_itself(rng):
    """Drawn by likelihood times prior, and weighed by it: the ratio is that of marginal likelihoods alone."""
    moments, dags, odds = random_correlation(rng, 3), list(all_dags(3)), rng.normal(scale=2.0, size=(3, 3))
    region, counts = region_of(moments, 50.0), np.array([25])
    score = region.score(StructurePrior(np.zeros((3, 3))))
    log_marginals = np.array([score.total(dag) for dag in dags])
    weights, ratio_size = _weigh(dags, log_marginals, [region], counts, StructurePrior(odds))
    assert weights == pytest.approx(np.full(25, 1 / 25))
    assert ratio_size == pytest.approx(25)


def test_a_first_slope_has_the_prior_density_of_a_latent_scale_that_is_not_known():
    """With many rows of no correlation an edge is worth the density 2/π at zero times √(2π/N): Laplace."""
    n_rows = 1e6
    score = region_of(np.eye(2), n_rows).score(StructurePrior(np.zeros((2, 2))))
    expected = np.log(2 / np.pi) + np.log(2 * np.pi / n_rows) / 2
    assert score.local(1, [0]) - score.local(1, []) == pytest.approx(expected, abs=1e-4)


def test_a_prior_over_classes_divides_by_the_size_of_the_class():
    prior = StructurePrior(arrow_log_odds("sparse", list(FRAME.columns)))
    dags, classes = drawn(prior=prior), drawn(prior=replace(prior, over_classes=True))
    assert all(np.array_equal(a, b) for a, b in zip(dags.dags, classes.dags, strict=True))
    sizes = np.array([class_size(dag_to_cpdag(dag)) for dag in dags.dags])
    assert len(set(sizes)) > 1
    expected = dags.weights / sizes
    assert classes.weights == pytest.approx(expected / expected.sum())


def test_a_prior_over_classes_counts_only_members_that_knowledge_allows():
    ahead = SearchSpace.from_matrices(np.triu(np.ones((5, 5), dtype=int), 1))  # of every class at most one member
    prior = StructurePrior(arrow_log_odds("sparse", list(FRAME.columns)))
    dags, classes = drawn(ahead, prior), drawn(ahead, replace(prior, over_classes=True))
    assert classes.weights == pytest.approx(dags.weights)


@pytest.mark.parametrize(
    "knowledge",
    [
        {"required": [(4, 0)]},
        {"forbidden": [(i, j) for i, j in np.argwhere(TRUTH | TRUTH.T)[:4]]},
        {"tiers": [[3, 4], [0, 1, 2]]},
        {"max_parents": 1},
    ],
    ids=["required", "forbidden", "tiers", "max_parents"],
)
def test_every_drawn_graph_obeys_the_knowledge(knowledge):
    space = SearchSpace(range(5), **knowledge)
    free = drawn()
    assert not all(space.admits(dag) for dag in free.dags)
    assert all(space.admits(dag) for dag in drawn(space).dags)


def test_one_region_can_be_asked_for():
    assert drawn(max_regions=1).n_regions == 1
