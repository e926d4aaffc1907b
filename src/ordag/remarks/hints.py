# SPDX-License-Identifier: MIT
"""Hints at what a network takes for links though it is none, each with the number that prompted it."""

from collections.abc import Sequence

from ordag.errors import InferenceWarning
from ordag.messages import Advise, If, InPython, LeaveOutColumns, SetOption, StateTiers
from ordag.messages.lists import listed


class HiddenCausesBetter(InferenceWarning):
    """Hidden causes explain the rows better than links alone, and leave `n_doubted` arrows open."""

    def __init__(self, n_hidden: int, n_items: int, n_doubted: int) -> None:
        self.n_hidden, self.n_items, self.n_doubted = n_hidden, n_items, n_doubted
        causes = "one hidden cause" if n_hidden == 1 else f"{n_hidden} hidden causes"
        explain = "explains" if n_hidden == 1 else "explain"
        drawn = {
            0: "No arrow becomes doubtful by that",
            1: "The arrow that they leave open is drawn as a line",
        }.get(n_doubted, f"The {n_doubted} arrows that they leave open are drawn as lines")
        super().__init__(
            causes,
            f"behind {n_items} of the items {explain} the answers better than links alone. {drawn}",
            remedies=[If("you want to see them", SetOption("hidden", "auto"))],
        )


class OneTendency(InferenceWarning):
    """Items go together as they were asked.

    `share` of their pairs have a positive correlation; `lowest` is a correlation, and the share of pairs above it;
    `reliability` is that of the mean of a row over all items.
    """

    def __init__(self, n_items: int, share: float, lowest: tuple[float, float], reliability: float) -> None:
        self.n_items, self.share, self.lowest, self.reliability = n_items, share, lowest, reliability
        correlation, above = lowest
        super().__init__(
            f"{n_items} items",
            f"go together more than links explain: {share:.0%} of their pairs have a positive correlation, {above:.0%} "
            f"one above {correlation:.2f}, and the mean of a row over all items has reliability {reliability:.2f}. One "
            "tendency may be behind all answers, such as to agree, or one general factor: links may stand for it",
            remedies=[
                If("items were worded both ways", Advise("compare the links with and without the mean of the row")),
                InPython("a factor may be learned by ordag.learn(frame, 'bossfci')"),
            ],
        )


class TwoKindsOfRows(InferenceWarning):
    """Scores of rows are flatter (`kurtosis`) than those of rows of the network (`expected`), as with two heaps."""

    def __init__(self, kurtosis: float, expected: float) -> None:
        self.kurtosis, self.expected = kurtosis, expected
        super().__init__(
            "the rows",
            f"may be of two kinds: their scores along the main direction have two heaps rather than one (kurtosis "
            f"{kurtosis:.2f}; {expected:.2f} expected), and links may stand for the difference between the kinds",
            remedies=[If("a column tells the kinds", Advise("compare its groups: ordag groups DATA --by COLUMN"))],
        )


class TotalLeft(InferenceWarning):
    """`column` is nearly the sum or mean of `parts`, which explain the share `explained` of it."""

    def __init__(self, column: str, parts: Sequence[str], explained: float) -> None:
        self.column, self.parts, self.explained = column, tuple(parts), explained
        super().__init__(
            repr(column),
            f"is nearly a sum or mean of {listed(map(repr, parts))}: they explain {explained:.0%} of it, with equal "
            "coefficients. A total hides the links of its parts",
            remedies=[LeaveOutColumns((column,))],
        )


class ArrowsIntoGiven(InferenceWarning):
    """Arrows lead into what nothing can change, such as age; `tiers` would forbid them."""

    def __init__(self, arrows: Sequence[tuple[str, str]], tiers: tuple[Sequence[str], Sequence[str]]) -> None:
        self.arrows, self.tiers = tuple(arrows), tuple(map(tuple, tiers))
        many = len(arrows) > 1
        shown = listed([f"{cause} → {effect}" for cause, effect in arrows])
        super().__init__(
            f"{len(arrows)} arrow{'s' if many else ''}",
            f"lead{'' if many else 's'} into what no answer can change ({shown})",
            remedies=[StateTiers(self.tiers)],
        )
