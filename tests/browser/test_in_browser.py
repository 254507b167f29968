"""The reader in JavaScript in a real Chromium: in a worker, across sites, and under strict policies."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from chromium import chromium

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html><meta charset="utf-8"><body><script type="module" src="{reader}/page.mjs"></script>"""
SCRIPT = """
import {{ openLibrary }} from "./browser/pinax.mjs";
const answer = document.createElement("pre");
try {{
    const library = await openLibrary("{bundle}");
    const {{ hits }} = await library.search("exit codes", {{ docs: ["lantern"] }});
    const {{ text }} = await hits[0].excerpt();
    const page = await library.page(hits[0].id);
    const refused = await openLibrary("{bundle}/nothing").catch(({{ name, code }}) => `${{name}} ${{code}}`);
    const {{ verified, notices }} = await library.about();
    const found = {{ worker: library.isInWorker, url: hits[0].url, text, title: page.title }};
    answer.textContent = JSON.stringify({{ ...found, refused, verified, notices }});
}} catch (error) {{
    answer.textContent = JSON.stringify({{ error: error.stack }});
}}
document.body.append(answer);
"""


class _Handler(SimpleHTTPRequestHandler):
    """Serves the page, the reader and a bundle, by the headers of its server."""

    def do_GET(self) -> None:
        """Answer a request."""
        made = self.server.made.get(self.path)  # type: ignore[attr-defined]
        if made is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".mjs") else "text/html")
        self.end_headers()
        self.wfile.write(made.encode())

    def end_headers(self) -> None:
        """Add what the server says with each answer."""
        for name, value in self.server.headers.items():  # type: ignore[attr-defined]
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def _serving(made: dict[str, str], headers: dict[str, str]) -> Iterator[str]:
    handler = functools.partial(_Handler, directory=str(ROOT))
    handler.extensions_map = {**_Handler.extensions_map, ".mjs": "text/javascript"}  # type: ignore[attr-defined]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.made, server.headers = made, headers  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def answer(browser: Any) -> Iterator[Callable[..., dict[str, Any]]]:
    """Search in a page: `answer(elsewhere, policy)`, with the reader and the bundle on another site if that is so."""
    with ExitStack() as servers:

        def ask(elsewhere: bool, policy: str = "") -> dict[str, Any]:
            made: dict[str, str] = {}
            reader = servers.enter_context(_serving(made, {"Access-Control-Allow-Origin": "*"}))
            headers = {"Content-Security-Policy": policy.replace("READER", reader)} if policy else {}
            pages: dict[str, str] = {}
            site = servers.enter_context(_serving(pages, headers))
            home = reader if elsewhere else site
            (made if elsewhere else pages)["/page.mjs"] = SCRIPT.format(bundle=f"{home}/tests/data/bundles/v1")
            pages["/"] = PAGE.format(reader=home)
            with browser.new_context() as context:
                page = context.new_page()
                page.goto(f"{site}/")
                return json.loads(page.locator("pre").text_content(timeout=120_000))

        yield ask


def _check(found: dict[str, Any], worker: bool) -> None:
    assert "error" not in found, found["error"]
    assert found["worker"] is worker
    assert found["url"].endswith("reference/exit-codes.md")
    assert found["title"] == "Exit codes"
    assert "Code" in found["text"] or "exit" in found["text"].lower()
    assert found["refused"] == "BundleError missing"
    assert found["verified"] is True
    assert len(found["notices"]) == 1  # Python's server knows no ranges


def test_in_a_worker(answer: Callable[..., dict[str, Any]]) -> None:
    """On a page of the same site a worker does the work."""
    _check(answer(elsewhere=False), worker=True)


def test_in_a_worker_of_another_site(answer: Callable[..., dict[str, Any]]) -> None:
    """A reader that another site serves starts its worker, too."""
    _check(answer(elsewhere=True), worker=True)


def test_under_a_strict_policy(answer: Callable[..., dict[str, Any]]) -> None:
    """A page whose policy allows no worker is answered in its own thread."""
    policy = "default-src 'none'; script-src READER; connect-src READER; worker-src 'none'"
    _check(answer(elsewhere=True, policy=policy), worker=False)
