"""Options of the commands of both programs: paths, files to write, and whose signature a bundle must have."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust

REQUIRE_KEY = "PINAX_REQUIRE_KEY"
"""Environment variable with the required keys, separated by spaces, for commands that are given none."""

Command = Callable[..., None]


class GivenPath(click.Path):
    """A path that is not empty: an empty one would be the current folder."""

    def __init__(self, **options: Any) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not str(value):
            self.fail("it is empty, which would be the current folder; name a path, or write `.`.", param, ctx)
        return super().convert(value, param, ctx)


def write_file(file: Path, text: str, what: str = "") -> None:
    """Write a text to a file that somebody has named.

    Raises:
        ClickException: It cannot be written; the message begins with `what`.
    """
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{what}{file} cannot be written ({error.strerror}); name another file.") from error


def trust_options(*names: str) -> Callable[[Command], Command]:
    """Make what adds the options to a command, which then takes `trust`: what is required, or None.

    Args:
        names: What the option of a key is called besides `--require-key`.
    """

    def add(command: Command) -> Command:
        @click.option(
            "--require-key",
            *names,
            "keys",
            multiple=True,
            metavar="KEY",
            help=f"Read only what is signed with this key (a file, or the key); may be repeated.  [env: {REQUIRE_KEY}]",
        )
        @click.option("--not-before", metavar="DATE", help="With a required key: refuse what was signed earlier.")
        @wraps(command)
        def run(*args: Any, keys: tuple[str, ...], not_before: str | None, **options: Any) -> None:
            command(*args, trust=required(keys, not_before), **options)

        return run

    return add


def required(keys: tuple[str, ...], not_before: str | None) -> Trust | None:
    """Read the values of the options, or without keys what PINAX_REQUIRE_KEY holds; None where nothing is required.

    Raises:
        UsageError: A key or the date cannot be read.
    """
    if not keys and (held := os.environ.get(REQUIRE_KEY)) is not None:
        keys = tuple(held.split()) or (held,)
    if not keys and not not_before:
        return None
    from pinax_runtime.trust.signatures import Trust

    try:
        return Trust.required(keys, not_before)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
