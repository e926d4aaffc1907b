# SPDX-License-Identifier: MIT
"""JSON that others may have spoiled."""

import json
from typing import Any


def parsed_json(text: str | bytes) -> Any:
    """The value of a text or a line of JSON; one that is nested beyond all sense is damaged like any other.

    Raises
    ------
    ValueError
        If it is no JSON.

    Examples
    --------
    >>> parsed_json('{"number": 1}')
    {'number': 1}
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
