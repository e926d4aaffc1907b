"""How the report looks: the stored page, and nothing that a user's text could break."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.model import FittedNetwork
from ordag.report import describe, render, write_report
from ordag.report.drawing import drawing
from ordag.report.effects import Effect
from ordag.report.render import _change
from report.small_page import STORED, normalised, small_content, small_network

HOSTILE = "</script><script>window.hacked = 1</script>"


class Tags(HTMLParser):
    """Start tags of a page with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def hostile_network():
    names = [HOSTILE, '"><img src=x onerror="window.hacked = 1">', "{{ 7 * 7 }}"]
    weights = np.triu(np.ones((3, 3)), 1)
    return FittedNetwork.from_parameters(weights, [[0.0]] * 3, names=names, levels=[["<b>no", "</td>yes"]] * 3)


def test_the_page_is_the_stored_one():
    assert normalised(render(small_content())) == STORED.read_text(encoding="utf-8")


def test_edges_that_pass_side_by_side_lie_apart():
    weights = np.triu(np.ones((5, 5)), 1)  # every node to every later one: five layers, six long edges
    edges = drawing(describe(FittedNetwork.from_parameters(weights, [[0.0]] * 5))).edges
    for y in {y for edge in edges for _, y in edge.bends}:
        across = sorted(x for edge in edges for x, height in edge.bends if height == y)
        assert min(np.diff(across), default=np.inf) >= 20


def test_long_names_are_broken_after_their_dots_and_numbers_are_not():
    names = ["political.knowledge", "Q3.25", "econ.cond"]
    network = FittedNetwork.from_parameters(np.triu(np.ones((3, 3)), 1), [[0.0]] * 3, names=names)
    lines = [node.lines for node in drawing(describe(network)).nodes]
    assert lines == [("political.", "knowledge"), ("Q3.25",), ("econ.cond",)]


def test_a_column_for_wordings_is_there_if_there_are_any():
    network = small_network()
    headings = [">wording</th>" in render(describe(network, wordings=given)) for given in ({}, {"mood": "How?"})]
    assert headings == [False, True]


def test_users_texts_are_harmless():
    wordings = dict.fromkeys(hostile_network().names, HOSTILE)
    page = render(describe(hostile_network(), wordings=wordings, title=HOSTILE))
    tags = Tags(page).found
    assert [tag for tag, _ in tags].count("script") == 2
    assert not any(tag == "img" or any(name.startswith("on") for name in given) for tag, given in tags)
    assert "49" not in re.sub(r"<script.*", "", page, flags=re.DOTALL).split("<main>")[1]


def test_the_embedded_data_are_json_with_the_users_texts_intact():
    page = render(describe(hostile_network()))
    embedded = re.search(r'<script type="application/json" id="network-data">(.*?)</script>', page, re.DOTALL)
    data = json.loads(embedded[1])
    assert tuple(node["name"] for node in data["nodes"]) == hostile_network().names
    assert data["nodes"][0]["levels"] == ["<b>no", "</td>yes"]


def test_nothing_is_fetched_from_outside():
    page = render(small_content())
    assert not [
        given for _, given in Tags(page).found if {"src", "srcset"} & set(given) or "//" in given.get("href", "")
    ]
    assert "url(" not in page
    assert "default-src 'none'" in page


def test_every_control_and_figure_has_a_name():
    tags = Tags(render(small_content())).found
    labelled = {given["for"] for tag, given in tags if tag == "label"}
    assert all(given["id"] in labelled for tag, given in tags if tag == "input")
    assert all("aria-label" in given or "aria-hidden" in given for tag, given in tags if tag == "svg")


def test_boxes_do_not_overlap_and_parents_lie_above():
    content = describe(FittedNetwork.from_parameters(np.triu(np.ones((9, 9)), 1), [[0.0]] * 9))
    drawn = drawing(content)
    for i, one in enumerate(drawn.nodes):
        for other in drawn.nodes[:i]:
            apart_x = abs(one.x - other.x) >= (one.width + other.width) / 2
            assert apart_x or abs(one.y - other.y) >= (one.height + other.height) / 2
    directed = [edge for edge in drawing(small_content()).edges if edge.directed]
    nodes = drawing(small_content()).nodes
    assert all(nodes[edge.start].y < nodes[edge.end].y for edge in directed)


def test_lone_items_alone_can_be_drawn():
    drawn = drawing(describe(FittedNetwork.from_parameters(np.zeros((7, 7)), [[0.0]] * 7)))
    assert len({(node.x, node.y) for node in drawn.nodes}) == 7


def test_long_names_are_cut_in_their_boxes_only():
    network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0.0]] * 2, names=["word " * 20 + "end", "x" * 99])
    drawn = drawing(describe(network))
    assert all(len(node.lines) <= 3 and max(map(len, node.lines)) <= 16 for node in drawn.nodes)
    assert tuple(node.name for node in drawn.nodes) == network.names


def test_a_file_that_is_there_is_kept(tmp_path):
    path = tmp_path / "report.html"
    path.write_text("mine")
    with pytest.raises(InputValueError, match="already exists"):
        write_report(small_network(), path)
    assert path.read_text() == "mine"
    write_report(small_network(), path, force=True)
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("spread", "value", "shown"),
    [(1500.0, 1234.5, "+1,234"), (1500.0, -0.000292, "0"), (8.0, 5.4e-9, "0"), (0.02, -0.0051, "−0.0051")],
)
def test_changes_of_means_have_the_decimals_of_their_scale(spread: float, value: float, shown: str) -> None:
    effect = Effect("a", "0", "1", "income", "", *[value] * 5, spread)
    assert _change(value, effect) == shown
