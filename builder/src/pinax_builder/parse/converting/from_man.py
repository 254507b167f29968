"""Parse man pages (`man` and `mdoc`, compressed or not) with `mandoc`.

In:    An admitted page with its bytes.
Out:   A Page titled `ls(1)`, or a Rejection if the file is no man page or only refers to another one.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from lxml.html import HtmlElement

from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.parse.converting.handing_on import tree_of, unreadable
from pinax_builder.parse.converting.man_options import list_options
from pinax_builder.parse.converting.programs import ConversionError, run_converter
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

_HEAD = re.compile(rb"^[.'][ \t]*(?:TH|Dd|SH|Sh)\b", re.MULTILINE)
"""Macro with which every man page begins or opens a section."""
_STUB = re.compile(rb"\A\s*\.so[ \t]+(\S+)\s*\Z")
"""Text of a page that only refers to another one."""
_LOWER = {"h1": "h2", "h2": "h3", "h3": "h4"}
"""Heading → the one a level below it."""
_NAMED = re.compile(r"\s[-\u2013\u2014]\s+(.+)", re.DOTALL)
"""Second half of a NAME section: a dash, then what the page describes."""


def parse_man(admitted: Admitted) -> Page | Rejection:
    """Parse one man page."""
    try:
        content = _decompressed(admitted.content or b"")
    except (OSError, EOFError, zlib.error) as error:
        return unreadable(admitted, f"The file cannot be decompressed ({cause_of(error)})")
    if stub := _STUB.match(content):
        other = stub[1].decode("utf-8", "replace")
        return Rejection(admitted.url, "parse", "redirect_stub", f"The page only names another one, {other}.")
    if not _HEAD.search(content):
        return unreadable(admitted, "The file is no man page, whatever its name says")
    try:
        body = run_converter(("mandoc", "-T", "html", "-O", "fragment", "-I", "os=", "-W", "error"), content)
    except ConversionError as error:
        return unreadable(admitted, str(error))
    return _page(admitted, tree_of(f"<main>{body}</main>"))


def _decompressed(content: bytes) -> bytes:
    if not content.startswith(b"\x1f\x8b"):
        return content
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        return file.read(MAX_PAGE_BYTES)


def _page(admitted: Admitted, tree: HtmlElement) -> Page | Rejection:
    """Put the page's name on top and its headings below it; drop the header and footer of the printed page."""
    heads = tree.find_class("head-ltitle")
    name = _name(heads[0].text_content().strip(), admitted.path, _names(tree)) if heads else ""
    for frame in [*tree.find_class("head"), *tree.find_class("foot")]:
        frame.drop_tree()
    for permalink in tree.find_class("permalink"):  # only the tag: it contains the heading's words
        permalink.drop_tag()
    for element in list(tree.iter(*_LOWER)):
        element.tag = _LOWER[str(element.tag)]
    main = next(tree.iter("main"))
    list_options(main)
    if name:
        title = main.makeelement("h1")
        title.text = name
        main.insert(0, title)
    page = parse_html(replace(admitted, media_type="text/html", tree=tree, content=None))
    return page if isinstance(page, Rejection) else replace(page, description=_description(page))


def _names(tree: HtmlElement) -> list[str]:
    """Return the names in a NAME section, hyphens in them for spaces, in lower case."""
    heading = next((heading for heading in tree.iter("h1") if heading.text_content().strip().upper() == "NAME"), None)
    said = heading.getnext() if heading is not None else None
    named = _NAMED.split(said.text_content(), 1)[0] if said is not None else ""
    return ["-".join(name.lower().split()) for name in named.split(",")]


def _name(printed: str, path: str, names: Sequence[str]) -> str:
    """Return a page's name with its section.

    The file's name stands for one that is printed in capitals, and for one that is not among those of the NAME section:
    `docker-run.1` is called `docker-run`, whatever program the head of its page names.
    """
    stem, _, section = PurePosixPath(path).name.removesuffix(".gz").rpartition(".")
    if stem.lower() in names and printed.partition("(")[0].lower() not in names:
        return f"{stem}({section})"
    if printed != printed.upper():
        return printed
    named = f"{stem}({section})"
    return named if named.upper() == printed else printed.lower()


def _description(page: Page) -> str:
    """Return what the NAME section says of the page."""
    section = next((section for section in page.sections if section.title.upper() == "NAME"), None)
    named = _NAMED.search(section.text) if section else None
    return " ".join(named[1].split()) if named else page.description
