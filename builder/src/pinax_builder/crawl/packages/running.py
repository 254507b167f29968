"""Run a program that fetches something, within bounds of time, memory and size.

Rules: the program gets no input and no terminal, so it cannot ask for a password. It is killed when it takes too long,
       or when what it writes becomes too large. Its memory and each of its files have limits (see `programs`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from pinax_builder.programs import limited

MAX_SECONDS = 900.0
"""Longest time for one program (seconds)."""
MAX_BYTES = 2 << 30
"""Largest size of one package on disk (bytes)."""
MAX_MEMORY_BYTES = 2 << 30
"""Memory that each process of a program may allocate (bytes)."""
MAX_SAID_BYTES = 64 << 20
"""Largest standard output of a program (bytes)."""
MAX_FILES = 200_000
"""Number of files and folders of one package."""
_MAX_PATH_CHARS = 1_000
"""Length of a path within a package (characters)."""
_MAX_NAME_BYTES = 255
"""Length of one part of it, which file systems bound (bytes in UTF-8)."""
_LOOK_S = 0.5
"""Time between two looks at the folder that a program fills (seconds)."""
_SAID_CHARS = 300
"""Length (characters) of what is kept of a program's last words."""


class FetchError(Exception):
    """A package cannot be fetched; the message says why, without a full stop."""

    def __init__(
        self, cause: str, remedy: str = "check its name and version, and that this machine may fetch it"
    ) -> None:
        super().__init__(cause)
        self.remedy = remedy


def run_bounded(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """Run a program and return what it writes to standard output.

    Args:
        command: The program and its arguments.
        folder: Where it runs; its size is bounded meanwhile.
        environment: Its whole environment.

    Raises:
        FetchError: The program is missing, fails, takes too long or writes too much.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                limited(command, memory_bytes=MAX_MEMORY_BYTES, file_bytes=MAX_BYTES),
                cwd=folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=said,
                start_new_session=True,
            )
        except OSError as error:
            raise FetchError(f"the program `{command[0]}` cannot be started ({error.strerror})") from error
        try:
            _watch(process, folder, out)
        finally:
            _end(process)
        if process.returncode:
            said.seek(0)
            raise FetchError(f"`{command[0]}` failed: {_last_words(said.read().decode('utf-8', 'replace'))}")
        out.seek(0)
        return out.read().decode("utf-8", "replace")


def _watch(process: subprocess.Popen[bytes], folder: Path, out: IO[bytes]) -> None:
    """Wait for a program's end.

    Raises:
        FetchError: It takes too long, says too much, or its folder becomes too large.
    """
    until = time.monotonic() + MAX_SECONDS
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_S)
        check_size(folder)
        if os.fstat(out.fileno()).st_size > MAX_SAID_BYTES:
            raise FetchError(f"it lists more than {MAX_SAID_BYTES >> 20:,} MiB")
        if process.returncode is not None:
            return
        if time.monotonic() > until:
            raise FetchError(f"it took longer than {MAX_SECONDS:.0f} s")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with all that it has started."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()


def is_too_long(path: str) -> bool:
    """Tell whether a path within a package is one that file systems refuse."""
    parts = path.encode("utf-8", "surrogatepass").split(b"/")
    return len(path) > _MAX_PATH_CHARS or max(map(len, parts)) > _MAX_NAME_BYTES


def check_size(folder: Path) -> None:
    """Refuse a folder that has become too large.

    Raises:
        FetchError: It holds too many files or too many bytes.
    """
    n_files = n_bytes = 0
    for parent, folders, files in os.walk(folder):
        n_files += len(folders) + len(files)
        for name in files:
            try:
                n_bytes += os.lstat(os.path.join(parent, name)).st_size
            except OSError:  # it was a temporary one
                continue
        if n_files > MAX_FILES or n_bytes > MAX_BYTES:
            raise FetchError(f"it has more than {MAX_FILES:,} files or {MAX_BYTES >> 20:,} MiB")


def _last_words(text: str) -> str:
    """Return the last lines of what a program said, on one line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("fatal:", "error:", "npm error"))] or lines
    said = "; ".join(dict.fromkeys(told[:3])) or "it said nothing"
    return said if len(said) <= _SAID_CHARS else said[: _SAID_CHARS - 1] + "…"
