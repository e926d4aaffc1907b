# SPDX-License-Identifier: MIT
"""Work in processes of its own: started warm, told what to do in one line, heard by lines, ended at once.

A worker is a Python process that has loaded the library and waits for a task on its standard input. It answers with
lines of JSON, and writes its results into the folder of the project, so that killing it is safe at any moment. One
worker does one task; the next one is warmed up meanwhile.
"""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ordag.errors import OrdagError
from ordag.messages import Advise
from ordag.processes import environment, python

Event = dict[str, Any]
MOST_AT_ONCE = 3
_LONGEST_LINE = 64 * 1024 * 1024


@dataclass(eq=False)
class Job:
    """A task at work: what it is for, its last stage, and how it ended."""

    kind: str
    subject: str
    process: asyncio.subprocess.Process
    hear: Callable[[Event], None]
    stage: Event = field(default_factory=dict)
    is_cancelled: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def cancel(self) -> None:
        """End the worker now."""
        self.is_cancelled = True
        _kill(self.process)


class Jobs:
    """All tasks at work, and a worker that waits for the next one."""

    def __init__(self) -> None:
        self.running: dict[str, Job] = {}
        self._waiting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._listeners: set[asyncio.Task[None]] = set()
        self._is_open = True

    def warm(self) -> None:
        """Start a worker ahead of its task."""
        if self._waiting is None and self._is_open:
            self._waiting = asyncio.create_task(_started())

    async def start(self, key: str, kind: str, task: dict[str, Any], hear: Callable[[Event], None]) -> Job:
        """Hand a task to a worker.

        Parameters
        ----------
        key
            Of the project; there is one task at a time for each.
        kind
            Name of the function in `ordag.app.tasks`.
        task
            Its arguments.
        hear
            Called with every event, the last one is ``done``, ``failed`` or ``cancelled``.
        """
        if key in self.running or len(self.running) >= MOST_AT_ONCE:
            raise OrdagError("the server", "is at work already", remedies=[Advise("wait, or stop what is running")])
        waiting, self._waiting = self._waiting or asyncio.create_task(_started()), None
        job = Job(kind, str(task.get("analysis", "")), None, hear)  # type: ignore[arg-type]
        self.running[key] = job
        try:
            job.process = await waiting
            line = json.dumps({"task": kind, **task}) + "\n"
            assert job.process.stdin is not None
            job.process.stdin.write(line.encode())
            job.process.stdin.close()
        except BaseException:
            del self.running[key]
            raise
        listener = asyncio.create_task(self._listen(key, job))
        self._listeners.add(listener)
        listener.add_done_callback(self._listeners.discard)
        return job

    def cancel(self, key: str) -> bool:
        """End what runs for a project; whether something did."""
        job = self.running.get(key)
        if job is not None and job.process is not None:
            job.cancel()
        return job is not None

    async def close(self) -> None:
        """End all workers."""
        self._is_open = False
        for job in list(self.running.values()):
            job.cancel()
        if self._waiting is not None:
            with contextlib.suppress(Exception):
                process = await self._waiting
                _kill(process)
                await process.wait()
        await asyncio.gather(*self._listeners, return_exceptions=True)

    async def _listen(self, key: str, job: Job) -> None:
        assert job.process.stdout is not None
        last: Event = {"event": "failed", "message": None}
        async for line in job.process.stdout:
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if event["event"] in ("done", "failed"):
                    last = event
                else:
                    job.stage = event
                    job.hear(event)
        await job.process.wait()
        del self.running[key]
        job.hear({"event": "cancelled"} if job.is_cancelled else last)
        job.ended.set()
        self.warm()


async def _started() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *python("-m", "ordag.app.worker"),
        stdin=pipe,
        stdout=pipe,
        env=environment(MPLBACKEND="agg"),
        limit=_LONGEST_LINE,
        start_new_session=True,
    )


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a worker and whatever it has started."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
