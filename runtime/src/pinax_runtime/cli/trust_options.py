"""Read whose signatures a command requires: keys from files or as they are, and the oldest time of signing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pinax_runtime.search import Source, Trust
    from pinax_runtime.trust import PublicKey

_KEY_FILE_BYTES = 4_096


def read_trust(keys: Sequence[str], not_before: str | None, option: str) -> Trust | None:
    """Read what is required; None where nothing is.

    Args:
        keys: Files of public keys in minisign's form, or such keys themselves.
        not_before: A date, or date and time (RFC 3339); UTC where no zone is given.
        option: Name of the option that gave the keys.

    Raises:
        UsageError: A key or the date cannot be read, or there is a date without a key.
    """
    if not keys:
        if not_before:
            raise click.UsageError(f"--not-before bounds the age of a signature; give {option} KEY as well.")
        return None
    from pinax_runtime.search import Trust

    return Trust([_key(key, option) for key in keys], _seconds(not_before) if not_before else 0.0)


def trusted(bundles: Sequence[str], trust: Trust) -> list[Source]:
    """Make sources of bundles that give nothing but what is trusted."""
    from pinax_runtime.search import SignedSource, source_of

    return [SignedSource(source_of(bundle), trust) for bundle in bundles]


def _key(given: str, option: str) -> PublicKey:
    from pinax_runtime.trust import PublicKey

    try:
        return PublicKey.from_text(given)
    except ValueError:
        pass  # then it is the name of a file
    try:
        with Path(given).open("rb") as file:
            return PublicKey.from_text(file.read(_KEY_FILE_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        cause = (error.strerror if isinstance(error, OSError) else None) or str(error)
        message = (
            f"{option} {given}: {cause}. Give the file that `pinax keygen` wrote (.pub), or the key that stands in it."
        )
        raise click.UsageError(message) from error


def _seconds(date: str) -> float:
    try:
        read = datetime.fromisoformat(date)
    except ValueError as error:
        message = f"--not-before {date!r} is no date; write 2026-01-31, or 2026-01-31T12:00:00Z."
        raise click.UsageError(message) from error
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
