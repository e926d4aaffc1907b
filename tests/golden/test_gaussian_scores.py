import json

import numpy as np
import pytest

from ordag.scores import GaussianBIC

# `criterion` and penalty of the reference: "other" is lambda * log(N) / 2 per parent, "BIC" and "AIC" ignore lambda.
MEANING = {
    "other": lambda entry: {"penalty": entry["lambda"]},
    "BIC": lambda entry: {},
    "AIC": lambda entry: {"criterion": "aic"},
}
TOLERANCE = 1e-8


@pytest.mark.parametrize("bank", ["n12_rep01", "n12_rep02", *(f"n20_rep0{k}" for k in range(1, 7)), "n30_rep01"])
def test_gaussian_score_equals_the_reference(golden_data, bank):
    folder = golden_data / "bank" / bank
    correlation = np.loadtxt(folder / "rho_smooth.csv", delimiter=",", skiprows=1)
    n_rows = json.loads((folder / "meta.json").read_text())["N"]
    constant = -n_rows / 2 * (1 + np.log(2 * np.pi))
    for entry in json.loads((folder / "corescores.json").read_text())["scores"]:
        score = GaussianBIC(correlation, n_rows, **MEANING[entry["penType"]](entry))
        local = score.local(entry["node"] - 1, [parent - 1 for parent in entry["parents"]])
        assert local + constant == pytest.approx(entry["score"], rel=0, abs=TOLERANCE)
