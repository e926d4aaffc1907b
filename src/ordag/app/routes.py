# SPDX-License-Identifier: MIT
"""What the page can ask of the server: one function an address, each a few calls."""

import asyncio
import io
import json
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ordag.app import archive
from ordag.app.assets import MAIN, assets
from ordag.app.document import from_plain
from ordag.app.guard import REPORT_POLICY, UPLOADS
from ordag.app.pace import expected_seconds
from ordag.app.project import Analysis, Project
from ordag.app.questions import what_if
from ordag.app.results import FILES, VIEW, model_of
from ordag.app.script import command_of, script_of
from ordag.app.suggestions import first_items
from ordag.app.words import PAGE
from ordag.app.workbench import Workbench
from ordag.data import ColumnPlan
from ordag.data.columns.plan import PLANNED_KINDS, ROLES, VALUES_AS
from ordag.errors import OrdagError, RequirementError, unknown_option
from ordag.model import FittedNetwork

# What may be looked at in the browser, and what it may do there.
SHOWN = {"report.html": REPORT_POLICY, "network.svg": "sandbox; style-src 'unsafe-inline'"}
_WAIT = 25.0  # seconds that a request for news is held
_BAD, _FAILED = 422, 507

Handler = Callable[[Workbench, Request], Awaitable[Response]]


def application(bench: Workbench) -> Starlette:
    """The application in front of which the guard stands."""
    found = assets()

    async def asset(request: Request) -> Response:
        content = found.get(request.path_params.get("name", MAIN))
        return Response(status_code=404) if content is None else Response(content[0], media_type=content[1])

    one = "/api/projects/{key}"
    analysis = f"{one}/analyses/{{analysis}}"
    handlers: list[tuple[str, str, Handler]] = [
        ("GET", "/api/projects", _list),
        ("POST", UPLOADS, _upload),
        ("POST", "/api/survey", _survey),
        ("GET", "/api/folder", _folder),
        ("POST", "/api/open", _open),
        ("GET", one, _project),
        ("GET", f"{one}/seen", _seen),
        ("POST", f"{one}/edit", _edit),
        ("POST", f"{one}/learn", _learn),
        ("POST", f"{one}/cancel", _cancel),
        ("POST", f"{one}/hold", _hold),
        ("POST", f"{one}/rename", _rename),
        ("POST", f"{one}/delete", _delete),
        ("GET", f"{one}/archive", _archive),
        ("GET", f"{analysis}/view", _view),
        ("POST", f"{analysis}/set", _set),
        ("POST", f"{analysis}/resume", _resume),
        ("POST", f"{analysis}/finish", _finish),
        ("POST", f"{analysis}/rename", _rename_analysis),
        ("POST", f"{analysis}/delete", _drop),
        ("GET", f"{analysis}/repeat", _repeat),
        ("GET", f"{analysis}/files/{{file}}", _file),
    ]
    routes = [Route(path, _bound(handler, bench), methods=[method]) for method, path, handler in handlers]
    return Starlette(routes=[*routes, Route("/", asset), Route("/{name}", asset)])


