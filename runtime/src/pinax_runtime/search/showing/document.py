"""One page with its section tree, as the tree tools and get_page see it.

"more" sections (text that follows a definition but belongs to its parent) are not nodes of the tree: their text is
given with their parent's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol
from urllib.parse import unquote

from pinax_runtime.format import MORE, DocsetEntry, PageRecord, SectionEntry
from pinax_runtime.search.deadline import checkpoint
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.showing.ids import document_id, section_id


@dataclass(frozen=True, slots=True)
class Node:
    """A section of a document."""

    index: int
    """Index in the page's outline; 0 is the page itself."""
    id: str
    depth: int
    title: str
    anchor: str
    words: int
    """Words of its own text, continuations included."""


class Document:
    """A page of a docset."""

    def __init__(self, docset: DocsetEntry, segment: SegmentReader, number: int) -> None:
        self.docset = docset
        self.page: PageRecord = segment.page(number)
        self.id = document_id(docset.name, docset.url, self.page.url)
        self._segment = segment
        self._number = number

    @property
    def is_code(self) -> bool:
        """Whether the page is a file of source code."""
        return "code" in self.page.facets.get("content_type", ())

    def source_link(self, index: int) -> str:
        """Return where people see a section of source code, or the file as a whole; empty where nothing says so."""
        return self.docset.source_link(self.page.url, *self.lines_of(index)) if self.is_code else ""

    def lines_of(self, index: int) -> tuple[int, int]:
        """Return the first and last line of a section in the page's file; 0 and 0 for the page, and where not known."""
        return self.page.lines_of(index) if index else (0, 0)

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes of the tree in document order."""
        for index, section in enumerate(self.page.sections):
            checkpoint()
            if section.kind != MORE:
                yield self.node(index)

    def node(self, index: int) -> Node:
        """Return one node by its index in the outline."""
        section = self.page.sections[index]
        words = section.words + sum(self.page.sections[at].words for at in self._continuations(index))
        title = section.title or (self.page.title if index == 0 else "")
        anchor = section.anchor if index else ""
        return Node(index, section_id(self.id, anchor), section.depth, title, section.anchor, words)

    def find(self, anchor: str) -> int | None:
        """Return the outline index of an anchor or another fragment that leads there; the page's own for an empty one.

        It may be percent-encoded, as in a URL.
        """
        if not anchor:
            return 0
        for spelled in dict.fromkeys((anchor, unquote(anchor))):
            for index, section in enumerate(self.page.sections):
                if section.anchor == spelled:
                    return index
            if spelled in self.page.aliases:
                return self.page.aliases[spelled]
        return None

    def owner(self, index: int) -> int:
        """Return the node that a section's text belongs to: itself, or a continuation's parent."""
        sections = self.page.sections
        if sections.kinds[index] != MORE:
            return index
        depth = sections.depths[index]
        return next(at for at in range(index - 1, -1, -1) if self._is_parent(at, depth))

    def ancestors(self, index: int) -> list[SectionEntry]:
        """Return the sections that a section lies in, outermost first, the page itself left out."""
        path: list[SectionEntry] = []
        depth = self.page.sections.depths[index]
        at = index
        while depth > 1 and at > 1:  # nothing but the page is above a depth of 1
            at -= 1
            if self._is_parent(at, depth):
                path.append(self.page.sections[at])
                depth = self.page.sections.depths[at]
        return path[::-1]

    def children(self, index: int) -> list[int]:
        """Return the nodes directly below a node."""
        depth = self.page.sections[index].depth
        below = self.subtree(index)[1:]
        return [at for at in below if self.page.sections[at].depth == depth + 1 and self.page.sections[at].kind != MORE]

    def subtree(self, index: int) -> range:
        """Return the outline indexes of a node and everything below it, continuations included."""
        return subtree_of(self.page.sections, index)

    def text(self, index: int) -> str:
        """Return a node's own Markdown with its continuations, without its children's."""
        indexes = [index, *self._continuations(index)]
        self._read_ahead(indexes)
        parts = map(self._raw, indexes)
        return "\n\n".join(part.strip("\n") for part in parts if part.strip())

    def subtree_text(self, index: int) -> str:
        """Return the Markdown of a node and everything below it, in document order."""
        return "\n\n".join(text for _, text in self.subtree_texts(index))

    def subtree_texts(self, index: int) -> Iterator[tuple[int, str]]:
        """Yield (index in the outline, Markdown) of the sections of a subtree that have text, in document order."""
        self._read_ahead(self.subtree(index))
        for at in self.subtree(index):
            if text := self._raw(at).strip("\n"):
                yield at, text

    def _continuations(self, index: int) -> list[int]:
        depth = self.page.sections[index].depth
        below = self.subtree(index)[1:]
        return [at for at in below if self.page.sections[at].kind == MORE and self.page.sections[at].depth == depth + 1]

    def _is_parent(self, at: int, depth: int) -> bool:
        sections = self.page.sections
        return sections.depths[at] < depth and sections.kinds[at] != MORE

    @cached_property
    def _first(self) -> int:
        """Section number of the page's own section, asked for once: the pack of a huge page may not fit the cache."""
        return self._segment.first_section(self._number)

    def _read_ahead(self, indexes: Sequence[int]) -> None:
        first = self._first
        ahead.packs(self._segment, (), (first + index for index in indexes))

    def _raw(self, index: int) -> str:
        return self._segment.text(self._first + index)


class HasDepth(Protocol):
    """A section in document order, whatever else is known of it."""

    @property
    def depth(self) -> int:
        """Level in the tree; 0 is the page itself."""


def subtree_of(sections: Sequence[HasDepth], index: int) -> range:
    """Return the indexes of a section and of all sections below it: those that follow and lie deeper."""
    depth = sections[index].depth
    end = index + 1
    while end < len(sections) and sections[end].depth > depth:
        end += 1
    return range(index, end)


def below_title(text: str, is_definition: bool) -> str:
    """Return the Markdown of a section without the line that shows its title, if there is more.

    Several names of a definition are lines of its title, each but the last with two spaces at its end.
    """
    title, _, rest = text.strip("\n").partition("\n")
    titled = title.startswith("#") or is_definition
    while is_definition and title.endswith("  "):
        title, _, rest = rest.partition("\n")
    return rest.lstrip("\n") if titled and rest.strip() else text
