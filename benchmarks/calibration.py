"""Calibration of posterior edge probabilities: of the edges given probability p, a share p should be there.

``python -m benchmarks calibration`` takes about twenty minutes on one core. Beside the posterior of
``OSEM(prior="wishart")`` it shows a control that takes the latent data for seen: one region around the best graph, with
all N rows.
"""

from dataclasses import dataclass

import numpy as np
from benchmarks.osem import fresh_set
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag.data import encode
from ordag.expectation import latent_boxes
from ordag.fitting import graphs_of_posterior
from ordag.learning.draws import draw_structures
from ordag.learning.prior import StructurePrior, arrow_log_odds
from ordag.search import SearchSpace
from ordag.strategies import Settings, estimate_margins

N_COLUMNS, N_ROWS, N_SETS = 12, (300, 800), 100
N_DRAWS = 400
N_BINS = 10
FIRST_SEED = 80_000


@dataclass(frozen=True)
class Probabilities:
    """Of all pairs of columns of some sets: what was given, and what is true."""

    given: np.ndarray
    true: np.ndarray

    def bins(self) -> list[tuple[int, float, float]]:
        """Of every bin that is not empty: pairs, mean probability, share that is true."""
        place = np.minimum((self.given * N_BINS).astype(int), N_BINS - 1)
        chosen = [place == k for k in range(N_BINS)]
        return [(int(c.sum()), float(self.given[c].mean()), float(self.true[c].mean())) for c in chosen if c.any()]

    def expected_error(self) -> float:
        """Distance of probability and share, averaged over the pairs."""
        return sum(count * abs(given - true) for count, given, true in self.bins()) / len(self.given)


def main() -> None:
    table = Table("N", "sets", "", "expected calibration error", "± by sets", "given 0 to 0.1", "given 0.9 to 1")
    with threadpool_limits(limits=1):
        for n_rows in N_ROWS:
            for name, found in zip(("posterior", "control"), calibrate(n_rows, N_SETS), strict=True):
                table.add_row(str(n_rows), str(len(found)), name, *shown(found))
    Console(width=120).print(table)


def calibrate(n_rows: int, n_sets: int) -> tuple[list[Probabilities], list[Probabilities]]:
    """Edge probabilities of the posterior and of the control, set by set."""
    note(f"calibration: {n_sets} sets of {n_rows} rows")
    pairs = [edge_probabilities(n_rows, FIRST_SEED + k) for k in range(n_sets)]
    return [posterior for posterior, _ in pairs], [control for _, control in pairs]


def edge_probabilities(n_rows: int, seed: int) -> tuple[Probabilities, Probabilities]:
    """Of one fresh set, by the posterior and by the control."""
    frame, truth = fresh_set(N_COLUMNS, seed, n_rows)
    table = encode(frame).merged().table
    boxes = latent_boxes(table, estimate_margins(table), distinct=True)
    space, rng = SearchSpace(table.names), np.random.default_rng(0)
    prior = StructurePrior(arrow_log_odds("sparse", table.names))
    objective, pool, _ = graphs_of_posterior(boxes, space, Settings(), prior, rng)
    above = np.triu_indices(N_COLUMNS, 1)
    out = []
    for options in ({}, {"kappa": 1.0, "max_regions": 1}):
        draws, _ = draw_structures(objective, pool, space, prior, N_DRAWS, rng, **options)
        share = np.tensordot(draws.weights, np.stack(draws.dags), axes=(0, 0))
        out.append(Probabilities((share + share.T)[above], (truth | truth.T)[above]))
    return out[0], out[1]


def pooled(sets: list[Probabilities]) -> Probabilities:
    return Probabilities(np.concatenate([s.given for s in sets]), np.concatenate([s.true for s in sets]))


def shown(sets: list[Probabilities]) -> list[str]:
    """Expected calibration error, its standard error by bootstrap over sets, and the outer bins."""
    rng = np.random.default_rng(0)
    again = [pooled([sets[k] for k in rng.integers(len(sets), size=len(sets))]).expected_error() for _ in range(200)]
    bins = pooled(sets).bins()
    ends = [f"{true:.3f} of {count} (given {given:.3f})" for count, given, true in (bins[0], bins[-1])]
    return [f"{pooled(sets).expected_error():.3f}", f"{np.std(again):.3f}", *ends]


if __name__ == "__main__":
    main()
