"""A server of the page as a user starts it, and requests to it without a browser."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import numpy as np

from ordag.processes import environment, python

WELLBEING = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "data" / "wellbeing.sav"
PATIENCE = 300.0  # seconds for the longest piece of work, on a machine that is busy


def two_sites() -> str:
    """A chain of four items as CSV, whose last link the rows of one site lack."""
    rng, lines = np.random.default_rng(3), ["q1,q2,q3,q4,site"]
    for site, last in (("north", 0.9), ("south", 0.0)):
        first = rng.normal(size=300)
        second, other = first + 0.5 * rng.normal(size=300), rng.normal(size=(2, 300))
        third = second + 0.5 * other[0]
        fourth = last * third + 0.6 * other[1]
        answers = np.digitize(np.stack([first, second, third, fourth], axis=1), [-1, 0, 1]) + 1
        lines += [",".join([*map(str, row), site]) for row in answers.tolist()]
    return "\n".join(lines) + "\n"


class Server:
    """``ordag app`` in a process of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        command = python("-m", "ordag", "app", *arguments, "--no-browser", "--projects", str(home))
        self.home, self.log = home, (home.parent / f"{home.name}.log").open("a+")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment(COLUMNS="300")
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\S+", line)
        assert found, f"no address: {line!r}, {self.complaints()}"
        self.address, self.port = found[0], int(found[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
        self._opener.open(self.address).close()
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)

    def complaints(self) -> str:
        """What the server has written to its standard error."""
        self.log.flush()
        return Path(self.log.name).read_text()

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request, as JSON; a body is posted."""
        return json.loads(self.raw(path, None if body is None else json.dumps(body).encode()))

    def raw(self, path: str, body: bytes | None = None) -> bytes:
        """The answer as bytes."""
        request = urllib.request.Request(self.base + path, data=body, headers={"X-Ordag": "1"})
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return answer.read()

    def refusal(self, path: str, body: Any = None) -> str:
        """What the server says to a request that it refuses."""
        try:
            self.ask(path, body)
        except urllib.error.HTTPError as error:
            with error:
                return json.loads(error.read())["message"]
        raise AssertionError(f"{path} was not refused")

    def upload(self, path: Path) -> str:
        """Key of a project for a file."""
        return json.loads(self.raw(f"/api/upload?name={path.name}", path.read_bytes()))["key"]

    def edit(self, key: str, **edit: Any) -> Any:
        """The state of a project after an edit."""
        return self.ask(f"/api/projects/{key}/edit", edit)

    def wait(self, key: str, until: Any) -> Any:
        """The state of a project once it is as wanted."""
        state, end = self.ask(f"/api/projects/{key}"), time.monotonic() + PATIENCE
        while not until(state):
            assert time.monotonic() < end, f"still {state['job']}, {state['analyses']}"
            state = self.ask(f"/api/projects/{key}?after={state['pulse']}")
        return state

    def learned(self, key: str) -> Any:
        """The state of a project after an analysis."""
        self.ask(f"/api/projects/{key}/learn", {})
        return self.wait(key, lambda state: state["job"] is None)

    def stop(self) -> int:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        return code


def workers() -> list[int]:
    """Numbers of the worker processes that have a task or wait for one."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [
        int(line.split()[0]) for line in listed.splitlines() if "ordag.app.worker" in line and sys.executable in line
    ]
