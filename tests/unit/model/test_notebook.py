"""A network in a notebook: drawn, told in words, and harmless whatever its names."""

import base64
import re
import xml.etree.ElementTree as ElementTree

import matplotlib.pyplot as plt
import numpy as np

from ordag import FittedNetwork
from ordag.model.notebook import MAX_DRAWN


def chain(names):
    weights = np.diag(np.ones(len(names) - 1), 1)
    return FittedNetwork.from_parameters(weights, [[0.0]] * len(names), names=names)


def test_the_drawing_holds_every_node_and_edge():
    shown = chain(["sleep", "mood", "work"])._repr_html_()
    drawing = base64.b64decode(re.search(r"base64,([^\"]+)", shown)[1])
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert drawing.count(b"<!-- sleep -->") == drawing.count(b"<!-- work -->") == 1
    assert "<figcaption>3 variables, 2 edges</figcaption>" in shown
    assert "sleep — mood; mood — work" in shown


def test_names_cannot_become_markup():
    shown = chain(['"><script>alert(1)</script>', "mood"])._repr_html_()
    assert "<script" not in shown


def test_no_figure_is_left_open_and_the_same_network_looks_the_same():
    network = chain(["a", "b"])
    before = plt.get_fignums()
    assert network._repr_html_() == network._repr_html_()
    assert plt.get_fignums() == before


def test_too_many_variables_are_not_drawn():
    shown = chain([f"x{j}" for j in range(MAX_DRAWN + 1)])._repr_html_()
    assert shown.startswith("<p>101 variables, 100 edges; too many")
