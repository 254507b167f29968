"""Packs of pages (metadata and outline) and packs of section texts.

The text of a page comes out of a bundle here, so decoding removes invisible characters. A pack holds no number of a
section or page, so a new page changes one pack and no other.

Spec:  docs/format.md, section 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, repeat
from typing import Any, NamedTuple, overload

from pinax_runtime.format import limits, wire
from pinax_runtime.format.columns import check_whole
from pinax_runtime.format.errors import CorruptFileError, LimitExceededError
from pinax_runtime.format.visible import is_visible_line, visible, visible_line

PAGE, HEADING, DEFINITION, MORE = range(4)
SECTION_KINDS = ("page", "heading", "definition", "more")
"""Section kind number → name. A "more" section has no title; its text belongs to its parent."""


class SectionEntry(NamedTuple):
    """One line of a page's outline. A page has hundreds, and tuples are made four times as fast as dataclasses."""

    depth: int
    """0 for the page's own section, else the parent's + 1."""
    kind: int
    anchor: str
    """Fragment on the published page; one that starts with `~` is an id of ours only."""
    title: str
    words: int
    """Words of the section's own text."""


class Outline(Sequence[SectionEntry]):
    """The sections of a decoded page, each made when it is asked for: a hit wants a few of hundreds."""

    __slots__ = ("columns",)

    def __init__(
        self,
        depths: Sequence[int],
        kinds: Sequence[int],
        anchors: Sequence[str],
        titles: Sequence[str],
        words: Sequence[int],
    ) -> None:
        """Take the columns of a page.

        Raises:
            ValueError: They differ in length.
        """
        self.columns = (depths, kinds, anchors, titles, words)
        if len(set(map(len, self.columns))) != 1:
            raise ValueError("columns that differ in length")

    @classmethod
    def of(cls, sections: Sequence[SectionEntry]) -> Outline:
        """Make it of at least one section."""
        return cls(*zip(*sections, strict=True))

    @property
    def depths(self) -> Sequence[int]:
        """Depth of each section; looking at one makes no section."""
        return self.columns[0]

    @property
    def kinds(self) -> Sequence[int]:
        """Kind of each section."""
        return self.columns[1]

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, at: int) -> SectionEntry: ...

    @overload
    def __getitem__(self, at: slice) -> list[SectionEntry]: ...

    def __getitem__(self, at: int | slice) -> SectionEntry | list[SectionEntry]:
        if isinstance(at, slice):
            return list(_entries(column[at] for column in self.columns))
        depths, kinds, anchors, titles, words = self.columns
        return SectionEntry(depths[at], kinds[at], anchors[at], titles[at], words[at])

    def __iter__(self) -> Iterator[SectionEntry]:
        return _entries(self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _entries(columns: Iterable[Iterable[Any]]) -> Iterator[SectionEntry]:
    """Make sections as `SectionEntry._make` does, without a line of Python for each."""
    return map(tuple.__new__, repeat(SectionEntry), zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What is known of one page besides its text."""

    url: str
    title: str
    description: str
    meta: dict[str, str]
    facets: dict[str, list[str]]
    sections: Outline
    aliases: dict[str, int] = field(default_factory=dict)
    """Other fragment of the published page → index, in `sections`, of the section that it leads to."""
    variants: list[str] = field(default_factory=list)
    """URLs of other versions of this page and of near duplicates, the representative of them all first."""
    lines: list[int] = field(default_factory=list)
    """Source code only: (first line, last line) per section, 0 and 0 for none. Empty when no section has lines."""

    def lines_of(self, index: int) -> tuple[int, int]:
        """Return the first and the last line of a section in the page's file; 0 and 0 where lines mean nothing."""
        return (self.lines[2 * index], self.lines[2 * index + 1]) if self.lines else (0, 0)

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values of one page; empty ones are left out."""
        value: dict[str, Any] = {
            "url": self.url,
            "title": self.title,
            "description": self.description,
            "meta": self.meta,
            "facets": self.facets,
            "depths": bytes(min(255, section.depth) for section in self.sections),
            "kinds": bytes(section.kind for section in self.sections),
            "anchors": [section.anchor for section in self.sections],
            "titles": [section.title for section in self.sections],
            "words": [section.words for section in self.sections],
            "aliases": self.aliases,
            "variants": self.variants,
            "lines": self.lines,
        }
        return {key: item for key, item in value.items() if item}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> PageRecord:
        """Check and decode one page. Anchors and titles may be a `wire.Column`, which checks what is asked of it.

        Raises:
            CorruptFileError: A column is missing, of another type or of another length.
        """
        try:
            columns = (value["depths"], value["kinds"], value["anchors"], value["titles"], value["words"])
            sections = Outline(*columns)
            page = cls(
                value["url"],
                value.get("title", ""),
                value.get("description", ""),
                value.get("meta", {}),
                value.get("facets", {}),
                sections,
                value.get("aliases", {}),
                value.get("variants", []),
                value.get("lines", []),
            )
            decoded = [column for column in columns[2:] if not isinstance(column, wire.Column)]
            strings = [page.url, page.title, page.description, *page.meta, *page.facets, *page.aliases, *page.variants]
            strings += [*page.meta.values(), *(item for items in page.facets.values() for item in items)]
            strings += chain.from_iterable(decoded[:-1])
            lists = [page.variants, *page.facets.values(), *decoded]
            if not set(map(type, strings)) <= {str} or not set(map(type, lists)) <= {list}:
                raise TypeError("text that is not a string, or a facet's values that are not a list")
            check_whole(columns[4], least=0)
            check_whole(list(page.aliases.values()), least=0)
            check_whole(page.lines, least=0)
            if len(page.lines) not in (0, 2 * len(sections)):
                raise ValueError("lines of other sections")
            if max(page.aliases.values(), default=0) >= len(sections):
                raise ValueError("an alias of a section that is not there")
            _check_outline(*columns[:2])
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise CorruptFileError(name, f"not a page ({error})") from error
        if len(sections) > limits.SECTIONS_PER_PAGE:
            raise LimitExceededError(name, "a page's number of sections", limits.SECTIONS_PER_PAGE, len(sections))
        return page if is_visible_line(" ".join(strings)) else page._cleaned()

    def _cleaned(self) -> PageRecord:
        """Return the same page without characters that nobody sees, but for those of sections in a `wire.Column`."""
        depths, kinds, anchors, titles, words = self.sections.columns
        return replace(
            self,
            url=visible_line(self.url),
            title=visible_line(self.title),
            description=visible_line(self.description),
            meta={visible_line(key): visible_line(value) for key, value in self.meta.items()},
            facets={visible_line(key): list(map(visible_line, values)) for key, values in self.facets.items()},
            sections=Outline(depths, kinds, _lines(anchors), _lines(titles), words),
            aliases={visible_line(alias): at for alias, at in self.aliases.items()},
            variants=list(map(visible_line, self.variants)),
        )


def _lines(column: Sequence[str]) -> Sequence[str]:
    return column if isinstance(column, wire.Column) else list(map(visible_line, column))


def _check_outline(depths: Any, kinds: Any) -> None:
    """Check that a page's own section comes first and that everything else lies in it."""
    if type(depths) is not bytes or type(kinds) is not bytes:
        raise TypeError("depths or kinds that are not bytes")
    if depths.find(0) != 0 or depths.rfind(0) != 0 or kinds[0] == MORE:
        raise ValueError("an outline that does not start with the page's own section, or has two of them")
    if max(kinds) >= len(SECTION_KINDS):
        raise ValueError(f"a section of an unknown kind {max(kinds)}")


class PagePack:
    """A `pages` file. A page is decoded when it is asked for: a query wants one or two of a pack."""

    def __init__(self, data: bytes, name: str) -> None:
        """Cut what the file holds into pages.

        Raises:
            CorruptFileError: Not a list of pages.
        """
        self._pages = wire.cut(data, name, "pages")
        self._name = name

    @cached_property
    def urls(self) -> list[str]:
        """URLs of the pages, rising. Raises CorruptFileError where they are not."""
        urls = [page.url for page in self]
        if not all(map(str.__lt__, urls, urls[1:])):
            raise CorruptFileError(self._name, "URLs that are not in order")
        return urls

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, index: int) -> PageRecord:
        """Decode one page. Raises as `wire.decode_map` and `PageRecord.from_wire`."""
        value = wire.decode_map(self._pages[index], self._name, {"anchors": visible_line, "titles": visible_line})
        return PageRecord.from_wire(value, self._name)

    def starts(self, numbers: range) -> list[int]:
        """Return the number of each page's first section.

        Args:
            numbers: Those of all sections of the pack.

        Raises:
            CorruptFileError: The pack has other sections.
        """
        *first, end = accumulate((len(page.sections) for page in self), initial=numbers.start)
        if end != numbers.stop:
            raise CorruptFileError(self._name, "sections of another segment")
        return first

    def __iter__(self) -> Iterator[PageRecord]:
        return (self.page(index) for index in range(len(self)))


def texts_from_pack(data: bytes, name: str) -> wire.Column:
    """Find the texts of a `texts` file; each is decoded when it is asked for. Raises CorruptFileError."""
    found = wire.decode_map(data, name, {"texts": visible}).get("texts")
    if not isinstance(found, wire.Column):
        raise CorruptFileError(name, "no list of texts")
    return found
