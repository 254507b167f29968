"""Parse files of source code, and other text without markup.

In:    An admitted page with its text and no tree.
Out:   A Page whose sections are the file's definitions. Without a grammar they are blocks between blank lines, and the
       page has a notice of that.
Rules: no text raises an error. The page's title is its path, so that `auth.h` and `auth.cc` have different ones.
Why:   docs/decisions/0014
"""

from __future__ import annotations

from pinax_builder.languages import language_of
from pinax_builder.parse.code import code_sections
from pinax_builder.parse.code.text_blocks import block_sections
from pinax_builder.parse.facets import automatic_facets
from pinax_builder.records import Admitted, Page, Section

_MAX_DESCRIPTION_CHARS = 300
"""Length of the longest description, in characters; the rest is cut."""


def parse_source(admitted: Admitted) -> Page:
    """Parse one file of code or of other text.

    Args:
        admitted: A page whose `text` is set.
    """
    text = (admitted.text or "").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    language = language_of(admitted.path, text)
    if language is None:
        return _plain_page(admitted, text)
    code = code_sections(text, admitted.path, language)
    notice = f"The file could not be read as {language.name}; nothing that it defines is known."
    return _page(admitted, code.sections, language.name, code.description, (notice,) if code.is_broken else ())


def _plain_page(admitted: Admitted, text: str) -> Page:
    """Make a page of a text without a grammar."""
    sections, name = block_sections(text, admitted.path)
    what = name or "plain text"
    notice = f"There is no grammar for {what}: the file is cut at blank lines and no symbol of it is known."
    return _page(admitted, sections, name, "", (notice,))


def _page(
    admitted: Admitted, sections: tuple[Section, ...], language: str, description: str, notices: tuple[str, ...]
) -> Page:
    facets = automatic_facets(admitted.path, language, sections)
    facets.pop("type", None)  # of source code, the name of a folder such as `api` tells no type
    facets["content_type"] = ("code" if language else "documentation",)
    return Page(
        url=admitted.url,
        path=admitted.path,
        title=admitted.path,
        description=description[:_MAX_DESCRIPTION_CHARS],
        language="",
        sections=sections,
        facets=dict(sorted(facets.items())),
        notices=notices,
    )
