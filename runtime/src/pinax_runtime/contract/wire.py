"""Bytes of a file ↔ plain values: msgpack in one zstd frame. The only module that imports either.

Rules: the frame declares its decompressed size, which is checked before anything is allocated (zstandard's own
       `max_output_size` is ignored for such frames); trailing bytes, extension types, map keys that are not strings
       and map keys that occur twice are refused here, values of another type than a record's by that record.
Spec:  docs/format.md, section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgpack
import zstandard

from pinax_runtime.contract import limits
from pinax_runtime.contract.errors import CorruptFileError, LimitExceededError

LEVEL = 14
"""Default zstd level of a build. High, because a bundle is built once and read often; 16 would save half a percent."""

_MAGIC = b"\x28\xb5\x2f\xfd"
_READ_BYTES = 16 << 10
"""Size (bytes) of the pieces in which a stream is read; its buffer is as large, and hundreds are open at once."""

_idle: list[zstandard.ZstdDecompressor] = []
"""Idle decompressors, one for each thread that ever decompressed at the same time."""


def encode(value: Any) -> bytes:
    """Encode plain values (None, bool, int, float, str, bytes, list, tuple, dict) as msgpack."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def decode(data: bytes, name: str) -> Any:
    """Decode msgpack that a digest has already vouched for; sizes stay bounded by the input's length.

    Raises:
        CorruptFileError: The bytes are not one msgpack value of the types that the format uses.
        LimitExceededError: They hold too many arrays and maps.
    """
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

    try:
        return msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            list_hook=list_hook,
            object_pairs_hook=pairs_hook,
            ext_hook=_refuse_extension,
            max_array_len=limits.ARRAY_ITEMS,
            max_map_len=limits.ARRAY_ITEMS,
        )
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise CorruptFileError(name, f"not msgpack ({type(error).__name__})") from error


def compress(data: bytes, level: int = LEVEL) -> bytes:
    """Compress into one zstd frame that declares its content size."""
    return zstandard.ZstdCompressor(level=level, write_checksum=False, write_content_size=True).compress(data)


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
    return map(encoder(), values)


def encoder() -> Callable[[Any], bytes]:
    """Return a function that encodes as `encode` does, in less time; for one thread."""
    pack: Callable[[Any], bytes] = msgpack.Packer(use_bin_type=True).pack
    return pack


def decode_stream(path: Path) -> Iterator[Any]:
    """Return the msgpack values of a file that this program wrote itself, one after the other."""
    most = limits.RAW_BYTES
    with path.open("rb") as file:
        yield from msgpack.Unpacker(
            file, raw=False, strict_map_key=False, read_size=min(_READ_BYTES, most), max_buffer_size=most
        )


def _refuse_extension(code: int, _data: bytes) -> Any:
    raise ValueError(f"extension type {code}")
