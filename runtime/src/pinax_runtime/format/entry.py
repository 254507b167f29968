"""`pinax.json`: the one file with a fixed name, and the only one that is ever replaced.

It lists the docsets, names their segments by hash, and carries the parameters of ranking. It is JSON that people can
read, and the only file with dates. Decoding removes invisible characters.

Spec:  docs/format.md, section 3.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from pinax_runtime.format import limits
from pinax_runtime.format.columns import deltas, rising
from pinax_runtime.format.errors import (
    CorruptFileError,
    DigestMismatchError,
    FormatVersionError,
    LimitExceededError,
    NotABundleError,
    cause_of,
    require,
)
from pinax_runtime.format.names import DIGEST_BYTES, DOCSET_NAME, ENTRY, digest, file_name, is_docset_name
from pinax_runtime.format.segment import FileRef
from pinax_runtime.format.shards import FIELDS
from pinax_runtime.format.visible import visible_line

FORMAT = 1
"""Version of the format that this code writes; the history is in docs/format.md, section 12."""
OLDEST_READER = 1
"""Lowest version whose readers can read what this code writes."""

_DIGEST = re.compile(f"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
_NO_DIGEST = "0" * 2 * DIGEST_BYTES
_OPTIONAL_TEXTS = (
    ("source_url_template", limits.TEMPLATE_CHARS),
    ("version", limits.VERSION_CHARS),
    ("instructions", limits.INSTRUCTIONS_CHARS),
)
"""Texts of a docset that may be left out, and how long each may be (Unicode code points)."""
_DIGEST_LINE = re.compile(rb'\n "digest": "([0-9a-f]{32})"')
_PLACEHOLDER = re.compile(r"\{(path|line|last_line)\}")
_OF_LINES = re.compile(r"\{(?:line|last_line)\}")
WITHIN = 5
"""Number of first hits among which the answer has to be, unless the query says otherwise."""
_MAX_WITHIN = 100
"""Largest number of hits that a query may ask for."""
MAX_GOLDEN = 1_000
"""Number of golden queries of a bundle."""
_MAX_GOLDEN_CHARS = 1_000
"""Length of a query or of an address, in characters."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Parameters of ranking. A bundle carries its own values; a query may override each.

    Weights multiply a term's frequency in the field; bonuses multiply the idf of the matching terms.
    """

    bm25_k1: float = 2.0
    """Saturation of term frequency (0 or more; 0 counts presence only)."""
    bm25_b: float = 0.75
    """Normalization by section length (0 none, 1 full)."""
    title_weight: float = 3.0
    headings_weight: float = 2.0
    body_weight: float = 1.0
    code_weight: float = 1.5
    description_weight: float = 1.0
    path_weight: float = 1.0
    symbol_weight: float = 3.0
    term_proximity_bonus: float = 0.5
    """Bonus for each pair of neighboring query words that stand close together, times the smaller idf of the two."""
    full_coverage_bonus: float = 0.2
    """Bonus for a section, and for a page, that holds every query word, times the mean idf of the words."""
    exact_title_bonus: float = 2.2
    """Bonus for a title that is the query, times the sum of the words' idf. It falls with words missing or added."""
    prefix_penalty: float = 0.5
    """Factor for terms that only start with the query's last word (0 to 1)."""
    stop_word_weight: float = 0.3
    """Factor for stop words such as "how", "the" and "with" (0 to 1)."""
    synonym_weight: float = 0.7
    """Factor for an expression that is found as a synonym of the one asked for (0 to 1; 0 ignores synonyms)."""
    question_weight: float = 1.1
    """Bonus for a question that a page answers, as a share of the best score (0 ignores questions)."""

    def field_weights(self) -> tuple[float, ...]:
        """Return the weights in the order of `FIELDS`."""
        return tuple(getattr(self, f"{name}_weight") for name in FIELDS)

    def to_json(self) -> dict[str, float]:
        """Return the plain values; one that came after the others is left out where it has its default."""
        return {name: value for name, value in asdict(self).items() if name != "question_weight" or value != 1.1}


RANKING_NAMES = tuple(field.name for field in fields(Ranking))
AT_MOST_ONE = ("bm25_b", "prefix_penalty", "stop_word_weight", "synonym_weight")
"""Parameters that must not exceed 1; the limit of the others is `limits.WEIGHT`."""


