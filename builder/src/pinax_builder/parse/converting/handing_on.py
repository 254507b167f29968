"""Run a program that converts a document, and pass the result to the reader of HTML or of Markdown.

In:    The page as it was admitted, and what it was converted into.
Out:   A Page or Rejection, as the reader makes it.
Rules: the program reads the document from standard input and starts in an empty folder, so it finds no other file
       beside it. It is killed when it takes too long. Its processor time, its memory and what it writes have limits
       (see `programs`).
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from tempfile import TemporaryDirectory, TemporaryFile

from lxml import html
from lxml.html import HtmlElement

from pinax_builder.parse.html.faults import compare_with_source
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.parse.markdown.from_markdown import parse_markdown
from pinax_builder.programs import limited
from pinax_builder.records import Admitted, Page, Rejection


def html_page(admitted: Admitted, tree: HtmlElement) -> Page | Rejection:
    """Make a page of HTML."""
    return parse_html(replace(admitted, media_type="text/html", tree=tree, text=None, content=None))


def tree_of(body: str, title: str = "", language: str = "") -> HtmlElement:
    """Parse the content of a body as a whole document."""
    lang = f' lang="{escape(language)}"' if language else ""
    document = f"<html{lang}><head><title>{escape(title)}</title></head><body>{body}</body></html>"
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True)
    return html.document_fromstring(document.encode("utf-8", "replace"), parser=parser)


def put_title(main: HtmlElement, title: str) -> None:
    """Put a title on top of a body, and every heading one level below where it is; an empty title is left out."""
    for element in list(main.iter("h1", "h2", "h3", "h4", "h5")):
        element.tag = f"h{int(str(element.tag)[1]) + 1}"
    if title:
        heading = main.makeelement("h1")
        heading.text = title
        main.insert(0, heading)


def markdown_page(admitted: Admitted, text: str) -> Page | Rejection:
    """Make a page of Markdown."""
    page = parse_markdown(replace(admitted, media_type="text/markdown", text=text, content=None))
    return compare_with_source(page, text) if admitted.is_compared and isinstance(page, Page) else page


def unreadable(admitted: Admitted, cause: str) -> Rejection:
    """Reject a document that is broken or not of the format that its name says."""
    return Rejection(admitted.url, "parse", "unreadable", f"{cause.rstrip('.')}.")


MAX_PROCESSOR_S = 30
"""Processor time for one document (seconds), which is the same however busy the machine is."""
_MAX_WAIT_S = 600.0
"""Time after which a program is killed, though it waits and uses no processor time (seconds)."""
MAX_MEMORY_BYTES = 1 << 30
"""Memory that the program may allocate (bytes)."""
MAX_WRITTEN_BYTES = 128 << 20
"""Largest output of the program for one document (bytes)."""
MAX_SAID_BYTES = 64 << 10
"""Number of bytes of its error output that are read."""


def converted(admitted: Admitted, command: Sequence[str], content: bytes) -> HtmlElement | Rejection:
    """Run a program on a document, and return the HTML that it writes as the tree of a page.

    The page is rejected if the program cannot be started, writes nothing, or does not end in time.
    """
    program = command[0]
    with TemporaryDirectory(prefix="pinax-") as empty:
        # Files, since what a program writes to them has a limit, and what it writes to a pipe has none.
        try:
            started = limited(
                command, memory_bytes=MAX_MEMORY_BYTES, file_bytes=MAX_WRITTEN_BYTES, processor_s=MAX_PROCESSOR_S
            )
            with TemporaryFile() as out, TemporaryFile() as said:
                done = subprocess.run(started, input=content, stdout=out, stderr=said, timeout=_MAX_WAIT_S, cwd=empty)
                out.seek(0)
                said.seek(0)
                written, words = out.read(), said.read(MAX_SAID_BYTES)
        except subprocess.TimeoutExpired:
            return unreadable(admitted, f"{program} did not end within {_MAX_WAIT_S:.0f} s")
        except OSError as error:
            return unreadable(admitted, f"{program} cannot be started ({error.strerror})")
    if done.returncode == -getattr(signal, "SIGXCPU", 0) != 0:
        return unreadable(admitted, f"{program} took more than {MAX_PROCESSOR_S} s of processor time")
    if done.returncode == -getattr(signal, "SIGXFSZ", 0) != 0:
        return unreadable(admitted, f"{program} wrote more than {MAX_WRITTEN_BYTES >> 20} MiB")
    # The exit code does not count: a converter may fail for faults that cost no text.
    if not written.strip():
        lines = words.decode("utf-8", "replace").strip().splitlines()
        return unreadable(
            admitted, f"{program} wrote nothing ({lines[-1] if lines else f'exit code {done.returncode}'})"
        )
    return tree_of(f"<main>{written.decode('utf-8', 'replace')}</main>")
