"""Propose questions for pages: what a client searched for before it read the page.

In:    A log of calls.
Out:   (question, page, times), the most frequent first, for `pinax questions import` once somebody has reviewed them.
Rules: a search counts for the pages that the same client reads next, within some minutes. The ones before it count as
       well, back to the last page that was read, since what found nothing is what is worth to know.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pinax_runtime.call_log.store import OK, CallFilter, CallLogReader, CallRecord

_SEARCHES = ("search_pages", "search_documents", "search")
_WINDOW_MS = 600_000
"""Longest time between a search and the reading that it counts for (milliseconds)."""
_MOST_SEARCHES = 3
"""Most searches that count for one reading."""


def proposed_questions(reader: CallLogReader, wanted: CallFilter) -> list[tuple[str, str, int]]:
    """Return searches with the pages that were read after them, and how often that was.

    Args:
        reader: The log.
        wanted: Which calls count; all tools do.
    """
    found: Counter[tuple[str, str]] = Counter()
    waiting: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    """Client → (time, query) of its searches since it last read a page."""
    for call in _calls(reader, replace(wanted, tool="", status=OK)):
        client = call.transport, call.client
        arguments = _arguments(call)
        query = arguments.get("query")
        if call.tool in _SEARCHES and isinstance(query, str) and query.strip():
            waiting[client] = [*waiting[client], (call.at_ms, " ".join(query.split()))][-_MOST_SEARCHES:]
        for page in _read(call.tool, arguments):
            recent = {query for at_ms, query in waiting.pop(client, []) if call.at_ms - at_ms <= _WINDOW_MS}
            found.update((query, page) for query in recent)
    pairs = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [(query, page, times) for (query, page), times in pairs]


def _calls(reader: CallLogReader, wanted: CallFilter) -> Iterator[CallRecord]:
    last = 0
    while calls := reader.after(wanted, last):
        yield from calls
        last = calls[-1].id


def _arguments(call: CallRecord) -> dict[str, Any]:
    try:
        value = json.loads(call.arguments)
    except (ValueError, RecursionError):  # it was cut
        return {}
    return value if isinstance(value, dict) else {}


def _read(tool: str, arguments: dict[str, Any]) -> list[str]:
    """Return the page, or the first section, that a call reads; none if it reads none."""
    if tool in ("get_page", "fetch"):
        targets = [arguments.get("url", arguments.get("id"))]
    elif tool == "get_node_content" and isinstance(arguments.get("node_ids"), list):
        targets = [
            f"{arguments.get('doc_id')}{one}" if isinstance(one, str) and one.startswith("#") else one
            for one in arguments["node_ids"][:1]
        ]
    else:
        return []
    return [" ".join(target.split()) for target in targets if isinstance(target, str) and target.strip()]
