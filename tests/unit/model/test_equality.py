"""Networks are equal by value: all that they hold counts, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.model import Criteria, EdgeSupport, FittedNetwork, provenance_of


def pair(weight=1.0, cut=0.0):
    return FittedNetwork.from_parameters([[0, weight], [0, 0]], [[cut], [0]], names=["sleep", "mood"])


HALF = np.full((2, 2), 0.5)
OTHERS = {
    "names": replace(pair(), names=("sleep", "joy")),
    "levels": replace(pair(), levels=((False, True), (0, 1))),
    "cuts": pair(cut=0.1),
    "parameters": pair(weight=0.9),
    "graph": FittedNetwork.from_parameters([[0, 0], [1, 0]], [[0], [0]], names=["sleep", "mood"]),
    "class": replace(pair(), cpdag=pair().dag),
    "penalty": replace(pair(), penalty=1.0),
    "criteria": replace(pair(), criteria=Criteria(-5.0)),
    "support": replace(pair(), support=EdgeSupport(HALF, HALF, 10)),
    "provenance": replace(pair(), provenance=provenance_of(OrdinalTable.from_codes([[0], [1]]), {})),
}


def test_networks_made_alike_are_equal_and_have_one_hash():
    assert pair() == pair()
    assert len({pair(), pair()}) == 1
    supported = [replace(pair(), support=EdgeSupport(HALF.copy(), HALF.copy(), 10)) for _ in range(2)]
    assert supported[0] == supported[1]


@pytest.mark.parametrize("what", OTHERS)
def test_whatever_differs_makes_networks_unequal(what):
    assert pair() != OTHERS[what]


def test_a_network_is_no_other_thing():
    assert pair() != "FittedNetwork(2 variables, 1 edge)"
    assert pair() != None  # noqa: E711


def test_equal_fits_are_equal_and_so_is_what_is_read_again(tmp_path):
    data = ordag.simulate.ordinal_data(ordag.simulate.random_dag(5, 2, rng=1), 200, levels=3, rng=1)
    first, second = (ordag.OSEM(penalty=3).fit(data.frame).network_ for _ in range(2))
    first.save(tmp_path / "model.json")
    assert first == second == FittedNetwork.load(tmp_path / "model.json")
