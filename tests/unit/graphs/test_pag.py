"""A PAG in words, tables and other programs' formats."""

import numpy as np
import pytest

from ordag.errors import RequirementError
from ordag.graphs import Pag

MARKS = [[0, 2, 2, 1], [1, 0, 2, 0], [3, 2, 0, 0], [1, 0, 0, 0]]  # 0 o→ 1, 0 → 2, 1 ↔ 2, 0 o−o 3
PAG = Pag(MARKS, ["a", "b", "c", "d"])


def test_edges_are_written_with_the_arrow_to_the_right() -> None:
    assert str(Pag([[0, 3], [2, 0]], ["a", "b"])) == "b → a"
    assert str(PAG).splitlines() == ["a o→ b", "a → c", "a o−o d", "b ↔ c"]
    assert str(Pag(np.zeros((2, 2)))) == "no edges"


def test_every_edge_is_said_in_words() -> None:
    said = PAG.frame().set_index(["from", "to"])["meaning"]
    assert said["a", "b"] == "b does not cause a: a causes b, or something hidden causes both"
    assert said["a", "c"] == "a causes c, perhaps through others"
    assert said["b", "c"] == "neither causes the other; something hidden causes both b and c"
    assert said["a", "d"] == "a and d belong together; the data do not say how"


@pytest.mark.parametrize("at_first", [1, 2, 3])
@pytest.mark.parametrize("at_second", [1, 2, 3])
def test_no_pair_of_marks_lacks_words(at_first: int, at_second: int) -> None:
    pag = Pag([[0, at_second], [at_first, 0]], ["x", "y"])
    assert "x" in pag.meaning(0, 1)
    assert len(pag.frame()) == 1


def test_only_sure_arrows_are_directed_in_a_partly_directed_graph() -> None:
    assert np.argwhere(PAG.causes).tolist() == [[0, 2]]
    assert np.argwhere(PAG.hidden_between).tolist() == [[1, 2], [2, 1]]
    expected = [[0, 1, 1, 1], [1, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    assert PAG.partly_directed.tolist() == expected


def test_networkx_holds_both_marks() -> None:
    graph = PAG.to_networkx()
    assert graph.edges["a", "b"] == {"mark_at_source": "circle", "mark_at_target": "arrow"}
    assert set(graph.nodes) == {"a", "b", "c", "d"}


def test_dagitty_and_pcalg_get_all_marks() -> None:
    lines = PAG.to_dagitty().splitlines()
    assert lines[5:9] == ['"a" @-> "b"', '"a" --> "c"'.replace("-->", "->"), '"a" @-@ "d"', '"b" <-> "c"']
    np.testing.assert_array_equal(PAG.to_pcalg().to_numpy(), MARKS)


def test_an_edge_needs_a_mark_at_both_ends() -> None:
    with pytest.raises(RequirementError, match="a mark at both ends"):
        Pag([[0, 1], [0, 0]])
    with pytest.raises(RequirementError, match="0, 1, 2 and 3 only"):
        Pag([[0, 4], [1, 0]])
    with pytest.raises(RequirementError, match="one entry per node"):
        Pag([[0, 1], [1, 0]], ["a"])
