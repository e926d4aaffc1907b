# SPDX-License-Identifier: MIT
"""The folder of a command's results: one command at a time, and files that belong together."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec

Options = ParamSpec("Options")


def alone_in_output(command: Callable[Options, None]) -> Callable[Options, None]:
    """The command, which keeps others from the folder of its option ``output`` until it ends."""

    @wraps(command)
    def run(*arguments: Options.args, **options: Options.kwargs) -> None:
        from ordag.files import folder_locked

        output = options["output"]
        assert isinstance(output, Path)
        with folder_locked(output):
            command(*arguments, **options)

    return run


def warn_of_strangers(folder: Path) -> None:
    """Warn of files in a folder of results that are not those which were written with the others."""
    from ordag.errors import warn
    from ordag.files import changed_since
    from ordag.remarks import FilesOfAnotherResult

    if strangers := changed_since(folder):
        warn(FilesOfAnotherResult(folder, strangers))
