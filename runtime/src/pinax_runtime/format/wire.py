"""Bytes of a file ↔ plain values: msgpack in one zstd frame. The only module that imports either.

Rules: The frame declares its decompressed size. The size is checked before memory is allocated, because zstandard
       ignores its own `max_output_size` for such frames. This module refuses trailing bytes, extension types, and map
       keys that are not strings or occur twice. Each record refuses values of a wrong type.
Spec:  docs/format.md, section 4.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgpack
import zstandard

from pinax_runtime.format import limits
from pinax_runtime.format.errors import CorruptFileError, LimitExceededError, decoding

LEVEL = 8
"""Default zstd level of a build; 14 takes four times as long, for two percent fewer bytes."""
_SMALL_BYTES = 16 << 10
"""Size (bytes) of data up to which zstd searches harder at each level than in larger data."""
_SMALL_LESS = 2
"""Levels by which small data is compressed less: half the time, for a thousandth more bytes."""
_LARGE_BYTES = 256 << 10
"""Size (bytes) of data from which zstd would make tables of matches of many megabytes."""
_MATCHES_LOG = 19
"""Binary logarithm of the number of entries of such a table; zstd's own choice saves a thousandth more."""
_MAGIC = b"\x28\xb5\x2f\xfd"
_AT_ONCE = 10_000
"""Longest column that is made a list to encode it (numbers); one by one they take three times as long."""
_READ_BYTES = 16 << 10
"""Size (bytes) of the pieces in which a stream is read; its buffer is as large, and hundreds are open at once."""

_idle: list[zstandard.ZstdDecompressor] = []
"""Idle decompressors, one for each thread that ever decompressed at the same time."""


def encode(value: Any) -> bytes:
    """Encode plain values (None, bool, int, float, str, bytes, list, tuple, dict) as msgpack."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def decode(data: bytes | memoryview, name: str) -> Any:
    """Decode msgpack that a digest has already vouched for; sizes stay bounded by the input's length.

    Raises:
        CorruptFileError: The bytes are not one msgpack value of the types that the format uses.
        LimitExceededError: They hold too many arrays and maps.
    """
    with decoding(name, "msgpack"):
        return msgpack.unpackb(data, **_options(name, len(data)))


def _options(name: str, n_bytes: int) -> dict[str, Any]:
    """Return what msgpack is told for a file of so many bytes: which types there may be, and how many."""
    opened = count(1)

    def list_hook(items: list[Any]) -> list[Any]:
        if next(opened) > limits.CONTAINERS:
            raise LimitExceededError(name, "its number of arrays and maps", limits.CONTAINERS, limits.CONTAINERS + 1)
        return items

    def pairs_hook(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
        list_hook(pairs)
        value = dict(pairs)
        if len(value) != len(pairs) or not {type(key) for key in value} <= {str}:
            raise ValueError("map keys that are not different strings")
        return value

    return {
        "raw": False,
        "use_list": True,
        "list_hook": list_hook if n_bytes > limits.CONTAINERS else None,  # each takes one byte at least
        "object_pairs_hook": pairs_hook,
        "ext_hook": _refuse_extension,
        "max_array_len": limits.ARRAY_ITEMS,
        "max_map_len": limits.ARRAY_ITEMS,
    }


def compress(data: bytes, level: int = LEVEL) -> bytes:
    """Compress into one zstd frame that declares its content size, in a few megabytes besides at any level."""
    if len(data) <= _LARGE_BYTES:
        fitting = max(1, level - _SMALL_LESS) if len(data) <= _SMALL_BYTES else level
        compressor = zstandard.ZstdCompressor(level=fitting, write_checksum=False, write_content_size=True)
    else:
        compressor = zstandard.ZstdCompressor(compression_params=for_large(level, len(data)))
    return bytes(memoryview(compressor.compress(data)))  # a copy: what zstandard returns takes as much memory


def for_large(level: int, size: int) -> zstandard.ZstdCompressionParameters:
    """Return zstd's parameters for data of so many bytes, with tables of matches that are not larger for more data."""
    usual = zstandard.ZstdCompressionParameters.from_level(level, source_size=size)
    return zstandard.ZstdCompressionParameters.from_level(
        level,
        source_size=size,
        hash_log=min(_MATCHES_LOG, usual.hash_log),
        chain_log=min(_MATCHES_LOG, usual.chain_log),
        write_checksum=False,
        write_content_size=True,
    )


