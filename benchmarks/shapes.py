"""Continuous columns of several shapes: what counting them by normal scores changes, against taking them as they are.

``python -m benchmarks shapes``: eight columns, half of them continuous and of one shape; 20 sets a cell.
"""

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import norm
from threadpoolctl import threadpool_limits

from ordag import OSEM, metrics, simulate
from ordag.data import OrdinalTable, encode
from ordag.data.columns.shape import shape_of
from ordag.data.curves import curve_of
from ordag.graphs import dag_to_cpdag

N_COLUMNS, CONTINUOUS, N_SETS, ROWS = 8, (0, 1, 2, 3), 20, (200, 800)
Values = np.ndarray
SHAPES: dict[str, Callable[[Values], Values]] = {
    "normal": lambda z: z,
    "skewness 0.9": lambda z: np.exp(0.3 * z),
    "skewness 2": lambda z: np.exp(0.6 * z),
    "log-normal": np.exp,
    "30 % zeros": lambda z: np.maximum(z - norm.ppf(0.3), 0),
    "68 % zeros, skewed": lambda z: np.expm1(np.maximum(z - norm.ppf(0.68), 0)),
    "rounded to 20 values": lambda z: np.round(3 * z),
    "27 % in the middle": lambda z: np.where(np.abs(z) < 0.35, 0, z),
    "long tails": lambda z: z**3,
    "uniform": norm.cdf,
}


def main(seed: int = 1) -> None:
    table = Table("shape", "rows", "straightness", "SHD as it is", "SHD by scores", "difference", "boxes", "by scores")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, shape in SHAPES.items():
            for n_rows in ROWS:
                table.add_row(name, str(n_rows), *_cells(shape, n_rows, seed))
    Console(width=120).print(table)


def _cells(shape: Callable[[Values], Values], n_rows: int, seed: int) -> list[str]:
    distances, straightness = [], []
    for k in range(N_SETS):
        rng = np.random.default_rng([seed, n_rows, k])
        dag = simulate.random_dag(N_COLUMNS, 2.5, rng=rng)
        counts = [0 if j in CONTINUOUS else 4 for j in range(N_COLUMNS)]
        data = simulate.ordinal_data(dag, n_rows, counts, rng=rng, continuous=CONTINUOUS)
        names = list(data.frame.columns[list(CONTINUOUS)])
        frame = data.frame.assign(**{name: shape(data.frame[name].to_numpy()) for name in names})
        table = encode(frame, kinds=dict.fromkeys(names, "continuous"))
        straightness += [found.straightness for x in table.continuous.T if (found := shape_of(x)) is not None]
        scored = replace(table, curves=tuple(map(curve_of, table.continuous.T)))
        boxed = replace(table, curves=tuple(replace(curve_of(x), boxed=True) for x in table.continuous.T))
        distances.append([_distance(each, dag) for each in (replace(table, curves=()), scored, boxed)])
    as_is, scores, boxes = np.array(distances).T
    taken = np.mean(np.array(straightness) < 0.97)
    return [f"{np.mean(straightness):.3f}", f"{as_is.mean():.2f}", f"{scores.mean():.2f}",
            _difference(scores - as_is), _difference(boxes - scores), f"{taken:.0%}"]  # fmt: skip


def _difference(values: Values) -> str:
    return f"{values.mean():+.2f} ± {values.std(ddof=1) / np.sqrt(N_SETS):.2f}"


def _distance(table: OrdinalTable, dag: Values) -> float:
    found = OSEM().fit(table).network_.cpdag
    return float(metrics.compare_patterns(found, dag_to_cpdag(dag)).shd)


if __name__ == "__main__":
    main()