def _bound(handler: Handler, bench: Workbench) -> Callable[[Request], Awaitable[Response]]:
    """The handler with its workbench; what the library refuses is said in its words."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(bench, request)
        except OrdagError as error:
            return JSONResponse({"message": PAGE.capital(error.worded(PAGE))}, _BAD)
        except (UnicodeDecodeError, RecursionError, json.JSONDecodeError):
            return JSONResponse({"message": "The request cannot be read."}, 400)
        except OSError as error:
            return JSONResponse({"message": f"That could not be written or read: {error.strerror}."}, _FAILED)

    return answer


async def _list(bench: Workbench, request: Request) -> Response:
    del request
    return JSONResponse({"projects": await asyncio.to_thread(bench.listed)})


async def _upload(bench: Workbench, request: Request) -> Response:
    name = request.query_params.get("name", "")[:255]
    if (key := request.query_params.get("project")) is not None:
        project = bench.project(key)
        await bench.bring_data(project, request.stream())
    else:
        project = await bench.open_file(name, request.stream())
    return JSONResponse({"key": project.key})


async def _survey(bench: Workbench, request: Request) -> Response:
    del request
    project = await bench.open_survey("American National Election Study 1996")
    return JSONResponse({"key": project.key})


async def _folder(bench: Workbench, request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(bench.folders.shown, request.query_params.get("key")))


async def _open(bench: Workbench, request: Request) -> Response:
    """Open a file that the dialog showed, or have the data of a project there."""
    asked = await _body(request)
    path, copy = bench.folders.file(str(asked.get("entry"))), bool(asked.get("copy"))
    if (key := asked.get("project")) is not None:
        project = bench.project(str(key))
        await bench.point_to(project, path, copy=copy)
    else:
        project = await bench.open_path(path, copy=copy)
    return JSONResponse({"key": project.key})


async def _hold(bench: Workbench, request: Request) -> Response:
    """Copy the data, which were left where they are, into the project."""
    project = bench.project(request.path_params["key"])
    await bench.check_data(project)
    if project.data.path is not None:
        await bench.point_to(project, project.data_path, copy=True)
    return await _told(bench, project)


async def _project(bench: Workbench, request: Request) -> Response:
    project = bench.project(request.path_params["key"])
    after = request.query_params.get("after", "")
    if after.isascii() and after.isdecimal() and len(after) < 16:
        await bench.heard(project.key, int(after), _WAIT)
        project = bench.project(project.key)
    return await _state(bench, project)


async def _seen(bench: Workbench, request: Request) -> Response:
    project = bench.project(request.path_params["key"])
    return JSONResponse([column.plain() for column in project.seen.values()])


async def _edit(bench: Workbench, request: Request) -> Response:
    project, edit = bench.project(request.path_params["key"]), await _body(request)
    if edit.get("do") == "undo":
        project.undo()
    elif edit.get("do") == "redo":
        project.redo()
    else:
        project.edit(edit)
    return await _told(bench, project)


async def _learn(bench: Workbench, request: Request) -> Response:
    project, asked = bench.project(request.path_params["key"]), await _body(request)
    await bench.learn(project, str(asked.get("name", "")))
    return await _told(bench, project)


async def _cancel(bench: Workbench, request: Request) -> Response:
    project = bench.project(request.path_params["key"])
    bench.cancel(project.key)
    return await _state(bench, project)


async def _rename(bench: Workbench, request: Request) -> Response:
    project = bench.project(request.path_params["key"])
    project.rename(str((await _body(request)).get("name", "")))
    return await _told(bench, project)


async def _delete(bench: Workbench, request: Request) -> Response:
    bench.forget(bench.project(request.path_params["key"]))
    return JSONResponse({})


async def _archive(bench: Workbench, request: Request) -> Response:
    project, with_data = bench.project(request.path_params["key"]), request.query_params.get("data") == "1"
    if with_data:
        await bench.check_data(project)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "project"
        await asyncio.to_thread(archive.pack, project, path, with_data=with_data)
        return _download(path.read_bytes(), f"{project.name}{archive.ENDING}", "application/zip")


async def _view(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    return Response(await asyncio.to_thread(bench.view, project, analysis), media_type="application/json")


async def _set(bench: Workbench, request: Request) -> Response:
    (project, analysis), asked = _analysis(bench, request), await _body(request)
    group = asked.get("group", 0)
    if not isinstance(asked.get("answer"), int) or not isinstance(group, int):
        raise RequirementError("answer and group", "be numbers")
    if (name := model_of(group)) not in FILES:
        raise unknown_option("file", name, FILES)
    network = await asyncio.to_thread(FittedNetwork.load, project.folder_of(analysis) / name)
    return JSONResponse(await asyncio.to_thread(what_if, network, str(asked.get("name")), asked["answer"]))


async def _resume(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    await bench.resume(project, analysis)
    return await _told(bench, project)


async def _finish(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    await bench.finish(project, analysis)
    return await _told(bench, project)


async def _rename_analysis(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    name = str((await _body(request)).get("name", "")).strip()[:120]
    project.change_analysis(analysis.key, name=name or analysis.name)
    return await _told(bench, project)


async def _drop(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    job = bench.jobs.running.get(project.key)
    if job is not None and job.subject == analysis.key:
        job.cancel()
    project.drop_analysis(analysis.key)
    return await _told(bench, project)


async def _repeat(bench: Workbench, request: Request) -> Response:
    """What repeats an analysis: script, plan of the columns, the command, and layers if there are any."""
    project, analysis = _analysis(bench, request)
    document = from_plain(analysis.document)
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "columns.toml"
        document.learned_plan.to_toml(plan)
        named = {"columns.toml": plan.read_text("utf-8")}
    named["analysis.py"] = script_of(document, project.data.file_name, f"{project.name}: {analysis.name}")
    named["command.txt"] = command_of(document, project.data.file_name) + "\n"
    if tiers := document.known()["tiers"]:
        named["tiers.json"] = json.dumps({"tiers": tiers}, ensure_ascii=False)
    buffer = io.BytesIO()
    with archive.open_zip(buffer) as packed:
        for name, text in named.items():
            packed.writestr(name, text)
        if request.query_params.get("data") == "1":
            await bench.check_data(project)
            packed.write(project.data_path, project.data.file_name)
    return _download(buffer.getvalue(), f"{project.name}.zip", "application/zip")


async def _file(bench: Workbench, request: Request) -> Response:
    project, analysis = _analysis(bench, request)
    name = request.path_params["file"]
    if name not in FILES:
        raise unknown_option("file", name, FILES)
    path = project.folder_of(analysis) / name
    if not path.is_file():
        raise OrdagError(f"the file {name}", "is not written yet")
    content = await asyncio.to_thread(path.read_bytes)
    if request.query_params.get("show") == "1" and name in SHOWN:
        return Response(content, media_type=FILES[name], headers={"content-security-policy": SHOWN[name]})
    return _download(content, f"{project.name} {name}" if name.startswith(("report", "network")) else name, FILES[name])


def _analysis(bench: Workbench, request: Request) -> tuple[Project, Analysis]:
    project = bench.project(request.path_params["key"])
    return project, project.analysis(request.path_params["analysis"])


async def _body(request: Request) -> dict[str, Any]:
    """The body as an object of JSON."""
    body = json.loads(await request.body() or b"{}")
    if not isinstance(body, dict):
        raise RequirementError("a request", "be an object")
    return body


async def _told(bench: Workbench, project: Project) -> Response:
    bench.tell(project.key)
    return await _state(bench, project)


async def _state(bench: Workbench, project: Project) -> Response:
    """All of a project that changes, for the page."""
    document, job = project.document, bench.jobs.running.get(project.key)
    working = None if job is None else {"analysis": job.subject, **{k: v for k, v in job.stage.items() if k != "event"}}
    return JSONResponse(
        {
            "key": project.key,
            "pulse": bench.pulse(project.key),
            "name": project.name,
            "data": {
                "name": project.data.name,
                "rows": project.data.n_rows,
                "presence": await bench.fingerprints.presence(project),
                "path": project.data.path,
            },
            "kinds": PLANNED_KINDS,
            "roles": ROLES,
            "values": VALUES_AS,
            "columns": [_column(column, project) for column in document.plan],
            "weights": document.plan.weights,
            "clusters": document.plan.clusters,
            "knowledge": asdict(document.knowledge.among(document.plan.items)),
            "first": first_items(document.plan),
            "choices": {**asdict(document.choices), "is_plain": document.choices.is_plain},
            "expected": expected_seconds(len(document.items), project.data.n_rows, document.choices),
            "undo": len(project.done),
            "redo": len(project.undone),
            "analyses": [_about(analysis, project) for analysis in project.analyses],
            "job": working,
            "remarks": list(project.remarks),
        }
    )


def _about(analysis: Analysis, project: Project) -> dict[str, Any]:
    """An analysis, whether its files are there, and whether the decisions have changed since."""
    document = from_plain(analysis.document)
    return {
        "key": analysis.key,
        "name": analysis.name,
        "state": analysis.state,
        "n_supported": analysis.n_supported,
        "n_boot": document.choices.n_boot,
        "message": analysis.message,
        "is_current": document in (project.document, project.document.cut_short(analysis.n_supported)),
        "is_pictured": (project.folder_of(analysis) / VIEW).is_file(),
        "files": [name for name in FILES if (project.folder_of(analysis) / name).is_file()],
    }


def _column(column: ColumnPlan, project: Project) -> dict[str, Any]:
    """A column, its answers by their positions among the entries that the page lists."""
    seen = project.seen[column.name]
    listed = seen.listed(column)
    place = {entry: k for k, entry in reversed(list(enumerate(listed)))}
    return {
        "name": column.name,
        "role": column.role,
        "kind": column.kind,
        "certainty": column.certainty,
        "why": column.why,
        "ground": [column.reason.ground.value, *column.reason.details],
        "wording": column.wording,
        "levels": [place[level] for level in column.levels],
        "missing": [place[entry] for entry in column.missing],
        "extra": [str(entry) for entry in listed[len(seen.entries) :]],
        "floor": column.floor,
        "ceiling": column.ceiling,
        "values": column.values,
        "blank": None if column.blank is None else str(column.blank),
    }


def _download(content: bytes, name: str, media_type: str) -> Response:
    disposition = f"attachment; filename*=utf-8''{quote(name, safe='')}"
    return Response(content, media_type=media_type, headers={"content-disposition": disposition})
