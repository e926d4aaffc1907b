"""Hidden causes in the report: in words, in the table and as circles of the drawing."""

from dataclasses import replace

import numpy as np
import pytest

from ordag.hidden import CauseEvidence
from ordag.maximization import standardize
from ordag.model import FittedNetwork
from ordag.model.hidden_nodes import HiddenNodes
from ordag.model.hidden_support import HiddenSupport
from ordag.report import describe
from ordag.report.drawing import drawing
from ordag.report.render import render

N_ITEMS = 9  # four of the first cause, four of the second, and one that hangs on an item


def two_causes(support: bool = False) -> FittedNetwork:
    """Two correlated hidden causes of four items each, a link across, and a last item that only a link leads to."""
    weights = np.zeros((N_ITEMS + 2, N_ITEMS + 2))
    weights[N_ITEMS, :4], weights[N_ITEMS + 1, 4:8], weights[N_ITEMS, N_ITEMS + 1] = 0.7, 0.6, 0.4
    weights[0, 4], weights[7, 8] = 0.2, 0.3
    noise = np.ones(N_ITEMS + 2)
    whole = standardize(weights, noise)
    n = N_ITEMS
    plain = FittedNetwork.from_parameters(
        whole.weights[:n, :n], [[0.0]] * n, names=[f"{'NE'[j > 3]}{j % 4}" for j in range(8)] + ["age"]
    )
    dag = (whole.weights != 0).astype(np.int8)
    errors = np.where(dag, 0.05, 0.0)
    evidence = (CauseEvidence(12.0, 0, 0.0), CauseEvidence(9.0, 0, 0.0))
    hidden = HiddenNodes(("H1", "H2"), dag, whole.weights, errors, whole.noise, evidence)
    if support:
        loadings = hidden.loadings
        hidden = replace(hidden, support=HiddenSupport.of(loadings, [loadings, loadings, loadings[:1]]))
    return replace(
        plain,
        weights=whole.weights[:n, :n],
        noise=whole.noise[:n],
        correlation=whole.correlation[:n, :n],
        hidden=hidden,
    )


def test_circles_stand_among_the_boxes_with_their_loadings() -> None:
    drawn = drawing(describe(two_causes()))
    assert [node.name for node in drawn.nodes if node.hidden] == ["H1", "H2"]
    assert sum(edge.loading for edge in drawn.edges) == 8 + 1
    assert len(drawn.correlation) == (N_ITEMS + 2) * (N_ITEMS + 1) // 2
    places = {(node.x, node.y) for node in drawn.nodes}
    assert len(places) == N_ITEMS + 2


def test_an_item_alone_with_its_group_is_no_bridge() -> None:
    content = describe(two_causes())
    assert content.items[8].group is None
    assert {(link.start, link.end): link.bridge for link in content.links} == {(0, 4): True, (7, 8): False}


def test_loadings_that_few_resamples_have_are_drawn_faint() -> None:
    drawn = drawing(describe(two_causes(support=True)))
    weak = {edge.start for edge in drawn.edges if edge.loading and edge.weak}
    assert weak == {N_ITEMS, N_ITEMS + 1}  # the second, and its correlation with the first
    assert all(not edge.weak for edge in drawn.edges if edge.loading and edge.start == N_ITEMS and edge.end < N_ITEMS)


def test_the_page_has_a_table_of_loadings() -> None:
    page = render(describe(two_causes(support=True)))
    assert "Correlations: H1 and H2 +0.37." in page
    assert page.count("“N”? In 100 % of resamples.") == 4


@pytest.mark.parametrize("support", [False, True])
def test_the_finding_has_a_sentence_for_each(support: bool) -> None:
    lines = describe(two_causes(support)).findings[0].lines
    assert len(lines) == 2
    assert all("nats" in line for line in lines)
    assert ("found again in 3 of 3 resamples" in lines[0]) == support


def test_the_paragraphs_for_a_paper_have_hidden_causes() -> None:
    paper = describe(two_causes(support=True)).supplement
    assert paper is not None
    assert "hidden causes" in paper.methods.text
    assert "Two hidden causes of 8 items were found, with eight loadings" in paper.results.text
