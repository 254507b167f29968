"""A small HTTP proxy on loopback: forwards plain requests and opens tunnels (CONNECT) to hosts that a test names."""

from __future__ import annotations

import base64
import select
import socket
from collections.abc import Mapping
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class LocalProxy:
    """Leads names to ports of this machine, as a proxy's own name server would. Use it in a `with` statement."""

    def __init__(self, ports: Mapping[str, int], *, login: str = "") -> None:
        self.asked: list[str] = []
        """`METHOD host` of each request, in order."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self, dict(ports), login))
        self._server.daemon_threads = True

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def at(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self._server.server_address[1]}"


def _handler_for(proxy: LocalProxy, ports: dict[str, int], login: str) -> type[BaseHTTPRequestHandler]:
    expected = f"Basic {base64.b64encode(login.encode()).decode()}" if login else None

    def port_of(host: str, handler: BaseHTTPRequestHandler) -> int | None:
        """Return the port that a host stands for; answer at once where there is none."""
        proxy.asked.append(f"{handler.command} {host}")
        if handler.headers.get("Proxy-Authorization") != expected:
            handler.send_error(407)
        elif host not in ports:
            handler.send_error(502)
        else:
            return ports[host]
        return None

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            if port := port_of(urlsplit(self.path).hostname or "", self):
                _forward(self, port)

        def do_CONNECT(self) -> None:  # noqa: N802
            if port := port_of(self.path.rpartition(":")[0], self):
                _tunnel(self, port)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    return Handler


def _forward(handler: BaseHTTPRequestHandler, port: int) -> None:
    parts = urlsplit(handler.path)
    onward = HTTPConnection("127.0.0.1", port)
    headers = {name: value for name, value in handler.headers.items() if name.lower() != "proxy-authorization"}
    onward.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""), headers=headers)
    answer = onward.getresponse()
    body = answer.read()
    handler.send_response(answer.status)
    for name, value in answer.getheaders():
        if name.lower() in ("content-type", "location"):
            handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
    onward.close()


def _tunnel(handler: BaseHTTPRequestHandler, port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as onward:
        handler.send_response(200)
        handler.end_headers()
        ends = {handler.connection: onward, onward: handler.connection}
        while True:
            for readable in select.select(list(ends), [], [])[0]:
                piece = readable.recv(65_536)
                if not piece:
                    return
                ends[readable].sendall(piece)
