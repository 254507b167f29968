"""Derive the facets that every page has, whatever its source says.

In:    A page's path, language and sections.
Out:   Facet key -> values, sorted and without repeats: `language`, `has_code`, `code_languages`, `type`,
       `content_type`, `symbol_kind`.
Rules: a facet without a value is left out. `type` comes from the file's name, else from the nearest folder that
       names a type.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinax_builder.records import Section
from pinax_runtime.text import fenced_blocks, language_of

_TYPE_OF_FOLDER = {
    "runbook": "runbook",
    "runbooks": "runbook",
    "guide": "guide",
    "guides": "guide",
    "tutorial": "tutorial",
    "tutorials": "tutorial",
    "reference": "reference",
    "references": "reference",
    "api": "api-reference",
    "api-reference": "api-reference",
    "apis": "api-reference",
    "c-api": "api-reference",
    "architecture": "architecture",
    "adr": "adr",
    "adrs": "adr",
    "decisions": "adr",
    "rfc": "rfc",
    "rfcs": "rfc",
    "procedure": "procedure",
    "procedures": "procedure",
    "playbook": "playbook",
    "playbooks": "playbook",
    "troubleshooting": "troubleshooting",
    "faq": "faq",
    "faqs": "faq",
    "changelog": "changelog",
    "changelogs": "changelog",
    "release-notes": "release-notes",
    "releases": "release-notes",
    "whatsnew": "release-notes",
    "howto": "howto",
    "howtos": "howto",
    "how-to": "howto",
    "how-tos": "howto",
    "operations": "operations",
    "ops": "operations",
    "deployment": "deployment",
    "deployments": "deployment",
    "pipeline": "pipeline",
    "pipelines": "pipeline",
    "onboarding": "onboarding",
    "postmortem": "postmortem",
    "postmortems": "postmortem",
}
"""Name of a folder or file, in lower case → `type`."""


def automatic_facets(path: str, language: str, sections: Iterable[Section]) -> dict[str, tuple[str, ...]]:
    """Derive a page's automatic facets.

    Args:
        path: The page's POSIX path below its source, as in `Page.path`.
        language: The page's language, as in `Page.language`; empty if it is not known.
        sections: The page's sections; `has_code` and `code_languages` come from their fenced code.

    Returns:
        Facet key -> values, sorted and unique. `has_code` ("true" or "false") is always there.
    """
    sections = tuple(sections)
    has_code, languages = _code(sections)
    facets: dict[str, tuple[str, ...]] = {
        "content_type": ("documentation",),
        "has_code": ("true" if has_code else "false",),
    }
    if kinds := {symbol.kind for section in sections for symbol in section.symbols}:
        facets["symbol_kind"] = tuple(sorted(kinds))
    if languages:
        facets["code_languages"] = tuple(sorted(languages))
    if language:
        facets["language"] = (language,)
    kind = _type(path)
    if kind:
        facets["type"] = (kind,)
    return facets


def _code(sections: Iterable[Section]) -> tuple[bool, set[str]]:
    """Return whether there is fenced code, and the languages that it names."""
    named = {language_of(block) for section in sections for block in fenced_blocks(section.text)}
    return bool(named), named - {""}


def _type(path: str) -> str:
    """Return the type that a page's own name says (`faq.html`), else that of its nearest folder; empty if none does."""
    *folders, file = path.lower().strip("/").split("/")
    for name in (file.rsplit(".", 1)[0], *reversed(folders)):
        if name in _TYPE_OF_FOLDER:
            return _TYPE_OF_FOLDER[name]
    return ""
