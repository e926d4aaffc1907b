# SPDX-License-Identifier: MIT
"""Draws of graphs from their posterior, with the Wishart prior in the latent space (BGe) and the levels accounted for.

Around a fitted graph the observed likelihood of other graphs is, to a fraction of a nat, that of a Gaussian with
moments Σ + κ (M − Σ) and N / κ rows (`ordag.learning.propose`), as long as they keep its strong edges. A region of
graphs is therefore sampled by partition MCMC on the BGe score of such moments, unbiased over DAGs. Graphs with other
strong edges are out of its reach: each refitted graph whose likelihood no region predicts becomes the centre of a
region of its own.

Regions are weighed by the marginal likelihood of their centres, as if each held as many graphs around it. Every drawn
graph is refitted, and has the importance ratio

    log w(G) = l_obs(G) + log volume(G) + log prior(G) − log Σ_k (m_k / Z_k) exp S_k(G)

of its marginal likelihood by Laplace's approximation and the mixture it was drawn from: m_k draws of region k, whose
score is S_k and whose normalising constant is Z_k. With few variables these are good importance weights; with many
their noise does more harm than the error they correct (docs/decisions/bayes.md), and they then only show how well the
Gaussian approximation holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency, enumerate_dags
from ordag.learning.candidates import Candidate
from ordag.learning.pool import Pool, Refit
from ordag.learning.prior import StructurePrior
from ordag.learning.refit import Objective, expected_moments, refit
from ordag.learning.screen import surrogate_around
from ordag.learning.tolerances import PREDICTED_WITHIN, REGION_WITHIN
from ordag.maximization.observed import SlopePosterior, regress, slope_posterior
from ordag.maximization.surrogate import Surrogate
from ordag.metrics import most_accurate
from ordag.progress import track
from ordag.scores import BGe, GaussianBIC
from ordag.search import SampleResult, SearchSpace, partition_mcmc
from ordag.search.contract import completed
from ordag.strategies.extrapolation import extrapolate
from ordag.strategies.information import information_share

Matrix = NDArray[np.float64]

# The moments come with variances of one, but levels carry no information about the latent scale. A Wishart prior with
# T = I and the scale integrated out gives a first slope the density 2/π at zero; with the scale known to be one and
# T = t I the score has t/4 in its place.
_PRIOR = 8 / np.pi
_MOST_REGIONS = 30
_MOST_AVERAGED = 150
# Importance ratios weigh the draws if their effective number is at least this share of all.
_GOOD_SHARE = 1 / 3
_N_CHAINS = 2
_FEWEST_DRAWS = 100  # of a chain, so that its start is forgotten
# A region that gets fewer draws than this share of all is sampled by one chain, half as long at least: its own error
# counts for little then.
_LIGHT_SHARE = 0.1
_STEPS_PER_DRAW = 0.25  # times n² log n
# A drawn graph is climbed until a step promises less than this: its slopes are then well within their errors.
_CLIMBED_TO = 0.1
# Rounds after which normalising constants are taken as they are, and the change that ends them, in nats.
_MOST_ROUNDS, _SETTLED = 200, 1e-4


@dataclass(frozen=True)
class Region:
    """Graphs around a centre, with the Gaussian moments that predict their likelihood."""

    centre: Refit
    moments: Matrix
    n_rows: float
    surrogate: Surrogate  # around the centre, for slopes to begin at
    gap: float = 0.0  # observed log-likelihood of the centre less the Gaussian one

    def score(self, prior: StructurePrior) -> BGe:
        """The score by which its graphs are sampled."""
        return BGe.from_moments(self.moments, self.n_rows, prior=_PRIOR, penalties=-prior.arrow_log_odds)

    def log_size(self, prior: StructurePrior) -> float:
        """Log normalising constant of the score, up to what all regions share if each holds as many graphs."""
        return self.score(prior).total(self.centre.dag)

    @cached_property
    def gaussian(self) -> GaussianBIC:
        """The Gaussian log-likelihood of its moments, constants left out."""
        return GaussianBIC(self.moments, self.n_rows, 0.0)

    def predicted(self, dag: Adjacency) -> float:
        """Observed log-likelihood of a graph, as the moments have it."""
        return self.gap + float(self.gaussian.totals([dag])[0])


@dataclass(frozen=True)
class StructureDraws:
    """Fitted graphs drawn from the posterior.

    Attributes
    ----------
    slopes : tuple of SlopePosterior
        The graphs, fitted, with the uncertainty of their slopes.
    weights : (k,)
        Of the draws; they sum to one.
    n_regions : int
    ratio_size : float
        Effective number of draws if the importance ratios were used as weights.
    r_hat : float
        Of the score, between the chains of the heaviest region.
    n_repeats : float
        Rows that each different one stands for, where these are so many that the likelihood by which the graphs were
        weighed is biased by more than its differences; 0 elsewhere.
    """

    slopes: tuple[SlopePosterior, ...]
    weights: NDArray[np.float64]
    n_regions: int
    ratio_size: float
    r_hat: float
    n_repeats: float = 0.0

    @property
    def dags(self) -> list[Adjacency]:
        """The graphs."""
        return [slopes.fit.dag for slopes in self.slopes]


def draw_structures(
    objective: Objective,
    pool: Pool,
    space: SearchSpace,
    prior: StructurePrior,
    n_draws: int,
    rng: np.random.Generator,
    *,
    kappa: float | None = None,
    max_regions: int = _MOST_REGIONS,
) -> tuple[StructureDraws, Pool]:
    """Graphs from the posterior around those of a pool, and the pool with the drawn graphs.

    By default κ is the inverse of the share of information that the levels leave.
    """
    regions = find_regions(objective, pool, kappa or 1 / information_share(objective.boxes), max_regions)
    log_masses = np.array([region.gap + region.log_size(prior) for region in regions])
    n_regions, counts = len(regions), _systematic(np.exp(log_masses - np.logaddexp.reduce(log_masses)), n_draws, rng)
    regions, counts = [regions[k] for k in np.flatnonzero(counts)], counts[counts > 0]
    climbing = replace(objective, climb=replace(objective.climb, tolerance=_CLIMBED_TO))
    slopes: list[SlopePosterior] = []
    log_marginals: list[float] = []
    r_hat = np.nan
    for region, count in zip(track(regions, "drawing graphs"), counts, strict=True):
        n_chains = _N_CHAINS if count == counts.max() or count >= _LIGHT_SHARE * n_draws else 1
        sample = _sample(region, space, prior, count, n_chains, int(rng.integers(2**31)))
        if count == counts.max():
            r_hat = sample.r_hat
        for at in np.linspace(0, len(sample.samples) - 1, count).round().astype(int):
            pool, fitted, log_marginal = _refit_draw(climbing, pool, region, sample.samples[at])
            slopes.append(fitted)
            log_marginals.append(log_marginal)
    weights, ratio_size = _weigh([each.fit.dag for each in slopes], np.array(log_marginals), regions, counts, prior)
    if prior.over_classes:
        weights = weights / [float(space.n_equivalent(each.fit.dag)) for each in slopes]
    return StructureDraws(tuple(slopes), weights / weights.sum(), n_regions, ratio_size, r_hat), pool


def best_on_average(objective: Objective, pool: Pool, prior: StructurePrior, space: SearchSpace) -> Refit:
    """The graph of highest expected accuracy among those that were refitted and come close to the best.

    Each of them stands for its equivalence class, which is weighed by its marginal likelihood and the mean prior of its
    members: an Occam's window (Madigan and Raftery 1994). Draws would do the same with more noise
    (docs/decisions/bayes.md). Of the class chosen the member of highest prior is returned.
    """
    close = [graph for graph in pool.ranking if graph.converged][:_MOST_AVERAGED]
    close = [graph for graph in close if graph.criterion > close[0].criterion - REGION_WITHIN]
    members = [_members(graph.dag, prior, space) for graph in close]
    log_priors = [np.array([np.sum(prior.arrow_log_odds * dag) for dag in dags]) for dags in members]
    log_weights = np.array(
        [
            objective.log_marginal(graph) + np.logaddexp.reduce(of) - np.log(len(of))
            for graph, of in zip(close, log_priors, strict=True)
        ]
    )
    dags = [graph.dag for graph in close]
    best = most_accurate(dags, dags, np.exp(log_weights - np.logaddexp.reduce(log_weights)))
    fit, dag = close[best].fit, members[best][int(np.argmax(log_priors[best]))]
    return replace(close[best], fit=replace(fit, dag=dag, slopes=regress(fit.parameters.correlation, dag)))


def _members(dag: Adjacency, prior: StructurePrior, space: SearchSpace) -> list[Adjacency]:
    """Members of the class that knowledge allows, up to a thousand; one of them where the prior is the same for all."""
    if np.array_equal(prior.arrow_log_odds, prior.arrow_log_odds.T):
        return [dag]
    return [dag, *(member for member in enumerate_dags(space.class_of(dag)) if not np.array_equal(member, dag))]


def find_regions(objective: Objective, pool: Pool, kappa: float, max_regions: int) -> list[Region]:
    """Centres among the refitted graphs, from the best on, such that every good graph is predicted by some region."""
    regions: list[Region] = []
    for graph in pool.ranking:
        if graph.criterion < pool.highest - REGION_WITHIN or len(regions) == max_regions:
            break
        least = graph.log_likelihood - PREDICTED_WITHIN
        if not any(region.predicted(graph.dag) > least for region in regions):
            regions.append(_region_around(objective, graph, kappa))
    return regions


def _region_around(objective: Objective, centre: Refit, kappa: float) -> Region:
    _, expected = expected_moments(objective, centre)
    moments = extrapolate(centre.fit.parameters.correlation, expected.second, kappa)
    n_rows = objective.boxes.total_weight / kappa
    blank = Region(centre, moments, n_rows, surrogate_around(objective, centre, expected))
    return replace(blank, gap=centre.log_likelihood - blank.predicted(centre.dag))


def _systematic(shares: NDArray[np.float64], n_draws: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Whole numbers of draws with the given shares, summing to `n_draws`, each within one of its expectation."""
    marks = np.floor(np.cumsum(shares) * n_draws + rng.random())
    marks[-1] = n_draws
    return np.diff(np.minimum(marks, n_draws), prepend=0.0).astype(np.int64)


