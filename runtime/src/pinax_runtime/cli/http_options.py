"""Options of `serve --http`, and the tokens that the environment holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pinax_runtime.serve.over_http import HttpSettings

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--http", is_flag=True, help="Serve over HTTP instead of stdio, with a viewer of calls at /."),
    click.option("--host", help="With --http: name or address to listen on.  [default: 127.0.0.1]"),
    click.option(
        "--port", type=click.IntRange(0, 65_535), help="With --http: TCP port; 0 for any free one.  [default: 8423]"
    ),
    click.option(
        "--allow-host",
        multiple=True,
        metavar="NAME",
        help="With --http: accept requests under this name too; may be repeated.",
    ),
    click.option(
        "--rate-limit",
        type=click.FloatRange(0, 10_000),
        metavar="N",
        help="With --http: requests per second of each client; 0 for no limit.  [default: 20, on loopback 0]",
    ),
    click.option(
        "--max-request-bytes",
        type=click.IntRange(1_000, 100_000_000),
        metavar="N",
        help="With --http: largest body of a request.  [default: 1,048,576]",
    ),
)


def http_options(command: Command) -> Command:
    """Add the options of HTTP to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_settings(options: dict[str, Any]) -> HttpSettings | None:
    """Remove the options of HTTP from a command's, and return the settings; None for stdio.

    Raises:
        UsageError: An option of HTTP was given without --http.
        ServingError: The tokens cannot be used.
    """
    names = ("host", "port", "allow_host", "rate_limit", "max_request_bytes")
    given = {name: value for name in names if (value := options.pop(name)) not in (None, ())}
    if not options.pop("http"):
        if given:
            option = next(iter(given)).replace("_", "-")
            raise click.UsageError(f"--{option} is for a server over HTTP; give --http too.")
        return None
    from pinax_runtime.serve.over_http import HttpSettings, read_tokens

    renamed = {"allow_host": "allowed_hosts", "rate_limit": "rate"}
    settings = {renamed.get(name, name): value for name, value in given.items()}
    return HttpSettings(tokens=read_tokens(os.environ), **settings)
