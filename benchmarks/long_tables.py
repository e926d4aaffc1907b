"""What a random sample of the rows of a long table costs in edges.

``python -m benchmarks long_tables`` takes four minutes. One core.
"""

import warnings

import numpy as np
from benchmarks.osem import fit, fresh_set
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

N_COLUMNS, N_ROWS, LEVELS = 20, 100_000, 4
N_SETS = 4
FIRST_SET = 70_000
PENALTY = 6.0
SAMPLED = (3_000, 10_000, 30_000, None)  # rows that are learned from; None: all


def main() -> None:
    headings = ["all rows" if n_rows is None else f"{n_rows:,} rows" for n_rows in SAMPLED]
    title = f"SHD (seconds), n = {N_COLUMNS}, N = {N_ROWS:,}, {LEVELS} levels on average, λ = {PENALTY:g}"
    table = Table("set", *headings, title=title)
    runs = []
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a sample was drawn
        for k in range(N_SETS):
            note(f"long_tables: set {k + 1}")
            problem = fresh_set(N_COLUMNS, FIRST_SET + k, N_ROWS, LEVELS)
            runs.append([fit(*problem, penalty=PENALTY, max_rows=n_rows) for n_rows in SAMPLED])
            table.add_row(str(k + 1), *(f"{run.shd:g} ({run.seconds:.1f})" for run in runs[-1]))
    means = np.mean([[(run.shd, run.seconds) for run in of_set] for of_set in runs], axis=0)
    table.add_section()
    table.add_row("mean", *(f"{shd:.1f} ({seconds:.1f})" for shd, seconds in means))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
