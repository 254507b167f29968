"""Options of every command that reads a bundle: whose signature is required, and since when."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from pinax_runtime.format import PinaxError
from pinax_runtime.trust import REQUIRE_KEY, Trust

Command = Callable[..., None]


def trust_options(command: Command) -> Command:
    """Add the options to a command; it is run if all of its arguments that are bundles are signed as required."""

    @click.option(
        "--require-key",
        "keys",
        multiple=True,
        metavar="KEY",
        help=f"Read only what is signed with this key (a file, or the key); may be repeated.  [env: {REQUIRE_KEY}]",
    )
    @click.option("--not-before", metavar="DATE", help="With a required key: refuse what was signed earlier.")
    @wraps(command)
    def run(keys: tuple[str, ...], not_before: str | None, **given: Any) -> None:
        try:
            trust = Trust.required(keys, not_before)
            for bundle in filter(None, map(given.get, ("bundle", "old", "new"))):
                if trust:
                    trust.check_folder(Path(bundle))
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except PinaxError as error:
            raise click.ClickException(str(error)) from error
        command(**given)

    return run
