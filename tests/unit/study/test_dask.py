"""Studies and bootstraps on a cluster: scheduler and workers are processes of their own, and one of them is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import joblib
import numpy as np
import pytest

import ordag
from cli.running import ended
from ordag.study import read_rows, run
from reference.tiny_study import TINY

pytest.importorskip("distributed")
PATIENCE = 150.0  # seconds until the cluster stands, on a machine that does much else
KILL_AFTER = 4  # rows


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Address of a scheduler and its two workers. The test that kills one comes last: joblib ignores a lone worker."""
    folder = tmp_path_factory.mktemp("cluster")
    address_file = folder / "scheduler.json"
    log = (folder / "cluster.log").open("wb")
    python = [sys.executable, "-m", "dask"]
    quiet = ["--no-dashboard", "--scheduler-file", str(address_file)]
    scheduler = [*python, "scheduler", "--host", "127.0.0.1", "--port", "0", *quiet]
    worker = [*python, "worker", "--nthreads", "1", "--no-nanny", *quiet]
    started = [subprocess.Popen(scheduler, stdout=log, stderr=log)]
    try:
        _wait_for(address_file.exists, "the scheduler's address")
        started += [subprocess.Popen(worker, stdout=log, stderr=log, cwd=folder) for _ in range(2)]
        address = _address(address_file)
        _wait_for(lambda: _n_workers(address) == 2, "two workers")
        yield address, started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
        log.close()


def test_the_command_runs_a_study_on_a_cluster(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, _ = cluster
    for place in (["--dask", address, "-o", tmp_path / "cluster"], ["--jobs", "1", "-o", tmp_path / "local"]):
        answer = ended("study", "sparsity", "--methods", "GPC", *place)
        assert answer.returncode == 0, answer.stderr
    there, here = (read_rows(tmp_path / folder / "sparsity.jsonl") for folder in ("cluster", "local"))
    assert {row.label for row in there.values()} == {"GPC"}
    assert {key: row.finding for key, row in there.items()} == {key: row.finding for key, row in here.items()}
    assert (tmp_path / "cluster" / "sparsity.png").exists()


def test_the_backend_chosen_with_joblib_makes_the_rows_and_the_bootstrap_samples(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    from distributed import Client

    frame = np.random.default_rng(0).integers(0, 3, size=(60, 3))
    here = ordag.bootstrap("gpc", frame, n_boot=6, n_jobs=1, random_state=1)
    local = read_rows(run(TINY, tmp_path / "local", n_jobs=1))
    with Client(cluster[0]) as client, joblib.parallel_config("dask"):
        counts = [_n_executed(client)]
        there = ordag.bootstrap("gpc", frame, n_boot=6, random_state=1)
        counts.append(_n_executed(client))
        rows = read_rows(run(TINY, tmp_path / "cluster"))
        counts.append(_n_executed(client))
    assert counts[0] < counts[1] < counts[2]
    np.testing.assert_array_equal(there.support, here.support)
    assert {key: row.finding for key, row in rows.items()} == {key: row.finding for key, row in local.items()}


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_loses_nothing_and_counts_nothing_twice(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    path = tmp_path / "cluster" / "tiny.jsonl"

    def kill_one() -> None:
        _wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= KILL_AFTER, "the first rows")
        os.kill(workers[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    run(TINY, tmp_path / "cluster", dask=address)
    killer.join()
    assert workers[0].wait(PATIENCE) == -signal.SIGKILL
    assert workers[1].poll() is None
    rows = read_rows(path)
    assert path.read_bytes().count(b"\n") == len(rows) == len(TINY.trials("smoke"))
    run(TINY, tmp_path / "local", n_jobs=1)
    here = read_rows(tmp_path / "local" / "tiny.jsonl")
    assert {key: row.finding for key, row in rows.items()} == {key: row.finding for key, row in here.items()}


def _wait_for(condition, what: str) -> None:
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < PATIENCE, f"waited too long for {what}"
        time.sleep(0.1)


def _address(path: Path) -> str:
    return json.loads(path.read_text())["address"]


def _n_workers(address: str) -> int:
    from distributed import Client

    with Client(address) as client:
        return len(client.scheduler_info(n_workers=-1)["workers"])


def _n_executed(client) -> int:
    """Tasks that the workers have done so far."""
    return sum(client.run(lambda dask_worker: dask_worker.state.executed_count).values())
