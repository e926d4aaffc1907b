# SPDX-License-Identifier: MIT
"""What was known beforehand is not told as what the data show."""

import numpy as np
import pytest

import ordag
from ordag.model import EdgeSupport, FittedNetwork
from ordag.report import Content, describe

NAMES = ["age", "mood", "sleep", "pain"]
TIERS = [["age"], ["mood", "sleep", "pain"]]


@pytest.fixture(scope="module")
def network() -> FittedNetwork:
    """A network in which age → mood was required, and mood → age, sleep → age ruled out; without resamples."""
    dag = np.zeros((4, 4), dtype=int)
    dag[0, 1] = dag[1, 2] = dag[0, 2] = dag[2, 3] = 1
    frame = ordag.simulate.ordinal_data(dag, 800, levels=4, rng=5).frame
    frame.columns = NAMES
    return ordag.OSEM(required=[("age", "mood")], tiers=TIERS).fit(frame).network_


def supported(network: FittedNetwork, share: float) -> Content:
    """What is said if a share of resamples has each link that was not required, always in the same direction."""
    direction = np.where(network.dag, share, 0.0)
    direction[0, 1] = 1.0
    return describe(network, bootstrap=EdgeSupport(direction + direction.T, direction, 100))


def said(content: Content, topic: str) -> str:
    return next(finding.text for finding in content.findings if finding.topic == topic)


def test_a_required_link_is_not_counted_among_those_that_stand(network: FittedNetwork) -> None:
    n = network.n_edges
    assert n == 4
    assert said(supported(network, 0.9), "Extent") == (
        "Four links join 4 items; one of them was required, and all of the others stand, being in at least 70 of 100 "
        "resamples."
    )
    assert "none of the others stands, not being" in said(supported(network, 0.5), "Extent")
    assert "and which of the others other rows would show is unknown" in said(describe(network), "Extent")


def test_directions_that_were_given_are_not_told_as_found(network: FittedNetwork) -> None:
    told = said(supported(network, 0.9), "Directions")
    assert "because the other direction was ruled out beforehand" in told
    assert told.startswith("Of the four links that stand or were required, ")


def test_tables_say_what_was_known(network: FittedNetwork) -> None:
    links = {(link.start, link.end): link for link in supported(network, 0.9).links}
    assert (links[0, 1].support_text, links[0, 1].direction_text) == ("required", "given")
    assert (links[0, 2].support_text, links[0, 2].direction_text) == ("90%", "given")
    frame = network.edges_frame().set_index(["from", "to"])
    assert frame.loc[("age", "mood"), "known"] == "link"
    assert frame.loc[("age", "sleep"), "known"] == "direction"
    assert frame.loc[("sleep", "pain"), "known"] == ""


def test_groups_are_those_of_links_that_stand(network: FittedNetwork) -> None:
    share = np.where(network.dag | network.dag.T, 0.9, 0.0)
    share[:3, 3] = share[3, :3] = 0.2
    content = describe(network, bootstrap=EdgeSupport(share, share / 2, 100))
    assert [item.group for item in content.items][3] is None


def test_few_resamples_are_said_to_tell_little_where_the_reader_looks_first(network: FittedNetwork) -> None:
    share = np.where(network.dag | network.dag.T, 1.0, 0.0)
    content = describe(network, bootstrap=EdgeSupport(share, share / 2, 4))
    assert said(content, "Extent").endswith("So few resamples tell little: shares are rough.")
