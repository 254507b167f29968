"""No pattern takes more than the square of its input's length, whatever the input: pages and sites choose it.

Rules: a search that takes much longer is ended by a signal, which `re` looks for as it searches. So a pattern that
       would take for ever fails by its name.

Strategy. Each pattern is read as the parser of `re` reads it. Before each of its repetitions stands the shortest text
that leads there; then comes a long run of one character, or of what the repetition takes; then what does not match.
"""

from __future__ import annotations

import pkgutil
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from re import _constants as codes
from re import _parser as parser

import pytest

import pinax_builder
import pinax_runtime

PUMPS = " \t\n_0a-#*`\\[(<\"'.:=/|>)]&,;~!{}$@+x%^"
CHARS = 400
"""Length of an input: its square takes some milliseconds, its cube seconds."""
SECONDS = 0.1
"""Most processor time for one input."""
HANGS_S = 2.0
"""Processor time after which a search is ended."""
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def patterns() -> list:
    """Every pattern that a module has, also within a tuple."""
    found = {}
    for package in (pinax_runtime, pinax_builder):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                for name, value in vars(import_module(module.name)).items():
                    found |= {each: f"{module.name}.{name}" for each in _within(value) if each not in found}
    return [pytest.param(each, id=name) for each, name in found.items()]


def _within(value: object) -> Iterator[re.Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _within(item)


def _shortest(parts, least: int) -> str:
    """Return a text that the parts match, with each repetition at least so often."""
    text = ""
    for code, value in parts:
        if code is codes.LITERAL:
            text += chr(value)
        elif code in REPEATS:
            text += _shortest(value[2], least) * max(value[0], min(least, value[1]))
        elif code is codes.IN:
            text += next((char for char in PUMPS if re.fullmatch(_class(value), char)), "a")
        elif code is codes.BRANCH:
            text += _shortest(value[1][0], least)
        elif code is codes.SUBPATTERN:
            text += _shortest(value[3], least)
        elif code is codes.ATOMIC_GROUP:
            text += _shortest(value, least)
        elif code in (codes.ANY, codes.NOT_LITERAL):
            text += "a" if value != ord("a") else "b"
    return text


def _class(value) -> str:
    """Write a class of characters again."""
    words = {codes.CATEGORY_SPACE: r"\s", codes.CATEGORY_NOT_SPACE: r"\S", codes.CATEGORY_WORD: r"\w"}
    words |= {codes.CATEGORY_NOT_WORD: r"\W", codes.CATEGORY_DIGIT: r"\d", codes.CATEGORY_NOT_DIGIT: r"\D"}
    text = ""
    for code, item in value:
        if code is codes.NEGATE:
            text += "^"
        elif code is codes.LITERAL:
            text += re.escape(chr(item))
        elif code is codes.RANGE:
            text += "-".join(re.escape(chr(end)) for end in item)
        else:
            text += words[item]
    return f"[{text}]"


def _attacks(parts, least: int, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what leads to each repetition, and what to repeat there."""
    for part in parts:
        code, value = part
        if code in REPEATS:
            if value[1] > 50:
                yield from ((before, pump) for pump in {*PUMPS, _shortest(value[2], least) or "a"})
            yield from _attacks(value[2], least, before)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from _attacks(branch, least, before)
        elif code is codes.SUBPATTERN:
            yield from _attacks(value[3], least, before)
        elif code is codes.ATOMIC_GROUP:
            yield from _attacks(value, least, before)
        before += _shortest([part], least)


class _HangsError(Exception):
    """A search that took too long was ended."""


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """End what is done here after some processor time of this process."""

    def end(_number: int, _frame: object) -> None:
        raise _HangsError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


EXPONENTIAL = [r"(a+)+b", r"(?:a|a)*b", r"(?=(a+)+b)", r"(?>(?:a|aa)+?b)", rb"(?:(?:a|a)+)+$"]


@pytest.mark.parametrize("source", EXPONENTIAL, ids=repr)
def test_a_pattern_that_hangs_is_ended(source: str | bytes) -> None:
    """A pattern that would search for years is a failure of the test, and does not hold the tests up."""
    text = "a" * CHARS + "\0" if isinstance(source, str) else b"a" * CHARS + b"\0"
    with pytest.raises(_HangsError), _ended_after(0.05):
        re.search(source, text)


@pytest.mark.parametrize("pattern", patterns())
def test_a_pattern_is_quick_whatever_it_searches(pattern: re.Pattern) -> None:
    """Hundreds of a character do not hold a search up."""
    is_text = isinstance(pattern.pattern, str)
    parsed = list(parser.parse(pattern.pattern, pattern.flags))
    inputs = {
        text
        for least in (0, 1)
        for before, pump in _attacks(parsed, least)
        for text in (before + pump * (CHARS // len(pump)), (before + pump) * (CHARS // len(before + pump)))
    }
    for text in sorted(inputs):
        searched = text + "\0" if is_text else (text + "\0").encode("latin-1", "replace")
        began = time.thread_time()
        with _ended_after(HANGS_S):
            pattern.search(searched)
        assert time.thread_time() - began < SECONDS, searched[:60]
