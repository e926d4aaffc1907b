# SPDX-License-Identifier: MIT
"""Boxes of several tables in one, each row with the thresholds of its own group.

The levels of each group are codes of their own, so that one latent network is fitted to all rows while every group
keeps its margins, and no kernel knows of groups.
"""

from collections.abc import Sequence

import numpy as np

from ordag.expectation import BoxArrays


def stacked(parts: Sequence[BoxArrays]) -> BoxArrays:
    """The rows of all parts, which have the same columns.

    Examples
    --------
    >>> from ordag.data import OrdinalTable
    >>> from ordag.expectation import latent_boxes
    >>> from ordag.latent import estimate_thresholds
    >>> tables = [OrdinalTable.from_codes([[0], [1], [1]]), OrdinalTable.from_codes([[0], [1], [-1]])]
    >>> boxes = stacked([latent_boxes(table, estimate_thresholds(table)) for table in tables])
    >>> boxes.codes
    array([[ 0,  1,  1,  2,  3, -1]], dtype=int16)
    >>> boxes.upper.round(2)
    array([[  inf, -0.43,   inf,  0.  ,   inf]])
    """
    n_levels = [part.lower.shape[1] - 1 for part in parts]
    first = np.concatenate([[0], np.cumsum(n_levels)[:-1]])
    codes = [
        np.where((part.codes < 0) | part.exact, part.codes, part.codes + np.int16(start))
        for part, start in zip(parts, first, strict=True)
    ]
    return BoxArrays(
        codes=np.hstack(codes),
        lower=np.hstack([parts[0].lower[:, :1], *(part.lower[:, 1:] for part in parts)]),
        upper=np.hstack([parts[0].upper[:, :1], *(part.upper[:, 1:] for part in parts)]),
        continuous=parts[0].continuous,
        observed=np.hstack([part.observed for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
    )
