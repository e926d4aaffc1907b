"""What the looks beside a fit cost: check of fit, other families of models, rows that are no answers.

``python -m benchmarks looks`` takes half a minute on one core.
"""

import time
import warnings
from itertools import pairwise

from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag import OSEM, simulate
from ordag.checks.rows import look
from ordag.data import encode
from ordag.families import better_family
from ordag.goodness.check import check_table

SIZES = ((10, 500), (14, 500), (20, 500), (20, 2000), (40, 1000))


def main(seed: int = 3) -> None:
    table = Table("columns", "rows", "fit", "check of fit", "families", "rows that are no answers", "together / fit")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seconds_of(*SIZES[0], seed)  # warms caches
        for size in SIZES:
            seconds = seconds_of(*size, seed)
            cells = (*(f"{second:.2f}" for second in seconds), f"{sum(seconds) / seconds[0]:.2f}")
            table.add_row(*map(str, size), *cells)
    Console(width=120).print(table)


def seconds_of(n_columns: int, n_rows: int, seed: int) -> list[float]:
    """Processor seconds of the fit and of each look."""
    dag = simulate.random_dag(n_columns, 3, rng=seed)
    rows = encode(simulate.ordinal_data(dag, n_rows, levels=4, rng=seed).frame)
    model = OSEM()
    times = [time.process_time()]
    for step in (
        lambda: model.fit_within(rows, model.search_space(rows.names)),
        lambda: check_table(model.network_, rows, n_pairs=10),
        lambda: better_family(model, rows),
        lambda: look(model.network_, rows, None, 0),
    ):
        step()
        times.append(time.process_time())
    return [after - before for before, after in pairwise(times)]


if __name__ == "__main__":
    main()
