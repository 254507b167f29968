"""Run a command and say what it took: wall time, CPU time, peak memory of all its processes together."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

INTERVAL_S = 0.1
KIB_IN_MB = 1024 / 1e6
_SET_CHILD_SUBREAPER = 36
"""Number of the option of Linux's `prctl` by which orphans become children of this process."""


@dataclass(frozen=True)
class Spent:
    """What one run took."""

    wall_s: float
    cpu_s: float
    """User and system, of the process and all its descendants (wait4)."""
    peak_mb: float
    """Highest sum of the proportional set sizes of the process and its descendants, taken ten times a second; at
    least the highest resident size of a single one (wait4)."""


def run(command: Sequence[str]) -> Spent:
    """Run a command to its end; the program ends with its output when it fails.

    Python keeps the bytecode that it compiles, as it does where a package was installed.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr
    ended, sampled = threading.Event(), [0.0]
    sampler = threading.Thread(target=_sample, args=(process.pid, ended, sampled))
    sampler.start()
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    orphans_s = _wait_for_orphans()
    process.returncode = os.waitstatus_to_exitcode(status)
    ended.set()
    sampler.join()
    if process.returncode:
        sys.exit(f"{command[0]} exited with {process.returncode}\n{errors[-2000:]}")
    return Spent(wall, usage.ru_utime + usage.ru_stime + orphans_s, max(sampled[0], usage.ru_maxrss * KIB_IN_MB))


def _wait_for_orphans() -> float:
    """Wait for descendants that their parent did not wait for, as Python's fork server; return their CPU time (s)."""
    cpu_s = 0.0
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return cpu_s
        cpu_s += usage.ru_utime + usage.ru_stime


def _sample(root: int, ended: threading.Event, peak: list[float]) -> None:
    while not ended.wait(INTERVAL_S):
        peak[0] = max(peak[0], sum(proportional_mb(pid) for pid in family(root)))


def family(root: int) -> list[int]:
    """List a process and its descendants."""
    found = [root]
    for pid in found:
        try:
            threads = list(Path(f"/proc/{pid}/task").iterdir())
            found += [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        except OSError:
            continue
    return found


def proportional_mb(pid: int) -> float:
    """Return a process's memory, of what it shares its part; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * KIB_IN_MB


def resident_mb(pid: int) -> float:
    """Return a process's resident size."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * KIB_IN_MB