@dataclass(frozen=True, slots=True)
class DocsetEntry:
    """One documentation source of a bundle."""

    name: str
    title: str
    url: str
    """Base URL of its pages; empty when pages are known by their path."""
    n_pages: int
    n_sections: int
    languages: dict[str, int]
    """Language subtag → pages, most pages first."""
    fetched_at: str
    """When the sources were read or last changed: RFC 3339, UTC."""
    weight: float
    """Factor for the scores of its hits (above 0, no unit)."""
    segments: tuple[FileRef, ...]
    source_url_template: str = ""
    """Where a page's source is shown, with `{path}`, `{line}` and `{last_line}`; empty where that is not known."""
    version: str = ""
    """Version of what is documented, as its publisher writes it; empty where nobody said."""
    instructions: str = ""
    """What the publisher tells agents of the docset; may be empty."""
    deleted: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """File name of a segment → numbers of its deleted pages, rising. Segments without any are left out."""
    deleted_words: Mapping[str, int] = field(default_factory=dict)
    """File name of a segment → number of words on its deleted pages, where the entry says so."""

    def source_link(self, url: str, line: int = 0, last_line: int = 0) -> str:
        """Return the address at which a page's source is shown to people; empty without a template.

        Args:
            url: Of the page.
            line: The first line meant, from 1; 0 for the page as a whole.
            last_line: The last one; 0 for the first one alone.
        """
        values = {"path": url.removeprefix(self.url), "line": str(line), "last_line": str(last_line or line)}
        template = self.source_url_template if line else without_lines(self.source_url_template)
        return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def without_lines(template: str) -> str:
    """Return a template without the parts that name lines: its fragment, and parameters of its query.

    Returns:
        What leads to a file as a whole; empty where lines are spoken of elsewhere, too.

    >>> without_lines("https://h.dev/{path}?at=v1&line={line}#L{line}"), without_lines("https://h.dev/{path}#text")
    ('https://h.dev/{path}?at=v1', 'https://h.dev/{path}#text')
    >>> without_lines("https://h.dev/{path}/{line}")
    ''
    """
    address, *fragment = template.split("#", 1)
    address, *query = address.split("?", 1)
    kept = [part for part in query[0].split("&") if not _OF_LINES.search(part)] if query else []
    address += f"?{'&'.join(kept)}" if kept else ""
    address += f"#{fragment[0]}" if fragment and not _OF_LINES.search(fragment[0]) else ""
    return "" if _OF_LINES.search(address) else address


@dataclass(frozen=True, slots=True)
class Golden:
    """A question that a bundle says it answers, with the page or section that has to be found."""

    query: str
    expect: str
    """URL of a page, or its path below the docset's; with a fragment, of a section."""
    docs: str = ""
    """Name of the docset that is asked; empty for all."""
    within: int = WITHIN

    def to_json(self) -> dict[str, Any]:
        """Return the plain values; what is usual is left out."""
        usual = {"docs": "", "within": WITHIN}
        return {name: value for name, value in asdict(self).items() if name not in usual or value != usual[name]}

    @classmethod
    def from_json(cls, value: Any) -> Golden:
        """Check the plain values.

        Raises:
            ValueError: A member is missing, of another type or out of range.
        """
        require(isinstance(value, dict), "a golden query is not an object")
        texts = [value.get(name, "") for name in ("query", "expect", "docs")]
        are_texts = all(isinstance(text, str) and len(text) <= _MAX_GOLDEN_CHARS for text in texts)
        require(are_texts, "a golden query has a member that is no string or too long")
        "".join(texts).encode()  # half a surrogate pair cannot be
        query, expect, docs = map(visible_line, texts)
        require(bool(query.strip() and expect.strip()), "a golden query lacks `query` or `expect`")
        within = value.get("within", WITHIN)
        is_within = type(within) is int and 1 <= within <= _MAX_WITHIN
        require(is_within, f"`within` of a golden query is no whole number from 1 to {_MAX_WITHIN}")
        return cls(query, expect, docs, within)


