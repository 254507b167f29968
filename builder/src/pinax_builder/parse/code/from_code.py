"""Parse files of source code, and other text without markup.

In:    An admitted page with its text and no tree.
Out:   A Page whose sections are the file's definitions. Without a grammar they are blocks; each ends at the
       first blank line after forty lines, and the page has a notice of that.
Rules: no text raises an error. The page's title is its path, so that `auth.h` and `auth.cc` have different ones. Of a
       text in blocks every line is in exactly one section; code is in a fence with its language, running text is not.
Why:   docs/decisions/0014
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_builder.languages import PROSE, language_of, other_language
from pinax_builder.parse.code.sections import code_sections
from pinax_builder.parse.page_facts import automatic_facets
from pinax_builder.parse.slugs import Anchors
from pinax_builder.records import Admitted, Page, Section
from pinax_runtime.text import fenced

BLOCK_LINES = 40
"""Length after which a block ends at the next blank line, in lines."""
MAX_BLOCK_LINES = 400
"""Length at which a block ends without a blank line, in lines."""
MAX_SECTIONS = 20_000
"""Number of sections of a file; the last takes all that is left."""

_MAX_TITLE_CHARS = 80
"""Length of the longest title, in characters; the rest is cut."""
_SIGNS = re.compile(r"^[\s\W_]+|[\s{(\[:;,=]+$")
_TABLE = re.compile(r"\s*\[+([^\[\]]*)\]+\s*(?:[#;].*)?")
"""The head of a table in TOML or INI."""

_MAX_DESCRIPTION_CHARS = 300
"""Length of the longest description, in characters; the rest is cut."""


def parse_source(admitted: Admitted) -> Page:
    """Parse one file of code or of other text.

    Args:
        admitted: A page whose `text` is set.
    """
    text = (admitted.text or "").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    language = language_of(admitted.path, text)
    if language:
        code = code_sections(text, admitted.path, language)
        sections, name, description = code.sections, language.name, code.description
        notice = f"The file could not be read as {name}; nothing that it defines is known." if code.is_broken else ""
    else:
        name, description = other_language(admitted.path), ""
        sections = _block_sections(text, admitted.path, name)
        what = name or "plain text"
        notice = f"There is no grammar for {what}: the file is cut at blank lines and no symbol of it is known."
    facets = automatic_facets(admitted.path, name, sections)
    facets.pop("type", None)  # of source code, the name of a folder such as `api` tells no type
    facets["content_type"] = ("code" if name else "documentation",)
    return Page(
        url=admitted.url,
        path=admitted.path,
        title=admitted.path,
        description=description[:_MAX_DESCRIPTION_CHARS],
        language="",
        sections=sections,
        facets=dict(sorted(facets.items())),
        notices=(notice,) if notice else (),
    )


def _block_sections(text: str, path: str, language: str) -> tuple[Section, ...]:
    """Cut a text into sections, at least the file's own; the language is PROSE for running text."""
    anchors = Anchors()
    first, *rest = list(_blocks(text)) or [""]
    sections = [Section(0, "", path, "page", f"# {path}\n\n{_shown(first, language)}".rstrip())]
    for block in rest:
        title = _title(block)
        anchor = anchors.claim(None, title, (path,), block)
        sections.append(Section(1, anchor, title, "heading", _shown(block, language)))
    return tuple(sections)


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    n_blocks = 0
    for line in text.split("\n"):
        is_full = len(block) >= MAX_BLOCK_LINES or (len(block) >= BLOCK_LINES and not line.strip())
        if is_full and n_blocks < MAX_SECTIONS:
            n_blocks += 1
            yield "\n".join(block)
            block = []
        if block or line.strip():
            block.append(line)
    if block:
        yield "\n".join(block).rstrip()


def _shown(block: str, language: str) -> str:
    return block if language == PROSE or not block else fenced(block, language)


def _title(block: str) -> str:
    """Return a title, made of the first line that has a word."""
    for line in block.split("\n"):
        table = _TABLE.fullmatch(line)
        bare = " ".join(_SIGNS.sub("", table[1] if table else line).split())
        if re.search(r"\w", bare):
            return bare[:_MAX_TITLE_CHARS]
    return "…"
