# SPDX-License-Identifier: MIT
"""Recall and precision of links and arrows by the number of respondents.

A link is found if its two items are joined; an arrow of the truth is one that its equivalence class directs, and a
drawn arrow is right if the true graph has it. Shares are of all links or arrows of all simulated studies of a size;
their intervals are those of ratios, over studies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from joblib import delayed
from matplotlib.axes import Axes
from scipy.stats import t as student
from threadpoolctl import threadpool_limits

from ordag import __version__
from ordag.errors import InputValueError, OptionError, collected_warnings, unknown_option
from ordag.estimator import clone
from ordag.graphs import Adjacency, dag_to_cpdag
from ordag.messages import Advise
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted
from ordag.options import as_count
from ordag.osem import OSEM
from ordag.plan.scenario import Pilot, Scenario
from ordag.progress import terminal_bar
from ordag.stability.workers import as_finished

ROWS = (200, 400, 800, 1600)
MEASURES = ("link recall", "link precision", "arrow recall", "arrow precision")
LEVEL = 0.95
_FEWEST_SETS = 3  # of which a standard error can be given


@dataclass(frozen=True, eq=False, repr=False)
class SamplePlan(Shown):
    """What studies of several sizes would find.

    Attributes
    ----------
    frame
        One row per size and measure: rows, measure, share, low, high (95 %).
    scenario
        What was simulated, in words.
    n_sets
        Simulated studies of each size.
    seed
        Of the simulation.
    """

    frame: pd.DataFrame
    scenario: str
    n_sets: int
    seed: int
    method: str = field(default="the default of ordag")

    def needed(self, target: float = 0.8, of: str = "link recall") -> tuple[float | None, float | None, float | None]:
        """How many respondents reach a share, with an interval; None beyond the largest size.

        Between sizes, shares are interpolated over the logarithm of the size; a share that falls with more rows is
        taken as chance. A size below the smallest one simulated is given as the smallest.

        Examples
        --------
        >>> rows = [(n, "link recall", share, share - 0.1, share + 0.1) for n, share in [(100, 0.6), (400, 0.8)]]
        >>> frame = pd.DataFrame(rows, columns=["rows", "measure", "share", "low", "high"])
        >>> SamplePlan(frame, "", 10, 0).needed(0.7)
        (200.0, 100.0, 400.0)
        """
        if of not in MEASURES:
            raise unknown_option("of", of, MEASURES)
        if not 0 < target < 1:
            raise OptionError("target", target, "between 0 and 1")
        part = self.frame[self.frame["measure"] == of].sort_values("rows")
        sizes = part["rows"].to_numpy(float)
        shares = [part[column].to_numpy(float) for column in ("share", "high", "low")]
        best, least, most = (_reached(sizes, each, target) for each in shares)
        return best, least, most

    def paragraph(self, target: float = 0.8, of: str = "link recall") -> str:
        """A paragraph for a preregistration."""
        sizes = sorted(self.frame["rows"].unique())
        best, least, most = self.needed(target, of)
        what = _MEANT[of]
        if best is None:
            found = f"Even {sizes[-1]:,} respondents did not reach {target:.0%} of {what}."
        elif best <= sizes[0]:
            found = f"The smallest number simulated, {sizes[0]:,} respondents, already reached {target:.0%} of {what}."
        else:
            low, high = f"{least or sizes[0]:,.0f}", "more than was simulated" if most is None else f"{most:,.0f}"
            found = (
                f"To reach {target:.0%} of {what}, {best:,.0f} respondents are needed (95% interval {low} to {high})."
            )
        return (
            f"The sample size was planned by simulation with ordag {__version__} (seed {self.seed}). For each of "
            f"{len(sizes)} sizes from {sizes[0]:,} to {sizes[-1]:,} respondents, {self.n_sets} studies were simulated: "
            f"answers to {self.scenario}, learned by {self.method} and compared with the true network. {found} "
            + " ".join(self._at(size) for size in sizes)
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the shares by the number of respondents, with their intervals, and return the axes."""
        import matplotlib.pyplot as plt

        from ordag.plots import style

        if ax is None:
            _, ax = plt.subplots(figsize=(4.6, 3.4), layout="constrained")
        for k, measure in enumerate(MEASURES):
            part = self.frame[self.frame["measure"] == measure].sort_values("rows")
            colour = style.LINE_COLOURS[k + 1]
            look: dict[str, Any] = {"color": colour, "marker": style.MARKERS[k], "linestyle": style.DASHES[k]}
            ax.plot(part["rows"], part["share"], label=measure, markersize=4, **look)
            ax.fill_between(part["rows"], part["low"], part["high"], color=colour, alpha=0.12, linewidth=0)
        sizes = sorted(self.frame["rows"].unique())
        ax.set_xscale("log")
        ax.set_xticks(sizes, [f"{size:,}" for size in sizes], minor=False)
        ax.minorticks_off()
        ax.set_ylim(0, 1.02)
        ax.set_xlabel("respondents")
        ax.set_ylabel("share, 95 % interval")
        ax.grid(color=style.FAINT, linewidth=0.6)
        ax.set_axisbelow(True)
        ax.spines[["right", "top"]].set_visible(False)
        ax.legend(frameon=False, fontsize=style.LEGEND_SIZE)
        return ax

    def _at(self, size: int) -> str:
        part = self.frame[self.frame["rows"] == size].set_index("measure")["share"]
        shares = [f"{part[measure]:.0%}" if part[measure] == part[measure] else "none" for measure in MEASURES]
        return (
            f"With {size:,} respondents {shares[0]} of the true links were found and {shares[1]} of those found were "
            f"right, {shares[2]} of the true arrows and {shares[3]} of those found."
        )

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = f"SamplePlan({counted(self.frame['rows'].nunique(), 'size')}, {self.n_sets} studies each)"
        return heading, self.frame.pivot(index="rows", columns="measure", values="share")[list(MEASURES)].reset_index()


