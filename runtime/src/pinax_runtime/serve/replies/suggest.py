"""Suggest what was probably meant: docsets, pages, anchors and arguments with a similar spelling.

Rules: suggestions are few and cheap. Similar pages are looked for around the URL's position in the sorted list of
       pages, and by its words; never by reading every URL of the bundle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches

from pinax_runtime.search import Document, Library
from pinax_runtime.serve.errors import not_found

_SHOWN_CHARS = 100
"""Length to which a message shortens what was given (characters)."""
_LOOKED_AT_CHARS = 300
"""Length of the end of an address that is compared with others (characters)."""
_CLOSE = 0.6
"""Least likeness of a suggestion, from 0 to 1."""
_ORIGIN = re.compile(r"^[a-z][a-z0-9+.-]*://[^/]*/?|^[^/:]*:")
"""The scheme and host of a URL, or the docset of an id."""
_EXTENSION = re.compile(r"\.[A-Za-z]{2,5}$")
_WORD = re.compile(r"[^\W_]+")
_NEIGHBORS = 400
"""Number of pages around the position of a URL in the sorted list that are compared with it."""


def quoted(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Quote a text for a message: shortened, with a mark in place of what cannot be printed."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown) + "'"


def nearest(word: str, known: Iterable[str], n: int = 1) -> list[str]:
    """Return up to n known words with the most similar spelling, whatever the case; none if none is close."""
    folded: dict[str, str] = {}
    for item in known:
        folded.setdefault(item.casefold(), item)
    return [folded[match] for match in get_close_matches(word.casefold(), folded, n, _CLOSE)]


def did_you_mean(word: str, known: Iterable[str], n: int = 1) -> str:
    """Return a question with the nearest known words, after a space; empty if none is close."""
    found = nearest(word, known, n)
    return f" Did you mean {' or '.join(quoted(item) for item in found)}?" if found else ""


def listing(names: Sequence[str], limit: int = 8) -> str:
    """List names for a message: the first few, and how many more there are."""
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(quoted(name, 40) for name in names[:limit]) + more


def check_docs(library: Library, docs: Sequence[str]) -> None:
    """Check that each name is the name of a docset.

    Raises:
        ToolError: not_found, with the names of the docsets.
    """
    names = sorted(library.docsets)
    for name in docs:
        if name not in library.docsets:
            raise not_found(f"No docset {quoted(name)}.{did_you_mean(name, names)} There are: {listing(names)}.")


def nearest_pages(library: Library, url: str, docs: Sequence[str] = (), n: int = 3) -> list[str]:
    """Return the ids of the pages with the most similar addresses, by the file's name or the words of the path."""
    path = _ORIGIN.sub("", url.split("#", 1)[0])[-_LOOKED_AT_CHARS:]
    likeness: dict[str, float] = {}
    for document in _candidates(library, path, docs):
        if document.id not in likeness:
            likeness[document.id] = _likeness(path, document.id.partition(":")[2])
    best = max(likeness.values(), default=0.0)
    likely = sorted((-ratio, page) for page, ratio in likeness.items() if ratio >= max(_CLOSE, best - 0.15))
    return [page for _, page in likely[:n]]


def _likeness(wanted: str, path: str) -> float:
    """Compare two paths: 1 for the same file name, 0.9 if `path` has all words of the one that is wanted."""
    words = _words(wanted)
    shared = len(words & _words(path)) / max(1, len(words))
    return max(SequenceMatcher(None, _stem(wanted), _stem(path)).ratio(), 0.9 * shared)


def _words(path: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_EXTENSION.sub("", path))}


def _stem(path: str) -> str:
    return _EXTENSION.sub("", path.rstrip("/").rsplit("/", 1)[-1]).casefold()


def _candidates(library: Library, path: str, docs: Sequence[str]) -> Iterable[Document]:
    for docset in library.chosen(docs):
        for segment in docset.segments:
            for number in segment.neighbors(docset.entry.url + path.lstrip("/"), _NEIGHBORS // 2):
                yield Document(docset.entry, segment, number)
    words = " ".join(_WORD.findall(_EXTENSION.sub("", path)))
    if words:
        for hit in library.search(words, limit=5, docs=docs, excerpt_chars=0).hits:
            found = library.find(hit.section_id, docs)
            if found is not None:
                yield found


def nearest_anchors(document: Document, anchor: str, n: int = 3) -> list[str]:
    """Return the anchors of a page that are most similar to one, by their spelling or the words of their titles."""
    titled = {alias: alias for alias in document.page.aliases}
    for node in document.nodes():
        if node.anchor:
            titled.setdefault(node.anchor, node.anchor)
            titled.setdefault(re.sub(r"[\W_]+", "-", node.title.casefold()).strip("-"), node.anchor)
    return list(dict.fromkeys(titled[match] for match in nearest(anchor, titled, n)))
