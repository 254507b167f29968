"""A site on loopback that does what a test tells it to: answer, lie, drip, hang up."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `raw` takes the connection over instead."""

    body: bytes | str = b""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: Callable[[BaseHTTPRequestHandler], None] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that arrived."""

    path: str
    headers: Mapping[str, str]


Route = Reply | Callable[[Asked], Reply]


def redirect(to: str, status: int = 302) -> Reply:
    """Lead elsewhere."""
    return Reply(status=status, headers={"Location": to})


def page(title: str, *links: str, text: str = "") -> Reply:
    """A page of documentation with links."""
    anchors = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    prose = text or f"This page explains {title} in a few plain words, so that there is something to read."
    return Reply(f"<html><head><title>{title}</title></head><body><main><h1>{title}</h1><p>{prose}</p>"
                 f"<ul>{anchors}</ul></main></body></html>")  # fmt: skip


class SiteServer:
    """Serves routes by path; anything else is 404. Use it in a `with` statement."""

    def __init__(
        self, routes: Mapping[str, Route], *, host: str = "127.0.0.1", certificate: Path | None = None
    ) -> None:
        self.routes: dict[str, Route] = dict(routes)
        self.asked: list[Asked] = []
        self.fallback: Route = Reply("<h1>Not found</h1>", 404)
        self._server = _Server((host, 0), _handler_for(self))
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._scheme = "https" if certificate else "http"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self._scheme}://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up on hostile answers; that is what the tests are about."""


def _handler_for(site: SiteServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # a body after its headers would wait for their receipt, 40 ms

        def do_GET(self) -> None:  # noqa: N802
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()})
            site.asked.append(asked)
            route = site.routes.get(self.path, site.fallback)
            reply = route(asked) if callable(route) else route
            if reply.raw:
                reply.raw(self)
                self.close_connection = True
                return
            body = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            headers = {"Content-Type": reply.type, "Content-Length": str(len(body)), **reply.headers}
            for name, value in headers.items():
                if value:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    return Handler
