# SPDX-License-Identifier: MIT
"""The process behind a task of the page: loads the library, waits for one task, tells how it is getting on, ends.

``python -m ordag.app.worker`` reads one line of JSON and writes lines of JSON. Its memory is limited, so that a task
that needs too much fails by itself instead of taking the machine with it.
"""

import json
import os
import sys
import time
from contextlib import suppress
from typing import Any, TextIO

_SHARE_OF_MEMORY = 0.8
_LEAST_MEMORY = 2 << 30
_SECONDS_BETWEEN = 0.1  # of events that only count


class Teller:
    """Writes events for the server; a progress display of the library as well."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._tasks: list[list[Any]] = []
        self._told = 0.0

    def tell(self, event: str, **fields: Any) -> None:
        """Write an event."""
        self._stream.write(json.dumps({"event": event, **fields}) + "\n")
        self._stream.flush()

    def stage(self, name: str, done: int = 0, total: int | None = None) -> None:
        """What is being done, and how much of it is."""
        self.tell("stage", stage=name, done=done, total=total)

    def start(self, label: str, total: int | None) -> None:
        """Begin a task of the library."""
        self._tasks.append([label, 0, total])

    def advance(self, steps: int = 1) -> None:
        """Count finished steps of it."""
        task = self._tasks[-1]
        task[1] += steps
        if time.monotonic() - self._told > _SECONDS_BETWEEN:
            self._told = time.monotonic()
            self.stage(task[0], task[1], task[2])

    def stop(self) -> None:
        """End it."""
        self._tasks.pop()


def limit_memory() -> None:
    """Let this process have most of the memory of the machine and no more, where the system can limit it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        most = max(int(_SHARE_OF_MEMORY * total), _LEAST_MEMORY)
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main() -> None:
    """Do one task."""
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what some library may print is no event
    limit_memory()
    from ordag.app.tasks import TASKS
    from ordag.app.words import PAGE
    from ordag.errors import OrdagError
    from ordag.progress import showing

    line = sys.stdin.readline()
    if not line:
        return
    task, teller = json.loads(line), Teller(stream)
    try:
        with showing(teller):
            result = TASKS[task.pop("task")](teller, **task)
        teller.tell("done", result=result)
    except OrdagError as error:
        teller.tell("failed", message=error.worded(PAGE))
    except MemoryError:
        teller.tell("failed", message=None, reason="memory")
    except OSError as error:
        teller.tell("failed", message=str(error))


if __name__ == "__main__":
    main()
