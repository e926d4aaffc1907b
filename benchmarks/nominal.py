"""Nominal columns: graphs found from choices that are not of our model, by ours and every method that takes them.

``python -m benchmarks nominal`` takes six minutes, with ``--full`` about an hour, on one core; ``--seed`` and
``--sets`` ask for other sets and so many in a cell, ``--rows 1000`` for cells of 1,000 rows alone. Sets are ordinal
columns and multinomial logit and probit choices (`ordag.simulate.mixed_data`). The tables give pattern SHD, what
another order of the categories changes, and the time of a fit.
"""

import time
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
from ordag.graphs import Adjacency, dag_to_cpdag
from ordag.metrics import compare_patterns
from ordag.scores import BlockBIC
from ordag.search import boss
from ordag.simulate import SimulatedChoices, mixed_data, random_dag

SEED = 90_000
SHARES = (0.0, 0.25, 0.5)
CHOICES = ("logit", "probit")


@dataclass(frozen=True)
class Extent:
    """How much is run."""

    n_sets: int  # a cell
    n_columns: tuple[int, ...]
    n_rows: tuple[int, ...]
    seed: int = SEED


QUICK = Extent(4, (12,), (500, 1_000))
FULL = Extent(20, (12, 20), (500, 1_000, 2_000))


def main(seed: int = SEED, *, full: bool = False, sets: int | None = None, rows: str = "") -> None:
    """Print the tables."""
    extent = FULL if full else QUICK
    wanted = tuple(int(size) for size in rows.split(",") if size)
    extent = replace(extent, n_sets=sets or extent.n_sets, n_rows=wanted or extent.n_rows, seed=seed)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Console(width=130).print(graphs_found(extent), permutations(extent), times(extent))


def a_set(n: int, n_rows: int, share: float, choice: str, seed: int) -> SimulatedChoices:
    """A data set of which a share of the columns is nominal with four categories, the others ordinal."""
    rng = np.random.default_rng(seed)
    kinds = np.full(n, "ordinal", dtype=object)
    kinds[rng.choice(n, round(share * n), replace=False)] = "nominal"
    return mixed_data(random_dag(n, 3, rng), n_rows, kinds.tolist(), choice=choice, rng=rng)


def ours(data: SimulatedChoices) -> Adjacency:
    """Nominal columns inside the likelihood."""
    return ordag.OSEM(kinds=data.kinds).fit(data.frame).cpdag_


def as_codes(data: SimulatedChoices) -> Adjacency:
    """Their codes taken as ordinal."""
    return ordag.OSEM().fit(table_of(data, nominal=False)).cpdag_


def as_dummies(data: SimulatedChoices) -> Adjacency:
    """Indicators of categories and normal scores of levels, as if Gaussian, in blocks, by BIC."""
    table, columns, sizes = table_of(data, nominal=True), [], []
    for codes, kind, n_levels in zip(table.codes.T, table.kinds, table.n_levels, strict=True):
        if kind == "nominal":
            columns.append(np.eye(n_levels)[codes][:, 1:])
        else:
            columns.append(normal_scores(codes)[:, None])
        sizes.append(columns[-1].shape[1])
    correlation = np.corrcoef(np.hstack(columns).T)
    return dag_to_cpdag(boss(BlockBIC(correlation, sizes, table.n_rows)).adjacency)


def learner(method: str) -> Callable[[SimulatedChoices], Adjacency]:
    """A method of `ordag.learn`, with the order of levels ignored."""

    def learn(data: SimulatedChoices) -> Adjacency:
        nominal = method in {"bde", "pcart"}
        return ordag.learn(table_of(data, nominal=nominal), method).cpdag

    return learn


METHODS: dict[str, Callable[[SimulatedChoices], Adjacency]] = {
    "ours": ours,
    "codes": as_codes,
    "dummies": as_dummies,
    "bde": learner("bde"),
    "pcart": learner("pcart"),
    "mmpc": learner("mmpc"),
}


def table_of(data: SimulatedChoices, *, nominal: bool) -> OrdinalTable:
    """The table, with nominal columns as they are or as ordinal ones in the order of their labels."""
    table = encode(data.frame, kinds=data.kinds)
    kinds = tuple("ordinal" if kind == "nominal" and not nominal else kind for kind in table.kinds)
    return replace(table, kinds=kinds)


def normal_scores(codes: np.ndarray) -> np.ndarray:
    """Normal quantile of the mean rank of each level."""
    from scipy.stats import norm, rankdata

    return norm.ppf((rankdata(codes) - 0.5) / len(codes))


