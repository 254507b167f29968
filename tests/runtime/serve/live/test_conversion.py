"""Pages are converted in processes of their own, and what a hostile page makes of a converter ends with its process."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.live import Conversion, LivePages

LIMITS: dict[str, Any] = {"cpu_s": 1, "wall_s": 300}


AT_ONCE = 2
"""Pages that are converted at the same time."""


def convert(module: str, name: str, content: str = "x", **limits: Any) -> list[Any]:
    return Conversion(f"{module}:{name}", **{**LIMITS, **limits})(content.encode(), "text/html", "https://x.dev/a")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("refuse", "^the page says nothing$"),
        ("fail", r"could not be converted \(RecursionError: too deep\)"),
        ("match_for_ever", "could not be converted with 1 s of computing"),
        ("take_memory", "could not be converted with 2048 MB of memory"),
        ("write_much", "its text is longer than 16 MB"),
        ("crash", r"the converter ended with -11\)"),
        ("give_nonsense", "could not be converted .TypeError"),
        ("is_missing", "could not be converted .AttributeError"),
    ],
)
def test_what_goes_wrong_is_a_reason(offered_module: str, name: str, reason: str) -> None:
    """Whatever a converter does costs its page alone: computing, memory and text are bounded, a crash is survived."""
    with pytest.raises(ValueError, match=reason):
        convert(offered_module, name)


def test_failures_free_their_place(offered_module: str) -> None:
    """However many conversions have failed, the next page is converted."""
    for _ in range(AT_ONCE + 1):
        with pytest.raises(ValueError, match="the converter ended"):
            convert(offered_module, "crash")
    assert convert(offered_module, "tell") == [(0, "", "text/html", "https://x.dev/a")]


def test_the_clock_is_a_bound_too(offered_module: str) -> None:
    """A converter that waits is ended, though it computes nothing."""
    with pytest.raises(ValueError, match="could not be converted within 0.5 s"):
        convert(offered_module, "sleep", wall_s=0.5)


@contextmanager
def waiting(module: str, folder: Path, n: int) -> Iterator[list[Future[Any]]]:
    """Convert pages that wait until this ends, and give what becomes of them."""
    files = [folder / f"page {number}" for number in range(n)]
    with ThreadPoolExecutor(n) as pool:
        pages = [pool.submit(convert, module, "wait_for_file", str(file)) for file in files]
        while not all(file.exists() for file in files):
            time.sleep(0.01)
        yield pages
        for file in files:
            file.write_text("go on")


def test_a_turn_is_waited_for_in_bounds(offered_module: str, tmp_path: Path) -> None:
    """Where others are converted for long, a page gives up its place and says so."""
    with (
        waiting(offered_module, tmp_path, AT_ONCE) as pages,
        pytest.raises(ValueError, match="other pages are being converted"),
    ):
        convert(offered_module, "tell", wall_s=0.01)
    assert all(page.result() for page in pages)
    assert convert(offered_module, "tell")


def test_a_defect_is_logged(offered_module: str, caplog: pytest.LogCaptureFixture) -> None:
    """What the operator needs to mend it stands in the log."""
    with caplog.at_level(logging.ERROR), pytest.raises(ValueError, match="RecursionError"):
        convert(offered_module, "fail")
    assert "in fail" in caplog.text


def test_the_process_knows_no_secret(offered_module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables of ours stay here; what is printed there is no part of the reply."""
    monkeypatch.setenv("PINAX_TOKEN", "s3cret")
    ((_, _, _, names),) = convert(offered_module, "tell_variables")
    assert "PINAX_TOKEN" not in names.split()
    assert "PATH" in names.split()


def test_modules_of_the_folder_are_not_loaded(
    offered_module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that lies where the server was started takes the place of no module."""
    for name in ("json", "resource", "traceback"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    assert convert(offered_module, "tell_variables")[0][2] == str(tmp_path)


def test_no_process_can_be_started(offered_module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that starts no more processes costs the page alone."""
    monkeypatch.setattr(sys, "executable", os.devnull)
    with pytest.raises(ValueError, match="no process can be started to convert it"):
        convert(offered_module, "tell")


def test_a_server_that_ends_waits_for_no_page(offered_module: str, tmp_path: Path) -> None:
    """What is being converted ends when the reader of live pages is closed."""
    with waiting(offered_module, tmp_path, 1) as (page,):
        LivePages(None).close()
        with pytest.raises(ValueError, match="could not be converted"):
            page.result(60)
