"""Convert a live page into sections, in a process of its own."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from threading import BoundedSemaphore
from typing import NamedTuple

from pinax_runtime.live import conversion_worker

# Convert a page in a process of its own, which ends if the page takes too much time or memory.

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Number of pages that are converted at the same time; further pages wait."""
_slots = BoundedSemaphore(AT_ONCE)
_running = set[subprocess.Popen[bytes]]()


@dataclass(frozen=True, slots=True)
class Conversion:
    """An extractor that is called in a process of its own, with bounds. Safe to share between threads.

    On Windows, which cannot bound processes, only `wall_s` holds.
    """

    address: str
    """Where the extractor is: `module:function`, as in an entry point."""
    cpu_s: int = 20
    """Longest computing time (seconds); the largest pages of documentation (4 MB of HTML) take 8."""
    wall_s: float = 40.0
    """Longest duration by the clock (seconds); a page may wait as long before its conversion starts."""
    memory_bytes: int = 2 << 30
    """Largest address space of the process (bytes)."""
    reply_bytes: int = 16 << 20
    """Largest reply: all sections as JSON (bytes)."""

    def __call__(self, content: bytes, media_type: str, url: str) -> list[tuple[int, str, str, str]]:
        """Convert a page.

        Args:
            content: The page as the site sent it.
            media_type: text/html or text/markdown.
            url: The page's URL.

        Raises:
            ValueError: The page cannot be converted; the message says why.
        """
        if not _slots.acquire(timeout=self.wall_s):
            raise ValueError("other pages are being converted, and it had to wait too long")
        try:
            status, reply = self._run(content, media_type, url)
        finally:
            _slots.release()
        if sys.platform != "win32" and -status in (signal.SIGXCPU, signal.SIGKILL):
            raise ValueError(f"it could not be converted with {self.cpu_s} s of computing")
        if status:
            raise ValueError(f"it could not be converted (the converter ended with {status})")
        outcome = json.loads(reply)
        if "trace" in outcome:
            _log.error("%s could not convert a page: %s", self.address, outcome["trace"])
        if "refused" in outcome:
            raise ValueError(outcome["refused"])
        return [(depth, anchor, title, text) for depth, anchor, title, text in outcome["sections"]]

    def _run(self, content: bytes, media_type: str, url: str) -> tuple[int, bytes]:
        """Return the exit status and the reply of a process that converted the page."""
        head = json.dumps({**asdict(self), "media_type": media_type, "url": url}).encode("ascii") + b"\n"
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
                reply, _ = process.communicate(head + content, timeout=self.wall_s)
            except subprocess.TimeoutExpired as error:
                raise ValueError(f"it could not be converted within {self.wall_s:g} s") from error
            finally:
                _running.discard(process)
                process.kill()
        return process.returncode, reply


def stop_conversions() -> None:
    """Kill all conversions that run, when the server stops: its threads would wait for them."""
    for process in list(_running):
        process.kill()


def _without_ours(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out the variables of Pinax, as they hold tokens and the passwords of private servers."""
    return {name: value for name, value in environment.items() if not name.upper().startswith("PINAX_")}


# Divide a page that a site sent into sections.
#
# An extractor is a function that another distribution offers as an entry point of the group `pinax_runtime.extractors`.
# It takes the content (bytes), its media type and URL. It returns the depth, anchor, title and Markdown of each section
# in document order, or raises ValueError with a reason. pinax-builder offers one. An extractor is never loaded in this
# process, but for each page in a process of its own (`conversion`).


GROUP = "pinax_runtime.extractors"
"""Name of the entry point group under which distributions offer extractors."""
HTML, MARKDOWN = "text/html", "text/markdown"
_KINDS = {HTML: HTML, "application/xhtml+xml": HTML, MARKDOWN: MARKDOWN, "text/x-markdown": MARKDOWN}
_MAY_BE_MARKDOWN = frozenset({"text/plain", "application/octet-stream", ""})
_MARKDOWN_NAMES = (".md", ".markdown", ".mdx")


class LiveSection(NamedTuple):
    """A section of a live page."""

    depth: int
    """Level in the page's tree; 0 is the page itself."""
    anchor: str
    title: str
    text: str
    """Markdown of the section with its heading, without its child sections."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """What divides pages into sections."""

    made_by: str
    """Distribution and version; cached pages that another extractor made are fetched again."""
    extract: Callable[[bytes, str, str], Iterable[tuple[int, str, str, str]]] | None = None

    def sections(self, content: bytes, media_type: str, url: str) -> list[LiveSection]:
        """Return the sections of a page.

        Raises:
            ValueError: The page has none, or cannot be converted; the message says why.
        """
        kind = kind_of(media_type, url)
        if not kind:
            raise ValueError(f"the site sends {media_type or 'an unknown type'}, not a page")
        if self.extract:
            return [LiveSection(*section) for section in self.extract(content, kind, url)]
        if kind == HTML:
            raise ValueError("the site sends HTML, which takes an extractor: install pinax-builder beside the runtime")
        text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").strip()
        if not text:
            raise ValueError("the page is empty")
        return [LiveSection(0, "", "", text)]


def kind_of(media_type: str, url: str) -> str:
    """Return the media type that a page is treated as: HTML or Markdown; empty if it is neither.

    >>> kind_of("application/xhtml+xml", "a"), kind_of("text/plain", "https://x.dev/a.md"), kind_of("image/png", "a.md")
    ('text/html', 'text/markdown', '')
    """
    named_so = url.partition("?")[0].lower().endswith(_MARKDOWN_NAMES)
    return _KINDS.get(media_type, MARKDOWN if named_so and media_type in _MAY_BE_MARKDOWN else "")


@cache
def find_extractor() -> Extractor:
    """Return the extractor that is installed; without one, an extractor for Markdown only."""
    for offered in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = offered.module.partition(".")[0]  # find_spec of a submodule would import its parents
        if find_spec(package) is None:
            _log.warning("the extractor %s cannot be loaded: there is no module %s", offered.value, package)
            continue
        made_by = f"{offered.dist.name} {offered.dist.version}" if offered.dist else offered.value
        return Extractor(made_by, Conversion(offered.value))
    return Extractor("")
