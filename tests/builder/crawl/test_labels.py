"""Links of MyST to labels lead to the pages that have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.crawl.crawling import crawl
from pinax_builder.crawl import Folder
from pinax_builder.records import Fetched
from scaling import assert_in_proportion


def text_of(folder: Path, source: str) -> str:
    """Return what the file guide/page.md becomes with that source, beside a page with the label `cold-start`."""
    (folder / "guide").mkdir(exist_ok=True)
    (folder / "start.md").write_text("# Start\n\n(cold-start)=\n## Starting cold\n\nWait.\n")
    (folder / "limits.rst").write_text(".. _hard-limits:\n\nLimits\n======\n\nTen.\n")
    (folder / "guide" / "page.md").write_text(source)
    (page,) = (one for one in crawl(Folder(folder, include=("guide/page.md",))) if isinstance(one, Fetched))
    return page.content.decode()


@pytest.mark.parametrize(
    ("link", "becomes"),
    [
        ("[a start](cold-start)", "[a start](../start.md#cold-start)"),
        ("[](cold-start)", "[Starting cold](../start.md#cold-start)"),
        ("[limits](hard-limits)", "[limits](../limits.rst#hard-limits)"),
        ("[`Wick`](lamps.Wick)", "`Wick`"),
        ("[index](genindex)", "index"),
        ("[this page](page)", "[this page](page)"),
        ("[this page](page.md)", "[this page](page.md)"),
        ("[there](#cold-start)", "[there](#cold-start)"),
        ("[there](https://x.example/cold-start)", "[there](https://x.example/cold-start)"),
        ("`[a start](cold-start)`", "`[a start](cold-start)`"),
    ],
)
def test_a_link_to_a_label(tmp_path: Path, link: str, becomes: str) -> None:
    """A label leads to its page, a file stays, and of a name that is neither only the words stay."""
    sign = "{term}`wick`"
    assert text_of(tmp_path, f"{sign} {link}\n") == f"{sign} {becomes}\n"


def test_pages_of_other_dialects_keep_their_links(tmp_path: Path) -> None:
    """Where nothing of MyST is on a page, a link to a name may lead to an address that a site makes."""
    assert text_of(tmp_path, "[a start](cold-start)\n") == "[a start](cold-start)\n"


def test_odd_links_cost_their_length(tmp_path: Path) -> None:
    """Brackets without an end take time in proportion."""
    assert_in_proportion(lambda times: text_of(tmp_path, "{term}`x` [a](b)" + "[`" * times + "[" * times), 20_000)
