"""Clients of a server over HTTP: those that call its tools, in both eras of the protocol, and those that drip heads."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
from load.hostile import Hostile

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
    hostile: Counter[str] = field(default_factory=Counter)
    """What became of the calls of hostile clients."""
    under_attack: bool = False
    """Whether hostile clients ask now."""
    ms_in_peace: list[float] = field(default_factory=list)
    ms_under_attack: list[float] = field(default_factory=list)
    """Of each call of an honest client that was sent while hostile clients asked."""


async def ask(
    url: str, calls: Sequence[Call], number: int, pause_s: float, tally: Tally, ended: asyncio.Event, token: str = ""
) -> None:
    """Call tools, one after the other, until the server is gone; every second client begins with a handshake.

    `ended` is set when the server is told to stop.
    """
    chance = random.Random(number)
    async with http_client(token) as client:
        try:
            if number % 2:
                await _shake_hands(client, url)
            while True:
                tool, arguments = chance.choice(calls)
                began, under_attack = time.perf_counter(), tally.under_attack
                fault = await _call(client, url, tool, arguments, stateless=not number % 2)
                if ended.is_set() and fault.startswith("503"):
                    tally.refused += 1
                    break
                tally.ms.append((time.perf_counter() - began) * 1000)
                (tally.ms_under_attack if under_attack else tally.ms_in_peace).append(tally.ms[-1])
                tally.faults += [f"{tool} {arguments}: {fault}"] if fault else []
                await asyncio.sleep(pause_s * chance.uniform(0.5, 1.5))
        except httpx2.TransportError as error:
            if not ended.is_set():
                tally.faults.append(f"{type(error).__name__}: {error}")


def http_client(token: str) -> httpx2.AsyncClient:
    """Make a client that sends a token, if there is one."""
    authorization = {"Authorization": f"Bearer {token}"} if token else {}
    headers = {"Accept": "application/json, text/event-stream", **authorization}
    # Setting up TLS, which nobody needs here, takes longer than a thousand calls.
    return httpx2.AsyncClient(timeout=60, headers=headers, verify=False)


async def attack(url: str, queries: Hostile, number: int, tally: Tally, ended: asyncio.Event, token: str) -> None:
    """Search without a pause for what takes long, and give half of it up, while it is time for that."""
    chance = random.Random(number)
    async with http_client(token) as client:
        while not ended.is_set():
            if not tally.under_attack:
                await asyncio.sleep(0.1)
                continue
            message, headers = call_message("search_pages", queries.call())
            try:
                patience_s = 0.2 if chance.random() < 0.5 else 60
                answer = await client.post(url, json=message, headers=headers, timeout=patience_s)
                tally.hostile["answered" if answer.status_code == 200 else str(answer.status_code)] += 1
            except httpx2.TimeoutException:
                tally.hostile["given up"] += 1
            except httpx2.HTTPError as error:
                tally.hostile[type(error).__name__] += 1


async def _shake_hands(client: httpx2.AsyncClient, url: str) -> None:
    params = {"protocolVersion": _HANDSHAKE, "capabilities": {}, "clientInfo": _NAME}
    reply = await client.post(url, json={"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    client.headers["MCP-Protocol-Version"] = reply.json()["result"]["protocolVersion"]
    await client.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"})


async def _call(client: httpx2.AsyncClient, url: str, tool: str, arguments: dict[str, Any], *, stateless: bool) -> str:
    """Call a tool and say what is wrong with the answer; empty for nothing."""
    message, headers = call_message(tool, arguments, stateless=stateless)
    reply = await client.post(url, json=message, headers=headers)
    result = reply.json().get("result") if reply.status_code == 200 else None
    if result is None:
        return f"{reply.status_code} {reply.text[:300]}"
    return str(result["content"][0]["text"][:300]) if result.get("isError") else ""


def call_message(
    tool: str, arguments: dict[str, Any], *, stateless: bool = True
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the body and the headers of a call."""
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    headers = {}
    if stateless:
        params["_meta"] = _META
        headers = {"MCP-Protocol-Version": _STATELESS, "Mcp-Method": "tools/call", "Mcp-Name": tool}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, headers


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
