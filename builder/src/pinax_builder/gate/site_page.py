"""Judge one page of a site by its figures: refuse what servers send as pages though it says nothing.

In:    PageFigures.
Out:   A Rejection whose reason is one of `error_page`, `javascript_shell`, `login_wall`, `soft_404`, `thin`; or None.
Rules: for sites only. What a person has put into a folder is what they want indexed. A site's first page may be what
       its server sends for addresses that do not exist, and stays.
"""

from __future__ import annotations

from pinax_builder.gate.figures import PageFigures
from pinax_builder.records import Rejection

THIN_WORDS = 4
"""Number of words below which a page is rejected: reference pages of one short sentence are worth finding."""

_DETAILS = {
    "error_page": "The server sent an error as a page: its title is {title!r}.",
    "javascript_shell": "The page is empty until its scripts run ({chars} characters of text in {size:,} bytes).",
    "login_wall": "The page asks for a login ({chars} characters of text).",
}


def gate_site_page(figures: PageFigures, probe: PageFigures | None = None) -> Rejection | None:
    """Gate one page of a site.

    Args:
        figures: The page's figures.
        probe: Figures of the page that the server sends for an address that cannot exist; None if it answers 404.
    """
    detail = _DETAILS.get(figures.signal)
    if detail:
        detail = detail.format(title=figures.title, chars=figures.text_chars, size=figures.raw_bytes)
        return Rejection(figures.url, "gate", figures.signal, detail)
    if probe and probe.n_words and figures.digest == probe.digest and not _is_above(figures.url, probe.url):
        detail = "The page is what the server sends for an address that does not exist."
        return Rejection(figures.url, "gate", "soft_404", detail)
    if figures.n_words < THIN_WORDS:
        return Rejection(figures.url, "gate", "thin", f"The page has {figures.n_words} words of text.")
    return None


def _is_above(url: str, below: str) -> bool:
    """Tell whether one URL is the folder that another lies in, as the probe lies in the site's."""
    return url.rstrip("/") == below.rpartition("/")[0]
