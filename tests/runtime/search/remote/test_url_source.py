"""A bundle behind a URL answers as one in a folder does, or says why not; never wrongly."""

from __future__ import annotations

import gzip
import time
import zlib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinax_runtime.bundle.remote import Fetcher, FileCache, UrlSource
from pinax_runtime.format import ENTRY, BundleError, DigestMismatchError, NotABundleError, SourceError
from pinax_runtime.search import Bundle, MemorySource, open_bundle
from runtime.search.made import two_docsets
from runtime.search.remote.served import FAULTS, HASTY, IMPATIENT, ServedBundle, of_files, once, settle, stalled, status
from site_server import Asked, Reply, redirect

QUERIES = ("marker07", "running program", '"create a task"', "zebras", "Häuser", "asyncio.gather", "runing progam")


def answers(bundle: Bundle) -> list[Any]:
    """Ask several things; an answer is what came back, or the BundleError."""
    found: list[Any] = []
    for query in QUERIES:
        try:
            found.append(bundle.search(query, limit=50))
        except BundleError as error:
            found.append(error)
    return found


RIGHT = answers(open_bundle(MemorySource(two_docsets())))


def fill(served: ServedBundle, cache: FileCache) -> None:
    """Ask everything, so that the cache has what it takes."""
    source = served.source(cache)
    assert answers(Bundle(source)) == RIGHT
    settle(source)


def test_a_url_answers_as_memory_does(served: ServedBundle) -> None:
    """The same bundle over HTTP gives the same hits, scores and excerpts."""
    assert answers(served.bundle()) == RIGHT


def test_no_file_is_fetched_twice(served: ServedBundle, cache: FileCache) -> None:
    """What was fetched is kept, so a second question asks only for what the first did not need."""
    assert answers(served.bundle(cache)) == RIGHT
    assert Counter(served.names).most_common(1)[0][1] == 1


def test_the_second_start_reads_one_file(served: ServedBundle, cache: FileCache) -> None:
    """With the cache filled, another start asks for pinax.json alone, and on condition that it changed."""
    fill(served, cache)
    before = len(served.asked)
    assert answers(served.bundle(FileCache(cache.folder))) == RIGHT
    (again,) = served.asked[before:]
    assert again.path == "/b/pinax.json"
    assert "if-none-match" in again.headers


def test_without_etags_the_entry_is_read_whole(served: ServedBundle, cache: FileCache) -> None:
    """A server that names no version of the entry is asked for all of it, and for nothing else."""
    served.etags = False
    fill(served, cache)
    before = len(served.asked)
    assert answers(served.bundle(cache)) == RIGHT
    assert [asked.path for asked in served.asked[before:]] == ["/b/pinax.json"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_every_file_is_a_typed_error(served: ServedBundle, fault: str) -> None:
    """Whatever the server does to the bundle's files, an answer is an error that names a file."""
    served.spoil = of_files(FAULTS[fault])
    for found in answers(served.bundle()):
        assert isinstance(found, (SourceError, DigestMismatchError))
        assert found.name in served.files
        assert str(found).endswith(".")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_entry_is_a_typed_error(served: ServedBundle, fault: str) -> None:
    """Whatever the server does to the entry, opening the bundle fails by type."""
    served.spoil = FAULTS[fault]
    with pytest.raises((SourceError, NotABundleError, DigestMismatchError)):
        served.bundle()


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"404", "403"}))
def test_what_passes_is_tried_again(served: ServedBundle, fault: str) -> None:
    """A file that comes wrong once, or not at all, is fetched once more, and the answers are right."""
    served.spoil = of_files(once(FAULTS[fault]))
    assert answers(served.bundle()) == RIGHT


def test_a_stall_ends() -> None:
    """An answer that stops half way is tried again; one that always does is an error that names the file."""
    with ServedBundle(two_docsets(), IMPATIENT) as served:
        bundle = served.bundle()
        served.spoil = once(stalled)
        assert bundle.search("zebras").hits
        served.spoil = stalled
        with pytest.raises(SourceError, match="ReadTimeout"):
            bundle.search("running program")


def test_patience_ends() -> None:
    """However often it may try, a fetch ends when its time is over."""
    with ServedBundle(two_docsets(), replace(IMPATIENT, attempts=99, total_s=0.5)) as served:
        served.spoil = stalled
        with pytest.raises(SourceError, match=r"within 0\.5 seconds"):
            served.bundle()


@pytest.mark.parametrize("code", [404, 403])
def test_what_stays_is_not_tried_again(served: ServedBundle, code: int) -> None:
    """A file that the server does not have, or does not give, is asked for once in a question."""
    served.spoil = of_files(status(code))
    with pytest.raises(SourceError):
        served.bundle().search("zebras", docs=["api"])
    assert len(served.names) == len(set(served.names)) <= 3


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from([None, None, None, *sorted(FAULTS)]), min_size=1, max_size=40))
def test_no_fault_gives_a_wrong_answer(faults: list[str | None]) -> None:
    """A server with any sequence of faults gets right answers or typed errors out of us."""
    upcoming = list(faults)

    def spoil(asked: Asked, reply: Reply) -> Reply:
        fault = upcoming.pop() if upcoming else None
        return FAULTS[fault](asked, reply) if fault else reply

    with ServedBundle(two_docsets()) as served:
        bundle = served.bundle()
        served.spoil = spoil
        for found, right in zip(answers(bundle), RIGHT, strict=True):
            assert isinstance(found, BundleError) or found == right


