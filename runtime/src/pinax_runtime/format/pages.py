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

from pinax_runtime.format import limits
from pinax_runtime.format.columns import check_whole
from pinax_runtime.format.errors import CorruptFileError, LimitExceededError, decoding, require
from pinax_runtime.format.visible import is_visible_line, visible, visible_line

PAGE, HEADING, DEFINITION, MORE = range(4)
SECTION_KINDS = ("page", "heading", "definition", "more")
"""Section kind number → name. A "more" section has no title; its text belongs to its parent."""


_COLUMNS = ("depths", "kinds", "anchors", "titles", "words")
"""Names of the columns of an outline in a file."""


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
        """Check and decode one page.

        Raises:
            CorruptFileError: A column is missing, of another type or of another length.
            LimitExceededError: It has too many sections.
        """
        with decoding(name, "a page"):
            depths, kinds, anchors, titles, words = columns = [value[key] for key in _COLUMNS]
            page = cls(
                value["url"],
                value.get("title", ""),
                value.get("description", ""),
                value.get("meta", {}),
                value.get("facets", {}),
                Outline(*columns),
                value.get("aliases", {}),
                value.get("variants", []),
                value.get("lines", []),
            )
            strings = [page.url, page.title, page.description, *page.meta, *page.facets, *page.aliases, *page.variants]
            strings += chain(page.meta.values(), *page.facets.values(), anchors, titles)
            lists = [page.variants, *page.facets.values(), anchors, titles, words]
            require(set(map(type, strings)) <= {str}, "text that is not a string")
            require(set(map(type, lists)) <= {list}, "a column that is not a list")
            check_whole(words, least=0)
            check_whole(list(page.aliases.values()), least=0)
            check_whole(page.lines, least=0)
            require(len(page.lines) in (0, 2 * len(words)), "lines of other sections")
            require(max(page.aliases.values(), default=0) < len(words), "an alias of a section that is not there")
            require(type(depths) is type(kinds) is bytes, "depths or kinds that are not bytes")
            is_rooted = depths.find(0) == depths.rfind(0) == 0 and kinds[0] != MORE
            require(is_rooted, "an outline that does not start with the page's own section, or has two of them")
            require(max(kinds) < len(SECTION_KINDS), "a section of an unknown kind")
        if len(words) > limits.SECTIONS_PER_PAGE:
            raise LimitExceededError(name, "a page's number of sections", limits.SECTIONS_PER_PAGE, len(words))
        return page if is_visible_line(" ".join(strings)) else page._cleaned()

    def _cleaned(self) -> PageRecord:
        """Return the same page without invisible characters."""
        depths, kinds, anchors, titles, words = self.sections.columns
        return replace(
            self,
            url=visible_line(self.url),
            title=visible_line(self.title),
            description=visible_line(self.description),
            meta={visible_line(key): visible_line(value) for key, value in self.meta.items()},
            facets={visible_line(key): list(map(visible_line, values)) for key, values in self.facets.items()},
            sections=Outline(depths, kinds, list(map(visible_line, anchors)), list(map(visible_line, titles)), words),
            aliases={visible_line(alias): at for alias, at in self.aliases.items()},
            variants=list(map(visible_line, self.variants)),
        )


class PagePack:
    """A `pages` file. A page is checked when it is first asked for: a query wants one or two of a pack.

    Its `moved` are URLs without a page → the URL of the page, in any pack, that says the same.
    """

    def __init__(self, value: Any, name: str) -> None:
        """Take the decoded file.

        Raises:
            CorruptFileError: Not a list of pages, or not URLs of pages.
        """
        with decoding(name, "pages"):
            self._pages: list[Any] = value["pages"]
            require(type(self._pages) is list, "not a list")
            self.moved: dict[str, str] = value.get("moved", {})
            require(set(map(type, chain(self.moved, self.moved.values()))) <= {str}, "a URL that is not a string")
        self._name = name

    @cached_property
    def urls(self) -> list[str]:
        """URLs of the pages, rising. Raises CorruptFileError where they are not."""
        with decoding(self._name, "pages"):
            urls = [page.url for page in self]
            require(all(map(str.__lt__, urls, urls[1:])), "URLs that are not in order")
            return urls

    def __len__(self) -> int:
        return len(self._pages)

    def __getitem__(self, at: int) -> PageRecord:
        """Return one page. Raises as `PageRecord.from_wire`."""
        page = self._pages[at]
        if not isinstance(page, PageRecord):
            page = self._pages[at] = PageRecord.from_wire(page, self._name)
        return page

    def __iter__(self) -> Iterator[PageRecord]:
        return map(self.__getitem__, range(len(self)))

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


def texts_from_pack(value: Any, name: str) -> list[str]:
    """Check a decoded `texts` file, and remove invisible characters. Raises CorruptFileError."""
    with decoding(name, "texts"):
        texts = value["texts"]
        require(type(texts) is list, "not a list")
        whole = "\n".join(texts)
        return texts if visible(whole) == whole else list(map(visible, texts))
