"""How far the default depends on the seed of its search, on sets of the size and kind of the paper's.

``python -m benchmarks seeds`` takes four minutes. One core.
"""

import time
import warnings
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from benchmarks.osem import fresh_set
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM
from ordag.metrics import compare_patterns

N_SETS = {12: 20, 20: 12, 30: 6}  # by number of columns
SEEDS = range(3)
FIRST_SET = 60_000


class Agreement(NamedTuple):
    """What the fits of one set with several seeds have in common."""

    shd: float  # from the true graph
    is_unanimous: bool
    apart: float  # SHD between two of them
    behind: float  # criterion below that of the best seed, in nats
    seconds: float


def main() -> None:
    headings = ("SHD", "one class from all seeds", "SHD of two seeds", "below the best seed", "seconds a fit")
    table = Table("n", "sets", *headings, title=f"Fresh sets, N = 500, {len(SEEDS)} seeds each")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # levels that a small sample lacks
        for n, n_sets in N_SETS.items():
            note(f"seeds: {n_sets} sets of {n} columns")
            mean = Agreement(*np.mean([agreement(*fresh_set(n, FIRST_SET + k)) for k in range(n_sets)], axis=0))
            shares = f"{mean.shd:.1f}", f"{mean.is_unanimous:.0%}", f"{mean.apart:.1f}"
            table.add_row(str(n), str(n_sets), *shares, f"{mean.behind:.2f} nats", f"{mean.seconds:.2f}")
    Console(width=120).print(table)


def agreement(frame: pd.DataFrame, truth: np.ndarray) -> Agreement:
    """Fits of one set with every seed."""
    began = time.process_time()
    models = [OSEM(random_state=seed).fit(frame) for seed in SEEDS]
    seconds = (time.process_time() - began) / len(models)
    apart = [compare_patterns(one.cpdag_, other.cpdag_).shd for one, other in combinations(models, 2)]
    criteria = np.array([model.criterion_ for model in models])
    return Agreement(
        float(np.mean([compare_patterns(model.cpdag_, truth).shd for model in models])),
        max(apart) == 0,
        float(np.mean(apart)),
        float(np.mean(criteria.max() - criteria)),
        seconds,
    )


if __name__ == "__main__":
    main()
