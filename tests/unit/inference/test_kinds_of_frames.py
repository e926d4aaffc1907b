import pandas as pd
import polars as pl
import polars.testing
import pyarrow as pa
import pytest

from ordag import FittedNetwork, inference
from ordag.data.frames import like_given

NETWORK = FittedNetwork.from_parameters(
    [[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"], levels=[["bad", "good"], [0, 1]]
)
ROWS = {"mood": [1, None, 0], "sleep": ["good", "good", None], "who": ["a", "b", "c"]}


def test_polars_in_polars_out():
    completed = inference.impute(NETWORK, pl.DataFrame(ROWS))
    expected = pl.DataFrame(
        {"sleep": ["good", "good", "bad"], "mood": [1, 1, 0]}, {"sleep": pl.Enum(["bad", "good"]), "mood": pl.Int64}
    )
    polars.testing.assert_frame_equal(completed, expected)


def test_what_polars_gets_is_what_pandas_gets():
    frame = pl.DataFrame(ROWS)
    shares = inference.predict_proba(NETWORK, frame, "mood")
    assert isinstance(shares, pl.DataFrame)
    assert shares.columns == ["0", "1"]
    known = inference.predict_proba(NETWORK, pd.DataFrame(ROWS), "mood")
    assert shares.to_numpy().tolist() == known.to_numpy().tolist()


def test_a_predicted_column_is_a_series_of_polars():
    found = inference.predict(NETWORK, pl.DataFrame(ROWS), "sleep")
    polars.testing.assert_series_equal(found, pl.Series("sleep", ["good", "bad", "bad"], pl.Enum(["bad", "good"])))


def test_every_table_of_a_multiple_imputation_is_of_polars():
    tables = inference.impute_draws(NETWORK, pl.DataFrame(ROWS), 2, random_state=1)
    assert [type(table) for table in tables] == [pl.DataFrame] * 2
    assert all(table.null_count().sum_horizontal().item() == 0 for table in tables)


def test_a_lazy_frame_stays_lazy():
    completed = inference.impute(NETWORK, pl.LazyFrame(ROWS))
    assert isinstance(completed, pl.LazyFrame)
    assert completed.collect()["mood"].to_list() == [1, 1, 0]


def test_a_table_of_pyarrow_comes_back_as_one():
    completed = inference.impute(NETWORK, pa.table(ROWS))
    assert isinstance(completed, pa.Table)
    assert completed["sleep"].to_pylist() == ["good", "good", "bad"]


@pytest.mark.parametrize("given", [[{"sleep": "good"}], {"sleep": ["good"]}, pd.DataFrame({"sleep": ["good"]})])
def test_everything_else_gives_pandas(given: object):
    with pytest.warns(UserWarning, match="mood"):
        assert isinstance(inference.impute(NETWORK, given), pd.DataFrame)


@pytest.mark.parametrize(
    ("labels", "dtype"),
    [
        ([False, True], pl.Boolean()),
        ([1, 2], pl.Int64()),
        ([0.5, 1], pl.Float64()),
        (["a", 2], pl.Enum(["a", "2"])),
    ],
)
def test_levels_keep_their_type_where_they_share_one(labels: list[object], dtype: pl.DataType):
    frame = pd.DataFrame({"x": pd.Categorical([labels[1], None], categories=labels, ordered=True)})
    assert like_given(frame, pl.DataFrame({"y": [1]}))["x"].dtype == dtype
