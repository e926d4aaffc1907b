# SPDX-License-Identifier: MIT
"""What errors, warnings and reports are made of, and how it is worded for each audience.

A `Message` has a statement (which input, what was found, what is needed) and remedies (what to do). Both hold typed
parts: an option, a setting, a function. A `Voice` words the parts as its audience writes them: `ordag.messages.python`
``n_jobs=2``, `ordag.messages.terminal` ``--jobs 2``, and `ordag.messages.report` both.
"""

from ordag.messages.message import Message
from ordag.messages.parts import Cause, Column, DataRow, File, Function, OptionName, Part, Setting, Text, Value
from ordag.messages.python import PYTHON
from ordag.messages.remedies import (
    Advise,
    DeclareKind,
    DeclareLevels,
    DeclareValues,
    If,
    InPython,
    Install,
    LeaveOutColumns,
    LeaveOutOptions,
    MarkMissing,
    Overwrite,
    RaiseLimits,
    Remedy,
    SetOption,
    StateTiers,
    UseFunction,
    UseMethod,
)
from ordag.messages.voice import Voice

__all__ = [
    "PYTHON",
    "Advise",
    "Cause",
    "Column",
    "DataRow",
    "DeclareKind",
    "DeclareLevels",
    "DeclareValues",
    "File",
    "Function",
    "If",
    "InPython",
    "Install",
    "LeaveOutColumns",
    "LeaveOutOptions",
    "MarkMissing",
    "Message",
    "OptionName",
    "Overwrite",
    "Part",
    "RaiseLimits",
    "Remedy",
    "SetOption",
    "Setting",
    "StateTiers",
    "Text",
    "UseFunction",
    "UseMethod",
    "Value",
    "Voice",
]
