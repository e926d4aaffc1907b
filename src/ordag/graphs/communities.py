# SPDX-License-Identifier: MIT
"""Groups of nodes with many strong links inside and few between: greedy modularity.

Clauset, Newman and Moore (2004), "Finding community structure in very large networks": every node begins as a group of
its own, and the two groups whose union raises the modularity most are joined, as long as any union raises it.
"""

import numpy as np
import numpy.typing as npt


def modular_groups(strengths: npt.ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Groups of at least two nodes, the largest first.

    Parameters
    ----------
    strengths
        (n, n) sizes of links, none where zero; the larger of both directions counts.

    Examples
    --------
    >>> modular_groups([[0, 1, 0, 0, 0], [0, 0, 0.1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]])
    ((0, 1), (2, 3))
    """
    given = np.abs(np.asarray(strengths, dtype=np.float64))
    sizes = np.maximum(given, given.T)
    total = sizes.sum()
    if total == 0:
        return ()
    share = sizes / total  # e_ij of the paper; the row sums are its a_i
    members = [[node] for node in range(len(share))]
    while len(members) > 1:
        rows = share.sum(axis=1)
        gain = np.where(share > 0, 2 * (share - np.outer(rows, rows)), -np.inf)
        np.fill_diagonal(gain, -np.inf)
        i, j = sorted(np.unravel_index(int(gain.argmax()), gain.shape))
        if gain[i, j] <= 0:
            break
        share[i] += share[j]
        share[:, i] += share[:, j]
        share = np.delete(np.delete(share, j, axis=0), j, axis=1)
        members[i] += members.pop(j)
    groups = [tuple(sorted(group)) for group in members if len(group) > 1]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))
