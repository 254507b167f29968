"""find_symbol: find where a name is defined.

Why:   docs/decisions/0017
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pinax_runtime.search import SymbolHit, SymbolReply, file_lines
from pinax_runtime.tools.arguments import did_you_mean, listing, quoted
from pinax_runtime.tools.reply import ToolReply, ToolRequest, list_reply, shorten

_SIGNATURE_CHARS = 200
"""Length to which signatures are shortened (characters)."""
_MAX_NAMED_IN = 5
"""Number of sections that the best hit lists as naming it."""
_MAX_ID_CHARS = 300
"""Longest id among these sections (characters); a longer one is left out, because a part leads nowhere."""
_EXTRAS = frozenset({"signature", "visibility", "language", "source", "named_in"})
"""Members that are left out first if a reply does not fit."""


def find_symbol(request: ToolRequest) -> ToolReply:
    """Reply with the definitions of a name, best first."""
    arguments = request.arguments
    reply = request.library.find_symbol(
        arguments["query"],
        kind=arguments["kind"] or "",
        language=arguments["language"] or "",
        docs=arguments["docs"],
        limit=arguments["limit"],
        offset=request.position,
    )
    symbols = [_describe(request, hit) for hit in reply.hits]
    if symbols and not request.position:
        ids = request.library.sections_naming(reply.hits[0].name, docs=arguments["docs"], limit=_MAX_NAMED_IN)
        if named_in := [found for found in ids if len(found) <= _MAX_ID_CHARS]:
            symbols[0]["named_in"] = named_in
    docsets = [hit.docset for hit in reply.hits]
    return list_reply(request, "symbols", symbols, reply.total, _facts(request, reply), (_located,), docsets=docsets)


def _describe(request: ToolRequest, hit: SymbolHit) -> dict[str, Any]:
    described = {
        "name": shorten(hit.name, 300),
        "kind": hit.kind,
        "language": hit.language,
        "signature": shorten(" ".join(hit.signature.split()), _SIGNATURE_CHARS),
        "visibility": hit.visibility,
        "docset": request.named(hit.docset),
        "id": hit.section_id,
        "location": _location(hit),
        "source": hit.source_url,
    }
    return {key: value for key, value in described.items() if value}


def _located(described: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a definition to what it is and where."""
    return {key: value for key, value in described.items() if key not in _EXTRAS}


def _location(hit: SymbolHit) -> str:
    """Return where a definition is: file and lines, or the address; empty if the id says that already."""
    if hit.line:
        return file_lines(hit.url, hit.line, hit.last_line)
    address = f"{hit.url}#{hit.anchor}" if hit.anchor else hit.url
    return "" if hit.section_id.endswith(f":{address}") else address


def _facts(request: ToolRequest, reply: SymbolReply) -> dict[str, Any]:
    """Return what explains the hits: the name that was looked for instead, or what else to try."""
    if reply.did_you_mean:
        return {"did_you_mean": shorten(reply.did_you_mean, 300)}
    if reply.cut_short:
        return {}
    if not reply.total:
        return {"hint": _hint(request, reply)}
    return {} if reply.complete else {"hint": "There are more than were looked at; qualify the name."}


def _hint(request: ToolRequest, reply: SymbolReply) -> str:
    name = quoted(request.arguments["query"], 60)
    for argument, known in (("kind", reply.kinds), ("language", reply.languages)):
        given = request.arguments[argument]
        if given and known and given.casefold() not in {item.casefold() for item in known}:
            meant = did_you_mean(given, known)
            return f"Nothing called {name} has the {argument} {quoted(given, 40)}.{meant} There are: {listing(known)}."
    if reply.kinds or reply.languages:
        return f"Nothing called {name} has that kind and that language. Try without one of them."
    return f"Nothing defines {name}. search_documents finds words that are used or explained."
