"""What a first fit loads decides how long it takes: most of it would be spent on libraries that it does not need."""

import subprocess
import sys

import pytest

# Each takes a tenth of a first fit or more to load.
NOT_NEEDED = """
igraph jinja2 joblib matplotlib narwhals rich scipy.linalg scipy.optimize scipy.special scipy.stats sklearn
"""
MAKE = """
import numpy as np, pandas as pd, ordag
frame = pd.DataFrame(np.random.default_rng(0).integers(0, 3, (60, 4))).add_prefix("x")
"""
FIT = "model = ordag.OSEM().fit(frame)\n"
COUNT = "import sys\nprint(*sorted(set(sys.argv[1].split()) & set(sys.modules)))"


@pytest.mark.parametrize(
    "work",
    [FIT, "model = ordag.OSEM(3.0).fit(frame.to_numpy())\n", FIT + "model.predict_proba(frame, 'x0')\n"],
    ids=["a frame", "an array", "prediction"],
)
def test_a_first_fit_loads_nothing_heavy_but_what_it_computes_with(work):
    command = [sys.executable, "-W", "ignore", "-c", MAKE + work + COUNT, NOT_NEEDED]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split() == []
