"""Read ranking parameters from the command line: `--set bm25_k1=0.9`."""

from __future__ import annotations

import math
from collections.abc import Sequence

import click

from pinax_runtime.format import AT_MOST_ONE, RANKING_NAMES, limits


def parse_settings(settings: Sequence[str]) -> dict[str, float]:
    """Return the values of ranking parameters by name; the last one wins if a name is given twice.

    Raises:
        UsageError: An item is not NAME=NUMBER, its name is unknown, or its number is not allowed.
    """
    parsed: dict[str, float] = {}
    for item in settings:
        name, equals, value = item.partition("=")
        if not equals:
            raise click.UsageError(f"--set {item!r} is not NAME=NUMBER, for instance bm25_k1=0.9.")
        if name not in RANKING_NAMES:
            raise click.UsageError(f"--set {item!r}: no such parameter.{_meant(name)} There are: {_all()}.")
        parsed[name] = _number(item, name, value)
    return parsed


def _meant(name: str) -> str:
    from pinax_runtime.serve.replies import did_you_mean

    return did_you_mean(name, RANKING_NAMES)


def _all() -> str:
    return ", ".join(RANKING_NAMES)


def _number(item: str, name: str, value: str) -> float:
    most = 1 if name in AT_MOST_ONE else limits.WEIGHT
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= most:
        raise click.UsageError(f"--set {item!r}: {name} is a number from 0 to {most:,}.")
    return number
