"""Convert a page in a process of its own, which ends when the page takes too much.

In:    an extractor by its address, the content of a page, its kind and URL.
Out:   the page's sections; or why there are none.
Rules: what a site sends can keep a parser busy for hours, fill the memory or end the process, none of which Python can
       stop in a thread. So nothing of it is parsed here: a process converts one page and ends, and bounds hold its
       computing, its memory, its reply and its time by the clock. It knows no variable of ours and inherits no file.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from threading import BoundedSemaphore
from typing import Any

from pinax_runtime.serve.live import conversion_worker

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Pages that are converted at the same time; the others wait."""
_turns = BoundedSemaphore(AT_ONCE)
_running = set[subprocess.Popen[bytes]]()

Sections = list[tuple[int, str, str, str]]
"""(depth, anchor, title, Markdown) of each section in document order."""


@dataclass(frozen=True, slots=True)
class ConversionLimits:
    """Bounds of one page; where a system knows no bounds of processes (Windows), the clock alone holds."""

    cpu_s: int = 20
    """Computing. The largest pages that documentation has (4 MB of HTML) take 8."""
    wall_s: float = 40.0
    """By the clock, the process's start and its wait for a turn included."""
    memory_bytes: int = 2 << 30
    """Address space of the process."""
    reply_bytes: int = 16 << 20
    """Of the sections together, as JSON."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """An extractor that is called in a process of its own. Safe to share between threads."""

    address: str
    """`module:function`, as an entry point has it."""
    limits: ConversionLimits = ConversionLimits()

    def __call__(self, content: bytes, media_type: str, url: str) -> Sections:
        """Convert a page.

        Args:
            content: As the site sends it.
            media_type: text/html or text/markdown.
            url: Of the page.

        Raises:
            ValueError: There are no sections to be had; the message says why.
        """
        if not _turns.acquire(timeout=self.limits.wall_s):
            raise ValueError("other pages are being converted, and it had to wait too long")
        try:
            status, reply = self._run(content, media_type, url)
        finally:
            _turns.release()
        return [(depth, anchor, title, text) for depth, anchor, title, text in self._told(status, reply)["sections"]]

    def _run(self, content: bytes, media_type: str, url: str) -> tuple[int, bytes]:
        limits = self.limits
        asked = {"address": self.address, "media_type": media_type, "url": url}
        head = json.dumps({**asked, **asdict(limits)}).encode("ascii") + b"\n"
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", conversion_worker.__file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_harmless(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            raise ValueError(f"no process can be started to convert it ({error.strerror or error})") from error
        with process:
            _running.add(process)
            try:
                reply, _ = process.communicate(head + content, timeout=limits.wall_s)
            except subprocess.TimeoutExpired as error:
                raise ValueError(self._too_long()) from error
            finally:
                _running.discard(process)
                process.kill()
        return process.returncode, reply

    def _told(self, status: int, reply: bytes) -> Mapping[str, Any]:
        if status == 0:
            told: Mapping[str, Any] = json.loads(reply)
            if "defect" in told:
                _log.error("%s could not convert a page: %s", self.address, told["trace"])
                raise ValueError(f"it could not be converted ({told['defect']})")
            if "refused" in told:
                raise ValueError(told["refused"])
            return told
        if sys.platform != "win32" and -status in (signal.SIGXCPU, signal.SIGKILL):
            raise ValueError(f"it could not be converted with {self.limits.cpu_s} s of computing")
        if sys.platform != "win32" and -status == signal.SIGALRM:
            raise ValueError(self._too_long())
        raise ValueError(f"it could not be converted (the converter ended with {status})")

    def _too_long(self) -> str:
        return f"it could not be converted within {self.limits.wall_s:g} s"


def stop_conversions() -> None:
    """End what is being converted, for a server that ends: its threads wait for these processes."""
    for process in list(_running):
        process.kill()


def _harmless(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what is ours: tokens, and what opens private servers."""
    return {name: value for name, value in environment.items() if not name.upper().startswith("PINAX_")}
