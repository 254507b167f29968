"""Measure one page of a site, and refuse what servers send as pages though it says nothing.

In:    Fetched bytes and what parse made of them, if anything.
Out:   PageFigures, about a hundred bytes a page, for judging a page and its site. A Rejection whose reason is one of
       `error_page`, `javascript_shell`, `login_wall`, `soft_404`, `thin`; or None.
Rules: for sites only. What a person has put into a folder is what they want indexed. A site's first page may be what
       its server sends for addresses that do not exist, and stays.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from pinax_builder.candidates import simhash
from pinax_builder.gate.languages import guess_language
from pinax_builder.gate.signals import Signal, signal_of
from pinax_builder.records import Fetched, Page, Rejection
from pinax_builder.words import words_of
from pinax_runtime.text import LINK

_LINK = re.compile(LINK)
_MARKS = re.compile(r"[#*`|>~_\-=+\\]+")

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


@dataclass(frozen=True, slots=True)
class PageFigures:
    """One page in figures."""

    url: str
    raw_bytes: int
    text_chars: int
    """Number of characters of the text, without Markdown marks and link targets."""
    prose_chars: int
    """Number of these characters outside links."""
    n_words: int
    title: str
    digest: bytes
    """Hash of the text's words; equal for pages that say the same."""
    simhash: int
    """Fingerprint of the text (see `simhash`); 0 where only the page is judged."""
    declared_language: str
    guessed_language: str
    signal: Signal

    @property
    def density(self) -> float:
        """Return the characters of text for each byte that was sent."""
        return self.text_chars / max(1, self.raw_bytes)


def measure(fetched: Fetched, page: Page | None, *, of_sample: bool = False) -> PageFigures:
    """Measure one page.

    Args:
        fetched: The page as it was sent.
        page: The parsed page; None if gate or parse found nothing to read.
        of_sample: Whether a whole site is judged by it: then its language is guessed and its fingerprint taken.
    """
    markdown = "\n".join(section.text for section in page.sections) if page else ""
    text = _clean(_LINK.sub(r"\g<label>", markdown))
    words = words_of(text.lower())
    said = " ".join(["", *words]).encode("utf-8", "replace")
    title = page.title if page else ""
    return PageFigures(
        url=fetched.url,
        raw_bytes=len(fetched.content),
        text_chars=len(text),
        prose_chars=len(_clean(_LINK.sub(" ", markdown))),
        n_words=len(words),
        title=title,
        digest=hashlib.blake2b(said, digest_size=16).digest(),
        simhash=simhash(said) if of_sample else 0,
        declared_language=page.language if page else "",
        guessed_language=guess_language(words) if of_sample else "",
        signal=signal_of(fetched.content, title, text),
    )


def _clean(markdown: str) -> str:
    return " ".join(_MARKS.sub(" ", markdown).split())
