"""Turn our errors into one line on stderr and an exit code: 1 for a failure, 2 for wrong usage."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import click

from pinax_builder.errors import ConfigError
from pinax_runtime.format import PinaxError

Args = ParamSpec("Args")


def failing_cleanly(command: Callable[Args, None]) -> Callable[Args, None]:
    """Wrap a command so that a PinaxError ends it with its message alone."""

    @wraps(command)
    def run(*args: Args.args, **kwargs: Args.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except ConfigError as error:
            raise click.UsageError(str(error)) from error
        except PinaxError as error:
            raise click.ClickException(str(error)) from error

    return run
