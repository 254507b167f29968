"""A cluster of dask on this machine, whose workers share nothing but an object store."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from distributed import LocalCluster


class Worker:
    """A worker with a folder for its temporary files that no other process knows."""

    def __init__(self, scheduler: str, folder: Path) -> None:
        folder.mkdir(parents=True)
        options = ("--no-nanny", "--nthreads=1", "--no-dashboard", f"--local-directory={folder}")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dask", "worker", scheduler, *options],
            cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """End it as a failing machine does, with all that it had begun."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class DaskCluster:
    """A scheduler, which is a thread of this process, and its workers."""

    def __init__(self, scheduler: str, folder: Path, n_workers: int) -> None:
        self.address = scheduler.replace("tcp://", "dask://")
        """What `--executor` takes."""
        self.workers = [Worker(scheduler, folder / f"worker{number}") for number in range(n_workers)]


@contextmanager
def dask_cluster(folder: Path, n_workers: int) -> Iterator[DaskCluster]:
    """Run a cluster."""
    with LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0", protocol="tcp://") as local:
        running = DaskCluster(local.scheduler_address, folder, n_workers)
        try:
            yield running
        finally:
            for worker in running.workers:
                worker.kill()
