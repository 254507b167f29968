"""Pass a converted document to the reader of HTML or of Markdown.

In:    The page as it was admitted, and what it was converted into.
Out:   A Page or Rejection, as the reader makes it.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape

from lxml import html
from lxml.html import HtmlElement

from pinax_builder.parse.html.faults import compare_with_source
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.parse.markdown.from_markdown import parse_markdown
from pinax_builder.records import Admitted, Page, Rejection


def html_page(admitted: Admitted, content: str, title: str = "", language: str = "") -> Page | Rejection:
    """Make a page of HTML that has no chrome."""
    tree = tree_of(f"<main>{content}</main>", title, language)
    return parse_html(replace(admitted, media_type="text/html", tree=tree, text=None, content=None))


def tree_of(body: str, title: str = "", language: str = "") -> HtmlElement:
    """Parse the content of a body as a whole document."""
    lang = f' lang="{escape(language)}"' if language else ""
    document = f"<html{lang}><head><title>{escape(title)}</title></head><body>{body}</body></html>"
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True)
    return html.document_fromstring(document.encode("utf-8", "replace"), parser=parser)


def markdown_page(admitted: Admitted, text: str) -> Page | Rejection:
    """Make a page of Markdown."""
    page = parse_markdown(replace(admitted, media_type="text/markdown", text=text, content=None))
    return compare_with_source(page, text) if admitted.is_compared and isinstance(page, Page) else page


def unreadable(admitted: Admitted, cause: str) -> Rejection:
    """Reject a document that is broken or not of the format that its name says."""
    return Rejection(admitted.url, "parse", "unreadable", f"{cause.rstrip('.')}.")
