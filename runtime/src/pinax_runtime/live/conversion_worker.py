"""The program that `conversion` starts: set bounds for this process, load an extractor, convert one page, and end.

In:    on standard input a line of JSON (`address`, `media_type`, `url` and the bounds), then the page's content.
Out:   on standard output one JSON object: `sections`; or `refused`, a reason, with a `trace` if the extractor has a
       defect. A process that ends otherwise was stopped by its bounds.
Rules: this file runs as a script. It imports only the standard library until the bounds are set, then the extractor.
Why:   docs/decisions/0028
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import traceback
from typing import Any, BinaryIO

_MAX_TRACE_CHARS = 4_000
"""Length of the end of a traceback that is sent to the server (characters)."""


def answer(asked: dict[str, Any], content: bytes) -> dict[str, Any]:
    """Convert one page and return the object to write."""
    module, _, name = asked["address"].partition(":")
    try:
        extract = getattr(importlib.import_module(module), name)
        return {"sections": [_shaped(*section) for section in extract(content, asked["media_type"], asked["url"])]}
    except ValueError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": f"it could not be converted with {asked['memory_bytes'] >> 20} MB of memory"}
    except Exception as error:  # a defect of the extractor fails this page only
        reason = f"it could not be converted ({f'{type(error).__name__}: {error}'[:300]})"
        return {"refused": reason, "trace": traceback.format_exc()[-_MAX_TRACE_CHARS:]}


def _shaped(depth: int, anchor: str, title: str, text: str) -> tuple[int, str, str, str]:
    return int(depth), str(anchor), str(title), str(text)


def bound(cpu_s: int, wall_s: float, memory_bytes: int) -> None:
    """Bound this process where the system can: it kills the process beyond its computing time or duration.

    The server kills it as well, but the server itself may have ended first.
    """
    if sys.platform != "win32":
        import resource

        signal.setitimer(signal.ITIMER_REAL, wall_s)
        for what, most in ((resource.RLIMIT_CPU, cpu_s), (resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_CORE, 0)):
            _, allowed = resource.getrlimit(what)
            if allowed == resource.RLIM_INFINITY or allowed > most:
                resource.setrlimit(what, (most, most))


def main(request: BinaryIO, reply: BinaryIO) -> None:
    """Read a request, and write the reply."""
    asked = json.loads(request.readline())
    content = request.read()
    bound(asked["cpu_s"], asked["wall_s"], asked["memory_bytes"])
    told = json.dumps(answer(asked, content)).encode("ascii")
    if len(told) > asked["reply_bytes"]:
        told = json.dumps({"refused": f"its text is longer than {asked['reply_bytes'] >> 20} MB"}).encode("ascii")
    reply.write(told)


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "wb") as own:  # an extractor that prints must not write into the reply
        os.dup2(2, 1)
        main(sys.stdin.buffer, own)