def graphs_found(extent: Extent) -> Table:
    """Mean pattern SHD by share of nominal columns, with standard errors."""
    table = Table(title="pattern SHD", highlight=False)
    for name in ("columns", "rows", "nominal", "choices", "edges", *METHODS):
        table.add_column(name, justify="right")
    for n in extent.n_columns:
        for n_rows in extent.n_rows:
            for share in SHARES:
                for choice in CHOICES if share else CHOICES[:1]:
                    sets = [a_set(n, n_rows, share, choice, extent.seed + k) for k in range(extent.n_sets)]
                    found = {name: [shd(learn, data) for data in sets] for name, learn in METHODS.items()}
                    edges = np.mean([data.dag.sum() for data in sets])
                    cells = [f"{np.mean(values):.1f} ± {error(values):.1f}" for values in found.values()]
                    table.add_row(str(n), str(n_rows), f"{share:.0%}", choice, f"{edges:.1f}", *cells)
                    shown = ", ".join(f"{name} {cell}" for name, cell in zip(found, cells, strict=True))
                    note(f"{n} columns, {n_rows} rows, {share:.0%} nominal by {choice}: {shown}")
    return table


def shd(learn: Callable[[SimulatedChoices], Adjacency], data: SimulatedChoices) -> float:
    """Distance of the class that is found from that of the truth."""
    return float(compare_patterns(learn(data), data.dag).shd)


def error(values: list[float]) -> float:
    """Standard error of a mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


def permutations(extent: Extent) -> Table:
    """What the order in which categories are asked for changes in the criterion and the graph."""
    table = Table(title="categories from the rarest on instead of the most frequent, 12 columns, 1,000 rows, a quarter")
    for name in ("criterion", "sets", "median change of it", "of the log-likelihood", "sets with another class"):
        table.add_column(name, justify="right")
    sets = [a_set(12, 1_000, 0.25, "logit", extent.seed + 500 + k) for k in range(2 * extent.n_sets)]
    for criterion in ("ebic", "evidence"):
        pairs = [turned_and_not(data, criterion) for data in sets]
        moved = [abs(turned.criterion_ - usual.criterion_) for usual, turned in pairs]
        likelihoods = [abs(turned.log_likelihood_ - usual.log_likelihood_) for usual, turned in pairs]
        other = np.mean([not np.array_equal(turned.cpdag_, usual.cpdag_) for usual, turned in pairs])
        medians = (f"{np.median(changes):.2f}" for changes in (moved, likelihoods))
        table.add_row(criterion, str(len(sets)), *medians, f"{other:.0%}")
    return table


def turned_and_not(data: SimulatedChoices, criterion: str) -> tuple[ordag.OSEM, ordag.OSEM]:
    """Fits with the categories asked for in the usual order and in the other."""
    usual = ordag.OSEM(kinds=data.kinds, criterion=criterion).fit(data.frame)
    with reversed_order():
        return usual, ordag.OSEM(kinds=data.kinds, criterion=criterion).fit(data.frame)


class reversed_order:  # noqa: N801  # reads as a statement
    """Categories asked for from the rarest to the most frequent, instead of the other way round."""

    def __enter__(self) -> None:
        from ordag.latent import Coordinates

        self._usual = Coordinates.of

        def turned(table: OrdinalTable) -> Coordinates:
            return Coordinates(tuple(order[::-1] for order in self._usual(table).orders))

        Coordinates.of = staticmethod(turned)  # type: ignore[method-assign, assignment]

    def __exit__(self, *_: object) -> None:
        from ordag.latent import Coordinates

        Coordinates.of = self._usual  # type: ignore[method-assign]


def times(extent: Extent) -> Table:
    """Processor time of the default fit of 20 columns, five of them nominal with five categories."""
    table = Table(title="20 columns, 1,000 rows, five nominal with five categories")
    for name in ("set", "seconds", "the same as codes"):
        table.add_column(name, justify="right")
    for k in range(3):
        rng = np.random.default_rng(extent.seed + 900 + k)
        kinds = ["nominal"] * 5 + ["ordinal"] * 15
        rng.shuffle(kinds)
        data = mixed_data(random_dag(20, 3, rng), 1_000, kinds, n_levels=5, rng=rng)
        seconds = [processor_time(learn, data) for learn in (ours, as_codes)]
        table.add_row(str(k), *(f"{value:.1f}" for value in seconds))
    return table


def processor_time(learn: Callable[[SimulatedChoices], Adjacency], data: SimulatedChoices) -> float:
    """Seconds that a fit takes on one core."""
    started = time.process_time()
    learn(data)
    return time.process_time() - started