@dataclass(frozen=True, slots=True)
class Entry:
    """What `pinax.json` says."""

    docsets: tuple[DocsetEntry, ...]
    """Sorted by name; names are unique."""
    ranking: Ranking = field(default_factory=Ranking)
    builder: str = ""
    """Version of pinax-builder."""
    manifests: Mapping[str, bytes] = field(default_factory=dict)
    """File name → bytes of each segment manifest that the entry carries to spare a request; not verified yet."""
    golden: tuple[Golden, ...] = ()
    """Questions that the bundle says it answers."""
    lengths: Mapping[str, bytes] = field(default_factory=dict)
    """File name of a manifest → bytes of its segment's file of lengths, where the entry carries these, too."""

    def brought(self) -> dict[str, bytes]:
        """Return the bytes of each file that the entry carries, by the name that they give it."""
        return {**self.manifests, **{file_name(digest(data), "lengths"): data for data in self.lengths.values()}}

    def to_bytes(self) -> bytes:
        """Return the file's bytes: indented JSON with sorted keys, UTF-8, a final newline."""
        value = {
            "format": FORMAT,
            "oldest_reader": OLDEST_READER,
            "builder": self.builder,
            "digest": _NO_DIGEST,
            "ranking": self.ranking.to_json(),
            "docsets": [_docset_to_json(docset, self) for docset in self.docsets],
        }
        if self.golden:
            value["golden"] = [golden.to_json() for golden in self.golden]
        data = (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n").encode()
        return _DIGEST_LINE.sub(_digest_line(digest(data).hex()), data, count=1)

    @classmethod
    def from_bytes(cls, data: bytes, location: str) -> Entry:
        """Decode and check the file.

        Raises:
            NotABundleError: Not JSON, or not of this format at all.
            FormatVersionError: For newer readers only.
            DigestMismatchError: Changed since it was written.
            LimitExceededError: Too large.
            CorruptFileError: A member is missing or of another type.
        """
        if len(data) > limits.ENTRY_BYTES:
            raise LimitExceededError(ENTRY, "its size in bytes", limits.ENTRY_BYTES, len(data))
        try:
            value = json.loads(data, parse_constant=_refuse_constant)
            needs = value["oldest_reader"]
            if type(needs) is not int:
                raise TypeError("oldest_reader")
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NotABundleError(location, f"its pinax.json is not one: {cause_of(error)}") from error
        if needs > FORMAT:
            raise FormatVersionError(needs, FORMAT)
        _check_digest(data)
        try:
            given = _object(value, "ranking")
            ranking = Ranking(**{name: _number(given, name) for name in RANKING_NAMES if name in given})
            manifests, lengths = dict[str, bytes](), dict[str, bytes]()
            docsets = tuple(_docset_from_json(item, manifests, lengths) for item in value["docsets"])
            entry = cls(docsets, ranking, _text(value, "builder"), manifests, _golden(value), lengths)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise CorruptFileError(ENTRY, cause_of(error)) from error
        _check(entry)
        return entry


def _golden(value: dict[str, Any]) -> tuple[Golden, ...]:
    items = value.get("golden", [])
    is_short = type(items) is list and len(items) <= MAX_GOLDEN
    require(is_short, f"golden is no array of at most {MAX_GOLDEN:,} queries")
    return tuple(map(Golden.from_json, items))


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _digest_line(value: str) -> bytes:
    return f'\n "digest": "{value}"'.encode()


def _check_digest(data: bytes) -> None:
    """Compare the file's own digest with its bytes. Line ends do not count: version control may change them."""
    plain = data.replace(b"\r\n", b"\n")
    found = _DIGEST_LINE.search(plain)
    if not found:
        known = b'"digest"' in data
        raise CorruptFileError(ENTRY, "another program wrote it anew" if known else "it has no digest")
    got = digest(_DIGEST_LINE.sub(_digest_line(_NO_DIGEST), plain, count=1)).hex()
    if got != found[1].decode():
        raise DigestMismatchError(ENTRY, got, found[1].decode())


def _check(entry: Entry) -> None:
    names = [docset.name for docset in entry.docsets]
    n_segments = sum(len(docset.segments) for docset in entry.docsets)
    n_deleted = sum(len(pages) for docset in entry.docsets for pages in docset.deleted.values())
    for what, limit, got in (
        ("docsets", limits.DOCSETS, len(names)),
        ("segments", limits.SEGMENTS, n_segments),
        ("deleted pages", limits.DELETED, n_deleted),
    ):
        if got > limit:
            raise LimitExceededError(ENTRY, f"its number of {what}", limit, got)
    for name, limit in _OPTIONAL_TEXTS:
        longest = max((len(getattr(docset, name)) for docset in entry.docsets), default=0)
        if longest > limit:
            raise LimitExceededError(ENTRY, f"the length of a docset's {name}", limit, longest)
    if len(set(names)) != len(names):
        raise CorruptFileError(ENTRY, "two docsets of one name")
    for name in names:
        if not is_docset_name(name):
            raise CorruptFileError(ENTRY, f"a docset is called {name[:64]!r}; allowed are {DOCSET_NAME}")
    if any(len(set(docset.segments)) != len(docset.segments) for docset in entry.docsets):
        raise CorruptFileError(ENTRY, "a docset with the same segment twice")
    if any(getattr(entry.ranking, name) > 1 for name in AT_MOST_ONE):
        raise CorruptFileError(ENTRY, f"{' or '.join(AT_MOST_ONE)} above 1")


def _docset_to_json(docset: DocsetEntry, entry: Entry) -> dict[str, Any]:
    told = {name: getattr(docset, name) for name, _ in _OPTIONAL_TEXTS if getattr(docset, name)}
    return told | {
        "name": docset.name,
        "title": docset.title,
        "url": docset.url,
        "pages": docset.n_pages,
        "sections": docset.n_sections,
        "languages": docset.languages,
        "fetched_at": docset.fetched_at,
        "weight": docset.weight,
        "segments": [_segment_to_json(ref, entry, docset) for ref in docset.segments],
    }


def _segment_to_json(ref: FileRef, entry: Entry, docset: DocsetEntry) -> dict[str, Any]:
    value: dict[str, Any] = {"name": ref.digest.hex(), "size": ref.size}
    for name, files in (("manifest", entry.manifests), ("lengths", entry.lengths)):
        if ref.name in files:
            value[name] = b64encode(files[ref.name]).decode()
    if ref.name in docset.deleted:
        value["deleted"] = deltas(docset.deleted[ref.name]).tolist()
    if ref.name in docset.deleted_words:
        value["deleted_words"] = docset.deleted_words[ref.name]
    return value


def _docset_from_json(value: Any, manifests: dict[str, bytes], lengths: dict[str, bytes]) -> DocsetEntry:
    """Decode a docset, and add the files of its segments that the entry carries to `manifests` and `lengths`."""
    languages = {
        visible_line(language): _count(value["languages"], language) for language in _object(value, "languages")
    }
    segments: list[FileRef] = []
    deleted, deleted_words = dict[str, tuple[int, ...]](), dict[str, int]()
    for item in value["segments"]:
        ref = _segment_from_json(item)
        segments.append(ref)
        if "deleted" in item:
            deleted[ref.name] = tuple(rising(item["deleted"], limits.SECTIONS))
        if "deleted_words" in item:
            deleted_words[ref.name] = _count(item, "deleted_words")
        if "manifest" in item:
            manifests[ref.name] = b64decode(_text(item, "manifest"), validate=True)
            require(len(manifests[ref.name]) == ref.size, "a manifest of another size than its segment's")
        if "lengths" in item:
            lengths[ref.name] = b64decode(_text(item, "lengths"), validate=True)
    return DocsetEntry(
        name=_text(value, "name"),
        title=_text(value, "title"),
        url=_text(value, "url"),
        n_pages=_count(value, "pages"),
        n_sections=_count(value, "sections"),
        languages=dict(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
        fetched_at=_text(value, "fetched_at"),
        weight=_number(value, "weight"),
        segments=tuple(segments),
        **{name: _text(value, name) for name, _ in _OPTIONAL_TEXTS if name in value},
        deleted=deleted,
        deleted_words=deleted_words,
    )


def _segment_from_json(value: Any) -> FileRef:
    name, size = _text(value, "name"), _count(value, "size")
    require(
        bool(_DIGEST.fullmatch(name)), f"a segment's name is not {2 * DIGEST_BYTES} hexadecimal digits: {name[:60]!r}"
    )
    require(size <= limits.FILE_BYTES, f"a segment of {size:,} bytes, more than {limits.FILE_BYTES:,}")
    return FileRef(bytes.fromhex(name), "segment", size)


def _object(value: Any, key: str) -> dict[str, Any]:
    found = value[key]
    if type(found) is not dict:
        raise TypeError(f"{key} is not an object")
    "".join(found).encode()  # half a surrogate pair cannot be
    return found


def _text(value: Any, key: str) -> str:
    text = value[key]
    if type(text) is not str:
        raise TypeError(f"{key} is not a string")
    text.encode()  # half a surrogate pair cannot be
    return visible_line(text)


def _count(value: Any, key: str) -> int:
    number = value[key]
    if type(number) is not int or number < 0:
        raise TypeError(f"{key} is not a whole number of 0 or more")
    return number


def _number(value: Any, key: str) -> float:
    number = value[key]
    if type(number) not in (int, float) or not 0 <= number <= limits.WEIGHT:
        raise TypeError(f"{key} is not a number from 0 to {limits.WEIGHT:,}")
    return float(number)
