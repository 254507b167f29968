"""list_docs: the docsets of the library."""

from __future__ import annotations

from pinax_runtime.serve.outputs import INTEGER, OBJECT, TEXT, list_of
from pinax_runtime.serve.replies import ToolReply, ToolRequest, age_days, list_reply, shorten
from pinax_runtime.serve.tool import CURSOR, Tool


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
)
