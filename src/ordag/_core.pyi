"""Compiled kernels of ordag; use them through ordag.kernels."""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

def instruction_set() -> str: ...
def topological_order(
    graph: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
) -> list[int]: ...
def dag_to_cpdag(
    dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    cpdag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def pdag_to_dag(
    pdag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
) -> bool: ...
def meek_closure(pdag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")]) -> None: ...
def to_pattern(
    pdag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    pattern: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...

class ClimbResult:
    @property
    def log_likelihood(self) -> float: ...
    @property
    def expected_gain(self) -> float: ...
    @property
    def n_passes(self) -> int: ...

def climb_graph(
    boxes: LatentBoxes,
    edges: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order="C", device="cpu", writable=False)],
    climb: ClimbOptions,
    n_threads: int,
    hidden: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
    shift: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    precision: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> ClimbResult: ...
def slope_covariance(
    boxes: LatentBoxes,
    edges: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order="C", device="cpu", writable=False)],
    climb: ClimbOptions,
    n_threads: int,
    slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    shift: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    precision: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    covariance: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    row_scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def regression_slopes(
    correlation: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    slopes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...

class LocalScore:
    @property
    def n_nodes(self) -> int: ...
    def local(self, node: int, parents: Sequence[int]) -> float: ...
    def gains(self, node: int, parents: Sequence[int], candidates: Sequence[int]) -> list[float]: ...
    def total(
        self, graph: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)]
    ) -> float: ...

class PythonScore(LocalScore):
    def __init__(self, n_nodes: int, local: Callable[[int, tuple[int, ...]], float]) -> None: ...

class CachedScore(LocalScore):
    def __init__(self, inner: LocalScore) -> None: ...

class GaussianScore(LocalScore):
    def __init__(
        self,
        covariance: Annotated[
            NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        n_rows: float,
        penalties: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ) -> None: ...

class BlockGaussianScore(LocalScore):
    def __init__(
        self,
        covariance: Annotated[
            NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        sizes: Sequence[int],
        n_rows: float,
        penalties: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ) -> None: ...

class BgeScore(LocalScore):
    def __init__(
        self,
        scale: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        constants: Sequence[float],
        exponents: Sequence[float],
        penalties: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ) -> None: ...

class BdeScore(LocalScore):
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        n_levels: Sequence[int],
        sample_size: float,
        edge_penalty: float,
    ) -> None: ...

def relabel(score: LocalScore, order: Sequence[int]) -> LocalScore: ...
def content_order(score: LocalScore) -> list[int]: ...

PCART_MAX_BOXES: int = 4194304

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
        codes: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        n_levels: Sequence[int],
        alpha: float,
        kappa: float,
        ordinal_response: bool,
        ordinal_predictors: bool,
        count_arrangements: bool,
    ) -> None: ...
    def tree(self, node: int, parents: Sequence[int]) -> PcartTree: ...
    def log_predictive(self, counts: Sequence[int]) -> list[float]: ...

class CumulativeFit:
    @property
    def thresholds(self) -> list[float]: ...
    @property
    def slopes(self) -> list[float]: ...
    @property
    def log_likelihood(self) -> float: ...
    @property
    def settled(self) -> bool: ...

class CumulativeScore(LocalScore):
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        predictors: Sequence[Sequence[float]],
        responses: Sequence[Sequence[int]],
        n_levels: Sequence[int],
        logit: bool,
        parameter_cost: float,
        parent_cost: float,
    ) -> None: ...
    def fit(self, node: int, parents: Sequence[int]) -> list[CumulativeFit]: ...

class RowTargets:
    def __init__(
        self,
        log_probability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")] | None,
        error: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")] | None,
        mean: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")] | None,
        second: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")] | None,
        moments: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")] | None,
    ) -> None: ...

def integrate_rows(
    boxes: LatentBoxes,
    covariance: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    shift: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    precision: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    out: RowTargets,
    propagation: PropagationOptions,
    points: CubePoints | None,
    n_threads: int,
) -> int: ...

