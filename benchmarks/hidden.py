"""Hidden causes: how many are found, where none are, and on a personality inventory.

``python -m benchmarks hidden`` takes some minutes on one core, ``--full`` far longer; ``--seed`` asks for other sets.

1. Items of correlated factors (3 × 5 and 4 × 6), with and without direct links: the number of factors, the share of
   items with the right one, also by a factor analysis that is told the number, links found and links that are none,
   beside the links of the default.
2. Random DAGs: hidden causes that are none, and the distance to the true graph beside that of the default.
3. A DAG with a factor of all items (acquiescence), and one with a factor shared within sites: the same distance.
4. ``bfi.csv``, if the folder ``ORDAG_DATA`` has it: criterion, edges and loadings for the 25 items.
"""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from scipy.optimize import linear_sum_assignment
from threadpoolctl import threadpool_limits

import ordag
from ordag.hidden.factors import rotated_factors
from ordag.latent import estimate_correlations
from ordag.metrics import compare_patterns, compare_skeletons
from ordag.simulate import FactorData, factor_data

N_SETS = 10
NEIGHBOURS = 3
SITE_SIZE = 20


@dataclass(frozen=True)
class Found:
    """What came out for one set of factor data."""

    n_hidden: int
    right_items: float
    right_by_factors: float
    n_links: int
    n_true: int
    n_found: int
    n_default: int
    seconds: float


def main(full: bool = False, seed: int = 0) -> None:
    n_sets = 10 * N_SETS if full else N_SETS
    with threadpool_limits(1):
        factors(n_sets, seed)
        plain(n_sets, seed)
        shared(n_sets, seed)
        inventory()


def factors(n_sets: int, seed: int) -> None:
    table = Table(title=f"Factor data, {n_sets} sets a line: means", title_justify="left")
    for heading in ("factors", "N", "links", "number right", "items right", "by factor analysis"):
        table.add_column(heading)
    for heading in ("recall", "precision", "false links"):
        table.add_column(heading)
    table.add_column("links of the default")
    table.add_column("seconds")
    for n_factors, n_items in ((3, 5), (4, 6)):
        for n_rows in (500, 1000):
            for n_links in (0, 3):
                rngs = [np.random.default_rng([seed, n_factors, n_rows, n_links, k]) for k in range(n_sets)]
                sets = [factor_data(n_factors, n_items, n_rows, n_links=n_links, random_state=rng) for rng in rngs]
                line = _summary([_found(data) for data in sets], n_factors, n_links)
                table.add_row(f"{n_factors} × {n_items}", str(n_rows), str(n_links), *line)
                note(f"factors {n_factors} × {n_items}, {n_rows} rows, {n_links} links: {', '.join(line)}")
    Console().print(table)


def _found(data: FactorData) -> Found:
    began = time.process_time()
    model = ordag.OSEM(hidden="auto").fit(data.frame)
    seconds = time.process_time() - began
    truth, found = data.links | data.links.T, model.adjacency_ | model.adjacency_.T
    return Found(
        model.hidden_.n_hidden,
        _right_items(model.hidden_.loadings, data.loadings),
        _right_items(_by_factor_analysis(data), data.loadings),
        int(data.links.sum()),
        int((truth & found).sum()) // 2,
        int(found.sum()) // 2,
        int(ordag.OSEM().fit(data.frame).adjacency_.sum()),
        seconds,
    )


def _right_items(loadings: np.ndarray, truth: np.ndarray) -> float:
    """Share of the items whose strongest hidden cause is that of their factor, factors matched as well as can be."""
    if not len(loadings):
        return 0.0
    strongest = np.where(loadings.any(axis=0), np.abs(loadings).argmax(axis=0), -1)
    factor = np.abs(truth).argmax(axis=0)
    together = np.array([[(strongest == k) & (factor == f) for f in range(len(truth))] for k in range(len(loadings))])
    matched = linear_sum_assignment(-together.sum(axis=2))
    return float(together.sum(axis=2)[matched].sum() / truth.shape[1])


def _by_factor_analysis(data: FactorData) -> np.ndarray:
    """Loadings as a psychologist finds them who knows the number: principal axes of polychoric correlations, promax."""
    correlation = estimate_correlations(ordag.data.encode(data.frame)).correlation
    return rotated_factors(correlation, len(data.loadings)).pattern.T


