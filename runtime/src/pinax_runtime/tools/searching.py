"""search_pages and search_documents: find pages, or sections, that match words.

Why:   docs/decisions/0040 and docs/decisions/0152
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from math import inf, isnan, nan
from typing import Any, TypeVar

from pinax_runtime.bundle import Filters
from pinax_runtime.format import PageRecord
from pinax_runtime.search import (
    FacetCounts,
    Hit,
    HitExplanation,
    Library,
    Reply,
    SearchExplanation,
    count_facets,
    path_of,
    section_id,
)
from pinax_runtime.tools.arguments import did_you_mean, listing, quoted
from pinax_runtime.tools.budget import cost
from pinax_runtime.tools.gathering import gather
from pinax_runtime.tools.page_text import find_document, locate
from pinax_runtime.tools.reply import ToolReply, ToolRequest, compact, list_reply, shorten

EXCERPT_CHARS = 200
"""Length of an excerpt (characters)."""
REASON_CHARS = 100
"""Length of the excerpt that says why a section was found (characters)."""
BRIEF_EXCERPT_CHARS = 80
"""Length of an excerpt in a shortened hit (characters)."""
BRIEF_PATH_CHARS = 100
"""Length beyond which a shortened hit keeps only the ends of its path (characters)."""
PATH_SEPARATOR = " > "
"""What stands between the titles of a path."""
MAX_LINK_CHARS = 1_000
"""Longest link that a hit shows (characters); a longer one is left out, because half of a link leads nowhere."""
MAX_VARIANTS = 5
"""Number of variants that a hit names."""
FEW_PAGES = 3
"""Number of matching pages up to which they name further sections: a whole manual may be one page."""
MAX_ALSO = 5
"""Number of further sections that a page names."""
ALSO_SHARE = 0.5
"""Share of the page's score below which a further section is not named."""
MAX_HITS = 200
"""Number of the best hits of a search among which it is sorted."""
_MAX_UNKNOWN_WORDS = 8
"""Number of unknown words that a reply names."""

Sorted = TypeVar("Sorted")


def search_pages(request: ToolRequest) -> ToolReply:
    """Reply with the pages that match, each once and with its best section."""
    reply = find(request, excerpt_chars=EXCERPT_CHARS)
    also = _also(request, reply)
    hits = [{**_page(request, hit), "also": also.get(_page_id(hit))} for hit in reply.hits]
    return _reply(request, reply, hits)


def search_documents(request: ToolRequest) -> ToolReply:
    """Reply with the sections that match."""
    document = ""
    if request.arguments["doc_id"]:
        document = find_document(request.library, request.arguments["doc_id"], request.arguments["docs"]).id
    reply = find(request, document=document, sections=True, excerpt_chars=REASON_CHARS)
    first = {hit.url: number for number, hit in reversed(list(enumerate(reply.hits)))}
    hits = [_section(hit, first[hit.url] == number) for number, hit in enumerate(reply.hits)]
    texts = gather(request, reply.hits, [cost(compact(hit)) for hit in hits])
    return _reply(request, reply, [hit | shown for hit, shown in zip(hits, texts, strict=False)])


def find(request: ToolRequest, filters: Filters | None = None, **options: Any) -> Reply:
    """Search as a call says; with `sort`, sort the best hits and return those of this reply.

    Args:
        request: The call.
        filters: Filters in place of the call's own.
        options: Further arguments of `Library.search`.
    """
    arguments, start = request.arguments, request.position
    filters = arguments["filters"] if filters is None else filters
    options = {"docs": arguments["docs"], "filters": filters, **options}
    order = arguments.get("sort")
    if not order:
        return request.library.search(arguments["query"], limit=arguments["limit"], offset=start, **options)
    reply = request.library.search(arguments["query"], limit=MAX_HITS, **options)
    hits = sorted_by(order, reply.hits, lambda hit: locate(request.library, hit.section_id)[0].page)
    return replace(reply, hits=hits[start : start + arguments["limit"]], total=min(reply.total, MAX_HITS))


