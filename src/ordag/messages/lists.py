# SPDX-License-Identifier: MIT
"""Lists within a message: the first items are spelt out, the others counted."""

from collections.abc import Iterable

MAX_LISTED = 5


def listed(items: Iterable[object], separator: str = ", ") -> str:
    """Items joined for a message, the tail counted.

    Examples
    --------
    >>> listed("abcdefgh")
    'a, b, c, d, e and 3 more'
    """
    texts = [str(item) for item in items]
    head = separator.join(texts[:MAX_LISTED])
    return head if len(texts) <= MAX_LISTED else f"{head} and {len(texts) - MAX_LISTED} more"


def quoted(items: Iterable[object]) -> str:
    """Items with their quotes, joined for a message.

    Examples
    --------
    >>> quoted(["sleep", 3])
    "'sleep', 3"
    """
    return listed(map(repr, items))
