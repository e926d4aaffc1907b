import json

import numpy as np
import pytest

from ordag.scores import BDe, BGe

TOLERANCE = 1e-6
EDGE_PENALTY = 2.0  # the reference's categorical score divides the prior by two for each edge


@pytest.fixture(scope="module")
def entries(golden_data):
    return json.loads((golden_data / "scores.json").read_text())["scores"]


def bank(golden_data, entry):
    folder = golden_data / "bank" / entry["bank"]
    codes = np.loadtxt(folder / "data.csv", delimiter=",", skiprows=1, dtype=int)
    return codes, json.loads((folder / "meta.json").read_text())["levels"]


def node_scores(score, dag):
    return [score.local(j, np.flatnonzero(dag[:, j]).tolist()) for j in range(len(dag))]


@pytest.mark.parametrize("alpha_mu", [0.5, 0.05])
def test_bge_equals_the_reference(golden_data, entries, alpha_mu):
    for entry in entries:
        codes, _ = bank(golden_data, entry)
        score = BGe(codes, alpha_mu=alpha_mu)
        dag = np.array(entry["dag"])
        assert score.total(dag) == pytest.approx(entry[f"bge_am{alpha_mu:g}"], rel=0, abs=TOLERANCE)
        if alpha_mu == 0.5:
            assert node_scores(score, dag) == pytest.approx(entry["bge_am0.5_nodes"], rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("sample_size", [0.5, 1])
def test_bde_equals_the_reference(golden_data, entries, sample_size):
    for entry in entries:
        codes, levels = bank(golden_data, entry)
        score = BDe(codes, levels, sample_size=sample_size, edge_penalty=EDGE_PENALTY)
        dag = np.array(entry["dag"])
        assert score.total(dag) == pytest.approx(entry[f"bdecat_chi{sample_size:g}"], rel=0, abs=TOLERANCE)
        if sample_size == 0.5:
            assert node_scores(score, dag) == pytest.approx(entry["bdecat_chi0.5_nodes"], rel=0, abs=TOLERANCE)
