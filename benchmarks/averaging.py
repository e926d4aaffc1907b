"""The network of highest expected accuracy and the averaged posterior, against the default: SHD and log loss.

``python -m benchmarks averaging`` takes six minutes. One core.
"""

import time
import warnings

import numpy as np
from benchmarks.osem import fresh_set, with_error
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, GraphPrior
from ordag.metrics import compare_patterns

N_SETS = {12: 20, 20: 8}  # by number of columns
N_ROWS = 500  # to learn from, and as many to be predicted
FIRST_SET = 90_000
WAYS = {"default": {}, "averaged": {"prior": GraphPrior(average=True)}}


def main() -> None:
    table = Table("n", "sets", "", "SHD", "less the default", "log loss", "less the default", "seconds")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # draws that are to be taken as rough
        for n, n_sets in N_SETS.items():
            note(f"averaging: {n_sets} sets of {n} columns")
            problems = [fresh_set(n, FIRST_SET + k, 2 * N_ROWS) for k in range(n_sets)]
            runs = {way: np.array([run(*problem, **options) for problem in problems]) for way, options in WAYS.items()}
            for way, found in runs.items():
                shd, loss, seconds = found.mean(axis=0)
                more = found - runs["default"]
                table.add_row(
                    str(n),
                    str(n_sets),
                    way,
                    f"{shd:.1f}",
                    with_error(more[:, 0]),
                    f"{loss:.3f}",
                    f"{more[:, 1].mean():+.3f}",
                    f"{seconds:.1f}",
                )
            table.add_section()
    Console(width=120).print(table)


def run(frame: object, truth: np.ndarray, **options: object) -> tuple[float, float, float]:
    """SHD, log loss of the rows that were not learned from, and seconds of the fit."""
    began = time.process_time()
    model = OSEM(**options).fit(frame[:N_ROWS])
    seconds = time.process_time() - began
    return compare_patterns(model.cpdag_, truth).shd, -model.score(frame[N_ROWS:]), seconds


if __name__ == "__main__":
    main()
