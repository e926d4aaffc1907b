"""Tests of a given graph: how often a true independence is rejected, a false one found, and the weights of lavaan.

``python -m benchmarks given`` takes a few minutes on one core, ``--full`` ten times as many sets. Two items have one to
four common causes, five levels each, and are independent given these, or have a partial correlation of 0.15. The
latent test is that of `ordag.confirm.test_independences`; the other takes codes for numbers (Fisher's z).

Where R with lavaan is installed, the weights of given graphs are compared with those of diagonally weighted least
squares under its theta parameterisation: ours, which come from whole rows, and, to see whether the models are the same,
those that the same least squares give from our correlations of pairs.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks.timing import note
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from scipy.optimize import least_squares
from threadpoolctl import threadpool_limits

import ordag
from ordag.graphs import topological_order
from ordag.independence import FisherZ, LatentPartialCorrelation, pearson_correlation
from ordag.latent import estimate_correlations
from ordag.latent.influence import CorrelationInfluence

N_SETS, N_FITTED = 400, 5
N_ROWS = (300, 1000)
MOST_GIVEN = 4
LEVELS = 5
PARTIAL = 0.15
LEVEL = 0.05
SIZES_OF_FITS = (1000, 4000, 16_000)
LAVAAN = """
suppressMessages(library(lavaan))
rows <- read.csv("rows.csv")
fit <- sem(paste(readLines("model.txt"), collapse = "\\n"), data = rows, ordered = names(rows), estimator = "WLSMV",
           parameterization = "theta", fixed.x = FALSE, conditional.x = FALSE)
