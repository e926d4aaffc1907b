# SPDX-License-Identifier: MIT
"""A project: a folder with the data, the decisions and their history, and the analyses; written at every change.

``project.json`` holds all that is not data or a result, whole or not at all, so that a kill at any moment loses nothing
but what was not yet decided. Results stand in ``analyses/``, a folder for each.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_origin, get_type_hints

from ordag.app.document import Document, from_plain, to_plain
from ordag.app.edits import edited
from ordag.app.summaries import SeenColumn
from ordag.errors import FileError, RequirementError, unknown_option
from ordag.files import parsed_json, write_text
from ordag.files.bounds import bytes_of_regular, within_nesting

_Stored = TypeVar("_Stored")
FORMAT = 1
PROJECT, SEEN, ANALYSES = "project.json", "seen.json", "analyses"
MOST_UNDONE = 100


@dataclass(frozen=True)
class DataFile:
    """The data of a project.

    Attributes
    ----------
    file
        Name of the copy in the folder of the project, if there is one.
    name
        That the user gave it.
    sha256, n_rows, n_columns
        Its fingerprint and size.
    path
        Where the user's own file is, if the project holds no copy.
    """

    file: str
    name: str
    sha256: str
    n_rows: int
    n_columns: int
    path: str | None = None

    @property
    def file_name(self) -> str:
        """Name of the file for scripts and commands."""
        return self.name if self.name.lower().endswith(Path(self.file).suffix.lower()) else self.file


@dataclass(frozen=True)
class Analysis:
    """One analysis: the document that it was made by, and whether it is whole, running, or was stopped."""

    key: str
    name: str
    document: dict[str, Any]
    state: str = "running"
    n_supported: int = 0
    message: str | None = None


@dataclass(eq=False)
class Project:
    """A project that is open; `revision` counts its changes."""

    key: str
    folder: Path
    name: str
    data: DataFile
    document: Document
    seen: Mapping[str, SeenColumn]
    undone: list[dict[str, Any]] = field(default_factory=list)
    done: list[dict[str, Any]] = field(default_factory=list)
    analyses: tuple[Analysis, ...] = ()
    remarks: tuple[str, ...] = ()
    revision: int = 0

    @property
    def data_path(self) -> Path:
        """The file of the data: the user's own, or the copy in the folder."""
        return self.copy_path if self.data.path is None else Path(self.data.path)

    @property
    def copy_path(self) -> Path:
        """Where a copy of the data is, or would be."""
        return self.folder / self.data.file

    def edit(self, edit: Mapping[str, Any]) -> None:
        """Change the document, and keep the former one to go back to."""
        changed = edited(self.document, edit, self.seen)
        if changed == self.document:
            return
        with self._saved():
            self.done = [*self.done, to_plain(self.document)][-MOST_UNDONE:]
            self.undone, self.document = [], changed

    def undo(self) -> None:
        """Go back to the document before the last edit."""
        if self.done:
            with self._saved():
                self.undone = [*self.undone, to_plain(self.document)]
                self.done, self.document = self.done[:-1], from_plain(self.done[-1])

    def redo(self) -> None:
        """Go forward again."""
        if self.undone:
            with self._saved():
                self.done = [*self.done, to_plain(self.document)]
                self.undone, self.document = self.undone[:-1], from_plain(self.undone[-1])

    def rename(self, name: str) -> None:
        """Give it another name."""
        with self._saved():
            self.name = name.strip()[:120] or self.name

    def analysis(self, key: str) -> Analysis:
        """The analysis of a key."""
        found = next((analysis for analysis in self.analyses if analysis.key == key), None)
        if found is None:
            raise unknown_option("analysis", key, [analysis.key for analysis in self.analyses])
        return found

    def folder_of(self, analysis: Analysis) -> Path:
        """Where the results of an analysis are."""
        return self.folder / ANALYSES / analysis.key

    def begin_analysis(self, name: str) -> Analysis:
        """A new analysis by the document as it is."""
        number = 1 + max((int(analysis.key) for analysis in self.analyses), default=0)
        begun = Analysis(str(number), name.strip()[:120], to_plain(self.document))
        self.folder_of(begun).mkdir(parents=True, exist_ok=True)
        with self._saved():
            self.analyses = (*self.analyses, begun)
        return begun

    def change_analysis(self, key: str, **changes: Any) -> None:
        """Note how an analysis is getting on, or give it another name."""
        changed = replace(self.analysis(key), **changes)
        with self._saved():
            self.analyses = tuple(changed if analysis.key == key else analysis for analysis in self.analyses)

    def drop_analysis(self, key: str) -> None:
        """Forget an analysis."""
        dropped = self.analysis(key)
        with self._saved():
            self.analyses = tuple(analysis for analysis in self.analyses if analysis.key != key)
        shutil.rmtree(self.folder_of(dropped), ignore_errors=True)

    @contextmanager
    def _saved(self) -> Iterator[None]:
        """Write down the changes of the block; where that fails, as on a full disk, there are none."""
        before = dict(vars(self))
        try:
            yield
            self.save()
        except BaseException:
            vars(self).update(before)
            raise

    def save(self) -> None:
        """Write everything down."""
        self.revision += 1
        write_text(self.folder / PROJECT, self.written(), force=True)

    def written(self, *, with_path: bool = True) -> str:
        """All that is stored, as text; paths mean nothing on another machine, and are nobody's business there."""
        plain = {
            "format": FORMAT,
            "name": self.name,
            "data": asdict(self.data if with_path else replace(self.data, path=None)),
            "document": to_plain(self.document),
            "done": self.done,
            "undone": self.undone,
            "analyses": [asdict(analysis) for analysis in self.analyses],
            "remarks": self.remarks,
        }
        return json.dumps(plain, ensure_ascii=False)

    def hold(self, path: Path | None) -> None:
        """Have the data at a path, of which no copy is kept, or in the folder (None)."""
        self.data = replace(self.data, path=None if path is None else str(path))
        self.save()
        if path is not None:
            self.copy_path.unlink(missing_ok=True)


