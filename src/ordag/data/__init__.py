# SPDX-License-Identifier: MIT
"""Data of any shape become an `OrdinalTable` of integer codes.

`encode` reads frames, arrays and records, `read` reads files, `encode_like` fits new rows to an existing table. All
checks of user data live in `ordag.data.checks`; later steps trust what they get.
"""

from ordag.data.declarations import as_declarations
from ordag.data.encoding.encode import encode, encode_like
from ordag.data.frames import ColumnSummary, summarize, to_frame
from ordag.data.reading.files import read, read_frame, write_frame
from ordag.data.reading.loading import read_wordings
from ordag.data.table import Codes, DistinctRows, Kind, Label, Levels, MergedLevels, OrdinalTable
from ordag.data.weights import effective_weights
from ordag.files import atomic_path, check_free, write_text

__all__ = [
    "Codes",
    "ColumnSummary",
    "DistinctRows",
    "Kind",
    "Label",
    "Levels",
    "MergedLevels",
    "OrdinalTable",
    "as_declarations",
    "atomic_path",
    "check_free",
    "effective_weights",
    "encode",
    "encode_like",
    "read",
    "read_frame",
    "read_wordings",
    "summarize",
    "to_frame",
    "write_frame",
    "write_text",
]
