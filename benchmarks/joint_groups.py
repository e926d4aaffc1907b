"""Groups learned together: how far the graphs are from the truth, beside those of each group alone and one for all.

``python -m benchmarks joint_groups`` draws 12 sets a cell (``--full``: 60); ``--seed`` gives other sets. 12 columns of
4 levels, 150 rows a group, about 3 neighbours, weights of size 0.4 to 1. Of the links of the first group, so many are
dropped in each other group, and as many put where it has none; "none" shared: every group has a graph of its own.
"""

import warnings

import numpy as np
from benchmarks.timing import note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag.data import encode
from ordag.graphs import topological_order
from ordag.groups.joint import JointRows, learn_jointly
from ordag.groups.models import Learning, PreparedRows
from ordag.metrics import compare_patterns
from ordag.search import SearchSpace
from ordag.simulate import ordinal_data, random_dag, random_weights
from ordag.strategies import Settings

N, NEIGHBOURS, N_ROWS, LEVELS = 12, 3, 150, 4
CELLS = ((2, 1.0), (2, 0.9), (2, 0.7), (2, 0.0), (4, 0.9))  # groups, share of links
N_SETS, N_SETS_FULL = 12, 60


def main(seed: int = 81_000, full: bool = False) -> None:
    n_sets = N_SETS_FULL if full else N_SETS
    headings = ("groups", "links shared", "alone", "one for all", "together", "together / alone (s.e.)")
    table = Table(*headings, title=f"Mean distance of a group's graph from the truth (SHD), {n_sets} sets")
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n_groups, share in CELLS:
            note(f"joint_groups: {n_sets} sets, {n_groups} groups, {share:.0%} shared")
            found = np.array([distances(n_groups, share, seed + k) for k in range(n_sets)])
            alone, common, together = found.mean(axis=0)
            error = (found[:, 2] - together / alone * found[:, 0]).std(ddof=1) / alone / np.sqrt(n_sets)
            shown = [f"{value:.2f}" for value in (alone, common, together)]
            table.add_row(str(n_groups), f"{share:.0%}", *shown, f"{together / alone:.2f} ({error:.2f})")
    Console(width=120).print(table)


def distances(n_groups: int, share: float, seed: int) -> list[float]:
    """Mean distance of the groups' graphs, each learned alone, one for all, and together."""
    rng = np.random.default_rng(seed)
    truth = weights_of_groups(n_groups, share, rng)
    tables = [
        encode(ordinal_data(weights != 0, N_ROWS, [LEVELS] * N, 5.0, rng=rng, weights=weights).frame)
        for weights in truth
    ]
    groups, space = [PreparedRows.of(table) for table in tables], SearchSpace(tables[0].names)
    learning = Learning(space, Settings())
    fits = [learning.common(each, rng) for each in (*([group] for group in groups), groups)]
    *own, common = [(fit.dag, fit.parameters) for fit in fits]
    together = learn_jointly(JointRows(groups, space), own, common, rng).shared.dags
    found = ([dag for dag, _ in own], [common[0]] * n_groups, together)
    return [
        float(np.mean([compare_patterns(dag, weights != 0).shd for dag, weights in zip(dags, truth, strict=True)]))
        for dags in found
    ]


def weights_of_groups(n_groups: int, share: float, rng: np.random.Generator) -> list[np.ndarray]:
    """Weights of each group; all fit the order of the first, unless nothing is shared."""
    if share == 0:
        return [random_weights(random_dag(N, NEIGHBOURS, rng), rng) for _ in range(n_groups)]
    first = random_weights(random_dag(N, NEIGHBOURS, rng), rng)
    order = topological_order(first != 0)
    links = np.argwhere(first)
    absent = [(i, j) for k, i in enumerate(order) for j in order[k + 1 :] if not first[i, j]]
    n_changed = round((1 - share) * len(links))
    groups = [first]
    for _ in range(n_groups - 1):
        weights = first.copy()
        for i, j in rng.permutation(links)[:n_changed]:
            weights[i, j] = 0.0
        for i, j in rng.permutation(absent)[:n_changed]:
            weights[i, j] = rng.choice([-1, 1]) * rng.uniform(0.4, 1)
        groups.append(weights)
    return groups


if __name__ == "__main__":
    main()
