"""Parse man pages (`man` and `mdoc`, compressed or not) with `mandoc`.

In:    An admitted page with its bytes.
Out:   A Page titled `ls(1)`, or a Rejection if the file is no man page or only refers to another one.
Rules: two paragraphs or more that each begin with an option become a `dl`. Each option has its name as an id, as those
       have that `mandoc` knows. A paragraph begins with an option if its first words are bold, the first of them begins
       with a hyphen, and a tab or the end of the line follows them. go-md2man writes so, and with it the pages of
       Docker, Kubernetes and what else Cobra makes. What follows up to the next option, or to the end of the section,
       belongs to the option.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import PurePosixPath

from lxml.html import Element, HtmlElement

from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.parse.converting.handing_on import converted, html_page, put_title, unreadable
from pinax_builder.parse.html.page_tree import unwrap
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

_MIN_OPTIONS = 2
"""Number of options of one section from which on they are a list."""
_OPTION = re.compile(r"--?[A-Za-z0-9?@]")
"""What the first bold word of an option begins with."""
_OUTSIDE = ("section", "h1", "h2", "h3")
"""Tags of elements that end the text of an option."""
_NAME = re.compile(r"[^\w-].*", re.DOTALL)
"""What follows the first option of a term."""
_MAX_TERM_CHARS = 160
"""Length of the longest line that names an option (characters)."""

_HEAD = re.compile(rb"^[.'][ \t]*(?:TH|Dd|SH|Sh)\b", re.MULTILINE)
"""Macro with which every man page begins or opens a section."""
_STUB = re.compile(rb"\A\s*\.so[ \t]+(\S+)\s*\Z")
"""Text of a page that only refers to another one."""
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
    tree = converted(admitted, ("mandoc", "-T", "html", "-O", "fragment", "-I", "os=", "-W", "error"), content)
    return tree if isinstance(tree, Rejection) else _page(admitted, tree)


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
        unwrap(permalink)
    main = next(tree.iter("main"))
    put_title(main, name)
    list_options(main)
    page = html_page(admitted, tree)
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


def list_options(main: HtmlElement) -> None:
    """Replace the paragraphs of options by lists, in each section."""
    by_parent: dict[HtmlElement | None, list[HtmlElement]] = {}
    for paragraph in main.iter("p"):
        if _is_option(paragraph):
            by_parent.setdefault(paragraph.getparent(), []).append(paragraph)
    known = {str(element.get("id")) for element in main.iter() if element.get("id")}
    for options in by_parent.values():
        if len(options) >= _MIN_OPTIONS:
            _make_list(options, known)


def _is_option(paragraph: HtmlElement) -> bool:
    first = paragraph[0] if len(paragraph) else None
    if first is None or first.tag != "b" or (paragraph.text or "").strip():
        return False
    return _OPTION.match(first.text_content()) is not None and _end_of_term(paragraph) is not None


def _end_of_term(paragraph: HtmlElement) -> HtmlElement | None:
    """Return the element after which an option's description begins, by a tab in its tail or since it ends a line."""
    length = 0
    for child in paragraph:
        if child.tag == "br":
            return child
        before, tab, _ = (child.tail or "").partition("\t")
        length += len(child.text_content()) + len(before)
        if length > _MAX_TERM_CHARS or child.tag not in ("b", "i", "code"):
            return None
        if tab:
            return child
    return None


def _make_list(run: list[HtmlElement], known: set[str]) -> None:
    """Replace paragraphs by a list; `known` are the ids of the page, to which those of the options come."""
    listed = Element("dl")
    run[0].addprevious(listed)
    options = set(run)
    for option in run:
        body = Element("dd")
        after = option.itersiblings()
        described = list(takewhile(lambda one: one not in options and one.tag not in _OUTSIDE, after))
        term, text = _parted(option)
        body.extend((text, *described))
        name = _NAME.sub("", term.text_content()).strip("-")
        if name and name not in known:
            known.add(name)
            term.set("id", name)
        listed.extend((term, body))
        option.drop_tree()


def _parted(option: HtmlElement) -> tuple[HtmlElement, HtmlElement]:
    """Return the option's line as a term, and the rest of its paragraph."""
    term, text = Element("dt"), Element("p")
    end = _end_of_term(option)
    for child in list(option):
        (text if len(term) and term[-1] is end else term).append(child)
    if end is not None:
        before, _, after = ("", "", end.tail or "") if end.tag == "br" else (end.tail or "").partition("\t")
        end.tail, text.text = before.rstrip().removesuffix("="), after
        if end.tag == "br":
            end.drop_tree()
    return term, text
