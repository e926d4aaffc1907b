"""Fits on request: the half of `benchmarks.unchanged` and of `benchmarks.sizes` that runs in either interpreter.

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
    if "n_boot" in options:
        return resampled(frame, **options)
    model = ordag.OSEM(n_jobs=1, **options)
    clock = Clock()
    model.fit(frame)
    seconds = clock.seconds()
    posterior = getattr(model, "posterior_", None)
    return {
        "adjacency": model.adjacency_.tolist(),
        "cpdag": model.cpdag_.tolist(),
        "log_likelihood": model.log_likelihood_,
        "correlation": model.correlation_.tolist(),
        "support": None if posterior is None else posterior.edge_probabilities.tolist(),
        "quality": getattr(model, "criterion_", None),
        "seconds": seconds,
        "megabytes": megabytes(),
    }


def resampled(frame: pd.DataFrame, n_boot: int, random_state: int, **options: Any) -> dict[str, Any]:
    """Support of edges in resamples, their mean number, and the seconds of a resample."""
    clock = Clock()
    found = ordag.bootstrap(ordag.OSEM(**options), frame, n_boot=n_boot, n_jobs=1, random_state=random_state)
    seconds = {name: taken / n_boot for name, taken in clock.seconds().items()}
    return {
        "support": found.support.tolist(),
        "quality": float(found.support.sum() / 2),
        "seconds": seconds,
        "megabytes": megabytes(),
    }


class Clock:
    """Seconds from its making on, and those of the processor since the process began."""

    def __init__(self) -> None:
        self._wall, self._processor = time.perf_counter(), time.process_time()

    def seconds(self) -> dict[str, float]:
        processor = time.process_time()
        return {
            "processor": processor - self._processor,
            "wall": time.perf_counter() - self._wall,
            "since_start": processor,
        }


def megabytes() -> float:
    """The most memory that this process has held so far; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
