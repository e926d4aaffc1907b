# SPDX-License-Identifier: MIT
"""What an SPSS or Stata file says of its columns beside their entries, so that it can be written again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

# Of the attributes of a frame, where the codebook is kept.
_KEY = "ordag.codebook"


@dataclass(frozen=True)
class Codebook:
    """Labels and the like, each by column.

    Attributes
    ----------
    measures
        Measure level, ``"unknown"`` where the file tells none: every column of the file has an entry here.
    wordings
        What was asked: the label of the variable, where it has one.
    labels
        Labels of values, also of those that are declared missing.
    ranges
        The values that an SPSS file declares missing, from ``"lo"`` to ``"hi"``; of a Stata file its letters, ``".a"``.
    texts
        What stands in the frame for each value of a labelled column, from the lowest value; a measurement has none.
    """

    measures: Mapping[str, str] = field(default_factory=dict)
    wordings: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    ranges: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    texts: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)

    @classmethod
    def kept_with(cls, frame: pd.DataFrame) -> "Codebook":
        """The codebook that a frame was read with, or an empty one."""
        kept = frame.attrs.get(_KEY)
        if not isinstance(kept, Mapping):
            return cls()
        pairs = {
            part: {name: dict(map(tuple, some)) for name, some in kept[part].items()} for part in ("labels", "texts")
        }
        return cls(kept["measures"], kept["wordings"], pairs["labels"], kept["ranges"], pairs["texts"])

    def keep_with(self, frame: pd.DataFrame) -> pd.DataFrame:
        """A frame whose attributes tell what its file says, in plain lists, which Parquet files can hold too."""
        if not (self.measures or self.wordings):
            return frame
        pairs = {
            part: {name: [list(pair) for pair in some.items()] for name, some in said.items()}
            for part, said in (("labels", self.labels), ("texts", self.texts))
        }
        kept = {"measures": dict(self.measures), "wordings": dict(self.wordings), "ranges": dict(self.ranges), **pairs}
        frame = frame.copy(deep=False)
        frame.attrs[_KEY] = kept
        return frame

    def answers(self, name: str) -> dict[Any, str]:
        """Labels of the values of a column that are not declared missing."""
        labels, ranges = self.labels.get(name, {}), self.ranges.get(name, ())
        return {x: label for x, label in labels.items() if not is_declared(x, ranges)}

    def read_labels(self, name: str) -> Mapping[Any, str]:
        """Texts of the values of a column that were read, of a measurement the labels that some of them have."""
        return self.texts.get(name) or self.answers(name)

    def of_levels_in(self, frame: pd.DataFrame) -> "Codebook":
        """The same without the values whose text is no level of its column any more."""
        labels, texts = dict(self.labels), dict(self.texts)
        for name in texts:
            if name in frame.columns and isinstance(frame[name].dtype, pd.CategoricalDtype):
                lost = {x for x, text in texts[name].items() if text not in frame[name].cat.categories}
                texts[name] = {x: text for x, text in texts[name].items() if x not in lost}
                labels[name] = {x: label for x, label in labels[name].items() if x not in lost}
        return replace(self, labels=labels, texts=texts)

    def without_values(self, names: Collection[str]) -> "Codebook":
        """The same with only the wordings of some columns, whose levels are to be numbered anew."""
        measures = {name: measure for name, measure in self.measures.items() if name not in names}
        return replace(
            self, measures=measures, ranges={x: ranges for x, ranges in self.ranges.items() if x in measures}
        )


def is_declared(value: Any, ranges: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a value is among those that are declared missing."""
    alike = [part for part in ranges if isinstance(part["lo"], str) == isinstance(value, str)]
    return any(part["lo"] <= value <= part["hi"] for part in alike)
