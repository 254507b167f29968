"""Take paths from the command line, and turn our errors into one line on stderr.

Rules: the exit code is 1 for a failure, 2 for wrong usage. An empty path would be the current folder, and is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import click

from pinax_builder.errors import ConfigError
from pinax_builder.storage import Storage, is_storage, place_of
from pinax_runtime.format import PinaxError
from pinax_runtime.trust.options import GivenPath

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


class GivenPlace(GivenPath):
    """A path that says something, or the URL of an object store."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path or a storage."""
        place = place_of(str(value)) if is_storage(str(value)) else value
        return place if isinstance(place, Storage) else super().convert(place, param, ctx)
