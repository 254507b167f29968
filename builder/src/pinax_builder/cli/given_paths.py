"""Take the path of a file or folder from the command line; an empty one would be the current folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pinax_builder.storage import Storage, is_storage, place_of


class GivenPath(click.Path):
    """A path that says something."""

    def __init__(self, **options: Any) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not str(value):
            self.fail("it is empty, which would be the current folder; name a path, or write `.`.", param, ctx)
        return super().convert(value, param, ctx)


class GivenPlace(GivenPath):
    """A path that says something, or the URL of an object store."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path or a storage."""
        place = place_of(str(value)) if is_storage(str(value)) else value
        return place if isinstance(place, Storage) else super().convert(place, param, ctx)
