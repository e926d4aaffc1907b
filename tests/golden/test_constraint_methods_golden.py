"""Graphs of the deterministic constraint-based methods against the R runs on the bank and on the demo set."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.independence import FisherZ
from ordag.search import pc

BANK = [f"n{n}_rep{rep:02}" for n, reps in ((12, 2), (20, 6), (30, 2)) for rep in range(1, reps + 1)]
METHODS = ["npc", "opc", "gpc", "rpc"]
N_ROWS = 500


def codes_of(file: Path) -> np.ndarray:
    return pd.read_csv(file).to_numpy()


@pytest.mark.parametrize("name", BANK)
def test_skeleton_of_the_smoothed_polychoric_matrix_is_that_of_pcalg(shared: Path, name: str) -> None:
    folder = shared / "data" / "bank" / name
    stored = json.loads((folder / "skeleton.json").read_text())
    correlation = pd.read_csv(folder / stored["sigma"]).to_numpy()
    found = pc(FisherZ(correlation, N_ROWS), stored["alpha"])
    np.testing.assert_array_equal(found.skeleton, stored["skeleton"])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", BANK)
def test_graph_on_the_bank_is_that_of_r(shared: Path, method: str, name: str) -> None:
    run = shared / "reference" / "runs" / f"{method.upper()}_{name}_alpha0.05.json"
    expected = np.array(json.loads(run.read_text())["amat"])
    found = ordag.learn(codes_of(shared / "data" / "bank" / name / "data.csv"), method, alpha=0.05).cpdag
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("method", METHODS)
def test_graph_on_the_demo_set_is_that_of_r(shared: Path, method: str) -> None:
    expected = json.loads((shared / "reference" / "demo" / "demo_results.json").read_text())[method.upper()]["amat"]
    found = ordag.learn(codes_of(shared / "reference" / "demo" / "data.csv"), method, alpha=0.05)
    np.testing.assert_array_equal(found.cpdag, expected)
