"""Extractors of other distributions: found, or done without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from pinax_runtime.serve.live import Conversion, Extractor, extracting, find_extractor, kind_of


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Let some entry points be installed, and forget what was found before and after."""

    def install(**offered: str) -> None:
        points = [EntryPoint(name, value, extracting.GROUP) for name, value in offered.items()]
        monkeypatch.setattr(extracting, "entry_points", lambda group: points if group == extracting.GROUP else [])
        find_extractor.cache_clear()

    yield install
    find_extractor.cache_clear()


def test_what_is_installed_is_found(offer: Any, offered_module: str) -> None:
    """The function of the entry point makes the sections; it is loaded in another process, never in this one."""
    offer(ours=f"{offered_module}:tell")
    ((depth, _, title, text),) = find_extractor().sections(b"x", "application/xhtml+xml", "https://x.dev/a")
    assert (depth, title, text) == (0, "text/html", "https://x.dev/a")
    assert offered_module not in sys.modules


def test_what_is_not_there_is_passed_over(offer: Any, offered_module: str, caplog: pytest.LogCaptureFixture) -> None:
    """An entry point that leads nowhere is logged; the next one is taken, else none."""
    offer(broken="no.such.module:extract", works=f"{offered_module}:tell")
    assert find_extractor().extract == Conversion(f"{offered_module}:tell")
    offer(broken="no.such.module:extract")
    assert find_extractor() == Extractor("")
    assert "no.such.module:extract cannot be loaded" in caplog.text


@pytest.mark.parametrize(
    ("media_type", "url", "kind"),
    [
        ("text/html", "https://x.dev/a.md", "text/html"),
        ("text/markdown", "https://x.dev/a", "text/markdown"),
        ("text/plain", "https://x.dev/a.md?raw=1", "text/markdown"),
        ("text/plain", "https://x.dev/a", ""),
        ("", "https://x.dev/a.md", "text/markdown"),
        ("application/pdf", "https://x.dev/a.md", ""),
    ],
)
def test_what_a_page_is(media_type: str, url: str, kind: str) -> None:
    """The server's word counts; where it says nothing telling, the name does."""
    assert kind_of(media_type, url) == kind


def test_markdown_without_an_extractor() -> None:
    """A mark and line ends of Windows go, bytes that are no text are shown as such; nothing is no page."""
    plain = Extractor("")
    assert plain.sections(b"\xef\xbb\xbf# A\r\nb\xff", "text/markdown", "u")[0].text == "# A\nb\ufffd"
    with pytest.raises(ValueError, match="empty"):
        plain.sections(b"  \n", "text/markdown", "u")
