# SPDX-License-Identifier: MIT
"""Work that was interrupted, and what there is of it."""

from ordag.errors import ConvergenceWarning


class Interrupted(ConvergenceWarning):
    """Ctrl-C ended some work early; what it had found is returned."""


class SearchInterrupted(Interrupted):
    """A search was ended early."""

    def __init__(self) -> None:
        super().__init__("search interrupted", needed="the best graph so far is returned")


class SkeletonInterrupted(Interrupted):
    """The PC algorithm was ended early."""

    def __init__(self) -> None:
        super().__init__("pc was interrupted", needed="the edges that were not yet tested are in the result")


class SamplingInterrupted(Interrupted):
    """A sampler of graphs was ended early."""

    def __init__(self, *, has_draws: bool) -> None:
        self.has_draws = has_draws
        if has_draws:
            super().__init__("sampling interrupted", needed="the draws so far are returned")
        else:
            super().__init__("sampling interrupted before the first draw", needed="the best graph so far is returned")


class CopulaInterrupted(Interrupted):
    """The sampler of the copula was ended early."""

    def __init__(self, n_draws: int) -> None:
        self.n_draws = n_draws
        super().__init__(f"copula sampler interrupted after {n_draws} draws that count")


class BootstrapInterrupted(Interrupted):
    """A bootstrap was ended early."""

    def __init__(self, n_done: int, n_boot: int) -> None:
        self.n_done, self.n_boot = n_done, n_boot
        super().__init__(f"interrupted after {n_done} of {n_boot} replicates", needed="these are kept")


class PermutationsInterrupted(Interrupted):
    """The permutations of a comparison of groups were ended early."""

    def __init__(self, n_done: int, n_permutations: int) -> None:
        self.n_done, self.n_permutations = n_done, n_permutations
        super().__init__(f"interrupted after {n_done} of {n_permutations} permutations", needed="these are kept")
