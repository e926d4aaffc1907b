# SPDX-License-Identifier: MIT
"""Files on the disk that no crash, kill or full disk leaves half written, and no second process writes meanwhile.

`atomic` writes one file whole or not at all, `together` changes the files of one result together, `lines` appends
whole lines, `lock` keeps others out. Everything that is written goes through one of these.
"""

from ordag.files.atomic import atomic_path, check_free, make_folder, write_text
from ordag.files.json_text import parsed_json
from ordag.files.lines import appending, content_of, whole_lines
from ordag.files.lock import BusyError, file_locked, folder_locked
from ordag.files.together import changed_since, written_together

__all__ = [
    "BusyError",
    "appending",
    "atomic_path",
    "changed_since",
    "check_free",
    "content_of",
    "file_locked",
    "folder_locked",
    "make_folder",
    "parsed_json",
    "whole_lines",
    "write_text",
    "written_together",
]
