"""A damaged bundle gives a typed error that names the file, never a wrong answer and never a traceback."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundle_maker import put
from pinax_runtime.format import (
    ENTRY,
    BundleError,
    CorruptFileError,
    DigestMismatchError,
    DocsetEntry,
    Entry,
    Kind,
    LimitExceededError,
    MissingFileError,
    NotABundleError,
    SourceError,
    UnknownAnalyzerError,
    limits,
    wire,
)
from pinax_runtime.search import Bundle, FolderSource, MemorySource, open_bundle, verify
from runtime.search.made import two_docsets

QUERIES = ("marker07", "running program", '"create a task"', "zebras", "Häuser", "mark*", "asyncio.gather", "nothing")


def _questions(bundle: Bundle) -> Iterator[Callable[[], Any]]:
    """Return questions that, together, read every file of the bundle but the lexicons."""
    for query in QUERIES:
        yield lambda query=query: bundle.search(query, limit=50)
        yield lambda query=query: bundle.search(query, filters={"tag": ["all"]}, sections=True)
    yield lambda: bundle.find_symbol("create", limit=50)
    for docset in list(bundle.docsets.values()):
        yield lambda docset=docset: [page for _, _, page in docset.documents()]
        for url in [page.url for _, _, page in _sound().docsets[docset.name].documents()]:
            yield lambda docset=docset, url=url: docset.find(url).subtree_text(0)


def answers(files: dict[str, bytes]) -> list[Any]:
    """Ask everything; an answer is what came back, or the BundleError. No other error is let through."""
    try:
        bundle = open_bundle(MemorySource(files))
    except BundleError as error:
        return [error]
    found = []
    for question in _questions(bundle):
        try:
            found.append(question())
        except BundleError as error:
            found.append(error)
    return found


@cache
def _sound() -> Bundle:
    return open_bundle(MemorySource(two_docsets()))


@cache
def _right() -> list[Any]:
    return answers(two_docsets())


def errors_of(files: dict[str, bytes]) -> list[BundleError]:
    """Ask everything of a changed bundle: each answer must be right or an error. Give the errors."""
    found = answers(files)
    errors = [answer for answer in found if isinstance(answer, BundleError)]
    if found != errors or len(found) > 1:
        for answer, right in zip(found, _right(), strict=True):
            assert isinstance(answer, BundleError) or answer == right
    return errors


def test_a_sound_bundle_answers_everything() -> None:
    """The questions of this file have answers when nothing is damaged."""
    assert errors_of(two_docsets()) == []
    assert [bool(answer.hits) for answer in _right()[: 2 * len(QUERIES) : 2]] == [True] * (len(QUERIES) - 1) + [False]


FILES = [name for name in sorted(two_docsets()) if not name.endswith(".lexicon")]
SOME = [next(name for name in FILES if name.endswith(kind)) for kind in
        (".json", ".segment", ".lengths", ".terms", ".positions", ".symbols", ".definers", ".facets", ".pages",
         ".texts")]  # fmt: skip

DAMAGES: dict[str, tuple[Callable[[bytes], bytes], tuple[type[BundleError], ...]]] = {
    "truncated": (lambda data: data[: len(data) // 2], (DigestMismatchError,)),
    "empty": (lambda data: b"", (DigestMismatchError,)),
    "longer": (lambda data: data + b"\n", (DigestMismatchError,)),
    "a bit flipped at the start": (lambda data: bytes([data[0] ^ 1]) + data[1:], (DigestMismatchError,)),
    "a bit flipped at the end": (lambda data: data[:-1] + bytes([data[-1] ^ 128]), (DigestMismatchError,)),
    "a web page": (lambda data: b"<!doctype html><title>Sign in</title>", (DigestMismatchError,)),
    "zeros": (lambda data: bytes(len(data)), (DigestMismatchError,)),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", SOME, ids=lambda name: name.rsplit(".", 1)[1])
def test_a_damaged_file_is_named(name: str, damage: str) -> None:
    """Whatever is damaged, the error is typed, names the file and says what to do; other answers stay right."""
    change, types = DAMAGES[damage]
    files = {**two_docsets(), name: change(two_docsets()[name])}
    for error in errors_of(files):
        assert isinstance(error, (NotABundleError, DigestMismatchError) if name == ENTRY else types)
        assert error.name == name
        assert str(error).endswith(".")
    assert name in [finding for finding, _ in verify(MemorySource(files)).findings]


@pytest.mark.parametrize("name", SOME[1:], ids=lambda name: name.rsplit(".", 1)[1])
def test_a_missing_file_is_named(name: str) -> None:
    """A file that is not there is an error of the source, not an empty answer."""
    files = {other: data for other, data in two_docsets().items() if other != name}
    assert {(type(error), error.name) for error in errors_of(files)} <= {(MissingFileError, name)}
    assert [finding for finding, _ in verify(MemorySource(files)).findings] == [name]


def test_swapped_files_are_found() -> None:
    """Two sound files under each other's names are both refused."""
    first, second = [name for name in FILES if name.endswith(".terms")][:2]
    files = {**two_docsets(), first: two_docsets()[second], second: two_docsets()[first]}
    assert {error.name for error in errors_of(files)} <= {first, second}
    assert {name for name, _ in verify(MemorySource(files)).findings} == {first, second}