class Conditionals:
    def __init__(
        self,
        start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        neighbour: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        coefficient: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        sd: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...

def truncated_gibbs(
    boxes: LatentBoxes,
    conditionals: Conditionals,
    n_sweeps: int,
    seed: int,
    first_sweep: int,
    n_threads: int,
    latent: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    moments: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")] | None,
) -> None: ...
def cholesky_gibbs(
    lower: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    upper: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    factor: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    n_sweeps: int,
    seed: int,
    first_sweep: int,
    n_threads: int,
    white: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...

class IndependenceTest:
    @property
    def n_nodes(self) -> int: ...
    def p_value(self, x: int, y: int, given: Sequence[int]) -> float: ...

class PythonTest(IndependenceTest):
    def __init__(self, test: object) -> None: ...

class FisherZTest(IndependenceTest):
    def __init__(
        self,
        correlation: Annotated[
            NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        sizes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ) -> None: ...
    def partial_correlation(self, x: int, y: int, given: Sequence[int]) -> float: ...

class GSquaredTest(IndependenceTest):
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        n_levels: Sequence[int],
        adaptive: bool,
        min_rows_per_df: float,
    ) -> None: ...

class JonckheereTerpstraTest(IndependenceTest):
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        n_levels: Sequence[int],
    ) -> None: ...
    def statistic(self, x: int, y: int, given: Sequence[int]) -> float: ...

class SymmetricTest(IndependenceTest):
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        n_levels: Sequence[int],
        values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    ) -> None: ...
    def log_likelihood(self, target: int, predictors: Sequence[int]) -> float: ...

