"""Answer what a client has asked though it says nothing more: the end of its input is kept back until then.

Strategy. The SDK cancels all requests under way when the input ends. So every message passes through here, which knows
the requests without a reply. The server sees the end of the input only when there are none.

Rules: a request to be told of changes is not waited for, as it has no end. Neither is a cancelled one, which gets no
       reply.
Why:   docs/decisions/0171
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

Requests = MemoryObjectReceiveStream[SessionMessage | Exception]
Replies = MemoryObjectSendStream[SessionMessage]

_LISTEN = "subscriptions/listen"
_CANCELLED = "notifications/cancelled"


class _Unanswered:
    """The requests that have no reply yet."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._replied = anyio.Event()

    def note_request(self, message: types.JSONRPCMessage) -> None:
        """Remember a request, and forget one that is cancelled."""
        if isinstance(message, types.JSONRPCRequest) and message.method != _LISTEN:
            self._ids.add(str(message.id))
        elif isinstance(message, types.JSONRPCNotification) and message.method == _CANCELLED:
            self._ids.discard(str((message.params or {}).get("requestId")))

    def note_reply(self, item: SessionMessage) -> None:
        """Forget the request that a message replies to, if it is a reply."""
        if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
            self._ids.discard(str(item.message.id))
            self._replied.set()

    async def wait(self, patience_s: float) -> None:
        """Wait until all have replies, as long as one comes within each such time (seconds)."""
        while self._ids:
            self._replied = anyio.Event()
            with anyio.move_on_after(patience_s) as waiting:
                await self._replied.wait()
            if waiting.cancelled_caught:
                return


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
    unanswered = _Unanswered()
    to_server, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()
    replies, from_server = anyio.create_memory_object_stream[SessionMessage]()

    async def relay_requests() -> None:
        async with to_server:
            async for item in reading:
                unanswered.note_request(item.message)
                await to_server.send(item)
            await unanswered.wait(patience_s)

    async def relay_replies() -> None:
        async with from_server:
            async for item in from_server:
                await write(item)
                unanswered.note_reply(item)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(relay_requests)
        tasks.start_soon(relay_replies)
        yield requests, replies
