"""Show what a bundle holds: docsets, documents with their trees, sections of a site, counts of facets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote, unquote, urlsplit

from pinax_runtime.bundle import (
    ALL_FACETS,
    Batch,
    BundleFiles,
    Filters,
    SegmentReader,
    Tags,
    allowed_pages,
    fetch,
)
from pinax_runtime.deadline import checkpoint
from pinax_runtime.format import MORE, DocsetEntry, PageRecord, SectionEntry, split_facet_key, visible_line
from pinax_runtime.text import CODE_SPAN, FENCED, LINK, is_pointing

# Ids of pages and sections: `docset:path` and `docset:path#anchor`.
#
# The path is the page's URL without its docset's base URL. An id does not change when other parts of the page, or other
# pages, do.


def document_id(docset: str, base_url: str, url: str) -> str:
    """Return a page's id.

    >>> document_id("python", "https://docs.python.org/3/", "https://docs.python.org/3/library/json.html")
    'python:library/json.html'
    """
    return f"{docset}:{url.removeprefix(base_url)}"


def section_id(document: str, anchor: str) -> str:
    """Return a section's id; the page's own section has the page's id."""
    return f"{document}#{anchor}" if anchor else document


def split_id(text: str) -> tuple[str, str, str]:
    """Split an id (or a URL) into docset, path and anchor; the docset is empty where there is none.

    >>> split_id("python:library/json.html#json.dump")
    ('python', 'library/json.html', 'json.dump')
    >>> split_id("https://docs.python.org/3/library/json.html")
    ('', 'https://docs.python.org/3/library/json.html', '')
    """
    page, _, anchor = text.strip().partition("#")
    docset, colon, path = page.partition(":")
    if not colon or path.startswith("//") or "/" in docset:
        return "", page, anchor
    return docset, path, anchor


def file_lines(path: str, first: int, last: int) -> str:
    """Return a file's path with lines of it.

    >>> file_lines("a.go", 3, 9), file_lines("a.go", 3, 3)
    ('a.go:3-9', 'a.go:3')
    """
    return f"{path}:{first}-{last}" if last > first else f"{path}:{first}"


# Recognize the spellings of one address: `HTTPS://Host:443/%c3%bc` is `https://host/ü` and `https://host/%C3%BC`.
#
# So is `https://host/u%CC%88`, in which the accent is a character of its own, as in names of files on macOS.

_PORTS = {"http": 80, "https": 443}
_UNQUOTED = "/:@!$&'()*+,;=~?"


def below(url: str, base: str) -> str | None:
    """Return what of a URL follows a base URL, however both are spelled; None if it lies elsewhere.

    >>> below("HTTPS://Docs.Example.org:443/en/a.md", "https://docs.example.org/en/")
    'a.md'
    >>> below("https://bücher.example/a", "https://xn--bcher-kva.example/"), below("https://other.example/a", "https://x.dev/")
    ('a', None)
    """
    if url.startswith(base):
        return url[len(base) :]
    if "://" not in base:
        return None
    for spelled, root in zip(_spellings(_normal(url)), _spellings(_normal(base)), strict=True):
        if spelled.startswith(root):
            return spelled[len(root) :]
    return None


def encodings(path: str) -> Iterator[str]:
    """Yield a path as it is, percent-encoded as browsers do it, without encoding; and composed and decomposed.

    >>> list(map(ascii, encodings("%c3%bc")))
    ["'%c3%bc'", "'%C3%BC'", "'\\\\xfc'", "'u%CC%88'", "'u\\\\u0308'"]
    """
    yield from dict.fromkeys((path, *_spellings(path)))


def _spellings(text: str) -> list[str]:
    plain = unquote(text)
    forms = plain, unicodedata.normalize("NFC", plain), unicodedata.normalize("NFD", plain)
    return [spelled for form in forms for spelled in (quote(form, safe=_UNQUOTED), form)]


