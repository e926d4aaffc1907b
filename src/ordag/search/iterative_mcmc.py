# SPDX-License-Identifier: MIT
"""Search for the best DAG by order MCMC on candidate parents that grow with what is found.

Kuipers, Suter and Moffa (2022), "Efficient sampling and structure learning of Bayesian networks", Journal of
Computational and Graphical Statistics 31. Every node draws its parents from a core of candidates plus one extra parent
from anywhere; the edges of the best DAG join the core, until the core stops changing. Two things go beyond the paper:
several chains share the tables, since the tables cost more than the chains; and a core that has stopped changing is
widened once by the candidates that came nearest to being a parent, since the best DAG may need two new parents at once.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ordag.kernels.sampling import ScoreTables
from ordag.progress import counting, from_count, track
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search import core_space
from ordag.search.chains import default_steps, random_order, random_seed, require_at_least
from ordag.search.contract import Problem, SearchResult, conclude, pose
from ordag.search.core_space import Core
from ordag.search.space import SearchSpace

STEPS_PER_CHAIN = 7.0  # times n² log n, twice the length of the paper's chains, since steps are cheap here
# Set here, not taken from the paper: what goes beyond it (see above), and a bound on a loop that ends by itself.
N_CHAINS = 4
N_NEAR = 3
MAX_GROWTHS = 20


def iterative_mcmc(
    score: Score,
    space: SearchSpace | None = None,
    *,
    core: npt.ArrayLike | None = None,
    n_steps: int | None = None,
    n_chains: int = N_CHAINS,
    max_growths: int = MAX_GROWTHS,
    n_near: int = N_NEAR,
    random_state: int | np.random.Generator | None = 0,
) -> SearchResult:
    """Best DAG found by order MCMC over a core space that grows until it stops changing.

    Parameters
    ----------
    score
        Any decomposable score.
    space
        Required and forbidden edges, tiers, a limit on parents; None for all DAGs.
    core
        (n, n) starting candidates, entry [i, j] making i a candidate parent of j; a skeleton from `ordag.search.pc`
        serves, and all zeros starts from nothing. None: the skeleton of PC with the score itself as its test. A node
        with more than 14 candidates keeps the 14 strongest, with a `RepairWarning`; one with more than 9
        keeps those that the best DAG uses first.
    n_steps
        Steps of each chain between growths; None for 7 n² log n.
    n_chains
        Chains between growths. The first continues from the best order, the others start afresh.
    max_growths
        Most times that the core is enlarged; 0 searches the starting core plus one extra parent.
    n_near
        How many nearly useful candidates a node gains once the core has stopped changing; 0 for none, as in the paper.
    random_state
        Seed or generator.

    Returns
    -------
    SearchResult
        With `trace` the best score after each growth. After Ctrl-C the best so far, with a `ConvergenceWarning`.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> score = GaussianBIC([[1.0, 0.5, 0.25], [0.5, 1.0, 0.5], [0.25, 0.5, 1.0]], n_rows=200)
    >>> iterative_mcmc(score).cpdag
    array([[0, 1, 0],
           [1, 0, 1],
           [0, 1, 0]], dtype=int8)
    """
    require_at_least(0, max_growths=max_growths, n_near=n_near)
    problem = pose(score, space)
    rng = as_generator(random_state)
    if n_steps is None:
        n_steps = default_steps(problem.space.n_nodes, STEPS_PER_CHAIN)
    require_at_least(1, n_steps=n_steps, n_chains=n_chains)
    if core is None:
        start = core_space.skeleton_core(problem)
    else:
        start = core_space.cut_to_limit(problem, core_space.given_core(problem, core))
    growth = Growth(problem, start, n_steps, n_chains, rng)
    growth.run(max_growths, n_near)
    return conclude(problem, growth.found, growth.trace, growth.interrupted)


def core_for_sampling(problem: Problem, core: npt.ArrayLike | None, rng: np.random.Generator) -> Core:
    """The candidates of a sampler: as given, or all where they are few, or those on which a search settles."""
    if core is not None:
        return core_space.refuse_large(core_space.given_core(problem, core))
    everyone = problem.allowed & ~problem.required
    if everyone.sum(axis=0).max() <= core_space.SOFT_LIMIT:
        return everyone
    n_steps = default_steps(len(everyone), STEPS_PER_CHAIN)
    growth = Growth(problem, core_space.skeleton_core(problem), n_steps, N_CHAINS, rng)
    growth.run(MAX_GROWTHS, N_NEAR)
    if growth.interrupted:
        raise UnfinishedCoreError(growth)
    return growth.core


class UnfinishedCoreError(Exception):
    """Ctrl-C while the candidates of a sampler were still searched; the search has the best DAGs so far."""

    def __init__(self, growth: "Growth") -> None:
        super().__init__("the search for candidate parents was interrupted")
        self.growth = growth


@dataclass
class Growth:
    """A core space on its way, with the best DAG after each growth. The chains' generator moves with it."""

    problem: Problem
    core: Core
    n_steps: int
    n_chains: int
    rng: np.random.Generator
    found: list[tuple[npt.NDArray[np.uint8], float]] = field(default_factory=list)
    interrupted: bool = False

    @property
    def trace(self) -> list[float]:
        """Best score so far, after each growth."""
        return list(np.maximum.accumulate([score for _, score in self.found]))

    def run(self, max_growths: int, n_near: int) -> None:
        """Search and grow in turn until the core stays the same. An interruption ends it with what was found."""
        try:
            self._run(max_growths, n_near)
        except KeyboardInterrupt:
            if not self.found:
                raise
            self.interrupted = True

    def _run(self, max_growths: int, n_near: int) -> None:
        problem = self.problem
        tables = core_space.tabulate(problem, self.core, maximise=True, extra_parent=True)
        order = random_order(problem.required, self.rng)
        for n_growths in track(range(max_growths + 1), "growing the core", total=max_growths + 1):
            order = self._search(tables, order)
            if self.interrupted or n_growths == max_growths:
                return
            best, _ = max(self.found, key=lambda scored: scored[1])
            grown = core_space.grow(problem, self.core, best)
            if (grown == self.core).all() and n_near > 0:
                grown, n_near = core_space.widen(problem, self.core, best, n_near), 0
            changed = np.flatnonzero((grown != self.core).any(axis=0))
            if len(changed) == 0:
                return
            self.core = grown
            core_space.fill(tables, problem, grown, changed)

    def _search(self, tables: ScoreTables, order: list[int]) -> list[int]:
        """Runs the chains, notes the best DAG and returns its order."""
        runs = []
        with counting("steps of the chains", self.n_chains * self.n_steps) as report:
            for chain in range(self.n_chains):
                start = order if chain == 0 else random_order(self.problem.required, self.rng)
                counter = from_count(report, chain * self.n_steps)
                runs.append(tables.run_orders(start, 1, self.n_steps, random_seed(self.rng), counter))
                if runs[-1].interrupted:
                    self.interrupted = True
                    break
        best = max(runs, key=lambda run: run.best_score)
        self.found.append(tables.best_dag(best.best_order))
        return best.best_order
