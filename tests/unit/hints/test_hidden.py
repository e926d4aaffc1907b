"""A network beside one with hidden causes: arrows that only stand in for a hidden cause are doubted, others are not."""

from itertools import pairwise

import numpy as np
import pytest

import ordag
from ordag.data import encode
from ordag.errors import RequirementError
from ordag.hints import better_with_hidden
from ordag.inference import query
from ordag.inference.interventions import without_causes
from ordag.messages.terminal import TERMINAL
from ordag.model import EdgeSupport, FittedNetwork, Standing, standing_of, supported_graph
from ordag.model.storage import from_json, to_json
from ordag.report import describe
from ordag.report.methods import methods_paragraph

COLLIDER = FittedNetwork.from_parameters([[0, 0, 1], [0, 0, 1], [0, 0, 0]], [[0.0]] * 3)  # both arrows are compelled
DOUBTED = np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool)
ALWAYS = EdgeSupport(np.ones((3, 3)), np.triu(np.ones((3, 3))), 100)


def marked() -> FittedNetwork:
    return FittedNetwork(
        **{**{name: getattr(COLLIDER, name) for name in COLLIDER.__dataclass_fields__}, "doubted": DOUBTED}
    )


def test_arrows_among_items_of_a_factor_are_doubted():
    data = ordag.simulate.factor_data(2, 5, 500, levels=5, random_state=3)
    model = ordag.OSEM().fit(data.frame)
    found = better_with_hidden(model, encode(data.frame))
    arrows = (model.network_.dag == 1) & (model.network_.cpdag.T == 0)
    within = np.kron(np.eye(2), np.ones((5, 5))) == 1
    assert arrows[within].any()
    assert found.doubted[arrows & within].all()
    assert not found.doubted[~arrows].any()
    assert found.remark.worded(TERMINAL).startswith("2 hidden causes behind 10 of the items explain the answers better")


@pytest.mark.parametrize("seed", range(3))
def test_arrows_of_a_graph_are_not_doubted(seed):
    data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(8, 2, rng=seed), 500, levels=5, rng=seed)
    assert better_with_hidden(ordag.OSEM().fit(data.frame), encode(data.frame)) is None


def test_what_knowledge_directs_is_not_doubted():
    data = ordag.simulate.factor_data(2, 5, 500, levels=5, random_state=3)
    names = list(data.frame.columns)
    forbidden = [(late, early) for early, late in pairwise(names[:5])]
    model = ordag.OSEM(forbidden=forbidden).fit(data.frame)
    found = better_with_hidden(model, encode(data.frame))
    directed = [(names.index(early), names.index(late)) for late, early in forbidden]
    gone = [pair for pair in directed if model.network_.dag[pair] and not found.network.dag[pair]]
    assert gone
    assert not any(found.doubted[pair] for pair in gone)
    assert found.doubted.any()


def test_a_doubted_arrow_is_a_line_however_many_resamples_have_it():
    assert standing_of(COLLIDER, 0, 2, ALWAYS) is Standing.ARROW
    assert standing_of(marked(), 0, 2, ALWAYS) is Standing.LINE
    assert standing_of(marked(), 0, 2) is Standing.LINE
    assert standing_of(marked(), 1, 2, ALWAYS) is Standing.ARROW
    assert supported_graph(marked())[0].tolist() == [[0, 0, 1], [0, 0, 1], [1, 0, 0]]


def test_the_report_says_why_arrows_are_lines():
    said = next(each.text for each in describe(marked(), bootstrap=ALWAYS).findings if each.topic == "Directions")
    assert "Of the two links that stand, one is drawn as an arrow" in said
    assert "Hidden causes explain the answers better than links alone" in said
    without = next(each.text for each in describe(COLLIDER, bootstrap=ALWAYS).findings if each.topic == "Directions")
    assert "Hidden" not in without


def test_the_methods_say_that_hidden_causes_were_looked_for():
    told = "directions that these left open were not interpreted"
    assert told in methods_paragraph(marked(), None, ALWAYS, (), errors=False).text
    assert told not in methods_paragraph(COLLIDER, None, ALWAYS, (), errors=False).text


def test_doubted_arrows_are_kept_in_the_file_and_must_be_arrows():
    assert from_json(to_json(marked())).doubted.tolist() == DOUBTED.tolist()
    assert from_json(to_json(COLLIDER)).doubted is None
    broken = to_json(marked()).replace("[0,2]", "[0,1]").replace("[0, 2]", "[0, 1]")
    with pytest.raises(RequirementError, match="must be arrows of the network"):
        from_json(broken)


def test_setting_a_variable_leaves_no_arrow_doubted():
    cut = without_causes(marked(), ["x2"])
    assert cut.doubted is None
    assert query(marked(), "x0", do={"x2": 1}).probabilities.sum() == pytest.approx(1)
