# SPDX-License-Identifier: MIT
"""Parts of a drawing lie close together and meet nowhere."""

import numpy as np

from ordag.graphs.arrangement import Spacing, arrange
from ordag.graphs.packing import packed

SPACING = Spacing(0.2, 0.2, (0.8, 2.0), 0.4, 1.8)
GAP = 0.5


def test_parts_keep_their_shape_and_a_gap(rng):
    parts = [(rng.uniform(0, 5, (n, 2)), rng.uniform(0.5, 1.5, (n, 2))) for n in (1, 4, 2, 7, 1, 3)]
    moved = packed(parts, GAP, 1.8)
    edges = []
    for (before, sizes), after in zip(parts, moved, strict=True):
        np.testing.assert_allclose(after - after[0], before - before[0], atol=1e-12)
        edges.append(((after - sizes / 2).min(axis=0), (after + sizes / 2).max(axis=0)))
    for k, (low, high) in enumerate(edges):
        for other_low, other_high in edges[:k]:
            assert (np.maximum(low, other_low) - np.minimum(high, other_high) >= GAP - 1e-9).any()


def test_small_parts_do_not_lie_far_from_a_large_one():
    """Ten pairs beside a ring of thirty: the page is about as large as the ring."""
    n = 50
    graph = np.zeros((n, n), dtype=int)
    ring = np.arange(30)
    graph[ring, (ring + 1) % 30] = 1
    graph[range(30, n, 2), range(31, n, 2)] = 1
    places = arrange(graph, np.full((n, 2), 0.4), SPACING, kind="stress").positions
    assert np.ptp(places, axis=0).prod() < 2.5 * np.ptp(places[:30], axis=0).prod()
