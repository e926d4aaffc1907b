# SPDX-License-Identifier: MIT
"""Positions for networks that are no trees: distances on the page follow distances in the graph.

Stress majorization (Gansner, Koren and North 2005), from the coordinates of classical scaling, so that the same graph
always has the same drawing. Strong links are short, links between groups long, which keeps groups together; then
boxes that overlap are moved apart.
"""

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import shortest_path

Places = npt.NDArray[np.float64]  # (n, 2)
Matrix = npt.NDArray[np.float64]

N_ROUNDS, SETTLED = 300, 1e-4
LONGEST = 2.5  # of the weakest link, in lengths of the strongest
BETWEEN_GROUPS = 2.2  # as many times as long as within
APART = 1.25  # distance of parts that no path joins, in the largest distance within one

N_PUSHES = 400
MOST_SHRUNK = 0.4


def stress_layout(
    strengths: npt.ArrayLike,
    sizes: npt.ArrayLike,
    gap: float,
    groups: npt.ArrayLike | None = None,
    start: npt.ArrayLike | None = None,
) -> Places:
    """Centres of boxes, x to the right and y upwards, in the unit of their sizes.

    Parameters
    ----------
    strengths
        (n, n) sizes of the links, none where zero; the larger of both directions counts.
    sizes
        (n, 2) width and height of each box.
    gap
        Between boxes that are joined by the strongest link; boxes lie at least half of it apart.
    groups
        A label per node; those with the same label are kept together.
    start
        Positions to begin from, such as those of another fit; they are changed as little as the links ask for.

    Examples
    --------
    >>> places = stress_layout([[0, 1, 0], [0, 0, 1], [0, 0, 0]], np.ones((3, 2)), 1.0)
    >>> np.linalg.norm(np.diff(places, axis=0), axis=1).round(1)
    array([1.5, 1.5])
    """
    given, boxes = np.abs(np.asarray(strengths, dtype=np.float64)), np.asarray(sizes, dtype=np.float64).reshape(-1, 2)
    n = len(boxes)
    if n < 2:
        return np.zeros((n, 2))
    wanted = _distances(np.maximum(given, given.T), boxes, gap, groups)
    places = _upright(_scaled(wanted)) if start is None else np.asarray(start, dtype=np.float64)
    places = _majorized(places, wanted)
    return apart(_compact(places if start is not None else _upright(places), boxes, gap), boxes, gap / 2)


def apart(places: Places, sizes: Matrix, gap: float) -> Places:
    """The places, moved just so far that boxes leave a gap between each other.

    Examples
    --------
    >>> apart(np.array([[0.0, 0.0], [0.5, 0.0]]), np.ones((2, 2)), 0.5)
    array([[-0.5,  0. ],
           [ 1. ,  0. ]])
    """
    moved, room = places.copy(), (sizes[:, None] + sizes[None, :]) / 2 + gap
    for _ in range(N_PUSHES):
        offset = moved[None, :] - moved[:, None]
        overlap = room - np.abs(offset)
        meets = np.asarray((overlap > 1e-9).all(axis=2)) & ~np.eye(len(moved), dtype=bool)
        if not meets.any():
            break
        # Each pair moves along the axis on which it overlaps least, each of the two by half of it.
        axis = overlap.argmin(axis=2)
        along = np.take_along_axis(offset, axis[..., None], axis=2)[..., 0]
        side = np.where(along == 0, np.where(np.tri(len(moved), k=-1) > 0, -1.0, 1.0), np.sign(along))
        push = np.where(meets, overlap.min(axis=2) / 2 * side, 0.0)
        crowd = np.maximum(meets.sum(axis=1), 1)
        for k in (0, 1):
            moved[:, k] -= np.where(axis == k, push, 0.0).sum(axis=1) / np.sqrt(crowd)
    return moved


def _distances(sizes: Matrix, boxes: Matrix, gap: float, groups: npt.ArrayLike | None) -> Matrix:
    """How far apart nodes should be: the length of the shortest path of links, or more where there is none."""
    joined = sizes > 0
    relative = np.where(joined, sizes / max(sizes.max(), 1e-12), 1.0)
    length = gap * np.minimum(1 / np.sqrt(relative), LONGEST)
    if groups is not None:
        labels = np.asarray(groups)
        length = np.where(labels[:, None] == labels[None, :], length, BETWEEN_GROUPS * length)
    reach = boxes.mean(axis=1) / 2
    found = shortest_path(np.where(joined, length + reach[:, None] + reach[None, :], 0.0), directed=False)
    finite = np.isfinite(found)
    return np.asarray(np.where(finite, found, APART * found[finite].max() + gap))


def _scaled(wanted: Matrix) -> Places:
    """Coordinates of classical scaling."""
    squares = wanted**2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values, vectors = np.linalg.eigh(-centred / 2)
    places = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-9))
    # A sign that does not depend on the library, and no two nodes at one place.
    places *= np.where(places[np.abs(places).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    turns = np.linspace(0, 2 * np.pi, len(places), endpoint=False)
    return np.asarray(places + 1e-3 * wanted.mean() * np.column_stack([np.cos(turns), np.sin(turns)]))


def _majorized(places: Places, wanted: Matrix) -> Places:
    """Places of least stress: each round solves the majorizing quadratic (Gansner, Koren and North 2005, eq. 7)."""
    weights = np.where(np.eye(len(wanted)) > 0, 0.0, 1 / np.maximum(wanted, 1e-9) ** 2)
    inverse = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights)
    for _ in range(N_ROUNDS):
        lengths = np.linalg.norm(places[:, None] - places[None, :], axis=2)
        ratio = weights * wanted / np.maximum(lengths, 1e-9)
        np.fill_diagonal(ratio, 0.0)
        moved = inverse @ ((np.diag(ratio.sum(axis=1)) - ratio) @ places)
        change = float(np.abs(moved - (places - places.mean(axis=0))).max())
        places = moved
        if change < SETTLED * wanted.mean():
            break
    return places


def _compact(places: Places, sizes: Matrix, gap: float) -> Places:
    """The places shrunk where most nodes lie farther from the nearest than boxes and gaps need."""
    lengths = np.linalg.norm(places[:, None] - places[None, :], axis=2)
    nearest = float(np.median(np.where(np.eye(len(places)) > 0, np.inf, lengths).min(axis=1)))
    needed = float(sizes.mean()) + gap / 2
    return places * float(np.clip(needed / max(nearest, 1e-9), MOST_SHRUNK, 1.0))


def _upright(places: Places) -> Places:
    """The places turned so that the drawing is wider than high, with the first node at the upper left."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned = centred @ axes.T
    return np.asarray(turned * np.where(turned[0] * [-1.0, 1.0] < 0, -1.0, 1.0))
