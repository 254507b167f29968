"""Convert a page in a process of its own, which ends if the page takes too much time or memory.

In:    the address of an extractor, and the content, media type and URL of a page.
Out:   the page's sections; or the reason why there are none.
Rules: a page can keep a parser busy for hours, fill the memory or crash the process, and Python can stop none of that
       in a thread. So this process parses nothing. Another process converts one page and ends; its computing time,
       memory, reply and duration are bounded. It receives no PINAX_ variable of the environment and inherits no open
       file.
Why:   docs/decisions/0065
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
"""Number of pages that are converted at the same time; further pages wait."""
_slots = BoundedSemaphore(AT_ONCE)
_running = set[subprocess.Popen[bytes]]()

Sections = list[tuple[int, str, str, str]]
"""Depth, anchor, title and Markdown of each section, in document order."""


@dataclass(frozen=True, slots=True)
class ConversionLimits:
    """Bounds for the conversion of one page; on Windows, which cannot bound processes, only `wall_s` holds."""

    cpu_s: int = 20
    """Longest computing time (seconds); the largest pages of documentation (4 MB of HTML) take 8."""
    wall_s: float = 40.0
    """Longest duration by the clock (seconds); a page may wait as long before its conversion starts."""
    memory_bytes: int = 2 << 30
    """Largest address space of the process (bytes)."""
    reply_bytes: int = 16 << 20
    """Largest reply: all sections as JSON (bytes)."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """An extractor that is called in a process of its own. Safe to share between threads."""

    address: str
    """Where the extractor is: `module:function`, as in an entry point."""
    limits: ConversionLimits = ConversionLimits()

    def __call__(self, content: bytes, media_type: str, url: str) -> Sections:
        """Convert a page.

        Args:
            content: The page as the site sent it.
            media_type: text/html or text/markdown.
            url: The page's URL.

        Raises:
            ValueError: The page cannot be converted; the message says why.
        """
        if not _slots.acquire(timeout=self.limits.wall_s):
            raise ValueError("other pages are being converted, and it had to wait too long")
        try:
            status, reply = self._run(content, media_type, url)
        finally:
            _slots.release()
        return [(depth, anchor, title, text) for depth, anchor, title, text in self._parse(status, reply)["sections"]]

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
                env=_without_ours(os.environ),
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

    def _parse(self, status: int, reply: bytes) -> Mapping[str, Any]:
        """Return the reply of a process that converted the page; raise ValueError for any other outcome."""
        if status == 0:
            parsed: Mapping[str, Any] = json.loads(reply)
            if "defect" in parsed:
                _log.error("%s could not convert a page: %s", self.address, parsed["trace"])
                raise ValueError(f"it could not be converted ({parsed['defect']})")
            if "refused" in parsed:
                raise ValueError(parsed["refused"])
            return parsed
        if sys.platform != "win32" and -status in (signal.SIGXCPU, signal.SIGKILL):
            raise ValueError(f"it could not be converted with {self.limits.cpu_s} s of computing")
        if sys.platform != "win32" and -status == signal.SIGALRM:
            raise ValueError(self._too_long())
        raise ValueError(f"it could not be converted (the converter ended with {status})")

    def _too_long(self) -> str:
        return f"it could not be converted within {self.limits.wall_s:g} s"


def stop_conversions() -> None:
    """Kill all conversions that run, when the server stops: its threads would wait for them."""
    for process in list(_running):
        process.kill()


def _without_ours(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out the variables of Pinax, as they hold tokens and the passwords of private servers."""
    return {name: value for name, value in environment.items() if not name.upper().startswith("PINAX_")}
