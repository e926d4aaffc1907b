"""Networks side by side."""

from typing import Any

import numpy as np
import pytest

import ordag
from ordag.errors import InputTypeError, InputValueError
from ordag.learners import LearnedNetwork


def learned(method: str, edges: list[tuple[int, int]], names: str = "abc") -> LearnedNetwork:
    cpdag = np.zeros((3, 3), np.int8)
    for i, j in edges:
        cpdag[i, j] = 1
    return LearnedNetwork(method, tuple(names), cpdag, None, None, 0.0, {})


def test_a_row_tells_which_networks_join_a_pair_and_how() -> None:
    table = ordag.compare([learned("bge", [(0, 1), (1, 0), (2, 1)]), learned("gpc", [(1, 2)])])
    assert table.index.tolist() == [("b", "c"), ("a", "b")]  # the pair that more networks join comes first
    assert table.to_dict("list") == {"bge": ["←", "—"], "gpc": ["→", ""]}


def test_any_network_can_stand_under_any_label() -> None:
    fitted = ordag.FittedNetwork.from_parameters(np.eye(3, k=1), [[0.0]] * 3, names=["a", "b", "c"])
    table = ordag.compare({"strict": learned("gpc", [(0, 1)]), "osem": fitted})
    assert table.to_dict("list") == {"strict": ["→", ""], "osem": ["—", "—"]}


def test_networks_without_edges_give_no_rows() -> None:
    assert ordag.compare([learned("bge", []), learned("gpc", [])]).shape == (0, 2)


def test_what_cannot_stand_side_by_side_is_refused() -> None:
    with pytest.raises(InputValueError, match="method 'gpc' occurs twice; give the networks by label"):
        ordag.compare([learned("gpc", []), learned("gpc", [])])
    with pytest.raises(InputValueError, match="network 'gpc' has the variables a, b, d; the first has a, b, c"):
        ordag.compare([learned("bge", []), learned("gpc", [], names="abd")])
    with pytest.raises(InputValueError, match="networks is empty"):
        ordag.compare([])


@pytest.mark.parametrize(("networks", "said"), [([1], "found int"), ({"a": ordag.OSEM()}, "'a' must be a network")])
def test_what_is_no_network_is_refused(networks: Any, said: str) -> None:
    with pytest.raises(InputTypeError, match=said):
        ordag.compare(networks)


def test_networks_are_matched_by_the_names_of_their_variables() -> None:
    table = ordag.compare([learned("bge", [(0, 1)]), learned("gpc", [(0, 1)], names="cba")])
    assert table.index.tolist() == [("a", "b"), ("b", "c")]
    assert table.to_dict("list") == {"bge": ["→", ""], "gpc": ["", "←"]}
