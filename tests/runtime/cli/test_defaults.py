"""Options of `serve` are declared without loading the server; what they say of it is true all the same."""

from __future__ import annotations

import click
import pytest

from pinax_runtime.call_log import DEFAULT_ROWS
from pinax_runtime.cli import commands
from pinax_runtime.live import DEFAULT_TTL_S
from pinax_runtime.over_http import DEFAULT_HOST, DEFAULT_PORT, DEFAULT_RATE, DEFAULT_REQUEST_BYTES
from pinax_runtime.tools import DEFAULT_CEILING
from pinax_runtime.tools.budget import MAX_CEILING

SERVE = commands.get_command(click.Context(commands), "serve")
OPTIONS = {option.name: option for option in SERVE.params if isinstance(option, click.Option)}


def test_the_ceiling() -> None:
    """--max-tokens has the default and the largest value of the server's ceiling."""
    option = OPTIONS["max_tokens"]
    assert option.default == DEFAULT_CEILING
    assert isinstance(option.type, click.IntRange)
    assert option.type.max == MAX_CEILING


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("host", DEFAULT_HOST),
        ("port", str(DEFAULT_PORT)),
        ("rate_limit", f"{DEFAULT_RATE:g}, on loopback 0"),
        ("max_request_bytes", f"{DEFAULT_REQUEST_BYTES:,}"),
        ("log_rows", f"{DEFAULT_ROWS:,}"),
        ("live_ttl", f"{DEFAULT_TTL_S / 3600:g}h"),
    ],
)
def test_defaults_in_help_texts(name: str, default: str) -> None:
    """A help text that names a default names the one that holds."""
    assert (OPTIONS[name].help or "").endswith(f"[default: {default}]")
