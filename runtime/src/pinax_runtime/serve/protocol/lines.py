"""Read a client's messages, one JSON object a line.

Rules: a line that cannot be read is answered with an error, as a body over HTTP is, or its client would wait for ever.
       The error has the request's id where that can be read. JavaScript writes half a character (`"\\ud800"`) where it
       cuts an emoji in two. pydantic refuses it, but Python's reader of JSON still finds the id.
Spec:  https://www.jsonrpc.org/specification, sections 4 and 5.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, BinaryIO

import mcp_types as types
from anyio import to_thread
from mcp.shared.message import SessionMessage

from pinax_runtime.format import cause_of

MAX_LINE_BYTES = 1 << 20
"""Longest line (bytes); as long as the body of a request over HTTP may be, and a call needs a hundredth of it."""
_ADVICE = (
    'A line is not a message. Send an object with "jsonrpc": "2.0", a method, an id that is text or a whole number, '
    "and params that are an object. Text is of whole characters: half a surrogate pair (\\ud800) is none."
)


class MessageError(ValueError):
    """A line holds no message; `reply` is what to answer."""

    def __init__(self, code: int, message: str, request: types.RequestId | None = None) -> None:
        super().__init__(message)
        error = types.ErrorData(code=code, message=message)
        self.reply = types.JSONRPCError(jsonrpc="2.0", id=request, error=error)


def read_message(line: bytes) -> types.JSONRPCMessage:
    """Return the message of a line.

    Raises:
        MessageError: It holds none.
    """
    if len(line) > MAX_LINE_BYTES:
        raise MessageError(types.PARSE_ERROR, f"A line has at most {MAX_LINE_BYTES:,} bytes. Send a shorter request.")
    text = line.decode("utf-8", "replace")
    with suppress(ValueError):
        message = types.jsonrpc_message_adapter.validate_json(text, by_name=False)
        # The SDK takes a request for a notification if its id is of another type.
        if not isinstance(message, types.JSONRPCNotification) or "id" not in json.loads(text):
            return message
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        advice = f"A line is not JSON ({cause_of(error)}). Send each message as one line of JSON in UTF-8."
        raise MessageError(types.PARSE_ERROR, advice) from None
    raise MessageError(types.INVALID_PARAMS, _ADVICE, _request_id(said))


def _request_id(said: Any) -> types.RequestId | None:
    """Return a request's id, or None if this is no request: the id of a reply is the server's own."""
    found = said.get("id") if isinstance(said, dict) and "method" in said else None
    if isinstance(found, str):
        with suppress(UnicodeEncodeError):  # half a character, which cannot be sent back
            return str(found.encode("utf-8"), "utf-8")
    return found if isinstance(found, int) and not isinstance(found, bool) else None


async def read_messages(
    file: BinaryIO, answer: Callable[[SessionMessage], Awaitable[None]]
) -> AsyncIterator[SessionMessage]:
    """Yield the messages of a file until it ends, and answer what is none.

    Args:
        file: Where the client writes.
        answer: Tells the client something.
    """

    def read() -> bytes:
        line = rest = file.readline(MAX_LINE_BYTES + 2)
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE_BYTES + 2)
        return line

    while line := await to_thread.run_sync(read, abandon_on_cancel=True):
        if not line.strip():
            continue
        try:
            yield SessionMessage(read_message(line.rstrip(b"\r\n")))
        except MessageError as error:
            await answer(SessionMessage(error.reply))
