"""`pinax-runtime serve`: offer the tools as an MCP server, on standard input and output or over HTTP."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinax_runtime.cli.failures import reported
from pinax_runtime.cli.options import (
    bundle_options,
    http_options,
    live_options,
    read_live,
    read_overrides,
    read_settings,
    source_for,
)
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.call_log import CallLog
    from pinax_runtime.lockfiles import Lockfiles
    from pinax_runtime.tools import CallRecorder
    from pinax_runtime.trust import Trust


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
    type=click.Choice(["all", "pages", "tree", "search-fetch"]),
    default="all",
    show_default=True,
    help="Which tools to offer: for pages, for section trees, both, or the pair that research agents ask for.",
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
@bundle_options
@live_options
@http_options
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
    settings = read_settings(others)
    overrides = read_overrides(bundles, weights, tags)
    packages = _read_packages(lockfiles)
    gc.disable()  # importing makes no garbage, and the collector would look for it a hundred times
    click.get_current_context().call_on_close(gc.enable)
    from pinax_runtime.search import Shelf

    shelf = Shelf([source_for(bundle, trust) for bundle in bundles], overrides, packages=packages)
    for docset in shelf.library.docsets.values():
        if docset.note:
            click.echo(f"{docset.name}: {docset.note}", err=True)
    from pinax_runtime.server import Served, save_memory

    save_memory()
    remote = any("://" in bundle for bundle in bundles)
    watched = shelf.watched(refresh_seconds if remote else 0)
    asking = closing(live) if live else nullcontext()
    with watched, asking, open_log(log_file, log_rows, settings.tokens if settings else ()) as log:
        recorder = recorder_of(log) if log else None
        log_path = Path(log_file) if log_file else None
        served = Served(shelf, tools, max_tokens, call_seconds, structured, recorder, log_path, live)
        if settings:
            from pinax_runtime.over_http import serve_http

            _resume_collector()
            serve_http(served, settings)
        else:
            from pinax_runtime.server import serve_stdio

            _resume_collector()
            serve_stdio(served, log.close if log else lambda: None)


def _read_packages(lockfiles: tuple[str, ...]) -> Lockfiles | None:
    """Read what a project uses; None without a lockfile.

    Raises:
        LockfileError: One cannot be used.
    """
    if not lockfiles:
        return None
    from pinax_runtime.lockfiles import Lockfiles

    return Lockfiles([Path(file) for file in lockfiles])


def _resume_collector() -> None:
    """Let the garbage collector work again, on all but what was imported."""
    gc.freeze()
    gc.enable()


@contextmanager
def open_log(file: str | None, rows: int | None, secrets: tuple[str, ...] = ()) -> Iterator[CallLog | None]:
    """Open a log of calls; None without a file."""
    if file is None:
        yield None
        return
    from pinax_runtime.call_log import DEFAULT_ROWS, CallLog

    with CallLog(Path(file), max_rows=rows or DEFAULT_ROWS, secrets=secrets) as log:
        yield log


def recorder_of(log: CallLog) -> CallRecorder:
    """Return what records calls in a log."""
    from pinax_runtime.call_log import record_call

    return partial(record_call, log)
