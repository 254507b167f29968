"""Sphinx and docutils publish reStructuredText in many themes; classes of a list say domain and kind of its terms."""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import DOMAINS, KINDS, cut
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.records import Symbol

SPHINX = Platform(
    "sphinx",
    generator="sphinx|docutils",
    signs="script#documentation_options, div.sphinxsidebar, div.documentwrapper, div.rst-content, .bd-main, .docutils,"
    " div.docs-body",
    roots=(
        "[itemprop=articleBody]",
        "article.bd-article",
        "article[role=main]",
        "[role=main]",
        "div.body",
        "div.docs-body",
    ),
    chrome=".viewcode-link, .prev-next-area, .prev-next-footer, .view-this-page",
)
_NAMES_IN = etree.XPath(".//*[contains(@class, 'descname') or contains(@class, 'descclassname')]")
"""Finds the name and its prefix in a Sphinx signature."""
_TYPED_ID = re.compile(
    r"^(command|variable|prop_[a-z]+|module|policy|envvar|genex|generator|cpack_gen)[:](.+)$", re.IGNORECASE
)
_ID_PREFIX = re.compile(r"^(?:c|js|rst|std|php|go|rb)\.(?=.)|^module-")
_QUALIFYING = frozenset(("python", "javascript", "c"))


def symbols_of_term(term: HtmlElement, text: str, classes: list[str]) -> tuple[Symbol, ...]:
    """Return the symbols of a term, if the classes of its list name a domain and a kind."""
    if len(classes) < 2 or classes[0] not in DOMAINS:
        return ()
    language, kind = DOMAINS[classes[0]], KINDS.get(classes[1], classes[1])
    names = _sphinx_names(term, term.get("id") or "", language) or [text]
    return tuple(Symbol(name, kind, language, cut(text)) for name in names)


def symbol_of_id(identifier: str) -> Symbol | None:
    """Return the symbol that an id names: a module of Python, or what the manual of CMake defines."""
    if identifier.startswith("module-"):
        return Symbol(identifier.removeprefix("module-"), "module", "python")
    typed = _TYPED_ID.match(identifier)
    if typed is None:
        return None
    kind = typed[1].lower()
    return Symbol(typed[2], KINDS.get(kind, kind), "cmake")


def _sphinx_names(term: HtmlElement, identifier: str, language: str) -> list[str]:
    """Return the names of a Sphinx definition, qualified by its id, else by the prefix that the signature shows.

    An option has a name for each of its spellings. Sphinx marks their arguments, too, as prefixes.
    """
    if identifier and language in _QUALIFYING and not identifier.startswith(("_CPP", "id", "cmdoption")):
        return [_ID_PREFIX.sub("", identifier)]
    marked = _NAMES_IN(term)
    names = [plain_text(span) for span in marked if "descclassname" not in span.get("class")]
    if not names:
        return [_ID_PREFIX.sub("", identifier)] if identifier else []
    if "descclassname" in marked[0].get("class"):
        return [plain_text(marked[0]) + names[0]]
    return names if identifier.startswith("cmdoption") else names[:1]
