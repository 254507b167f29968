"""Plant a defect deep in a reader, to learn whether fuzzing would find one there.

Strategy. What sound input calls is recorded. Of these functions, the deepest below the reader gets the defect: it fails
for arguments that no sound input gives. So the defect is found only by input that was changed, and that passes every
check on the way down. A reader that verifies a digest first, or that takes any exception for bad input, shows here.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, FrameType
from typing import Any

from fuzz.inputs import drawn
from fuzz.targets import Target

TRIES = 5_000
"""Inputs within which a planted defect has to be found."""
_OURS = re.compile(r"/pinax_(?:builder|runtime)/(?!trust/disk)")
"""Files of functions that are given input; those that open files are given names."""
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_MAX_CHARS = 2_000
"""How much of the arguments is compared (characters)."""


class PlantedError(Exception):
    """The planted defect."""


def tries_until_found(target: Target, seed: int = 0) -> int | None:
    """Return after how many inputs a planted defect is found; None if none of TRIES finds it."""
    code, seen = _deepest(target)
    chance = random.Random(seed)
    for number in range(1, TRIES + 1):
        data = drawn(chance, target.seeds)[: target.max_bytes]
        hit = False

        def fail(frame: FrameType) -> None:
            nonlocal hit
            if frame.f_code is code and _arguments(frame) not in seen:
                hit = True
                raise PlantedError

        try:
            with _calling(fail), suppress(*target.errors):
                target.read(data)
        except Exception:
            if hit:
                return number
            raise
    return None


def _deepest(target: Target) -> tuple[CodeType, set[str]]:
    """Return the deepest function that is given text or bytes, and what sound input gives it."""
    depths: dict[CodeType, int] = {}
    given: dict[CodeType, set[str]] = defaultdict(set)

    def note(frame: FrameType) -> None:
        if arguments := _arguments(frame):
            given[frame.f_code].add(arguments)
            if frame.f_code not in depths:
                depths[frame.f_code] = _depth(frame)

    for keep in (lambda frame: None, note):  # the first round fills caches, which hide calls
        for seed in target.seeds:
            with _calling(keep), suppress(*target.errors):
                target.read(seed[: target.max_bytes])
    named = [code for code in depths if code.co_name == target.inside] if target.inside else depths
    code = max(named, key=lambda code: (depths[code], code.co_filename, code.co_firstlineno))
    return code, given[code]


@contextmanager
def _calling(tell: Callable[[FrameType], None]) -> Iterator[None]:
    """Tell of each call of a function of Pinax."""

    def told(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and _OURS.search(frame.f_code.co_filename):
            tell(frame)

    sys.setprofile(told)
    try:
        yield
    finally:
        sys.setprofile(None)


def _arguments(frame: FrameType) -> str:
    """Return the arguments of a call that hold input: text, bytes, and lists and the like. Empty if none do."""
    code = frame.f_code
    values = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount] if name in frame.f_locals]
    plain = [value for value in values if isinstance(value, (str, bytes, list, tuple, dict, int, float, memoryview))]
    said = _ADDRESS.sub("", repr([bytes(value) if isinstance(value, memoryview) else value for value in plain]))
    return said[:_MAX_CHARS] if any(plain) and not code.co_name.startswith("<") else ""


def _depth(frame: FrameType | None) -> int:
    depth = 0
    while frame:
        frame, depth = frame.f_back, depth + 1
    return depth
