"""Bytes that come from anywhere: what is not exactly one bounded value in one frame is refused by type."""

from __future__ import annotations

import random
import struct
import tracemalloc
from contextlib import suppress
from pathlib import Path

import msgpack
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import BundleError, CorruptFileError, LimitExceededError, limits, wire

_plain = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2**64 - 1) | st.text(st.characters(codec="utf-8")) | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


@given(_plain)
def test_values_come_back(value: object) -> None:
    """A plain value is read as it was written."""
    assert wire.unpack(wire.pack(value), "x") == value


@given(st.integers(0, 40_000), st.integers(1, 2**20))
def test_numbers_are_encoded_as_a_list_of_them(n: int, step: int) -> None:
    """Numbers that never are a list have the bytes of one, by themselves and as a column."""
    numbers = range(0, n * step, step)
    assert wire.encode_column(numbers) == wire.encode(list(numbers))
    assert wire.encode_columns([n, numbers]) == wire.encode([n, list(numbers)])


def test_numbers_are_encoded_in_little_memory() -> None:
    """A million numbers never take more than three times their bytes, where a list of them takes forty."""
    tracemalloc.start()
    n_bytes = len(wire.encode_column(range(1_000_000)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * n_bytes


@pytest.mark.parametrize("level", [1, 3, 10, 14, 19, 22])
def test_large_data_is_compressed_in_a_few_megabytes(level: int) -> None:
    """Whatever the size and the level, zstd takes little memory, so that a build can keep within its own."""
    assert wire.for_large(level, limits.RAW_BYTES).estimated_compression_context_size() < 6 << 20


@pytest.mark.parametrize(
    ("size", "level", "taken"), [(16 << 10, 10, 8), ((16 << 10) + 1, 10, 10), (16 << 10, 2, 1), (16 << 10, 1, 1)]
)
def test_small_data_is_compressed_two_levels_less(size: int, level: int, taken: int) -> None:
    """Zstd searches harder in data of up to 16 KiB at the same level; the least level is 1."""
    source = random.Random(1)
    data = b" ".join(source.choice((b"alpha", b"beta", b"gamma", b"delta")) for _ in range(size))[:size]
    expected = zstandard.ZstdCompressor(level=taken, write_checksum=False).compress(data)
    assert wire.compress(data, level) == expected
    assert len({zstandard.ZstdCompressor(level=each).compress(data) for each in (1, 8, 10)}) == 3


def test_large_data_comes_back() -> None:
    """Nothing of it is lost, and what was there 300,000 bytes before is found again."""
    data = random.Random(1).randbytes(300_000) * 2
    frame = wire.compress(data)
    assert wire.decompress(frame, "x") == data
    assert len(frame) < 0.51 * len(data)


def test_what_is_compressed_takes_no_more_than_its_bytes() -> None:
    """Of a frame that is kept, nothing is kept beside."""
    tracemalloc.start()
    frames = [wire.compress(bytes(100_000)) for _ in range(10)]
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 10 * (len(frames[0]) + 1_000)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_a_bundle_error(data: bytes) -> None:
    """Bytes of any origin never fail in another way than by a BundleError."""
    for read in (wire.unpack, wire.decode):
        with suppress(BundleError):
            read(data, "x")


@given(st.data())
def test_a_spoiled_file_gives_a_value_or_a_bundle_error(data: st.DataObject) -> None:
    """A file with any byte changed, cut or appended never fails in another way than by a BundleError."""
    whole = wire.pack({"keys": ["a", "b"], "counts": [1, 2], "values": [b"\x01", b"\x90"] * 20})
    at = data.draw(st.integers(0, len(whole) - 1))
    spoiled = data.draw(
        st.sampled_from([whole[:at], whole + b"\0", whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]])
    )
    with suppress(BundleError):
        wire.unpack(spoiled, "x")


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    """A small frame that declares more than the limit costs nothing."""
    bomb = zstandard.ZstdCompressor().compress(bytes(limits.RAW_BYTES + 1))
    tracemalloc.start()
    with pytest.raises(LimitExceededError, match="decompressed size") as caught:
        wire.decompress(bomb, "files/bomb.texts")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.got == limits.RAW_BYTES + 1
    assert peak < 1 << 20


def test_a_forged_size_is_refused() -> None:
    """A frame whose header declares less (or more) than it holds is corrupt."""
    frame = bytearray(zstandard.ZstdCompressor().compress(b"x" * 1_000))
    assert zstandard.frame_content_size(bytes(frame)) == 1_000
    at = bytes(frame).index(struct.pack("<H", 1_000 - 256))
    for size in (10, 30_000):
        frame[at : at + 2] = struct.pack("<H", size)
        with pytest.raises(CorruptFileError):
            wire.decompress(bytes(frame), "x")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a zstd frame"),
        (b"<!doctype html>", "not a zstd frame"),
        (b"\x1f\x8b\x08", "not a zstd frame"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (wire.pack([1]) + b"more", "zstd"),
        (wire.pack([1]) + wire.pack([1]), "zstd"),
        (wire.pack([1])[:-1], "zstd"),
        (zstandard.ZstdCompressor(write_content_size=False).compress(b"\x01"), "does not declare its size"),
    ],
    ids=["empty", "a web page", "gzip", "cut", "junk behind", "two frames", "truncated", "no size"],
)
def test_what_is_not_one_whole_frame_is_refused(data: bytes, reason: str) -> None:
    """Anything but one zstd frame that declares its size is corrupt."""
    with pytest.raises(CorruptFileError, match=reason):
        wire.unpack(data, "x")


def test_a_large_file_is_refused() -> None:
    """A file above the limit is refused before it is looked at."""
    with pytest.raises(LimitExceededError, match="its size"):
        wire.decompress(bytes(limits.FILE_BYTES + 1), "x")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x01\x01",
        b"\xa2\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\x7f\xff\xff\xff",
        b"\x91" * 200_000 + b"\x01",
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb({1: 2}),
        b"\x82\xa1k\x01\xa1k\x02",
        b"\x81\x90\x01",
    ],
    ids=[
        "nothing",
        "a byte that is never used",
        "two values",
        "not UTF-8",
        "a forged array",
        "a forged map",
        "a forged string",
        "200,000 deep",
        "an extension",
        "a number as key",
        "a key twice",
        "an array as key",
    ],
)
def test_what_is_not_one_plain_value_is_refused(data: bytes) -> None:
    """Anything but one value of the format's types is corrupt."""
    with pytest.raises(CorruptFileError, match="msgpack"):
        wire.decode(data, "x")


def test_many_empty_arrays_are_refused() -> None:
    """A file of a million empty arrays, sixty times as large in memory, is refused while it is read."""
    n = limits.CONTAINERS + 1
    with pytest.raises(LimitExceededError, match="arrays and maps"):
        wire.decode(b"\xdd" + struct.pack(">I", n) + b"\x90" * n, "x")


def test_a_stream_gives_its_values(tmp_path: Path) -> None:
    """What a program spilled comes back value by value."""
    (tmp_path / "part").write_bytes(b"".join(wire.encode(value) for value in ({1: 2}, [3], "x")))
    assert list(wire.decode_stream(tmp_path / "part")) == [{1: 2}, [3], "x"]
