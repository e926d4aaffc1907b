# SPDX-License-Identifier: MIT
"""Numbers in text: decimal commas, marks between thousands, and which of the two a comma is."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")
# Thousands apart and decimals, in either style: 1.234,50 and 1,234.50.
_BOTH_MARKS = (
    (".", ",", re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")),
    (",", ".", re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")),
)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")  # one thousand, or one and some thousandths


def is_decimal(text: str) -> bool:
    """Whether a text is a number with a decimal comma, which does not group thousands."""
    return DECIMAL_COMMA.fullmatch(text) is not None and _GROUPED.fullmatch(text) is None


def parsed_numbers(labels: Sequence[Any]) -> npt.NDArray[np.float64] | None:
    """Labels as finite numbers, or None if one is not; a comma is decimal unless all may group thousands."""
    labels = _ungrouped(labels)
    commas = [label for label in labels if isinstance(label, str) and DECIMAL_COMMA.fullmatch(label)]
    if commas and not all(_GROUPED.fullmatch(label) for label in commas):
        decimal = set(commas)
        labels = [label.replace(",", ".") if label in decimal else label for label in labels]
    try:
        numbers = np.array([float(label) for label in labels])
    except (TypeError, ValueError):
        return None
    return numbers if np.isfinite(numbers).all() else None


def _ungrouped(labels: Sequence[Any]) -> Sequence[Any]:
    """Labels without marks between thousands, where one label shows which mark does that and which is decimal."""
    texts = [label for label in labels if isinstance(label, str)]
    for between, decimal, style in _BOTH_MARKS:
        if any(between in text and decimal in text for text in texts) and all(map(style.fullmatch, texts)):
            plain = {text: text.replace(between, "").replace(decimal, ".") for text in texts}
            return [plain[label] if isinstance(label, str) else label for label in labels]
    return labels
