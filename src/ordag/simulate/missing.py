# SPDX-License-Identifier: MIT
"""Masks of missing entries: completely at random, or at random given what is observed."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from ordag.errors import InputValueError, RequirementError, unknown_option
from ordag.messages import SetOption
from ordag.options import as_number
from ordag.simulate.roots import bisect

MECHANISMS = ("mcar", "mar")
MAX_SHARE = 0.9  # of a column's entries
DRIVER_SLOPE = 2.0  # log-odds of missingness per standard deviation of the column that drives it: a strong dependence


@dataclass(frozen=True)
class Missing:
    """How entries go missing.

    ``"mcar"`` (completely at random): every entry with the same probability; a row that would lose all keeps one.
    ``"mar"`` (at random): half the columns stay complete, and each of the others loses entries with a probability that
    rises with the value of one complete column, so that leaving incomplete rows out would bias an estimate.

    Attributes
    ----------
    share
        Expected share of missing entries in the whole table.
    mechanism
        ``"mcar"`` or ``"mar"``.

    Examples
    --------
    >>> Missing(0.1)
    Missing(share=0.1, mechanism='mcar')
    """

    share: float
    mechanism: str = "mcar"

    def __post_init__(self) -> None:
        if self.mechanism not in MECHANISMS:
            raise unknown_option("mechanism", self.mechanism, MECHANISMS)
        limit = MAX_SHARE if self.mechanism == "mcar" else MAX_SHARE / 2
        if not 0 <= as_number("share", self.share) <= limit:
            raise RequirementError(
                "share of missing entries", f"lie between 0 and {limit:g} for {self.mechanism!r}", f"found {self.share}"
            )


def missing_probabilities(
    missing: Missing, observed: npt.NDArray[np.float64], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """For every entry the probability that it is missing, given the table as a reader will see it (codes or values).

    Latent values must not enter: missingness that depends on them beyond the observed level is not at random.
    """
    n_columns = observed.shape[1]
    if n_columns < 2:
        raise InputValueError(
            "missing entries",
            "need at least 2 columns",
            "a row must keep one",
            remedies=[SetOption("missing", None)],
        )
    if missing.mechanism == "mcar":
        return np.full(observed.shape, missing.share)
    columns = rng.permutation(n_columns)
    complete, incomplete = columns[: n_columns // 2], columns[n_columns // 2 :]
    share = missing.share * n_columns / len(incomplete)
    probabilities = np.zeros(observed.shape)
    for column, driver in zip(incomplete, rng.choice(complete, len(incomplete)), strict=True):
        probabilities[:, column] = _rising_with(observed[:, driver], share)
    return probabilities


def _rising_with(driver: npt.NDArray[np.float64], share: float) -> npt.NDArray[np.float64]:
    """Probabilities with the given mean, logistic in the driver."""
    if share == 0:
        return np.zeros(len(driver))
    log_odds = DRIVER_SLOPE * (driver - driver.mean()) / driver.std()

    def excess(shift: float) -> float:
        return float(expit(shift + log_odds).mean()) - share

    # At the lower end every probability is below the share, at the upper end above it.
    centre = np.log(share / (1 - share))
    shift = bisect(excess, centre - log_odds.max(), centre - log_odds.min())
    return np.asarray(expit(shift + log_odds))
