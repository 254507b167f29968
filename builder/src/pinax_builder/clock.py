"""The time of a build: now, or what SOURCE_DATE_EPOCH says, for builds that can be made again byte by byte.

Source: https://reproducible-builds.org/specs/source-date-epoch/ (read 2026-11).
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime

from pinax_builder.errors import ConfigError

VARIABLE = "SOURCE_DATE_EPOCH"
_LAST = 253_402_300_799
"""The last second of the year 9999, which is the last that RFC 3339 can write."""


def build_time() -> float:
    """Return the time of the build (seconds since 1970).

    Raises:
        ConfigError: SOURCE_DATE_EPOCH is no such time.
    """
    given = os.environ.get(VARIABLE)
    if not given:
        return time.time()
    if not (given.isascii() and given.isdecimal() and int(given[:13]) <= _LAST):
        raise ConfigError(VARIABLE, given, "whole seconds since 1970, or unset it")
    return float(given)


def written(seconds: float) -> str:
    """Write a time as RFC 3339, UTC.

    >>> written(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
