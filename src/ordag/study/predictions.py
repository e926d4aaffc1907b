# SPDX-License-Identifier: MIT
"""How well methods predict new rows, at their best parameter and relative to BDe."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordag.study.problems import StudyProblem, describe_problem
from ordag.study.rows import Row

BASELINE = "BDe"
ByParameter = Mapping[float, Sequence[Row]]
_SHOWN = ("kind", "dataset", "share", "levels")


@dataclass(frozen=True)
class Prediction:
    """Mean log-probability of a test row for each replicate, at one value of a method's parameter."""

    parameter: float
    by_replicate: Mapping[int, float]

    @property
    def mean(self) -> float:
        """Mean over the replicates."""
        return float(np.mean(list(self.by_replicate.values())))

    def less(self, other: "Prediction") -> list[float]:
        """Difference from another method on the replicates that both have."""
        both = sorted(self.by_replicate.keys() & other.by_replicate.keys())
        return [self.by_replicate[k] - other.by_replicate[k] for k in both]


def predictions(by_parameter: ByParameter) -> tuple[Prediction, ...]:
    """The predictions of a method, one for each value of its parameter that has any, in ascending order."""
    found = (
        Prediction(value, {row.replicate: row.log_probability for row in rows if row.log_probability is not None})
        for value, rows in by_parameter.items()
    )
    return tuple(prediction for prediction in found if prediction.by_replicate)


def best_prediction(by_parameter: ByParameter) -> Prediction | None:
    """The prediction at the value with the highest mean, of those that lost the fewest replicates."""
    found = predictions(by_parameter)
    if not found:
        return None
    most = max(len(prediction.by_replicate) for prediction in found)
    return max((p for p in found if len(p.by_replicate) == most), key=lambda prediction: prediction.mean)


def predictions_table(groups: Iterable[tuple[StudyProblem, str, ByParameter]]) -> pd.DataFrame:
    """Mean log-probability of a test row for each problem, method and value of its parameter."""
    lines = []
    for problem, label, by_parameter in groups:
        found = {prediction.parameter: prediction for prediction in predictions(by_parameter)}
        for value, rows in by_parameter.items():
            lines.append(
                _shown(problem)
                | {"method": label, "parameter": value}
                | {"log_probability": found[value].mean if value in found else float("nan")}
                | {"n_ok": sum(row.status == "ok" for row in rows), "n_rows": len(rows)}
            )
    return pd.DataFrame(lines)


def best_predictions_table(groups: Sequence[tuple[StudyProblem, str, ByParameter]]) -> pd.DataFrame:
    """The best value of each method's parameter, and its log-probability less that of BDe at its best."""
    lines = []
    for problem, label, by_parameter in groups:
        best, base = best_prediction(by_parameter), baseline(groups, problem)
        if best is None:
            continue
        relative = best.less(base) if base else []
        low, middle, high = np.quantile(relative, (0.25, 0.5, 0.75)) if relative else (np.nan,) * 3
        lines.append(
            _shown(problem)
            | {"method": label, "parameter": best.parameter, "log_probability": best.mean}
            | {"relative": float(np.mean(relative)) if relative else np.nan}
            | {"quartile_1": low, "median": middle, "quartile_3": high, "n_replicates": len(relative)}
        )
    return pd.DataFrame(lines)


def baseline(groups: Iterable[tuple[StudyProblem, str, ByParameter]], problem: StudyProblem) -> Prediction | None:
    """BDe at its best on a problem."""
    for other, label, by_parameter in groups:
        if other == problem and label == BASELINE:
            return best_prediction(by_parameter)
    return None


def _shown(problem: StudyProblem) -> dict[str, object]:
    described = describe_problem(problem)
    return {name: described.get(name) for name in _SHOWN}
