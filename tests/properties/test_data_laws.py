"""Laws of the data layer that hold for every table."""

import numpy as np
import numpy.typing as npt
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordag.data import OrdinalTable, encode, encode_like, to_frame

SHAPES = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=12)
CODES = hnp.arrays(np.int64, SHAPES, elements=st.integers(-1, 3))
N_LEVELS = 4

quick = settings(deadline=None, max_examples=60)  # the time of one example says nothing on a shared machine


def table_of(codes: npt.NDArray[np.int64]) -> OrdinalTable:
    return OrdinalTable.from_codes(codes, levels=[[f"level {k}" for k in range(N_LEVELS)]] * codes.shape[1])


def new_rows(frame: pd.DataFrame, table: OrdinalTable) -> OrdinalTable:
    return encode_like(frame, names=table.names, levels=table.levels, kinds=table.kinds)


@quick
@given(CODES)
def test_going_to_a_frame_and_back_is_the_identity(codes: npt.NDArray[np.int64]) -> None:
    table = table_of(codes)
    np.testing.assert_array_equal(new_rows(to_frame(table), table).codes, codes)


@quick
@given(CODES, st.randoms(use_true_random=False))
def test_the_order_of_columns_in_new_rows_does_not_matter(codes: npt.NDArray[np.int64], random: object) -> None:
    table = table_of(codes)
    columns = list(table.names)
    random.shuffle(columns)  # type: ignore[attr-defined]
    np.testing.assert_array_equal(new_rows(to_frame(table)[columns], table).codes, codes)


@quick
@given(CODES)
def test_distinct_rows_rebuild_the_table(codes: npt.NDArray[np.int64]) -> None:
    table = table_of(codes)
    distinct = table.distinct()
    np.testing.assert_array_equal(table.codes[distinct.index][distinct.inverse], codes)
    assert len(distinct.index) == len(np.unique(codes, axis=0))
    assert distinct.counts.sum() == len(codes)
    assert (np.diff(distinct.index) > 0).all()


@quick
@given(hnp.arrays(np.int64, st.integers(2, 20), elements=st.integers(0, 9)), st.integers(-50, 50))
def test_renaming_levels_in_order_changes_no_code(column: npt.NDArray[np.int64], shift: int) -> None:
    column[:2] = 0, 1  # vary
    np.testing.assert_array_equal(encode(column[:, None]).codes, encode(column[:, None] * 3 + shift).codes)
