"""Write and read cursors: opaque strings that continue a reply where it was cut.

A cursor holds a position, a hash of the call and a hash of the library. With another call or after a rebuild, the
hashes differ and the cursor is refused: the next piece would not fit the last one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pinax_runtime.serve.errors import invalid_args

FREE = frozenset({"cursor", "limit", "max_tokens"})
"""Arguments that may change between the calls that return the pieces of one reply."""

_HASH_CHARS = 8
"""Length of each hash in a cursor (hexadecimal digits)."""
_START_ANEW = "Leave the cursor out to start from the beginning."


def call_hash(tool: str, arguments: Mapping[str, Any]) -> str:
    """Hash what must be the same in the call that uses a cursor: the tool, and its arguments except `FREE`."""
    fixed = {name: value for name, value in arguments.items() if name not in FREE}
    return _hash(json.dumps([tool, fixed], sort_keys=True))


def library_hash(identity: str) -> str:
    """Hash the identity of a library's content."""
    return _hash(identity)


def write_cursor(position: int, call: str, library: str) -> str:
    """Return the cursor for a position of a call's reply from a library."""
    packed = json.dumps([position, call, library], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str, call: str, library: str) -> int:
    """Return the position that a cursor holds.

    Raises:
        ToolError: invalid_args for a text that is no cursor, and for a cursor of another call or of an older build.
    """
    try:
        padded = cursor.strip() + "=" * (-len(cursor.strip()) % 4)
        position, its_call, its_library = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        sound = type(position) is int and 0 <= position < 2**53
    except (ValueError, TypeError, binascii.Error, RecursionError):
        sound = False
    if not sound:
        raise invalid_args(f"This is not a cursor that a reply gave. {_START_ANEW}")
    if its_library != library:
        raise invalid_args(
            f"The bundle was built anew, or a live page has changed, since this cursor was given. {_START_ANEW}"
        )
    if its_call != call:
        raise invalid_args(
            "This cursor continues a call with other arguments. Repeat that call's arguments (limit and max_tokens may "
            f"change). {_START_ANEW}"
        )
    return int(position)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_HASH_CHARS]
