# SPDX-License-Identifier: MIT
"""Hints at what a network takes for links though it is none: one tendency behind all answers, totals, kinds of people.

Each hint is a remark with the number that prompted it. They are prompts to think, not verdicts, and rare where nothing
is the matter: each is judged against rows drawn from the network itself, or against a bound that few networks reach.
"""

from ordag.hints.columns import is_given
from ordag.hints.finding import find_hints
from ordag.hints.hidden import BetterWithHidden, better_with_hidden

__all__ = ["BetterWithHidden", "better_with_hidden", "find_hints", "is_given"]
