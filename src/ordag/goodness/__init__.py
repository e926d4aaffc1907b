# SPDX-License-Identifier: MIT
"""Does the network fit? One- and two-way tables of the data beside those that the fitted network implies.

It stands between a fitted network and whoever reports on it: `bands` divides each column into a few bands, `expected`
says what the network expects of every pair of columns and how that changes with its parameters, `reference` how far
data from the network itself deviate from it, and `check` compares. Limited information, as in Maydeu-Olivares and Joe
(2006): tables of all columns at once are too sparse to be compared; those of pairs are not.
"""

from ordag.goodness.check import check_fit

__all__ = ["check_fit"]
