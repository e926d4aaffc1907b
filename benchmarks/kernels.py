"""Speed of the compiled kernels against peers, in one run, on one thread unless a row says otherwise.

Every figure is the least of several repetitions. On one thread it is processor time, which other work on the machine
lengthens little; only the rows about several threads are by the clock on the wall, and need an idle machine.
"""

import time
from collections.abc import Iterator

import numpy as np
from benchmarks.latent_engine import engine_rows
from benchmarks.timing import Timing, in_units, least_time, note
from rich.console import Console
from rich.table import Table
from threadpoolctl import threadpool_limits

from ordag.data import OrdinalTable
from ordag.kernels import bivariate
from ordag.latent import estimate_correlations
from ordag.scores import CumulativeScore

SEED = 20261115


def main() -> None:
    rng = np.random.default_rng(SEED)
    table = Table("work", "ordag", "peer", "", "times faster", "agreement", title="Kernels, per piece of work")
    parts = (polychoric_pairs, bivariate_probabilities, cumulative_regressions, polychoric_threads, engine_rows)
    with threadpool_limits(limits=1):
        for rows in parts:
            note(f"kernels: {rows.__name__.replace('_', ' ')}")
            for row in rows(rng):
                times = in_units(row.ours), row.peer, in_units(row.theirs)
                table.add_row(row.work, *times, f"{row.ratio:,.1f}", row.agreement)
    Console(width=120).print(table)


def polychoric_pairs(rng: np.random.Generator) -> Iterator[Timing]:
    """Correlation matrices against ordinalcorr, which does one pair a call; time per pair."""
    try:
        from ordinalcorr import polychoric
    except ImportError:
        note("kernels: ordinalcorr is not installed; its rows are left out")
        return

    pairs = [(0, 1), (2, 3), (4, 5)]
    for n_levels, n_rows in [(2, 500), (4, 500), (7, 500), (4, 5_000), (4, 100_000)]:
        table = ordinal_table(rng, n_rows, 20, n_levels)
        found = estimate_correlations(table, repair="none", standard_errors=False)
        ours = least_time(lambda t=table: estimate_correlations(t, repair="none", standard_errors=False)) / 190
        columns = [np.ascontiguousarray(column) for column in table.codes.T]
        answers = [polychoric(columns[i], columns[j]) for i, j in pairs]
        theirs = least_time(lambda c=columns: [polychoric(c[i], c[j]) for i, j in pairs], repetitions=2) / len(pairs)
        gap = max(abs(answer - found.raw[pair]) for answer, pair in zip(answers, pairs, strict=True))
        work = f"polychoric pair, {n_levels} levels, N = {n_rows:,}"
        yield Timing(work, "ordinalcorr", ours, theirs, f"within {gap:.0e}")


def bivariate_probabilities(rng: np.random.Generator) -> Iterator[Timing]:
    """Distribution values against SciPy, which is handed all points at once; time per value."""
    from scipy.stats import multivariate_normal

    points = rng.normal(size=(2_000, 2))
    for rho in (0.2, 0.6, 0.9, 0.97):
        peer = multivariate_normal([0, 0], [[1, rho], [rho, 1]])
        gap = np.abs(bivariate.cdf(points[:, 0], points[:, 1], rho) - peer.cdf(points)).max()
        ours = least_time(lambda r=rho: bivariate.cdf(points[:, 0], points[:, 1], r)) / len(points)
        theirs = least_time(lambda p=peer: p.cdf(points), repetitions=2) / len(points)
        yield Timing(f"bivariate cdf, rho = {rho}", "SciPy", ours, theirs, f"within {gap:.0e}")


def cumulative_regressions(rng: np.random.Generator) -> Iterator[Timing]:
    """Local scores against statsmodels, which is handed rows and told how far to go; time per regression."""
    try:
        from statsmodels.miscmodels.ordinal_model import OrderedModel
    except ImportError:
        note("kernels: statsmodels is not installed; its rows are left out")
        return

    for link in ("probit", "logit"):
        for n_rows, n_parents in [(500, 1), (500, 3), (5_000, 3)]:
            codes = rng.integers(0, 5, size=(n_rows, n_parents + 1))
            codes[:, 0] = np.digitize(0.4 * codes[:, 1:].sum(axis=1) + rng.normal(size=n_rows), [0.5, 1.5, 2.5])
            score, parents = CumulativeScore(codes, link=link), list(range(1, n_parents + 1))
            scorer, peer = score.compiled(), OrderedModel(codes[:, 0], codes[:, 1:], distr=link)
            answer = peer.fit(method="bfgs", disp=False)
            gap = abs(answer.llf - score.fit(0, parents).log_likelihood)
            ours = least_time(lambda s=scorer, p=parents: [s.local(0, p) for _ in range(200)]) / 200
            theirs = least_time(lambda m=peer: m.fit(method="bfgs", disp=False), repetitions=2)
            work = f"cumulative {link}, {n_parents} parents, N = {n_rows:,}"
            yield Timing(work, "statsmodels", ours, theirs, f"within {gap:.0e}")


def polychoric_threads(rng: np.random.Generator) -> Iterator[Timing]:
    """Two threads against one, for the whole matrix."""
    table = ordinal_table(rng, 5_000, 100, 4)
    one, two = (
        least_time(
            lambda k=k: estimate_correlations(table, repair="none", standard_errors=False, n_threads=k),
            clock=time.perf_counter,
        )
        for k in (1, 2)
    )
    yield Timing("polychoric matrix, n = 100, N = 5,000, 2 threads", "ordag, 1 thread", two, one, "equal")


def ordinal_table(rng: np.random.Generator, n_rows: int, n_columns: int, n_levels: int) -> OrdinalTable:
    """Columns with correlations of about a half, cut at equal shares."""
    latent = rng.normal(size=(n_rows, n_columns)) + rng.normal(size=(n_rows, 1))
    cuts = np.quantile(latent, np.arange(1, n_levels) / n_levels, axis=0)
    return OrdinalTable.from_codes((latent[:, None, :] > cuts).sum(axis=1))


if __name__ == "__main__":
    main()
