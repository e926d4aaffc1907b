"""Count and censored columns: graphs found, and how well they tell other columns, by what their values count as.

``python -m benchmarks counts`` takes two minutes, with ``--full`` four, on one core. Counts follow Poisson, negative
binomial and zero-inflated regressions with a log link, censored columns linear regressions cut off at a floor; parents
act by the values that are seen (`ordag.simulate.mixed_data`), which is not our model. Four of ten columns are of the
kind named, the others ordinal.

"Levels" takes every value that was seen for a level, "scores" values by normal scores with the mean score where rows
share a value, "boxes" by the interval of scores that rows of one value share; "as it is" is what the values say.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

import ordag
from ordag.data import OrdinalTable, encode
from ordag.data.curves import curve_of
from ordag.graphs import dag_to_cpdag
from ordag.inference.predict import level_probabilities
from ordag.latent.levels import in_levels
from ordag.metrics import compare_patterns, compare_skeletons
from ordag.simulate import SimulatedChoices, mixed_data, random_dag

SEED = 70_000
N_COLUMNS, N_SPECIAL, NEW_ROWS = 10, 4, 400
MOST = 200  # an ordinal column has 256 levels at most
Draw = Callable[[np.random.Generator, list[str], int], SimulatedChoices]


@dataclass(frozen=True)
class Case:
    """A kind of column and how it is drawn."""

    kind: str
    count: str = "poisson"
    mean: float = 2.0


CASES = {
    "Poisson, mean 2": Case("count", "poisson", 2.0),
    "Poisson, mean 30": Case("count", "poisson", 30.0),
    "negative binomial, mean 2": Case("count", "negative_binomial", 2.0),
    "negative binomial, mean 15": Case("count", "negative_binomial", 15.0),
    "zero-inflated, mean 2": Case("count", "zero_inflated", 2.0),
    "zero-inflated, mean 15": Case("count", "zero_inflated", 15.0),
    "censored": Case("censored"),
}


def main(full: bool = False) -> None:
    """Print the table."""
    n_sets, sizes = (20, (300, 1_000)) if full else (8, (300, 1_000))
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Console(width=180).print(found(n_sets, sizes), gates(n_sets, sizes))


def found(n_sets: int, sizes: tuple[int, ...]) -> Table:
    """Mean pattern SHD of each way, and nats a row lost in predicting ordinal columns; differences to the levels."""
    table = Table("columns", "rows", *(f"{what}, {name}" for what in ("SHD", "loss") for name in WAYS), highlight=False)
    for name, case in CASES.items():
        for n_rows in sizes:
            note(f"{name}, {n_rows} rows")
            results = np.array([one_set(case, n_rows, SEED + k) for k in range(n_sets)])
            table.add_row(name, f"{n_rows:,}", *map(_paired, *_with_first(results[:, :, 0])),
                          *map(_paired, *_with_first(1000 * results[:, :, 1])))  # fmt: skip
    return table


def one_set(case: Case, n_rows: int, seed: int) -> list[tuple[float, float]]:
    """Pattern SHD and loss of each way."""
    data = a_set(case, n_rows, seed)
    results = []
    for way in WAYS.values():
        table = way(data)
        model = ordag.OSEM(random_state=1).fit(table.rows(np.arange(n_rows)))
        distance = compare_patterns(model.cpdag_, dag_to_cpdag(data.dag)).shd
        results.append((float(distance), _mean_loss(model, table, data, n_rows)))
    return results


def a_set(case: Case, n_rows: int, seed: int) -> SimulatedChoices:
    """Rows to learn from, and others after them."""
    rng = np.random.default_rng(seed)
    kinds = np.full(N_COLUMNS, "ordinal", dtype=object)
    kinds[rng.choice(N_COLUMNS, N_SPECIAL, replace=False)] = case.kind
    dag = random_dag(N_COLUMNS, 3, rng)
    return mixed_data(dag, n_rows + NEW_ROWS, kinds.tolist(), count=case.count, mean_count=case.mean, rng=rng)


def _mean_loss(model: ordag.OSEM, table: OrdinalTable, data: SimulatedChoices, n_rows: int) -> float:
    new = table.rows(np.arange(n_rows, n_rows + NEW_ROWS))
    return float(np.mean([_loss(model, new, name) for name, kind in data.kinds.items() if kind == "ordinal"]))


def _loss(model: ordag.OSEM, new: OrdinalTable, name: str) -> float:
    column = new.names.index(name)
    shares = level_probabilities(model.network_, new, column, n_points=None)
    return float(-np.mean(np.log(shares[np.arange(new.n_rows), new.codes[:, column]])))


def as_levels(data: SimulatedChoices) -> OrdinalTable:
    """Each count that was seen is a level; values above a floor are cut at their twelfths."""
    if "censored" in data.kinds.values():
        return in_levels(by_boxes(data))
    counts = {name: data.frame[name].clip(upper=MOST) for name, kind in data.kinds.items() if kind == "count"}
    kinds = {name: "ordinal" if kind == "count" else kind for name, kind in data.kinds.items()}
    return encode(data.frame.assign(**counts), kinds=kinds)


def as_numbers(data: SimulatedChoices) -> OrdinalTable:
    """Values as they are."""
    kinds = {name: "continuous" if kind in {"count", "censored"} else kind for name, kind in data.kinds.items()}
    return replace(encode(data.frame, kinds=kinds), curves=())


def by_scores(data: SimulatedChoices) -> OrdinalTable:
    """Values by normal scores."""
    table = as_numbers(data)
    return replace(table, curves=tuple(map(curve_of, table.continuous.T)))


def by_boxes(data: SimulatedChoices) -> OrdinalTable:
    """Values by normal scores, shared ones by their interval."""
    table = by_scores(data)
    return replace(table, curves=tuple(replace(curve, boxed=True) for curve in table.curves if curve is not None))


WAYS: dict[str, Callable[[SimulatedChoices], OrdinalTable]] = {
    "levels": as_levels,
    "as it is": as_numbers,
    "scores": by_scores,
    "boxes": by_boxes,
}


def gates(n_sets: int, sizes: tuple[int, ...]) -> Table:
    """What it changes to give zero-inflated counts two columns: any at all, and how many, missing where none."""
    table = Table("counts", "rows", "skeleton SHD, one column", "two", "loss, one column", "two", highlight=False)
    for name, case in CASES.items():
        if case.count != "zero_inflated":
            continue
        for n_rows in sizes:
            note(f"gates: {name}, {n_rows} rows")
            both = np.array([_gate_and_box(case, n_rows, SEED + k) for k in range(n_sets)])
            (distance, of_two), (loss, loss_of_two) = both[:, :, 0].T, 1000 * both[:, :, 1].T
            table.add_row(name, f"{n_rows:,}", _paired(distance, None), _paired(of_two, distance),
                          _paired(loss, None), _paired(loss_of_two, loss))  # fmt: skip
    return table


def _gate_and_box(case: Case, n_rows: int, seed: int) -> list[tuple[float, float]]:
    """Skeleton SHD and loss with one column for each count, and with two."""
    data = a_set(case, n_rows, seed)
    counts = [name for name, kind in data.kinds.items() if kind == "count"]
    gates = {f"any {name}": data.frame[name] > 0 for name in counts}
    amounts = {name: data.frame[name].where(data.frame[name] > 0) for name in counts}
    two = encode(data.frame.assign(**amounts, **gates), kinds=data.kinds)
    results = []
    for table in (encode(data.frame, kinds=data.kinds), two):
        model = ordag.OSEM(random_state=1).fit(table.rows(np.arange(n_rows)))
        of = [list(data.kinds).index(name.removeprefix("any ")) for name in table.names]
        skeleton = np.zeros_like(data.dag)
        for cause, effect in np.argwhere(model.adjacency_):
            skeleton[of[cause], of[effect]] = of[cause] != of[effect]
        distance = compare_skeletons(skeleton, data.dag).shd
        results.append((float(distance), _mean_loss(model, table, data, n_rows)))
    return results


def _with_first(values: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray | None]]:
    return list(values.T), [None, *[values[:, 0]] * (values.shape[1] - 1)]


def _paired(values: np.ndarray, first: np.ndarray | None) -> str:
    """Mean of the first way; of the others the mean difference to it with its standard error."""
    shown = values if first is None else values - first
    error = shown.std(ddof=1) / np.sqrt(len(shown))
    return f"{shown.mean():.1f} ± {error:.1f}" if first is None else f"{shown.mean():+.1f} ± {error:.1f}"
