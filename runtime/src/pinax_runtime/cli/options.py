"""Declare the options that several commands share, read their values, and report failures."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pinax_runtime.format import PinaxError

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages
    from pinax_runtime.search import Source
    from pinax_runtime.trust.signatures import Trust


def path_below(folder: Path, path: str, what: str) -> str:
    """Return a path as it is seen from a folder; empty if it lies outside, and say so of the entry or text with it."""
    below = os.path.relpath(os.path.realpath(path), os.path.realpath(folder))
    if below.startswith(os.pardir):
        click.echo(f"NOTE: {path} lies outside of this folder, so the {what} works on this machine alone.", err=True)
        return ""
    return below.replace(os.sep, "/")


_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
"""Length of each unit (seconds)."""


class Age(click.ParamType[float]):
    """A number with the unit s, m, h or d, as seconds."""

    name = "age"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return an age in seconds."""
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"(\d{1,9})([smhd])", str(value))
        if not found:
            self.fail(f"{value!r} is not a number with s, m, h or d, for instance 30m.", param, ctx)
        return float(int(found[1]) * _UNITS[found[2]])


AGE = Age()
"""The type of options that take an age."""


def parse_filters(filters: Sequence[str]) -> dict[str, list[str]]:
    """Return the facets and values of the option --filter.

    Raises:
        click.UsageError: One is not KEY=VALUE.
    """
    parsed: dict[str, list[str]] = {}
    for item in filters:
        key, equals, value = item.partition("=")
        if not (key and equals and value):
            raise click.UsageError(f"--filter {item!r} is not KEY=VALUE, for instance type=guide.")
        parsed.setdefault(key, []).append(value)
    return parsed


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def source_for(bundle: str, trust: Trust | None, *, cached: bool = True) -> Source:
    """Return the source of a bundle, which refuses what is not signed as required.

    Raises:
        NotABundleError: As `source_of`.
    """
    from pinax_runtime.search import source_of

    source = source_of(bundle, cached=cached)
    if trust is None:
        return source
    from pinax_runtime.trust.signatures import SignedSource

    return SignedSource(source, trust)


def take_options(options: dict[str, Any], flag: str, names: tuple[str, ...], purpose: str) -> dict[str, Any] | None:
    """Remove options that need another one, a flag, and the flag itself from those of a command.

    Returns:
        Those that were given, by name; None if the flag was not.

    Raises:
        UsageError: One was given without the flag.
    """
    values = {name: options.pop(name) for name in names}
    given = {name: value for name, value in values.items() if value is not None and value is not False and value != ()}
    if options.pop(flag):
        return given
    if given:
        option = next(iter(given)).replace("_", "-")
        raise click.UsageError(f"--{option} is for {purpose}; give --{flag} too.")
    return None


def live_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of live pages to a command."""
    for option in reversed(_LIVE_OPTIONS):
        command = option(command)
    return command


_LIVE_OPTIONS = (
    click.option("--live", is_flag=True, help="Allow pages to be read from their sites, when a call asks for that."),
    click.option(
        "--live-ttl",
        type=AGE,
        metavar="AGE",
        help="With --live: how long to keep such pages, for instance 30m.  [default: 1h]",
    ),
    click.option(
        "--allow-private", is_flag=True, help="With --live: allow sites at private addresses, as on an intranet."
    ),
)


def read_live(options: dict[str, Any]) -> LivePages | None:
    """Remove the options of live pages from a command's, and return what reads such pages; None without --live.

    Raises:
        UsageError: An option of live pages was given without --live.
    """
    purpose = "pages that are read from their sites"
    given = take_options(options, "live", ("allow_private", "live_ttl"), purpose)
    if given is None:
        return None
    from pinax_runtime.live import DEFAULT_TTL_S, LivePages, default_page_cache

    ttl_s = given.get("live_ttl", DEFAULT_TTL_S)
    return LivePages(default_page_cache(), ttl_s=ttl_s, allow_private="allow_private" in given)


# Report failures: as one line or JSON, with an exit code.


def reported(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command report failures of ours: with --json on standard output, else on standard error."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
        except PinaxError as error:
            fail(error, bool(options.get("as_json")))

    return run


def fail(error: PinaxError, as_json: bool) -> NoReturn:
    """Report a failure, and end with exit code 1."""
    if as_json:
        click.echo(failure_json(error))
    else:
        click.echo(f"error: {error}", err=True)
    sys.exit(1)


def failure_json(error: PinaxError) -> str:
    """Return a failure as JSON, in the form of tools' errors."""
    from pinax_runtime.tools import code_of

    return dump({"error": {"code": code_of(error), "message": str(error)}})


def dump(value: Any) -> str:
    """Return compact JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