_MEANT = {
    "link recall": "the true links",
    "link precision": "right ones among the links found",
    "arrow recall": "the true arrows",
    "arrow precision": "right ones among the arrows found",
}


def plan_sample_size(
    scenario: Scenario | FittedNetwork | None = None,
    rows: Sequence[int] = ROWS,
    n_sets: int = 20,
    *,
    learner: OSEM | None = None,
    n_jobs: int | None = -1,
    random_state: int = 0,
    verbose: bool = False,
) -> SamplePlan:
    """How much of a network studies of several sizes would find, by simulation.

    Parameters
    ----------
    scenario
        What to expect: a `Scenario`, or the network of a pilot, which is taken as true; the usual scenario when None.
    rows
        Numbers of respondents.
    n_sets
        Simulated studies of each size, at least 3; the same networks at every size.
    learner
        How the study will be analysed; the default `OSEM` when None.
    n_jobs
        Worker processes; -1 for all cores. The result does not depend on it.
    random_state
        Seed.
    verbose
        Show a progress bar.

    Examples
    --------
    >>> import ordag
    >>> plan = ordag.plan_sample_size(Scenario(5, neighbours=2), [100, 400], n_sets=4, n_jobs=1)
    >>> list(plan.frame.columns)
    ['rows', 'measure', 'share', 'low', 'high']
    """
    sizes = sorted({as_count("rows", size, least=10) for size in rows})
    n_sets = as_count("n_sets", n_sets, least=_FEWEST_SETS)
    if not sizes:
        raise InputValueError("rows", "holds no number of respondents", remedies=[Advise("give at least one")])
    drawn = Pilot(scenario) if isinstance(scenario, FittedNetwork) else scenario or Scenario()
    model = OSEM(random_state=0) if learner is None else learner
    trials = [(size, k) for size in sizes[::-1] for k in range(n_sets)]  # the longest first
    jobs = (delayed(_study)(drawn, model, size, k, random_state) for size, k in trials)
    with terminal_bar(verbose), threadpool_limits(1):
        counts = dict(as_finished(jobs, n_jobs, "simulated studies", len(trials)))
    lines = [line for size in sizes for line in _summed_up(size, np.array([counts[size, k] for k in range(n_sets)]))]
    frame = pd.DataFrame(lines, columns=["rows", "measure", "share", "low", "high"])
    named = {} if learner is None else {"method": repr(learner)}
    return SamplePlan(frame, drawn.text, n_sets, random_state, **named)


Counts = tuple[int, ...]  # of links: true, found, both; of arrows: true, true and found, found, found and right


def _study(drawn: Scenario | Pilot, model: OSEM, size: int, number: int, seed: int) -> tuple[tuple[int, int], Counts]:
    """One simulated study: its size and number, and what it found."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
    with collected_warnings(), threadpool_limits(1):
        table, dag = drawn.draw(size, rng)
        learner: OSEM = clone(model).set_params(n_jobs=1, verbose=False)
        # As `OSEM.fit` does, without the check of the fit, which is not used here.
        found = learner.fit_within(table, learner.search_space(table.names)).network_.cpdag
    return (size, number), _counts(found, dag)


def _counts(found: Adjacency, dag: Adjacency) -> Counts:
    true_class = dag_to_cpdag(dag)
    true, joined = true_class | true_class.T, found | found.T
    arrows, compelled = found & (1 - found.T), true_class & (1 - true_class.T)
    links = (true.sum() // 2, joined.sum() // 2, (true & joined).sum() // 2)
    heads = (compelled.sum(), (arrows & compelled).sum(), arrows.sum(), (arrows & dag).sum())
    return tuple(map(int, (*links, *heads)))


def _summed_up(size: int, counts: npt.NDArray[np.int64]) -> list[tuple[int, str, float, float, float]]:
    true, found, both, compelled, recalled, arrows, right = counts.T
    parts = [(both, true), (both, found), (recalled, compelled), (right, arrows)]
    return [(size, measure, *_ratio(*part)) for measure, part in zip(MEASURES, parts, strict=True)]


def _ratio(part: npt.NDArray[np.int64], whole: npt.NDArray[np.int64]) -> tuple[float, float, float]:
    """The share of a whole over studies, with its interval: the linearised error of a ratio of sums."""
    if whole.sum() == 0:
        return float("nan"), float("nan"), float("nan")
    share, n = part.sum() / whole.sum(), len(part)
    error = np.sqrt(np.sum((part - share * whole) ** 2) * n / (n - 1)) / whole.sum()
    half = float(student.ppf((1 + LEVEL) / 2, n - 1)) * error
    return float(share), float(max(0.0, share - half)), float(min(1.0, share + half))


def _reached(sizes: npt.NDArray[np.float64], shares: npt.NDArray[np.float64], target: float) -> float | None:
    """The size at which the shares, taken as increasing, reach the target."""
    rising = np.maximum.accumulate(np.nan_to_num(shares))
    above = np.flatnonzero(rising >= target)
    if not len(above):
        return None
    k = int(above[0])
    if k == 0:
        return float(sizes[0])
    way = (target - rising[k - 1]) / (rising[k] - rising[k - 1])
    return float(np.round(np.exp(np.log(sizes[k - 1]) + way * np.log(sizes[k] / sizes[k - 1]))))
