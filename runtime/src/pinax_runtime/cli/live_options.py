"""What a command may be told about reading pages from their sites."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinax_runtime.cli.ages import AGE

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--live", is_flag=True, help="Let pages be read from their sites, where a call asks for that."),
    click.option(
        "--live-ttl", type=AGE, metavar="AGE", help="With --live: keep such pages so long, such as 30m.  [default: 1h]"
    ),
    click.option(
        "--allow-private", is_flag=True, help="With --live: sites may be at private addresses, as on an intranet."
    ),
)


def live_options(command: Command) -> Command:
    """Give a command the options of live pages."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_live(options: dict[str, Any]) -> LivePages | None:
    """Take the options of live pages out of a command's, and give what reads them; None without --live.

    Raises:
        UsageError: An option of live pages without --live.
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
