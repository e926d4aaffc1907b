# SPDX-License-Identifier: MIT
"""All that the server holds: projects that are open, the work on them, and who waits to hear of it."""

import asyncio
import hashlib
import json
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ordag.app import archive
from ordag.app.document import from_plain, to_plain
from ordag.app.folders import Folders
from ordag.app.jobs import Event, Jobs
from ordag.app.project import SEEN, Analysis, DataFile, Project, load, projects_in
from ordag.app.results import VIEW
from ordag.app.summaries import SeenColumn
from ordag.app.whereabouts import Fingerprints, chunks, fingerprint
from ordag.data.reading.loading import FORMATS
from ordag.errors import FileError, OrdagError, unknown_option
from ordag.files.bounds import bytes_of_regular
from ordag.messages import Advise


class Workbench:
    """Projects by their keys, each loaded when it is first asked for.

    Parameters
    ----------
    home
        Folder of all projects.
    start
        The folder that the dialog for files shows first.
    """

    def __init__(self, home: Path, start: Path) -> None:
        self.home, self.jobs, self.folders, self.fingerprints = home, Jobs(), Folders(start), Fingerprints()
        self._projects: dict[str, Project] = {}
        self._pulses: dict[str, int] = {}
        self._changed = asyncio.Condition()
        self._telling: set[asyncio.Task[None]] = set()
        self._is_ending = False

    def listed(self) -> list[dict[str, Any]]:
        """Projects for the first page, the one that was changed last first; one that cannot be read is left out."""
        found = []
        for folder in projects_in(self.home):
            try:
                project = self.project(folder.name)
            except OrdagError:
                continue
            data = project.data
            about = {"rows": data.n_rows, "columns": data.n_columns, "is_copy": data.path is None}
            found.append({"key": project.key, "name": project.name, **about, "analyses": len(project.analyses)})
        return found

    def project(self, key: str) -> Project:
        """A project by its key; keys are never part of a path unless a folder of that name was found."""
        if key not in self._projects:
            folder = next((folder for folder in projects_in(self.home) if folder.name == key), None)
            if folder is None:
                raise unknown_option("project", key, [])
            self._projects[key] = load(folder)
        return self._projects[key]

    async def open_file(self, name: str, sent: AsyncIterator[bytes]) -> Project:
        """A project for a file that is sent: data, or a project that was saved."""
        folder = self._new_folder()
        try:
            ending = _ending(name)
            path = folder / f"data{ending}"
            sha256 = await _store(sent, path)
            if ending == archive.ENDING:
                return await self._unpacked(path)
            return await self._looked_at(folder, path, DataFile(path.name, name, sha256, 0, 0))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    async def open_path(self, path: Path, *, copy: bool) -> Project:
        """A project for a file on this machine; unless it is copied, the file is read where it is and stays there."""
        if copy or _ending(path.name) == archive.ENDING:
            return await self.open_file(path.name, chunks(path))
        folder, place = self._new_folder(), path.absolute()
        try:
            found = await self.fingerprints.of(place)
            if found is None:
                raise FileError(path, "cannot be read")
            data = DataFile(f"data{_ending(path.name)}", path.name, found, 0, 0, str(place))
            return await self._looked_at(folder, place, data)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    async def open_survey(self, title: str) -> Project:
        """A project for the embedded survey."""
        folder = self._new_folder()
        try:
            path = folder / "data.csv"
            return await self._looked_at(folder, path, DataFile(path.name, title, "", 0, 0), survey=True)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    async def bring_data(self, project: Project, sent: AsyncIterator[bytes]) -> None:
        """A copy of the data for a project that lacks them; only the same file will do."""
        path = project.folder / f"incoming{project.copy_path.suffix}"
        try:
            if await _store(sent, path) != project.data.sha256:
                raise _other_file(project)
            path.replace(project.copy_path)
        finally:
            path.unlink(missing_ok=True)
        project.hold(None)
        await self._summarised_again(project)

    async def point_to(self, project: Project, path: Path, *, copy: bool) -> None:
        """Have the data of a project where the user says that they are; only the same file will do."""
        if project.key in self.jobs.running:
            raise OrdagError("the project", "is at work", remedies=[Advise("wait, or stop what is running")])
        if copy:
            await self.bring_data(project, chunks(path))
            return
        if await self.fingerprints.of(path) != project.data.sha256:
            raise _other_file(project)
        project.hold(path)
        await self._summarised_again(project)

    async def check_data(self, project: Project) -> None:
        """That the data are where they were, and as they were."""
        presence = await self.fingerprints.presence(project)
        if presence != "here":
            lacking = "is not there" if project.data.path else "did not come with this project"
            problem = lacking if presence == "missing" else "is not what it was when this project began"
            raise FileError(project.data.path or project.data.name, problem, "choose the file on the page")

    async def learn(self, project: Project, name: str) -> Analysis:
        """Begin an analysis."""
        begun = project.begin_analysis(name or f"{len(project.analyses) + 1}")
        try:
            await self._work_on(project, begun)
        except BaseException:
            project.drop_analysis(begun.key)
            raise
        return begun

    async def resume(self, project: Project, analysis: Analysis) -> None:
        """Go on with an analysis that was stopped; resamples that are done are not done again."""
        await self._work_on(project, analysis)

    async def finish(self, project: Project, analysis: Analysis) -> None:
        """Write the files of an analysis that was stopped: from now on it asks for the resamples that it has."""
        asked = to_plain(from_plain(analysis.document).cut_short(analysis.n_supported))
        await self._work_on(project, replace(analysis, document=asked))
        project.change_analysis(analysis.key, document=asked)
        self.tell(project.key)

    def cancel(self, key: str) -> bool:
        """Stop what runs for a project."""
        return self.jobs.cancel(key)

    def forget(self, project: Project) -> None:
        """Delete a project with its data."""
        self.jobs.cancel(project.key)
        self._projects.pop(project.key, None)
        shutil.rmtree(project.folder, ignore_errors=True)
        self.tell(project.key)

    def view(self, project: Project, analysis: Analysis) -> bytes:
        """The picture of an analysis, as it was written."""
        path = project.folder_of(analysis) / VIEW
        if not path.is_file():
            raise OrdagError(f"the analysis {analysis.name!r}", "has no picture yet")
        return bytes_of_regular(path, "bytes of a saved result")

    def pulse(self, key: str) -> int:
        """A number that rises whenever something about a project has changed."""
        return self._pulses.get(key, 0)

    def tell(self, key: str) -> None:
        """Wake those who wait to hear of a project."""
        self._pulses[key] = self.pulse(key) + 1
        told = asyncio.get_running_loop().create_task(self._wake())
        self._telling.add(told)
        told.add_done_callback(self._telling.discard)

    async def heard(self, key: str, pulse: int, seconds: float) -> None:
        """Wait until something has changed since a pulse, or until the time is up."""
        async with self._changed:
            told = self._changed.wait_for(lambda: self._is_ending or self.pulse(key) != pulse)
            with suppress(TimeoutError):
                await asyncio.wait_for(told, seconds)

    def hang_up(self) -> None:
        """Answer all who wait, because the server ends."""
        self._is_ending = True
        self.tell("")

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _new_folder(self) -> Path:
        folder = self.home / secrets.token_hex(8)
        folder.mkdir(parents=True, mode=0o700)
        return folder

    async def _unpacked(self, path: Path) -> Project:
        folder = self._new_folder()
        try:
            await asyncio.to_thread(archive.unpack, path, folder)
            project = load(folder)
            project.hold(None)  # a path that comes with an archive is nobody's
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(path.parent)
        self._projects[project.key] = project
        return project

    async def _looked_at(self, folder: Path, path: Path, data: DataFile, *, survey: bool = False) -> Project:
        found = await self._summaries(folder, path, data.name, survey=survey)
        sha256 = await asyncio.to_thread(fingerprint, path) if survey else data.sha256
        data = replace(data, sha256=sha256, n_rows=found["n_rows"], n_columns=found["n_columns"])
        title, remarks = Path(data.name).stem or data.name, tuple(found["remarks"])
        document = from_plain(found["document"])
        project = Project(folder.name, folder, title, data, document, _seen(folder), remarks=remarks)
        project.save()
        self._projects[project.key] = project
        return project

    async def _summaries(self, folder: Path, path: Path, name: str, *, survey: bool = False) -> dict[str, Any]:
        """What a worker says of a file; the summaries of its columns are in the folder then."""
        result: list[Event] = []
        task = {"data": str(path), "folder": str(folder), "survey": survey}
        job = await self.jobs.start(folder.name, "look_at", task, result.append)
        await job.ended.wait()
        if result[-1]["event"] != "done":
            # Where the copy lies is nothing that the user has named.
            said = (result[-1].get("message") or "").replace(f"{str(path)!r} ", "it ").replace(str(path), name)
            raise OrdagError(f"the file {name!r}", "cannot be read", said)
        return dict(result[-1]["result"])

    async def _summarised_again(self, project: Project) -> None:
        """Summaries of all that the data hold, which a project that came without them lacks."""
        if not any(column.preview for column in project.seen.values()) and project.key not in self.jobs.running:
            await self._summaries(project.folder, project.data_path, project.data.name)
            project.seen = _seen(project.folder)
        self.tell(project.key)

    async def _work_on(self, project: Project, analysis: Analysis) -> None:
        await self.check_data(project)
        task = {
            "data": str(project.data_path),
            "file": project.data.file_name,
            "folder": str(project.folder_of(analysis)),
            "document": analysis.document,
            "name": analysis.name,
            "analysis": analysis.key,
        }

        def hear(event: Event) -> None:
            self._hear(project, analysis.key, event)

        await self.jobs.start(project.key, "learn", task, hear)
        project.change_analysis(analysis.key, state="running", message=None)
        self.tell(project.key)

    def _hear(self, project: Project, key: str, event: Event) -> None:
        """Note what a worker tells of an analysis."""
        if project.key in self._projects and any(analysis.key == key for analysis in project.analyses):
            self._note(project, project.analysis(key), event)
        self.tell(project.key)

    def _note(self, project: Project, analysis: Analysis, event: Event) -> None:
        has_picture = (project.folder_of(analysis) / VIEW).is_file()
        match event["event"]:
            case "picture":
                project.change_analysis(analysis.key, n_supported=event["n_supported"])
            case "done":
                project.change_analysis(analysis.key, state="done")
            case "cancelled":
                project.change_analysis(analysis.key, state="stopped" if has_picture else "failed", message="cancelled")
            case "failed":
                message = event.get("message") or ("memory" if event.get("reason") else "unforeseen")
                project.change_analysis(analysis.key, state="stopped" if has_picture else "failed", message=message)


def _ending(name: str) -> str:
    """Known ending of a file name."""
    endings = (*FORMATS, archive.ENDING)
    found = [ending for ending in endings if name.lower().endswith(ending)]
    if not found:
        raise unknown_option("file ending", Path(name).suffix, endings)
    return max(found, key=len)


async def _store(sent: AsyncIterator[bytes], path: Path) -> str:
    """Write what is sent to a file, and return its fingerprint."""
    digest = hashlib.sha256()
    with path.open("wb") as sink:
        async for chunk in sent:
            digest.update(chunk)
            await asyncio.to_thread(sink.write, chunk)
    return digest.hexdigest()


def _seen(folder: Path) -> dict[str, SeenColumn]:
    plain = json.loads(bytes_of_regular(folder / SEEN, "bytes of a saved result"))
    return {entry["name"]: SeenColumn.of_plain(entry) for entry in plain}


def _other_file(project: Project) -> FileError:
    return FileError(project.data.name, "is another file than the one of this project")
