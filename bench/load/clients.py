"""Clients of a server over HTTP: those that call its tools, in both eras of the protocol, and those that drip heads."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2

Call = tuple[str, dict[str, Any]]

_HANDSHAKE, _STATELESS = "2025-11-25", "2026-07-28"
_NAME = {"name": "load", "version": "0"}
_META = {
    "io.modelcontextprotocol/protocolVersion": _STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": _NAME,
}


@dataclass
class Tally:
    """What clients saw."""

    ms: list[float] = field(default_factory=list)
    """Of each call that was answered, from its sending to the last byte."""
    faults: list[str] = field(default_factory=list)
    refused: int = 0
    """Calls that a server which stops would no longer wait for, and said so."""


async def ask(url: str, calls: Sequence[Call], number: int, pause_s: float, tally: Tally, ended: asyncio.Event) -> None:
    """Call tools, one after the other, until the server is gone; every second client begins with a handshake.

    `ended` is set when the server is told to stop.
    """
    chance = random.Random(number)
    async with httpx2.AsyncClient(timeout=60, headers={"Accept": "application/json, text/event-stream"}) as client:
        try:
            if number % 2:
                await _shake_hands(client, url)
            while True:
                tool, arguments = chance.choice(calls)
                began = time.perf_counter()
                fault = await _call(client, url, tool, arguments, stateless=not number % 2)
                if ended.is_set() and fault.startswith("503"):
                    tally.refused += 1
                    break
                tally.ms.append((time.perf_counter() - began) * 1000)
                tally.faults += [f"{tool} {arguments}: {fault}"] if fault else []
                await asyncio.sleep(pause_s * chance.uniform(0.5, 1.5))
        except httpx2.TransportError as error:
            if not ended.is_set():
                tally.faults.append(f"{type(error).__name__}: {error}")


async def _shake_hands(client: httpx2.AsyncClient, url: str) -> None:
    params = {"protocolVersion": _HANDSHAKE, "capabilities": {}, "clientInfo": _NAME}
    reply = await client.post(url, json={"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    client.headers["MCP-Protocol-Version"] = reply.json()["result"]["protocolVersion"]
    await client.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"})


async def _call(client: httpx2.AsyncClient, url: str, tool: str, arguments: dict[str, Any], *, stateless: bool) -> str:
    """Call a tool and say what is wrong with the answer; empty for nothing."""
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    headers = {}
    if stateless:
        params["_meta"] = _META
        headers = {"MCP-Protocol-Version": _STATELESS, "Mcp-Method": "tools/call", "Mcp-Name": tool}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    reply = await client.post(url, json=message, headers=headers)
    result = reply.json().get("result") if reply.status_code == 200 else None
    if result is None:
        return f"{reply.status_code} {reply.text[:300]}"
    return str(result["content"][0]["text"][:300]) if result.get("isError") else ""


async def drip(host: str, port: int, most_s: float) -> float:
    """Send a head that never ends, a byte a second; give the seconds until the server closes the connection."""
    reading, writing = await asyncio.open_connection(host, port)
    began = time.perf_counter()
    with suppress(ConnectionError):
        for byte in _endless():
            writing.write(byte)
            with suppress(TimeoutError):
                if await asyncio.wait_for(reading.read(1), 1) == b"":
                    break
            if time.perf_counter() - began > most_s:
                break
    writing.close()
    return time.perf_counter() - began


def _endless() -> Iterator[bytes]:
    yield b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: "
    while True:
        yield b"x"
