"""Options of `serve` about bundles: weights and tags of docsets, and how often to look for newer builds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pinax_runtime.search import Override

Command = TypeVar("Command", bound=Callable[..., Any])

REFRESH_S = 300
"""Default time between two looks for a newer build (seconds)."""
LEAST_WEIGHT, MOST_WEIGHT = 0.001, 1_000
"""Smallest and largest weight; the same as in a build's settings."""

_OPTIONS = (
    click.option(
        "--weight",
        "weights",
        multiple=True,
        metavar="[TARGET=]NUMBER",
        help="Multiply the scores of a docset or a bundle; without TARGET, of everything.",
    ),
    click.option(
        "--tag",
        "tags",
        multiple=True,
        metavar="[TARGET:]KEY=VALUE",
        help="Add a facet value to filter by to every page of a docset or bundle; may be repeated.",
    ),
    click.option(
        "--refresh-seconds",
        type=click.FloatRange(0, 86_400),
        default=REFRESH_S,
        show_default=True,
        metavar="N",
        help="Seconds between looks for a newer build behind a URL; 0 for never. Folders are always watched.",
    ),
)


def bundle_options(command: Command) -> Command:
    """Add the options about bundles to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_overrides(bundles: Sequence[str], weights: Sequence[str], tags: Sequence[str]) -> list[Override]:
    """Turn the values of --weight and --tag into overrides for the library.

    Raises:
        UsageError: A value does not have the right form.
    """
    from pinax_runtime.search import Override

    overrides = [Override(target, weight=number) for target, number in map(_parse_weight, weights)]
    return overrides + [
        Override(target, tags={key: [value]}) for target, key, value in (_parse_tag(tag, bundles) for tag in tags)
    ]


def _parse_weight(item: str) -> tuple[str, float]:
    target, _, number = item.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = 0.0
    if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
        raise click.UsageError(
            f"--weight {item!r}: give a number from {LEAST_WEIGHT} to {MOST_WEIGHT:,}, for instance guide=1.5."
        )
    return target, weight


def _parse_tag(item: str, bundles: Sequence[str]) -> tuple[str, str, str]:
    target = next((bundle for bundle in bundles if item.startswith(f"{bundle}:")), "")
    left, equals, value = item[len(target) :].removeprefix(":" if target else "").partition("=")
    if not target and ":" in left:
        target, _, left = left.partition(":")
    if not (left and equals and value) or "\x00" in item:
        raise click.UsageError(f"--tag {item!r} is not [TARGET:]KEY=VALUE, for instance version=3.12.")
    return target, left, value
