"""Groups learned together: what is shared, what it costs to differ, and what the search finds."""

import warnings
from collections.abc import Iterator
from math import log

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.errors import InputValueError, UnknownNameError
from ordag.graphs import dag_to_cpdag
from ordag.groups.joint import QuadraticGroups, _covered, _turned_at_random
from ordag.groups.shared import SharedGraphs
from ordag.groups.together import JointNetworks, learn_groups
from ordag.maximization.correlations import information_of
from ordag.search import SearchSpace
from ordag.strategies.contract import cost_of_an_edge

CHAIN = np.diag([0.8, 0.8, 0.8], 1)
CUT = CHAIN * np.array([1, 1, 0, 0])[:, None]
DAG = (CHAIN != 0).astype(np.int8)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ordag.errors.OrdagWarning)
        yield


def rows_of(matrices: list[np.ndarray], n_rows: int = 150) -> tuple[pd.DataFrame, list[str]]:
    parts = [
        ordag.simulate.ordinal_data(weights != 0, n_rows, [4] * 4, 5.0, rng=k, weights=weights).frame
        for k, weights in enumerate(matrices)
    ]
    return pd.concat(parts, ignore_index=True), [f"g{k}" for k in range(len(matrices)) for _ in range(n_rows)]


@pytest.fixture(scope="module")
def found() -> JointNetworks:
    return learn_groups(*rows_of([CHAIN, CUT]))


def test_a_link_that_a_group_lacks_is_found_and_the_others_are_shared(found: JointNetworks) -> None:
    first = found.links.iloc[0]
    assert {first["from"], first["to"]} == {"V3", "V4"}
    assert found.links["shared"].tolist() == [False, True, True]
    assert found.links["weight_g1"][0] == 0
    assert found.n_shared == 2
    assert "2 of 3 links shared" in repr(found)


def test_shared_links_have_one_weight_and_networks_keep_their_thresholds(found: JointNetworks) -> None:
    shared = found.links[found.links["shared"]]
    assert np.array_equal(shared["weight_g0"], shared["weight_g1"])
    assert not np.allclose(found["g0"].thresholds[0], found["g1"].thresholds[0])
    for network in found.networks.values():
        assert np.allclose(np.diag(network.correlation), 1)
    with pytest.raises(UnknownNameError):
        found["g2"]


def test_differing_links_are_highlighted(found: JointNetworks) -> None:
    assert [ax.get_title() for ax in found.plot().axes] == ["g0", "g1"]


def test_groups_of_one_law_share_all_and_others_nothing() -> None:
    alike = learn_groups(*rows_of([CHAIN, CHAIN, CHAIN], n_rows=80))
    assert alike.links["shared"].all()
    other = np.zeros((4, 4))
    other[0, 2], other[0, 3], other[1, 3] = 0.9, -0.9, 0.9
    apart = learn_groups(*rows_of([CHAIN, other], n_rows=300))
    assert apart.n_shared == 0


def test_knowledge_holds_in_all_groups() -> None:
    model = ordag.OSEM(forbidden=[("V1", "V2"), ("V2", "V1")], required=[("V3", "V4")])
    known = learn_groups(*rows_of([CHAIN, CUT]), model=model)
    for network in known.networks.values():
        assert network.dag[2, 3] == 1
        assert not network.dag[0, 1]
        assert not network.dag[1, 0]


def test_what_is_shared_costs_one_weight_and_a_difference_what_it_takes_to_say_which() -> None:
    common = SharedGraphs.common(DAG, 2)
    assert common.cost([100, 200]) == pytest.approx(3 * cost_of_an_edge("ebic", 300, 4) + log(4))
    lacking = common.changed([(1, 2, 3, 0)])
    expected = 2 * cost_of_an_edge("ebic", 300, 4) + cost_of_an_edge("ebic", 100, 4) + log(4) + log(3)
    assert lacking.cost([100, 200]) == pytest.approx(expected)
    apart = SharedGraphs.apart([DAG, DAG])
    own = 3 * (cost_of_an_edge("ebic", 100, 4) + cost_of_an_edge("ebic", 200, 4))
    assert apart.cost([100, 200]) == pytest.approx(own + log(4))
    assert apart.n_differing == 3


def test_weights_of_groups_are_the_parameters_that_they_share() -> None:
    shared = SharedGraphs.common(DAG, 2).changed([(1, 1, 2, 1), (0, 1, 2, 1)], tied=False)
    assert shared.n_parameters == 4
    matrices = shared.matrices(np.array([0.1, 0.2, 0.3, 0.4]))
    assert matrices[0, 0, 1] == matrices[1, 0, 1] == 0.1
    assert (matrices[0, 1, 2], matrices[1, 1, 2]) == (0.2, 0.3)
    assert np.allclose(shared.started(matrices), [0.1, 0.2, 0.3, 0.4])


def test_arrows_turned_at_random_stay_in_the_class_of_every_group() -> None:
    shared = SharedGraphs.common(DAG, 2).changed([(1, 2, 3, 0)])
    assert _covered(shared)[0, 1]
    turned = _turned_at_random(shared, SearchSpace(list("abcd")), np.random.default_rng(1))
    assert not np.array_equal(turned.dags, shared.dags)
    for before, after in zip(shared.dags, turned.dags, strict=True):
        assert np.array_equal(dag_to_cpdag(before), dag_to_cpdag(after))


def test_the_height_of_a_quadratic_is_that_of_its_top() -> None:
    known = np.diag(np.arange(1.0, 17.0))
    model = QuadraticGroups(np.full((2, 4, 4), 2.0), (known, known))
    shared = SharedGraphs.common((np.diag([1, 0, 0], 1)).astype(np.int8), 2)  # one weight, of entry (0, 1)
    assert model.height(shared) == pytest.approx(4.0**2 / (2 * (2.0 + 2.0)), rel=1e-4)


def test_too_many_columns_are_refused() -> None:
    frame = pd.DataFrame(np.random.default_rng(0).integers(0, 3, (60, 51)))
    with pytest.raises(InputValueError):
        learn_groups(frame, ["a", "b"] * 30)


def test_a_graph_without_links_has_no_information_about_weights() -> None:
    assert information_of(np.zeros((0, 3, 3)), np.eye(3), np.ones(3), 100).shape == (0, 0)
