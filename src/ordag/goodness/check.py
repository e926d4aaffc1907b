# SPDX-License-Identifier: MIT
"""`check_fit`: the statistic, its chance, its size, and the pairs that fit worst."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from ordag.data import OrdinalTable, effective_weights
from ordag.errors import InputValueError
from ordag.expectation import BoxArrays
from ordag.goodness.bands import Bands, bands_of
from ordag.goodness.expected import Expectation, expect
from ordag.goodness.labels import band_labels
from ordag.goodness.reference import Complement, Length, averages, expected_lengths, of_pairs, scaled_to_chi_squared
from ordag.goodness.rows import completed_bands, drawn_bands, looked_at
from ordag.graphs import dag_to_cpdag
from ordag.maximization import maximize
from ordag.model import FitCheck, FittedNetwork, PairMisfit
from ordag.model.fit_check import shares_of

Array = npt.NDArray[np.float64]

# Functions of each column: the higher, and the nearer to either end. Further ones find little more and dilute the rest.
_N_FUNCTIONS = 2
# Chances of a lower statistic at the ends of the interval of 90 % for the size.
_INTERVAL = (0.95, 0.05)


def check_fit(network: FittedNetwork, frame: Any) -> FitCheck:
    """Whether a network fits: tables of its pairs of columns beside those of the data.

    Parameters
    ----------
    network
        The network, fitted to the data or to others.
    frame
        Rows with all columns of the network, in any form that `ordag.data.encode` reads. Of more than 20 000 rows a
        random sample is looked at. Pairs of which a column is nominal are left out: it has no bands from low to high.
        Missing entries are drawn from the network given the others of their row, so that
        they need not be missing completely at random.

    Returns
    -------
    FitCheck
        ``.p_value`` says whether the misfit is chance, ``.size`` whether it is large, ``.acceptable`` joins both;
        ``.pairs`` has every pair, worst first.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=1)
    >>> network = ordag.OSEM().fit(data.frame).network_
    >>> ordag.check_fit(network, data.frame).acceptable
    True
    """
    return check_table(network, network.encode(frame))


def check_table(
    network: FittedNetwork, table: OrdinalTable, *, n_pairs: int | None = None, boxes: BoxArrays | None = None
) -> FitCheck:
    """The same for encoded rows; `n_pairs` limits the pairs that are kept.

    Parameters
    ----------
    network
        The network.
    table
        Rows in its declared levels; weights count as in a fit.
    n_pairs
        How many of the worst pairs to keep; None for all.
    boxes
        Of the rows, where these are not those of the levels alone, but less what their clusters share. Latent values
        are then drawn within them, and their bands are compared.
    """
    network, table = _with_order(network, table)
    rng = np.random.default_rng(0)  # the same rows are drawn in every check
    if table.weights is not None:
        table = replace(table, weights=effective_weights(table.weights))
    chosen = looked_at(table, rng)
    rows = network.estimated(table).rows(chosen)
    n_rows = float(rows.total_weight)
    bands = bands_of(network.margins, n_rows, _N_FUNCTIONS)
    complement = Complement.of(expect(network, bands))
    if boxes is None:
        held = completed_bands(network, bands, rows, rng)
    else:
        held = drawn_bands(network, bands, boxes.rows(chosen), rng)
    found = np.sqrt(n_rows) * complement.residual(averages(complement.expectation, held, rows.row_weights))
    total, of_each = expected_lengths(complement, network.correlation, n_rows, rng)
    tests = scaled_to_chi_squared(np.sum(found**2), total)
    statistic, df = float(tests.statistic), float(tests.df)
    ratio = statistic / df
    low, high = (_noncentrality(statistic, df, share) for share in _INTERVAL)
    misfits = _misfits(
        network, complement.expectation, _tables(bands, held, rows.row_weights), (found, of_each), n_rows, n_pairs
    )
    return FitCheck(
        statistic,
        df,
        float(chi2.sf(statistic, df)),
        ratio,
        float(np.sqrt(max(ratio - 1, 0.0) / n_rows)),
        (float(np.sqrt(low / df / n_rows)), float(np.sqrt(high / df / n_rows))),
        n_rows,
        misfits,
    )


def has_pairs(network: FittedNetwork) -> bool:
    """Whether a network has two columns that can be looked at."""
    return sum(not network.is_nominal(column) for column in range(network.n_columns)) > 1


def _with_order(network: FittedNetwork, table: OrdinalTable) -> tuple[FittedNetwork, OrdinalTable]:
    """The columns that have bands from low to high, with their latent correlation, and their rows."""
    if network.latent is None:
        return network, table
    if not has_pairs(network):
        raise InputValueError("a check of the fit", "needs two columns that are not nominal")
    kept = [column for column in range(network.n_columns) if not network.is_nominal(column)]
    correlation = network.correlation[np.ix_(kept, kept)]
    dag = np.triu(np.ones(correlation.shape, dtype=np.int8), 1)
    parameters = maximize(correlation, dag)
    margins = network.margins
    among_them = FittedNetwork(
        names=tuple(network.names[column] for column in kept),
        kinds=tuple(network.kinds[column] for column in kept),
        levels=tuple(network.levels[column] for column in kept),
        margins=margins.of(kept),
        dag=dag,
        cpdag=dag_to_cpdag(dag),
        weights=parameters.weights,
        noise=parameters.noise,
        correlation=parameters.correlation,
        estimated_codes=tuple(network.estimated_codes[column] for column in kept),
        declared_codes=tuple(network.declared_codes[column] for column in kept),
    )
    return among_them, table.only(among_them.names)


def _noncentrality(statistic: float, df: float, share: float) -> float:
    """The non-centrality under which a statistic as low as this has the given chance."""
    if chi2.cdf(statistic, df) <= share:
        return 0.0
    top = statistic + 10 * np.sqrt(2 * df) + 10 * np.sqrt(statistic)
    return float(brentq(lambda by: ncx2.cdf(statistic, df, by) - share, 0.0, top))


def _tables(bands: Bands, held: npt.NDArray[np.intp], weights: Array) -> Array:
    """(n_pairs, n_bands, n_bands) observed shares."""
    n_bands = bands.functions.shape[1]
    is_in = (held[:, None] == np.arange(n_bands)[:, None]).reshape(-1, held.shape[1]).astype(np.float64)
    shares = (is_in @ (is_in * (weights / weights.sum())).T).reshape(bands.n_columns, n_bands, -1, n_bands)
    first, second = np.triu_indices(bands.n_columns, 1)
    return np.asarray(shares[first, :, second])


def _misfits(
    network: FittedNetwork,
    expectation: Expectation,
    observed: Array,
    residuals: tuple[Array, Length],
    n_rows: float,
    n_kept: int | None,
) -> tuple[PairMisfit, ...]:
    """The worst pairs, worst first."""
    lengths, expected = np.sum(of_pairs(expectation, residuals[0]) ** 2, axis=-1), residuals[1]
    tests = scaled_to_chi_squared(lengths, expected)
    p_values = chi2.sf(tests.statistic, tests.df)
    sizes = np.sqrt(np.maximum(lengths - expected.mean, 0.0) / n_rows)
    labels = [band_labels(network, column, cuts) for column, cuts in enumerate(expectation.bands.cuts)]
    order = np.lexsort((-tests.statistic / tests.df, p_values))
    return tuple(
        PairMisfit(
            network.names[first],
            network.names[second],
            float(tests.statistic[pair] / tests.df[pair]),
            float(p_values[pair]),
            float(sizes[pair]),
            labels[first],
            labels[second],
            *(
                shares_of(table[pair, : len(labels[first]), : len(labels[second])].tolist())
                for table in (observed, expectation.cells)
            ),
        )
        for pair in order[:n_kept].tolist()
        for first, second in [(int(expectation.first[pair]), int(expectation.second[pair]))]
    )