found <- standardizedSolution(fit)
write.csv(found[found$op == "~", c("rhs", "lhs", "est.std", "se")], "weights.csv", row.names = FALSE)
"""


def main(full: bool = False, seed: int = 0) -> None:
    with threadpool_limits(1):
        rejections(10 * N_SETS if full else N_SETS, seed)
        weights(10 * N_FITTED if full else N_FITTED, seed)


def rejections(n_sets: int, seed: int) -> None:
    headings = ("rows", "given", "size: latent", "size: codes", "power: latent", "power: codes")
    table = Table(*headings, title=f"Shares of {n_sets} sets rejected at 5 %")
    for n_rows in N_ROWS:
        for n_given in range(MOST_GIVEN + 1):
            shares = [rejected(n_rows, n_given, partial, n_sets, seed) for partial in (0.0, PARTIAL)]
            table.add_row(str(n_rows), str(n_given), *(f"{share:.4f}" for share in np.concatenate(shares)))
        note(f"{n_rows} rows done")
    Console().print(table)


def rejected(n_rows: int, n_given: int, partial: float, n_sets: int, seed: int) -> NDArray[np.float64]:
    """Shares of sets in which the latent test and that on codes reject."""
    counts = np.zeros(2)
    for number in range(n_sets):
        rng = np.random.default_rng([seed, n_rows, n_given, number])
        frame = answers(n_rows, n_given, partial, rng)
        given = range(2, n_given + 2)
        tables = ordag.data.encode(frame)
        correlation, n_effective = pearson_correlation(tables.codes.astype(float))
        tests = (LatentPartialCorrelation(tables.merged().table), FisherZ(correlation, n_effective))
        counts += [test.p_value(0, 1, given) < LEVEL for test in tests]
    return counts / n_sets


def answers(n_rows: int, n_given: int, partial: float, rng: np.random.Generator) -> pd.DataFrame:
    """Two items, and the common causes given which their latent variables have a partial correlation."""
    causes = rng.standard_normal((n_rows, n_given))
    noise = rng.multivariate_normal([0, 0], [[1, partial], [partial, 1]], n_rows)
    slopes = rng.uniform(0.4, 0.8, (n_given, 2)) * rng.choice([-1, 1], (n_given, 2))
    latent = np.column_stack([causes @ slopes + noise, causes])
    cuts = [np.quantile(column, np.sort(rng.dirichlet(np.full(LEVELS, 4.0)).cumsum()[:-1])) for column in latent.T]
    codes = [np.searchsorted(at, column) for at, column in zip(cuts, latent.T, strict=True)]
    return pd.DataFrame(np.transpose(codes)).add_prefix("V")


def weights(n_sets: int, seed: int) -> None:
    """Weights of given graphs beside those of lavaan."""
    if shutil.which("Rscript") is None:
        note("R is not installed: no comparison with lavaan")
        return
    shares = ("largest difference", "mean", "in standard errors", "standard errors: ratio")
    headings = ("rows", "weights", *shares, "from our pairs: largest", "mean")
    table = Table(*headings, title=f"Weights of lavaan (WLSMV, theta) and ours, {n_sets} graphs of 8 items a line")
    for n_rows in SIZES_OF_FITS:
        found = pd.concat([beside_lavaan(n_rows, [seed, n_rows, number]) for number in range(n_sets)])
        apart = (found["weight"] - found["est.std"]).abs()
        in_errors = np.sqrt(((apart / found["standard_error"]) ** 2).mean())
        ratio = (found["standard_error"] / found["se"]).mean()
        by_pairs = (found["from_pairs"] - found["est.std"]).abs()
        line = (f"{apart.max():.4f}", f"{apart.mean():.4f}", f"{in_errors:.2f}", f"{ratio:.2f}")
        line += (f"{by_pairs.max():.4f}", f"{by_pairs.mean():.4f}")
        table.add_row(str(n_rows), str(len(found)), *line)
        note(f"{n_rows} rows: {', '.join(line)}")
    Console().print(table)


def beside_lavaan(n_rows: int, seed: list[int]) -> pd.DataFrame:
    """The weights of a random graph, by both programs from the same rows."""
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(8, 2, rng)
    frame = ordag.simulate.ordinal_data(dag, n_rows, LEVELS, rng=rng).frame.apply(lambda column: column.cat.codes)
    ours = ordag.fit_dag(frame, dag).estimates(frame).weights
    ours["from_pairs"] = from_pairs(frame, dag, ours)
    with tempfile.TemporaryDirectory() as folder:
        frame.to_csv(Path(folder, "rows.csv"), index=False)
        Path(folder, "model.txt").write_text(lavaan_model(dag, frame.columns), encoding="utf-8")
        Path(folder, "fit.R").write_text(LAVAAN, encoding="utf-8")
        subprocess.run(["Rscript", "fit.R"], cwd=folder, check=True, capture_output=True)
        theirs = pd.read_csv(Path(folder, "weights.csv"))
    return ours.merge(theirs, left_on=["from", "to"], right_on=["rhs", "lhs"], validate="1:1")


def from_pairs(frame: pd.DataFrame, dag: NDArray[np.int8], ours: pd.DataFrame) -> NDArray[np.float64]:
    """The weights for which the graph's correlations are closest to those of pairs, each by its own variance."""
    table = ordag.data.encode(frame)
    pairs = estimate_correlations(table, repair="none")
    influence = CorrelationInfluence.of(table, pairs)
    first, second = np.triu_indices(len(dag), 1)
    errors = [np.sqrt((influence.of_pair(i, j) ** 2).mean() / len(frame)) for i, j in zip(first, second, strict=True)]
    sources, targets = ([table.names.index(name) for name in ours[end]] for end in ("from", "to"))

    def misses(slopes: NDArray[np.float64]) -> NDArray[np.float64]:
        weights = np.zeros(dag.shape)
        weights[sources, targets] = slopes
        return ((implied_correlation(weights) - pairs.raw)[first, second]) / errors

    return least_squares(misses, ours["weight"]).x


def implied_correlation(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Correlations of a DAG with these standardised weights."""
    correlation = np.eye(len(weights))
    order = topological_order(weights != 0)
    for place, node in enumerate(order):
        before = order[:place]
        correlation[node, before] = correlation[before, node] = weights[:, node] @ correlation[:, before]
    return correlation


def lavaan_model(dag: NDArray[np.int8], names: pd.Index) -> str:
    """The graph for lavaan: roots have noise one, as theta asks, and neither they nor ends have covariances.

    `sem` would add those of the ends, the nodes that point to none, which the graph does not have.
    """
    roots = [names[j] for j in range(len(dag)) if not dag[:, j].any()]
    ends = [names[j] for j in range(len(dag)) if dag[:, j].any() and not dag[j].any()]
    lines = [f"{names[j]} ~ {' + '.join(names[dag[:, j] == 1])}" for j in range(len(dag)) if dag[:, j].any()]
    lines += [f"{root} ~~ 1*{root}" for root in roots]
    lines += [f"{one} ~~ 0*{other}" for alike in (roots, ends) for k, one in enumerate(alike) for other in alike[:k]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
