"""p-values of the tests against R: pcalg (G², Fisher z), bnlearn (Jonckheere–Terpstra)."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ordag.independence import FisherZ, GSquared, JonckheereTerpstra, kendall_correlation, pearson_correlation

TOLERANCE = 1e-8


@pytest.fixture(scope="module")
def golden(golden_data: Path) -> dict:
    return json.loads((golden_data / "citests.json").read_text())


@pytest.fixture(scope="module")
def codes(golden_data: Path, golden: dict) -> np.ndarray:
    return pd.read_csv(golden_data / "bank" / golden["bank"] / "data.csv").to_numpy()


def differences(test: object, golden: dict, expected: str) -> np.ndarray:
    ours = [test.p_value(case["x"] - 1, case["y"] - 1, [s - 1 for s in case["S"]]) for case in golden["tests"]]
    theirs = [case[expected]["p"] if isinstance(case[expected], dict) else case[expected] for case in golden["tests"]]
    return np.abs(np.array(ours) - theirs)


def test_fisher_z_on_pearson_correlations_is_that_of_r(golden: dict, codes: np.ndarray) -> None:
    test = FisherZ(*pearson_correlation(codes))
    assert differences(test, golden, "gauss_p").max() < TOLERANCE


def test_fisher_z_on_kendall_correlations_is_that_of_r(golden: dict, codes: np.ndarray) -> None:
    correlation, n_rows = kendall_correlation(codes)
    assert np.abs(correlation - golden["kendall"]).max() < TOLERANCE
    assert differences(FisherZ(correlation, n_rows), golden, "gauss_p_kendall").max() < TOLERANCE


def test_g_squared_with_the_rule_of_ten_rows_is_that_of_r(golden: dict, codes: np.ndarray) -> None:
    assert differences(GSquared(codes), golden, "disCI_p").max() < TOLERANCE


def test_g_squared_without_the_rule_of_ten_rows_is_that_of_r(golden: dict, codes: np.ndarray) -> None:
    assert differences(GSquared(codes, min_rows_per_df=0), golden, "bn_mi").max() < TOLERANCE


@pytest.mark.parametrize("direction", ["jt", "jt_yx"])
def test_jonckheere_terpstra_is_that_of_r_in_both_directions(golden: dict, codes: np.ndarray, direction: str) -> None:
    test = JonckheereTerpstra(codes)
    assert differences(test, golden, direction).max() < TOLERANCE
    for case in golden["tests"]:
        ours = test.statistic(case["x"] - 1, case["y"] - 1, [s - 1 for s in case["S"]])
        assert ours == pytest.approx(case["jt"]["stat"], abs=TOLERANCE)
