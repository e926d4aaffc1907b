# SPDX-License-Identifier: MIT
"""Hints at what a network mistakes for links: one tendency behind all answers, totals, kinds of respondents.

Each hint is a remark with the number that prompted it. They are prompts to think, not verdicts, and rare if all is
well: each is judged against rows drawn from the network itself, or against a bound that few networks reach.
"""

from ordag.hints.columns import is_given
from ordag.hints.finding import find_hints
from ordag.hints.hidden import BetterWithHidden, better_with_hidden

__all__ = ["BetterWithHidden", "better_with_hidden", "find_hints", "is_given"]
