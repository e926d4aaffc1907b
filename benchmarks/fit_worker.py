"""Fits on request: the half of `benchmarks.unchanged` that runs in the interpreter of either commit.

Every line of the input is a request, every line of the output its answer, both as JSON; the first line says what runs.
It uses the public names of ordag only, and of this folder nothing, since both commits run this very file.
"""

import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy

import ordag


def main() -> None:
    warnings.simplefilter("ignore")  # repaired correlations of the paper mode
    answer({"ordag": str(Path(ordag.__file__).parent), "numpy": np.__version__, "scipy": scipy.__version__})
    for line in sys.stdin:
        request = json.loads(line)
        answer(fitted(frame_of(np.load(request["values"]), request["levels"]), request["options"]))


def answer(content: dict[str, Any]) -> None:
    print(json.dumps(content), flush=True)


def frame_of(values: np.ndarray, levels: list[int]) -> pd.DataFrame:
    """Ordered categories where a column has levels, numbers where it has none; NaN is a missing entry."""
    columns: dict[str, Any] = {}
    for number, n_levels in enumerate(levels):
        column = values[:, number]
        if n_levels:
            codes = np.where(np.isnan(column), -1, column).astype(int)
            column = pd.Categorical.from_codes(codes, categories=range(n_levels), ordered=True)
        columns[f"V{number + 1}"] = column
    return pd.DataFrame(columns)


def fitted(frame: pd.DataFrame, options: dict[str, Any]) -> dict[str, Any]:
    """What one fit found and its seconds; commits that spell an option or a result differently are bridged here."""
    model = ordag.OSEM(n_jobs=1, **options)
    wall, processor = time.perf_counter(), time.process_time()
    model.fit(frame)
    seconds = {"processor": time.process_time() - processor, "wall": time.perf_counter() - wall}
    posterior = getattr(model, "posterior_", None)
    return {
        "adjacency": model.adjacency_.tolist(),
        "cpdag": model.cpdag_.tolist(),
        "log_likelihood": model.log_likelihood_,
        "correlation": model.correlation_.tolist(),
        "support": None if posterior is None else posterior.edge_probabilities.tolist(),
        "seconds": seconds,
    }


if __name__ == "__main__":
    main()
