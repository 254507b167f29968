"""Parse AsciiDoc with `asciidoctor`, the language's reference program.

In:    An admitted page with its text.
Out:   A Page, or a Rejection.
Rules: the program runs in its secure mode: it includes no file, reads no address and runs no extension.
Why:   docs/decisions/0160
"""

from __future__ import annotations

from pinax_builder.parse.converting.handing_on import converted, html_page
from pinax_builder.records import Admitted, Page, Rejection

_ATTRIBUTES = (
    "showtitle",
    "sectids",
    "experimental",
    "relfilesuffix=.adoc",
    "source-highlighter!",
    "toc!",
    "sectnums!",
    "skip-front-matter",
)
"""Attributes: titles and ids are kept, links lead to the `.adoc` files, and no contents or numbers are added."""
_COMMAND = (
    "asciidoctor", "--safe-mode", "secure", "--embedded", "--quiet", "--backend", "html5",
    *(part for attribute in _ATTRIBUTES for part in ("--attribute", attribute)),
    "--out-file", "-", "-",
)  # fmt: skip
"""Command that reads AsciiDoc from standard input and writes HTML to standard output."""


def parse_asciidoc(admitted: Admitted) -> Page | Rejection:
    """Parse one AsciiDoc page."""
    tree = converted(admitted, _COMMAND, (admitted.text or "").encode("utf-8", "replace"))
    return tree if isinstance(tree, Rejection) else html_page(admitted, tree)
