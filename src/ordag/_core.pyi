# SPDX-License-Identifier: MIT
"""Typed face of the compiled extension; imported by ordag.kernels alone."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

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
    @property
    def n_hits(self) -> int: ...
    @property
    def n_evaluations(self) -> int: ...

class GaussianScore(LocalScore):
    def __init__(
        self, covariance: npt.NDArray[np.float64], n_rows: float, penalties: npt.NDArray[np.float64]
    ) -> None: ...

def relabel(score: LocalScore, order: Sequence[int]) -> LocalScore: ...
def content_order(score: LocalScore) -> list[int]: ...

# pcart_score.hpp
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
    moments: Reals,
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
