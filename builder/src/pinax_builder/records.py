"""What flows between the stages: crawl → gate → parse → segment → write.

Every record is frozen and holds no I/O. A refusal is a value (`Rejection`), never an exception: one bad page
must not end a build.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct, unpack
from typing import Literal, NamedTuple, Protocol, TypeVar

from lxml.html import HtmlElement

from pinax_builder.formats import MediaType
from pinax_runtime.format import FileRef

SectionKind = Literal["page", "heading", "definition", "more"]
"""What opened a section: the page itself, a heading, a definition (`dt` with an id; a class or function in source
code), or nothing ("more").

A "more" section holds text that follows a definition but belongs to the definition's parent. It has no title and
no anchor; readers show its text as the parent's.
"""


StageName = Literal["crawl", "gate", "parse", "segment"]
"""Name of a stage that can reject a page."""


Record = TypeVar("Record", covariant=True)


class Records(Protocol[Record]):
    """Records in order, which may lie on disk: then they are read again each time somebody goes through them."""

    def __len__(self) -> int:
        """Return their number."""

    def __iter__(self) -> Iterator[Record]:
        """Begin with the first."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """One file or response, before anyone has judged it."""

    url: str
    """The page's public URL, or its POSIX path below the source folder where no base URL is known."""
    path: str
    """POSIX path below the source folder (or the URL's path); decides facets such as `type`."""
    content: bytes
    media_type: MediaType
    title: str = ""
    """As the source's sidebar gives it; empty where it does not."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A page that goes no further, and why."""

    url: str
    stage: StageName
    reason: str
    """A stable slug that the report counts by: `empty`, `too_large`, `duplicate` and the like."""
    detail: str
    """One sentence for a person, with the figures."""
    twin: str = ""
    """URL of the page that says the same and stays, where that is the reason."""


