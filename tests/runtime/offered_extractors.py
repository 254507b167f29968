"""Extractors as other distributions might offer them: one that works, and some that a hostile page could make of it."""

from __future__ import annotations

import os
import re
import signal
import time

Sections = list[tuple[int, str, str, str]]


def tell(content: bytes, media_type: str, url: str) -> Sections:
    """Tell what was asked for."""
    return [(0, "", media_type, url)]


def tell_variables(content: bytes, media_type: str, url: str) -> Sections:
    """Tell the names of this process's variables and its folder, and print what is no reply."""
    print("not a reply")
    return [(0, "", os.getcwd(), " ".join(sorted(os.environ)))]


def refuse(content: bytes, media_type: str, url: str) -> Sections:
    """Find no page."""
    raise ValueError("the page says nothing")


def fail(content: bytes, media_type: str, url: str) -> Sections:
    """Have a defect."""
    raise RecursionError("too deep")


def match_for_ever(content: bytes, media_type: str, url: str) -> Sections:
    """Backtrack in C, where no signal of Python's arrives."""
    re.match(r"(a+)+$", "a" * 64 + "b")
    return []


def sleep(content: bytes, media_type: str, url: str) -> Sections:
    """Compute nothing for a long time."""
    time.sleep(600)
    return []


def wait_for_file(content: bytes, media_type: str, url: str) -> Sections:
    """Make the file that the page names, and wait until something is written to it."""
    with open(content, "w+") as file:
        while not os.fstat(file.fileno()).st_size:
            time.sleep(0.01)
    return [(0, "", "", "it is there")]


def take_memory(content: bytes, media_type: str, url: str) -> Sections:
    """Want more memory than there is."""
    return [(0, "", "", "x" * (64 << 30))]


def write_much(content: bytes, media_type: str, url: str) -> Sections:
    """Make a long text of a short page."""
    return [(0, "", "", "x" * (20 << 20))]


def crash(content: bytes, media_type: str, url: str) -> Sections:
    """End the process as a fault in a library does."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return []


def give_nonsense(content: bytes, media_type: str, url: str) -> list[str]:
    """Return what are no sections."""
    return ["abc", "d"]
