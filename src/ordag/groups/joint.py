# SPDX-License-Identifier: MIT
"""The graphs of several groups learned together.

Two starts are climbed: the common network, which shares all links, and the networks of the groups alone, which share
none. From each, links are added, dropped, reversed, tied and untied, in one group or in all, and each change is judged
by the surrogates around the groups' fits; the best graphs are refitted by the observed likelihood of all groups, until
none is better.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ordag.expectation import start_factors
from ordag.graphs import is_acyclic
from ordag.groups.models import Graph, PreparedRows
from ordag.groups.shared import SharedGraphs
from ordag.maximization.correlations import Likelihood, ObservedLikelihood, information_of, likelihood_of_surrogate
from ordag.maximization.quasi_newton import climb_from, inverse_information, shrunk_until
from ordag.maximization.surrogate import SurrogateMoments
from ordag.maximization.tied import TiedWeights
from ordag.search import SearchSpace
from ordag.strategies.information import hidden_variances

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]

# Changes from which climbs on the surrogates start in each step, and the least gain in nats of a change.
_N_CHANGES, _LEAST_GAIN = 6, 0.1
# Starts that share all links: the best of the common network and those of the groups, each taken for all.
_N_SHARED_STARTS = 2
# Climbs from the best graphs with arrows reversed at random, and how many are reversed for each column.
_N_RESTARTS, _N_TURNED = 3, 1
_MAX_STEPS, _MAX_ROUNDS = 60, 10
_LAST_TOLERANCE = 1e-3
# Share of the information about a weight that is added, so that redundant arrows have a solution.
_JITTER = 1e-6


@dataclass(frozen=True, eq=False)
class JointFit:
    """Graphs of groups with their weights.

    Attributes
    ----------
    shared : SharedGraphs
    parameters : (n_parameters,)
    criterion : float
        By the likelihood that was climbed.
    """

    shared: SharedGraphs
    parameters: Vector
    criterion: float = -np.inf

    @property
    def correlations(self) -> list[Matrix]:
        """The latent correlation of each group."""
        found = self.shared.correlations(self.parameters)
        assert found is not None  # no climb ends at parameters of no network
        return [each.correlation for each in found]


@dataclass(frozen=True, eq=False)
class JointRows:
    """The rows of each group, ready to be fitted together."""

    groups: Sequence[PreparedRows]
    space: SearchSpace
    n_threads: int = 1

    @property
    def sizes(self) -> list[float]:
        """Rows of each group, by weight."""
        return [group.n_rows for group in self.groups]

    def likelihoods(self) -> list[ObservedLikelihood]:
        """Of the rows of each group."""
        return [
            ObservedLikelihood(each.boxes, start_factors(each.boxes), n_threads=self.n_threads) for each in self.groups
        ]

    def surrogates(self, correlations: Sequence[Matrix], second: Sequence[Matrix]) -> list[SurrogateMoments]:
        """Around a correlation of each group under which its rows have these moments."""
        return [
            SurrogateMoments.around(correlation, moments, hidden_variances(group.boxes), group.n_rows)
            for group, correlation, moments in zip(self.groups, correlations, second, strict=True)
        ]


def learn_jointly(rows: JointRows, own: Sequence[Graph], common: Graph, rng: np.random.Generator) -> JointFit:
    """Graphs of all groups, from the networks of each alone and the one for all."""
    best = max((_learned_from(rows, start) for start in _starts(rows, own, common)), key=lambda fit: fit.criterion)
    for _ in range(_N_RESTARTS):
        turned = _turned_at_random(best.shared, rows.space, rng)
        start = JointFit(turned, turned.started(_symmetric(best.shared.matrices(best.parameters))))
        best = max(best, _learned_from(rows, start), key=lambda fit: fit.criterion)
    return _refitted(rows, best, rows.likelihoods(), tolerance=_LAST_TOLERANCE)


def _starts(rows: JointRows, own: Sequence[Graph], common: Graph) -> list[JointFit]:
    """The networks of the groups alone; their links tied where they agree; and the best graphs that all may share."""
    n_groups, weights_of_own = len(own), np.stack([weights.weights for _, weights in own])
    apart = SharedGraphs.apart([dag for dag, _ in own])
    alike = replace(apart, tied=np.ones_like(apart.tied))
    shared = [
        (SharedGraphs.common(dag, n_groups), np.stack([weights.weights] * n_groups)) for dag, weights in (common, *own)
    ]
    first, *others = [
        _refitted(rows, JointFit(each, each.started(weights)), rows.likelihoods())
        for each, weights in ((apart, weights_of_own), (alike, weights_of_own), *shared)
    ]
    return [first, *sorted(others, key=lambda fit: -fit.criterion)[:_N_SHARED_STARTS]]


def _symmetric(matrices: Matrix) -> Matrix:
    """Weights in both directions, from which an arrow may start whichever way it points."""
    return matrices + matrices.transpose(0, 2, 1)


def _turned_at_random(shared: SharedGraphs, space: SearchSpace, rng: np.random.Generator) -> SharedGraphs:
    """Graphs of about the same likelihood: arrows whose ends have the same other parents are reversed, one by one."""
    for _ in range(_N_TURNED * shared.n_columns):
        covered = _covered(shared) & space.allowed.T & ~space.must
        arrows = np.argwhere(covered)
        if not len(arrows):
            return shared
        turned = _turned(shared, *rng.choice(arrows).tolist())
        shared = turned if _is_possible(turned, space) else shared
    return shared


def _turned(shared: SharedGraphs, start: int, end: int) -> SharedGraphs:
    """An arrow reversed in all groups that have it."""
    groups = np.flatnonzero(shared.dags[:, start, end]).tolist()
    is_tied = bool(shared.tied[start, end])
    without = shared.changed([(group, start, end, 0) for group in groups])
    return without.changed([(group, end, start, 1) for group in groups], tied=is_tied)


def _covered(shared: SharedGraphs) -> npt.NDArray[np.bool_]:
    """(n, n) arrows that can be reversed in all groups that have them without changing the class of any group."""
    some = np.asarray(shared.dags.any(axis=0))
    found: npt.NDArray[np.bool_] = np.asarray(some & ~some.T)
    for dag in shared.dags:
        for i, j in np.argwhere(dag):
            others = dag[:, j].copy()
            others[i] = 0
            found[i, j] &= bool((others == dag[:, i]).all())
    return found


def _learned_from(rows: JointRows, start: JointFit) -> JointFit:
    """The best graphs that changes of links lead to."""
    likelihoods = rows.likelihoods()
    best = _refitted(rows, start, likelihoods)
    for _ in range(_MAX_ROUNDS):
        correlations = best.correlations
        second = [each.moments(correlation)[1] for each, correlation in zip(likelihoods, correlations, strict=True)]
        reached = _climbed_over_graphs(rows, best, rows.surrogates(correlations, second))
        if reached.shared.key == best.shared.key:
            break
        better = _refitted(rows, reached, likelihoods)
        if better.criterion < best.criterion + _LEAST_GAIN:
            break
        best = better
    return best


def _refitted(
    rows: JointRows, start: JointFit, likelihoods: Sequence[ObservedLikelihood], tolerance: float = 0.05
) -> JointFit:
    """Graphs at the top of their observed likelihood."""
    correlations = [np.eye(start.shared.n_columns)] * len(rows.groups)
    fit = _climb(rows, start, likelihoods, rows.surrogates(correlations, correlations), tolerance)
    values = [each.moments(correlation)[0] for each, correlation in zip(likelihoods, fit.correlations, strict=True)]
    return JointFit(fit.shared, fit.parameters, sum(values) - fit.shared.cost(rows.sizes))


def _climb(
    rows: JointRows,
    start: JointFit,
    likelihoods: Sequence[Likelihood],
    surrogates: Sequence[SurrogateMoments],
    tolerance: float = 0.05,
) -> JointFit:
    """Graphs at the top of the sum of the groups' likelihoods."""
    shared = start.shared
    weights = [shared.weights_of(group) for group in range(shared.n_groups)]
    parameters = shrunk_until(start.parameters, lambda given: shared.correlations(given) is not None)

    def objective(given: Vector) -> tuple[float, Vector] | None:
        correlations = shared.correlations(given)
        if correlations is None:
            return None
        total, gradient = 0.0, np.zeros(len(given))
        for tied, likelihood, at in zip(weights, likelihoods, correlations, strict=True):
            value, by_correlation = likelihood(at.correlation)
            total += value
            gradient += tied.gradient(at, by_correlation)
        return total, gradient

    correlations = shared.correlations(parameters)
    assert correlations is not None
    known = sum(
        information_of(tied.derivatives(at), at.correlation, moments.noise, moments.n_rows)
        for tied, at, moments in zip(weights, correlations, surrogates, strict=True)
    )
    top = climb_from(parameters, objective, inverse_information(np.asarray(known)), tolerance=tolerance)
    return JointFit(shared, top.parameters, top.value - shared.cost(rows.sizes))