def decompress(data: bytes, name: str) -> bytes:
    """Undo `compress` within the limits.

    Raises:
        LimitExceededError: The file or its declared content is too large.
        CorruptFileError: Not exactly one zstd frame with a declared size.
    """
    if len(data) > limits.FILE_BYTES:
        raise LimitExceededError(name, "its size in bytes", limits.FILE_BYTES, len(data))
    if not data.startswith(_MAGIC):
        raise CorruptFileError(name, "not a zstd frame")
    try:
        size = zstandard.frame_content_size(data)
        if size < 0:
            raise CorruptFileError(name, "the zstd frame does not declare its size")
        if size > limits.RAW_BYTES:
            raise LimitExceededError(name, "its decompressed size in bytes", limits.RAW_BYTES, size)
        return _decompress(data)
    except zstandard.ZstdError as error:
        raise CorruptFileError(name, f"zstd: {error}") from error


def _decompress(data: bytes) -> bytes:
    """Decompress one frame with an idle decompressor, because making one costs as much as using it."""
    try:
        decompressor = _idle.pop()
    except IndexError:
        decompressor = zstandard.ZstdDecompressor()
    try:
        return decompressor.decompress(data, allow_extra_data=False)
    finally:
        _idle.append(decompressor)


def pack(value: Any) -> bytes:
    """Encode and compress: the bytes of a file."""
    return compress(encode(value))


def unpack(data: bytes, name: str) -> Any:
    """Decompress and decode a file's bytes. Raises as `decompress` and `decode` do."""
    return decode(decompress(data, name), name)


def encode_stream(values: Iterable[Any]) -> Iterator[bytes]:
    """Encode values one after the other as `encode` does, in less time for each."""
    return map(msgpack.Packer(use_bin_type=True).pack, values)


def encode_column(numbers: Sequence[int]) -> bytes:
    """Encode numbers as `encode` does a list of them.

    An array of Python with many is made no list, which would take ten times as much memory as the bytes.

    >>> encode_column(bytes([1, 2])) == encode([1, 2])
    True
    """
    packer = msgpack.Packer(autoreset=False)
    _pack_column(packer, numbers)
    encoded: bytes = packer.bytes()
    return encoded


def encode_columns(items: Sequence[int | Sequence[int]]) -> bytes:
    """Encode an array of numbers and of columns of numbers, as `encode_column` does each.

    >>> encode_columns([7, bytes([1, 2])]) == encode([7, [1, 2]])
    True
    """
    packer = msgpack.Packer(autoreset=False)
    packer.pack_array_header(len(items))
    for item in items:
        if isinstance(item, int):
            packer.pack(item)
        else:
            _pack_column(packer, item)
    encoded: bytes = packer.bytes()
    return encoded


def _pack_column(packer: msgpack.Packer, numbers: Sequence[int]) -> None:
    if len(numbers) <= _AT_ONCE:
        packer.pack(list(numbers))
    else:
        packer.pack_array_header(len(numbers))
        deque(map(packer.pack, numbers), maxlen=0)


def decode_stream(path: Path) -> Iterator[Any]:
    """Return the msgpack values of a file that this program wrote itself, one after the other."""
    most = limits.RAW_BYTES
    with path.open("rb") as file:
        yield from msgpack.Unpacker(
            file, raw=False, strict_map_key=False, read_size=min(_READ_BYTES, most), max_buffer_size=most
        )


def _refuse_extension(code: int, _data: bytes) -> Any:
    raise ValueError(f"extension type {code}")
