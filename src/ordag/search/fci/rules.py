# SPDX-License-Identifier: MIT
"""The ten rules that turn circles into tails and arrowheads.

Zhang (2008), On the completeness of orientation rules for causal discovery in the presence of latent confounders and
selection bias, Artificial Intelligence 172. Rules 5 to 7 concern selection of rows and are left out unless asked for. A
rule changes circles only, never a mark that stands. ``a[i, b]`` below is the mark at b, ``*`` any mark.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL, Marks, is_directed
from ordag.search.fci.paths import discriminating_end, has_uncovered_path, uncovered_paths

Flags = npt.NDArray[np.bool_]
# Whether β belongs to what separates θ and γ; None if that is not known.
SeparatedBy = Callable[[int, int, int], bool | None]


@dataclass(frozen=True)
class Orientation:
    """What the rules work on: the marks, which they change in place, and what stays.

    Attributes
    ----------
    marks
        (n, n).
    adjacent
        (n, n) where the marks have an edge.
    ambiguous
        (n, n, n) unshielded triples that tests contradict on: no rule builds on [i, j, k] with j in the middle.
    separated_by
        Whether a node is in the set that separated two others.
    """

    marks: Marks
    adjacent: Flags
    ambiguous: Flags
    separated_by: SeparatedBy

    @cached_property
    def unshielded(self) -> Flags:
        """(n, n, n) at [j]: pairs of nodes that are not adjacent, and sure as a triple with j in the middle."""
        apart = ~(self.adjacent | np.eye(len(self.adjacent), dtype=bool))
        return np.asarray(apart & ~self.ambiguous.transpose(1, 0, 2))

    def circles(self) -> list[tuple[int, int]]:
        """Edges (i, j) with a circle at j."""
        return [(int(i), int(j)) for i, j in np.argwhere(self.marks == CIRCLE)]


def apply_rules(orientation: Orientation, *, selection: bool = False) -> None:
    """Apply the rules until none changes a mark: first those for heads, then those for tails."""
    first = (rule_1, rule_2, rule_3, rule_4)
    of_selection = (rule_5, rule_6, rule_7) if selection else ()
    _until_stable(orientation, first)
    _until_stable(orientation, of_selection)
    _until_stable(orientation, (*first, *of_selection[1:], rule_8, rule_9, rule_10))


def _until_stable(orientation: Orientation, rules: tuple[Callable[[Orientation], None], ...]) -> None:
    while rules:
        before = orientation.marks.copy()
        for rule in rules:
            rule(orientation)
        if np.array_equal(before, orientation.marks):
            return


def rule_1(o: Orientation) -> None:
    """α *→ β o-* γ, α and γ not adjacent: β → γ."""
    for gamma, beta in o.circles():
        if o.marks[gamma, beta] == CIRCLE and (o.unshielded[beta, gamma] & (o.marks[:, beta] == ARROW)).any():
            o.marks[gamma, beta] = TAIL
            if o.marks[beta, gamma] == CIRCLE:
                o.marks[beta, gamma] = ARROW


def rule_2(o: Orientation) -> None:
    """α → β *→ γ or α *→ β → γ, and α *-o γ: an arrowhead at γ."""
    into, directed = o.marks == ARROW, is_directed(o.marks)
    o.marks[((directed @ into) | (into @ directed)) & (o.marks == CIRCLE)] = ARROW


def rule_3(o: Orientation) -> None:
    """α *→ β ←* γ, α *-o θ o-* γ, α and γ not adjacent, θ *-o β: an arrowhead at β."""
    for theta, beta in o.circles():
        ends = (o.marks[:, beta] == ARROW) & (o.marks[:, theta] == CIRCLE)
        apart = o.unshielded[beta] & o.unshielded[theta]
        if (ends @ apart)[ends].any():
            o.marks[theta, beta] = ARROW


def rule_4(o: Orientation) -> None:
    """A path from θ that discriminates β o-* γ: β → γ if β separated θ and γ, α ↔ β ↔ γ otherwise."""
    for gamma, beta in o.circles():
        if o.marks[gamma, beta] != CIRCLE:
            continue
        for alpha in np.flatnonzero(is_directed(o.marks)[:, gamma] & o.adjacent[:, beta]).tolist():
            theta = discriminating_end(o.marks, alpha, beta, gamma)
            inside = None if theta is None else o.separated_by(theta, gamma, beta)
            if inside is None:
                continue
            ends = [(gamma, beta, TAIL if inside else ARROW), (beta, gamma, ARROW)]
            ends += [] if inside else [(alpha, beta, ARROW)]
            for i, j, mark in ends:
                if o.marks[i, j] == CIRCLE:
                    o.marks[i, j] = mark
            break


def rule_5(o: Orientation) -> None:
    """An uncovered path of circles from α to β around α o-o β, whose ends are not adjacent crosswise: all tails."""
    both = (o.marks == CIRCLE) & (o.marks.T == CIRCLE)
    for alpha, beta in np.argwhere(np.triu(both)).tolist():
        around = both & (o.marks == CIRCLE)  # without edges that became tails meanwhile
        if not around[alpha, beta]:
            continue
        for gamma in np.flatnonzero(around[alpha] & ~o.adjacent[beta]).tolist():
            if gamma == beta:
                continue
            paths = uncovered_paths(around, o.adjacent, alpha, gamma, beta)
            path = next((each for each in paths if not o.adjacent[alpha, each[-2]]), None)
            for i, j in [] if path is None else [*pairwise(path), (alpha, beta)]:
                o.marks[i, j] = o.marks[j, i] = TAIL


def rule_6(o: Orientation) -> None:
    """α − β o-* γ: a tail at β."""
    undirected = ((o.marks == TAIL) & (o.marks.T == TAIL)).any(axis=0)
    o.marks[(o.marks == CIRCLE) & undirected[None, :]] = TAIL


def rule_7(o: Orientation) -> None:
    """α -o β o-* γ, α and γ not adjacent: a tail at β."""
    for gamma, beta in o.circles():
        tailed = (o.marks[:, beta] == CIRCLE) & (o.marks[beta] == TAIL)
        if (tailed & o.unshielded[beta, gamma]).any():
            o.marks[gamma, beta] = TAIL


def rule_8(o: Orientation) -> None:
    """α → β → γ or α -o β → γ, and α o→ γ: α → γ."""
    leaves = (o.marks.T == TAIL) & ((o.marks == ARROW) | (o.marks == CIRCLE))
    open_tail = (o.marks == ARROW) & (o.marks.T == CIRCLE)
    found = (leaves @ is_directed(o.marks)) & open_tail
    o.marks[found.T] = TAIL


def rule_9(o: Orientation) -> None:
    """α o→ γ, and an uncovered potentially directed path α, β, …, γ with β and γ not adjacent: α → γ."""
    for alpha, gamma in _open_tails(o):
        step = _potentially_directed(o.marks)
        for beta in np.flatnonzero(step[alpha] & ~o.adjacent[gamma]).tolist():
            if beta != gamma and has_uncovered_path(step, o.adjacent, alpha, beta, gamma):
                o.marks[gamma, alpha] = TAIL
                break


def rule_10(o: Orientation) -> None:
    """α o→ γ, β → γ ← θ, uncovered potentially directed paths from α to β and to θ that leave apart: α → γ."""
    for alpha, gamma in _open_tails(o):
        step = _potentially_directed(o.marks)
        first_steps = [k for k in np.flatnonzero(step[alpha]).tolist() if k != gamma]
        parents = [k for k in np.flatnonzero(is_directed(o.marks)[:, gamma]).tolist() if k != alpha]
        # reached[k]: the first steps from which an uncovered path leads to the parent.
        reached = {
            parent: [k for k in first_steps if has_uncovered_path(step, o.adjacent, alpha, k, parent)]
            for parent in parents
        }
        if any(
            one != other and not o.adjacent[one, other]
            for beta in parents
            for theta in parents
            if beta < theta
            for one in reached[beta]
            for other in reached[theta]
        ):
            o.marks[gamma, alpha] = TAIL


def _open_tails(o: Orientation) -> list[tuple[int, int]]:
    """Edges α o→ γ."""
    return [(int(i), int(j)) for i, j in np.argwhere((o.marks == ARROW) & (o.marks.T == CIRCLE))]


def _potentially_directed(marks: Marks) -> Flags:
    """(n, n) edges that may be i → j: no arrowhead at i, no tail at j."""
    return np.asarray((marks != NONE) & (marks.T != ARROW) & (marks != TAIL))
