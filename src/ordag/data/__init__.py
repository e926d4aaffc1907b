# SPDX-License-Identifier: MIT
"""Data of any shape become an `OrdinalTable` of integer codes.

`encode` reads frames, arrays and records, `read` reads files, `encode_like` fits new rows to an existing table. All
checks of user data live in `ordag.data.checks`; later steps trust what they get.
"""

from ordag.data.columns.edits import DeclaredColumns
from ordag.data.columns.plan import ColumnPlan, TablePlan
from ordag.data.columns.planning import plan_columns
from ordag.data.declarations import as_declarations
from ordag.data.encoding.encode import encode, encode_like
from ordag.data.encoding.read import read
from ordag.data.frames import ColumnSummary, summarize, to_frame
from ordag.data.reading.files import read_frame, write_frame
from ordag.data.reading.loading import read_wordings
from ordag.data.table import Codes, DistinctRows, Kind, Label, Levels, MergedLevels, OrdinalTable
from ordag.data.weights import effective_weights
from ordag.files import atomic_path, check_free, write_text

__all__ = [
    "Codes",
    "ColumnPlan",
    "ColumnSummary",
    "DeclaredColumns",
    "DistinctRows",
    "Kind",
    "Label",
    "Levels",
    "MergedLevels",
    "OrdinalTable",
    "TablePlan",
    "as_declarations",
    "atomic_path",
    "check_free",
    "effective_weights",
    "encode",
    "encode_like",
    "plan_columns",
    "read",
    "read_frame",
    "read_wordings",
    "summarize",
    "to_frame",
    "write_frame",
    "write_text",
]
