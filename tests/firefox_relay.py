#!/usr/bin/env python3
"""Start Firefox for Playwright, and stand between them.

Playwright drives an unchanged Firefox over WebDriver BiDi, and asks it for what Debian's Firefox does not know yet. The
relay answers such commands itself, as if they had been carried out, and passes on everything else. Playwright starts it
in Firefox's place, with Firefox's arguments; PINAX_FIREFOX names the program.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys

UNKNOWN = {"emulation.setMediaFeaturesOverride"}
"""Commands that Firefox 153 does not know."""
LISTENING = re.compile(rb"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")
TEXT, FINAL = 1, 0x80


async def main() -> int:
    """Run Firefox until it ends, and return its exit code."""
    firefox = await asyncio.create_subprocess_exec(
        os.environ["PINAX_FIREFOX"], *sys.argv[1:], stderr=asyncio.subprocess.PIPE
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)
    assert firefox.stderr
    async for line in firefox.stderr:
        found = LISTENING.search(line)
        if found:
            port = int(found[1])
            server = await asyncio.start_server(lambda *client, to=port: relay(*client, to), "127.0.0.1", 0)
            own = server.sockets[0].getsockname()[1]
            line = line.replace(b":%d" % port, b":%d" % own)
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
    return await firefox.wait()


async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Pass messages between a client and Firefox, until one of them ends."""
    from_firefox, to_firefox = await asyncio.open_connection("127.0.0.1", port)
    asked = await reader.readuntil(b"\r\n\r\n")
    to_firefox.write(
        re.sub(rb"(?im)^(sec-websocket-extensions|host):.*\r\n", b"", asked[:-2]) + b"Host: 127.0.0.1:%d\r\n\r\n" % port
    )
    writer.write(await from_firefox.readuntil(b"\r\n\r\n"))

    async def asks() -> None:
        while True:
            frame, kind, data = await frame_of(reader)
            command = json.loads(data) if kind == TEXT | FINAL else {}
            if command.get("method") in UNKNOWN:
                writer.write(text_frame(json.dumps({"type": "success", "id": command["id"], "result": {}}).encode()))
            else:
                to_firefox.write(frame)
            await to_firefox.drain()

    async def answers() -> None:
        while True:
            frame, _, _ = await frame_of(from_firefox)
            writer.write(frame)
            await writer.drain()

    try:
        await asyncio.gather(asks(), answers())
    except (asyncio.IncompleteReadError, ConnectionError):
        to_firefox.close()
        writer.close()


async def frame_of(reader: asyncio.StreamReader) -> tuple[bytes, int, bytes]:
    """Read a frame of a WebSocket (RFC 6455, 5.2): its bytes, its first byte, and what it holds."""
    head = await reader.readexactly(2)
    size = head[1] & 0x7F
    more = await reader.readexactly({126: 2, 127: 8}.get(size, 0))
    size = int.from_bytes(more, "big") if more else size
    mask = await reader.readexactly(4 if head[1] & 0x80 else 0)
    data = await reader.readexactly(size)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big") if mask else 0
    return head + more + mask + data, head[0], (int.from_bytes(data, "big") ^ key).to_bytes(size, "big")


def text_frame(data: bytes) -> bytes:
    """Return a frame with a short text, as a server sends it."""
    assert len(data) < 126
    return bytes([TEXT | FINAL, len(data)]) + data


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