def _reply(request: ToolRequest, reply: Reply, hits: list[dict[str, Any]]) -> ToolReply:
    """Write the hits; those that do not fit get a shorter excerpt, or none."""
    docsets = [hit.docset for hit in reply.hits[: len(hits)]]
    facts = _facts(request, reply) | ({"truncated": True} if len(hits) < len(reply.hits) else {})
    return list_reply(request, "hits", hits, reply.total, facts, (_brief, _briefest), docsets=docsets)


def _brief(hit: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a hit: a shorter excerpt and path, and no link to source code."""
    shown = " ".join(hit["text"].split()) if "text" in hit else hit.get("excerpt", "")
    shorter = {"excerpt": shorten(shown, BRIEF_EXCERPT_CHARS)}
    titles = hit.get("path", "").split(PATH_SEPARATOR)
    if len(titles) > 2 and len(hit["path"]) > BRIEF_PATH_CHARS:
        shorter["path"] = PATH_SEPARATOR.join((titles[0], "…", titles[-1]))
    kept = {("excerpt" if key == "text" else key): value for key, value in hit.items()}
    return {key: shorter.get(key, value) for key, value in kept.items() if key != "source"}


def _briefest(hit: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a hit to what distinguishes it from others: its id or else its URL, and its titles."""
    left_out = {"excerpt", "also", "variants", *(["url"] if "id" in hit else [])}
    return {key: value for key, value in _brief(hit).items() if key not in left_out}


def _page(request: ToolRequest, hit: Hit) -> dict[str, Any]:
    return {
        "docset": request.named(hit.docset),
        "url": hit.url,
        "title": shorten(hit.title, 200),
        "section": path_of(request.library.docsets[hit.docset].entry.url, hit.url),
        "anchor": hit.section_id.partition("#")[2],  # an id of ours, too: it leads to the section in get_page
        "excerpt": hit.excerpt,
        "score": round(hit.score, 2),
        "variants": hit.variants[:MAX_VARIANTS] or None,
        "source": _linked(hit.source_url),
    }


def _also(request: ToolRequest, reply: Reply) -> dict[str, list[dict[str, str]]]:
    """Return, by page, other sections of it that match well; none where many pages match."""
    if request.position or not reply.hits or reply.total > FEW_PAGES:
        return {}
    least = {_page_id(hit): hit.score * ALSO_SHARE for hit in reply.hits}
    shown = {hit.section_id for hit in reply.hits}
    also: dict[str, list[dict[str, str]]] = {}
    for hit in find(request, sections=True, excerpt_chars=0).hits:
        others = also.setdefault(_page_id(hit), [])
        if hit.section_id not in shown and hit.score >= least.get(_page_id(hit), inf) and len(others) < MAX_ALSO:
            path = PATH_SEPARATOR.join(shorten(title, 80) for title in hit.headings[-2:])
            others.append({"anchor": hit.section_id.partition("#")[2], "path": path})
    return {page: others for page, others in also.items() if others}


def _page_id(hit: Hit) -> str:
    return hit.section_id.partition("#")[0]


def _section(hit: Hit, first: bool) -> dict[str, Any]:
    """Describe a section; the first hit of a page also names the page's variants."""
    return {
        "id": hit.section_id,
        "url": citable(hit.section_id, hit.docset, hit.url, section_id(hit.url, hit.anchor), hit.source_url),
        "path": PATH_SEPARATOR.join(shorten(title, 80) for title in (hit.title, *hit.headings)),
        "variants": (first and hit.variants[:MAX_VARIANTS]) or None,
    }


def _linked(link: str) -> str | None:
    return link if 0 < len(link) <= MAX_LINK_CHARS else None


def citable(section: str, docset: str, page_url: str, address: str, source_link: str) -> str | None:
    """Return the address to cite of a section; None where pages are known by a path, which its id has already."""
    return _linked(source_link) or (None if section.startswith(f"{docset}:{page_url}") else _linked(address))


def _facts(request: ToolRequest, reply: Reply) -> dict[str, Any]:
    """Return what explains the hits: unknown words, the query that was used instead, and what else to try."""
    unknown = [shorten(word, 60) for word in reply.unknown_words[:_MAX_UNKNOWN_WORDS]]
    facts: dict[str, Any] = {"unknown_words": unknown} if unknown and reply.total else {}
    facts.update(query_notes(reply))
    return facts if reply.total or reply.cut_short else {**facts, "hint": _hint(request, unknown)}


def query_notes(reply: Reply) -> dict[str, Any]:
    """Say how the query was changed: unknown words replaced by known ones, or quotes left out."""
    facts: dict[str, Any] = {"did_you_mean": shorten(reply.did_you_mean, 300)} if reply.did_you_mean else {}
    if reply.relaxed:
        facts["hint"] = "Nothing contains the exact quoted words; these results are without the quotes."
    return facts


def _hint(request: ToolRequest, unknown: list[str]) -> str:
    arguments = request.arguments
    filters = filters_hint(request.library, arguments["docs"], arguments["filters"])
    if filters:
        return filters
    if unknown:
        return f"Nothing contains {listing(unknown, 5)}. Try other words."
    if not any(character.isalnum() for character in arguments["query"]):
        return "The query has no word or name to search for."
    narrow = [name for name in ("doc_id", "filters", "docs") if arguments.get(name)]
    return f"Try {'without ' + ' and '.join(narrow) if narrow else 'fewer or other words, without quotes'}."


def filters_hint(library: Library, docs: Sequence[str], filters: Filters) -> str:
    """Say which filter matches no page, and which facets or values there are; empty if each matches some page."""
    known = count_facets(library.chosen(docs)) if filters else {}
    for facet, values in filters.items():
        if facet not in known:
            meant = did_you_mean(facet, known)
            return f"No page has a facet {quoted(facet, 40)}.{meant} There are: {listing([*known])}."
        if not any(value in known[facet] for value in values):
            there = [*known[facet]]
            asked = " or ".join(quoted(value, 40) for value in values[:3])
            return f"No page has {facet}={asked}.{did_you_mean(values[0], there)} There are: {listing(there)}."
    return ""


# Sort pages by a value that publishers give them: a date, a version, a number, the title.


def sorted_by(order: str, items: Sequence[Sorted], page_of: Callable[[Sorted], PageRecord]) -> list[Sorted]:
    """Return items in the order of their pages' values; those of pages without a value are last.

    Args:
        order: The name of a value; `-` before it puts the largest first.
        items: What is to be sorted; equal ones keep their order.
        page_of: Returns the page of an item.
    """
    name = order.strip().removeprefix("-")
    valued = [(_value(page_of(item), name), item) for item in items]
    known = [(_comparable(value), item) for value, item in valued if value]
    known.sort(key=lambda pair: pair[0], reverse=order.strip().startswith("-"))
    return [item for _, item in known] + [item for value, item in valued if not value]


def _value(page: PageRecord, name: str) -> str:
    own = {"title": page.title, "url": page.url}
    return (page.meta.get(f"sort:{name}") or page.meta.get(name) or own.get(name, "")).strip()


def _comparable(value: str) -> tuple[int, float, str]:
    """Return what to compare a value by.

    >>> sorted(["10", "9", "b", "A"], key=_comparable)
    ['9', '10', 'A', 'b']
    """
    try:
        number = float(value)
    except ValueError:
        number = nan
    return (1, 0.0, value.casefold()) if isnan(number) else (0, number, "")


# Shorten facets: show those of a page that tell it from others, and the counts of the most frequent values.

_PLAIN = frozenset({"docset", "has_code", "code_languages", "language", "symbol_kind"})
"""Facets that a page's entry leaves out: its id names the docset, and its text shows code and language."""
_USUAL = ("content_type", "documentation")
"""Facet and value that a page's entry leaves out: only code is worth telling apart."""
_SINGLE = frozenset({"docset", "language"})
"""Facets whose counts are left out when they have only one value."""
_MAX_FACETS = 12
"""Number of facets that a page's entry shows."""
_VALUES_OF_PAGE = 4
"""Number of values that a page's entry shows of one facet."""
_VALUES_COUNTED = 12
"""Number of values of one facet whose counts are shown."""
_NAMES = 20
"""Number of values above which a facet is no help to choose by, if it has a value for every two pages."""
_NAME_CHARS = 60
"""Length to which names and values of facets are shortened (characters)."""
_REST = "…"
"""Key, among the counts of a facet, of the number of values that are not shown."""


def short_facets(facets: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the facets that distinguish a page: one value as a text, several as a list."""
    short: dict[str, Any] = {}
    for facet, values in sorted(facets.items())[:_MAX_FACETS]:
        if facet not in _PLAIN and values and (facet, *values) != _USUAL:
            shown = [shorten(value, _NAME_CHARS) for value in values[:_VALUES_OF_PAGE]]
            short[shorten(facet, _NAME_CHARS)] = shown[0] if len(values) == 1 else shown
    return short


def short_counts(counts: FacetCounts, room: int) -> dict[str, dict[str, int]]:
    """Return the most frequent values of each facet, for as many facets as fit.

    Args:
        counts: The values of each facet, the most frequent first.
        room: Highest cost of the result as JSON.
    """
    short: dict[str, dict[str, int]] = {}
    for facet, values in counts.items():
        names_pages = len(values) > _NAMES and 2 * len(values) >= sum(values.values())
        if names_pages or (facet in _SINGLE and len(values) == 1):
            continue
        shown = {shorten(value, _NAME_CHARS): n for value, n in list(values.items())[:_VALUES_COUNTED]}
        if len(values) > len(shown):
            shown[_REST] = len(values) - len(shown)
        if cost(compact({**short, facet: shown})) > room:
            break
        short[facet] = shown
    return short


# Write what a search found as JSON, for `search --json` and the viewer.


def score_to_json(explanation: HitExplanation) -> dict[str, Any]:
    """Return the parts of a score, rounded like scores.

    The score is the sum of `section_adds` and `page_adds` over the words, and of the bonuses in `adds`.
    """
    parts = asdict(explanation)
    for word in parts["words"]:
        word["section_adds"] = word["section_part"] * explanation.section_weight
        word["page_adds"] = word["page_part"] * explanation.page_weight
    parts["words"] = [_rounded_all(word) for word in parts["words"]]
    return {**_rounded_all(parts), "adds": _rounded_all(explanation.bonuses())}


def search_to_json(explanation: SearchExplanation) -> dict[str, Any]:
    """Return what a search read, and how many sections have each word."""
    files = [{"name": name, "bytes": size} for name, size in explanation.files]
    over = {"passed_over": list(explanation.passed_over)} if explanation.passed_over else {}
    return {"files": files, "bytes": explanation.size_bytes, "sections_with": explanation.sections_with, **over}


def _rounded_all(values: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in values.items()}


def reply_to_json(reply: Reply) -> dict[str, Any]:
    """Return the hits with their totals and notes; optional members are left out where they say nothing."""
    return {
        "hits": [_hit_to_json(hit) for hit in reply.hits],
        "total": reply.total,
        "unknown_words": reply.unknown_words,
        **({"did_you_mean": reply.did_you_mean} if reply.did_you_mean else {}),
        **({"cut_short": True} if reply.cut_short else {}),
        **({"relaxed": True} if reply.relaxed else {}),
        **({"explanation": search_to_json(reply.explanation)} if reply.explanation else {}),
    }


def _hit_to_json(hit: Hit) -> dict[str, Any]:
    return {
        "docset": hit.docset,
        "id": hit.section_id,
        "url": hit.url,
        "anchor": hit.anchor,
        "title": hit.title,
        "headings": list(hit.headings),
        "score": hit.score,
        "excerpt": hit.excerpt,
        "facets": hit.facets,
        "fetched_at": hit.fetched_at,
        **({"variants": list(hit.variants)} if hit.variants else {}),
        **({"source_url": hit.source_url} if hit.source_url else {}),
        **({"explanation": score_to_json(hit.explanation)} if hit.explanation else {}),
    }
