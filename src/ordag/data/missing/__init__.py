# SPDX-License-Identifier: MIT
"""What is no answer: marks in text files, entries that somebody names, labels that say so, codes out of the scale."""
