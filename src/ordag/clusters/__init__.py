# SPDX-License-Identifier: MIT
"""Rows that belong together: pupils of a school, patients of a site, answers of a person.

What the rows of a cluster share shifts their answers. `intercepts` estimates how far clusters differ in each column,
`shifts` what each cluster's shifts are, given those of the others, and `boxes` subtracts them from every row's box, so
that a network of the remainder is learned by the same kernels.
"""

from ordag.clusters.boxes import shifted_boxes
from ordag.clusters.shifts import ClusterShifts, estimate_shifts

__all__ = ["ClusterShifts", "estimate_shifts", "shifted_boxes"]
