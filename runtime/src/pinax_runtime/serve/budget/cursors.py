"""Cursors: opaque strings that continue a reply where it was cut.

A cursor holds a position and two hashes, of the call and of the library, so that it is refused after another call or a
rebuild instead of giving pieces that do not fit together.
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
"""Arguments that may change from one piece to the next."""

_HASH_CHARS = 8
_START_ANEW = "Leave the cursor out to start from the beginning."


def call_hash(tool: str, arguments: Mapping[str, Any]) -> str:
    """Hash what a cursor must be used with again: the tool and its arguments but for `FREE`."""
    fixed = {name: value for name, value in arguments.items() if name not in FREE}
    return _hash(json.dumps([tool, fixed], sort_keys=True))


def library_hash(identity: str) -> str:
    """Hash what a library holds."""
    return _hash(identity)


def write_cursor(position: int, call: str, library: str) -> str:
    """Make a cursor."""
    packed = json.dumps([position, call, library], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str, call: str, library: str) -> int:
    """Give the position that a cursor holds.

    Raises:
        ToolError: invalid_args when it is none of ours, of another call, or of a bundle that has been rebuilt.
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
