# SPDX-License-Identifier: MIT
"""The server at work: uvicorn with the guard, the routes and the workbench, until a signal ends it quietly."""

import asyncio
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from ordag.app.guard import Guard
from ordag.app.routes import application
from ordag.app.server import FirstFile
from ordag.app.workbench import Workbench

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class QuietServer(uvicorn.Server):
    """Ends at a signal as a success: that is how it is meant to end. Those who wait for news are answered first."""

    def __init__(self, config: uvicorn.Config, hang_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._hang_up = hang_up

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Handle signals within the block."""
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End at a signal."""
        self._hang_up()
        super().handle_exit(sig, frame)


async def listen(first: FirstFile | None, listener: socket.socket, home: Path, announce: Callable[[str], None]) -> None:
    """Serve until a signal comes; the parameters are those of `ordag.app.server.serve`."""
    bench, loop = Workbench(home, _start_of(first)), asyncio.get_running_loop()
    guard = Guard(application(bench), listener.getsockname()[1])

    def hang_up() -> None:
        loop.call_soon_threadsafe(bench.hang_up)

    server = QuietServer(_settings(guard), hang_up)
    bench.jobs.warm()
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        address = guard.address
        if first is not None:
            project = await bench.open_path(first.path, copy=not first.in_place)
            address = f"{address}&project={project.key}"
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        announce(address)
        await running
    finally:
        server.should_exit = True
        await asyncio.gather(running, return_exceptions=True)
        await bench.jobs.close()


def _settings(guard: Guard) -> uvicorn.Config:
    return uvicorn.Config(
        guard,
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=2,
        ws="none",
        limit_concurrency=200,
        http="h11",
        loop="asyncio",
        proxy_headers=False,
    )


def _start_of(first: FirstFile | None) -> Path:
    """The folder that the dialog for files shows first."""
    return Path.home() if first is None else first.path.absolute().parent