SOURCE_OF_A_PAGE = "source_of_a_page"
"""Reason of a text that pages of HTML were built from, or that says no more than they do."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A page that the gate let through, decoded. Exactly one of `tree`, `text` and `content` is set."""

    url: str
    path: str
    media_type: MediaType
    tree: HtmlElement | None = None
    """The document's root element, for HTML. The parse stage owns it and may change it."""
    text: str | None = None
    """The decoded text, for all other formats of text."""
    content: bytes | None = None
    """The bytes, for formats that are no text."""
    notices: tuple[str, ...] = ()
    """What is wrong with the page though it is admitted, such as an encoding that had to be guessed."""
    title: str = ""
    """As in `Fetched`."""
    is_compared: bool = False
    """Whether to compare the page with what becomes of it, and to list its faults."""
    is_traced: bool = False
    """Whether to find out which rules took what its faults lack, which takes time."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that a section defines, as documentation, an inventory or source code declares it."""

    name: str
    """Qualified as the source gives it: `asyncio.gather`, `std::vector`, `--flag`."""
    kind: str
    """class, function, method, property, type, constant, module, macro, option, command, variable or the like."""
    language: str = ""
    """The programming language (python, c, cpp and so on); empty when it is not known."""
    signature: str = ""
    line: int = 0
    """The line in the page's file that the name stands on, from 1; 0 where lines mean nothing."""
    last_line: int = 0
    """The definition's last line."""
    visibility: str = ""
    """public, protected or private, where the language says or convention tells; else empty."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """Text whose words count for more or less than once (`data-pagefind-weight`), or that is not shown at all."""

    text: str
    extra: float
    """Added to each occurrence's count of 1: 1.0 doubles, -0.5 halves; for text that the section does not show
    (`data-pagefind-index-attrs`), the whole count."""


@dataclass(frozen=True, slots=True)
class Section:
    """A node of a page's tree. Sections are listed in document order; `depth` gives the nesting."""

    depth: int
    """0 for the page's own section, else the parent's depth + 1."""
    anchor: str
    """The fragment that leads here on the published page; one that starts with `~` is ours and leads nowhere there.

    Unique in the page. The page's own section (depth 0) has its h1's id, or an empty string."""
    title: str
    """Plain text of the heading or definition; empty for a "more" section."""
    kind: SectionKind
    text: str
    """Markdown of this section alone, its heading line included, its child sections' text excluded."""
    symbols: tuple[Symbol, ...] = ()
    weighted: tuple[Weighted, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other fragments of the published page that lead here, or into the section's text; none is in two sections."""
    lines: tuple[int, int] = (0, 0)
    """First and last line of the definition in a section of source code; 0 and 0 for others."""


Stretches = Sequence[tuple[int, str]]
"""Plain texts one after the other, each with the number of its field."""


class PlainSection(NamedTuple):
    """A section's Markdown as plain text."""

    title: Stretches
    """Its first line, if that shows the title."""
    below: Stretches
    """All else."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What of a page's content its sections lack."""

    what: str
    """A slug such as `words`; docs/configuration.md lists them under *What was lost*."""
    found: int
    """How many the sections have."""
    sought: int
    """How many the page shows."""
    is_warning: bool
    """Whether a build with `--check` fails for it; else it is a notice."""
    paths: tuple[str, ...] = ()
    """Elements that lost most, such as `div.fragment > div.line`; of Markdown the headings, such as `## Options`."""
    rules: tuple[tuple[str, int], ...] = ()
    """(rule, number of words that it took) of the page, the most first."""
    words: tuple[str, ...] = ()
    """Words that are lost most, in lower case; of the fault `words` alone."""


@dataclass(frozen=True, slots=True)
class Page:
    """One URL or file as every later stage sees it, whatever it was before."""

    url: str
    path: str
    title: str
    description: str
    language: str
    """BCP 47 primary subtag in lower case (`en`, `de`), from the page, or its text where that is clearly in another;
    empty when neither says."""
    sections: tuple[Section, ...]
    """At least one; the first has depth 0."""
    meta: Mapping[str, str] = field(default_factory=dict)
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values of each facet, sorted and without repeats."""
    canonical: str = ""
    """Where the page says that it really lives (absolute or as `url` is), if it says so."""
    marks_body: bool | None = None
    """Whether the page marks its content with `data-pagefind-body`, None where it cannot (Markdown). Where one page of
    a docset does, those that do not are left out, as Pagefind does."""
    notices: tuple[str, ...] = ()
    """What is wrong with the page though it is kept: one sentence each, for the report."""
    faults: tuple[Fault, ...] = ()
    """What the page's sections lack, as the parse stage found by counting."""
    is_compared: bool = False
    """Whether it was looked for."""
    is_untranslated: bool = False
    """Whether the page says that it is in another language than its text is."""
    is_built: bool | None = None
    """Whether the page is HTML, and no text that such pages may be built from; None where nobody has to know."""
    plain: tuple[PlainSection, ...] = field(default=(), compare=False, repr=False)
    """Plain text of the first sections, where it was needed already. Whoever changes sections leaves it out."""


class Variants(NamedTuple):
    """Pages that are versions of one page, or nearly the same."""

    leader: Mapping[str, str]
    """URL of a page → URL of the page that stands for its group, in the same language; itself left out."""
    others: Mapping[str, tuple[str, ...]]
    """URL of a page → URLs where its variants are, or were found."""


NO_VARIANTS = Variants({}, {})


class Acronym(NamedTuple):
    """An acronym that a page explains, and what it stands for, as they are written."""

    short: str
    long: str


_SECTION = Struct(">8sI")


def packed_sections(sections: Iterable[tuple[bytes, int]]) -> bytes:
    """Pack the digest (8 bytes) and number of words of each section, for `PageSummary.sections`."""
    return b"".join(_SECTION.pack(digest, words) for digest, words in sections)


_SHINGLE_BYTES = 4
"""Length of a packed hash of a shingle, in bytes."""


@dataclass(frozen=True, slots=True)
class PageSummary:
    """What the build must know of every page before it writes any."""

    url: str
    digest: bytes
    """SHA-256 of the page's texts."""
    canonical: str
    marks_body: bool | None
    n_sections: int
    sections: bytes = b""
    """Digest and number of the words of each section, links aside, packed; those of a few words are left out."""
    acronyms: tuple[Acronym, ...] = ()
    title: str = ""
    is_untranslated: bool = False
    """As in `Page`; of pages that say the same, one that is in its own language stays."""
    language: str = ""
    """Language of the page's part."""
    is_built: bool | None = None
    """As in `Page`."""
    shingles: bytes = b""
    """Hashes of sampled shingles in the order of the page, packed; empty where `is_built` is None."""
    n_words: int = 0
    simhash: int = 0
    """Fingerprint of what the page says; near for pages that say nearly the same."""

    def section_digests(self) -> Iterator[tuple[bytes, int]]:
        """Yield the digest and number of words of each section."""
        return _SECTION.iter_unpack(self.sections)

    def shingle_hashes(self) -> tuple[int, ...]:
        """Return the hashes of the sampled shingles."""
        return unpack(f">{len(self.shingles) // _SHINGLE_BYTES}I", self.shingles)


@dataclass(frozen=True, slots=True)
class SpilledPart:
    """An index over some pages of one language, on disk. Numbers in it start at 0."""

    language: str
    algorithm: str
    entries: Path
    """Values `[kind, key, value]`, sorted; what a value is, `segment.spill.part_entries` says."""
    records: Path
    """Per page a value `[page as in a pages pack, [text, …]]`."""
    pages: Records[PageSummary]
    lengths: bytes
    """Per section its length code."""
    titled: bytes
    """Per section 1 where it has a title, else 0."""
    n_words: Sequence[int]
    """Per page its body and code words."""
    priors: bytes
    """Per page what its scores are multiplied by (percent)."""
    synonyms: Path | None = None
    """More entries, sorted: where expressions occur that stand for others."""


@dataclass(frozen=True, slots=True)
class KeptSegment:
    """A segment that lies in the bundle's folder already and goes on being one of its docset's."""

    ref: FileRef
    language: str
    deleted: tuple[int, ...]
    """Numbers of its pages that no longer count, rising."""
    deleted_words: int
    """Number of body and code words on those pages."""
    n_pages: int
    """Number of the pages that count."""
    n_sections: int
    """Number of their sections."""
