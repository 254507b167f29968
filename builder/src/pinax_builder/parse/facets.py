"""Derive the facets that every page has, whatever its source said.

In:    A page's path, language and sections.
Out:   Facet key -> values, sorted and without repeats: `language`, `has_code`, `code_languages`, `type`,
       `content_type`, `symbol_kind`.
Rules: a facet without a value is left out; `type` comes from the folder that is nearest to the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pinax_builder.records import Section

_FENCE = re.compile(r"^(?:[ >]|[-+*] |\d+[.)] )*(`{3,}|~{3,})[ \t]*([^\s`{]*)[^`\n]*$", re.MULTILINE)
"""An opening or closing fence, also inside lists and quotes."""
_TICKS = re.compile("```|~~~")

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
"""Folder name in lower case -> `type`; twenty types and the names that folders go by."""


def automatic_facets(path: str, language: str, sections: Iterable[Section]) -> dict[str, tuple[str, ...]]:
    """Derive a page's automatic facets.

    Args:
        path: The page's POSIX path below its source, as in `Page.path`.
        language: As in `Page.language`; empty when not known.
        sections: The page's sections; their fenced code decides `has_code` and `code_languages`.

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
    """Tell whether there is fenced code, and the languages that its fences name."""
    languages: set[str] = set()
    has_code = False
    for section in sections:
        open_fence = ""
        for fence, info in _fences(section.text):
            if not open_fence:
                open_fence = fence
                has_code = True
                if info:
                    languages.add(info.lower())
            elif not info and fence.startswith(open_fence):
                open_fence = ""
    return has_code, languages


def _fences(text: str) -> Iterator[tuple[str, str]]:
    """Give each opening and closing fence, and what stands after it."""
    for ticks in _TICKS.finditer(text):  # far fewer than lines
        found = _FENCE.match(text, text.rfind("\n", 0, ticks.start()) + 1)
        if found and found.start(1) == ticks.start():
            yield found[1], found[2]


def _type(path: str) -> str:
    """Name the kind of page by its nearest telling folder, or by its own name (`faq.html`, `changelog.md`)."""
    *folders, file = path.lower().strip("/").split("/")
    for name in (file.rsplit(".", 1)[0], *reversed(folders)):
        if name in _TYPE_OF_FOLDER:
            return _TYPE_OF_FOLDER[name]
    return ""