def _normal(url: str) -> str:
    """Spell scheme and host as usual and leave out a default port."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port not in (None, _PORTS.get(parts.scheme)) else ""
    except (ValueError, UnicodeError):
        return url
    rest = url.partition("://")[2].partition("/")[2]
    return f"{parts.scheme}://{host}{port}/{rest}"


# One page with its section tree, as the tree tools and get_page see it.
#
# "more" sections (text that follows a definition but belongs to its parent) are not nodes of the tree: their text is
# given with their parent's.


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

    read_at = ""
    """When its site was asked for it (RFC 3339, UTC); empty for the bundle's page."""

    def __init__(self, segment: SegmentReader, number: int) -> None:
        self.docset = docset = segment.docset
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

    def place(self, index: int) -> str:
        """Return the path and lines of a section of source code, as `src/pool.py:12-40`; empty where not known."""
        first, last = self.lines_of(index)
        is_path = self.is_code and "://" not in self.page.url
        return file_lines(self.page.url, first, last) if is_path and first else ""

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

        It may be percent-encoded, as in a URL; that of source code may lack its `~`. The end of a qualified name is
        enough if no other section of the page ends so.
        """
        if not anchor:
            return 0
        for spelled in dict.fromkeys((anchor, unquote(anchor), f"~{anchor}")):
            for index, section in enumerate(self.page.sections):
                if section.anchor == spelled:
                    return index
            if spelled in self.page.aliases:
                return self.page.aliases[spelled]
        ends = tuple(separator + unquote(anchor) for separator in (".", ":"))
        named = [index for index, section in enumerate(self.page.sections) if section.anchor.endswith(ends)]
        return named[0] if len(named) == 1 else None

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
        return [at for at in self._directly_below(index) if self.page.sections.kinds[at] != MORE]

    def subtree(self, index: int) -> range:
        """Return the outline indexes of a node and everything below it, continuations included."""
        depths = self.page.sections.depths
        end = index + 1
        while end < len(depths) and depths[end] > depths[index]:
            end += 1
        return range(index, end)

    def text(self, index: int) -> str:
        """Return a node's own Markdown with its continuations, without its children's."""
        indexes = [index, *self._continuations(index)]
        parts = map(self._raw, self._fetched(indexes))
        return "\n\n".join(part.strip("\n") for part in parts if part.strip())

    def subtree_text(self, index: int) -> str:
        """Return the Markdown of a node and everything below it, in document order."""
        return "\n\n".join(text for _, text in self.subtree_texts(index))

    def subtree_texts(self, index: int) -> Iterator[tuple[int, str]]:
        """Yield (index in the outline, Markdown) of the sections of a subtree that have text, in document order."""
        for at in self._fetched(self.subtree(index)):
            if text := self._raw(at).strip("\n"):
                yield at, text

    def _continuations(self, index: int) -> list[int]:
        return [at for at in self._directly_below(index) if self.page.sections.kinds[at] == MORE]

    def _directly_below(self, index: int) -> list[int]:
        depths = self.page.sections.depths
        return [at for at in self.subtree(index)[1:] if depths[at] == depths[index] + 1]

    def _is_parent(self, at: int, depth: int) -> bool:
        sections = self.page.sections
        return sections.depths[at] < depth and sections.kinds[at] != MORE

    @cached_property
    def _first(self) -> int:
        """Section number of the page's own section, asked for once: the pack of a huge page may not fit the cache."""
        return self._segment.first_section(self._number)

    def _fetched(self, indexes: Sequence[int]) -> Sequence[int]:
        """Return sections whose texts are about to be read, once that has begun."""
        first = self._first
        fetch([Batch(self._segment, texts=(first + index for index in indexes))])
        return indexes

    def _raw(self, index: int) -> str:
        return self._segment.text(self._first + index)


def below_title(text: str, is_definition: bool) -> str:
    """Return the Markdown of a section without the line that shows its title, if there is more.

    Several names of a definition are lines of its title, each but the last with two spaces at its end.
    """
    title, _, rest = text.strip("\n").partition("\n")
    titled = title.startswith("#") or is_definition
    while is_definition and title.endswith("  "):
        title, _, rest = rest.partition("\n")
    return rest.lstrip("\n") if titled and rest.strip() else text


# Shorten or remove the targets of links in Markdown that an agent reads.

NONE, RELATIVE, FULL = "none", "relative", "full"
LINK_FORMS = (NONE, RELATIVE, FULL)
"""The forms of targets, with the default first."""

_PIECE = re.compile(rf"(?P<kept>{FENCED}|{CODE_SPAN})|(?P<link>{LINK})", re.MULTILINE)
"""Code, which is matched so that links in it stay as they are, or a link."""


def with_links(document: Document, markdown: str, form: str = NONE) -> str:
    """Return Markdown of a page with the targets of its links in the wanted form.

    Args:
        document: The page.
        markdown: The Markdown of a section.
        form: `none` leaves the targets out, but of a link whose words say nothing ("here"). `relative` shortens
            those within the docset to what tools take: a path below the docset's base URL, or `#anchor` on the same
            page. `full` changes nothing.
    """
    if form == FULL or "](" not in markdown:
        return markdown

    def shortened(found: re.Match[str]) -> str:
        if found["link"] is None:
            return found[0]
        # A label may hold an image, which is a link in a link.
        label = with_links(document, found["label"], form)
        if form == NONE and (found[0].startswith("!") or not is_pointing(label)):
            return label
        return f"{'!' if found[0].startswith('!') else ''}[{label}]({_relative(document, found['target'])})"

    return _PIECE.sub(shortened, markdown)


