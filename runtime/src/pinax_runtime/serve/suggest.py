"""Say what was probably meant: docsets, pages, anchors and arguments that are spelled nearly so.

Rules: suggestions are few and cheap; a page is looked for where its URL would stand and by the words in it, never by
       reading every URL of the bundle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches

from pinax_runtime.search import Document, Library
from pinax_runtime.serve.errors import not_found

_SHOWN_CHARS = 100
_NEIGHBORS = 400
"""Pages before and after the place where a URL would stand that are compared with it."""


def quoted(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Quote what was given, cut and made printable, for a message."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown) + "'"


def nearest(word: str, known: Iterable[str], n: int = 1) -> list[str]:
    """Give the known words that are spelled most like one, whatever the case; none if none is close."""
    folded: dict[str, str] = {}
    for item in known:
        folded.setdefault(item.casefold(), item)
    return [folded[match] for match in get_close_matches(word.casefold(), folded, n, 0.6)]


def did_you_mean(word: str, known: Iterable[str], n: int = 1) -> str:
    """Give a sentence, with a space before it, that names what is nearest; empty if nothing is."""
    found = nearest(word, known, n)
    return f" Did you mean {' or '.join(quoted(item) for item in found)}?" if found else ""


def listing(names: Sequence[str], limit: int = 8) -> str:
    """List names in a message, the first few of many."""
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(quoted(name, 40) for name in names[:limit]) + more


def check_docs(library: Library, docs: Sequence[str]) -> None:
    """Make sure that each name is a docset's.

    Raises:
        ToolError: not_found, with the names that there are.
    """
    names = sorted(library.docsets)
    for name in docs:
        if name not in library.docsets:
            raise not_found(f"No docset {quoted(name)}.{did_you_mean(name, names)} There are: {listing(names)}.")


def nearest_pages(library: Library, url: str, docs: Sequence[str] = (), n: int = 3) -> list[str]:
    """Give the ids of the pages whose URL is most like one."""
    wanted = url.split("#", 1)[0]
    found: dict[str, float] = {}
    for document in _candidates(library, wanted, docs):
        spellings = (document.id, document.page.url, document.id.partition(":")[2])
        found[document.id] = max(SequenceMatcher(None, wanted, spelling).ratio() for spelling in spellings)
    likely = sorted((-ratio, found_id) for found_id, ratio in found.items() if ratio >= 0.6)
    return [found_id for _, found_id in likely[:n]]


def _candidates(library: Library, url: str, docs: Sequence[str]) -> Iterable[Document]:
    path = url.rsplit(":", 1)[-1]
    for docset in library.chosen(docs):
        full = path if path.startswith(docset.entry.url) else docset.entry.url + path.lstrip("/")
        for segment in docset.segments:
            for number in segment.neighbors(full, _NEIGHBORS // 2):
                yield Document(docset.entry, segment, number)
    words = " ".join(re.findall(r"[^\W_]+", path.rsplit("/", 1)[-1].rsplit(".", 1)[0]))
    if words:
        for hit in library.search(words, limit=5, docs=docs, excerpt_chars=0).hits:
            found = library.find(hit.section_id, docs)
            if found is not None:
                yield found


def nearest_anchors(document: Document, anchor: str, n: int = 3) -> list[str]:
    """Give the anchors of a page that are spelled, or whose titles are worded, most like one."""
    titled: dict[str, str] = {}
    for node in document.nodes():
        if node.anchor:
            titled.setdefault(node.anchor, node.anchor)
            titled.setdefault(re.sub(r"[\W_]+", "-", node.title.casefold()).strip("-"), node.anchor)
    return list(dict.fromkeys(titled[match] for match in nearest(anchor, titled, n)))
