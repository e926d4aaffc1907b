# SPDX-License-Identifier: MIT
"""Typed face of the compiled extension; imported by ordag.kernels alone."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Report = Callable[[int], None] | None  # takes the number of steps done so far

def instruction_set() -> str: ...

# graph.hpp
def topological_order(graph: npt.NDArray[np.uint8]) -> list[int]: ...
def dag_to_cpdag(dag: npt.NDArray[np.uint8], cpdag: npt.NDArray[np.uint8]) -> None: ...
def pdag_to_dag(pdag: npt.NDArray[np.uint8], dag: npt.NDArray[np.uint8]) -> bool: ...
def meek_closure(pdag: npt.NDArray[np.uint8]) -> None: ...
def to_pattern(pdag: npt.NDArray[np.uint8], pattern: npt.NDArray[np.uint8]) -> None: ...

# local_score.hpp and the scores
class LocalScore:
    @property
    def n_nodes(self) -> int: ...
    def local(self, node: int, parents: Sequence[int]) -> float: ...
    def gains(self, node: int, parents: Sequence[int], candidates: Sequence[int]) -> list[float]: ...
    def total(self, graph: npt.NDArray[np.uint8]) -> float: ...

class PythonScore(LocalScore):
    def __init__(self, n_nodes: int, local: Callable[[int, tuple[int, ...]], float]) -> None: ...

class CachedScore(LocalScore):
    def __init__(self, inner: LocalScore) -> None: ...

class GaussianScore(LocalScore):
    def __init__(
        self, covariance: npt.NDArray[np.float64], n_rows: float, penalties: npt.NDArray[np.float64]
    ) -> None: ...

class BgeScore(LocalScore):
    def __init__(
        self,
        scale: npt.NDArray[np.float64],
        constants: Sequence[float],
        exponents: Sequence[float],
        penalties: npt.NDArray[np.float64],
    ) -> None: ...

class BdeScore(LocalScore):
    def __init__(
        self,
        codes: npt.NDArray[np.int16],
        weights: npt.NDArray[np.float64],
        n_levels: Sequence[int],
        sample_size: float,
        edge_penalty: float,
    ) -> None: ...

def relabel(score: LocalScore, order: Sequence[int]) -> LocalScore: ...
def content_order(score: LocalScore) -> list[int]: ...

# pcart_score.hpp
PCART_MAX_BOXES: int

class PcartLeaf:
    @property
    def levels(self) -> list[int]: ...
    @property
    def counts(self) -> list[int]: ...

class PcartTree:
    @property
    def data_score(self) -> float: ...
    @property
    def structure_score(self) -> float: ...
    @property
    def leaves(self) -> list[PcartLeaf]: ...

class PcartScore(LocalScore):
    def __init__(
        self,
        codes: npt.NDArray[np.uint8],
        n_levels: Sequence[int],
        alpha: float,
        kappa: float,
        ordinal_response: bool,
        ordinal_predictors: bool,
        count_arrangements: bool,
    ) -> None: ...
    def tree(self, node: int, parents: Sequence[int]) -> PcartTree: ...
    def log_predictive(self, counts: Sequence[int]) -> list[float]: ...

# Boxes of latent Gaussians

def truncated_gibbs(
    codes: npt.NDArray[np.int16],
    lower: Reals,
    upper: Reals,
    continuous: npt.NDArray[np.uint8],
    start: npt.NDArray[np.int32],
    neighbour: npt.NDArray[np.int32],
    coefficient: Reals,
    sd: Reals,
    weights: Reals,
    n_sweeps: int,
    seed: int,
    first_sweep: int,
    n_threads: int,
    latent: Reals,
    moments: Reals | None,
) -> None: ...
def integrate_rows(
    codes: npt.NDArray[np.int16],
    lower: Reals,
    upper: Reals,
    continuous: npt.NDArray[np.uint8],
    covariance: Reals,
    latent: Reals,
    weights: Reals,
    max_sweeps: int,
    tolerance: float,
    points: Reals,
    n_replicates: int,
    seed: int,
    n_threads: int,
    shift: Reals,
    precision: Reals,
    log_probability: Reals | None,
    error: Reals | None,
    mean: Reals | None,
    second: Reals | None,
    moments: Reals | None,
) -> int: ...

# independence_test.hpp and the tests
class IndependenceTest:
    @property
    def n_nodes(self) -> int: ...
    def p_value(self, x: int, y: int, given: Sequence[int]) -> float: ...

class PythonTest(IndependenceTest):
    def __init__(self, test: object) -> None: ...

class FisherZTest(IndependenceTest):
    def __init__(self, correlation: npt.NDArray[np.float64], sizes: npt.NDArray[np.float64]) -> None: ...
    def partial_correlation(self, x: int, y: int, given: Sequence[int]) -> float: ...

class GSquaredTest(IndependenceTest):
    def __init__(
        self, codes: npt.NDArray[np.int32], n_levels: Sequence[int], adaptive: bool, min_rows_per_df: float
    ) -> None: ...

class JonckheereTerpstraTest(IndependenceTest):
    def __init__(self, codes: npt.NDArray[np.int32], n_levels: Sequence[int]) -> None: ...
    def statistic(self, x: int, y: int, given: Sequence[int]) -> float: ...

class SymmetricTest(IndependenceTest):
    def __init__(
        self, codes: npt.NDArray[np.int32], n_levels: Sequence[int], values: npt.NDArray[np.float64]
    ) -> None: ...
    def log_likelihood(self, target: int, predictors: Sequence[int]) -> float: ...

def kendall_matrix(
    codes: npt.NDArray[np.int32],
    n_levels: Sequence[int],
    tau: npt.NDArray[np.float64],
    pair_rows: npt.NDArray[np.float64],
) -> None: ...

# pc.hpp
class Skeleton:
    def __init__(self) -> None: ...
    n_tests: int
    interrupted: bool
    separators: list[list[int]]
    def copy_adjacent(self, out: npt.NDArray[np.uint8]) -> None: ...
    def copy_separated(self, out: npt.NDArray[np.uint8]) -> None: ...
    def copy_p_values(self, out: npt.NDArray[np.float64]) -> None: ...

def find_skeleton(
    test: IndependenceTest,
    skeleton: Skeleton,
    allowed: npt.NDArray[np.uint8],
    required: npt.NDArray[np.uint8],
    alpha: float,
    max_conditioning: int,
    stable: bool,
    report: Report,
) -> None: ...
def orient_skeleton(
    test: IndependenceTest,
    skeleton: Skeleton,
    allowed: npt.NDArray[np.uint8],
    required: npt.NDArray[np.uint8],
    alpha: float,
    max_conditioning: int,
    orientation: int,
    out: npt.NDArray[np.uint8],
) -> None: ...

# normal distribution, one and two variables: results go into the last argument
def normal_pdf(x: npt.NDArray[np.float64], out: npt.NDArray[np.float64], /) -> None: ...
def normal_cdf(x: npt.NDArray[np.float64], out: npt.NDArray[np.float64], /) -> None: ...
def normal_log_cdf(x: npt.NDArray[np.float64], out: npt.NDArray[np.float64], /) -> None: ...
def normal_quantile(p: npt.NDArray[np.float64], out: npt.NDArray[np.float64], /) -> None: ...
def bivariate_cdf(
    h: npt.NDArray[np.float64],
    k: npt.NDArray[np.float64],
    rho: npt.NDArray[np.float64],
    out: npt.NDArray[np.float64],
    /,
) -> None: ...
def bivariate_rectangle(
    lower_x: npt.NDArray[np.float64],
    upper_x: npt.NDArray[np.float64],
    lower_y: npt.NDArray[np.float64],
    upper_y: npt.NDArray[np.float64],
    rho: npt.NDArray[np.float64],
    out: npt.NDArray[np.float64],
    /,
) -> None: ...

CORRELATION_LIMIT: float

# latent correlations: results go into the last three arguments
def pairwise_correlations(
    codes: npt.NDArray[np.int16],
    values: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    cuts: list[list[float]],
    smoothing: int,
    standard_errors: bool,
    n_threads: int,
    correlation: npt.NDArray[np.float64],
    standard_error: npt.NDArray[np.float64],
    n_pairs: npt.NDArray[np.float64],
    /,
) -> None: ...

# copula_gibbs.hpp
def sample_copula(
    codes: npt.NDArray[np.int32],
    n_levels: Sequence[int],
    latent: npt.NDArray[np.float64],
    fixed: Sequence[int],
    prior_rows: float,
    prior_scale: float,
    n_draws: int,
    n_burn_in: int,
    seed: int,
    mean: npt.NDArray[np.float64],
    sd: npt.NDArray[np.float64],
) -> int: ...

# search_space.hpp and the searches
class SearchSpace:
    def __init__(self, allowed: npt.NDArray[np.uint8], required: npt.NDArray[np.uint8], max_parents: int) -> None: ...

class BossStarts:
    def __init__(self, score: LocalScore, space: SearchSpace, tabu_length: int, patience: int) -> None: ...
    def run(self, order: Sequence[int], near_best: bool, report: Report) -> tuple[float, bool]: ...
    def n_meetings(self) -> int: ...
    def n_ends(self) -> int: ...
    def ends(self, graphs: npt.NDArray[np.uint8]) -> list[float]: ...

class HillClimb:
    def __init__(self, score: LocalScore, space: SearchSpace) -> None: ...
    def start(self, graph: npt.NDArray[np.uint8]) -> None: ...
    def climb(self, tabu_length: int, patience: int, report: Report) -> tuple[list[float], bool]: ...
    def perturb(self, n_moves: int, seed: int) -> None: ...
    def graph(self, adjacency: npt.NDArray[np.uint8]) -> float: ...

class GreedyEquivalenceSearch:
    def __init__(self, score: LocalScore, space: SearchSpace) -> None: ...
    def run(self, phase: int, report: Report) -> tuple[list[float], bool]: ...
    def member(self, dag: npt.NDArray[np.uint8]) -> None: ...

def exact_search(score: LocalScore, space: SearchSpace, adjacency: npt.NDArray[np.uint8], report: Report) -> bool: ...
def exact_search_steps(n_nodes: int) -> int: ...
def exact_search_bytes(n_nodes: int) -> float: ...
def climb_graph(
    codes: npt.NDArray[np.int16],
    lower: Reals,
    upper: Reals,
    continuous: npt.NDArray[np.uint8],
    latent: Reals,
    weights: Reals,
    from_: npt.NDArray[np.int32],
    to: npt.NDArray[np.int32],
    ridge: float,
    tolerance: float,
    max_passes: int,
    hopeless: float,
    propagation_tolerance: float,
    max_sweeps: int,
    points: Reals,
    n_replicates: int,
    seed: int,
    n_threads: int,
    slopes: Reals,
    shift: Reals,
    precision: Reals,
) -> tuple[float, float, int]: ...
def regression_slopes(correlation: Reals, dag: npt.NDArray[np.uint8], slopes: Reals) -> None: ...
def flip_and_mend(
    swept: Reals,
    present: npt.NDArray[np.uint8],
    held: npt.NDArray[np.uint8],
    least: Reals,
    group: npt.NDArray[np.int32],
    limit: int,
    price: float,
    flips: npt.NDArray[np.int32],
    chosen: npt.NDArray[np.uint8],
    gains: Reals,
) -> None: ...
def slope_covariance(
    codes: npt.NDArray[np.int16],
    lower: Reals,
    upper: Reals,
    continuous: npt.NDArray[np.uint8],
    latent: Reals,
    weights: Reals,
    from_: npt.NDArray[np.int32],
    to: npt.NDArray[np.int32],
    ridge: float,
    propagation_tolerance: float,
    max_sweeps: int,
    n_threads: int,
    slopes: Reals,
    shift: Reals,
    precision: Reals,
    covariance: Reals,
) -> None: ...

# sketches: graph_climb.hpp, sketch_search.hpp, sketch_picture.hpp
def climb_sketch(
    second: Reals,
    noise: Reals,
    n_rows: float,
    dag: npt.NDArray[np.uint8],
    ridge: float,
    tolerance: float,
    max_passes: int,
    hopeless: float,
    slopes: Reals,
) -> float: ...
def search_sketch(
    second: Reals,
    noise: Reals,
    n_rows: float,
    space: SearchSpace,
    price: float,
    least_gain: float,
    max_changes: int,
    n_tries: int,
    ridge: float,
    tolerance: float,
    max_passes: int,
    criterion: float,
    dag: npt.NDArray[np.uint8],
    slopes: Reals,
) -> float: ...

class SketchPicture:
    def __init__(
        self,
        second: Reals,
        noise: Reals,
        n_rows: float,
        slopes: Reals,
        from_: npt.NDArray[np.int32],
        to: npt.NDArray[np.int32],
        absent_from: npt.NDArray[np.int32],
        absent_to: npt.NDArray[np.int32],
        ridge: float,
    ) -> None: ...
    def parts(self, slopes: Reals, variance: Reals, moved: Reals, score: Reals, left: Reals, own: Reals) -> None: ...
    def changes(self, dropping: Reals, adding: Reals, replacing: Reals) -> None: ...
    def among(self, absent: npt.NDArray[np.int32], information: Reals) -> None: ...

# score_tables.hpp, order_search.hpp, partition_search.hpp, score_skeleton.hpp
class OrderRun:
    proposed: list[int]
    accepted: list[int]
    interrupted: bool
    best_order: list[int]
    best_score: float
    @property
    def order_scores(self) -> npt.NDArray[np.float64]: ...
    @property
    def dag_scores(self) -> npt.NDArray[np.float64]: ...
    @property
    def dags(self) -> npt.NDArray[np.uint8]: ...

class PartitionRun:
    proposed: list[int]
    accepted: list[int]
    interrupted: bool
    @property
    def dag_scores(self) -> npt.NDArray[np.float64]: ...
    @property
    def dags(self) -> npt.NDArray[np.uint8]: ...

class ScoreTables:
    def __init__(
        self,
        score: LocalScore,
        allowed: npt.NDArray[np.uint8],
        required: npt.NDArray[np.uint8],
        max_parents: int,
        maximise: bool,
        extra_parent: bool,
    ) -> None: ...
    def set_core(self, score: LocalScore, node: int, core: Sequence[int]) -> None: ...
    def run_orders(
        self, start: Sequence[int], n_draws: int, thin: int, seed: int, report: Report = None
    ) -> OrderRun: ...
    def run_partitions(
        self, start: Sequence[int], n_draws: int, thin: int, seed: int, report: Report = None
    ) -> PartitionRun: ...
    def best_dag(self, order: Sequence[int]) -> tuple[npt.NDArray[np.uint8], float]: ...

def score_skeleton(
    score: LocalScore, allowed: npt.NDArray[np.uint8], max_conditioning: int
) -> tuple[npt.NDArray[np.uint8], bool]: ...
