# SPDX-License-Identifier: MIT
"""What the constraint-based methods share: their parameter alpha, and how a test becomes a finding."""

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.independence import CITest
from ordag.learners.contract import ALPHA_GRID, MethodResult, Parameter
from ordag.search import SearchSpace, pc
from ordag.search.pc import Orientation

ALPHA = Parameter("alpha", 0.05, "significance level of the tests", ALPHA_GRID)


def find_class(test: CITest, alpha: float, space: SearchSpace, orientation: Orientation = "standard") -> MethodResult:
    """The finding of the PC algorithm with a test."""
    result = pc(test, alpha, space, orientation=orientation)
    return MethodResult(cpdag=result.cpdag, detail=result)


def observed_levels(table: OrdinalTable) -> tuple[npt.NDArray[np.int32], list[int]]:
    """Codes in which every level occurs (continuous columns: their ranks), −1 where missing, and the numbers of levels.

    Nominal and rank tests see which entries are equal and which is larger; a level that nobody chose is none to them.
    """
    columns = []
    values = iter(table.continuous.T)
    for codes, kind, missing in zip(table.codes.T, table.kinds, table.missing.T, strict=True):
        source = next(values) if kind in NUMBER_KINDS else codes
        dense = np.full(table.n_rows, -1, dtype=np.int32)
        dense[~missing] = np.unique(source[~missing], return_inverse=True)[1]
        columns.append(dense)
    matrix = np.column_stack(columns)
    return matrix, [int(k) for k in matrix.max(axis=0, initial=0) + 1]


def numeric(table: OrdinalTable) -> npt.NDArray[np.float64]:
    """Codes as numbers, continuous columns as they are, NaN where missing."""
    matrix = table.codes.astype(np.float64)
    matrix[:, [kind in NUMBER_KINDS for kind in table.kinds]] = table.continuous
    matrix[table.missing] = np.nan
    return matrix