def _relative(document: Document, target: str) -> str:
    """Return the path or anchor that tools accept for a target within the docset; other targets as they are."""
    page, hash_sign, anchor = target.partition("#")
    if page == document.page.url and anchor:
        return hash_sign + anchor
    base = document.docset.url
    below = target.removeprefix(base)
    return below if base and below and not below.startswith(("#", "/")) else target


# One docset of an open bundle: its pages by URL, by number and by path.


class Docset:
    """One documentation source of an open bundle."""

    def __init__(self, entry: DocsetEntry, files: BundleFiles, tags: Tags | None = None, note: str = "") -> None:
        """Take a docset as an entry describes it.

        Args:
            entry: From `pinax.json`.
            files: Of the bundle.
            tags: Facets that all of its pages have besides their own.
            note: What the server knows of it that agents should be told.
        """
        self.entry, self._files, self.tags, self.note = entry, files, tags or {}, note
        self.segments = [SegmentReader(files, ref, entry, self.tags) for ref in entry.segments]

    @property
    def name(self) -> str:
        """Its name."""
        return self.entry.name

    def anew(self) -> Docset:
        """Return the same docset with nothing of it in memory."""
        return Docset(self.entry, BundleFiles(self._files.source), self.tags, self.note)

    @property
    def notice(self) -> str:
        """Why the docset may not be the present one, or of another version; empty where nothing says so."""
        return " ".join(filter(None, (self._files.notice, self.note)))

    def documents(self) -> Iterator[tuple[SegmentReader, int, PageRecord]]:
        """Yield every page in URL order within each segment; reads all page packs."""
        fetch(map(Batch, self.segments))
        for segment in self.segments:
            for number, page in enumerate(segment.pages()):
                if number not in segment.deleted:
                    yield segment, number, page

    def may_hold(self, url: str) -> bool:
        """Say whether a URL, or a path, can be one of the docset's pages, as far as that is known without reading."""
        return "://" not in url or below(url, self.entry.url) is not None

    def wanted(self, url: str) -> Iterator[Batch]:
        """Yield what `find` will read if the URL is spelled as the page's own."""
        spelled = next(iter(self._spellings(url)))
        yield from (Batch(segment, keys={"pages": [spelled]}) for segment in self.segments)

    def find(self, url: str) -> Document | None:
        """Return the page with a URL, or with a path below the docset's base URL."""
        first, *others = self._spellings(url)
        for candidate in (first, *others):
            if candidate != first:
                fetch(Batch(segment, keys={"pages": others}) for segment in self.segments)
            for segment in self.segments:
                number = segment.find_page(candidate)
                if number is not None:
                    return Document(segment, number)
        return None

    def _spellings(self, url: str) -> Iterable[str]:
        """Return the URLs that a reader may mean: with the base URL, an index file or an extension, without a slash."""
        base = self.entry.url
        rest = below(url, base)
        first, *encoded = encodings(url.removeprefix("/") if rest is None else rest)
        yield from _with_endings(base + first)
        for rest in encoded:
            yield from _with_endings(base + rest)


_EXTENSIONS = (".html", ".md", ".mdx")


def _with_endings(full: str) -> Iterator[str]:
    """Yield a URL as it is, then with an index file or an extension, and without or with a slash at its end."""
    yield full
    for index in map("index{}".format, _EXTENSIONS):
        yield full.removesuffix(index) if full.endswith(index) else full.rstrip("/") + "/" + index
    yield full.rstrip("/") if full.endswith("/") else full + "/"
    extension = next(filter(full.endswith, _EXTENSIONS), "")
    stem = full.removesuffix(extension).rstrip("/")
    yield from (stem + extension for extension in (*_EXTENSIONS, ""))


# The sections of a site: what pages there are below a URL path, by path segment.
#
# Strategy. Pages are sorted by URL, so those below a path stand together. A pack whose first URL and whose successor's
# first URL lie in one section holds nothing else: it is counted without being read.

PageRange = tuple[SegmentReader, Sequence[int]]
"""Neighbouring pages of a segment, by number, deleted ones left out."""


@dataclass(slots=True)
class SiteLevel:
    """What lies directly below a path."""

    sections: dict[str, int] = field(default_factory=dict)
    """Path of each section → its pages, at any depth."""
    direct: list[PageRange] = field(default_factory=list)
    """Pages that lie at the level itself and have none below them, each a run of its own."""


