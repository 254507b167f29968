"""Measure a page of a site: how much it says, what it is, and whom it resembles.

In:    Fetched bytes and what parse made of them, if anything.
Out:   PageFigures, about a hundred bytes a page, for judging a page and its site.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from pinax_builder.gate.languages import guess_language
from pinax_builder.gate.signals import Signal, signal_of
from pinax_builder.gate.simhash import simhash
from pinax_builder.records import Fetched, Page
from pinax_builder.words import words_of
from pinax_runtime.text import LINK

_LINK = re.compile(LINK)
_MARKS = re.compile(r"[#*`|>~_\-=+\\]+")


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
    title = page.title if page else ""
    return PageFigures(
        url=fetched.url,
        raw_bytes=len(fetched.content),
        text_chars=len(text),
        prose_chars=len(_clean(_LINK.sub(" ", markdown))),
        n_words=len(words),
        title=title,
        digest=hashlib.blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=16).digest(),
        simhash=simhash(words) if of_sample else 0,
        declared_language=page.language if page else "",
        guessed_language=guess_language(words) if of_sample else "",
        signal=signal_of(fetched.content, title, text),
    )


def _clean(markdown: str) -> str:
    return " ".join(_MARKS.sub(" ", markdown).split())
