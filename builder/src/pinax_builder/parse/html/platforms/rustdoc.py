"""Rustdoc documents Rust's crates; the version since which something exists stands among the tools of its heading."""

from __future__ import annotations

import re

from lxml.html import HtmlElement, builder

from pinax_builder.parse.html.page_tree import HEADINGS
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import cut
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.records import Symbol

RUSTDOC = Platform(
    "rustdoc",
    generator="rustdoc",
    signs="[data-rustdoc-version], #rustdoc_body_wrapper",
    roots=("#main-content",),
    chrome="a.src, .out-of-band, .rightside, rustdoc-toolbar, a.anchor, .rustdoc-breadcrumbs,"
    " .notable-traits, .sub-heading, .tooltip, .scrape-help, summary.hideme, a.test-arrow",
)
_RUST_ID = re.compile(
    r"^(?:ty)?(method|variant|structfield|associatedconstant|associatedtype|fn|macro|constant)\.(\w+)"
)
_RUST_KINDS = {
    "structfield": "property", "associatedconstant": "constant", "associatedtype": "type", "variant": "constant",
    "fn": "function",
}  # fmt: skip


def keep_version(row: HtmlElement) -> None:
    """Put the version since which something exists, which rustdoc writes among tools, into a paragraph of its own."""
    since = next((span for span in row.iter("span") if span.get("class") == "since"), None)
    if since is None or row.getparent() is None:
        return
    heading = next(row.iterancestors(*HEADINGS), None)
    heading = heading if heading is not None else next(row.itersiblings(*HEADINGS), row)
    line = builder.P(since.get("title") or plain_text(since))
    line.tail, heading.tail = heading.tail, None
    heading.addnext(line)


def symbol_of_id(identifier: str, text: str) -> Symbol | None:
    """Return the symbol that an id names, where the heading's text has its name."""
    found = _RUST_ID.match(identifier)
    if found is None or found[2] not in text:  # old javadoc has `method.detail`
        return None
    return Symbol(found[2], _RUST_KINDS.get(found[1], found[1]), "rust", cut(text))
