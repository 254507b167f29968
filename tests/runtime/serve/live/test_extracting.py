"""Extractors of other distributions: found, or done without."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from pinax_runtime.live import Conversion, Extractor, find_extractor
from runtime.extractors import MODULE


def test_what_is_installed_is_found(offer: Any) -> None:
    """The function of the entry point makes the sections; it is loaded in another process, never in this one."""
    offer(ours=f"{MODULE}:tell")
    ((depth, _, title, text),) = find_extractor().sections(b"x", "application/xhtml+xml", "https://x.dev/a")
    assert (depth, title, text) == (0, "text/html", "https://x.dev/a")
    assert find_extractor().made_by == "offered 1"
    assert MODULE not in sys.modules


def test_what_is_not_there_is_passed_over(offer: Any, caplog: pytest.LogCaptureFixture) -> None:
    """An entry point that leads nowhere is logged; the next one is taken, else none."""
    offer(broken="no.such.module:extract", works=f"{MODULE}:tell")
    assert find_extractor().extract == Conversion(f"{MODULE}:tell")
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
    extractor = Extractor("test", lambda _content, kind, _url: [(0, "", kind, "")])
    if kind:
        assert extractor.sections(b"", media_type, url)[0].title == kind
    else:
        with pytest.raises(ValueError, match="not a page"):
            extractor.sections(b"", media_type, url)


def test_markdown_without_an_extractor() -> None:
    """A mark and line ends of Windows go, bytes that are no text are shown as such; nothing is no page."""
    plain = Extractor("")
    assert plain.sections(b"\xef\xbb\xbf# A\r\nb\xff", "text/markdown", "u")[0].text == "# A\nb\ufffd"
    with pytest.raises(ValueError, match="empty"):
        plain.sections(b"  \n", "text/markdown", "u")
