"""Run a program that converts a document.

Rules: the program reads the document from standard input and starts in an empty folder, so it finds no other file
       beside it. It is killed when it takes too long.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence

MAX_SECONDS = 30.0
"""Longest time for one document (seconds)."""


class ConversionError(Exception):
    """The program failed; the message says how."""


def run_converter(command: Sequence[str], content: bytes) -> str:
    """Run a program on a document and return what it writes.

    Raises:
        ConversionError: It cannot be started, writes nothing, or does not end in time.
    """
    with tempfile.TemporaryDirectory(prefix="pinax-") as empty:
        try:
            done = subprocess.run(command, input=content, capture_output=True, timeout=MAX_SECONDS, cwd=empty)
        except subprocess.TimeoutExpired as error:
            raise ConversionError(f"{command[0]} did not end within {MAX_SECONDS:.0f} s") from error
        except OSError as error:
            raise ConversionError(f"{command[0]} cannot be started ({error.strerror})") from error
    # The exit code does not count: a converter may fail for faults that cost no text.
    if not done.stdout.strip():
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ConversionError(f"{command[0]} wrote nothing ({said[-1] if said else f'exit code {done.returncode}'})")
    return done.stdout.decode("utf-8", "replace")
