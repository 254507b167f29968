"""The time of a build: now, or what SOURCE_DATE_EPOCH says, for builds that can be made again byte by byte.

Source: https://reproducible-builds.org/specs/source-date-epoch/ (read 2026-11), RFC 9110 section 10.2.3.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
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


def seconds_after(retry_after: str) -> float | None:
    """Return how long a Retry-After header asks to wait, in seconds or by a date; None where it says nothing.

    >>> seconds_after("7"), seconds_after("soon"), seconds_after("Thu, 01 Jan 1970 00:00:00 GMT")
    (7.0, None, 0.0)
    """
    if retry_after.strip().isdecimal():
        return float(retry_after[:9])
    from email.utils import parsedate_to_datetime  # few builds meet such a header

    with suppress(ValueError, TypeError, OverflowError):
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    return None
