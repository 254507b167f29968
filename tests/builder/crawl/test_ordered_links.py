"""Links to addresses that sites give pages lead to the files, whose names have numbers that order them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.crawl.crawling import crawl
from pinax_builder.crawl import Folder
from pinax_builder.records import Fetched

FILES = (
    "01-app/01-start.md",
    "01-app/02-guides/index.mdx",
    "01-app/02-guides/3.forms.md",
    "01-app/02-guides/4_forms.md",
    "02-pages/1.12-notes.md",
    "plain.md",
)


def text_of(folder: Path, source: str, base_url: str, path: str = FILES[0]) -> str:
    """Return what a file of the folder `docs` becomes with that source."""
    for name in FILES:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text("Text.\n")
    (folder / "docs" / path).write_text(source)
    pages = crawl(Folder(folder / "docs", base_url))
    return next(page.content.decode() for page in pages if isinstance(page, Fetched) and page.path == path)


@pytest.mark.parametrize("base_url", ["", "https://x.dev/docs/"])
@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("[a `b`](/docs/app/guides#x)", "[a `b`](02-guides/index.mdx#x)"),
        ("[a](/docs/app/guides/)", "[a](02-guides/index.mdx)"),
        ("[a](guides)", "[a](02-guides/index.mdx)"),
        ("[a](../app/start.md)", "[a](01-start.md)"),
        ('<Link href="/docs/app/guides">a</Link>', '<Link href="02-guides/index.mdx">a</Link>'),
        ("[a]: /docs/app/guides", "[a]: 02-guides/index.mdx"),
        ("<A to={'/docs/app/guides'}/>", "<A to={'02-guides/index.mdx'}/>"),
        ("<Cards of={[{ href: '/docs/app/guides' }]}/>", "<Cards of={[{ href: '02-guides/index.mdx' }]}/>"),
    ],
)
def test_a_link_leads_to_its_file(tmp_path: Path, base_url: str, link: str, written: str) -> None:
    """From the root, with the folder's name or the base URL's path, and from the file's own folder."""
    assert text_of(tmp_path, link, base_url) == written


@pytest.mark.parametrize(
    "source",
    [
        "[two files](/docs/app/guides/forms)",
        "[its name](02-guides/index.mdx)",
        "[elsewhere](/blog/app/guides)",
        "[elsewhere](https://x.dev/docs/app/guides)",
        "[a version](/docs/pages/notes)",
        "[none](/docs/app/gone)",
        "`[code](/docs/app/guides)`",
        "```\n[code](/docs/app/guides)\n```",
    ],
)
def test_other_links_stay(tmp_path: Path, source: str) -> None:
    """What names no file, its own file, or one of several is not changed."""
    assert text_of(tmp_path, source, "") == source


@pytest.mark.parametrize(
    ("base_url", "written"), [("", "[a](../plain.md)"), ("https://x.dev/docs/", "[a](/docs/plain)")]
)
def test_a_link_from_the_root_needs_no_base_url(tmp_path: Path, base_url: str, written: str) -> None:
    """Where there is one, such a link already leads to its page."""
    assert text_of(tmp_path, "[a](/docs/plain)", base_url) == written
