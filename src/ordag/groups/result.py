# SPDX-License-Identifier: MIT
"""What a comparison of groups found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from ordag.errors import unknown_option
from ordag.graphs import Adjacency
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Largest p-value at which a result is called a difference.
ALPHA = 0.05


@dataclass(frozen=True, eq=False, repr=False)
class GroupComparison(Shown):
    """What `ordag.compare_groups` returns.

    Attributes
    ----------
    networks : mapping
        The network learned from each group alone, by the group's name.
    common : mapping
        One graph with one set of weights for all, with the thresholds of each group.
    dag : (n, n)
        Of the common network, or of a group if that describes all groups decidedly better with weights by group; the
        weights of all pairs are taken in its order.
    sizes : mapping
        Rows of each group, by weight.
    tests : pandas.DataFrame
        One row per hypothesis on the whole: test, statistic, p_value.
    edges : pandas.DataFrame
        One row per link that some network has, or whose weight differs: from, to, the weight in each group,
        `difference` with `low` and `high` (two groups, 95 %), `statistic`, `p_value` and `p_corrected` of the weight,
        whether each group's network has the link, `p_presence`, and `odds` that the weight differs.
    pairs : pandas.DataFrame
        The same for all pairs of columns: all were tested, and `p_corrected` allows for all.
    thresholds : pandas.DataFrame
        One row per column: how far each group's answers lie above those of all rows, in latent standard deviations,
        `statistic`, `p_value`, `p_corrected`.
    effects : pandas.DataFrame
        One row per effect asked for: cause, outcome, total effect in each group, `statistic`, `p_value`, `p_corrected`.
    invariance : pandas.DataFrame
        One row per step: model, log_likelihood, n_parameters, bic, left_out_log_likelihood.
    n_permutations : int
        Number of permutations that were run.
    """

    networks: Mapping[str, FittedNetwork]
    common: Mapping[str, FittedNetwork]
    dag: Adjacency
    sizes: Mapping[str, float]
    tests: pd.DataFrame
    pairs: pd.DataFrame
    thresholds: pd.DataFrame
    effects: pd.DataFrame
    invariance: pd.DataFrame
    n_permutations: int

    def __getitem__(self, group: str) -> FittedNetwork:
        if group not in self.networks:
            raise unknown_option("group", group, self.networks)
        return self.networks[group]

    @property
    def p_value(self) -> float:
        """P-value of no difference in any weight: the largest and the sum of all differences, judged together."""
        return self.p_value_of("weights")

    def p_value_of(self, test: str) -> float:
        """P-value of a hypothesis on the whole: ``"weights"``, ``"presence"`` or ``"thresholds"``."""
        known = self.tests.set_index("test")["p_value"]
        if test not in known.index:
            raise unknown_option("test", test, known.index)
        return float(known[test])

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return next(iter(self.common.values())).names

    @property
    def edges(self) -> pd.DataFrame:
        """The pairs that some network joins, or whose weights differ after correction."""
        shown = self.pairs["in_common"] | self.pairs["p_corrected"].le(ALPHA)
        for group in self.networks:
            shown |= self.pairs[f"in_{group}"]
        return self.pairs[shown].reset_index(drop=True)

    @property
    def preferred(self) -> str:
        """The step of highest BIC."""
        return str(self.invariance.set_index("model")["bic"].idxmax()) if len(self.invariance) else ""

    def differing_links(self, alpha: float = ALPHA) -> pd.DataFrame:
        """Links whose weights differ, after correction for all pairs."""
        return self.pairs[self.pairs["p_corrected"] <= alpha].reset_index(drop=True)

    def paragraphs(self) -> tuple[str, ...]:
        """The result in sentences: groups and method, links, thresholds, what is shared."""
        from ordag.groups.paragraphs import paragraphs

        return paragraphs(self)

    def plot(self, **options: Any) -> "Figure":
        """The networks of the groups side by side in one layout, and what differs: `ordag.plots.plot_groups`."""
        from ordag.plots import plot_groups

        marked = self.differing_links()[["from", "to"]].itertuples(index=False, name=None)
        differences = self.edges if "difference" in self.pairs else None
        return plot_groups(self.networks, **{"marked": list(marked), "differences": differences} | options)

    def plot_differences(self, **options: Any) -> "Axes":
        """Differences of the weights of two groups with their intervals: `ordag.plots.plot_differences`."""
        from ordag.plots import plot_differences

        return plot_differences(self.edges, **options)

    def _shown(self) -> tuple[str, pd.DataFrame]:
        sizes = ", ".join(f"{group} {size:g}" for group, size in self.sizes.items())
        permutations = counted(self.n_permutations, "permutation")
        return f"GroupComparison({sizes}; {permutations})", self.tests.set_index("test")
