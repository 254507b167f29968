"""What holds for every test.

Hypothesis draws the same examples on every machine, so that two runs of one commit give one verdict. `make properties`
draws anew, by the profile `anew`; see `properties.py`. Programs that tests start hear Ctrl-C, even where
the tests run in the background of a shell, which has them ignore it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

_CACHE = TemporaryDirectory(prefix="pinax-tests-")
"""The user's cache while tests run: none finds what the machine's user has built."""
os.environ["XDG_CACHE_HOME"] = _CACHE.name
settings.register_profile("fixed", derandomize=True, database=None, deadline=None)  # a busy machine is no failure
settings.register_profile("anew", database=None, deadline=None)
settings.load_profile("fixed")

# Where the machine forbids bytecode, as many containers do, each of the many programs would compile the packages anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.fsync = lambda _: None  # no test cuts the power, and one of a thousand builds need not wait for the disk

signal.signal(signal.SIGINT, signal.default_int_handler)

_unfreeze = gc.unfreeze
_unfrozen: list[bool] = []


def _note_unfreezing() -> None:
    """Unfreeze, and note it: to count what is frozen after each test takes longer than most tests."""
    _unfreeze()
    _unfrozen.append(True)


gc.unfreeze = _note_unfreezing


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep all tests out of the garbage collector's rounds: each took a third of a second with them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)  # after pytest has put tests together that share a browser
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests in browsers: a process takes a test over from the end of another's, and would start its own."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


def pytest_runtest_logfinish() -> None:
    """Keep them out again after a test that ended workers, as a build then lets the collector see everything."""
    if _unfrozen:
        _unfrozen.clear()
        gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes `-n auto` starts: one more than cores, as many tests wait for programs."""
    return (os.cpu_count() or 1) + 1
