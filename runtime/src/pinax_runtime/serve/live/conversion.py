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
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

from pinax_runtime.serve.live import conversion_worker

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Pages that are converted at the same time; the others wait."""
_turns = BoundedSemaphore(AT_ONCE)

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
            ended = self._run(content, media_type, url)
        finally:
            _turns.release()
        return [(depth, anchor, title, text) for depth, anchor, title, text in self._told(ended)["sections"]]

    def _run(self, content: bytes, media_type: str, url: str) -> subprocess.CompletedProcess[bytes]:
        limits = self.limits
        asked = {"address": self.address, "media_type": media_type, "url": url}
        bounds = {"cpu_s": limits.cpu_s, "memory_bytes": limits.memory_bytes, "reply_bytes": limits.reply_bytes}
        head = json.dumps({**asked, **bounds}).encode("ascii") + b"\n"
        try:
            return subprocess.run(
                [sys.executable, "-P", conversion_worker.__file__],
                input=head + content,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=limits.wall_s,
                env=_harmless(os.environ),
                start_new_session=True,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ValueError(f"it could not be converted within {limits.wall_s:g} s") from error
        except OSError as error:
            raise ValueError(f"no process can be started to convert it ({error.strerror or error})") from error

    def _told(self, ended: subprocess.CompletedProcess[bytes]) -> Mapping[str, Any]:
        if ended.returncode == 0:
            told: Mapping[str, Any] = json.loads(ended.stdout)
            if "defect" in told:
                _log.error("%s could not convert a page: %s", self.address, told["trace"])
                raise ValueError(f"it could not be converted ({told['defect']})")
            if "refused" in told:
                raise ValueError(told["refused"])
            return told
        if -ended.returncode in _out_of_time():
            raise ValueError(f"it could not be converted with {self.limits.cpu_s} s of computing")
        raise ValueError(f"it could not be converted (the converter ended with {ended.returncode})")


def _out_of_time() -> set[int]:
    return {int(signal.SIGXCPU), int(signal.SIGKILL)} if sys.platform != "win32" else set()


def _harmless(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what is ours: tokens, and what opens private servers."""
    return {name: value for name, value in environment.items() if not name.upper().startswith("PINAX_")}
