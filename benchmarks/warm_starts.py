"""Whether resamples that begin at the network of all rows find what they find when nothing is known.

``python -m benchmarks warm_starts`` fits the same resamples in both ways, and once more without a start and with other
seeds of the search: what two such runs differ by is the noise that a start may add no more than. Random graphs, and
answers that come from factors, of which every arrow is wrong. ``--full`` takes three times as many sets. One core.
"""

import time
from typing import NamedTuple

import numpy as np
import pandas as pd
from benchmarks.osem import fresh_set
from benchmarks.sizes import questionnaire
from benchmarks.timing import note
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM
from ordag.data import encode
from ordag.errors import collected_warnings
from ordag.graphs.averaging import direction_shares
from ordag.model import FittedNetwork
from ordag.stability.resample import resample

SEED = 81_000
N_RESAMPLES = 40
STANDS, POINTS = 0.7, 0.8  # as `ordag.model.standing_of` has them


class Run(NamedTuple):
    """Resamples of one set in one way, and the seconds of each."""

    support: NDArray[np.float64]
    direction: NDArray[np.float64]
    seconds: float

    @property
    def links(self) -> NDArray[np.bool_]:
        """Links that stand."""
        return np.triu(self.support >= STANDS)

    @property
    def arrows(self) -> NDArray[np.bool_]:
        """Links that stand and point one way."""
        return (self.support >= STANDS) & (self.direction >= POINTS * self.support)


def main(full: bool = False, seed: int = SEED) -> None:
    table = Table(
        *("set", "s, cold", "s, warm", "support: warm − cold", "other seeds − cold"),
        *("links: cold", "other seeds", "warm", "arrows: cold", "other seeds", "warm"),
        title=f"{N_RESAMPLES} resamples: root mean square differences of support over pairs, and what is drawn",
    )
    for number in range(3 if full else 1):
        sets = {
            "20 columns, 500 rows": fresh_set(20, seed + number)[0],
            "12 columns, 500 rows": fresh_set(12, seed + number)[0],
            "25 items of factors, 1,000 rows": pd.DataFrame(questionnaire(1_000)(seed + number).data.values),
        }
        for name, frame in sets.items():
            with threadpool_limits(limits=1), collected_warnings():
                network = OSEM().fit(frame).network_
                cold, again, warm = (resampled(frame, seed, *how) for how in ((0, None), (1, None), (0, network)))
            cells = (
                name,
                f"{cold.seconds:.2f}",
                f"{warm.seconds:.2f}",
                *(f"{distance(run, cold):.3f}" for run in (warm, again)),
                *(f"{run.links.sum()}" for run in (cold, again, warm)),
                *(f"{run.arrows.sum()}" for run in (cold, again, warm)),
            )
            note(f"warm_starts: {'; '.join(cells)}")
            table.add_row(*cells)
    Console(width=140).print(table)


def resampled(frame: pd.DataFrame, seed: int, of_search: int, known: FittedNetwork | None) -> Run:
    """Support in resamples of a seed, searched with another, from a network or from nothing."""
    table, began, cpdags = encode(frame), time.process_time(), []
    for number in range(N_RESAMPLES):
        drawn = resample(table, np.random.default_rng([seed, number]))
        model = OSEM(n_jobs=1, random_state=1_000 * of_search + number)
        model.fit_within(drawn.declared, model.search_space(table.names), known)
        cpdags.append(model.cpdag_)
    seconds = (time.process_time() - began) / N_RESAMPLES
    found = np.stack(cpdags)
    return Run(np.mean(found | found.transpose(0, 2, 1), axis=0), np.mean(direction_shares(found), axis=0), seconds)


def distance(run: Run, other: Run) -> float:
    """Root mean square difference of support over pairs of columns."""
    above = np.triu_indices(len(run.support), 1)
    return float(np.sqrt(np.mean((run.support - other.support)[above] ** 2)))


if __name__ == "__main__":
    main()
