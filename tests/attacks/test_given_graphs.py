"""Graphs that others wrote are read or refused in time that grows with their length. (10b451c read none.)"""

import contextlib
import time
from pathlib import Path

import pytest

from ordag.confirm import parse_graph
from ordag.confirm.reading import named_graph
from ordag.errors import OrdagError

SECONDS = 3  # of processor time, for what takes less than a second
MANY = 20_000
HOSTILE = {
    "remarks that are begun": "/* " * MANY,
    "remarks": "/**/ " * MANY,
    "spaces before a formula": "a" + " " * MANY + "\nb ~ c",
    "a long name": "a" * MANY,
    "braces": "{a} -> " * MANY,
    "options that are begun": '["' * MANY,
    "a chain": "a -> " * MANY,
    "empty lines": "\n" * MANY + ">",
    "heads": "dag " + "{" * MANY,
    "strings": "[a]" * MANY,
    "strings that are begun": "[a|" * MANY,
    "terms": "y ~ " + "+" * MANY,
    "dashes": "-" * MANY,
}
FANS = {
    "all with all": f"{{{' '.join(f'x{k}' for k in range(MANY))}}} -> {{{' '.join(f'y{k}' for k in range(MANY))}}}",
    "all by all": f"{'+'.join(f'x{k}' for k in range(MANY))} ~ {'+'.join(f'y{k}' for k in range(MANY))}",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_no_text_takes_long(what: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(OrdagError):
        parse_graph(HOSTILE[what])
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "text", ["dag {{a} {b}}", "dag {{a}, -1 b}", "{a} {b} -> c", "dag {{}}", "{} -> a", "{} -- {}"]
)
def test_braces_without_an_edge_between_them_are_read_or_refused(text: str) -> None:
    with contextlib.suppress(OrdagError):
        parse_graph(text)
    assert parse_graph("{a} {b} -> c").arrows == (("b", "c"),)


def test_ends_of_edges_may_be_numbers(tmp_path: Path) -> None:
    table = tmp_path / "edges.csv"
    table.write_text("from,to\n-1,b\n")
    assert named_graph(table, ["-1", "b"]).arrows == (("-1", "b"),)


@pytest.mark.parametrize("what", FANS)
def test_more_arrows_than_memory_holds_are_refused_before_they_are_made(what: str) -> None:
    with pytest.raises(OrdagError, match="has 400,000,000 arrows, and 1,000,000 are allowed"):
        parse_graph(FANS[what])