def test_an_oversized_file_is_refused() -> None:
    """A file above the limit is refused by size, before it is hashed."""
    found = errors_of({**two_docsets(), SOME[1]: bytes(limits.FILE_BYTES + 1)})
    assert {(type(error), error.name) for error in found} == {(LimitExceededError, SOME[1])}


@settings(max_examples=30)
@given(st.data())
def test_no_flipped_bit_changes_an_answer(data: st.DataObject) -> None:
    """Any one bit of any file that is flipped gives errors that name this file, and no wrong answer."""
    name = data.draw(st.sampled_from(FILES))
    spoiled = bytearray(two_docsets()[name])
    bit = data.draw(st.integers(0, 8 * len(spoiled) - 1))
    spoiled[bit // 8] ^= 1 << bit % 8
    files = {**two_docsets(), name: bytes(spoiled)}
    assert {error.name for error in errors_of(files)} <= {name}
    assert [finding for finding, _ in verify(MemorySource(files)).findings] == [name]


class FailingSource:
    """Fails in a way that no source is expected to."""

    location = "far away"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, name: str) -> bytes:
        if name == ENTRY:
            return two_docsets()[ENTRY]
        raise self._error


@pytest.mark.parametrize("error", [PermissionError("denied"), TimeoutError("slow"), RuntimeError("bug"), KeyError("x")])
def test_however_a_source_fails_it_is_one_type(error: Exception) -> None:
    """Any failure of a source is a SourceError that names the file and carries the cause."""
    bundle = open_bundle(FailingSource(error))
    with pytest.raises(SourceError, match="could not be read") as caught:
        bundle.search("zebras")
    assert caught.value.name.endswith(".segment")


class Share(MemorySource):
    """A network share that is gone after some reads, until it is back."""

    left = 1_000

    def read(self, name: str) -> bytes:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.EHOSTDOWN, os.strerror(errno.EHOSTDOWN))
        return super().read(name)


@pytest.mark.parametrize(
    "ask",
    [lambda bundle: bundle.search('"how to run" mark* runing'), lambda bundle: bundle.find_symbol("create_task3")],
    ids=["search", "symbol"],
)
def test_a_share_that_is_gone_in_the_middle_is_an_error_until_it_is_back(ask: Callable[[Bundle], object]) -> None:
    """Whichever read of a question is the first that fails, nothing half is answered, then or later."""
    right = ask(open_bundle(whole := Share(two_docsets())))
    n_reads = 1_000 - whole.left
    assert n_reads > 4
    for reads in range(n_reads - 1):  # opening reads the entry
        bundle = open_bundle(share := Share(two_docsets()))
        share.left = reads
        with pytest.raises(SourceError, match=os.strerror(errno.EHOSTDOWN)):
            ask(bundle)
        share.left = 1_000
        assert ask(bundle) == right


def test_what_is_no_bundle_says_so(tmp_path: Any) -> None:
    """A folder without pinax.json, a file and a missing folder are no bundles, with what to give instead."""
    (tmp_path / "file").write_text("x")
    for location in (tmp_path, tmp_path / "file", tmp_path / "missing"):
        with pytest.raises(NotABundleError, match="Give the folder"):
            open_bundle(location)


def test_a_folder_reads_as_memory_does(tmp_path: Any) -> None:
    """The same files in a folder give the same answers."""
    for name, data in two_docsets().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    bundle = open_bundle(FolderSource(tmp_path))
    assert bundle.search("running program") == _sound().search("running program")


def _with_manifest(change: Any) -> dict[str, bytes]:
    """Return the bundle with the English segment's manifest changed, and every digest right all the same."""
    files = dict(two_docsets())
    entry = Entry.from_bytes(files[ENTRY], "")
    api, guide = entry.docsets
    ref = guide.segments[1]
    value = wire.unpack(files[ref.name], ref.name)
    change(value, files)
    segments = (guide.segments[0], put(files, "segment", value))
    changed = DocsetEntry(**{**{name: getattr(guide, name) for name in guide.__slots__}, "segments": segments})
    files[ENTRY] = Entry((api, changed), entry.ranking, entry.builder).to_bytes()
    return files


Change = Callable[[dict[str, Any], dict[str, bytes]], None]
"""Changes a manifest's plain values, and the files beside it."""


