"""list_docs, list_sections and get_section_pages: list docsets, and the parts of a site by the paths of its URLs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pinax_runtime.bundle import Batch, fetch
from pinax_runtime.search import Docset, PageRange, SiteLevel, pages_below, site_level, site_paths
from pinax_runtime.tools.arguments import did_you_mean, listing, quoted, string
from pinax_runtime.tools.errors import ToolError, not_found
from pinax_runtime.tools.reply import ToolReply, ToolRequest, age_days, list_reply, shorten
from pinax_runtime.tools.tool import CURSOR, DOCS, INTEGER, MAX_TOKENS, OBJECT, TEXT, Tool, limit, list_of


def list_docs(request: ToolRequest) -> ToolReply:
    """Reply with every docset and its figures; nothing is read but the entry."""
    docsets = list(request.library.docsets.values())
    docs = [
        {
            "name": docset.name,
            "title": shorten(entry.title, 200),
            **({"version": entry.version} if entry.version else {}),
            "url": entry.url,
            "pages": entry.n_pages,
            "sections": entry.n_sections,
            "languages": entry.languages,
            **_fetched(entry.fetched_at, request.now()),
            **({"notice": shorten(docset.notice, 400)} if docset.notice else {}),
        }
        for docset in docsets[request.position :]
        for entry in [docset.entry]
    ]
    return list_reply(request, "docs", docs, len(docsets))


def _fetched(fetched_at: str, now: float) -> dict[str, str | int]:
    """Return when a docset was fetched and how many days ago; nothing for an invalid date."""
    age = age_days(fetched_at, now)
    return {} if age is None else {"fetched_at": fetched_at, "age_days": age}


_DOC = {
    **dict.fromkeys(("name", "title", "version", "url", "fetched_at", "notice"), TEXT),
    **dict.fromkeys(("pages", "sections", "age_days"), INTEGER),
    "languages": OBJECT,
}


DIRECT = "."
"""Last path segment of the section for the pages that lie directly at a level, not below it."""


def list_sections(request: ToolRequest) -> ToolReply:
    """Reply with the sections one level below a path, and the number of pages in each."""
    prefix = request.arguments["prefix"] or ""
    rows: list[dict[str, Any]] = []
    for docset in _docsets(request):
        for path in site_paths(docset, prefix):
            level = site_level(docset, path)
            found = sorted(level.sections.items())
            if level.direct:
                found.append((f"{path}/{DIRECT}" if path else DIRECT, len(level.direct)))
            if found:
                rows += [{"section": section, "pages": n, **request.named(docset.name)} for section, n in found]
                break
    if not rows and prefix:
        raise _no_section(request, prefix)
    return list_reply(request, "sections", rows[request.position :], len(rows))


def get_section_pages(request: ToolRequest) -> ToolReply:
    """Reply with every page of a section and below it; paths match by whole segments."""
    section = request.arguments["section"]
    found = [(docset, run) for docset in _docsets(request) for run in _runs(docset, section)]
    if not found:
        raise _no_section(request, section)
    start, total = request.position, sum(len(numbers) for _, (_, numbers) in found)
    numbered = ((docset, segment, number) for docset, (segment, numbers) in found for number in numbers)
    wanted = list(islice(numbered, start, start + request.arguments["limit"]))
    fetch(Batch(segment, pages=[number]) for _, segment, number in wanted)
    pages = [
        {"url": page.url, "title": shorten(page.title, 200), **request.named(docset.name)}
        for docset, segment, number in wanted
        for page in [segment.page(number)]
    ]
    return list_reply(request, "pages", pages, total, docsets=[docset.name for docset, _, _ in wanted])


def _runs(docset: Docset, section: str) -> list[PageRange]:
    for path in site_paths(docset, section):
        if path == DIRECT or path.endswith(f"/{DIRECT}"):
            runs = site_level(docset, path[: -len(DIRECT)].strip("/")).direct
        else:
            runs = pages_below(docset, path)
        if runs:
            return runs
    return []


def _docsets(request: ToolRequest) -> list[Docset]:
    return request.library.chosen(request.arguments["docs"])


def _no_section(request: ToolRequest, section: str) -> ToolError:
    known = list(dict.fromkeys(_nearby(request, section)))
    return not_found(f"No pages below {quoted(section)}.{did_you_mean(section, known, 2)} There are: {listing(known)}.")


def _nearby(request: ToolRequest, section: str) -> Iterator[str]:
    """Return the sections at the deepest level of the path that exists."""
    for docset in _docsets(request):
        path = list(site_paths(docset, section))[-1]
        level = SiteLevel()
        while path and not level.sections:
            path = path.rpartition("/")[0]
            level = site_level(docset, path)
        yield from level.sections or site_level(docset, "").sections


TOOLS = (
    Tool(
        "list_docs",
        "List documentation sets",
        "pages",
        "List the documentation sets (docsets). Pass their names as `docs` to other tools.",
        (CURSOR,),
        list_docs,
        list_of("docs", _DOC),
    ),
    Tool(
        "list_sections",
        "List sections of a site",
        "pages",
        "List a site's sections (URL paths) with page counts: top level, or below `prefix`. "
        '"." holds the pages directly at a level.',
        (DOCS, string("prefix"), CURSOR, MAX_TOKENS),
        list_sections,
        list_of("sections", {"section": TEXT, "pages": INTEGER, "docset": TEXT}),
    ),
    Tool(
        "get_section_pages",
        "List pages of a section",
        "pages",
        "List the pages in a section and below it.",
        (string("section", required=True), DOCS, limit(50, 200), CURSOR, MAX_TOKENS),
        get_section_pages,
        list_of("pages", {"url": TEXT, "title": TEXT, "docset": TEXT, "fetched": TEXT}),
    ),
)
