"""Rows that every family can use, split into those learned from and those left out."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.families.rows import splits


def test_a_column_with_one_rare_answer_varies_in_the_rows_of_every_split() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (60, 3))
    codes[:, 1] = np.arange(60) == 7
    found = list(splits(OrdinalTable.from_codes(codes), 5, rng))
    assert [split.train.n_levels[1] for split in found] == [2] * 5
    assert sum(len(split.codes) for split in found) == 59  # the row with the rare answer is never left out
