"""No pattern takes more than the square of its input's length, whatever the input: pages and sites choose it.

Rules: a search that takes much longer is ended by a signal, which `re` looks for as it searches. So a pattern that
       would take for ever fails by its name. Processor time is compared with that of a pattern that takes the square.

Strategy. Each pattern is read as the parser of `re` reads it. Before each of its repetitions stands the shortest text
that leads there; then comes a long run of one character, or of what the repetition takes; then what does not match.
All these inputs are searched in a short form, and those that took the longest in a long one.
"""

from __future__ import annotations

import heapq
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
from bench import house

PUMPS = " \t\n_0a-#*`\\[(<\"'.:=/|>)]&,;~!{}$@+x%^"
SHORT, LONG = 100, 400
"""Lengths of an input (characters). The square of the long one takes some milliseconds, its cube seconds."""
SLOWEST = 5
"""Number of inputs of a pattern that are searched in their long form."""
SQUARE = re.compile(r"(?:ab?)*c")
"""A pattern that takes the square of its input's length, for a run of `a`."""
MOST = 60
"""Longest processor time for a long input, as a multiple of the time of `SQUARE`; our slowest pattern takes 9."""
SUSPECT, GROWTH = 20, 40
"""Processor time for four times the length, in times of that for the length: 16 if it takes the square, 64 if the cube.
Above the first, still longer inputs are measured; above the second there, the pattern fails."""
HANGS_S = 10.0
"""Processor time after which the searches of a pattern are ended (seconds); the slowest takes a fiftieth."""
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def patterns() -> list:
    """Every pattern that a module has, also within a tuple."""
    found = {}
    for package, folder in house.SOURCES.items():
        for module in pkgutil.walk_packages([str(folder / package)], f"{package}."):
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


def _seconds(pattern: re.Pattern, before: str, pump: str, chars: int) -> float:
    """Return the processor time of a search in a text that has a number of characters or some more."""
    text = before + pump * (chars // len(pump)) + "\0"
    searched = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    began = time.thread_time()
    pattern.search(searched)
    return time.thread_time() - began


def _growth(pattern: re.Pattern, before: str, pump: str) -> float:
    """Return how many times longer a search takes in a text of four times the long form's length."""
    longer_s, long_s = (min(_seconds(pattern, before, pump, chars) for _ in range(5)) for chars in (4 * LONG, LONG))
    return longer_s / long_s


@pytest.fixture(scope="module")
def square_s() -> float:
    """Processor time that `SQUARE` takes for a long input on this machine (seconds)."""
    return min(_seconds(SQUARE, "", "a", LONG) for _ in range(5))


@pytest.mark.parametrize("source", EXPONENTIAL, ids=repr)
def test_a_pattern_that_hangs_is_ended(source: str | bytes) -> None:
    """A pattern that would search for years is a failure of the test, and does not hold the tests up."""
    with pytest.raises(_HangsError), _ended_after(0.05):
        _seconds(re.compile(source), "", "a", SHORT)


@pytest.mark.parametrize("pattern", patterns())
def test_a_pattern_is_quick_whatever_it_searches(pattern: re.Pattern, square_s: float) -> None:
    """Hundreds of a character do not hold a search up."""
    parsed = list(parser.parse(pattern.pattern, pattern.flags))
    attacks = {attack for least in (0, 1) for attack in _attacks(parsed, least)}
    inputs = sorted(attacks | {("", before + pump) for before, pump in attacks})
    with _ended_after(HANGS_S):
        for short_s, each in heapq.nlargest(SLOWEST, ((_seconds(pattern, *each, SHORT), each) for each in inputs)):
            long_s = _seconds(pattern, *each, LONG)
            assert long_s < MOST * square_s, each
            assert long_s < SUSPECT * short_s or _growth(pattern, *each) < GROWTH, each
