"""An object store and a cluster of dask on this machine, whose processes share nothing but that store."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

WAIT_S = 60
"""Longest time to wait for a process to be ready (seconds)."""


class Worker:
    """A worker with a folder for its temporary files that no other process knows."""

    def __init__(self, scheduler: str, folder: Path) -> None:
        folder.mkdir()
        self._process = _dask(
            folder, "worker", scheduler, "--no-nanny", "--nthreads=1", "--no-dashboard", f"--local-directory={folder}"
        )

    def kill(self) -> None:
        """End it as a failing machine does, with all that it had begun."""
        _kill(self._process)


class DaskCluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes = [_dask(folder, "scheduler", "--host=127.0.0.1", "--port=0", "--no-dashboard",
                                 f"--scheduler-file={folder / 'scheduler.json'}")]  # fmt: skip
        self.workers: list[Worker] = []
        self.scheduler = self._scheduler()

    @property
    def address(self) -> str:
        """What `--executor` takes."""
        return self.scheduler.replace("tcp://", "dask://")

    def add_worker(self) -> Worker:
        """Start another worker."""
        self.workers.append(Worker(self.scheduler, self._folder / f"worker{len(self.workers)}"))
        return self.workers[-1]

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.kill()
        for process in self._processes:
            _kill(process)

    def _scheduler(self) -> str:
        file, started = self._folder / "scheduler.json", time.monotonic()
        while time.monotonic() - started < WAIT_S:
            try:
                return str(json.loads(file.read_text())["address"])
            except (OSError, ValueError):
                time.sleep(0.05)
        raise TimeoutError("no scheduler")


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[DaskCluster]:
    """Run a cluster."""
    folder.mkdir()
    cluster = DaskCluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()


def _dask(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