def _sample(
    region: Region, space: SearchSpace, prior: StructurePrior, n_wanted: int, n_chains: int, seed: int
) -> SampleResult:
    n = len(region.moments)
    return completed(
        partition_mcmc,
        region.score(prior),
        space,
        n_draws=max(_FEWEST_DRAWS * n_chains // _N_CHAINS, -(-n_wanted // n_chains)),
        thin=max(1, round(_STEPS_PER_DRAW * n**2 * np.log(n))),
        n_chains=n_chains,
        random_state=seed,
    )


def _refit_draw(objective: Objective, pool: Pool, region: Region, dag: Adjacency) -> tuple[Pool, SlopePosterior, float]:
    """The pool with a drawn graph at the top of its observed likelihood, its slopes and its log marginal likelihood."""
    _, slopes = region.surrogate.predicted_gain(dag, regress(region.moments, dag))
    drawn = Candidate(dag, slopes, region.centre.penalty)
    pool = refit(objective, pool, drawn, region.centre.fit.factors, to_convergence=True)
    found = pool[drawn.key]
    # Another member of the class may have been refitted: same correlation, other slopes.
    slopes = regress(found.fit.parameters.correlation, dag)
    fit = replace(found.fit, dag=dag, slopes=slopes)
    fitted = slope_posterior(objective.boxes, fit, n_threads=objective.n_threads)
    return pool, fitted, found.log_likelihood + fitted.log_volume()


def _weigh(
    dags: Sequence[Adjacency],
    log_marginals: NDArray[np.float64],
    regions: Sequence[Region],
    counts: NDArray[np.int64],
    prior: StructurePrior,
) -> tuple[NDArray[np.float64], float]:
    """Weights of the draws under a prior over DAGs, and their effective number by the importance ratios."""
    scores = np.stack([region.score(prior).totals(dags) for region in regions])
    log_priors = [np.sum(prior.arrow_log_odds * dag) for dag in dags]
    mixture = _log_mixture(scores, np.log(counts), np.array([region.log_size(prior) for region in regions]))
    ratios = _truncated(log_marginals + log_priors - mixture)
    ratio_size = float(1.0 / np.sum(ratios**2))
    weights = ratios if ratio_size > _GOOD_SHARE * len(dags) else np.full(len(dags), 1.0 / len(dags))
    return weights, ratio_size


def _log_mixture(scores: Matrix, log_counts: Matrix, log_sizes: Matrix) -> NDArray[np.float64]:
    """Log density, up to a constant, of the mixture of regions that the draws come from, at each of them.

    Relative sizes of regions follow from draws that both could have made (multistate Bennett acceptance ratio: Shirts
    and Chodera 2008). Regions without such draws keep the sizes given.
    """
    for _ in range(_MOST_ROUNDS):
        mixture = np.logaddexp.reduce(scores + (log_counts - log_sizes)[:, None], axis=0)
        better = np.logaddexp.reduce(scores - mixture, axis=1)
        better += log_sizes[0] - better[0]
        settled = np.abs(better - log_sizes).max() < _SETTLED
        log_sizes = better
        if settled:
            break
    return np.asarray(mixture)


def _truncated(log_ratios: NDArray[np.float64]) -> NDArray[np.float64]:
    """Importance weights cut at √k times their mean (Ionides 2008), summing to one."""
    weights = np.exp(log_ratios - log_ratios.max())
    weights = np.minimum(weights, weights.mean() * np.sqrt(len(weights)))
    return np.asarray(weights / weights.sum())
