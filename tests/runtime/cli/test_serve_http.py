"""The options of `serve --http`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    "option",
    [
        ("--host", "127.0.0.1"),
        ("--port", "8000"),
        ("--allow-host", "a"),
        ("--rate-limit", "5"),
        ("--max-request-bytes", "5000"),
    ],
)
def test_options_of_http_need_http(run: Callable[..., Any], location: Path, option: tuple[str, str]) -> None:
    """An option that means nothing over stdio is refused there."""
    ended = run("serve", location, *option)
    assert ended.code == 2
    assert f"{option[0]} is for a server over HTTP" in ended.err


def test_serving_others_without_a_token(
    run: Callable[..., Any], location: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command ends with code 1 and how to make a token."""
    monkeypatch.delenv("PINAX_TOKEN", raising=False)
    ended = run("serve", location, "--http", "--host", "0.0.0.0", "--port", "0")
    assert ended.code == 1
    assert "token_urlsafe" in ended.err