def _climbed_over_graphs(rows: JointRows, start: JointFit, surrogates: Sequence[SurrogateMoments]) -> JointFit:
    """The graphs at the end of a hill climb over single changes, judged by the surrogates of the groups."""
    likelihoods = [likelihood_of_surrogate(moments) for moments in surrogates]
    here = _climb(rows, start, likelihoods, surrogates)
    for _ in range(_MAX_STEPS):
        changes = _promising_changes(rows, here, likelihoods, surrogates)
        fits = [_climb(rows, each, likelihoods, surrogates) for each in changes]
        best = max(fits, key=lambda fit: fit.criterion, default=here)
        if best.criterion < here.criterion + _LEAST_GAIN:
            break
        here = best
    return here


@dataclass(frozen=True, eq=False)
class QuadraticGroups:
    """The log-likelihood of each group to second order in the weights of all arrows, those without an edge at zero.

    With θ the weights, s the score and I the information, that is bᵀδ − δᵀIδ/2 up to a constant for weights δ, where
    b = Iθ + s. Graphs with ties make weights Cφ of fewer parameters, which add bᵀC (CᵀIC)⁻¹ Cᵀb / 2.

    Attributes
    ----------
    linear : (n_groups, n, n)
        b of each arrow.
    information : tuple of (n², n²)
    """

    linear: Matrix
    information: tuple[Matrix, ...]

    def height(self, shared: SharedGraphs) -> float:
        """What the weights of graphs add to a likelihood without any."""
        n = shared.n_columns
        linear, known = np.zeros(shared.n_parameters), np.zeros((shared.n_parameters, shared.n_parameters))
        for group, information in enumerate(self.information):
            starts, ends = np.nonzero(shared.dags[group])
            numbers, arrows = shared.numbers[group][starts, ends], starts * n + ends
            linear[numbers] += self.linear[group][starts, ends]
            known[np.ix_(numbers, numbers)] += information[np.ix_(arrows, arrows)]
        known[np.diag_indices_from(known)] *= 1 + _JITTER
        return float(linear @ np.linalg.solve(known, linear)) / 2