def load(folder: Path) -> Project:
    """The project in a folder; analyses that were running when the server ended are marked as stopped."""
    plain, seen = _read(folder / PROJECT), _read(folder / SEEN)
    if not isinstance(plain, dict) or plain.get("format") != FORMAT or not isinstance(seen, list):
        raise FileError(folder / PROJECT, "is no project of this version of ordag")
    try:
        data = _typed(DataFile, plain["data"])
        if Path(data.file).name != data.file:
            raise RequirementError("the data of a project", "lie in its folder")
        analyses = tuple(_typed(Analysis, analysis) for analysis in plain["analyses"])
        for analysis in analyses:
            from_plain(analysis.document)
        if not all(analysis.key.isdecimal() and analysis.key.isascii() for analysis in analyses):
            raise RequirementError("analyses of a project", "be numbered")
        project = Project(
            folder.name,
            folder,
            str(plain["name"]),
            data,
            from_plain(plain["document"]),
            {entry["name"]: SeenColumn.of_plain(entry) for entry in seen},
            [to_plain(from_plain(document)) for document in plain["undone"]],
            [to_plain(from_plain(document)) for document in plain["done"]],
            tuple(_settled(analysis, folder) for analysis in analyses),
            tuple(map(str, plain["remarks"])),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise FileError(folder / PROJECT, "is no project of ordag") from error
    if set(project.document.plan.names) != set(project.seen):
        raise FileError(folder / PROJECT, "does not fit its columns")
    return project


def projects_in(home: Path) -> Iterator[Path]:
    """Folders of the projects, the one that was changed last first."""
    found = [path.parent for path in home.glob(f"*/{PROJECT}")]
    yield from sorted(found, key=lambda folder: (folder / PROJECT).stat().st_mtime, reverse=True)


def _read(path: Path) -> Any:
    try:
        value = parsed_json(bytes_of_regular(path, "bytes of a saved result"))
    except (OSError, ValueError) as error:
        raise FileError(path, "cannot be read as a project") from error
    within_nesting(path, value)
    return value


def _typed(kind: type[_Stored], plain: Mapping[str, Any]) -> _Stored:
    """A stored record whose entries are of the types that they should be."""
    made = kind(**plain)
    for name, hint in get_type_hints(kind).items():
        if not isinstance(getattr(made, name), hint if isinstance(hint, UnionType) else get_origin(hint) or hint):
            raise TypeError(name)
    return made


def _settled(analysis: Analysis, folder: Path) -> Analysis:
    """An analysis that nobody works on any more."""
    if analysis.state != "running":
        return analysis
    has_picture = (folder / ANALYSES / analysis.key / "view.json").is_file()
    return replace(analysis, state="stopped" if has_picture else "failed")
