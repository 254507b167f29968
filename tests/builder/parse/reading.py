"""Files as the gate and the parse stage take them."""

from __future__ import annotations

import lacking
from pinax_builder.formats import HTML, SOURCE_CODE, format_of, missing_reader
from pinax_builder.gate import gate
from pinax_builder.parse import Repeated, parse
from pinax_builder.records import Admitted, Fetched, Page, Rejection


def outcome(
    source: str | bytes,
    path: str = "page.html",
    url: str = "",
    repeated: Repeated | None = None,
    *,
    check: bool = False,
) -> Page | Rejection:
    """Return what becomes of a file, whose format is that of its name; skip where nothing installed reads it.

    Bytes and HTML go through the gate. Other text is taken as it is: the gate would refuse or repair some of it.
    """
    known = format_of(path) or SOURCE_CODE
    if remedy := missing_reader(known.media_type):
        lacking.skip(remedy)
    if isinstance(source, str) and known != HTML:
        admitted: Admitted | Rejection = Admitted(url or path, path, known.media_type, text=source)
    else:
        content = source.encode() if isinstance(source, str) else source
        admitted = gate(Fetched(url or path, path, content, known.media_type))
    return parse(admitted, repeated, check=check) if isinstance(admitted, Admitted) else admitted


def page_of(source: str | bytes, path: str = "page.html", url: str = "", repeated: Repeated | None = None) -> Page:
    """Return the page that a file becomes."""
    page = outcome(source, path, url, repeated)
    assert isinstance(page, Page), page
    return page


def markdown(page: Page) -> str:
    """Return all sections of a page as one text."""
    return "\n\n".join(section.text for section in page.sections if section.text)
