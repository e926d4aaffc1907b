"""Groups: size and power of the permutation tests, and the time that 500 permutations of 25 items take.

``python -m benchmarks groups`` takes ten minutes on one core (`--full`: 200 sets a cell, three quarters of an hour);
`--seed` gives other sets, `--rows` some of the cells, such as "none,one sign". 8 columns, about 3 neighbours, weights
of size 0.4 to 1, groups of 150 and 350 rows, 39 permutations: a permutation test has its level with few of them, too.
In "thresholds" the cut points of all columns of the second group lie higher, and its network is the same; in the other
cells one link of the second group has another weight, or the other sign.
"""

import time
import warnings
from dataclasses import dataclass

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from scipy.special import ndtri
from threadpoolctl import threadpool_limits

from ordag import OSEM
from ordag.data import OrdinalTable
from ordag.graphs import topological_order
from ordag.groups.comparison import compared, tests_of_the_whole
from ordag.groups.links import WeightDesign
from ordag.groups.models import Learning, PreparedRows, with_shared_links
from ordag.groups.permutations import GroupTests, Permuting, largest_p_values, p_values, permute
from ordag.groups.split import GroupedRows
from ordag.maximization import standardize
from ordag.search import SearchSpace
from ordag.simulate import ordinal_data, random_dag
from ordag.strategies import Settings

N, NEIGHBOURS, SIZES = 8, 3, (150, 350)
N_PERMUTATIONS, ALPHA = 39, 0.05
N_SETS, N_SETS_FULL = 40, 200
LEAST_NOISE = 0.05
N_ITEMS, SIZES_OF_ITEMS, N_TIMED = 25, (919, 1881), 10


@dataclass(frozen=True)
class Cell:
    """How the second group differs from the first."""

    name: str
    shift: float = 0.0
    change: float = 0.0  # of the latent weight of one link
    flips: bool = False


CELLS = (
    Cell("none"),
    Cell("thresholds + 0.5", shift=0.5),
    Cell("thresholds + 0.2", shift=0.2),
    Cell("one link - 0.2", change=0.2),
    Cell("one link - 0.4", change=0.4),
    Cell("one link - 0.6", change=0.6),
    Cell("one sign", flips=True),
)


def main(seed: int = 71_000, full: bool = False, sets: int | None = None, rows: str = "") -> None:
    n_sets = sets or (N_SETS_FULL if full else N_SETS)
    cells = [cell for cell in CELLS if not rows or cell.name in rows.split(",")]
    headings = ("levels", "difference", "weights", "presence", "thresholds", "a link", "any false link", "the link")
    table = Table(*headings, title=f"Rejected at {ALPHA:.0%}, {n_sets} sets")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for levels in (3, 5):
            for cell in cells:
                note(f"groups: {n_sets} sets, {levels} levels, {cell.name}")
                rates = np.nanmean([rejected(cell, levels, seed + k) for k in range(n_sets)], axis=0)
                shown = [f"{rate:.1%}" if np.isfinite(rate) else "" for rate in rates]
                table.add_row(str(levels), cell.name, *shown)
                note(f"{levels} levels, {cell.name}: {', '.join(shown)}")
        Console(width=120).print(table)
        note("groups: time of 25 items")
        Console(width=120).print(time_of_permutations(np.random.default_rng(seed)))


def time_of_permutations(rng: np.random.Generator) -> str:
    """What 500 permutations of a questionnaire as large as the bfi by gender take on one core."""
    dag = random_dag(N_ITEMS, NEIGHBOURS, rng)
    data = ordinal_data(dag, sum(SIZES_OF_ITEMS), [6] * N_ITEMS, 5.0, rng, missing=0.01)
    rows = GroupedRows(OrdinalTable.from_codes(data.codes), ("men", "women"), np.repeat(np.arange(2), SIZES_OF_ITEMS))
    began = time.process_time()
    compared(rows, OSEM(n_jobs=1), (), Permuting(1, 1, 0), folds=5)
    fits = time.process_time() - began
    tests = GroupTests(rows, WeightDesign(dag), SearchSpace(rows.table.names))
    began = time.process_time()
    for number in range(N_TIMED):
        tests.permuted(0, number)
    of_one = (time.process_time() - began) / N_TIMED
    return f"fits and left-out rows {fits:.0f} s, a permutation {of_one:.2f} s, with 500 {fits + 500 * of_one:.0f} s"


