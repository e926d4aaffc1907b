# SPDX-License-Identifier: MIT
"""What nobody foresaw becomes one line and a file to send: where in the code it happened, and nothing of the data.

The message of the exception may hold data, and so may values of options; neither is kept.
"""

import platform
import sys
import tempfile
import traceback
from pathlib import Path


def store(error: BaseException) -> Path | None:
    """The file with the story of an exception; None if there is no room for it."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="ordag-crash-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(story(error))
        return Path(file.name)
    except OSError:
        return None


def story(error: BaseException) -> str:
    """Versions, command, and the places in the code that led to an exception.

    Examples
    --------
    >>> try:
    ...     {}["secret"]
    ... except KeyError as error:
    ...     text = story(error)
    >>> "KeyError" in text, "secret" in text
    (True, False)
    """
    from ordag import __version__

    options = [argument.partition("=")[0] for argument in sys.argv[1:] if argument.startswith("--")]
    lines = [
        f"ordag {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        f"command: {' '.join([*_command(), *options])}",
    ]
    while True:
        lines.append(type(error).__name__)
        lines += [f"  {name}, line {line}, in {function}" for name, line, function in _places(error)]
        cause = error.__cause__ or error.__context__
        if cause is None:
            return "\n".join(lines) + "\n"
        error = cause


def _command() -> list[str]:
    """The name of the command, which is the first argument if it is one."""
    from ordag.cli.app import COMMANDS

    return [argument for argument in sys.argv[1:2] if argument in COMMANDS]


def _places(error: BaseException) -> list[tuple[str, int, str]]:
    """Files of the code without the folders above the package, which may tell whose machine it is."""
    package = Path(__file__).parents[1]
    frames = traceback.extract_tb(error.__traceback__)
    return [(_shortened(Path(frame.filename), package), frame.lineno or 0, frame.name) for frame in frames]


def _shortened(path: Path, package: Path) -> str:
    return str(path.relative_to(package.parent)) if path.is_relative_to(package) else "/".join(path.parts[-3:])