def _replacing(kind: Kind, change: Callable[[dict[str, Any]], Any]) -> Change:
    def replace(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        """Change every file of a kind."""
        table = manifest["tables"][kind]
        digests = [table["digests"][at : at + 16] for at in range(0, len(table["digests"]), 16)]
        refs = []
        for digest in digests:
            name = f"files/{digest.hex()}.{kind}"
            value = wire.unpack(files[name], name)
            change(value)
            refs.append(put(files, kind, value))
        table["digests"], table["sizes"] = b"".join(ref.digest for ref in refs), [ref.size for ref in refs]

    return replace


def _exchange(kind: Kind, other: Kind) -> Change:
    def exchange(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        """Let the files of one kind be those of another."""
        size = len(manifest["tables"][kind]["sizes"])
        theirs = [(name, data) for name, data in two_docsets().items() if name.endswith(other)]
        refs = [put(files, kind, wire.unpack(data, name)) for name, data in theirs]
        table = manifest["tables"][kind]
        table["digests"] = b"".join(ref.digest for ref in (refs * size)[:size])

    return exchange


def _set(**members: Any) -> Change:
    return lambda manifest, files: manifest.update(members)


def _values(new: bytes) -> Callable[[dict[str, Any]], None]:
    return lambda shard: shard.update(values=[new] * len(shard["keys"]))


HOSTILE = {
    "a section beyond the last": _replacing("terms", _values(wire.encode([2, [60_000], 1]))),
    "a negative section": _replacing("terms", _values(wire.encode([2, [-1], 1]))),
    "sections that go back": _replacing("terms", _values(wire.encode([2, [5, -3], 1]))),
    "sections that are fractions": _replacing("terms", _values(wire.encode([2, [0.5], 1]))),
    "terms without values": _replacing("terms", lambda shard: shard.update(values=[])),
    "negative counts": _replacing("terms", lambda shard: shard.update(counts=[-1] * len(shard["keys"]))),
    "counts beyond all sections": _replacing("terms", lambda shard: shard.update(counts=[2**60] * len(shard["keys"]))),
    "positions beyond the last section": _replacing("positions", _values(wire.encode([[10**9], 1, [0]]))),
    "facets beyond the last page": _replacing("facets", _values(wire.encode([10**9]))),
    "a section of an unknown kind": _replacing(
        "pages", lambda pack: [page.update(kinds=b"\x09" * len(page["kinds"])) for page in pack["pages"]]
    ),
    "outlines of other lengths": _replacing(
        "pages", lambda pack: [page.update(words=[*page["words"], 1]) for page in pack["pages"]]
    ),
    "a page too few": _replacing("pages", lambda pack: pack["pages"].pop()),
    "a text too few": _replacing("texts", lambda pack: pack["texts"].pop()),
    "texts that are numbers": _replacing("texts", lambda pack: pack.update(texts=[1] * len(pack["texts"]))),
    "positions for terms": _exchange("terms", "positions"),
    "texts for pages": _exchange("pages", "texts"),
    "a lexicon for terms": _exchange("terms", "lexicon"),
    "more sections": _set(sections=10**6),
    "fewer pages": _set(pages=1),
    "a negative number of words": _set(words=-5),
    "an unknown analyzer": _set(analyzer="pinax-9:english"),
    "an unknown algorithm": _set(analyzer="pinax-1:klingon"),
    "another stemmer": _set(fingerprint="00000000"),
    "tables missing": _set(tables={}),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_segment_is_refused_by_type(change: Any) -> None:
    """Files whose names are right but whose records cannot be end in typed errors, whatever is asked."""
    files = _with_manifest(change)
    found = {type(answer) for answer in answers(files) if isinstance(answer, BundleError)}
    assert found <= {CorruptFileError, UnknownAnalyzerError, LimitExceededError}
    assert found or verify(MemorySource(files)).findings


def test_lengths_of_another_segment_are_refused() -> None:
    """Lengths that give pages other sections than they have never index beyond an outline."""

    def change(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        name = f"files/{manifest['lengths'][0].hex()}.lengths"
        value = wire.unpack(files[name], name)
        value["sections"][0] += 2
        value["sections"][1] -= 2
        ref = put(files, "lengths", value)
        manifest["lengths"] = [ref.digest, ref.size]

    found = [answer for answer in answers(_with_manifest(change)) if isinstance(answer, BundleError)]
    assert {type(error) for error in found} == {CorruptFileError}


def test_the_hostile_bundles_are_well_formed() -> None:
    """Without a change the changed bundle is sound, so it is the change that is refused."""
    files = _with_manifest(lambda manifest, files: None)
    assert answers(files) == _right()
    assert verify(MemorySource(files)).findings == []