def rejected(cell: Cell, levels: int, seed: int) -> list[float]:
    """Whether each test rejects: the three of the whole, share of true and any of true links, and the changed one."""
    rows, changed = simulated(cell, levels, np.random.default_rng(seed))
    space, rng = SearchSpace(rows.table.names), np.random.default_rng(seed)
    groups, learning = [PreparedRows.of(table) for table in rows.tables()], Learning(space, Settings())
    *own, common = [
        (fit.dag, fit.parameters)
        for fit in (learning.common(each, rng) for each in (*([group] for group in groups), groups))
    ]
    design = WeightDesign(with_shared_links(groups, own, common).networks[0].dag)
    tests = GroupTests(rows, design, space)
    observed, permuted = tests.statistics(rows), permute(tests, Permuting(N_PERMUTATIONS, 1, seed))
    whole = tests_of_the_whole(observed, permuted, tests)["p_value"] <= ALPHA
    weights = np.stack([each.weights for each in permuted])
    alone, corrected = (test(observed.weights, weights) <= ALPHA for test in (p_values, largest_p_values))
    is_true = np.ones(len(alone), dtype=bool)
    if changed is not None:
        is_true[(np.sort(design.pairs, axis=1) == np.sort(changed)).all(axis=1)] = False
    found = float(corrected[~is_true].any()) if changed else np.nan
    return [*whole.astype(float), float(alone[is_true].mean()), float(corrected[is_true].any()), found]


def simulated(cell: Cell, levels: int, rng: np.random.Generator) -> tuple[GroupedRows, tuple[int, int] | None]:
    """Rows of both groups, and the link that differs."""
    dag = random_dag(N, NEIGHBOURS, rng)
    slopes = np.where(dag, rng.uniform(0.4, 1, dag.shape) * rng.choice([-1, 1], dag.shape), 0.0)
    weights = standardize(slopes, np.ones(N)).weights
    others, changed = weights.copy(), None
    if (cell.change or cell.flips) and dag.any():
        i, j = (int(k) for k in rng.permutation(np.argwhere(dag))[0])
        others[i, j] = -weights[i, j] if cell.flips else weights[i, j] - np.sign(weights[i, j]) * cell.change
        changed = (i, j)
    cuts = [ndtri(np.cumsum(rng.dirichlet(np.full(levels, 5.0)))[:-1]) for _ in range(N)]
    codes = [
        coded(matrix, size, cuts, shift, rng)
        for matrix, size, shift in zip((weights, others), SIZES, (0.0, cell.shift), strict=True)
    ]
    table = OrdinalTable.from_codes(np.vstack(codes), levels=[tuple(range(levels))] * N)
    members = np.repeat(np.arange(2), SIZES)
    return GroupedRows(table.merged().table, ("first", "second"), members), changed


def coded(
    weights: np.ndarray, n_rows: int, cuts: list[np.ndarray], shift: float, rng: np.random.Generator
) -> np.ndarray:
    """Answers of one group: latent variables of variance one by weights on that scale, cut at the thresholds."""
    latent, correlation = np.zeros((n_rows, len(weights))), np.eye(len(weights))
    for node in topological_order(weights != 0):
        with_others = correlation @ weights[:, node]
        noise = max(1 - weights[:, node] @ with_others, LEAST_NOISE)
        correlation[node] = correlation[:, node] = np.where(np.arange(len(weights)) == node, 1.0, with_others)
        latent[:, node] = latent @ weights[:, node] + np.sqrt(noise) * rng.standard_normal(n_rows)
    return np.column_stack([np.searchsorted(own + shift, column) for own, column in zip(cuts, latent.T, strict=True)])


if __name__ == "__main__":
    main()
