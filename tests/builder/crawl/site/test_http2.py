"""Sites that speak HTTP/2 are crawled over it, on one connection."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import pytest

from builder.crawl.site.crawling import Crawl, paths
from pinax_builder.crawl.site import Network
from site_server import page

CERTIFICATE = Path(__file__).parent / "self_signed.pem"


class Http2Site:
    """Answers GETs over HTTP/2 alone; notes on which connection each arrived."""

    def __init__(self, pages: dict[str, bytes]) -> None:
        self.pages = pages
        self.asked: list[tuple[int, str]] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(CERTIFICATE)
        self._tls.set_alpn_protocols(["h2"])
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, path: str = "/") -> str:
        return f"https://docs.example:{self._listening.getsockname()[1]}{path}"

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                plain, _ = self._listening.accept()
            except OSError:
                return
            number += 1
            threading.Thread(target=self._speak, args=(plain, number), daemon=True).start()

    def _speak(self, plain: socket.socket, number: int) -> None:
        try:
            with self._tls.wrap_socket(plain, server_side=True) as stream:
                connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
                connection.initiate_connection()
                stream.sendall(connection.data_to_send())
                while received := stream.recv(65_536):
                    for event in connection.receive_data(received):
                        if isinstance(event, h2.events.RequestReceived):
                            self._answer(connection, event, number)
                    stream.sendall(connection.data_to_send())
        except OSError:
            return

    def _answer(self, connection: h2.connection.H2Connection, event: h2.events.RequestReceived, number: int) -> None:
        headers = {bytes(name).decode(): bytes(value).decode() for name, value in event.headers}
        self.asked.append((number, headers[":path"]))
        body = self.pages.get(headers[":path"])
        answer = [(":status", "200" if body else "404"), ("content-type", "text/html")]
        connection.send_headers(event.stream_id, answer)
        connection.send_data(event.stream_id, body or b"", end_stream=True)


@pytest.fixture
def site() -> Iterator[Http2Site]:
    bodies = {"/": page("Home", *(f"/{n}" for n in range(20)))} | {f"/{n}": page(f"Page {n}") for n in range(20)}
    site = Http2Site({path: str(reply.body).encode() for path, reply in bodies.items()})
    yield site
    site.close()


def test_a_site_is_crawled_over_http_2(site: Http2Site, crawl: Crawl) -> None:
    """A server that offers nothing but h2 gives every page, and all requests share one connection."""

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    network = Network(resolver=resolve, tls=ssl.create_default_context(cafile=CERTIFICATE))
    listing = crawl(site.url(), network, allow_private=True, concurrency=4)
    assert paths(listing) == sorted(["", *(str(n) for n in range(20))])
    assert {number for number, path in site.asked} == {1}