def _summary(found: list[Found], n_factors: int, n_links: int) -> list[str]:
    n_true, n_found = sum(each.n_true for each in found), sum(each.n_found for each in found)
    return [
        f"{np.mean([each.n_hidden == n_factors for each in found]):.2f}",
        f"{np.mean([each.right_items for each in found]):.3f}",
        f"{np.mean([each.right_by_factors for each in found]):.3f}",
        f"{n_true / sum(each.n_links for each in found):.2f}" if n_links else "",
        f"{n_true / max(n_found, 1):.2f}" if n_links else "",
        f"{(n_found - n_true) / len(found):.2f}",
        f"{np.mean([each.n_default for each in found]):.1f}",
        f"{np.mean([each.seconds for each in found]):.1f}",
    ]


def plain(n_sets: int, seed: int) -> None:
    for n, n_rows in ((12, 500), (20, 1000), (30, 1000)):
        sets = [_dag_data(n, n_rows, np.random.default_rng([seed, n, k])) for k in range(n_sets)]
        _compare(f"plain DAGs, n = {n}, N = {n_rows}", sets)


def shared(n_sets: int, seed: int) -> None:
    """Items of a DAG that share a factor, of their own in every row or the same within a site."""
    for name, size in (("acquiescence", 1), (f"sites of {SITE_SIZE} rows", SITE_SIZE)):
        rngs = [np.random.default_rng([seed, size, k]) for k in range(n_sets)]
        _compare(f"a factor of all items: {name}", [_with_factor(14, 500, size, rng) for rng in rngs])


def _dag_data(n: int, n_rows: int, rng: np.random.Generator) -> tuple[np.ndarray, pd.DataFrame]:
    dag = ordag.simulate.random_dag(n, NEIGHBOURS, rng)
    return dag, ordag.simulate.ordinal_data(dag, n_rows, levels=4, rng=rng).frame


def _with_factor(n: int, n_rows: int, size: int, rng: np.random.Generator) -> tuple[np.ndarray, pd.DataFrame]:
    """Four levels of a DAG whose latent variables, of variance one, have one factor added with weights near 0.7."""
    dag = ordag.simulate.random_dag(n, NEIGHBOURS, rng)
    latent = ordag.simulate.ordinal_data(dag, n_rows, levels=[0] * n, continuous=range(n), rng=rng).latent
    factor = np.repeat(rng.standard_normal(-(-n_rows // size)), size)[:n_rows]
    answers = latent / latent.std(axis=0) + np.outer(factor, rng.uniform(0.5, 0.9, n))
    codes = [pd.qcut(column, 4, labels=False) for column in answers.T]
    return dag, pd.DataFrame(np.column_stack(codes), columns=[f"x{j}" for j in range(n)])


def _compare(name: str, sets: Iterable[tuple[np.ndarray, pd.DataFrame]]) -> None:
    """Distance to the true graph with hidden causes and without, and how often there were any."""
    lines = []
    for dag, frame in sets:
        hidden, default = (ordag.OSEM(hidden=asked).fit(frame) for asked in ("auto", 0))
        lines.append(
            (
                compare_patterns(hidden.cpdag_, dag).shd,
                compare_patterns(default.cpdag_, dag).shd,
                _skeleton_errors(hidden.adjacency_, dag),
                _skeleton_errors(default.adjacency_, dag),
                hidden.hidden_.n_hidden > 0,
            )
        )
    shd, before, wrong, wrong_before, any_hidden = np.mean(lines, axis=0)
    error = np.std([line[0] for line in lines]) / np.sqrt(len(lines))
    note(
        f"{name}: SHD {shd:.2f} ± {error:.2f} (default {before:.2f}), wrong links {wrong:.2f} ({wrong_before:.2f}), "
        f"hidden causes in {any_hidden:.2f} of the sets"
    )


def _skeleton_errors(dag: np.ndarray, truth: np.ndarray) -> float:
    compared = compare_skeletons(dag, truth)
    return float(compared.fp + compared.fn)


def inventory(read: Callable[[Path], pd.DataFrame] = pd.read_csv) -> None:
    """The 25 items of the Big Five, complete rows."""
    path = Path(os.environ.get("ORDAG_DATA", ".")) / "bfi.csv"
    if not path.exists():
        note(f"{path} is not there: set ORDAG_DATA to its folder")
        return
    answers = read(path)
    items = [name for name in answers.columns if name[:1] in "ACENO" and name[1:].isdigit()]
    frame = answers[items].dropna().astype(int)
    began = time.process_time()
    model, default = (ordag.OSEM(hidden=asked, criterion="ebic").fit(frame) for asked in ("auto", 0))
    note(
        f"bfi: extended BIC {model.criterion_:.1f} with {model.network_.n_slopes} edges and "
        f"{model.hidden_.n_hidden} hidden causes; default {default.criterion_:.1f} with {default.network_.n_slopes}; "
        f"{time.process_time() - began:.1f} s for both"
    )
    Console().print(model.hidden_.to_frame().round(2).to_string())
    for sentence in model.hidden_.sentences():
        note(sentence)
