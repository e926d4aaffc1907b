"""The weights of a given graph are those of lavaan, which fits the pairwise correlations and not the rows."""

from pathlib import Path

import numpy as np
import pandas as pd

import ordag

WITHIN = 0.02  # of a weight: half of it is the difference of two estimators, which shrinks with the rows


def test_weights_of_a_given_graph_are_those_of_lavaan(golden_data: Path) -> None:
    rows = pd.read_csv(golden_data / "lavaan" / "rows.csv")
    theirs = pd.read_csv(golden_data / "lavaan" / "weights.csv")
    regressions = [line for line in (golden_data / "lavaan" / "model.txt").read_text().splitlines() if "~~" not in line]
    network = ordag.fit_dag(rows.drop(columns="V5"), "\n".join(regressions))
    ours = network.estimates(rows.drop(columns="V5")).weights
    both = ours.merge(theirs, left_on=["from", "to"], right_on=["rhs", "lhs"], validate="1:1")
    assert len(both) == len(theirs) == len(ours) == 10
    assert np.abs(both["weight"] - both["est.std"]).max() < WITHIN
    # The likelihood of the rows is no less precise.
    assert ((both["standard_error"] / both["se"]).between(0.7, 1.05)).all()
