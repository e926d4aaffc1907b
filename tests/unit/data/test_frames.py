import numpy as np
import pandas as pd
import pytest

from ordag.data import encode, summarize, to_frame


@pytest.fixture
def frame() -> pd.DataFrame:
    mood = pd.Categorical(["bad", "good", None, "bad"], categories=["bad", "fair", "good"], ordered=True)
    return pd.DataFrame({"mood": mood, "age": [20.0, np.nan, 30.5, 41.0]})


def test_encoding_and_going_back_is_the_identity(frame: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(to_frame(encode(frame, kinds={"age": "continuous"})), frame)


def test_summary_gives_shares_of_observed_entries(frame: pd.DataFrame) -> None:
    mood, age = summarize(encode(frame, kinds={"age": "continuous"}))
    assert (mood.kind, mood.n_missing, mood.levels) == ("ordinal", 1, ("bad", "fair", "good"))
    assert mood.shares == pytest.approx((2 / 3, 0, 1 / 3))
    assert (age.kind, age.n_missing, age.shares) == ("continuous", 1, ())
    assert age.mean == pytest.approx(30.5)
    assert age.deviation == pytest.approx(np.std([20.0, 30.5, 41.0]))


def test_summary_goes_by_weight(frame: pd.DataFrame) -> None:
    mood, age = summarize(encode(frame, kinds={"age": "continuous"}, weights=[1, 3, 1, 0]))
    assert mood.shares == pytest.approx((1 / 4, 0, 3 / 4))
    assert age.mean == pytest.approx(25.25)
