"""`pinax-runtime serve`: offer the tools as an MCP server, on standard input and output or over HTTP."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinax_runtime.cli.options import live_options, read_live, reported, source_for, take_options
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.over_http import HttpSettings
    from pinax_runtime.search import Override
    from pinax_runtime.trust.signatures import Trust

LEAST_WEIGHT, MOST_WEIGHT = 0.001, 1_000
"""Smallest and largest weight; the same as in a build's settings."""


@click.command(short_help="Serve bundles to agents (MCP).")
@click.argument("bundles", nargs=-1, required=True, metavar="BUNDLE…")
@click.option(
    "--max-tokens",
    type=click.IntRange(1_000, 25_000),
    default=8_000,
    show_default=True,
    help="Longest reply of any tool (tokens).",
)
@click.option(
    "--call-seconds",
    type=click.FloatRange(0.1, 60),
    default=10,
    show_default=True,
    help="Time of a call (seconds), after which it ends with what it has found, and says so.",
)
@click.option(
    "--tools",
    type=click.Choice(["all", "lean", "pages", "tree", "search-fetch"]),
    default="all",
    show_default=True,
    help="Which tools to offer: for pages, for section trees, both, the few that answer everything (lean), or the "
    "pair that research agents ask for.",
)
@click.option(
    "--structured",
    is_flag=True,
    help="Reply with an object beside the text (structuredContent with output schemas); both count as tokens.",
)
@click.option(
    "--log", "log_file", metavar="FILE", help="Keep a log of calls in this file; `pinax-runtime logs` reads it."
)
@click.option(
    "--log-rows", type=click.IntRange(1, 10_000_000), help="Most calls that the log keeps.  [default: 50,000]"
)
@click.option(
    "--lockfile",
    "lockfiles",
    multiple=True,
    metavar="FILE",
    help="Prefer the versions that this lockfile names, such as uv.lock or package-lock.json; may be repeated.",
)
@trust_options()
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="[TARGET=]NUMBER",
    help="Multiply the scores of a docset or a bundle; without TARGET, of everything.",
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="[TARGET:]KEY=VALUE",
    help="Add a facet value to filter by to every page of a docset or bundle; may be repeated.",
)
@click.option(
    "--refresh-seconds",
    type=click.FloatRange(0, 86_400),
    default=300,
    show_default=True,
    metavar="N",
    help="Seconds between looks for a newer build behind a URL; 0 for never. Folders are always watched.",
)
@live_options
@click.option("--http", is_flag=True, help="Serve over HTTP instead of stdio, with a viewer of calls at /.")
@click.option("--host", help="With --http: name or address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65_535), help="With --http: TCP port; 0 for any free one.  [default: 8423]"
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="With --http: accept requests under this name too; may be repeated.",
)
@click.option(
    "--rate-limit",
    type=click.FloatRange(0, 10_000),
    metavar="N",
    help="With --http: requests per second of each client; 0 for no limit.  [default: 20, on loopback 0]",
)
@click.option(
    "--max-request-bytes",
    type=click.IntRange(1_000, 100_000_000),
    metavar="N",
    help="With --http: largest body of a request.  [default: 1,048,576]",
)
@reported
def serve(
    bundles: tuple[str, ...],
    max_tokens: int,
    call_seconds: float,
    tools: str,
    structured: bool,
    log_file: str | None,
    log_rows: int | None,
    trust: Trust | None,
    lockfiles: tuple[str, ...],
    weights: tuple[str, ...],
    tags: tuple[str, ...],
    refresh_seconds: float,
    **others: Any,
) -> None:
    """Serve one or more bundles to agents (Model Context Protocol, over stdio or HTTP). Messages go to standard error.

    Over HTTP, requests must carry a token, if there are tokens. A server that other machines can reach needs one.
    Tokens come from the variable PINAX_TOKEN (separated by commas) or the file that PINAX_TOKEN_FILE names (one a
    line).
    """
    if log_rows and not log_file:
        raise click.UsageError("--log-rows bounds a log; give --log FILE.")
    live = read_live(others)
    http = _read_settings(others)
    overrides = list(_read_overrides(bundles, weights, tags))
    packages = None
    if lockfiles:
        from pinax_runtime.lockfiles import Lockfiles

        packages = Lockfiles([Path(file) for file in lockfiles])
    gc.disable()  # importing makes no garbage, and the collector would look for it a hundred times
    click.get_current_context().call_on_close(gc.enable)
    from pinax_runtime.search import Shelf

    shelf = Shelf([source_for(bundle, trust) for bundle in bundles], overrides, packages=packages)
    for docset in shelf.library.docsets.values():
        if docset.note:
            click.echo(f"{docset.name}: {docset.note}", err=True)
    from pinax_runtime.server import Served, save_memory, serve_stdio

    save_memory()
    with ExitStack() as opened:
        remote = any("://" in bundle for bundle in bundles)
        opened.enter_context(shelf.watched(refresh_seconds if remote else 0))
        if live:
            opened.enter_context(closing(live))
        log, recorder = None, None
        if log_file:
            from pinax_runtime.call_log import DEFAULT_ROWS, CallLog, record_call

            secrets = http.tokens if http else ()
            log = opened.enter_context(CallLog(Path(log_file), max_rows=log_rows or DEFAULT_ROWS, secrets=secrets))
            recorder = partial(record_call, log)
        log_path = log.path if log else None
        served = Served(shelf, tools, max_tokens, call_seconds, structured, recorder, log_path, live)
        if http:
            from pinax_runtime.over_http import serve_http
        gc.freeze()  # what was imported stays
        gc.enable()
        if http:
            serve_http(served, http)
        else:
            serve_stdio(served, log.close if log else lambda: None)


def _read_settings(options: dict[str, Any]) -> HttpSettings | None:
    """Remove the options of HTTP from a command's, and return the settings; None for stdio.

    Raises:
        UsageError: An option of HTTP was given without --http.
        ServingError: The tokens cannot be used.
    """
    names = ("host", "port", "allow_host", "rate_limit", "max_request_bytes")
    given = take_options(options, "http", names, "a server over HTTP")
    if given is None:
        return None
    from pinax_runtime.over_http import HttpSettings, read_tokens

    return HttpSettings(tokens=read_tokens(os.environ), **given)


def _read_overrides(bundles: Sequence[str], weights: Sequence[str], tags: Sequence[str]) -> Iterator[Override]:
    """Yield what the values of --weight and --tag override.

    Raises:
        UsageError: A value does not have the right form.
    """
    from pinax_runtime.search import Override

    for item in weights:
        target, _, number = item.rpartition("=")
        try:
            weight = float(number)
        except ValueError:
            weight = 0.0
        if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
            raise click.UsageError(
                f"--weight {item!r}: give a number from {LEAST_WEIGHT} to {MOST_WEIGHT:,}, for instance guide=1.5."
            )
        yield Override(target, weight=weight)
    for item in tags:
        target = next((bundle for bundle in bundles if item.startswith(f"{bundle}:")), "")
        left, equals, value = item[len(target) :].removeprefix(":" if target else "").partition("=")
        if not target and ":" in left:
            target, _, left = left.partition(":")
        if not (left and equals and value) or "\x00" in item:
            raise click.UsageError(f"--tag {item!r} is not [TARGET:]KEY=VALUE, for instance version=3.12.")
        yield Override(target, tags={left: [value]})
