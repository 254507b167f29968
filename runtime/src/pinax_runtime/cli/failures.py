"""Report failures: as one line or JSON, with an exit code."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from pinax_runtime.format import PinaxError


def reported(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command report failures of ours: with --json on standard output, else on standard error."""

    @functools.wraps(command)
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
