# SPDX-License-Identifier: MIT
"""Rows that belong together."""

from collections.abc import Mapping, Sequence

from ordag.errors import InferenceWarning, OrdagWarning
from ordag.messages import Advise, If, OptionName, SetOption
from ordag.messages.lists import listed, quoted

# With fewer rows in a cluster, what they share is told apart from what each has of its own in part only.
FEWEST_ROWS = 5
_N_NAMED = 5


class ClustersModelled(OrdagWarning):
    """What the rows of clusters share was taken out; `correlations` has the intra-class correlation by column."""

    def __init__(self, n_clusters: int, n_rows: float, correlations: Mapping[str, float]) -> None:
        self.n_clusters, self.n_rows, self.correlations = n_clusters, n_rows, dict(correlations)
        named = [f"{name} {share:.2f}" for name, share in list(correlations.items())[:_N_NAMED]]
        mean = sum(correlations.values()) / len(correlations)
        each = n_rows / n_clusters
        small = (
            f"; with {each:.1f} rows in a cluster, part of what they share is still in it" if each < FEWEST_ROWS else ""
        )
        super().__init__(
            f"{n_clusters} clusters",
            f"differ in their answers (intra-class correlations {mean:.2f} on average, largest {listed(named)}), which "
            f"is kept out of the network: it is that within clusters{small}",
        )


class ClustersNotUsed(InferenceWarning):
    """A column tells which rows belong together, as those of one person or school, and nobody asked for clusters."""

    def __init__(self, column: str) -> None:
        self.column = column
        super().__init__(
            f"several rows have the same {column!r}",
            "but every row counts as independent of the others: links will look surer than they are",
            remedies=[If("such rows belong together", SetOption("clusters", column))],
        )


class RowsInBlocks(InferenceWarning):
    """Every `n_rows` rows in turn are equal in some columns, as several rows of one person are."""

    def __init__(self, n_rows: int, columns: Sequence[str]) -> None:
        self.n_rows, self.columns = n_rows, tuple(columns)
        super().__init__(
            f"every {n_rows} rows in turn are equal in {quoted(columns)}",
            "as several rows of one person are, but every row counts as independent: links will look surer "
            "than they are",
            remedies=[
                If(
                    "such rows belong together",
                    Advise(("add a column that numbers the persons, and name it by ", OptionName("clusters"))),
                )
            ],
        )
