"""What a server over HTTP may be told: tokens and hosts."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pinax_runtime.over_http import HttpSettings, ServingError, read_tokens, serve_http
from pinax_runtime.search import Library
from pinax_runtime.server import Served


def test_tokens_come_from_the_environment(tmp_path: Path) -> None:
    """PINAX_TOKEN has one or several, PINAX_TOKEN_FILE one a line; each counts once, and blanks do not."""
    file = tmp_path / "tokens"
    file.write_text("third\n\n  first \n")
    assert read_tokens({}) == ()
    assert read_tokens({"PINAX_TOKEN": ""}) == ()
    assert read_tokens({"PINAX_TOKEN": "first, second,"}) == ("first", "second")
    assert read_tokens({"PINAX_TOKEN": "first,second", "PINAX_TOKEN_FILE": str(file)}) == ("first", "second", "third")


@pytest.mark.parametrize("token", ["two words", "żółć", "new\nline", 'quo"te', "=", "a=b"])
def test_tokens_that_cannot_be_sent(token: str) -> None:
    """A token that no header can carry is refused, and not repeated."""
    with pytest.raises(ServingError, match="no header can carry") as refused:
        read_tokens({"PINAX_TOKEN": token})
    assert token not in str(refused.value) or token == "="


def test_token_files_that_hold_none(tmp_path: Path) -> None:
    """A file that is not there, or empty, ends the start: the server would be open otherwise."""
    (tmp_path / "empty").write_text("\n")
    for name in ("nowhere", "empty"):
        with pytest.raises(ServingError, match="PINAX_TOKEN_FILE"):
            read_tokens({"PINAX_TOKEN_FILE": str(tmp_path / name)})


@pytest.fixture(scope="module")
def taken() -> Iterator[int]:
    """A port that another program has, on every address: a server that may start ends there."""
    both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    with socket.create_server(("", 0), family=family, dualstack_ipv6=both) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_others_need_a_token(library: Library, taken: int, host: str) -> None:
    """What other machines can reach is not served without a token."""
    with pytest.raises(ServingError, match="PINAX_TOKEN"):
        serve_http(Served(library), HttpSettings(host, taken))
    with pytest.raises(ServingError, match="another --port"):
        serve_http(Served(library), HttpSettings(host, taken, tokens=("t",)))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.8.8.8", "::1"])
def test_loopback_needs_none(library: Library, taken: int, host: str) -> None:
    """What this machine alone can reach needs no token; where its port is taken, the error says what to change."""
    with pytest.raises(ServingError, match="another --port"):
        serve_http(Served(library), HttpSettings(host, taken))


def test_unknown_hosts(library: Library) -> None:
    """A host that is not known is an error that says what to give."""
    with pytest.raises(ServingError, match=r"Give an address"):
        serve_http(Served(library), HttpSettings("no such host"))
