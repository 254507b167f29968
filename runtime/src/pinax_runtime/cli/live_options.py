"""Options about reading pages from their sites."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinax_runtime.cli.ages import AGE

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
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
    for option in reversed(_OPTIONS):
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
    from pinax_runtime.serve.live import DEFAULT_TTL_S, LivePages, default_page_cache

    ttl_s = DEFAULT_TTL_S if ttl_s is None else ttl_s
    return LivePages(default_page_cache(), ttl_s=ttl_s, allow_private=allow_private)
