"""PCART and OPCART against the reference implementation on families of the bank."""

import json

import numpy as np
import pytest

from ordag.scores import PCART

TOLERANCE = 1e-6
RESPONSES = {"CAT": "categorical", "ORD": "ordinal"}


@pytest.mark.parametrize("response", sorted(RESPONSES))
def test_best_trees_score_as_in_the_reference(golden_data, response):
    families = json.loads((golden_data / "pcart.json").read_text())["scores"]
    families = [family for family in families if family["response"] == response]
    assert len(families) == 30
    scores = {}
    for family in families:
        key = family["bank"]
        if key not in scores:
            codes = np.loadtxt(golden_data / "bank" / key / "data.csv", delimiter=",", skiprows=1, dtype=int)
            scores[key] = PCART(
                codes,
                codes.max(axis=0) + 1,
                alpha=family["alpha"],
                kappa=family["kappa"],
                response=RESPONSES[response],
                reference=True,
            )
        parents = np.atleast_1d(family["parents"]).astype(int) - 1
        tree = scores[key].tree(family["node"] - 1, parents)
        assert tree.data_score == pytest.approx(family["data_score"], abs=TOLERANCE)
        assert tree.structure_score == pytest.approx(family["structure_score"], abs=TOLERANCE)