def kendall_matrix(
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    n_levels: Sequence[int],
    tau: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    pair_rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...

class Skeleton:
    def __init__(self) -> None: ...
    @property
    def n_tests(self) -> int: ...
    @property
    def interrupted(self) -> bool: ...
    @interrupted.setter
    def interrupted(self, arg: bool, /) -> None: ...
    @property
    def separators(self) -> list[list[int]]: ...
    @property
    def united(self) -> list[list[int]]: ...
    def separate(self, first: int, second: int, given: Sequence[int]) -> None: ...
    def copy_adjacent(
        self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")]
    ) -> None: ...
    def copy_separated(
        self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")]
    ) -> None: ...
    def copy_p_values(
        self, out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")]
    ) -> None: ...

def find_skeleton(
    test: IndependenceTest,
    skeleton: Skeleton,
    allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    required: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    alpha: float,
    max_conditioning: int,
    stable: bool,
    every: bool,
    report: object | None,
) -> None: ...
def prune_skeleton(
    test: IndependenceTest,
    skeleton: Skeleton,
    allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    required: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    reached: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    above: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    alpha: float,
    max_conditioning: int,
    report: object | None,
) -> None: ...
def judge_triples(
    test: IndependenceTest, skeleton: Skeleton, alpha: float, max_conditioning: int, orientation: int
) -> list[tuple[int, int, int, int]]: ...
def orient_skeleton(
    test: IndependenceTest,
    skeleton: Skeleton,
    allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    required: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    alpha: float,
    max_conditioning: int,
    orientation: int,
    out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def normal_pdf(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def normal_cdf(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def normal_log_cdf(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def normal_quantile(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def bivariate_rectangle(
    lower_x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    upper_x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    lower_y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    upper_y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    rho: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def bivariate_cdf(
    h: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    k: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    rho: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...

CORRELATION_LIMIT: float = 0.999

def pairwise_correlations(
    codes: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cuts: Sequence[Sequence[float]],
    smoothing: int,
    standard_errors: bool,
    n_threads: int,
    correlation: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    standard_error: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    n_pairs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> None: ...
def sample_copula(
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    n_levels: Sequence[int],
    latent: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    fixed: Sequence[int],
    prior_rows: float,
    prior_scale: float,
    n_draws: int,
    n_burn_in: int,
    seed: int,
    mean: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    sd: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> int: ...

class SearchSpace:
    def __init__(
        self,
        allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        required: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        max_parents: int,
    ) -> None: ...

class BossStarts:
    def __init__(self, score: LocalScore, space: SearchSpace, tabu_length: int, patience: int) -> None: ...
    def run(self, starts: Sequence[tuple[Sequence[int], bool]], enough: int, report: object | None) -> bool: ...
    def trace(self) -> list[float]: ...
    def n_meetings(self) -> int: ...
    def n_ends(self) -> int: ...
    def ends(
        self, graphs: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order="C", device="cpu")]
    ) -> list[float]: ...

class HillClimb:
    def __init__(self, score: LocalScore, space: SearchSpace) -> None: ...
    def start(
        self, graph: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)]
    ) -> None: ...
    def climb(self, tabu_length: int, patience: int, report: object | None) -> tuple[list[float], bool]: ...
    def perturb(self, n_moves: int, seed: int) -> None: ...
    def graph(
        self, adjacency: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")]
    ) -> float: ...

class GreedyEquivalenceSearch:
    def __init__(self, score: LocalScore, space: SearchSpace) -> None: ...
    def run(self, phase: int, report: object | None) -> tuple[list[float], bool]: ...
    def member(
        self, dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")]
    ) -> None: ...

def exact_search(
    score: LocalScore,
    space: SearchSpace,
    adjacency: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
    report: object | None,
) -> bool: ...
def exact_search_bytes(n_nodes: int) -> float: ...
def exact_search_steps(n_nodes: int) -> int: ...

class SurrogateSearchOptions:
    def __init__(self, least_gain: float, max_changes: int, n_tries: int, climb: ClimbOptions) -> None: ...

def surrogate_climb(
    surrogate: GaussianSurrogate,
    dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    climb: ClimbOptions,
    cutoff: float,
    slopes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> float: ...
def surrogate_search(
    surrogate: GaussianSurrogate,
    space: SearchSpace,
    options: SurrogateSearchOptions,
    edge_cost: float,
    criterion: float,
    surcharge: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    bare: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    dag: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
    slopes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
) -> float: ...

class QuadraticModel:
    def __init__(
        self,
        surrogate: GaussianSurrogate,
        slopes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        present: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order="C", device="cpu", writable=False)],
        absent: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order="C", device="cpu", writable=False)],
        ridge: float,
    ) -> None: ...
    @property
    def n_edges(self) -> int: ...
    @property
    def n_absent(self) -> int: ...
    @property
    def slopes(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    @property
    def variance(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    @property
    def moved(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    @property
    def score(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    @property
    def left(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    @property
    def own_information(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...
    def changes(
        self,
        dropping: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
        adding: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
        replacing: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    ) -> None: ...
    def among(
        self,
        absent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        information: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu")],
    ) -> None: ...

class StepwiseTerms:
    def __init__(
        self,
        swept: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        present: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        held: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        least: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        group: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        limit: int,
    ) -> None: ...

def toggle_and_improve(
    terms: StepwiseTerms,
    term_cost: float,
    toggles: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    chosen: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
    gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def chi_squared_tail(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    df: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...
def f_tail(x: float, df1: float, df2: float) -> float: ...
def log_gamma(
    x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu")],
) -> None: ...

class LatentBoxes:
    def __init__(
        self,
        codes: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        lower: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        upper: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        continuous: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        observed: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None: ...

class CubePoints:
    def __init__(
        self,
        unit: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        n_replicates: int,
        seed: int,
    ) -> None: ...

class PropagationOptions:
    def __init__(self, tolerance: float, max_sweeps: int) -> None: ...

class ClimbOptions:
    def __init__(
        self,
        ridge: float,
        tolerance: float,
        max_passes: int,
        cutoff: float,
        propagation: PropagationOptions,
        points: CubePoints | None,
    ) -> None: ...

class GaussianSurrogate:
    def __init__(
        self,
        second: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        noise: Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        n_rows: float,
    ) -> None: ...

class OrderRun:
    @property
    def proposed(self) -> list[int]: ...
    @property
    def accepted(self) -> list[int]: ...
    @property
    def interrupted(self) -> bool: ...
    @property
    def dag_scores(self) -> NDArray[numpy.float64]: ...
    @property
    def dags(self) -> NDArray[numpy.uint8]: ...
    @property
    def best_order(self) -> list[int]: ...
    @property
    def best_score(self) -> float: ...
    @property
    def order_scores(self) -> NDArray[numpy.float64]: ...

class PartitionRun:
    @property
    def proposed(self) -> list[int]: ...
    @property
    def accepted(self) -> list[int]: ...
    @property
    def interrupted(self) -> bool: ...
    @property
    def dag_scores(self) -> NDArray[numpy.float64]: ...
    @property
    def dags(self) -> NDArray[numpy.uint8]: ...

class OrderMoveShares:
    def __init__(self, global_swap: float, relocation: float) -> None: ...

class ScoreTables:
    def __init__(
        self,
        score: LocalScore,
        allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        required: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
        max_parents: int,
        maximise: bool,
        extra_parent: bool,
    ) -> None: ...
    def set_core(self, score: LocalScore, node: int, core: Sequence[int]) -> None: ...
    def run_orders(
        self,
        start: Sequence[int],
        n_draws: int,
        thin: int,
        seed: int,
        report: object | None = None,
        moves: OrderMoveShares | None = None,
    ) -> OrderRun: ...
    def run_partitions(
        self, start: Sequence[int], n_draws: int, thin: int, seed: int, report: object | None = None
    ) -> PartitionRun: ...
    def best_dag(self, order: Sequence[int]) -> tuple[NDArray[numpy.uint8], float]: ...

def score_skeleton(
    score: LocalScore,
    allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
    max_conditioning: int,
) -> tuple[NDArray[numpy.uint8], bool]: ...
