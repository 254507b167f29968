"""Set up a server over HTTP: its address, limits, and the tokens that it asks for."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pinax_runtime.format import PinaxError

DEFAULT_HOST = "127.0.0.1"
"""Default address to listen on: only this machine can reach it."""
DEFAULT_PORT = 8423
"""Default TCP port to listen on."""
DEFAULT_REQUEST_BYTES = 1 << 20
"""Default for the largest body of a request (bytes); a call needs a hundredth of it."""
DEFAULT_RATE = 20.0
"""Default rate of a client (requests per second), for a server that other machines can reach."""

_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")
"""A bearer token that a header can carry (RFC 6750, section 2.1)."""


class ServingError(PinaxError):
    """The server cannot start with these settings; the message ends with what to change."""


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to serve over HTTP."""

    host: str = DEFAULT_HOST
    """Name or address to listen on."""
    port: int = DEFAULT_PORT
    """TCP port to listen on; 0 for any free one."""
    allow_host: tuple[str, ...] = ()
    """Further names under which clients may address the server."""
    tokens: tuple[str, ...] = ()
    """Bearer tokens, one of which every request must carry; if empty, no token is needed."""
    rate_limit: float | None = None
    """Requests per second of each client; 0 for no limit, None for the default of the host."""
    max_request_bytes: int = DEFAULT_REQUEST_BYTES
    """Largest body of a request (bytes)."""
    head_s: float = 15.0
    """Longest time for the head of a request to arrive, from the connection or the head's first byte (seconds)."""
    body_s: float = 30.0
    """Longest time for the body of a request to arrive (seconds)."""
    request_s: float = 120.0
    """Longest time from a request to the end of its reply (seconds)."""
    drain_s: int = 8
    """Longest time for requests to finish when the server stops (seconds)."""


def resolve(settings: HttpSettings) -> tuple[socket.AddressFamily, str, int]:
    """Return the family, IP address and port to listen on.

    Raises:
        ServingError: The host cannot be resolved; or other machines can reach it, and there is no token.
    """
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        message = f"--host {settings.host} cannot be resolved: {error}. Give an address of this machine, or 127.0.0.1."
        raise ServingError(message) from error
    family, _, _, _, (ip, port, *_) = found[0]
    if not is_loopback(str(ip)) and not settings.tokens:
        raise ServingError(
            f"--host {settings.host} can be reached from other machines, so requests have to carry a token. "
            "Set PINAX_TOKEN (several separated by commas) or PINAX_TOKEN_FILE (one a line); "
            "python -c 'import secrets; print(secrets.token_urlsafe(32))' makes one."
        )
    return family, str(ip), int(port)


def is_loopback(ip: str) -> bool:
    """Return whether only this machine can reach an address."""
    return ipaddress.ip_address(ip.partition("%")[0]).is_loopback


def read_tokens(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tokens of PINAX_TOKEN and of the file that PINAX_TOKEN_FILE names, each once.

    Raises:
        ServingError: The file cannot be read or has no token, or a header cannot carry a token.
    """
    tokens = [token.strip() for token in environment.get("PINAX_TOKEN", "").split(",")]
    file = environment.get("PINAX_TOKEN_FILE", "")
    if file:
        tokens += _lines(file)
    given = tuple(dict.fromkeys(token for token in tokens if token))
    if not all(_TOKEN.fullmatch(token) for token in given):
        raise ServingError(
            "A token of PINAX_TOKEN or PINAX_TOKEN_FILE has a character that no header can carry. "
            "Use letters, digits and - . _ ~ + /, with = at the end only."
        )
    return given


def _lines(file: str) -> list[str]:
    try:
        lines = [line.strip() for line in Path(file).read_text("utf-8").splitlines()]
    except (OSError, UnicodeError) as error:
        raise ServingError(
            f"PINAX_TOKEN_FILE {file} cannot be read: {error}. Give a text file, one token a line."
        ) from error
    if not any(lines):
        raise ServingError(f"PINAX_TOKEN_FILE {file} holds no token. Write one on each line.")
    return lines
