# SPDX-License-Identifier: MIT
"""The observed-data likelihood of one graph, climbed to its top.

The parameters of the climb are slopes β with unit noise: y'_i = Σ_j β_ji y'_j + ε_i, ε_i ~ N(0, 1). Any real slopes are
valid. With Σ' = AAᵀ the covariance of y' and d_i = √Σ'_ii, the latent variables of variance one are y_i = y'_i / d_i,
so that b_ji = β_ji d_j / d_i and v_i = 1 / d_i².

With the moments M_r = E[YYᵀ | x_r] of a row by expectation propagation, Fisher's identity gives the score of the row as
that of its complete data,

    ∂l_r/∂b_ji = (M_r[j, i] − Σ_k b_ki M_r[j, k]) / v_i        ∂l_r/∂v_i = (E_r[(y_i − b_iᵀ y_p)²] / v_i − 1) / 2v_i

and ∂ log d_k / ∂β_ji = A_ki Σ'_jk / Σ'_kk carries both over to β. The climb is quasi-Newton (BFGS), started from the
covariance of the row scores as information (Berndt, Hall, Hall and Hausman 1974). EM would need several times as many
passes over the rows, because its rate is the share of information that the levels hide.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Points, Settling
from ordag.graphs import Adjacency, Blocks
from ordag.kernels import latent as kernels
from ordag.kernels.tails import log_gamma
from ordag.maximization.regression import Parameters, standardize

Matrix = NDArray[np.float64]

_SETTLING = Settling(tolerance=1e-3)


@dataclass(frozen=True)
class Climb:
    """How far the observed-data likelihood of a graph is climbed.

    Attributes
    ----------
    ridge : float
        Weight of the Wishart prior, in rows of independent data: keeps near-singular correlations away.
    tolerance : float
        Stop when the next step promises less than this, in nats.
    max_passes : int
        Passes over the rows.
    cutoff : float
        Stop when the log-likelihood with twice the gain that the next step promises stays below.
    settling : Settling
        Of expectation propagation in every pass.
    points : Points, optional
        With them the integrated likelihood is climbed, without them that of expectation propagation.
    """

    ridge: float = 1.0
    tolerance: float = 0.05
    max_passes: int = 15
    cutoff: float = -np.inf
    settling: Settling = _SETTLING
    points: Points | None = None

    def native(self) -> kernels.ClimbOptions:
        """As the kernels take it."""
        return kernels.ClimbOptions(
            ridge=self.ridge,
            tolerance=self.tolerance,
            max_passes=self.max_passes,
            cutoff=self.cutoff,
            propagation=self.settling.native(),
            points=self.points.native() if self.points else None,
        )


@dataclass(frozen=True)
class GraphFit:
    """One graph with the weights that maximise its observed-data likelihood.

    Attributes
    ----------
    dag : (n, n)
    slopes : (n, n)
        Weights with unit noise, the parameters of the climb.
    log_likelihood : float
        Observed-data log-likelihood by expectation propagation at these slopes.
    expected_gain : float
        What a further step would add to it, to second order.
    factors : Factors
        A warm start for neighbouring graphs.
    n_passes : int
        Passes over the rows.
    """

    dag: Adjacency
    slopes: Matrix
    log_likelihood: float
    expected_gain: float
    factors: Factors
    n_passes: int

    @cached_property
    def parameters(self) -> Parameters:
        """Weights, noise and correlation on the scale where every latent variable has variance one."""
        return standardize(self.slopes, np.ones(len(self.slopes)))

    @cached_property
    def n_edges(self) -> int:
        """Number of edges."""
        return int(self.dag.sum())


def unit_noise_slopes(parameters: Parameters) -> Matrix:
    """Weights rescaled to unit noise, as `fit_graph` takes them."""
    root = np.sqrt(parameters.noise)
    return parameters.weights * root[:, None] / root


def regress(correlation: Matrix, dag: Adjacency) -> Matrix:
    """Slopes with unit noise of the network that a graph makes of a correlation: a start for `fit_graph`.

    Examples
    --------
    >>> regress(np.array([[1.0, 0.6], [0.6, 1.0]]), np.array([[0, 1], [0, 0]], dtype=np.int8))  # 0.6 / √(1 − 0.36)
    array([[0.  , 0.75],
           [0.  , 0.  ]])
    """
    return kernels.regression_slopes(correlation, dag)


def fit_graph(
    boxes: BoxArrays,
    dag: Adjacency,
    slopes: Matrix,
    factors: Factors,
    climb: Climb,
    *,
    hidden: NDArray[np.float64] | None = None,
    n_threads: int = 1,
) -> GraphFit:
    """The graph with its observed-data likelihood climbed from the given slopes; those of absent edges are ignored.

    With `hidden`, the variances of errors that would hide as much of each column as its levels do, the first guess of
    the information is that of such a sample (`ordag.maximization.surrogate`), which takes no pass over the rows.
    """
    edges = np.argwhere(dag)
    by_edge = slopes[tuple(edges.T)]
    arrays = factors.copies()
    top = kernels.climb_graph(
        boxes.native(), edges, by_edge, arrays, climb.native(), hidden=hidden, n_threads=n_threads
    )
    return GraphFit(
        dag,
        place(by_edge, edges, slopes.shape),
        top.log_likelihood,
        top.expected_gain,
        Factors(*arrays),
        top.n_passes,
    )


def place(by_edge: NDArray[np.float64], edges: NDArray[np.intp], shape: tuple[int, ...]) -> Matrix:
    """The matrix that holds one number for each edge."""
    matrix = np.zeros(shape)
    matrix[tuple(edges.T)] = by_edge
    return matrix


@dataclass(frozen=True)
class SlopePosterior:
    """Normal approximation of the posterior of a graph's slopes, around the top of their likelihood.

    Attributes
    ----------
    fit : GraphFit
    covariance : (n_edges, n_edges)
        Of the slopes, in the order of ``np.argwhere(fit.dag)``.
    """

    fit: GraphFit
    covariance: Matrix

    def draw(self, rng: np.random.Generator) -> Parameters:
        """Parameters drawn from it."""
        edges = tuple(np.argwhere(self.fit.dag).T)
        noise = np.linalg.cholesky(self.covariance) @ rng.standard_normal(len(self.covariance))
        slopes = np.zeros_like(self.fit.slopes)
        slopes[edges] = self.fit.slopes[edges] + noise
        return standardize(slopes, np.ones(len(slopes)))

    def log_volume(self, blocks: Blocks | None = None) -> float:
        """What Laplace's approximation adds to the log-likelihood at the top to give the marginal one.

        Where variables own several coordinates only slopes between blocks count, given those inside: another basis of
        a block, which turns its coordinates, then changes nothing. Minus infinity where the covariance is not finite,
        so that no graph is chosen for what cannot be computed.
        """
        if not np.isfinite(self.covariance).all():
            return -np.inf
        if blocks is None or blocks.is_plain:
            _, log_determinant = np.linalg.slogdet(2 * np.pi * self.covariance)
            return log_slope_prior(self.fit.dag, self.fit.slopes) + float(log_determinant) / 2
        apart = blocks.owners[np.argwhere(self.fit.dag)]
        covariance = given_others(self.covariance, apart[:, 0] != apart[:, 1])
        _, log_determinant = np.linalg.slogdet(2 * np.pi * covariance)
        return log_block_prior(self.fit.dag, self.fit.slopes, blocks) + float(log_determinant) / 2


def slope_posterior(boxes: BoxArrays, fit: GraphFit, *, n_threads: int = 1) -> SlopePosterior:
    """The posterior of the slopes of a fitted graph. The prior is that of the climb, which counts as one row."""
    edges = np.argwhere(fit.dag)
    if not len(edges):
        return SlopePosterior(fit, np.zeros((0, 0)))
    covariance = slope_covariance(boxes, edges, fit.slopes[tuple(edges.T)], fit.factors, n_threads=n_threads)
    # Estimated from row scores, the inverse information is too large by this, as for any Wishart matrix.
    n_rows = boxes.total_weight
    return SlopePosterior(fit, covariance * max(n_rows - len(edges) - 1.0, 1.0) / n_rows)


def slope_covariance(
    boxes: BoxArrays,
    edges: NDArray[np.intp],
    by_edge: NDArray[np.float64],
    factors: Factors,
    climb: Climb | None = None,
    *,
    n_threads: int = 1,
) -> Matrix:
    """Inverse information of the slopes, ``(n_edges, n_edges)``, from the covariance of the row scores."""
    options = (climb or Climb()).native()
    return kernels.slope_covariance(boxes.native(), edges, by_edge, factors.copies(), options, n_threads=n_threads)


def clustered_slope_covariance(
    boxes: BoxArrays,
    edges: NDArray[np.intp],
    by_edge: NDArray[np.float64],
    factors: Factors,
    clusters: NDArray[np.intp],
    *,
    n_threads: int = 1,
) -> Matrix:
    """The same where rows of a cluster go together: the sandwich of inverse information and scores of whole clusters.

    Liang and Zeger (1986). `clusters` numbers the cluster of each row from 0.
    """
    inverse, scores = kernels.slope_covariance_and_scores(
        boxes.native(), edges, by_edge, factors.copies(), Climb().native(), n_threads=n_threads
    )
    by_cluster = np.zeros((int(clusters.max()) + 1, len(edges)))
    np.add.at(by_cluster, clusters, (scores * boxes.weights).T)
    n_clusters = len(by_cluster)
    by_cluster -= by_cluster.mean(axis=0)
    spread = n_clusters / max(n_clusters - 1, 1) * by_cluster.T @ by_cluster
    return np.asarray(inverse @ spread @ inverse)


def given_others(covariance: Matrix, chosen: NDArray[np.bool_]) -> Matrix:
    """Covariance of some variables given the others.

    Examples
    --------
    >>> given_others(np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([True, False]))
    array([[1.]])
    """
    own, between = covariance[np.ix_(chosen, chosen)], covariance[np.ix_(chosen, ~chosen)]
    if not between.size:
        return own
    return np.asarray(own - between @ np.linalg.solve(covariance[np.ix_(~chosen, ~chosen)], between.T))


def log_block_prior(dag: Adjacency, slopes: Matrix, blocks: Blocks) -> float:
    """The prior of `log_slope_prior` for slopes between blocks of coordinates.

    All slopes that leave a block are multivariate t together, with 3 + p degrees of freedom for its p parents in other
    blocks. They enter by the sum of their squares, which is the same in every basis of a block.

    Examples
    --------
    >>> blocks, dag = Blocks((2, 1)), np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]], dtype=np.int8)
    >>> slopes = np.array([[0, 0.2, 0.3], [0, 0, 0.4], [0, 0, 0]])
    >>> turned = np.array([[0, 0.2, 0.5], [0, 0, 0.0], [0, 0, 0]])
    >>> bool(np.isclose(log_block_prior(dag, slopes, blocks), log_block_prior(dag, turned, blocks)))
    True
    """
    variables, n_owned = blocks.collapsed(dag), np.array(blocks.sizes, dtype=np.float64)
    n_slopes = n_owned * (variables @ n_owned)
    degrees = 3 + variables.T @ n_owned
    between = blocks.owners[:, None] != blocks.owners
    by_coordinate = np.sum(np.where(between & (dag == 1), slopes, 0.0) ** 2, axis=1)
    squares = np.asarray(np.bincount(blocks.owners, by_coordinate), dtype=np.float64)
    return float(_log_t(squares, n_slopes, degrees).sum())


def log_slope_prior(dag: Adjacency, slopes: Matrix) -> float:
    """Log density of the slopes under a Wishart prior with n + 2 degrees of freedom, T = I and the scale left open.

    The noise variances v_i and weights b_ji of that prior give β_ji = b_ji √(v_j / v_i): the slopes that leave a node
    with p parents are multivariate t with 3 + p degrees of freedom.
    """
    n_children = dag.sum(axis=1)
    degrees = 3 + dag.sum(axis=0)
    squares = np.sum(np.where(dag, slopes, 0.0) ** 2, axis=1)
    return float(_log_t(squares, n_children.astype(np.float64), degrees.astype(np.float64)).sum())


def _log_t(squares: Matrix, n_slopes: Matrix, degrees: Matrix) -> Matrix:
    """Log density of so many slopes with this sum of squares, multivariate t with a scale of one over the degrees."""
    return np.asarray(
        log_gamma((degrees + n_slopes) / 2)
        - log_gamma(degrees / 2)
        - n_slopes / 2 * np.log(np.pi)
        - (degrees + n_slopes) / 2 * np.log1p(squares)
    )
