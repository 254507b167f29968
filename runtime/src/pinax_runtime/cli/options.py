"""Declare the options that several commands share, and read their values."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages
    from pinax_runtime.over_http import HttpSettings
    from pinax_runtime.search import Override, Source
    from pinax_runtime.trust import Trust


class GivenPath(click.Path):
    """A path that is not empty: an empty one would be the current folder."""

    def __init__(self, **options: Any) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not str(value):
            self.fail("it is empty, which would be the current folder; name a path, or write `.`.", param, ctx)
        return super().convert(value, param, ctx)


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


Command = TypeVar("Command", bound=Callable[..., Any])


def source_for(bundle: str, trust: Trust | None, *, cached: bool = True) -> Source:
    """Return the source of a bundle, which refuses what is not signed as required.

    Raises:
        NotABundleError: As `source_of`.
    """
    from pinax_runtime.search import SignedSource, source_of

    source = source_of(bundle, cached=cached)
    return SignedSource(source, trust) if trust else source


REFRESH_S = 300
"""Default time between two looks for a newer build (seconds)."""
LEAST_WEIGHT, MOST_WEIGHT = 0.001, 1_000
"""Smallest and largest weight; the same as in a build's settings."""

_OPTIONS = (
    click.option(
        "--weight",
        "weights",
        multiple=True,
        metavar="[TARGET=]NUMBER",
        help="Multiply the scores of a docset or a bundle; without TARGET, of everything.",
    ),
    click.option(
        "--tag",
        "tags",
        multiple=True,
        metavar="[TARGET:]KEY=VALUE",
        help="Add a facet value to filter by to every page of a docset or bundle; may be repeated.",
    ),
    click.option(
        "--refresh-seconds",
        type=click.FloatRange(0, 86_400),
        default=REFRESH_S,
        show_default=True,
        metavar="N",
        help="Seconds between looks for a newer build behind a URL; 0 for never. Folders are always watched.",
    ),
)


def bundle_options(command: Command) -> Command:
    """Add the options about bundles to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_overrides(bundles: Sequence[str], weights: Sequence[str], tags: Sequence[str]) -> list[Override]:
    """Turn the values of --weight and --tag into overrides for the library.

    Raises:
        UsageError: A value does not have the right form.
    """
    from pinax_runtime.search import Override

    overrides = [Override(target, weight=number) for target, number in map(_parse_weight, weights)]
    return overrides + [
        Override(target, tags={key: [value]}) for target, key, value in (_parse_tag(tag, bundles) for tag in tags)
    ]


def _parse_weight(item: str) -> tuple[str, float]:
    target, _, number = item.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = 0.0
    if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
        raise click.UsageError(
            f"--weight {item!r}: give a number from {LEAST_WEIGHT} to {MOST_WEIGHT:,}, for instance guide=1.5."
        )
    return target, weight


def _parse_tag(item: str, bundles: Sequence[str]) -> tuple[str, str, str]:
    target = next((bundle for bundle in bundles if item.startswith(f"{bundle}:")), "")
    left, equals, value = item[len(target) :].removeprefix(":" if target else "").partition("=")
    if not target and ":" in left:
        target, _, left = left.partition(":")
    if not (left and equals and value) or "\x00" in item:
        raise click.UsageError(f"--tag {item!r} is not [TARGET:]KEY=VALUE, for instance version=3.12.")
    return target, left, value


_HTTP_OPTIONS = (
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
    for option in reversed(_HTTP_OPTIONS):
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
    from pinax_runtime.over_http import HttpSettings, read_tokens

    renamed = {"allow_host": "allowed_hosts", "rate_limit": "rate"}
    settings = {renamed.get(name, name): value for name, value in given.items()}
    return HttpSettings(tokens=read_tokens(os.environ), **settings)


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


def live_options(command: Command) -> Command:
    """Add the options of live pages to a command."""
    for option in reversed(_LIVE_OPTIONS):
        command = option(command)
    return command


def read_live(options: dict[str, Any]) -> LivePages | None:
    """Remove the options of live pages from a command's, and return what reads such pages; None without --live.

    Raises:
        UsageError: An option of live pages was given without --live.
    """
    ttl_s, allow_private = options.pop("live_ttl"), options.pop("allow_private")
    if not options.pop("live"):
        if ttl_s is not None or allow_private:
            option = "--allow-private" if allow_private else "--live-ttl"
            raise click.UsageError(f"{option} is for pages that are read from their sites; give --live too.")
        return None
    from pinax_runtime.live import DEFAULT_TTL_S, LivePages, default_page_cache

    ttl_s = DEFAULT_TTL_S if ttl_s is None else ttl_s
    return LivePages(default_page_cache(), ttl_s=ttl_s, allow_private=allow_private)
