"""list_sections and get_section_pages: the parts of a site, by the paths of its URLs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pinax_runtime.search import Docset, Library, PageRange, SiteLevel, pages_below, site_level, site_paths
from pinax_runtime.search.reading import ahead
from pinax_runtime.serve.arguments import Text
from pinax_runtime.serve.errors import ToolError, not_found
from pinax_runtime.serve.outputs import INTEGER, TEXT, list_of
from pinax_runtime.serve.replies import (
    ToolReply,
    ToolRequest,
    check_docs,
    did_you_mean,
    list_reply,
    listing,
    quoted,
    shorten,
    with_dates,
)
from pinax_runtime.serve.tool import CURSOR, DOCS, MAX_TOKENS, Tool, limit

DIRECT = "."
"""Last path segment of the section for the pages that lie directly at a level, not below it."""


def list_sections(request: ToolRequest) -> ToolReply:
    """Reply with the sections one level below a path, and the number of pages in each."""
    prefix = request.arguments["prefix"] or ""
    rows = []
    for docset in _docsets(request):
        for path in site_paths(docset, prefix):
            level = site_level(docset, path)
            found = [(section, n) for section, n in sorted(level.sections.items())]
            if level.direct:
                found.append((f"{path}/{DIRECT}" if path else DIRECT, len(level.direct)))
            rows += [{"section": section, "pages": n, **_named(request.library, docset)} for section, n in found]
            if found:
                break
    if not rows and prefix:
        raise _no_section(request, prefix)
    start = request.position
    return list_reply(request, "sections", rows[start:], len(rows))


def get_section_pages(request: ToolRequest) -> ToolReply:
    """Reply with every page of a section and below it; paths match by whole segments."""
    section = request.arguments["section"]
    found = [(docset, run) for docset in _docsets(request) for run in _runs(docset, section)]
    if not found:
        raise _no_section(request, section)
    start, total = request.position, sum(len(numbers) for _, (_, numbers) in found)
    numbered = ((docset, segment, number) for docset, (segment, numbers) in found for number in numbers)
    wanted = list(islice(numbered, start, start + request.arguments["limit"]))
    ahead.pages((segment, number) for _, segment, number in wanted)
    pages = [
        {"url": page.url, "title": shorten(page.title, 200), **_named(request.library, docset)}
        for docset, segment, number in wanted
        for page in [segment.page(number)]
    ]
    dated, facts = with_dates(request.library, pages, [docset.name for docset, _, _ in wanted])
    return list_reply(request, "pages", dated, total, facts)


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
    check_docs(request.library, request.arguments["docs"])
    return request.library.chosen(request.arguments["docs"])


def _named(library: Library, docset: Docset) -> dict[str, str]:
    return {"docset": docset.name} if len(library.docsets) > 1 else {}


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
        "list_sections",
        "List sections of a site",
        "pages",
        "List a site's sections (URL paths) with page counts: top level, or below `prefix`. "
        '"." holds the pages directly at a level.',
        (DOCS, Text("prefix"), CURSOR, MAX_TOKENS),
        list_sections,
        list_of("sections", {"section": TEXT, "pages": INTEGER, "docset": TEXT}),
    ),
    Tool(
        "get_section_pages",
        "List pages of a section",
        "pages",
        "List the pages in a section and below it.",
        (Text("section", required=True), DOCS, limit(50, 200), CURSOR, MAX_TOKENS),
        get_section_pages,
        list_of("pages", {"url": TEXT, "title": TEXT, "docset": TEXT, "fetched": TEXT}),
    ),
)
