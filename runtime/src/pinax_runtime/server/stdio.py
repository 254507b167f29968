"""Serve one client over standard input and output, one JSON message a line."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, BinaryIO

import anyio
import mcp_types as types
from anyio import to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from pinax_runtime.format import cause_of
from pinax_runtime.server.protocol import Served, initialization, make_server
from pinax_runtime.server.scheduler import STARTED_OF_CLIENT

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


async def sessions(messages: AsyncIterator[SessionMessage]) -> AsyncIterator[AsyncIterator[SessionMessage]]:
    """Yield the messages of a client as one session, but questions for the versions at its beginning as one each.

    The SDK serves a session in the era of its first request. Some clients ask a server that is slow to start for its
    versions (`server/discover`), give up, and go on with `initialize` of the era before.
    """

    async def session(first: SessionMessage) -> AsyncIterator[SessionMessage]:
        yield first
        if getattr(first.message, "method", "") != "server/discover":
            async for item in messages:
                yield item

    async for first in messages:
        yield session(first)


# Answer what a client has asked though it says nothing more: the end of its input is kept back until then.
#
# Strategy. The SDK cancels all requests under way when the input ends. So every message passes through here, which
# knows the requests without a reply. The server sees the end of the input only when there are none.

Requests = MemoryObjectReceiveStream[SessionMessage | Exception]
Replies = MemoryObjectSendStream[SessionMessage]

_LISTEN = "subscriptions/listen"
"""The request that is answered for as long as the client listens."""


@asynccontextmanager
async def answering_all(
    reading: AsyncIterable[SessionMessage],
    write: Callable[[SessionMessage], Awaitable[None]],
    patience_s: float,
) -> AsyncIterator[tuple[Requests, Replies]]:
    """Yield streams for a server, whose input ends when all requests are answered.

    Args:
        reading: What the client says.
        write: Tells it something.
        patience_s: How long to wait for the next reply, once the client's input has ended (seconds).
    """
    unanswered: set[str] = set()
    replied = anyio.Event()
    to_server, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()
    replies, from_server = anyio.create_memory_object_stream[SessionMessage]()

    async def relay_requests() -> None:
        nonlocal replied
        async with to_server:
            async for item in reading:
                match item.message:
                    case types.JSONRPCRequest(id=request, method=method) if method != _LISTEN:
                        unanswered.add(str(request))
                    case types.JSONRPCNotification(method="notifications/cancelled", params=params):
                        unanswered.discard(str((params or {}).get("requestId")))
                await to_server.send(item)
            while unanswered:
                replied = anyio.Event()
                with anyio.move_on_after(patience_s) as waiting:
                    await replied.wait()
                if waiting.cancelled_caught:
                    return

    async def relay_replies() -> None:
        async with from_server:
            async for item in from_server:
                await write(item)
                if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
                    unanswered.discard(str(item.message.id))
                    replied.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(relay_requests)
        tasks.start_soon(relay_replies)
        yield requests, replies


INTERRUPTED = 130
"""Exit code after an interrupt, as shells give it: 128 and the signal's number."""
_OUTPUT_CLOSED = 1
_WAITING = """\
Serving {docsets}, and waiting for a client to speak MCP on standard input. Ctrl-C ends this.
A client starts this command by itself: `pinax-runtime config CLIENT BUNDLE` says how. `--http` serves over HTTP."""
"""What a person is told who starts the server on a terminal."""
_MAX_NAMES = 10
"""Number of docsets that are named there."""


def serve_stdio(served: Served, before_ending: Callable[[], None] = lambda: None) -> None:
    """Serve until standard input ends and what was asked there is answered.

    Args:
        served: What to serve.
        before_ending: Called where the process ends without returning from here.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(served)

    def end(code: int) -> None:
        before_ending()
        os._exit(code)

    async def run() -> None:
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, partial(end, INTERRUPTED))
        async with stdio_server(stdin=anyio.wrap_file(io.StringIO())) as (nothing, writing), nothing, writing:
            try:
                async for said in sessions(read_messages(sys.stdin.buffer, writing.send)):
                    async with answering_all(said, writing.send, served.seconds * STARTED_OF_CLIENT) as streams:
                        await server.run(*streams, initialization(server))
            except anyio.get_cancelled_exc_class():  # what writes to standard output has failed
                end(_OUTPUT_CLOSED)

    if sys.stdin.isatty():  # a person, and no client, started the server
        names = list(served.present.docsets)
        named = [*names[:_MAX_NAMES], *(["…"] if len(names) > _MAX_NAMES else [])]
        print(_WAITING.format(docsets=", ".join(named)), file=sys.stderr, flush=True)
    anyio.run(run)