def _quadratic_groups(
    fit: JointFit, likelihoods: Sequence[Likelihood], surrogates: Sequence[SurrogateMoments]
) -> QuadraticGroups:
    n = fit.shared.n_columns
    starts, ends = (each.ravel() for each in np.indices((n, n)))
    everything = TiedWeights(starts, ends, np.arange(n * n), n, n * n)
    linear, information = [], []
    for matrix, likelihood, moments in zip(fit.shared.matrices(fit.parameters), likelihoods, surrogates, strict=True):
        at = everything.correlation(matrix.ravel())
        assert at is not None
        slope = everything.gradient(at, likelihood(at.correlation)[1])
        known = information_of(everything.derivatives(at), at.correlation, moments.noise, moments.n_rows)
        linear.append((known @ matrix.ravel() + slope).reshape(n, n))
        information.append(known)
    return QuadraticGroups(np.stack(linear), tuple(information))


def _promising_changes(
    rows: JointRows, fit: JointFit, likelihoods: Sequence[Likelihood], surrogates: Sequence[SurrogateMoments]
) -> Iterator[JointFit]:
    """The most promising changes, to second order in the weights."""
    model = _quadratic_groups(fit, likelihoods, surrogates)
    changes = [each for each in _changes(fit.shared, rows.space) if _is_possible(each, rows.space)]
    promise = [model.height(each) - each.cost(rows.sizes) for each in changes]
    matrices = fit.shared.matrices(fit.parameters)
    # A newly tied link starts from the mean of all groups that have it.
    for number in np.argsort(promise)[::-1][:_N_CHANGES]:
        changed = changes[number]
        yield JointFit(changed, changed.started(matrices))


def _changes(shared: SharedGraphs, space: SearchSpace) -> Iterator[SharedGraphs]:
    """All graphs that a change of one link makes, possible or not."""
    groups = range(shared.n_groups)
    some = np.asarray(shared.dags.any(axis=0))
    for i, j in np.argwhere(space.allowed).tolist():
        have = [group for group in groups if shared.dags[group, i, j]]
        free = [group for group in groups if not shared.dags[group, i, j] and not shared.dags[group, j, i]]
        if have:
            yield shared.changed([(group, i, j, 0) for group in have])
            if len(have) > 1:
                yield from (shared.changed([(group, i, j, 0)]) for group in have)
                yield shared.changed([(group, i, j, 1) for group in have], tied=not shared.tied[i, j])
            yield from (shared.changed([(group, i, j, 1)]) for group in free)
            if not some[j, i]:
                yield _turned(shared, i, j)
        elif not some[j, i]:
            yield shared.changed([(group, i, j, 1) for group in groups], tied=True)
            yield from (shared.changed([(group, i, j, 1)], tied=True) for group in groups)


def _is_possible(shared: SharedGraphs, space: SearchSpace) -> bool:
    return all(
        is_acyclic(dag)
        and not (dag & ~space.allowed).any()
        and bool(dag[space.must].all())
        and dag.sum(axis=0).max(initial=0) <= space.limit
        for dag in shared.dags
    )
