from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ordag.errors import InputValueError
from ordag.inference import predict_proba
from ordag.model import FittedNetwork

CUTS = [[-0.5, 0.5], [0.0]]
OBJECTS: list[tuple[Any, ...]] = [
    tuple(pd.interval_range(0, 3)),
    tuple(pd.date_range("2020", periods=3)),
    tuple(pd.period_range("2020-01", periods=3, freq="M")),
    (date(2020, 1, 1), date(2021, 1, 1), date(2022, 1, 1)),
    (b"a", b"b", b"c"),
    ((1, 2), (3, 4), (5, 6)),
]


def network_with(levels: tuple[Any, ...]) -> FittedNetwork:
    return FittedNetwork.from_parameters([[0, 1], [0, 0]], CUTS, names=["band", "mood"], levels=[levels, (0, 1)])


@pytest.mark.parametrize("levels", OBJECTS, ids=lambda levels: type(levels[0]).__name__)
def test_a_network_whose_levels_are_objects_is_saved_and_predicts_alike_from_the_same_data(
    levels: tuple[Any, ...], tmp_path: Path
) -> None:
    network = network_with(levels)
    network.save(tmp_path / "model.json")
    loaded = FittedNetwork.load(tmp_path / "model.json")
    assert loaded.levels[0] == tuple(str(label) for label in levels)
    bands = pd.Categorical.from_codes([0, 2, -1, 1], categories=list(levels), ordered=True)
    frame = pd.DataFrame({"band": bands, "mood": np.nan})
    for data in (frame, frame.astype({"band": object})):
        assert np.allclose(predict_proba(loaded, data, "mood"), predict_proba(network, data, "mood"))


def test_plain_levels_of_other_columns_stay_as_they_are(tmp_path: Path) -> None:
    network_with(OBJECTS[0]).save(tmp_path / "model.json")
    assert FittedNetwork.load(tmp_path / "model.json").levels[1] == (0, 1)


def test_levels_that_read_the_same_as_text_are_refused_with_their_column(tmp_path: Path) -> None:
    with pytest.raises(InputValueError, match=r"two levels of 'band' both read '\(1, 2\)' as text.*Rename"):
        network_with(((1, 2), "(1, 2)", "x")).save(tmp_path / "model.json")
    assert not (tmp_path / "model.json").exists()
