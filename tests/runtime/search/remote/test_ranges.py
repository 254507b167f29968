"""Blocks of files are read by ranges; servers that know none, or get them wrong, change no answer."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest

from pinax_runtime.bundle.remote import FileCache
from pinax_runtime.format import DigestMismatchError, FileRef, SourceError, digest, file_name
from pinax_runtime.search import Bundle
from runtime.search.made import two_docsets
from runtime.search.remote.served import ServedBundle, settle, status
from runtime.search.remote.test_url_source import RIGHT, answers
from site_server import Asked, Reply


@pytest.fixture
def served() -> Iterator[ServedBundle]:
    with ServedBundle(two_docsets(1000)) as server:
        yield server


def ranged(served: ServedBundle) -> list[str]:
    """Return the names of the blocks that were asked for."""
    return [name for name in served.names if "@" in name]


def test_blocks_are_asked_for_by_themselves(served: ServedBundle) -> None:
    """Of a file with many blocks, what was wanted comes, and no file of blocks is read whole."""
    assert answers(served.bundle()) == RIGHT
    whole = {name for name in served.names if name.endswith((".terms", ".pages"))}
    assert ranged(served)
    assert not whole & {name.partition("@")[0] for name in ranged(served)}


def test_blocks_that_lie_together_come_by_one_request(cache: FileCache) -> None:
    """Each is kept by itself, and one that is far away is asked for alone."""
    blocks = [b"a" * 100, b"b" * 50, b"c" * 10]
    file = blocks[0] + bytes(100) + blocks[1] + bytes(1 << 20) + blocks[2]
    name = file_name(digest(file), "terms")
    refs = [FileRef(digest(block), "terms", len(block), name, file.index(block)) for block in blocks]
    with ServedBundle({name: file}) as served:
        pending = served.source(cache).start(reversed(refs))
        assert [pending[ref.name].result() for ref in refs] == blocks
        last = file.index(blocks[1]) + 49
        assert sorted(served.names) == [f"{name}@0-{last}", f"{name}@{len(file) - 10}-{len(file) - 1}"]
    assert [cache.read(ref.name) for ref in refs] == blocks


def test_one_damaged_block_of_several(cache: FileCache) -> None:
    """The others are read all the same, and the message names the one."""
    blocks = [b"a" * 100, b"b" * 50]
    name = file_name(digest(b"".join(blocks)), "terms")
    refs = [FileRef(digest(block), "terms", len(block), name, 100 * at) for at, block in enumerate(blocks)]
    with ServedBundle({name: blocks[0] + b"x" * 50}) as served:
        pending = served.source(cache).start(refs)
        assert pending[refs[0].name].result() == blocks[0]
        with pytest.raises(DigestMismatchError, match=refs[1].name):
            pending[refs[1].name].result()


def test_a_server_without_ranges_answers_alike(served: ServedBundle, cache: FileCache) -> None:
    """Where the whole file comes, the block is taken from it and kept; a second start reads one file all the same."""
    served.ranges = False
    source = served.source(cache)
    assert answers(Bundle(source)) == RIGHT
    settle(source)
    served.asked.clear()
    assert answers(served.bundle(cache)) == RIGHT
    assert served.names == ["pinax.json"]


def test_a_server_without_ranges_is_named_once(served: ServedBundle, caplog: pytest.LogCaptureFixture) -> None:
    """Where much comes that was not asked for, a warning names the option that spares it; small files need none."""
    served.ranges = False
    assert answers(served.bundle()) == RIGHT
    assert "--no-ranges" not in caplog.text
    block = b"a" * 100
    name = file_name(digest(bytes(1 << 20) + block), "terms")
    refs = [FileRef(digest(block), "terms", len(block), name, 1 << 20), FileRef(digest(bytes(9)), "terms", 9, name, 0)]
    served.files[name] = bytes(1 << 20) + block
    source = served.source()
    for ref in refs:
        source.start([ref])[ref.name].result()
    told = f"{source.location} sends whole files, not parts: build with `pinax build --no-ranges`"
    assert caplog.text.count(told) == 1


def _mistaken(asked: Asked, reply: Reply) -> Reply:
    """Return another part than the one that was asked for."""
    return Reply(b"x" * len(reply.body), 206) if reply.status == 206 else reply


def _encoded(asked: Asked, reply: Reply) -> Reply:
    """Return a part of something compressed on the way."""
    body = reply.body if isinstance(reply.body, bytes) else reply.body.encode()
    return Reply(gzip.compress(body), 206, headers={"Content-Encoding": "gzip"}) if reply.status == 206 else reply


def _refused(asked: Asked, reply: Reply) -> Reply:
    """Refuse every range."""
    return Reply("", 416) if "range" in asked.headers else reply


@pytest.mark.parametrize("spoil", [_mistaken, _encoded, _refused])
def test_where_ranges_go_wrong_the_whole_file_is_asked_for(served: ServedBundle, spoil: object) -> None:
    """A part that is wrong, compressed on the way or refused: the next attempt is for the file as a whole."""
    served.spoil = spoil  # type: ignore[assignment]
    assert answers(served.bundle()) == RIGHT


def test_a_file_that_is_too_short_is_damaged(served: ServedBundle) -> None:
    """Blocks beyond the end of a file that was cut are an error that names the file."""
    cut = [name for name in served.files if name.endswith(".terms")]
    for name in cut:
        served.files[name] = served.files[name][:10]
    with pytest.raises(DigestMismatchError) as caught:
        served.bundle().search("marker07")
    assert any(name in str(caught.value) for name in cut)


def test_a_part_that_was_not_asked_for_is_refused(served: ServedBundle) -> None:
    """A server that answers a request for a whole file with a part of it is told so."""
    served.spoil = status(206)
    with pytest.raises(SourceError, match="206"):
        served.bundle()
