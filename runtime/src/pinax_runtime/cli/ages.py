"""Read ages from the command line: `30m`, `2h`, `7d`."""

from __future__ import annotations

import re

import click

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
