"""Which pages only look like pages."""

from __future__ import annotations

import pytest

from builder.gate.site_pages import SHELLS, figures, html, shell
from pinax_builder.gate import measure
from pinax_builder.records import Fetched
from scaling import assert_in_proportion

COOKIES = "We and our partners use cookies. Accept all cookies or manage consent. Cookies help us track. "


@pytest.mark.parametrize("name", sorted(path.name for path in SHELLS.iterdir()))
def test_a_page_that_scripts_must_fill_is_a_shell(name: str) -> None:
    """The page that a client-only build of each generator sends is known for what it is."""
    assert figures(shell(name)).signal == "javascript_shell"


def test_a_filled_root_is_no_shell() -> None:
    """A page rendered on the server keeps its root, its scripts and a notice for browsers without them."""
    page = html("wick", 12).replace(
        b"<main>", b'<noscript>Enable JavaScript for search.</noscript><div id="__next"><main>'
    )
    assert figures(page.replace(b"</body>", b'</div><script src="a.js"></script></body>')).signal == ""


def test_a_short_page_in_a_filled_root_is_no_shell() -> None:
    """One sentence that was rendered on the server is text, not a shell."""
    page = (
        b'<title>T</title><div id="root"><main><h1>Fuel</h1><p>'
        + b"Only clean oil may be used in the lamp, never petrol or spirits of wine."
        + b"</p></main></div><script src=a.js></script>"
    )
    assert figures(page).signal == ""


@pytest.mark.parametrize(
    "title", ["404", "404 Not Found", "Page not found | Lantern", "Error 503", "Access Denied", "Seite nicht gefunden",
              "Oops! Page not found", "The page could not be found", "Just a moment..."],
)  # fmt: skip
def test_an_error_sent_as_a_page_is_known_by_its_title(title: str) -> None:
    """A page of few words whose title is an error's is one, whatever the status said."""
    assert figures(html("x", 1, title)).signal == "error_page"


@pytest.mark.parametrize("title", ["Handling 404 errors", "404 pages in Lantern", "Not found exceptions", "Error 42"])
def test_a_page_about_errors_is_none(title: str) -> None:
    """Only a title that is nothing but an error's counts."""
    assert figures(html("x", 1, title)).signal == ""


def test_a_long_page_named_after_an_error_is_kept() -> None:
    """A reference page of the status 404 says more than an error does."""
    assert figures(html("status code", 12, "404 Not Found")).signal == ""


@pytest.mark.parametrize(
    "page",
    [
        html("x", 1, "Sign in"),
        html("x", 1, "Log in to Lantern – Lantern"),
        html("x", 1, "Members", before='<form><input name="p" type="password"></form>'),
    ],
)
def test_a_login_form_is_a_wall(page: bytes) -> None:
    """A page of little text with a password field, or titled as a login, is no documentation."""
    assert figures(page).signal == "login_wall"


def test_a_page_about_logins_is_none() -> None:
    """Documentation of a login may show its form, and documentation pages may have one in their header."""
    form = '<form><input type="password"></form>'
    assert figures(html("login", 30, "Sign in with Lantern", before=form)).signal == ""


def test_a_question_for_consent_is_a_wall() -> None:
    """A page that speaks of little else than cookies and asks to accept them is a cookie wall."""
    wall, manual = COOKIES * 3, "The cookie jar keeps what a server sets for later requests. " * 9
    assert figures(f"<h1>Before you continue</h1><p>{wall}".encode()).signal == "cookie_wall"
    assert figures(f"<h1>Cookies in Lantern</h1><p>{manual}".encode()).signal == ""


@pytest.mark.parametrize("markup", [b"<div id=root ", b"<noscript>", b"<input ", b"<!--"])
def test_odd_markup_is_judged_in_proportion_to_its_size(markup: bytes) -> None:
    """Markup that never closes costs no more than its length."""

    def signal(times: int) -> str:
        return measure(Fetched("a", "a", b"<script>" + markup * times, "text/html"), None).signal

    assert_in_proportion(signal, 100_000)
