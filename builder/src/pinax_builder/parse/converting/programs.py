"""Run a program that converts a document.

Rules: the document comes on standard input, so nothing depends on where it lies. The program starts in an empty folder
       and is ended when it takes too long.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence

MAX_SECONDS = 30.0
"""Longest time (seconds) that a program may take for one document."""


class ConversionError(Exception):
    """The program failed; the message says how."""


def converted(command: Sequence[str], content: bytes) -> str:
    """Return what a program writes about a document.

    Raises:
        ConversionError: It cannot be started, fails, or does not end in time.
    """
    with tempfile.TemporaryDirectory(prefix="pinax-") as empty:
        try:
            done = subprocess.run(command, input=content, capture_output=True, timeout=MAX_SECONDS, cwd=empty)
        except subprocess.TimeoutExpired as error:
            raise ConversionError(f"{command[0]} did not end within {MAX_SECONDS:.0f} s") from error
        except OSError as error:
            raise ConversionError(f"{command[0]} cannot be started ({error.strerror})") from error
    if not done.stdout.strip():
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ConversionError(f"{command[0]} wrote nothing ({said[-1] if said else f'exit code {done.returncode}'})")
    return done.stdout.decode("utf-8", "replace")