def test_compressed_transfer_is_undone(served: ServedBundle) -> None:
    """A server may compress what it sends, asked to or not."""
    codings = {"gzip": gzip.compress, "deflate": zlib.compress}

    def compressed(asked: Asked, reply: Reply) -> Reply:
        coding = "gzip" if asked.path.endswith("json") else "deflate"
        assert isinstance(reply.body, bytes)
        return Reply(codings[coding](reply.body), reply.status, headers={"Content-Encoding": coding})

    served.spoil = compressed
    assert answers(served.bundle()) == RIGHT


HOSTILE = {
    "a bomb": gzip.compress(bytes(50 << 20), 1),
    "a part": gzip.compress(b"x" * 999)[:-9],
    "something else": b"no gzip at all",
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_compression_is_refused(served: ServedBundle, body: bytes) -> None:
    """What unpacks to more than a file may have, is cut, or is no gzip, ends in an error and takes no memory."""
    served.spoil = of_files(lambda asked, reply: Reply(body, headers={"Content-Encoding": "gzip"}))
    with pytest.raises(SourceError):
        served.bundle().search("zebras")


def test_an_unknown_encoding_is_named(served: ServedBundle) -> None:
    """An encoding that was not asked for is refused by its name."""
    served.spoil = of_files(lambda asked, reply: Reply(b"x", headers={"Content-Encoding": "br"}))
    with pytest.raises(SourceError, match="'br'"):
        served.bundle().search("zebras")


def test_an_endless_body_is_cut(served: ServedBundle) -> None:
    """No more of a body is read than the manifest says that the file has."""

    def endless(_asked: Asked, _reply: Reply) -> Reply:
        return Reply(b"x" * (1 << 20))

    served.spoil = of_files(endless)
    with pytest.raises(SourceError, match="longer than"):
        served.bundle().search("zebras")


def test_redirects_are_followed(served: ServedBundle) -> None:
    """A bundle that has moved is read from where its files are now."""
    served.routes = {f"/old/{name}": redirect(f"/b/{name}") for name in served.files}
    bundle = Bundle(UrlSource(served.url("/old/"), served.fetcher))
    assert answers(bundle) == RIGHT


def test_redirects_end(served: ServedBundle) -> None:
    """A loop of redirects is an error after a few."""
    served.spoil = lambda asked, reply: redirect(asked.path)
    with pytest.raises(SourceError, match="more than 5 redirects"):
        served.bundle()
    assert len(served.asked) == 6


@pytest.mark.parametrize("target", ["http://docs.example.org/pinax.json", "file:///etc/passwd", "//["])
def test_redirects_lead_to_https(served: ServedBundle, target: str) -> None:
    """A redirect to what would be refused as a bundle's URL is refused."""
    served.spoil = lambda asked, reply: redirect(target)
    with pytest.raises(SourceError, match="redirect"):
        served.bundle()


def test_a_wait_that_the_server_asks_for_is_bounded(served: ServedBundle) -> None:
    """A busy server's Retry-After is kept where patience allows, else the answer is an error at once."""
    busy = once(status(503, **{"Retry-After": "1"}))
    served.spoil = lambda asked, reply: busy(asked, reply) if asked.path.endswith(".segment") else reply
    assert served.bundle().search("zebras").hits
    served.spoil = of_files(status(503, **{"Retry-After": str(int(HASTY.total_s) + 1)}))
    with pytest.raises(SourceError, match="HTTP 503"):
        served.bundle().search("zebras")


def test_no_server_is_a_typed_error() -> None:
    """A port that nobody listens on is an error that says so."""
    with ServedBundle({}) as gone:
        location = gone.location
    fetcher = Fetcher(HASTY)
    with pytest.raises(SourceError, match="Connect"):
        Bundle(UrlSource(location, fetcher))
    fetcher.close()


def test_files_are_fetched_together(served: ServedBundle) -> None:
    """The shards of a query's words are asked for before any of them has come."""
    waiting: list[str] = []
    together: list[int] = []

    def spoil(asked: Asked, reply: Reply) -> Reply:
        waiting.append(asked.path)
        time.sleep(0.05)
        together.append(len(waiting))
        waiting.remove(asked.path)
        return reply

    bundle = served.bundle()
    served.spoil = spoil
    bundle.search("running program marker03 zebras ")
    assert max(together) >= 3


def test_the_entrys_name_may_be_given(served: ServedBundle) -> None:
    """A URL with pinax.json at its end, or without a slash, means the same bundle."""
    for location in (served.location, served.url("/b"), served.url("/b/" + ENTRY)):
        assert open_bundle(location).location == served.location
