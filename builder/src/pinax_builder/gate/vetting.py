"""Clean a parsed page of invisible characters, and report text that is meant for models or terminals.

In:    A page, and the bytes that it was made of.
Out:   The cleaned page with notices; or, if quarantine is on, a Rejection with the reason `suspicious`.
Rules: every page is cleaned. Removing what is common and harmless (a byte order mark, spaces of no width) makes no
       notice. A notice says what was found, so that a person can look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from urllib.parse import quote

from pinax_builder.gate.instructions import hidden_instruction, instruction_in
from pinax_builder.records import Fetched, Page, Rejection, Section, Symbol, Weighted
from pinax_runtime.format import is_visible_line, visible, visible_line
from pinax_runtime.trust import keys_in

_SMUGGLED = re.compile(
    "(?<!\U0001f3f4)[\U000e0020-\U000e007e]{3,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}|[\u200b-\u200d\u2060]{12,}"
)
"""Runs of invisible characters that can hide a text; those after U+1F3F4 are a flag."""
_TERMINAL = re.compile("\x1b[\\]P^_X]|\x9d\\d{1,4};|[\x90\x9d-\x9f][\x08-\r -~]{1,4000}(?:\x07|\x1b\\\\|\x9c)")
"""A terminal command that does more than set a color: begun by ESC, or by one character and then numbered or ended.

Such a character alone is a letter of another encoding. ECMA-48, 8.3, has only ASCII between beginning and end.
"""
_REORDERED = re.compile("[\u202d\u202e][^\u202c\n]{2}")
"""Override of direction before two characters or more."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters of scripts that run from right to left, in which overrides are common."""


def vet(fetched: Fetched, page: Page, *, quarantine: bool = False) -> Page | Rejection:
    """Clean a page and report what is suspicious in it.

    Args:
        fetched: The bytes that the page was made of.
        page: The page as it was parsed.
        quarantine: Whether a suspicious page is rejected.
    """
    shown = "\n\n".join(_texts(page))
    cleaned = _cleaned(page)
    suspicions = [*_hidden(page, cleaned), *_instructing(fetched, shown)]
    if suspicions and quarantine:
        return Rejection(page.url, "gate", "suspicious", " ".join(suspicions))
    found = (*suspicions, *_leaks(shown))
    return replace(cleaned, notices=(*page.notices, *found)) if found else cleaned


def _hidden(page: Page, cleaned: Page) -> Iterator[str]:
    """Yield a sentence for each kind of hidden text in a page.

    Cleaning removes all of it, so only the texts that cleaning changed are searched.
    """
    changed = [text for text, kept in zip_longest(_texts(page), _texts(cleaned), fillvalue="") if text != kept]
    if not changed:
        return
    shown = "\n\n".join(changed)
    if _SMUGGLED.search(shown):
        yield "The page holds text in characters that nobody sees; they were removed."
    if _TERMINAL.search(shown):
        yield "The page holds commands for terminals; they were removed."
    if _REORDERED.search(shown) and not any(map(_RIGHT_TO_LEFT.search, _texts(page))):
        yield "The page shows text in another order than it is in; the overrides of direction were removed."


def _instructing(fetched: Fetched, shown: str) -> Iterator[str]:
    """Yield a sentence on the first passage of a page that is meant for models, not for readers."""
    if fetched.media_type == "text/plain":
        return
    if passage := instruction_in(shown):
        yield f"The page instructs models that read it: {_quoted(passage)}"
    elif passage := hidden_instruction(fetched.content.decode("utf-8", "replace"), shown):
        yield f"The page instructs models in what its readers do not see: {_quoted(passage)}"


def _texts(page: Page) -> list[str]:
    return [page.title, page.description, *(section.text for section in page.sections), *page.meta.values()]


def _leaks(shown: str) -> list[str]:
    """Return a sentence on the secret keys in a page; it shows only the beginning of each."""
    keys = dict.fromkeys(keys_in(shown))
    told = ", ".join(f"{key[:8]}…" for key in list(keys)[:5])
    return [f"The page seems to give away {len(keys)} secret key(s): {told}"] if keys else []


def _quoted(passage: str) -> str:
    return f"“{visible_line(passage)}”"


def _cleaned(page: Page) -> Page:
    """Remove invisible characters from all texts of a page."""
    facets = {visible_line(key): tuple(sorted({*map(visible_line, page.facets[key])} - {""})) for key in page.facets}
    if _is_clean(page):
        return page if facets == page.facets else replace(page, facets=facets)
    return replace(
        page,
        title=visible_line(page.title),
        description=visible_line(page.description),
        sections=tuple(map(_cleaned_section, page.sections)),
        meta={visible_line(key): visible_line(value) for key, value in page.meta.items()},
        facets=facets,
        plain=(),
    )


def _is_clean(page: Page) -> bool:
    """Return whether a page, facets aside, has nothing to clean, as most have not: one search tells for all texts."""
    lines = [page.title, page.description, *page.meta, *page.meta.values()]
    texts: list[str] = []
    for section in page.sections:
        lines += (section.title, section.anchor, *section.aliases, *(symbol.name for symbol in section.symbols))
        texts += (section.text, *(symbol.signature for symbol in section.symbols))
        texts += (weighted.text for weighted in section.weighted)
    return is_visible_line(" ".join(lines)) and visible(whole := "\n".join(texts)) == whole


def _cleaned_section(section: Section) -> Section:
    cleaned = replace(
        section,
        anchor=_cleaned_anchor(section.anchor),
        title=visible_line(section.title),
        text=visible(section.text),
        symbols=tuple(map(_cleaned_symbol, section.symbols)),
        weighted=tuple(Weighted(visible(weighted.text), weighted.extra) for weighted in section.weighted),
        aliases=tuple(map(_cleaned_anchor, section.aliases)),
    )
    return section if cleaned == section else cleaned


def _cleaned_anchor(anchor: str) -> str:
    """Percent-encode an anchor with invisible characters, so that it stays different from the one without."""
    return anchor if is_visible_line(anchor) else quote(anchor)


def _cleaned_symbol(symbol: Symbol) -> Symbol:
    return replace(symbol, name=visible_line(symbol.name), signature=visible(symbol.signature))
