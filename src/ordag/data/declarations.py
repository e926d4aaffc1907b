# SPDX-License-Identifier: MIT
"""Declarations of levels and kinds, by dictionary or by a small TOML or JSON file.

A file holds a table ``levels`` (column → labels from lowest to highest), a table ``kinds`` (column → kind), or both; a
file for one of them alone may leave the outer table away::

    [levels]
    sleep = ["never", "sometimes", "often"]

    [kinds]
    age = "continuous"

Several columns share a declaration under a name with stars, ``"q*" = [...]``, each of which stands for any text. The
own name of a column goes before, then the first such name that fits.
"""

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from ordag.data import checks
from ordag.data.table import NUMBER_KINDS, Label, OrdinalTable
from ordag.errors import FileError, InputValueError
from ordag.files import parsed_json
from ordag.files.bounds import bytes_of_regular, within_nesting
from ordag.messages import Advise, Cause, File, OptionName

DeclaredLevels: TypeAlias = Mapping[str, Sequence[Label]] | str | PathLike[str]
DeclaredKinds: TypeAlias = Mapping[str, str] | str | PathLike[str]

_DECLARED_KINDS = ("ordinal", "binary", "continuous", "count", "censored", "nominal")

_SECTIONS = ("levels", "kinds")


def resolve_levels(levels: DeclaredLevels | None, names: Sequence[str]) -> dict[str, tuple[Label, ...]]:
    """Declared levels by column, checked against the columns there are."""
    declared = _by_column("levels", _resolve("levels", levels), names)
    return {name: checks.declared_levels(name, labels) for name, labels in declared.items()}


def declared_labels(levels: DeclaredLevels | None) -> dict[str, Collection[Label]]:
    """Declared levels as they stand, before there are columns to check them against."""
    declared = _resolve("levels", levels)
    return {name: labels for name, labels in declared.items() if isinstance(labels, Collection)}


def declared_for(name: str, declared: Mapping[str, Collection[Label]]) -> Collection[Label]:
    """Levels of one column among declared ones as they stand; none if there are no such."""
    return next((declared[key] for key in (name, *declared) if key in declared and _stands_for(key, name)), ())


def resolve_kinds(kinds: DeclaredKinds | None, names: Sequence[str]) -> dict[str, str]:
    """Declared kinds by column, checked against the columns there are."""
    declared = _by_column("kinds", _resolve("kinds", kinds), names)
    for name, kind in declared.items():
        checks.known_kind(name, kind, _DECLARED_KINDS)
    return declared


def as_declarations(table: OrdinalTable) -> str:
    """JSON text of a table's levels and its columns of numbers and nominal ones, for formats that cannot hold them."""
    levels = {name: list(labels) for name, labels in zip(table.names, table.levels, strict=True) if labels}
    named = {*NUMBER_KINDS, "nominal"}
    kinds = {name: kind for name, kind in zip(table.names, table.kinds, strict=True) if kind in named}
    return json.dumps({"levels": levels, "kinds": kinds}, indent=2, ensure_ascii=False) + "\n"


def _resolve(section: str, declared: Any) -> Mapping[str, Any]:
    if declared is None:
        return {}
    if isinstance(declared, str | PathLike):
        return _from_file(section, Path(declared))
    return {str(name): value for name, value in checks.mapping(section, declared).items()}


def _by_column(section: str, declared: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Declarations by the columns that their names stand for, at least one each."""
    fitting = {key: [name for name in names if _stands_for(key, name)] for key in declared}
    checks.known_columns(section, [key for key, fits in fitting.items() if not fits], names)
    shared = {name: declared[key] for key, fits in reversed(fitting.items()) for name in fits}
    return {name: declared.get(name, shared[name]) for name in names if name in shared}


def _stands_for(key: str, name: str) -> bool:
    """Whether a name, perhaps with stars, is that of a column."""
    if "*" not in str(key):
        return key == name
    first, *inner, last = str(key).split("*")
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    # The first place where each piece fits leaves the most for the others, so that no other need be tried.
    position, end = len(first), len(name) - len(last)
    for piece in inner:
        found = name.find(piece, position, end)
        if found < 0:
            return False
        position = found + len(piece)
    return True


def parse_file(what: str, path: Path) -> Any:
    """Content of a small TOML or JSON file; the ending tells which."""
    named = (OptionName(what), " file ", File(path))
    try:
        text = bytes_of_regular(path, "bytes of declarations").decode("utf-8")
        found = parsed_json(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
        within_nesting(path, found)
        return found
    except FileError:
        raise
    except OSError:
        raise InputValueError(named, "cannot be read", remedies=[Advise("check the path")]) from None
    except UnicodeDecodeError as error:
        raise InputValueError(named, f"is not UTF-8 text (byte {error.start})") from None
    except ValueError as error:
        raise InputValueError(named, ("is not valid TOML or JSON: ", Cause(error))) from None
    except RecursionError:  # of TOML
        raise InputValueError(named, "is nested too deeply") from None


def _from_file(section: str, path: Path) -> Mapping[str, Any]:
    """One section of a declaration file."""
    content = checks.mapping(f"the content of {str(path)!r}", parse_file(section, path))
    # A column may itself be called "levels"; only a table of that name is a section.
    if any(isinstance(content.get(name), Mapping) for name in _SECTIONS):
        return checks.mapping(section, content.get(section, {}))
    return content
