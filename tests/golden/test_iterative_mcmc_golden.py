"""The iterative search against the DAG that the authors' R code finds on the OCD data."""

import json
from pathlib import Path

import numpy as np
import pytest

from ordag.scores import BGe
from ordag.search import iterative_mcmc


def test_the_best_graph_of_the_ocd_data_scores_as_high_as_in_r(undistributed: Path) -> None:
    stored = json.loads((undistributed / "reference" / "ocd_bge.json").read_text())
    values = np.loadtxt(undistributed / "data" / "real" / "datRogers.csv", delimiter=",", skiprows=1)
    score = BGe(values, alpha_mu=0.05)
    assert score.total(stored["dag"]) == pytest.approx(stored["score"], abs=1e-6)
    assert iterative_mcmc(score).score > stored["score"] - 1e-6
