"""Take the path of a file or folder from the command line; an empty one would be the current folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class GivenPath(click.Path):
    """A path that says something."""

    def __init__(self, **options: Any) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not str(value):
            self.fail("it is empty, which would be the current folder; name a path, or write `.`.", param, ctx)
        return super().convert(value, param, ctx)
