"""list_docs: what is in the library."""

from __future__ import annotations

from pinax_runtime.serve.replies import list_reply, shorten
from pinax_runtime.serve.request import ToolRequest
from pinax_runtime.serve.tool import CURSOR, Tool


def list_docs(request: ToolRequest) -> str:
    """Give every docset with its figures; reads nothing beyond the entry."""
    entries = [docset.entry for docset in request.library.docsets.values()]
    docs = [
        {
            "name": entry.name,
            "title": shorten(entry.title, 200),
            "url": entry.url,
            "pages": entry.n_pages,
            "sections": entry.n_sections,
            "languages": entry.languages,
            "fetched_at": entry.fetched_at,
        }
        for entry in entries[request.position :]
    ]
    return list_reply(request, "docs", docs, len(entries))


TOOLS = (
    Tool(
        "list_docs",
        "pages",
        "List the documentation sets (docsets). Their names are what `docs` takes in other tools.",
        (CURSOR,),
        list_docs,
    ),
)
