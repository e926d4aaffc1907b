# SPDX-License-Identifier: MIT
"""Remarks on rows that belong to clusters."""

from ordag.clusters.shifts import ClusterShifts
from ordag.remarks import ClustersModelled


def remark_on(found: ClusterShifts) -> ClustersModelled:
    """Remark that what clusters share was removed, and how much it was."""
    by_column = found.intraclass_correlations.sort_values(ascending=False, kind="stable")
    named = {str(name): float(share) for name, share in by_column.items()}
    return ClustersModelled(found.n_clusters, float(found.n_rows.sum()), named)