def site_level(docset: Docset, path: str) -> SiteLevel:
    """Return the sections directly below a path (no slashes at its ends; empty for the top)."""
    level = SiteLevel()
    singles: dict[str, list[PageRange]] = {}
    for segment in docset.segments:
        if path and (number := segment.find_page(docset.entry.url + path)) is not None:
            level.direct.append((segment, range(number, number + 1)))
        start = _start(docset, path)
        mixed = []
        for numbers, first, following in segment.packs_below(start):
            whole = _section_of(first, start)
            if whole and following.startswith(f"{start}{whole}/"):
                _count(level, path, whole, len(numbers))
            else:
                mixed.append(numbers)
        fetch([Batch(segment, pages=(numbers[0] for numbers in mixed))])
        for numbers in mixed:
            for number in numbers:
                url = segment.page(number).url
                section = _section_of(url, start)
                if section:
                    _count(level, path, section, 1)
                else:
                    singles.setdefault(url.removeprefix(start), []).append((segment, range(number, number + 1)))
    for name, runs in singles.items():
        name = name.rstrip("/")
        if name and _join(path, name) in level.sections:
            _count(level, path, name, len(runs))
        else:
            level.direct += runs
    return level


def pages_below(docset: Docset, path: str) -> list[PageRange]:
    """Return the pages whose path is, or continues by whole segments, a path; as runs of page numbers, in URL order."""
    runs: list[PageRange] = []
    for segment in docset.segments:
        number = segment.find_page(docset.entry.url + path) if path else None
        if number is not None:
            runs.append((segment, range(number, number + 1)))
        runs.append((segment, segment.span_of_pages(_start(docset, path))))
    return [run for run in runs if run[1]]


def site_paths(docset: Docset, text: str) -> Iterator[str]:
    """Yield the paths below a docset's base URL that a text may mean: a path, a URL, an id, a path from the host on."""
    base = docset.entry.url
    plain = text.strip().partition("#")[0].removeprefix(base).removeprefix(f"{docset.name}:").strip("/")
    yield plain
    from_host = urlsplit(base).path.strip("/")
    if from_host and f"{plain}/".startswith(f"{from_host}/"):
        yield plain[len(from_host) :].strip("/")


def path_of(docset_url: str, url: str) -> str:
    """Return the section that a page lies in: its path without the last segment.

    >>> path_of("https://docs.python.org/3/", "https://docs.python.org/3/library/json.html")
    'library'
    """
    return url.removeprefix(docset_url).rpartition("/")[0].strip("/")


def _start(docset: Docset, path: str) -> str:
    return f"{docset.entry.url}{path}/" if path else docset.entry.url


def _section_of(url: str, start: str) -> str:
    """Return the path segment after a start if a page lies below it, not at it; empty otherwise."""
    name, slash, rest = url.removeprefix(start).partition("/")
    return name if url.startswith(start) and slash and rest else ""


def _count(level: SiteLevel, path: str, name: str, n: int) -> None:
    section = _join(path, name)
    level.sections[section] = level.sections.get(section, 0) + n


def _join(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


# Count the pages that have each facet value.

FacetCounts = Mapping[str, Mapping[str, int]]
"""Facet → value → pages; facets by name, values by falling count."""


def count_facets(docsets: Iterable[Docset], filters: Filters | None = None) -> FacetCounts:
    """Count over docsets; reads their facet shards and nothing else.

    Args:
        docsets: To count over.
        filters: Count only the pages that pass.
    """
    segments = [segment for docset in docsets for segment in docset.segments]
    fetch(Batch(segment, prefixes=ALL_FACETS) for segment in segments)
    return count_among((segment, allowed_pages(segment, filters or {})) for segment in segments)


def count_among(pages: Iterable[tuple[SegmentReader, Set[int] | None]]) -> FacetCounts:
    """Count over pages of segments, None for all of a segment; reads facet shards and nothing else."""
    counts: dict[str, dict[str, int]] = {}
    for segment, chosen in pages:
        for key, n in segment.facets():
            checkpoint()
            facet, value = map(visible_line, split_facet_key(key))
            passing = n if chosen is None else len(chosen & set(segment.pages_with(key)))
            values = counts.setdefault(facet, {})
            values[value] = values.get(value, 0) + passing
    return _ordered(counts)


def _ordered(counts: FacetCounts) -> FacetCounts:
    """Put facets in order of their names, values in that of their counts, and leave out what counts nothing."""
    ordered = {
        facet: {value: n for value, n in sorted(values.items(), key=lambda item: (-item[1], item[0])) if n}
        for facet, values in sorted(counts.items())
    }
    return {facet: values for facet, values in ordered.items() if values}
